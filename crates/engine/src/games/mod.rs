//! The concrete games.

pub(crate) mod bits;
pub mod connect4;
pub mod dots;
pub(crate) mod tree;
