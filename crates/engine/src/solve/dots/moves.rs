//! The moves of a quiet position that need be looked at.

use arrayvec::ArrayVec;

use super::capture::Captures;
use super::grid::{Degrees, Grid};
use crate::game::MOST_MOVES;
use crate::games::bits::Bits;

/// A move of a quiet position and what the opponent can take after it.
#[derive(Clone, Copy)]
pub(super) struct Move<B> {
    /// The edge, or one that stands for its chain.
    pub(super) edge: u8,
    /// What comes first is tried first.
    pub(super) rank: i32,
    /// What the move offers.
    pub(super) captures: Captures<B>,
}

pub(super) type Moves<B> = ArrayVec<Move<B>, MOST_MOVES>;

impl<B: Bits> Grid<B> {
    /// The moves of a quiet position with these degrees: every safe edge (it offers nothing), and one edge for each chain and
    /// loop, but of those that touch nothing else only the shortest of a kind.
    #[inline(always)]
    pub(super) fn quiet_moves(&self, free: B, degrees: Degrees<B>, moves: &mut Moves<B>) {
        let mut open = degrees.two();
        let safe = self.without_twins(free & !self.sides(open));
        for edge in safe.places() {
            moves.push(Move {
                edge: edge as u8,
                rank: 0,
                captures: Captures {
                    rest: free & !B::place(edge),
                    boxes: 0,
                    handed: 0,
                },
            });
        }
        // The shortest short chain, long chain and loop so far.
        let mut shortest: [Option<Move<B>>; 3] = [None; 3];
        while !open.is_empty() {
            let chain = self.flood(free, B::place(open.lowest()), open);
            open &= !chain;
            let edges = free & self.sides(chain);
            let length = chain.count() as i32;
            let round = edges.count() as i32 == length;
            let mut captures = Captures {
                rest: free & !edges,
                boxes: length,
                handed: match length {
                    _ if round => 4,
                    // Opened in the middle, two boxes are two offers of one: nothing can be handed back.
                    1 | 2 => 0,
                    _ => 2,
                },
            };
            let mv = Move {
                edge: edges.lowest() as u8,
                rank: 0,
                captures,
            };
            if (self.touched(edges) & !chain).is_empty() {
                let kind = match captures.handed {
                    0 => 0,
                    2 => 1,
                    _ => 2,
                };
                if shortest[kind].is_none_or(|other| length < other.captures.boxes) {
                    shortest[kind] = Some(mv);
                }
                continue;
            }
            // Both ends may meet in a box of three free edges, which is then for the taking too.
            let rest = self.take_all(captures.rest);
            if rest != captures.rest {
                captures.boxes +=
                    (self.degrees(captures.rest).any() & !self.degrees(rest).any()).count() as i32;
                captures.rest = rest;
            }
            moves.push(Move { captures, ..mv });
        }
        moves.extend(shortest.into_iter().flatten());
    }
}
