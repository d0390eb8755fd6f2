//! Players that are other programs: the protocol they speak, the process they run in, and what keeps them within bounds.
//!
//! [`Program`] says what to start and within which limits, [`Bot`] is one that runs and has said who it is, [`ProgramPlayer`] plays a
//! seat with it. [`Programs`] finds them by name, `cmd:./bot.py`. [`speak`] is the other side: it lets an agent of Poda's answer.
//!
//! ```
//! use poda_bots::protocol::{BotMessage, HostMessage};
//!
//! let asked = HostMessage::parse("position turn 1 moves 4 4 legal 1 2 3 4 5 6 7")?;
//! assert_eq!(asked.to_string(), "position turn 1 moves 4 4 legal 1 2 3 4 5 6 7");
//! assert_eq!(BotMessage::parse("bestmove 4")?, BotMessage::BestMove("4".to_owned()));
//! # Ok::<(), poda_bots::protocol::ProtocolError>(())
//! ```
//!
//! ```
//! use poda_bots::Program;
//!
//! let program: Program = "cmd:python3 bot.py,name=alice,time=500ms,memory=256".parse()?;
//! assert_eq!(program.label(), "alice");
//! assert_eq!(program.to_string(), "cmd:python3 bot.py,name=alice,time=500ms,memory=256");
//! # Ok::<(), poda_bots::ProgramError>(())
//! ```
#![deny(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod bot;
mod check;
mod confine;
mod lines;
mod player;
mod process;
mod program;
mod programs;
pub mod protocol;
mod speaker;
mod starters;

pub use bot::{Bot, BotError, Introduction};
pub use check::{Finding, check};
pub use confine::ResourceLimits;
pub use player::ProgramPlayer;
pub use program::{PREFIX, Program, ProgramError, words};
pub use programs::{Identity, Programs};
pub use speaker::speak;
pub use starters::{Starter, StarterFile, starters};
