//! Opinions about Dots and Boxes.

use super::{EvalError, EvalSpec, Evaluated, Evaluator};
use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::dots::{Dots, DotsSpec, Position};
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

impl<B: Bits> Evaluated for Dots<B> {
    type Eval = DotsEval;

    fn evaluation(&self, name: EvalSpec) -> Result<DotsEval, EvalError> {
        match name {
            EvalSpec::None => Ok(DotsEval::None),
            EvalSpec::S3 => Ok(DotsEval::Margin),
            EvalSpec::Chains => Ok(DotsEval::Chains),
            _ => Err(EvalError::OtherGame {
                eval: name,
                game: DotsSpec::NAME,
            }),
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
