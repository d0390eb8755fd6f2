//! Poda for Python. The package is `pypoda`; this is its native part, `pypoda._native`, over the same crates as everything else.
//!
//! What every class promises to Python is in `python/pypoda/_native.pyi`, and the tests hold this to it.

mod agent;
mod boards;
mod book;
mod evaluation;
mod experiment;
mod game;
mod games;
mod interrupt;
mod league;
mod matches;
mod own_player;
mod position;
mod report;
mod review;
mod run;
mod solver;
mod tree;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// What the engine says of something that cannot be used, as Python's error for it.
fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A number, or a list of them. One that no argument of its kind can be is a ValueError like any other that cannot be used.
fn number<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<T> {
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        match error.is_instance_of::<PyOverflowError>(given.py()) {
            true => refused(format!(
                "{given} is out of range: it is below 0, or far too large"
            )),
            false => error,
        }
    })
}

/// How many games at once: as many as on the command line.
fn jobs(given: Option<usize>) -> PyResult<Option<usize>> {
    match given {
        Some(jobs) if !(1..=256).contains(&jobs) => Err(refused(format!(
            "{jobs} games at once are not possible: give 1 to 256"
        ))),
        jobs => Ok(jobs),
    }
}

/// A value as Python's own dictionaries, lists and numbers.
fn plain<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// The native part of pypoda.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::boards::Boards;
    #[pymodule_export]
    use crate::book::{BookBuild, BookScores};
    #[pymodule_export]
    use crate::experiment::{Experiment, LabReport, experiments};
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::league::League;
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::review::review;
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::solver::{Solution, Solver, solve};
    #[pymodule_export]
    use crate::tree::tree;

    /// The version of Poda.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The version and a sum of the sources, as build.rs makes it: two builds with different code never look alike.
    #[pymodule_export]
    pub(crate) const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("PODA_SOURCES"));
}
