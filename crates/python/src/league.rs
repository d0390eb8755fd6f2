//! Leagues: every pairing of two entrants is an experiment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use poda_engine::Knowledge;
use poda_lab::{LeagueError, LeagueTable, league_page};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::experiment::{Experiment, SharedPlayers};
use crate::interrupt::{Interrupt, abandonable};
use crate::refused;
use crate::run::stored;

/// A league: the directory that `poda league init` made.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct League(Arc<poda_lab::League>);

fn told(error: LeagueError) -> PyErr {
    match error {
        LeagueError::Io { .. } => PyOSError::new_err(error.to_string()),
        LeagueError::Records(error) => stored(error),
        error => refused(error),
    }
}

impl League {
    /// Asks the league without the interpreter: it reads all records, and bots are asked who they are.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&poda_lab::League) -> Result<T, LeagueError> + Send + 'static,
    ) -> PyResult<T> {
        let league = Arc::clone(&self.0);
        abandonable(py, &Interrupt::default(), move || ask(&league))?.map_err(told)
    }

    fn made(
        py: Python<'_>,
        make: impl FnOnce() -> Result<poda_lab::League, LeagueError> + Send + 'static,
    ) -> PyResult<League> {
        let league = abandonable(py, &Interrupt::default(), make)?.map_err(told)?;
        Ok(League(Arc::new(league)))
    }
}

#[pymethods]
impl League {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<League> {
        // A worker may be started anywhere else.
        let folder = std::path::absolute(folder)?;
        League::made(py, move || poda_lab::League::open(&folder))
    }

    /// The directory.
    #[getter]
    fn folder(&self) -> &Path {
        self.0.folder()
    }

    /// What another machine needs to play games of this league.
    #[getter]
    fn text(&self) -> String {
        self.0.to_text()
    }

    /// The league on such a machine; bots that are not there as they were entered are refused.
    #[staticmethod]
    fn abroad(py: Python<'_>, text: String, folder: PathBuf) -> PyResult<League> {
        League::made(py, move || poda_lab::League::abroad(&text, &folder))
    }

    /// Every two who meet, each an experiment, and the directory of its records.
    fn pairings(&self, py: Python<'_>) -> PyResult<Vec<(Experiment, PathBuf)>> {
        let players: SharedPlayers = Arc::new(self.0.players(Knowledge::default()));
        let pairings = self.ask(py, poda_lab::League::pairings)?.into_iter();
        let with_players = |pairing: poda_lab::LeaguePairing| {
            let experiment = Experiment::with(pairing.experiment, Arc::clone(&players));
            (experiment, pairing.folder)
        };
        Ok(pairings.map(with_players).collect())
    }

    /// Makes ready for a run: bots whose files have changed since they were entered are refused.
    fn prepare(&self, py: Python<'_>) -> PyResult<()> {
        self.ask(py, |league| {
            league.check_entrants()?;
            league.make_logs()
        })
    }

    /// The table of what is on record, as text.
    fn table(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |league| Ok(LeagueTable::new(league)?.text()))
    }

    /// Writes the page of all games into the directory, and returns where.
    fn write_page(&self, py: Python<'_>) -> PyResult<PathBuf> {
        let path = self.0.folder().join("league.html");
        let page = self.ask(py, league_page)?;
        std::fs::write(&path, page)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        Ok(path)
    }
}
