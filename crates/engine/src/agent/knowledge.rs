//! What perfect agents know before they think, and share.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::any::{AnyGame, GameSpec};
use crate::games::bits::Bits;
use crate::games::connect4::Connect4Spec;
use crate::games::dots::{Dots, DotsSpec};
use crate::solve::{connect4, dots};

/// The tables of the exact solvers. Agents that are given the same knowledge share them: what one of them finds out the others know,
/// and a server with many agents holds one table for each board.
///
/// A clone is the same knowledge. A table is made when an agent first needs it and goes with the last agent that uses it,
/// unless a kept solution was loaded into it.
///
/// ```
/// use poda_engine::{Agent, AnyGame, Game, Knowledge, Thinking};
///
/// let game: AnyGame = "dots:2x3".parse()?;
/// let knowledge = Knowledge::default();
/// let mut agent = Agent::with_knowledge(&"perfect".parse()?, &game, 1, &knowledge)?;
/// let report = agent.think(&game.start(), Thinking::default());
/// assert!(report.solved && report.value.get() == -2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Knowledge(Arc<Mutex<Shelf>>);

type Table = dyn Any + Send + Sync;

/// Which table: the board, the type that holds it, and the threads where they are part of the solver.
type Key = (GameSpec, TypeId, usize);

#[derive(Default)]
struct Shelf {
    used: HashMap<Key, Weak<Table>>,
    /// With what was loaded.
    kept: HashMap<Key, Arc<Table>>,
}

/// The largest table of one board: with a book, 6 × 7 needs less, and so does whatever is solved in seconds. The system gives
/// the memory page by page as it is used.
const TABLE_BYTES: usize = 128 << 20;

impl Knowledge {
    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn table<T: Any + Send + Sync>(
        &self,
        game: GameSpec,
        threads: usize,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let mut shelf = self.shelf();
        let key = (game, TypeId::of::<T>(), threads);
        if let Some(table) = shelf.used.get(&key).and_then(Weak::upgrade) {
            return table.downcast().expect("the key holds the type");
        }
        shelf.used.retain(|_, table| table.strong_count() > 0);
        let table = Arc::new(make());
        let any: Arc<Table> = table.clone();
        shelf.used.insert(key, Arc::downgrade(&any));
        table
    }

    /// The solver of a board for two players who connect four, with the book that the engine has of it.
    pub(super) fn connect4(&self, spec: Connect4Spec, threads: usize) -> Arc<connect4::Solver> {
        self.table(GameSpec::Connect4(spec), threads, || {
            connect4::Solver::new(spec, TABLE_BYTES)
                .expect("agents check which games they play")
                .with_threads(threads)
                .with_embedded_book()
        })
    }

    /// The solver of a board of Dots and Boxes.
    pub(super) fn dots<B: Bits>(&self, rules: &Dots<B>) -> Arc<dots::Solver<B>> {
        self.table(GameSpec::Dots(rules.spec()), 0, || {
            dots::Solver::new(rules, TABLE_BYTES)
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
        let solver = self.dots(rules);
        let positions = solver.load(reader)?;
        let key = (
            GameSpec::Dots(rules.spec()),
            TypeId::of::<dots::Solver<B>>(),
            0,
        );
        self.shelf().kept.insert(key, solver);
        Ok(positions)
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept = self.shelf().kept.len();
        f.debug_struct("Knowledge").field("kept", &kept).finish()
    }
}
