//! What perfect agents know before they think, and share.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::games::AnyGame;
use crate::solve::{LoadError, Solvable, Solver, SolverOptions};

/// The tables of the exact solvers. Agents that are given the same knowledge share them: what one of them finds out the others know,
/// and a server with many agents holds one table for each board.
///
/// A clone is the same knowledge. A table is made when an agent first needs it and goes with the last agent that uses it,
/// unless a kept solution was loaded into it.
///
/// ```
/// use poda_engine::{Agent, AnyGame, Game, Knowledge, Request};
///
/// let game: AnyGame = "dots:2x3".parse()?;
/// let knowledge = Knowledge::default();
/// let mut agent = Agent::with_knowledge(&"perfect".parse()?, &game, 1, &knowledge)?;
/// let report = agent.think(&game.start(), Request::default());
/// assert!(report.solved && report.value.get() == -2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Knowledge(Arc<Mutex<Tables>>);

/// A solver that several agents ask.
pub type SharedSolver<G> = Arc<Box<dyn Solver<G>>>;

/// A [`SharedSolver`] of some game.
type AnySolver = dyn Any + Send + Sync;

/// What people type for the board, and the type of its rules.
type Board = (String, TypeId);

#[derive(Default)]
struct Tables {
    used: HashMap<(Board, SolverOptions), Weak<AnySolver>>,
    /// With what was loaded, for all who play that board.
    kept: HashMap<Board, Arc<AnySolver>>,
}

impl Tables {
    fn kept<G: Solvable>(&self, board: &Board) -> Option<&dyn Solver<G>> {
        let solver = self.kept.get(board)?.downcast_ref::<Box<dyn Solver<G>>>();
        Some(&**solver.expect("the key holds the type"))
    }

    fn used<G: Solvable>(&self, key: &(Board, SolverOptions)) -> Option<SharedSolver<G>> {
        let solver = self.used.get(key)?.upgrade()?;
        Some(solver.downcast().expect("the key holds the type"))
    }
}

/// The largest and the smallest table. The system gives the memory page by page as it is used.
const MOST_BYTES: usize = 256 << 20;
const LEAST_BYTES: usize = 1 << 20;
/// How much a solver can fill on one thread.
const BYTES_A_SECOND: f64 = (16 << 20) as f64;

/// What suits an agent with so much time: a table as large as it can fill, down to a power of two so that agents with about as
/// much time share. 64 MiB for 5 s.
pub(super) fn options(time: Duration, threads: usize) -> SolverOptions {
    let fill = time.as_secs_f64() * threads as f64 * BYTES_A_SECOND;
    let bytes = (fill as usize).clamp(LEAST_BYTES, MOST_BYTES);
    SolverOptions {
        memory: Some(1 << bytes.ilog2()),
        threads,
        ..SolverOptions::default()
    }
}

impl Knowledge {
    fn tables(&self) -> std::sync::MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solver of a board, the same one for all who ask for it with these options while one of them holds it; `None` if
    /// these rules have none.
    ///
    /// # Panics
    /// If the rules of the game are not of type `G`.
    pub fn solver_of<G: Solvable>(
        &self,
        game: &AnyGame,
        options: SolverOptions,
    ) -> Option<SharedSolver<G>> {
        // The solvers are compiled in this crate, and only here.
        let solver = self.any_solver(game, options)?.downcast();
        Some(solver.expect("the rules are of this type"))
    }

    fn any_solver(&self, game: &AnyGame, options: SolverOptions) -> Option<Arc<AnySolver>> {
        with_game!(game, |rules| {
            let solver = self.solver(rules, options)?;
            Some(solver as Arc<AnySolver>)
        })
    }

    /// The solver of a board; `None` if these rules have none.
    pub(super) fn solver<G: Solvable>(
        &self,
        game: &G,
        options: SolverOptions,
    ) -> Option<SharedSolver<G>> {
        let mut tables = self.tables();
        let board = (game.spec_text(), TypeId::of::<G>());
        if let Some(kept) = tables.kept::<G>(&board).and_then(Solver::kept) {
            return Some(Arc::new(kept.share(options.threads)));
        }
        let key = (board, options);
        if let Some(solver) = tables.used(&key) {
            return Some(solver);
        }
        tables.used.retain(|_, solver| solver.strong_count() > 0);
        let solver: SharedSolver<G> = Arc::new(game.solver(&options).ok()?);
        let any: Arc<AnySolver> = solver.clone();
        tables.used.insert(key, Arc::downgrade(&any));
        Some(solver)
    }

    /// Takes up a kept solution, as [`KeptSolution::save`](crate::solve::KeptSolution::save) writes it, for all agents that are
    /// given this knowledge, and returns how many positions it has.
    ///
    /// # Errors
    /// It is not a whole solution of this board.
    pub fn load(&self, game: &AnyGame, mut reader: impl Read) -> Result<usize, LoadError> {
        with_game!(game, |rules| self.load_of(rules, &mut reader))
    }

    fn load_of<G: Solvable>(&self, game: &G, reader: &mut dyn Read) -> Result<usize, LoadError> {
        let options = SolverOptions {
            memory: Some(MOST_BYTES),
            ..SolverOptions::default()
        };
        let none = || LoadError::NotKept(game.spec_text());
        let solver = game.solver(&options).map_err(|_| none())?;
        let positions = solver.kept().ok_or_else(none)?.load(reader)?;
        let board = (game.spec_text(), TypeId::of::<G>());
        self.tables().kept.insert(board, Arc::new(solver));
        Ok(positions)
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.tables().kept.len();
        f.debug_struct("Knowledge").field("kept", &kept).finish()
    }
}
