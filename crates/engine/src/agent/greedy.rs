//! What can be seen at a glance.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::games::connect4::{Column, Connect4};
use crate::games::dots::{Chains, Dots, Edge, Position};

/// A game with an obvious way to play that needs no search.
pub trait Instinct: Game {
    /// The moves that are obviously best here, one of which a greedy player makes: all of them if nothing is obvious.
    fn instinct(&self, state: &Self::State) -> MoveList<Self::Move>;
}

/// One of them, each with the same chance.
pub(super) fn any_of<M: Copy>(moves: &[M], rng: &mut ChaCha8Rng) -> M {
    moves[rng.random_range(..moves.len())]
}

impl<B: Bits, const P: usize> Instinct for Connect4<B, P> {
    /// Wins, else blocks the next player who would win, else anything.
    fn instinct(&self, state: &Self::State) -> MoveList<Column> {
        let mut moves = MoveList::new();
        self.moves(state, &mut moves);
        let landing = self.landing(state);
        let pieces = |distance: usize| {
            let player = (state.to_move().index() + distance) % P;
            state.of(crate::types::PlayerId::new(player))
        };
        for distance in 0..P {
            let completes = |&&column: &&Column| {
                let piece = landing & self.column(column.index());
                self.has_run(pieces(distance) | piece)
            };
            let found: MoveList<Column> = moves.iter().filter(completes).copied().collect();
            if !found.is_empty() {
                return found;
            }
        }
        moves
    }
}

impl<B: Bits> Instinct for Dots<B> {
    /// Closes boxes, else draws a safe edge, else gives away as little as it can.
    fn instinct(&self, state: &Position<B>) -> MoveList<Edge> {
        let mut moves = MoveList::new();
        self.moves(state, &mut moves);
        // What the edge gains, or what the opponent can take after it, as a loss.
        let gain = |edge: Edge| {
            let next = self.play_unchecked(state, edge);
            let mover = self.to_move(state);
            let gained = next.margin(mover) - state.margin(mover);
            if gained > 0 {
                gained
            } else {
                -(Chains::of(self, &next).captures() as i32)
            }
        };
        let best = moves.iter().map(|&edge| gain(edge)).max().unwrap_or(0);
        let worth = |gain: i32| if best > 0 { gain > 0 } else { gain == best };
        moves.retain(|edge| worth(gain(*edge)));
        moves
    }
}
