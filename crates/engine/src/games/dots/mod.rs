//! Dots and Boxes: whoever closes a box owns it and moves again.

mod board;
mod chains;
mod notation;
mod rules;

pub(crate) use board::boxes_beside;
pub use board::{Dots, Position};
pub use chains::{Chain, ChainKind, Chains};
pub use notation::{Direction, DotsSpec, DotsSpecError, Edge};
