//! Exact solvers.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use poda_engine::solve::{self as exact, Solvable, SolveObserver, SolveProgress, SolverOptions};
use poda_engine::{AnyGame, AnyMove, AnyState, Concrete, Limits, with_game};
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::seconds;
use crate::game::{Game, GameLike};
use crate::interrupt::{Interrupt, abandonable, ended_by_ctrl_c};
use crate::position::Position;
use crate::{number, refused};

/// A solver of one concrete game, about positions of any.
trait SolveAny: Send + Sync {
    fn solve(
        &self,
        at: &AnyState,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<exact::Solution>;

    fn moves(
        &self,
        at: &AnyState,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Vec<(AnyMove, exact::Solution)>>;

    fn clear(&mut self);
}

/// Many ask at once; whoever clears it waits until nobody does.
type SharedSolver = Arc<RwLock<Box<dyn SolveAny>>>;

struct Of<G: Concrete>(Box<dyn exact::Solver<G>>);

impl<G: Concrete> SolveAny for Of<G> {
    fn solve(
        &self,
        at: &AnyState,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<exact::Solution> {
        self.0.solve(G::state(at), limits, observer)
    }

    fn moves(
        &self,
        at: &AnyState,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Vec<(AnyMove, exact::Solution)>> {
        let moves = self.0.moves(G::state(at), limits, observer)?;
        let any = moves.into_iter();
        Some(any.map(|(mv, known)| (G::any_move(mv), known)).collect())
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn made(game: &AnyGame, options: &SolverOptions) -> PyResult<SharedSolver> {
    fn of<G: Concrete + Solvable>(rules: &G, options: &SolverOptions) -> PyResult<SharedSolver> {
        let solver = Of(rules.solver(options).map_err(refused)?);
        Ok(Arc::new(RwLock::new(Box::new(solver))))
    }
    with_game!(game, |rules| of(rules, options))
}

/// What a position is worth if everybody plays perfectly.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Solution {
    value: i32,
    moves: Vec<(AnyMove, i32)>,
    nodes: u64,
}

#[pymethods]
impl Solution {
    /// How the game ends for the player to move, in the unit that people count in.
    #[getter]
    fn value(&self) -> i32 {
        self.value
    }

    /// What each move is worth to whoever makes it, in natural order; empty if that was not asked for.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (mv, value) in &self.moves {
            values.set_item(mv.to_string(), value)?;
        }
        Ok(values)
    }

    /// The moves that keep the value.
    #[getter]
    fn best_moves(&self) -> Vec<String> {
        let best = self.moves.iter().filter(|(_, value)| *value == self.value);
        best.map(|(mv, _)| mv.to_string()).collect()
    }

    /// Positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn __repr__(&self) -> String {
        format!("<value {}, {} nodes>", self.value, self.nodes)
    }
}

/// An exact solver of one game. It remembers what it has found.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Solver {
    rules: Arc<AnyGame>,
    solver: SharedSolver,
}

/// How often `progress` is told.
const TELL: Duration = Duration::from_millis(100);

impl Solver {
    fn made(rules: Arc<AnyGame>, options: &SolverOptions) -> PyResult<Solver> {
        let solver = made(&rules, options)?;
        Ok(Solver { rules, solver })
    }

