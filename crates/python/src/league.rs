//! Leagues: every pairing of two entrants is an experiment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use poda_engine::Knowledge;
use poda_lab::{LeagueError, LeagueTable, league_page};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::experiment::{Experiment, SharedPlayers};
use crate::refused;
use crate::run::stored;

/// A league: the directory that `poda league init` made.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct League(poda_lab::League);

fn told(error: LeagueError) -> PyErr {
    match error {
        LeagueError::Io { .. } => PyOSError::new_err(error.to_string()),
        LeagueError::Records(error) => stored(error),
        error => refused(error),
    }
}

#[pymethods]
impl League {
    #[new]
    fn new(folder: PathBuf) -> PyResult<League> {
        // A worker may be started anywhere else.
        let folder = std::path::absolute(folder)?;
        poda_lab::League::open(&folder).map(League).map_err(told)
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
    fn abroad(py: Python<'_>, text: &str, folder: PathBuf) -> PyResult<League> {
        let league = py.detach(|| poda_lab::League::abroad(text, &folder));
        league.map(League).map_err(told)
    }

    /// Every two who meet, each an experiment, and the directory of its records.
    fn pairings(&self) -> PyResult<Vec<(Experiment, PathBuf)>> {
        let players: SharedPlayers = Arc::new(self.0.players(Knowledge::default()));
        let pairings = self.0.pairings().map_err(told)?.into_iter();
        let with_players = |pairing: poda_lab::LeaguePairing| {
            let experiment = Experiment::with(pairing.experiment, Arc::clone(&players));
            (experiment, pairing.folder)
        };
        Ok(pairings.map(with_players).collect())
    }

    /// Makes ready for a run: bots whose files have changed since they were entered are refused.
    fn prepare(&self) -> PyResult<()> {
        self.0.check_entrants().map_err(told)?;
        self.0.make_logs().map_err(told)
    }

    /// The table of what is on record, as text.
    fn table(&self) -> PyResult<String> {
        Ok(LeagueTable::new(&self.0).map_err(told)?.text())
    }

    /// Writes the page of all games into the directory, and returns where.
    fn write_page(&self) -> PyResult<PathBuf> {
        let path = self.0.folder().join("league.html");
        let page = league_page(&self.0).map_err(told)?;
        std::fs::write(&path, page)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        Ok(path)
    }
}
