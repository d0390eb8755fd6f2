//! Where the cells of a board are among the bits of an integer, as the solver wants them.
//!
//! ```text
//! Bytes (up to 7 rows × 8 columns): a column is a byte, so that the mirror image is a byte swap. 6 rows × 7 columns:
//!
//!     6 14 22 30 38 46 54     always empty
//!     5 13 21 29 37 45 53     top row
//!     4 12 20 28 36 44 52     one step up:              +1
//!     3 11 19 27 35 43 51     one step right:           +8
//!     2 10 18 26 34 42 50     one step right and up:    +9
//!     1  9 17 25 33 41 49     one step right and down:  +7
//!     0  8 16 24 32 40 48
//! ```
//!
//! `Strided` is the same with columns of rows + 1 bits, for every other board.

use super::cpu::Cpu;
use super::quad::{Plain, Quad};
use super::table::Table;
use super::table::narrow::NarrowTable;
use super::table::wide::WideTable;
use crate::connect4::{Column, Connect4Spec};
use crate::games::bits::Bits;

/// The most columns of any board.
pub(super) const MOST: usize = Connect4Spec::MOST_COLUMNS;
/// The most bits of any board.
const MOST_BITS: usize = Connect4Spec::MOST_BITS;

/// The sets of cells that the rules of one board need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks<B> {
    pub(super) rows: u32,
    pub(super) columns: usize,
    /// The lowest cell of each column.
    pub(super) bottom: B,
    /// All cells.
    pub(super) cells: B,
    /// The cells with an odd number of cells above them: in a column with an even number of free cells, the lower one of each
    /// pair. See [`follow`](super::follow).
    pub(super) low: B,
    /// The cells of the first column.
    pub(super) column: B,
    /// For each bit, how near the middle its column is: the greater, the nearer.
    pub(super) centrality: [u8; MOST_BITS],
}

/// A way to lay a board out in bits.
pub(super) trait Geometry: Copy + Send + Sync + 'static {
    /// The integer that holds a set of cells.
    type B: Bits;
    /// The table that remembers positions of such boards.
    type Table: Table<Key = Self::B>;
    /// Four sets side by side.
    type Quad<C: Cpu>: Quad<Self::B, C>;

    fn masks(&self) -> &Masks<Self::B>;

    /// From a cell to the one on its right.
    fn stride(&self) -> u32;

    /// The set with its columns in reverse order. Also reverses a [`key`](Geometry::key), of which a column takes as many bits.
    fn mirror(&self, set: Self::B) -> Self::B;

    /// How many bits a key can take.
    fn key_bits(&self) -> u32 {
        self.stride() * self.masks().columns as u32
    }

    /// A number for each position, the same for a position and its mirror image.
    ///
    /// The sum of the mover's pieces and all pieces tells them apart: in each column, with `h` pieces, it is 2^h - 1 plus the
    /// pattern of the mover's, and no two pairs of height and pattern have the same sum, as the pattern is less than 2^h.
    #[inline(always)]
    fn key(&self, mover: Self::B, occupied: Self::B) -> Self::B {
        let key = mover.plus(occupied);
        key.min(self.mirror(key))
    }
}

impl<B: Bits> Masks<B> {
    fn new(spec: Connect4Spec, stride: u32) -> Masks<B> {
        let (rows, columns) = (spec.rows() as u32, spec.columns());
        let mut masks = Masks {
            rows,
            columns,
            bottom: B::ZERO,
            cells: B::ZERO,
            low: B::ZERO,
            column: B::ZERO,
            centrality: [0; MOST_BITS],
        };
        for (rank, column) in centre_first(columns).enumerate() {
            let lowest = B::place(column as u32 * stride);
            masks.bottom |= lowest;
            for row in 0..rows {
                masks.cells |= lowest << row;
                if (rows - row).is_multiple_of(2) {
                    masks.low |= lowest << row;
                }
                masks.centrality[column * stride as usize + row as usize] = (MOST - rank) as u8;
            }
        }
        masks.column = (0..rows).fold(B::ZERO, |all, row| all | B::place(row));
        masks
    }

    /// Where the next piece lands in each column with room.
    #[inline(always)]
    pub(super) fn landing(&self, occupied: B) -> B {
        occupied.plus(self.bottom) & self.cells
    }
}

