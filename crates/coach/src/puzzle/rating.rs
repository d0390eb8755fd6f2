//! What makes a puzzle hard: how far one must see, how many wrong moves look right, and which players find the answer.

use poda_engine::{Agent, AgentSpec, AnyGame, AnyMove, AnyState, Request};

/// The levels of the ladder that try each puzzle.
pub const LEVELS: [u8; 4] = [1, 2, 3, 4];

/// How often each of them tries. The last one is slow and leaves little to chance: it tries once, and that counts as all.
pub const TRIES: u8 = 4;

/// How many plies somebody looks ahead who falls for a move that looks right.
const GLANCE: u32 = 2;

/// What makes a puzzle hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rating {
    /// How far one must see: the moves to the win; where a draw is kept, the moves until the last of the wrong moves has lost; in a
    /// game for points, half the moves that are left.
    pub length: u16,
    /// Wrong moves that a search of two plies likes at least as well as the right one.
    pub traps: u8,
    /// In how many of four tries each of the levels 1 to 4 did not find it.
    pub missed: [u8; 4],
}

impl Rating {
    /// All of it in one number, by which puzzles are sorted: three for each miss, two for each trap, one for each move.
    pub fn points(&self) -> u16 {
        let missed: u16 = self.missed.iter().map(|&count| u16::from(count)).sum();
        3 * missed + 2 * u16::from(self.traps.min(6)) + self.length.min(12)
    }
}

/// How many wrong moves a short search likes at least as well as the right one.
pub(super) fn traps(game: &AnyGame, state: &AnyState, right: AnyMove) -> u8 {
    let spec = AgentSpec::alphabeta(GLANCE);
    let mut agent = Agent::new(&spec, game, 1).expect("alpha-beta plays every game");
    let report = agent.think(
        state,
        Request {
            all_moves: true,
            ..Request::default()
        },
    );
    let value = |mv| report.moves.iter().find(|root| root.mv == mv);
    let right = value(right).expect("every move was searched").value;
    let liked = report.moves.iter().filter(|root| root.value >= right);
    (liked.count() - 1).min(99) as u8
}

/// In how many of so many tries a level finds the move. The seed decides what is left to chance.
pub fn found_by(
    level: u8,
    game: &AnyGame,
    state: &AnyState,
    right: AnyMove,
    tries: u8,
    seed: u64,
) -> u8 {
    let finds = |number: &u8| {
        let seed = seed.wrapping_mul(1000) + u64::from(*number);
        let mut agent =
            Agent::new(&AgentSpec::Level(level), game, seed).expect("levels play every game");
        agent.think(state, Request::default()).choice == right
    };
    (0..tries).filter(finds).count() as u8
}

/// In how many of [`TRIES`] a level does not find the move.
pub(super) fn missed_by(
    level: u8,
    game: &AnyGame,
    state: &AnyState,
    right: AnyMove,
    seed: u64,
) -> u8 {
    match level == LEVELS[LEVELS.len() - 1] {
        true => TRIES * (1 - found_by(level, game, state, right, 1, seed)),
        false => TRIES - found_by(level, game, state, right, TRIES, seed),
    }
}
