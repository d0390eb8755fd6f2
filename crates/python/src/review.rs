//! What each move of a game gave away.

use std::sync::Arc;
use std::time::Instant;

use poda_coach::Analyst;
use poda_engine::{Knowledge, Limits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::agent::seconds;
use crate::interrupt::{Interrupt, ended_by_ctrl_c};
use crate::position::Position;
use crate::{number, plain, refused};

/// Grades every move that led to a position, with the keys of `poda review --json`. `progress` hears how many are graded.
#[pyfunction]
#[pyo3(signature = (position, *, time = 60.0, threads = 1, progress = None))]
pub(crate) fn review<'py>(
    py: Python<'py>,
    position: &Position,
    time: f64,
    #[pyo3(from_py_with = number)] threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=256).contains(&threads) {
        return Err(PyValueError::new_err(format!(
            "{threads} is not a number of threads: give 1 to 256"
        )));
    }
    let (rules, line) = (Arc::clone(&position.rules), position.line_known()?.to_vec());
    let time = seconds(time)?;
    let interrupt = &Interrupt::default();
    let (own, calls_python) = (interrupt.clone(), progress.is_some());
    let work = move || {
        let interrupt = own;
        let limits = Limits {
            deadline: Some(Instant::now() + time),
            ..Limits::until(interrupt.flag())
        };
        let mut analyst = Analyst::new(&rules, threads, &Knowledge::default());
        let review = analyst.review(&line, limits, &mut |so_far| {
            if let Some(progress) = &progress {
                let told = Python::attach(|py| progress.call1(py, (so_far.moves.len(),)).map(drop));
                told.unwrap_or_else(|error| interrupt.raise(error));
            }
        });
        serde_json::to_string(&review)
    };
    let review = ended_by_ctrl_c(py, interrupt, calls_python, work)?;
    plain(py, &review.map_err(refused)?)
}
