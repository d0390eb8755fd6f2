//! Positions with boxes for the taking, reduced to quiet ones. docs/solving-dots.md proves the rule.

use super::grid::Grid;
use crate::games::bits::Bits;

/// What is for the taking: the boxes in the closure of all captures, and what is left when all are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Captures<B> {
    /// The free edges once everything is taken: a quiet position.
    pub(super) rest: B,
    /// How many boxes can be taken.
    pub(super) boxes: i32,
    /// The fewest boxes that can be left to the opponent so that he has to take them and move; 0 if it cannot be done.
    pub(super) handed: i32,
}

impl<B: Bits> Captures<B> {
    /// The value for whoever may take, when the quiet rest is worth `rest` for whoever moves there.
    #[inline]
    pub(super) fn value(&self, rest: i32) -> i32 {
        match self.handed {
            0 => self.boxes + rest,
            handed => self.boxes - handed + (rest + handed).abs(),
        }
    }
}

impl<B: Bits> Grid<B> {
    /// Takes everything that can be taken, of any position.
    pub(super) fn captures(&self, free: B) -> Captures<B> {
        let before = self.degrees(free);
        let rest = self.take_all(free);
        let mut taken = before.any() & !self.degrees(rest).any();
        let mut captures = Captures {
            rest,
            boxes: taken.count() as i32,
            handed: 0,
        };
        // In a tree without an edge to elsewhere, two boxes inside that touch are the middle of a path of four.
        let inside = taken & !before.one();
        let middle = free >> self.right & inside & inside >> 1 | free >> self.below & inside & inside >> self.below;
        while !taken.is_empty() {
            let tree = self.flood(free, B::place(taken.lowest()), taken);
            taken &= !tree;
            let attached = (free & self.sides(tree)).count() == tree.count();
            if attached && tree.count() >= 2 {
                captures.handed = 2;
                break;
            }
            if !attached && !(middle & tree).is_empty() {
                captures.handed = 4;
            }
        }
        captures
    }

    /// Draws the last free edge of every box that has only one, again and again.
    #[inline]
    pub(super) fn take_all(&self, mut free: B) -> B {
        loop {
            let open = self.degrees(free).one();
            if open.is_empty() {
                return free;
            }
            free &= !self.sides(open);
        }
    }
}
