//! Players that are programs: from a name to what it means, to something that plays.

mod agent;
mod arena;
mod character;
mod knowledge;
mod multi_player;
mod parse;
mod perfect;
mod proof;
mod resolve;
mod spec;

pub use agent::{Agent, GameAgent, NoTree, Traced};
pub use arena::{play_game, random_opening};
pub use character::{CHARACTERS, Character};
pub use knowledge::{Knowledge, SharedSolver};
pub use proof::Proof;
pub use resolve::{Certainty, Level, Method, ResolvedPlayer, Slip};
pub use spec::{AgentSpec, AgentSpecError, Effort, Fixed, MultiPlayerSearch, Preset, PresetInfo};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// One of them, each with the same chance.
fn any_of<M: Copy>(moves: &[M], rng: &mut ChaCha8Rng) -> M {
    moves[rng.random_range(..moves.len())]
}
