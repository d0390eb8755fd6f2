//! Opinions about tic-tac-toe.

use super::{Position, TicTacToe};
use crate::eval::Evaluator;
use crate::types::PlayerId;

/// What people type.
pub(super) const NAMES: &[&str] = &["none", "lines", "rows"];

/// An evaluation of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TicTacToeEval {
    /// No opinion.
    None,
    /// `lines`: the lines that are still open to a player, minus those open to the other. The one that textbooks draw.
    Lines,
    /// `rows`: the same, but a line counts four times as much with each mark in it.
    Rows,
}

impl TicTacToeEval {
    /// The evaluation with this name.
    pub(super) fn named(name: &str) -> Option<TicTacToeEval> {
        match name {
            "none" => Some(TicTacToeEval::None),
            "lines" => Some(TicTacToeEval::Lines),
            "rows" => Some(TicTacToeEval::Rows),
            _ => None,
        }
    }
}

impl Evaluator<TicTacToe> for TicTacToeEval {
    fn evaluate(&self, game: &TicTacToe, position: &Position, player: PlayerId) -> i32 {
        let mine = position.of(player);
        let theirs = position.taken() & !mine;
        let worth: fn(u32) -> i32 = match self {
            TicTacToeEval::None => return 0,
            TicTacToeEval::Lines => |_| 1,
            TicTacToeEval::Rows => |marks| 1 << (2 * marks),
        };
        let line = |&line: &u64| match ((line & mine).count_ones(), (line & theirs).count_ones()) {
            (own, 0) => worth(own) - if own == 0 { worth(0) } else { 0 },
            (0, other) => -worth(other),
            _ => 0,
        };
        game.lines().iter().map(line).sum()
    }
}
