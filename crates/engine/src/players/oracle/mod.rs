//! The exact solvers as agents ask them: about the moves of one position, for a limited time.

mod connect4;
mod dots;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::knowledge::{Knowledge, Needs};
use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::connect4::Connect4;
use crate::playable::Playable;
use crate::search::{Bound, RootMove};
use crate::types::Score;

/// A game that an exact solver may know.
pub trait Solvable: Playable {
    /// Whoever can value its positions; `None` if nobody can.
    fn oracle(&self, _needs: Needs, _knowledge: &Knowledge) -> Option<Box<dyn Oracle<Self>>> {
        None
    }
}

impl<B: Bits> Solvable for Connect4<B, 3> {}

/// Proves what the moves of a position are worth.
pub trait Oracle<G: Game>: Send {
    /// Whether a few seconds may be enough for this position.
    fn is_hopeful(&self, game: &G, state: &G::State) -> bool;

    /// Proves as much as time allows, the best move first. `tell` hears of each value that is found once the position is solved.
    fn prove(
        &mut self,
        game: &G,
        state: &G::State,
        question: &Question<'_, G::Move>,
        tell: &mut dyn FnMut(&Proof<G::Move>),
    ) -> Proof<G::Move>;

    /// Whether a move is known to be worth at least this much; no, if that cannot be shown in time.
    fn keeps(
        &mut self,
        game: &G,
        state: &G::State,
        mv: G::Move,
        least: Score,
        patience: Patience<'_>,
    ) -> bool;
}

/// How long to go on.
#[derive(Clone, Copy)]
pub(super) struct Patience<'a> {
    /// Not after this.
    pub(super) deadline: Instant,
    /// Not after somebody has set this.
    pub(super) stop: Option<&'a AtomicBool>,
}

impl Patience<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || Instant::now() >= self.deadline
    }

    /// The same for at most this long from now on.
    fn at_most(self, time: Duration) -> Self {
        let deadline = self.deadline.min(Instant::now() + time);
        Patience { deadline, ..self }
    }
}

/// What an oracle is asked.
pub(super) struct Question<'a, M> {
    /// How long the proof may take.
    pub(super) patience: Patience<'a>,
    /// How much of that may be spent after the best move is known, on what the others are worth and how the game goes on.
    pub(super) rest: Duration,
    /// The legal moves; of equal ones the first is chosen, where it costs nothing.
    pub(super) moves: &'a [M],
    /// What the position is thought to be worth.
    pub(super) guess: Option<Score>,
}

/// What was proved.
#[derive(Clone)]
pub(super) struct Proof<M> {
    /// What the position is worth, if that is known.
    pub(super) value: Option<Score>,
    /// A move that is worth that much; without a value, a move and what it is worth at least.
    pub(super) choice: Option<(M, Score)>,
    /// What is known of single moves.
    pub(super) moves: Vec<RootMove<M>>,
    /// How the game goes on after the choice, as far as there was time.
    pub(super) line: Vec<M>,
    /// Positions visited.
    pub(super) nodes: u64,
}

impl<M: Copy + Eq> Proof<M> {
    fn nothing() -> Proof<M> {
        Proof {
            value: None,
            choice: None,
            moves: Vec::new(),
            line: Vec::new(),
            nodes: 0,
        }
    }

    /// The value and a move that has it.
    pub(super) fn solution(&self) -> Option<(Score, M)> {
        self.value.zip(self.choice.map(|(mv, _)| mv))
    }

    fn add(&mut self, mv: M, value: Score) {
        let bound = Bound::Exact;
        self.moves.push(RootMove { mv, value, bound });
    }

    fn knows(&self, mv: M) -> bool {
        self.moves.iter().any(|root| root.mv == mv)
    }
}
