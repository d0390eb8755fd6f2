//! What people are told about each game: a folder a game, behind one trait, and one line in the list below.

mod connect4;
mod dots;
mod tictactoe;

use poda_engine::{AnyMove, AnyState, Concrete};

use crate::board::{Board, CellView};
use crate::offer::GameOffer;
use crate::puzzle::PuzzleTheme;
use crate::reason::Reason;
use crate::verdict::Verdict;

/// The games, in the order in which to offer them.
const OFFERS: &[fn() -> GameOffer] = &[connect4::offer, dots::offer, tictactoe::offer];

/// The puzzles of each game that has some, one a line. docs/puzzles.md says how they were made.
pub(crate) const PUZZLES: &[&str] = &[
    include_str!("../../puzzles/connect4.txt"),
    include_str!("../../puzzles/dots.txt"),
];

/// The games, in the order in which to offer them.
pub fn offers() -> Vec<GameOffer> {
    OFFERS.iter().map(|offer| offer().with_ladders()).collect()
}

/// What a board measures, and what wins on it.
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// How many in a row win; 0 where boxes count.
    pub(crate) run: usize,
}

/// A game that people can be told about.
pub(crate) trait Coached: Concrete {
    /// What the board measures.
    fn shape(&self) -> Shape;

    /// What there is to see after moves that were checked.
    fn board(&self, line: &[Self::Move]) -> Board;

    /// Where the piece of a move comes to rest; none where edges are drawn.
    fn rests(&self, state: &Self::State, mv: Self::Move) -> Option<CellView>;

    /// Why a move is good, read off the board, so that it is true whoever found the move.
    fn reason(&self, state: &Self::State, mv: Self::Move, verdict: Verdict) -> Reason;

    /// What is wrong with a move after which less is to be expected, read off the board; nothing if that cannot be seen there.
    fn fault(
        &self,
        state: &Self::State,
        mv: Self::Move,
        before: Verdict,
        after: Verdict,
    ) -> Option<Reason>;

    /// What the right move of a puzzle does, which begins the line; nothing if it is nothing that a puzzle is about. A line to a win
    /// is whole, and both sides play as well as can be.
    fn theme(&self, _: &Self::State, _goal: Verdict, _line: &[Self::Move]) -> Option<PuzzleTheme> {
        None
    }

    /// How many points of an evaluation make an opinion of one half: a good threat, or the lead that usually decides.
    fn half(evaluation: &str) -> i32;
}

/// What a move did to the result, where the board does not show how.
pub(crate) fn slipped(before: Verdict, after: Verdict) -> Option<Reason> {
    match (before, after) {
        (Verdict::Wins { .. }, Verdict::Wins { .. })
        | (Verdict::Loses { .. }, Verdict::Loses { .. }) => None,
        (_, Verdict::Loses { moves }) => Some(Reason::AllowsForced { moves }),
        (Verdict::Wins { moves }, _) => Some(Reason::LetsWinSlip { moves }),
        _ => None,
    }
}

/// [`Coached::half`] for the type of a game at hand.
pub(crate) fn half<G: Coached>(_: &G, evaluation: &str) -> i32 {
    G::half(evaluation)
}

/// The concrete position, for the type of a game at hand.
pub(crate) fn own_state<'a, G: Concrete>(_: &G, state: &'a AnyState) -> &'a G::State {
    G::state(state)
}

/// The concrete move, for the type of a game at hand.
pub(crate) fn own_move<G: Concrete>(_: &G, mv: AnyMove) -> G::Move {
    G::own_move(mv)
}

/// The concrete moves, for the type of a game at hand.
pub(crate) fn own_line<G: Concrete>(_: &G, line: &[AnyMove]) -> Vec<G::Move> {
    line.iter().map(|&mv| G::own_move(mv)).collect()
}
