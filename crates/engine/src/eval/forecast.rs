//! Who will take the boxes that are left? A guess at the end of a game of Dots and Boxes.
//!
//! The end is a fight about *control*. When only chains are left, whoever must move opens one, and the other takes it. Taking
//! all of it means having to open the next. Leaving its last two boxes (four of a loop) gives these away and the duty with
//! them. If the rest costs whoever opens it V boxes more than it brings, a chain of c boxes is worth, to whoever takes it,
//! the better of c − V and c − 4 + V, which is c − 2 + |V − 2|; for a loop c − 4 + |V − 4|. A chain of one or two boxes can be
//! opened so that nothing can be left: c − V.
//!
//! Before that, safe edges are drawn, and who runs out of them first must open. Guessing that from their number, or from the
//! number of long chains, made play weaker at every weight tried (docs/findings.md): while safe edges are left, only what can
//! be taken now counts.

use crate::games::bits::Bits;
use crate::games::dots::{Dots, DotsSpec, Position};

const MOST_BOXES: usize = DotsSpec::MOST * DotsSpec::MOST;

/// The margin still to come for the player to move, as far as chains tell.
pub(super) fn to_come<B: Bits>(game: &Dots<B>, position: &Position<B>) -> i32 {
    let mut board = Board::new(game, position.edges());
    let taken = board.take_all();
    if board.has_safe_edge() {
        return taken;
    }
    let cost = board.cost_of_opening();
    // Having taken some, the mover opens the rest, or leaves two boxes and lets the other open it.
    if taken >= 2 {
        taken - 2 + (cost - 2).abs()
    } else {
        taken - cost
    }
}

struct Board<'a, B> {
    game: &'a Dots<B>,
    edges: B,
    /// How many sides of each box are not drawn.
    open: [u8; MOST_BOXES],
    count: usize,
}

impl<'a, B: Bits> Board<'a, B> {
    fn new(game: &'a Dots<B>, edges: B) -> Board<'a, B> {
        let mut board = Board {
            game,
            edges,
            open: [0; MOST_BOXES],
            count: game.spec().boxes(),
        };
        for index in 0..board.count {
            board.open[index] = board
                .sides(index)
                .iter()
                .filter(|(bit, _)| board.is_free(*bit))
                .count() as u8;
        }
        board
    }

    fn is_free(&self, bit: u32) -> bool {
        (self.edges & B::place(bit)).is_empty()
    }

    fn sides(&self, index: usize) -> [(u32, Option<usize>); 4] {
        self.game.box_at(index)
    }

    /// The side of a box that is not drawn; of several the first, past `but`.
    fn free_side(&self, index: usize, but: Option<u32>) -> Option<(u32, Option<usize>)> {
        self.sides(index)
            .into_iter()
            .find(|&(bit, _)| self.is_free(bit) && Some(bit) != but)
    }

    /// Closes every box that can be closed, one after another, and counts them.
    fn take_all(&mut self) -> i32 {
        let mut taken = 0;
        for start in 0..self.count {
            let mut next = Some(start);
            while let Some(index) = next.take()
                && self.open[index] == 1
                && let Some((bit, behind)) = self.free_side(index, None)
            {
                self.edges |= B::place(bit);
                self.open[index] = 0;
                taken += 1;
                if let Some(other) = behind {
                    self.open[other] -= 1;
                    taken += i32::from(self.open[other] == 0);
                    next = Some(other);
                }
            }
        }
        taken
    }

    /// Whether an edge gives nothing away: every box beside it keeps at least two open sides.
    fn has_safe_edge(&self) -> bool {
        (0..self.count)
            .filter(|&index| self.open[index] >= 3)
            .any(|index| {
                let safe = |(bit, behind): (u32, Option<usize>)| {
                    self.is_free(bit) && behind.is_none_or(|other| self.open[other] >= 3)
                };
                self.sides(index).into_iter().any(safe)
            })
    }

    /// How many boxes more than they get whoever opens the chains and loops in sight loses, the shortest first.
    fn cost_of_opening(&self) -> i32 {
        let mut lengths = [0u8; MOST_BOXES];
        let mut loops = [0u8; MOST_BOXES];
        let (mut chain_count, mut loop_count) = (0, 0);
        let mut seen = 0u64;
        for start in 0..self.count {
            if self.open[start] != 2 || seen >> start & 1 == 1 {
                continue;
            }
            seen |= 1 << start;
            let mut length = 1;
            let first = self.free_side(start, None);
            let second = first.and_then(|(bit, _)| self.free_side(start, Some(bit)));
            let mut closed = false;
            for side in [first, second].into_iter().flatten() {
                if closed {
                    break;
                }
                let (mut bit, mut at) = side;
                while let Some(index) = at.filter(|&index| self.open[index] == 2) {
                    if index == start {
                        closed = true;
                        break;
                    }
                    seen |= 1 << index;
                    length += 1;
                    let Some(onward) = self.free_side(index, Some(bit)) else {
                        break;
                    };
                    (bit, at) = onward;
                }
            }
            if closed {
                loops[loop_count] = length;
                loop_count += 1;
            } else {
                lengths[chain_count] = length;
                chain_count += 1;
            }
        }
        let (chains, loops) = (&mut lengths[..chain_count], &mut loops[..loop_count]);
        chains.sort_unstable();
        loops.sort_unstable();
        // Opened first is counted last: the cost of what is left comes in from behind.
        let (mut chains, mut loops) = (
            chains.iter().rev().peekable(),
            loops.iter().rev().peekable(),
        );
        let mut cost = 0;
        loop {
            // Of the same length a loop is opened later than a chain: it costs more to keep control over it.
            let take_loop = match (chains.peek(), loops.peek()) {
                (None, None) => return cost,
                (Some(chain), Some(ring)) => ring >= chain,
                (chain, _) => chain.is_none(),
            };
            cost = if take_loop {
                let length = i32::from(*loops.next().expect("peeked"));
                length - 4 + (cost - 4).abs()
            } else {
                match i32::from(*chains.next().expect("peeked")) {
                    length @ ..=2 => length - cost,
                    length => length - 2 + (cost - 2).abs(),
                }
            };
        }
    }
}
