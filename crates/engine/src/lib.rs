//! Connect 4 (two or three players, any board) and Dots and Boxes: rules, search, exact solvers, agents.
//!
//! No input or output, no threads or clocks behind your back: a library for whoever writes a bot, a lesson or an interface.
//!
//! # Play
//! ```
//! use poda_engine::{AnyGame, Game, Outcome, Player};
//!
//! let game: AnyGame = "connect4".parse()?;
//! let (moves, end) = game.read_position("4455667")?;
//! assert_eq!(moves.len(), 7);
//! assert_eq!(game.outcome(&end), Some(Outcome::Win(Player::FIRST)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod agent;
mod any;
mod game;
mod games;
mod params;
mod perft;
mod session;
pub mod solve;
mod types;
mod view;

pub use agent::{AgentSpec, AgentSpecError};
pub use any::{AnyGame, AnyMove, AnyState, GameSpec, GameSpecError};
pub use game::{Game, MOST_MOVES, MoveError, MoveList, PositionError, line_text};
pub use games::bits::{Bits, Places};
pub use games::tree::{Branch, TreeError, TreeGame, TreeNode, TreePosition};
pub use games::{connect4, dots};
pub use params::ParamError;
pub use perft::perft;
pub use session::{Seat, Session, SessionError};
pub use types::{Outcome, ParseOutcomeError, Player};
pub use view::{BoxesView, GridView, View, mark};
