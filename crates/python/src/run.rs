//! The directory of a run.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poda_lab::{
    ExperimentReport, Record, RecordStore, RecordStoreError, RunOptions, SequentialTests, export,
};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::experiment::{Experiment, LabReport, SharedPlayers, line, records_of};
use crate::interrupt::{Interrupt, abandonable, interruptible};
use crate::{number, refused};

/// A run: the records in a directory. Nobody else writes there until it is closed.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Run {
    experiment: Arc<poda_lab::Experiment>,
    players: SharedPlayers,
    /// None once it is closed.
    store: Mutex<Option<RecordStore>>,
}

/// What the disk says is Python's OSError; everything else is about what was given.
pub(crate) fn stored(error: RecordStoreError) -> PyErr {
    match error {
        RecordStoreError::Io { .. } => PyOSError::new_err(error.to_string()),
        error => refused(error),
    }
}

impl Run {
    pub(crate) fn open(py: Python<'_>, experiment: &Experiment, folder: PathBuf) -> PyResult<Run> {
        let (experiment, players) = (
            Arc::clone(&experiment.experiment),
            Arc::clone(&experiment.players),
        );
        // Many records are read and replayed, and bots are asked who they are.
        let run = abandonable(py, &Interrupt::default(), move || {
            let store = RecordStore::open(&folder, &experiment, &*players)?;
            Ok(Run {
                experiment,
                players,
                store: Mutex::new(Some(store)),
            })
        })?;
        run.map_err(stored)
    }

    fn store(&self) -> MutexGuard<'_, Option<RecordStore>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the directory. It is held for as long as one answer takes, and never while Python is called: whoever hears of progress may
    /// ask, too.
    fn with<T>(&self, ask: impl FnOnce(&mut RecordStore) -> PyResult<T>) -> PyResult<T> {
        match &mut *self.store() {
            Some(store) => ask(store),
            None => Err(PyValueError::new_err("this run is closed: open it again")),
        }
    }

    /// Writes a record down unless the game is on record; says whether it was new.
    fn keep(&self, record: Record) -> PyResult<bool> {
        self.with(|store| {
            let new = !store.records().contains_key(&record.game);
            if new {
                store.append(record).map_err(stored)?;
            }
            Ok(new)
        })
    }

    fn reported(&self, py: Python<'_>, times: bool) -> PyResult<ExperimentReport> {
        let known = self.with(|store| Ok(store.records().clone()))?;
        let experiment = Arc::clone(&self.experiment);
        abandonable(py, &Interrupt::default(), move || {
            ExperimentReport::new(&experiment, &known, times)
        })
    }
}

#[pymethods]
impl Run {
    /// How many games are on record.
    fn __len__(&self) -> PyResult<usize> {
        self.with(|store| Ok(store.records().len()))
    }

    /// The games that are still to be played, in the order of the plan; with a sequential test, none of a pairing that has its answer.
    fn missing(&self) -> PyResult<Vec<u64>> {
        let plan = self.experiment.plan();
        self.with(|store| {
            let known = store.records();
            let tests = plan.sprt.map(|_| SequentialTests::new(plan, known));
            let open = |game: &u64| {
                let decided = tests
                    .as_ref()
                    .is_some_and(|tests| tests.verdict(plan.bout(*game).cell).is_some());
                !known.contains_key(game) && !decided
            };
            Ok((0..plan.games()).filter(open).collect())
        })
    }

    /// Writes records down that somebody else played, each game once, and returns how many were new. What is not a record of this
    /// experiment is refused, and nothing is written then.
    fn append(&self, records: Vec<String>) -> PyResult<usize> {
        let records = records_of(&self.experiment, &records)?;
        let mut new = 0;
        for record in records.into_values() {
            new += usize::from(self.keep(record)?);
        }
        Ok(new)
    }

    /// Plays what is missing on this machine. `progress` hears how many games are done, and of how many. Ctrl-C loses nothing that was
    /// played.
    #[pyo3(signature = (*, jobs = None, progress = None))]
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number)] jobs: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let interrupt = Interrupt::default();
        let options = RunOptions {
            games: None,
            jobs: crate::jobs(jobs)?,
        };
        let plan = self.experiment.plan();
        let known = self.with(|store| Ok(store.records().clone()))?;
        let stretch = self.with(|store| Ok(store.begin()))?;
        let played = interruptible(py, &interrupt, || {
            poda_lab::run::<PyErr>(
                plan,
                &*self.players,
                &known,
                &options,
                interrupt.flag(),
                &mut |record, so_far| {
                    self.keep(record)?;
                    if let Some(progress) = &progress {
                        let told = Python::attach(|py| {
                            progress.call1(py, (so_far.done, so_far.total)).map(drop)
                        });
                        told.unwrap_or_else(|error| interrupt.raise(error));
                    }
                    Ok(())
                },
            )
        });
        // However it ended: what was played is on record.
        self.with(|store| store.end(stretch).map_err(stored))?;
        played?.map(drop)
    }

    /// All records, a line of text each, by number of game.
    fn records(&self) -> PyResult<Vec<String>> {
        self.with(|store| Ok(store.records().values().map(line).collect()))
    }

    /// What the records show.
    #[pyo3(signature = (*, times = true))]
    fn report(&self, py: Python<'_>, times: bool) -> PyResult<LabReport> {
        self.reported(py, times).map(LabReport::new)
    }

    /// Writes all files of the report into the directory, as `poda lab run` does, and returns their names.
    fn write_report(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let report = self.reported(py, true)?;
        let folder = self.with(|store| Ok(store.folder().to_owned()))?;
        let files = abandonable(py, &Interrupt::default(), move || export::files(&report))?;
        let mut names = Vec::new();
        for (name, bytes) in files {
            let path = folder.join(&name);
            std::fs::write(&path, bytes)
                .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
            names.push(name);
        }
        Ok(names)
    }

    /// Sees to it that everything is on the disk.
    fn sync(&self) -> PyResult<()> {
        self.with(|store| store.sync().map_err(stored))
    }

    /// Lets others write there.
    fn close(&self) -> PyResult<()> {
        if let Some(mut store) = self.store().take() {
            store.sync().map_err(stored)?;
        }
        Ok(())
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close()
    }
}
