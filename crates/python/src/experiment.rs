//! Experiments and their reports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use poda_engine::fnv1a;
use poda_lab::{ExperimentReport, PlayerFactory, Record, SpecError, catalogue, export, find};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::_native::BUILD;
use crate::interrupt::{Interrupt, abandonable, interruptible};
use crate::own_player::{named, players};
use crate::run::Run;
use crate::{number, plain, refused};

/// An experiment: one that comes with Poda, a file, or a text.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Experiment {
    pub(crate) experiment: Arc<poda_lab::Experiment>,
    pub(crate) players: SharedPlayers,
    /// The players that are written in Python, as they were given.
    own: Option<Py<PyDict>>,
}

/// Who takes part, for experiments, runs and the threads that play them.
pub(crate) type SharedPlayers = Arc<dyn PlayerFactory + Send + Sync>;

/// The records of lines of text, if they are of this experiment.
pub(crate) fn records_of(
    experiment: &poda_lab::Experiment,
    lines: &[String],
) -> PyResult<BTreeMap<u64, Record>> {
    let mut records = BTreeMap::new();
    for line in lines {
        let record = Record::from_line(line.trim_end().as_bytes()).map_err(refused)?;
        record.check(experiment.plan()).map_err(refused)?;
        records.insert(record.game, record);
    }
    Ok(records)
}

/// A record as a line of text, without its end.
pub(crate) fn line(record: &Record) -> String {
    let text = String::from_utf8(record.to_line()).expect("JSON is UTF-8");
    text.trim_end().to_owned()
}

impl Experiment {
    /// One of which everybody who takes part is known.
    pub(crate) fn with(experiment: poda_lab::Experiment, players: SharedPlayers) -> Experiment {
        Experiment {
            experiment: Arc::new(experiment),
            players,
            own: None,
        }
    }
}

#[pymethods]
impl Experiment {
    #[new]
    #[pyo3(signature = (spec, *, quick = false, own = None, name = None))]
    fn new(
        py: Python<'_>,
        spec: PathBuf,
        quick: bool,
        own: Option<&Bound<'_, PyMapping>>,
        name: Option<String>,
    ) -> PyResult<Experiment> {
        let own = named(py, own)?;
        let players = players(own.as_ref())?;
        // Bots are asked who they are.
        let read = abandonable(py, &Interrupt::default(), move || {
            let spec = spec.to_string_lossy();
            // A spec has many lines; a name or a path has one.
            let mut experiment = match spec.contains('\n') {
                true => {
                    let name = name.as_deref().unwrap_or("experiment");
                    poda_lab::Experiment::parse(name, &spec, &players)?
                }
                false => find(&spec, &players)?,
            };
            if quick {
                experiment = experiment.quick(&players)?;
            }
            Ok::<_, SpecError>((experiment, players))
        })?;
        let (experiment, players) = read.map_err(refused)?;
        Ok(Experiment {
            experiment: Arc::new(experiment),
            players: Arc::new(players),
            own: own.map(Bound::unbind),
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> String {
        self.experiment.name().to_owned()
    }

    /// One line about it.
    #[getter]
    fn title(&self) -> String {
        self.experiment.title().to_owned()
    }

    /// The spec.
    #[getter]
    fn text(&self) -> String {
        self.experiment.text().to_owned()
    }

    /// Whether it is the quick form.
    #[getter]
    fn quick(&self) -> bool {
        self.experiment.is_quick()
    }

    /// How many games it has.
    #[getter]
    fn games(&self) -> u64 {
        self.experiment.plan().games()
    }

    /// The players that are written in Python, by name.
    #[getter]
    fn own<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match &self.own {
            Some(own) => own.bind(py).copy(),
            None => Ok(PyDict::new(py)),
        }
    }

    /// A sum of everything that decides what is played, the build of Poda and the files of bots included: workers compare it before they play.
    #[getter]
    fn fingerprint(&self, py: Python<'_>) -> PyResult<String> {
        let (experiment, players) = (Arc::clone(&self.experiment), Arc::clone(&self.players));
        abandonable(py, &Interrupt::default(), move || {
            let plan = experiment.plan();
            let agents = plan.cells.iter().flat_map(|cell| &cell.agents);
            let programs: BTreeSet<String> =
                agents.filter_map(|name| players.identity(name)).collect();
            let all = format!("{BUILD} {plan:?} {programs:?}");
            format!("{:016x}", fnv1a(all.as_bytes()))
        })
    }

    /// Plays these games of the plan, one after another, and returns their records, a line of text each.
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number)] games: Vec<u64>,
    ) -> PyResult<Vec<String>> {
        let plan = self.experiment.plan();
        if let Some(game) = games.iter().find(|&&game| game >= plan.games()) {
            return Err(PyIndexError::new_err(format!(
                "there is no game {game}: there are {}, counted from 0",
                plan.games()
            )));
        }
        let interrupt = Interrupt::default();
        interruptible(py, &interrupt, || {
            let play = |&game: &u64| {
                let bout = plan.bout(game);
                Some(line(&plan.play(&bout, &*self.players, interrupt.flag())?))
            };
            games.iter().map_while(play).collect()
        })
    }

    /// Opens the directory of a run, or makes it. It is locked until it is closed.
    fn open(&self, py: Python<'_>, folder: PathBuf) -> PyResult<Run> {
        Run::open(py, self, folder)
    }

    /// The report on these records.
    #[pyo3(signature = (records, *, times = true))]
    fn report(&self, py: Python<'_>, records: Vec<String>, times: bool) -> PyResult<LabReport> {
        let records = records_of(&self.experiment, &records)?;
        let experiment = Arc::clone(&self.experiment);
        let report = abandonable(py, &Interrupt::default(), move || {
            ExperimentReport::new(&experiment, &records, times)
        })?;
        Ok(LabReport::new(report))
    }

    fn __repr__(&self) -> String {
        format!("<{}: {} games>", self.name(), self.games())
    }
}

/// What an experiment showed.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct LabReport(Arc<ExperimentReport>);

impl LabReport {
    pub(crate) fn new(report: ExperimentReport) -> LabReport {
        LabReport(Arc::new(report))
    }

    fn exported(&self, py: Python<'_>, form: fn(&ExperimentReport) -> String) -> PyResult<String> {
        let report = Arc::clone(&self.0);
        abandonable(py, &Interrupt::default(), move || form(&report))
    }
}

#[pymethods]
impl LabReport {
    /// For a terminal.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.exported(py, export::text)
    }

    /// As Markdown.
    #[getter]
    fn markdown(&self, py: Python<'_>) -> PyResult<String> {
        self.exported(py, export::markdown)
    }

    /// As CSV.
    #[getter]
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        self.exported(py, export::csv)
    }

    /// As a page of its own.
    #[getter]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.exported(py, export::html)
    }

    /// Everything, with the keys of `poda lab report --format json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &serde_json::to_string(&*self.0).map_err(refused)?)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn _repr_markdown_(&self, py: Python<'_>) -> PyResult<String> {
        self.markdown(py)
    }
}

/// The names of the experiments that come with Poda.
#[pyfunction]
pub(crate) fn experiments() -> Vec<String> {
    let all = catalogue();
    all.iter()
        .map(|experiment| experiment.name().to_owned())
        .collect()
}
