//! Positions that are nothing but chains and loops: valued without a search. docs/solving-dots.md proves the rule.

use super::grid::{Degrees, Grid};
use crate::games::bits::Bits;

/// The most boxes of a board.
const MOST_BOXES: usize = 49;

/// The value for whoever has to open something, of a quiet position in which no box has more than two free edges.
///
/// Of the chains up to two boxes only the shortest need be opened, of the longer chains only the shortest, and of the loops
/// only the shortest. So what is left is always a tail of each of the three sorted lists.
pub(super) fn value<B: Bits>(grid: &Grid<B>, free: B, degrees: Degrees<B>) -> i32 {
    let mut boxes = degrees.two();
    let (mut short, mut long, mut round) = ([0u8; 3], [0u8; MOST_BOXES + 1], [0u8; MOST_BOXES + 1]);
    while !boxes.is_empty() {
        let part = grid.flood(free, B::place(boxes.lowest()), boxes);
        boxes &= !part;
        let length = part.count() as usize;
        if (free & grid.sides(part)).count() as usize == length {
            round[length] += 1;
        } else if length <= 2 {
            short[length] += 1;
        } else {
            long[length] += 1;
        }
    }
    let (short, long, round) = (Tail::new(&short), Tail::new(&long), Tail::new(&round));

    // values[l][r] of the current number of short chains, the longest l long chains and the longest r loops.
    let mut values = [[0i8; MOST_BOXES / 4 + 2]; MOST_BOXES / 3 + 2];
    for s in 0..=short.count {
        for l in 0..=long.count {
            for r in 0..=round.count {
                let mut best = i32::MIN;
                if s > 0 {
                    // values[l][r] still holds what it was with one short chain less.
                    best = -(short.length(s) + i32::from(values[l][r]));
                }
                if l > 0 {
                    best = best.max(2 - long.length(l) - (i32::from(values[l - 1][r]) + 2).abs());
                }
                if r > 0 {
                    best = best.max(4 - round.length(r) - (i32::from(values[l][r - 1]) + 4).abs());
                }
                values[l][r] = if best == i32::MIN { 0 } else { best as i8 };
            }
        }
    }
    i32::from(values[long.count][round.count])
}

/// Lengths in falling order.
struct Tail {
    lengths: [u8; MOST_BOXES],
    count: usize,
}

impl Tail {
    /// From how many there are of each length.
    fn new(counts: &[u8]) -> Tail {
        let mut tail = Tail {
            lengths: [0; MOST_BOXES],
            count: 0,
        };
        for (length, &count) in counts.iter().enumerate().rev() {
            for _ in 0..count {
                tail.lengths[tail.count] = length as u8;
                tail.count += 1;
            }
        }
        tail
    }

    /// The shortest of the longest `count`.
    fn length(&self, count: usize) -> i32 {
        i32::from(self.lengths[count - 1])
    }
}
