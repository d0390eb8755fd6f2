//! Alpha-beta twice: the one to read, and the one to play with. The second is held to the values and the nodes of the first.

mod fast;
mod plain;

pub use fast::{AlphaBeta, RootWindow};
pub use plain::alphabeta;
