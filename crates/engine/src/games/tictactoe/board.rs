//! The bits of a board, and what can be asked of a position.

use std::sync::Arc;

use super::notation::{Square, TicTacToeSpec};
use crate::types::PlayerId;

/// The rules of tic-tac-toe on one board, with what follows from its size.
///
/// A square is a bit, row by row from the bottom left. On 3 × 3:
///
/// ```text
///     6 7 8
///     3 4 5      one step right: +1, up: +columns,
///     0 1 2      right and up: +columns + 1, left and up: +columns - 1
/// ```
///
/// There is no room for a bit between rows on 8 × 8, so a step to the right starts only at squares that are not in the last
/// column, and a step to the left only at those not in the first.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    pub(super) spec: TicTacToeSpec,
    pub(super) squares: u64,
    /// How far each direction goes, and where it may start.
    pub(super) directions: [(u32, u64); 4],
    pub(super) tables: Arc<Tables>,
}

/// What is looked up, shared by all copies.
#[derive(Debug)]
pub(super) struct Tables {
    /// Every row that would win.
    pub(super) lines: Vec<u64>,
    /// Where each symmetry takes each bit.
    pub(super) images: Vec<[u8; 64]>,
}

/// A position of [`TicTacToe`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares of whoever is to move, then those of the other.
    pub(super) marks: [u64; 2],
}

impl Position {
    /// How many moves have been made.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.taken().count_ones()
    }

    /// The player whose turn it is.
    #[inline]
    pub fn to_move(&self) -> PlayerId {
        PlayerId::new(self.ply() as usize % 2)
    }

    /// All squares that are taken.
    #[inline]
    pub fn taken(&self) -> u64 {
        self.marks[0] | self.marks[1]
    }

    /// The squares of a player.
    #[inline]
    pub fn of(&self, player: PlayerId) -> u64 {
        self.marks[usize::from(player != self.to_move())]
    }
}

impl TicTacToe {
    /// The rules for a board.
    pub fn new(spec: TicTacToeSpec) -> TicTacToe {
        let (rows, columns) = (spec.rows(), spec.columns());
        let squares = u64::MAX >> (64 - spec.squares());
        let column =
            |index: usize| (0..rows).fold(0u64, |all, row| all | 1 << (row * columns + index));
        let (first, last) = (column(0), column(columns - 1));
        let up = columns as u32;
        TicTacToe {
            spec,
            squares,
            directions: [
                (1, squares & !last),
                (up, squares),
                (up + 1, squares & !last),
                (up - 1, squares & !first),
            ],
            tables: Arc::new(Tables {
                lines: lines(spec),
                images: images(spec),
            }),
        }
    }

    /// The board.
    pub fn spec(&self) -> TicTacToeSpec {
        self.spec
    }

    /// All squares.
    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// The bit of a square; `None` if the board does not have it.
    #[inline]
    pub fn bit(&self, square: Square) -> Option<u32> {
        let on_board = square.row() < self.spec.rows() && square.column() < self.spec.columns();
        on_board.then(|| (square.row() * self.spec.columns() + square.column()) as u32)
    }

    /// The square of a bit.
    #[inline]
    pub(super) fn square(&self, bit: u32) -> Square {
        let (bit, columns) = (bit as usize, self.spec.columns());
        Square::new(bit / columns, bit % columns)
    }

    /// Every row that would win, as squares.
    pub fn lines(&self) -> &[u64] {
        &self.tables.lines
    }

    /// Whether these squares contain a row that wins.
    #[inline]
    pub fn has_row(&self, marks: u64) -> bool {
        let follows = |(step, starts): (u32, u64)| {
            // The squares at the end of a run of one, then of two, and so on.
            let mut ends = marks;
            for _ in 1..self.spec.row() {
                // Beyond the highest square there is nothing; a shift by 64 would be none.
                ends = (ends & starts).checked_shl(step).unwrap_or(0) & marks;
            }
            ends != 0
        };
        self.directions.into_iter().any(follows)
    }

    /// The squares of all winning rows; empty while nobody has won.
    pub fn winning(&self, position: &Position) -> Vec<Square> {
        let last = position.marks[1];
        let won = self.lines().iter().filter(|&&line| line & last == line);
        let bits = won.fold(0, |all, line| all | line);
        self.each(bits).collect()
    }

    /// The squares of a set, from the bottom left.
    pub(super) fn each(&self, mut bits: u64) -> impl Iterator<Item = Square> + '_ {
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(self.square(bit))
        })
    }
}

fn lines(spec: TicTacToeSpec) -> Vec<u64> {
    let (rows, columns, length) = (
        spec.rows() as isize,
        spec.columns() as isize,
        spec.row() as isize,
    );
    let mut lines = Vec::new();
    for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for row in 0..rows {
            for column in 0..columns {
                let end = (row + (length - 1) * up, column + (length - 1) * right);
                if (0..rows).contains(&end.0) && (0..columns).contains(&end.1) {
                    let bit = |n: isize| (row + n * up) * columns + column + n * right;
                    lines.push((0..length).fold(0u64, |line, n| line | 1 << bit(n)));
                }
            }
        }
    }
    lines
}

/// Turns and reflections: eight of a square, four of a rectangle. The first changes nothing.
fn images(spec: TicTacToeSpec) -> Vec<[u8; 64]> {
    let (rows, columns) = (spec.rows(), spec.columns());
    let count = if rows == columns { 8 } else { 4 };
    let image = |symmetry: usize| {
        std::array::from_fn(|bit| {
            let (mut row, mut column) = (bit / columns, bit % columns);
            if row >= rows {
                return bit as u8;
            }
            if symmetry & 1 != 0 {
                column = columns - 1 - column;
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            (row * columns + column) as u8
        })
    };
    (0..count).map(image).collect()
}