/// The columns from the middle outwards.
fn centre_first(columns: usize) -> impl Iterator<Item = usize> {
    (0..columns).map(move |place| {
        let step = place.div_ceil(2);
        let middle = (columns - 1) / 2;
        if place % 2 == 1 {
            middle + step
        } else {
            middle - step
        }
    })
}

/// A byte for each column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes(Masks<u64>);

impl Bytes {
    pub(super) fn fits(spec: Connect4Spec) -> bool {
        spec.rows() <= 7 && spec.columns() <= 8
    }

    pub(super) fn new(spec: Connect4Spec) -> Bytes {
        assert!(Bytes::fits(spec));
        Bytes(Masks::new(spec, 8))
    }
}

impl Geometry for Bytes {
    type B = u64;
    type Table = NarrowTable;
    type Quad<C: Cpu> = C::Quad64;

    #[inline(always)]
    fn masks(&self) -> &Masks<u64> {
        &self.0
    }

    #[inline(always)]
    fn stride(&self) -> u32 {
        8
    }

    #[inline(always)]
    fn mirror(&self, set: u64) -> u64 {
        set.swap_bytes() >> (64 - 8 * self.0.columns)
    }
}

/// Columns of rows + 1 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strided<B> {
    masks: Masks<B>,
    /// All bits of the first column, the one above the cells included.
    column: B,
}

impl<B: Bits> Strided<B> {
    pub(super) fn new(spec: Connect4Spec) -> Strided<B> {
        assert!(spec.bits() <= B::WIDTH as usize);
        let stride = spec.rows() as u32 + 1;
        let column = (0..stride).fold(B::ZERO, |all, bit| all | B::place(bit));
        Strided {
            masks: Masks::new(spec, stride),
            column,
        }
    }

    #[inline(always)]
    fn reversed(&self, set: B) -> B {
        let stride = self.masks.rows + 1;
        let mut image = B::ZERO;
        for index in 0..self.masks.columns as u32 {
            let shift = (self.masks.columns as u32 - 1 - index) * stride;
            image |= ((set >> (index * stride)) & self.column) << shift;
        }
        image
    }
}

macro_rules! strided {
    ($bits:ty, $table:ty, |$cpu:ident| $quad:ty) => {
        impl Geometry for Strided<$bits> {
            type B = $bits;
            type Table = $table;
            type Quad<$cpu: Cpu> = $quad;

            #[inline(always)]
            fn masks(&self) -> &Masks<$bits> {
                &self.masks
            }

            #[inline(always)]
            fn stride(&self) -> u32 {
                self.masks.rows + 1
            }

            #[inline(always)]
            fn mirror(&self, set: $bits) -> $bits {
                self.reversed(set)
            }
        }
    };
}

strided!(u64, NarrowTable, |C| C::Quad64);
strided!(u128, WideTable, |C| Plain<u128>);

/// The cell in a row and a column, both counted from 0.
pub(super) fn cell<G: Geometry>(geometry: &G, row: u32, column: Column) -> G::B {
    G::B::place(column.index() as u32 * geometry.stride() + row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_start_in_the_middle() {
        let order = |columns| centre_first(columns).collect::<Vec<_>>();
        assert_eq!(order(7), [3, 4, 2, 5, 1, 6, 0]);
        assert_eq!(order(4), [1, 2, 0, 3]);
        assert_eq!(order(1), [0]);
    }

    #[test]
    fn low_cells_lie_below_an_odd_number_of_cells() {
        let spec = |rows| Connect4Spec::new(rows, 1).unwrap();
        assert_eq!(Bytes::new(spec(6)).masks().low, 0b010101);
        assert_eq!(Bytes::new(spec(5)).masks().low, 0b01010);
    }

    #[test]
    fn mirrors_agree() {
        for (rows, columns) in [(6, 7), (7, 8), (4, 1), (1, 8), (5, 4)] {
            let spec = Connect4Spec::new(rows, columns).unwrap();
            let (bytes, strided) = (Bytes::new(spec), Strided::<u64>::new(spec));
            for column in 0..columns {
                for row in 0..rows as u32 {
                    let (from, to) = (Column::new(column), Column::new(columns - 1 - column));
                    assert_eq!(bytes.mirror(cell(&bytes, row, from)), cell(&bytes, row, to));
                    assert_eq!(
                        strided.mirror(cell(&strided, row, from)),
                        cell(&strided, row, to)
                    );
                }
            }
        }
    }
}
