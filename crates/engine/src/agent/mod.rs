//! Players that are programs: by name, and ready to play.

mod arena;
mod brain;
mod greedy;
mod knowledge;
mod ladder;
mod perfect;
mod proof;
mod spec;

pub use arena::{play_game, random_opening};
pub use brain::{Agent, Traced};
pub use greedy::Instinct;
pub use knowledge::Knowledge;
pub use spec::{AgentSpec, AgentSpecError, Effort, Fixed, ManySearch};
