//! Opening books that are being built.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poda_engine::Limits;
use poda_lab::{BadScore, KeptScores};
use pyo3::exceptions::{PyIndexError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::_native::BUILD;
use crate::game::GameLike;
use crate::interrupt::{Interrupt, abandonable};
use crate::{number, refused};

/// A book of all positions of a board after some number of moves.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct BookBuild(Arc<poda_lab::BookBuild>);

#[pymethods]
impl BookBuild {
    #[new]
    #[pyo3(signature = (game, ply, *, memory = 256))]
    fn new(
        py: Python<'_>,
        game: GameLike<'_>,
        #[pyo3(from_py_with = number)] ply: u32,
        #[pyo3(from_py_with = number)] memory: usize,
    ) -> PyResult<BookBuild> {
        if !(1..=65_536).contains(&memory) {
            return Err(PyValueError::new_err(
                "that is not a memory size: give 1 to 65536 MiB",
            ));
        }
        let spec = game.rules()?.spec();
        let build = abandonable(py, &Interrupt::default(), move || {
            poda_lab::BookBuild::new(spec, ply, memory << 20)
        })?;
        Ok(BookBuild(Arc::new(build.map_err(refused)?)))
    }

    fn __len__(&self) -> usize {
        self.0.count()
    }

    /// The same wherever the same would be built, by the same build of Poda: workers compare it before they solve.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{BUILD} {:016x}", self.0.fingerprint())
    }

    /// Solves these positions, one after another, and returns a line of text for each.
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number)] numbers: Vec<usize>,
    ) -> PyResult<Vec<String>> {
        let count = self.0.count();
        if let Some(number) = numbers.iter().find(|&&number| number >= count) {
            return Err(PyIndexError::new_err(format!(
                "there is no position {number}: there are {count}, counted from 0"
            )));
        }
        let interrupt = &Interrupt::default();
        let (own, build) = (interrupt.clone(), Arc::clone(&self.0));
        abandonable(py, interrupt, move || {
            // Neighbours are mostly worth the same.
            let mut guess = 0;
            let solve = |&number: &usize| {
                guess = build.solve(number, guess, Limits::until(own.flag()))?;
                Some(build.line(number, guess).trim_end().to_owned())
            };
            numbers.iter().map_while(solve).collect()
        })
    }

    /// Opens the file where scores are kept, or starts it. It is locked until it is closed.
    fn open(&self, path: PathBuf) -> PyResult<BookScores> {
        let kept = self.0.open(&path).map_err(stored)?;
        Ok(BookScores {
            build: Arc::clone(&self.0),
            kept: Mutex::new(Some(kept)),
        })
    }
}

/// What the disk says is Python's OSError; everything else is about what was given.
fn stored(error: BadScore) -> PyErr {
    match error {
        BadScore::Io { .. } => PyOSError::new_err(error.to_string()),
        error => refused(error),
    }
}

/// The scores of a book so far, in a file. Nobody else writes there until it is closed.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct BookScores {
    build: Arc<poda_lab::BookBuild>,
    /// None once it is closed.
    kept: Mutex<Option<KeptScores>>,
}

impl BookScores {
    fn kept(&self) -> MutexGuard<'_, Option<KeptScores>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, ask: impl FnOnce(&mut KeptScores) -> PyResult<T>) -> PyResult<T> {
        match &mut *self.kept() {
            Some(kept) => ask(kept),
            None => Err(PyValueError::new_err("this file is closed: open it again")),
        }
    }
}

#[pymethods]
impl BookScores {
    fn __len__(&self) -> PyResult<usize> {
        self.with(|kept| Ok(kept.scores().iter().flatten().count()))
    }

    /// The positions that have no score yet, those with common ancestors next to each other.
    fn missing(&self) -> PyResult<Vec<usize>> {
        self.with(|kept| Ok(self.build.missing(kept)))
    }

    /// Writes scores down that somebody else found, each position once, and returns how many were new. What is not a score of this book
    /// is refused, and nothing is written then.
    fn append(&self, lines: Vec<String>) -> PyResult<usize> {
        let scores: Option<Vec<_>> = lines.iter().map(|line| self.build.read(line)).collect();
        let scores = scores.ok_or_else(|| {
            PyValueError::new_err("this is not a score of this book with its sum")
        })?;
        self.with(|kept| {
            let mut new = 0;
            for (index, score) in scores {
                new += usize::from(kept.add(index, score).map_err(stored)?);
            }
            Ok(new)
        })
    }

    /// Writes the finished book, and returns how many bytes it has.
    fn write(&self, output: PathBuf) -> PyResult<usize> {
        let bytes = self.with(|kept| self.build.book(kept).map_err(refused))?;
        std::fs::write(&output, &bytes)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", output.display())))?;
        Ok(bytes.len())
    }

    /// Sees to it that everything is on the disk.
    fn sync(&self) -> PyResult<()> {
        self.with(|kept| kept.sync().map_err(stored))
    }

    /// Lets others write there.
    fn close(&self) -> PyResult<()> {
        match self.kept().take() {
            Some(kept) => kept.sync().map_err(stored),
            None => Ok(()),
        }
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close()
    }
}
