//! The contract between a game and everything that plays it.

use std::fmt;
use std::hash::Hash;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::types::{Outcome, PlayerId};

/// The most moves any position of any game may have: the edges of 7×7 boxes.
pub const MOST_MOVES: usize = 112;

/// The legal moves of a position, kept in place: filling one never touches the heap.
pub type MoveList<M> = ArrayVec<M, MOST_MOVES>;

/// A game of perfect information for two or three players, without chance.
///
/// The implementing value holds the *rules*: everything that stays the same through a game, such as the size of the board,
/// and what is worth computing once. A [`State`](Game::State) is one position: small, `Copy`, and meaningless without its
/// rules.
///
/// # Contract
/// * **Turns need not alternate.** [`to_move`](Game::to_move) says whose turn it is, and nothing else does.
/// * A position is finished if and only if [`outcome`](Game::outcome) is `Some`, and then it has no moves. Every other
///   position has at least one.
/// * [`moves`](Game::moves) lists each legal move once, in the *natural order* of the game, which is the same in every run.
/// * Each move raises [`ply`](Game::ply) by one, so every game ends, and two positions with equal states have equal plies.
/// * Equal states have equal futures: whatever decides the rest of the game, the score included, is in the state.
/// * A symmetry maps legal moves to legal moves and keeps players and outcomes. Number 0 is the identity.
/// * Nothing in here allocates, but for the text forms.
///
/// `tests/contract.rs` holds every game to this.
pub trait Game: Clone + fmt::Debug + Send + Sync {
    /// One position.
    type State: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// One move, with a text form that needs no rules.
    type Move: Copy + Eq + Hash + fmt::Debug + fmt::Display + Send + Sync;

    /// Whether two play who take strict turns, so that the side changes with every move. A promise to the compiler, which then
    /// leaves out of a search what only other games need; `false` is never wrong.
    const ALTERNATES: bool = false;

    /// How many play: 2 or 3.
    fn players(&self) -> usize;

    /// The position before the first move.
    fn start(&self) -> Self::State;

    /// How many moves led to this position.
    fn ply(&self, state: &Self::State) -> u32;

    /// Whose turn it is. In a finished game: whose turn it would be.
    fn to_move(&self, state: &Self::State) -> PlayerId;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Appends the legal moves to `list`; none if the game is over.
    fn moves(&self, state: &Self::State, list: &mut MoveList<Self::Move>);

    /// As [`moves`](Game::moves), for a position that is known not to be finished: what a search has just found out need not
    /// be found out again.
    #[inline]
    fn moves_unfinished(&self, state: &Self::State, list: &mut MoveList<Self::Move>) {
        self.moves(state, list);
    }

    /// Appends every move that this position, or one that follows from it, may have, in natural order: what a search can put in
    /// order once instead of at every node. As it stands it is right for games in which moves vanish but never appear.
    fn moves_ahead(&self, state: &Self::State, list: &mut MoveList<Self::Move>) {
        self.moves(state, list);
    }

    /// Whether one of the [`moves_ahead`](Game::moves_ahead) is legal in a position that is not finished.
    #[inline]
    fn allows(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.check(state, mv).is_ok()
    }

    /// How many legal moves there are.
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut list = MoveList::new();
        self.moves(state, &mut list);
        list.len()
    }

    /// Why this move is not allowed here, if it is not.
    ///
    /// # Errors
    /// One sentence that says what is wrong and what is allowed.
    fn check(&self, state: &Self::State, mv: Self::Move) -> Result<(), MoveError>;

    /// The position after a move that is known to be legal. What an illegal move gives is not defined, but safe.
    fn play_unchecked(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The position after a move.
    ///
    /// # Errors
    /// The move is not legal here; see [`check`](Game::check).
    fn play(&self, state: &Self::State, mv: Self::Move) -> Result<Self::State, MoveError> {
        self.check(state, mv)?;
        Ok(self.play_unchecked(state, mv))
    }

    /// How many points `player` is ahead of the best of the others, in a game that is played for points; `None` where only
    /// winning counts.
    fn margin(&self, _state: &Self::State, _player: PlayerId) -> Option<i32> {
        None
    }

    /// A number that no other move of the game has.
    fn code(mv: Self::Move) -> u8;

    /// At most this many moves can follow.
    fn plies_left(&self, state: &Self::State) -> u32;

    /// A hash of the position, well mixed. Where a position fits 64 bits, different ones have different hashes.
    fn hash(&self, state: &Self::State) -> u64;

    /// How near to the centre of the board the move is: the larger, the nearer.
    fn centrality(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// How much has been played where the move goes and beside it.
    fn busyness(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// How promising each move looks at a glance, in the order of `moves`: a search tries the larger first. Any answer is
    /// right; a good one prunes more.
    fn promises(&self, _state: &Self::State, moves: &MoveList<Self::Move>) -> MoveList<i32> {
        moves.iter().map(|&mv| self.centrality(mv)).collect()
    }

    /// How many symmetries the board has, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The position as the given symmetry shows it.
    fn image(&self, state: &Self::State, symmetry: usize) -> Self::State {
        assert_eq!(symmetry, 0);
        *state
    }

    /// The move as the given symmetry shows it.
    fn image_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        assert_eq!(symmetry, 0);
        mv
    }

    /// Reads one move off the front of `text` and returns it with the bytes it took.
    ///
    /// # Errors
    /// The text does not start with a move of this game.
    fn read_move(&self, text: &str) -> Result<(Self::Move, usize), MoveError>;

    /// Reads a position: the moves from the start, spaces optional. Returns the moves and where they lead.
    ///
    /// # Errors
    /// The first move that cannot be read or played, with its number.
    fn read_position(&self, text: &str) -> Result<(Vec<Self::Move>, Self::State), PositionError> {
        let (mut line, mut state) = (Vec::new(), self.start());
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let at = |error| PositionError {
                number: line.len() + 1,
                error,
            };
            let (mv, length) = self.read_move(rest).map_err(at)?;
            state = self.play(&state, mv).map_err(at)?;
            line.push(mv);
            rest = rest[length..].trim_start();
        }
        Ok((line, state))
    }
}

/// A bijection of 64 bits that spreads every input bit over the output.
#[inline]
pub(crate) fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 32
}

/// The moves one after another as text: what [`Game::read_position`] reads.
pub fn line_text<M: fmt::Display>(line: &[M]) -> String {
    line.iter().map(ToString::to_string).collect()
}

/// A move that cannot be read or is not allowed. Each message is one sentence, made by the game, that says what is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is no move of this game.
    #[error("{0}")]
    Unreadable(String),
    /// The move cannot be made here.
    #[error("{0}")]
    NotAllowed(String),
    /// A finished game has no moves.
    #[error("the game is over ({}): no move is allowed", describe(*.outcome))]
    GameOver {
        /// How it ended.
        outcome: Outcome,
    },
}

fn describe(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("the {player} player won"),
        Outcome::Draw => "a draw".to_owned(),
    }
}

/// A position whose text cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}: {error}")]
pub struct PositionError {
    /// Which move, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
}
