//! An agent by name.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use poda_engine::{
    AgentSpec, AnyGame, AnyMove, Limits, Player, PlayerFailure, Request, SearchReport, Situation,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::evaluation::{CurrentThought, OwnEvaluation};
use crate::game::{Game, GameLike};
use crate::interrupt::{Interrupt, ended_by_ctrl_c};
use crate::position::Position;
use crate::report::Report;
use crate::{number, refused};

/// An agent that plays one game. What it remembers from move to move it keeps.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Agent {
    rules: Arc<AnyGame>,
    spec: AgentSpec,
    player: SharedPlayer,
    /// Whom an opinion of Python's tells of what it raised, if it has one.
    current: Option<CurrentThought>,
}

/// A player whom a thought that was left alone may hold for a moment longer.
type SharedPlayer = Arc<Mutex<Box<dyn Player>>>;

/// How long a thought may take at most.
const LONGEST: f64 = 86_400.0;

/// How long whoever waits for an agent that thinks already sleeps before it looks again.
const WAIT: Duration = Duration::from_millis(2);

/// A time in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    match time > 0.0 && time <= LONGEST {
        true => Ok(Duration::from_secs_f64(time)),
        false => Err(PyValueError::new_err(format!(
            "{time} is not a time: give seconds above 0, at most {LONGEST}"
        ))),
    }
}

/// Why there is no report.
pub(crate) enum Failure {
    /// An opinion in Python raised this.
    Raised(PyErr),
    Failed(PlayerFailure),
}

/// The player, once nobody else uses it: whoever comes second waits here, without the interpreter, and Ctrl-C ends that, too.
fn turn<'a>(
    player: &'a SharedPlayer,
    interrupt: &Interrupt,
) -> Result<MutexGuard<'a, Box<dyn Player>>, PlayerFailure> {
    loop {
        match player.try_lock() {
            Ok(player) => return Ok(player),
            Err(TryLockError::Poisoned(player)) => return Ok(player.into_inner()),
            Err(TryLockError::WouldBlock) if interrupt.is_set() => {
                return Err(PlayerFailure::crash("stopped"));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
        }
    }
}

impl Agent {
    /// Thinks at a board where somebody else has set the limits.
    pub(crate) fn thought(
        &self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, Failure> {
        if at.game.spec() != self.rules.spec() {
            let why = format!("it plays {}, not {}", self.rules.spec(), at.game.spec());
            return Err(Failure::Failed(PlayerFailure::crash(why)));
        }
        let interrupt = Interrupt::default();
        let Request {
            limits,
            all_moves,
            mut observer,
        } = request;
        let thought = interrupt.following(limits.stop, || {
            let mut player = turn(&self.player, &interrupt)?;
            if let Some(current) = &self.current {
                current.begin(&interrupt);
            }
            let request = Request {
                limits: Limits {
                    stop: Some(interrupt.flag()),
                    ..limits
                },
                all_moves,
                observer: match &mut observer {
                    Some(observer) => Some(&mut **observer),
                    None => None,
                },
            };
            player.think(at, request)
        });
        match interrupt.take() {
            Some(error) => Err(Failure::Raised(error)),
            None => thought.map_err(Failure::Failed),
        }
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, game, *, seed = 1, evaluation = None))]
    fn new(
        spec: &str,
        game: GameLike<'_>,
        #[pyo3(from_py_with = number)] seed: u64,
        evaluation: Option<Py<PyAny>>,
    ) -> PyResult<Agent> {
        let rules = game.rules()?;
        let spec: AgentSpec = spec.parse().map_err(refused)?;
        let current = evaluation.is_some().then(CurrentThought::default);
        let player: Box<dyn Player> = match evaluation.zip(current.clone()) {
            None => Box::new(poda_engine::Agent::new(&spec, &rules, seed).map_err(refused)?),
            Some((function, current)) => {
                let opinion = OwnEvaluation::new(Arc::clone(&rules), function, current);
                opinion.agent(&spec, seed).map_err(refused)?
            }
        };
        Ok(Agent {
            rules,
            spec,
            player: Arc::new(Mutex::new(player)),
            current,
        })
    }

    /// The whole name.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> Game {
        Game {
            rules: Arc::clone(&self.rules),
        }
    }

    /// Thinks about a position. The limits apply besides those of the agent's name. `progress` hears of each depth that is finished.
    #[pyo3(signature = (position, *, all_moves = false, depth = None, nodes = None, time = None, progress = None))]
    #[allow(clippy::too_many_arguments, reason = "they are named in Python")]
    fn think(
        &self,
        py: Python<'_>,
        position: &Position,
        all_moves: bool,
        #[pyo3(from_py_with = number)] depth: Option<u32>,
        #[pyo3(from_py_with = number)] nodes: Option<u64>,
        time: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        position.of(&self.rules)?;
        position.unfinished()?;
        let (line, state) = (position.line_known()?.to_vec(), position.state);
        let deadline = time.map(seconds).transpose()?;
        let interrupt = &Interrupt::default();
        let (own, rules) = (interrupt.clone(), Arc::clone(&self.rules));
        let (player, current) = (Arc::clone(&self.player), self.current.clone());
        let calls_python = current.is_some() || progress.is_some();
        let work = move || {
            let mut player = turn(&player, &own)?;
            if let Some(current) = current {
                current.begin(&own);
            }
            let mut tell = |report: &SearchReport<_>| {
                if let Some(progress) = &progress {
                    let told = Python::attach(|py| {
                        progress.bind(py).call1((Report(report.clone()),)).map(drop)
                    });
                    told.unwrap_or_else(|error| own.raise(error));
                }
            };
            let request = Request {
                limits: Limits {
                    depth,
                    nodes,
                    deadline: deadline.map(|time| Instant::now() + time),
                    stop: Some(own.flag()),
                },
                all_moves,
                observer: Some(&mut tell),
            };
            let at = Situation {
                game: &*rules,
                line: &line,
                state: &state,
            };
            player.think(&at, request)
        };
        let thought = ended_by_ctrl_c(py, interrupt, calls_python, work)?;
        Ok(Report(thought.map_err(refused)?))
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}', '{}')", self.spec, self.rules.spec())
    }
}
