//! Tic-tac-toe as agents play it: what is obvious, and the ladder.

use super::ladder;
use super::{Position, Square, TicTacToe, TicTacToeEval, TicTacToeSpec};
use crate::eval::EvalSpec;
use crate::game::{Game, MoveList};
use crate::playable::{GameInfo, Playable};
use crate::players::{AgentSpec, Character, Level};

impl Playable for TicTacToe {
    const INFO: GameInfo = TicTacToeSpec::INFO;
    type Eval = TicTacToeEval;

    fn spec_text(&self) -> String {
        self.spec().to_string()
    }

    fn evaluation_named(&self, name: &str) -> Option<TicTacToeEval> {
        TicTacToeEval::named(name)
    }

    fn best_evaluation(&self) -> EvalSpec {
        EvalSpec::new("rows")
    }

    /// Wins, else keeps the other from winning, else anything.
    fn obvious(&self, state: &Position) -> MoveList<Square> {
        let mut moves = MoveList::new();
        self.moves(state, &mut moves);
        for marks in state.marks {
            let completes = |&&square: &&Square| {
                self.bit(square)
                    .is_some_and(|bit| self.has_row(marks | 1 << bit))
            };
            let found: MoveList<Square> = moves.iter().filter(completes).copied().collect();
            if !found.is_empty() {
                return found;
            }
        }
        moves
    }

    /// A child wins against the first, and nobody against the last on the usual board.
    fn level(&self, level: u8) -> Level {
        match level {
            1 => Level::slipping(50, AgentSpec::Greedy),
            2 => Level::slipping(25, AgentSpec::alphabeta(2)),
            3 => Level::slipping(8, AgentSpec::alphabeta(4)),
            _ => Level::sure(AgentSpec::strong_nodes(200_000)),
        }
    }

    fn characters(&self) -> Vec<Character> {
        ladder::characters()
    }

    /// Each square that is taken is one less to take.
    fn width(&self, plies: u32) -> usize {
        self.spec().squares().saturating_sub(plies as usize).max(1)
    }

    fn solvable(&self) -> bool {
        true
    }

    /// A search to the end of 3×4 takes milliseconds.
    fn exact_plies(&self) -> u32 {
        12
    }
}
