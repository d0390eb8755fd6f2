//! Connect 4 (two or three players, any board) and Dots and Boxes: rules, search, exact solvers, agents.
//!
//! No input or output, no threads or clocks behind your back: a library for whoever writes a bot, a lesson or an interface.
//!
//! # Play
//! ```
//! use poda_engine::{AnyGame, Game, Outcome, PlayerId};
//!
//! let game: AnyGame = "connect4".parse()?;
//! let (moves, end) = game.read_position("4455667")?;
//! assert_eq!(moves.len(), 7);
//! assert_eq!(game.outcome(&end), Some(Outcome::Win(PlayerId::FIRST)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Search
//! ```
//! use poda_engine::{Agent, AnyGame, Game, Request};
//!
//! let game: AnyGame = "connect4".parse()?;
//! let (_, state) = game.read_position("4455")?;
//! let mut agent = Agent::new(&"strong:depth=8".parse()?, &game, 1)?;
//! let report = agent.think(&state, Request::default());
//! assert_eq!(report.value.decided_at(), Some(7), "three in a row with two open ends");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve
//! ```
//! use poda_engine::dots::{Dots, DotsSpec};
//! use poda_engine::solve::{Solver, dots::DotsSolver};
//! use poda_engine::{Game, Limits};
//!
//! let game: Dots<u64> = Dots::new(DotsSpec::new(2, 2)?);
//! let solver = DotsSolver::new(&game, 1 << 20);
//! let solution = solver.solve(&game.start(), Limits::default(), &mut |_| {});
//! assert_eq!(solution.map(|solution| solution.value), Some(2), "the first player gets three of the four boxes");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod games;
mod eval;
mod fnv;
mod game;
mod memory;
mod params;
mod perft;
mod playable;
mod player;
mod players;
mod search;
mod session;
pub mod solve;
mod types;

pub use eval::{EvalError, EvalSpec, Evaluator, NoOpinion};
pub use fnv::fnv1a;
pub use game::{Game, MOST_MOVES, MoveError, MoveList, PositionError, line_text};
pub use games::bits::{Bits, Places};
pub use games::tree::{Branch, TreeError, TreeGame, TreeNode, TreePosition};
pub use games::*;
pub use params::{ParamError, excerpt, meant};
pub use perft::{perft, tree_size};
pub use playable::{GameInfo, Playable};
pub use player::{FailureKind, Observer, Player, PlayerFailure, Request, Situation};
pub use players::{
    Agent, AgentSpec, AgentSpecError, CHARACTERS, Certainty, Character, Effort, Fixed, GameAgent,
    Knowledge, Level, Method, MultiPlayerSearch, NoTree, Preset, PresetInfo, Proof, ResolvedPlayer,
    SharedSolver, Slip, Traced, play_game, random_opening,
};
pub use search::{
    AlphaBeta, BestReply, Bound, Ends, Halt, Limits, MaxN, MinBranch, Minimax, NoTrace, Order,
    Printed, Recorder, RootMove, RootWindow, ScoreTable, SearchReport, Stop, Stopped, Strong, Ties,
    TraceNode, Tracer, TreeCounts, Wins, alphabeta, deepen, minimax,
};
pub use session::{Seat, Session, SessionError};
pub use solve::Solvable;
pub use types::{Outcome, ParseOutcomeError, PlayerId, Score};

/// The random numbers of an agent, a game or a test: the same seed, the same numbers, on every machine.
pub fn seeded(seed: u64) -> rand_chacha::ChaCha8Rng {
    rand::SeedableRng::seed_from_u64(seed)
}