    fn find(
        &self,
        py: Python<'_>,
        position: &Position,
        moves: bool,
        time: Option<f64>,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Solution> {
        position.of(&self.rules)?;
        let deadline = time.map(seconds).transpose()?;
        let interrupt = &Interrupt::default();
        let (solver, state) = (Arc::clone(&self.solver), position.state);
        let (own, told_to) = (interrupt.clone(), progress.map(|told| told.clone_ref(py)));
        let work = move || {
            let interrupt = own;
            let limits = Limits {
                deadline: deadline.map(|time| Instant::now() + time),
                ..Limits::until(interrupt.flag())
            };
            let mut told = Instant::now();
            let mut tell = |so_far: &SolveProgress| {
                if let Some(progress) = told_to.as_ref().filter(|_| told.elapsed() > TELL) {
                    told = Instant::now();
                    let told = Python::attach(|py| progress.call1(py, (so_far.nodes,)).map(drop));
                    told.unwrap_or_else(|error| interrupt.raise(error));
                }
            };
            let solver = solver.read().unwrap_or_else(PoisonError::into_inner);
            let value = solver.solve(&state, limits, &mut tell)?;
            let moves = match moves {
                true => solver.moves(&state, limits, &mut tell)?,
                false => Vec::new(),
            };
            Some((value, moves))
        };
        let found = ended_by_ctrl_c(py, interrupt, progress.is_some(), work)?;
        let Some((solution, moves)) = found else {
            return Err(PyTimeoutError::new_err(
                "the time was over before the value was known",
            ));
        };
        let of_moves: u64 = moves.iter().map(|(_, known)| known.nodes).sum();
        let values = moves.into_iter().map(|(mv, known)| (mv, known.value));
        Ok(Solution {
            value: solution.value,
            moves: values.collect(),
            nodes: solution.nodes + of_moves,
        })
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (game, *, threads = 1, memory = None, book = true))]
    fn new(
        game: GameLike<'_>,
        #[pyo3(from_py_with = number)] threads: usize,
        #[pyo3(from_py_with = number)] memory: Option<usize>,
        book: bool,
    ) -> PyResult<Solver> {
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!(
                "{threads} is not a number of threads: give 1 to 256"
            )));
        }
        if memory.is_some_and(|mebibytes| !(1..=65_536).contains(&mebibytes)) {
            return Err(PyValueError::new_err(
                "that is not a memory size: give 1 to 65536 MiB",
            ));
        }
        let options = SolverOptions {
            memory: memory.map(|mebibytes| mebibytes << 20),
            threads,
            book,
        };
        Solver::made(game.rules()?, &options)
    }

    /// The game that it solves.
    #[getter]
    fn game(&self) -> Game {
        Game {
            rules: Arc::clone(&self.rules),
        }
    }

    /// Solves a position; with `moves`, every move of it, too. `progress` hears now and then how many positions were searched.
    #[pyo3(signature = (position, *, moves = true, time = None, progress = None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Position,
        moves: bool,
        time: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Solution> {
        self.find(py, position, moves, time, progress.as_ref())
    }

    /// Forgets what it has found, once nobody else asks it.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let solver = Arc::clone(&self.solver);
        abandonable(py, &Interrupt::default(), move || {
            let mut solver = solver.write().unwrap_or_else(PoisonError::into_inner);
            solver.clear();
        })
    }

    fn __repr__(&self) -> String {
        format!("Solver('{}')", self.rules.spec())
    }
}

/// The solvers that `solve` keeps, the one used last at the end.
static KEPT: Mutex<Vec<(String, SharedSolver)>> = Mutex::new(Vec::new());
const MOST_KEPT: usize = 3;

/// The kept solver of a game.
fn kept(rules: &Arc<AnyGame>) -> PyResult<Solver> {
    let name = rules.spec().to_string();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().position(|(other, _)| *other == name);
    let solver = match known {
        Some(at) => kept.remove(at).1,
        None => made(rules, &SolverOptions::default())?,
    };
    kept.push((name, Arc::clone(&solver)));
    if kept.len() > MOST_KEPT {
        kept.remove(0);
    }
    Ok(Solver {
        rules: Arc::clone(rules),
        solver,
    })
}

/// What a position is worth if everybody plays perfectly, and what its moves are. The solvers of the games asked about last are kept.
#[pyfunction]
#[pyo3(signature = (position, *, moves = true, time = None, progress = None))]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    moves: bool,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solution> {
    kept(&position.rules)?.find(py, position, moves, time, progress.as_ref())
}
