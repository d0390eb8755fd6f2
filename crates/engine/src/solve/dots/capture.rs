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
        let middle = free >> self.right & inside & inside >> 1
            | free >> self.below & inside & inside >> self.below;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::{Dots, DotsSpec};

    /// The value of every set of free edges for whoever moves, by the rules alone: from the end backwards.
    fn retrograde(grid: &Grid<u64>) -> Vec<i8> {
        let edges = grid.all.count();
        let mut values = vec![0i8; 1 << edges];
        for free in 1..1u64 << edges {
            let best = free.places().map(|edge| {
                let next = free & !u64::place(edge);
                let beside = grid.touched(u64::place(edge));
                let closed = (beside & !grid.degrees(next).any()).count() as i8;
                let value = values[next as usize];
                if closed > 0 { closed + value } else { -value }
            });
            values[free as usize] = best.max().expect("an edge is free");
        }
        values
    }

    #[test]
    fn captures_are_worth_what_the_rule_says() {
        for (rows, columns) in [
            (1, 1),
            (1, 2),
            (1, 3),
            (1, 4),
            (1, 5),
            (2, 2),
            (2, 3),
            (3, 2),
            (1, 6),
            (3, 3),
        ] {
            let dots: Dots<u64> = Dots::new(DotsSpec::new(rows, columns).expect("a board"));
            let grid = Grid::new(&dots);
            let values = retrograde(&grid);
            for free in 0..values.len() as u64 {
                let captures = grid.captures(free);
                let rest = i32::from(values[captures.rest as usize]);
                assert_eq!(
                    captures.value(rest),
                    i32::from(values[free as usize]),
                    "{rows}x{columns} {free:#x}"
                );
            }
        }
    }
}
