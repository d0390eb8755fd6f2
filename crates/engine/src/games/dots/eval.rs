//! Opinions about Dots and Boxes.

use super::{Dots, Position};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::games::bits::Bits;
use crate::types::PlayerId;

/// An evaluation of Dots and Boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DotsEval {
    /// No opinion.
    None,
    /// `s3`: own boxes minus the opponent's.
    Margin,
    /// `chains`: the boxes so far, and who will take those that are left.
    Chains,
}

/// What people type.
pub(super) const NAMES: &[&str] = &["none", "s3", "chains"];

impl DotsEval {
    /// The evaluation with this name.
    pub(super) fn named(name: &str) -> Option<DotsEval> {
        match name {
            "none" => Some(DotsEval::None),
            "s3" => Some(DotsEval::Margin),
            "chains" => Some(DotsEval::Chains),
            _ => None,
        }
    }
}

impl<B: Bits> Evaluator<Dots<B>> for DotsEval {
    #[inline]
    fn evaluate(&self, game: &Dots<B>, position: &Position<B>, player: PlayerId) -> i32 {
        match self {
            DotsEval::None => 0,
            DotsEval::Margin => position.margin(player),
            DotsEval::Chains => {
                let ahead = super::forecast::to_come(game, position);
                position.margin(player)
                    + if game.to_move(position) == player {
                        ahead
                    } else {
                        -ahead
                    }
            }
        }
    }
}
