//! What perfect agents know before they think, and share.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::games::bits::Bits;
use crate::games::connect4::Connect4Spec;
use crate::games::dots::{Dots, DotsSpec};
use crate::games::{AnyGame, GameSpec};
use crate::solve::{connect4, dots};

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
pub struct Knowledge(Arc<Mutex<Shelf>>);

type Table = dyn Any + Send + Sync;

/// The board and the type of its solver.
type Board = (GameSpec, TypeId);

#[derive(Default)]
struct Shelf {
    used: HashMap<(Board, Needs), Weak<Table>>,
    /// With what was loaded, for all who play that board.
    kept: HashMap<Board, Arc<Table>>,
}

/// What kind of table an agent needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Needs {
    pub(super) threads: usize,
    bytes: usize,
}

/// The largest and the smallest table. The system gives the memory page by page as it is used.
const MOST_BYTES: usize = 256 << 20;
const LEAST_BYTES: usize = 1 << 20;
/// How much a solver can fill on one thread.
const BYTES_A_SECOND: f64 = (16 << 20) as f64;

impl Needs {
    /// As much as can be filled in this time, down to a power of two so that agents with about as much time share: 64 MiB for 5 s.
    pub(super) fn new(time: Duration, threads: usize) -> Needs {
        let fill = time.as_secs_f64() * threads as f64 * BYTES_A_SECOND;
        let bytes = (fill as usize).clamp(LEAST_BYTES, MOST_BYTES);
        Needs {
            threads,
            bytes: 1 << bytes.ilog2(),
        }
    }
}

impl Knowledge {
    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn table<T: Any + Send + Sync>(
        &self,
        game: GameSpec,
        needs: Needs,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let mut shelf = self.shelf();
        let board = (game, TypeId::of::<T>());
        let key = (board, needs);
        let used = || shelf.used.get(&key).and_then(Weak::upgrade);
        if let Some(table) = shelf.kept.get(&board).cloned().or_else(used) {
            return table.downcast().expect("the key holds the type");
        }
        shelf.used.retain(|_, table| table.strong_count() > 0);
        let table = Arc::new(make());
        let any: Arc<Table> = table.clone();
        shelf.used.insert(key, Arc::downgrade(&any));
        table
    }

    /// The solver of a board for two players who connect four, with the book that the engine has of it.
    pub(super) fn connect4(&self, spec: Connect4Spec, needs: Needs) -> Arc<connect4::Solver> {
        self.table(GameSpec::Connect4(spec), needs, || {
            connect4::Solver::new(spec, needs.bytes)
                .expect("agents check which games they play")
                .with_threads(needs.threads)
                .with_embedded_book()
        })
    }

    /// The solver of a board of Dots and Boxes.
    pub(super) fn dots<B: Bits>(&self, rules: &Dots<B>, needs: Needs) -> Arc<dots::Solver<B>> {
        // Its threads come with each question.
        let needs = Needs {
            threads: 1,
            ..needs
        };
        self.table(GameSpec::Dots(rules.spec()), needs, || {
            dots::Solver::new(rules, needs.bytes)
        })
    }

    /// Takes up a kept solution, as [`Solver::save`](dots::Solver::save) writes it, for all agents that are given this knowledge,
    /// and returns how many positions it has.
    ///
    /// # Errors
    /// It is not a whole solution of this board.
    pub fn load_dots(&self, spec: DotsSpec, reader: impl Read) -> Result<usize, dots::LoadError> {
        match AnyGame::new(GameSpec::Dots(spec)) {
            AnyGame::Dots(rules) => self.load(&rules, reader),
            AnyGame::LargeDots(rules) => self.load(&rules, reader),
            _ => unreachable!("a board of dots is a game of dots"),
        }
    }

    fn load<B: Bits>(&self, rules: &Dots<B>, reader: impl Read) -> Result<usize, dots::LoadError> {
        let solver = dots::Solver::new(rules, MOST_BYTES);
        let positions = solver.load(reader)?;
        let board = (
            GameSpec::Dots(rules.spec()),
            TypeId::of::<dots::Solver<B>>(),
        );
        self.shelf().kept.insert(board, Arc::new(solver));
        Ok(positions)
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.shelf().kept.len();
        f.debug_struct("Knowledge").field("kept", &kept).finish()
    }
}
