//! Fours that a player has begun: what a second piece in them is worth, to order moves by.

use super::geometry::Geometry;
use crate::games::bits::Bits;

/// The fours, but for upright ones, with exactly one piece of a player and three cells that he may still get.
pub(super) struct Begun<B> {
    stride: u32,
    /// By direction, the first cell of each.
    starts: [B; 3],
}

/// From each cell of a four to the next, by direction.
#[inline(always)]
fn steps(stride: u32) -> [u32; 3] {
    [stride, stride + 1, stride - 1]
}

impl<B: Bits> Begun<B> {
    /// Those of a player with the pieces `mine`, for whom the cells `open` are left.
    #[inline(always)]
    pub(super) fn new<G: Geometry<B = B>>(geometry: &G, mine: B, open: B) -> Begun<B> {
        let stride = geometry.stride();
        let can_be_his = mine | open;
        let starts = steps(stride).map(|step| {
            // Of both halves of a four, and of both cells of a half: which have one, and which have more.
            let pairs = can_be_his & can_be_his >> step;
            let (one, two) = (mine | mine >> step, mine & mine >> step);
            let more = two | two >> (2 * step) | (one & one >> (2 * step));
            pairs & pairs >> (2 * step) & (one | one >> (2 * step)) & !more
        });
        Begun { stride, starts }
    }

    /// How many of them go through a cell.
    #[inline(always)]
    pub(super) fn through(&self, cell: B) -> u32 {
        let counts = std::array::from_fn::<u32, 3, _>(|direction| {
            let step = steps(self.stride)[direction];
            let pair = cell | cell >> step;
            (self.starts[direction] & (pair | pair >> (2 * step))).count()
        });
        counts.into_iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::geometry::{Bytes, Strided, cell};
    use super::*;
    use crate::connect4::{Column, Connect4Spec};

    /// Compares every cell with a count four by four.
    fn check<G: Geometry<B = u64>>(geometry: &G, mine: u64, open: u64) {
        let masks = geometry.masks();
        let (rows, columns) = (masks.rows as i32, masks.columns as i32);
        let at = |row: i32, column: i32| {
            let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            inside.then(|| cell(geometry, row as u32, Column::new(column as usize)))
        };
        let mut counts = vec![0; (rows * columns) as usize];
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            for up in [0, 1, -1] {
                let place = |step| (row + up * step, column + step);
                let cells: Option<Vec<u64>> = (0..4)
                    .map(|step| at(place(step).0, place(step).1))
                    .collect();
                let Some(cells) = cells else { continue };
                let (his, free) = (
                    cells.iter().filter(|&&cell| cell & mine != 0).count(),
                    cells.iter().filter(|&&cell| cell & open != 0).count(),
                );
                if (his, free) == (1, 3) {
                    for (row, column) in (0..4).map(place) {
                        counts[(row * columns + column) as usize] += 1;
                    }
                }
            }
        }
        let begun = Begun::new(geometry, mine, open);
        for row in 0..rows {
            for column in 0..columns {
                let here = at(row, column).expect("a cell");
                assert_eq!(
                    begun.through(here),
                    counts[(row * columns + column) as usize]
                );
            }
        }
    }

    #[test]
    fn fours_are_counted_as_one_by_one() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for (rows, columns) in [(6, 7), (7, 8), (4, 4), (3, 5), (1, 8), (6, 3)] {
            let spec = Connect4Spec::new(rows, columns).unwrap();
            for _ in 0..50 {
                let (some, others) = (random.random::<u64>(), random.random::<u64>());
                let (rare, common) = (some & others, some | others);
                for (mine, open) in [(rare, common & !rare), (some, !some & others)] {
                    let cells = Bytes::new(spec).masks().cells;
                    check(&Bytes::new(spec), mine & cells, open & cells);
                    let cells = Strided::<u64>::new(spec).masks().cells;
                    check(&Strided::<u64>::new(spec), mine & cells, open & cells);
                }
            }
        }
    }
}
