//! The bits of a board, and what can be asked of a position.

use super::notation::{Column, Connect4Spec};
use crate::games::bits::Bits;
use crate::types::PlayerId;

/// The rules of one kind of Connect 4, ready to play: board size, run length and the masks that follow from them.
///
/// A column takes one bit more than it has rows, lowest row first, so that no run can wrap from one column into the next.
/// On 6 rows × 7 columns:
///
/// ```text
///    .  .  .  .  .  .  .     always empty
///    5 12 19 26 33 40 47     top row
///    4 11 18 25 32 39 46
///    3 10 17 24 31 38 45     one step up:                +1
///    2  9 16 23 30 37 44     one step right:             +stride (7)
///    1  8 15 22 29 36 43     one step right and up:      +stride + 1
///    0  7 14 21 28 35 42     one step right and down:    +stride - 1
/// ```
///
/// Adding the bottom row to all pieces carries through each column to its first free cell: that is where the next piece
/// lands, so no column is ever scanned for its height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect4<B, const P: usize> {
    pub(super) spec: Connect4Spec,
    /// From a cell to the one on its right.
    pub(super) stride: u32,
    /// The lowest cell of each column.
    pub(super) bottom: B,
    /// All cells.
    pub(super) cells: B,
    /// All cells of each column; nothing beyond the last. Sixteen, so that an index of four bits needs no check.
    pub(super) columns: [B; 16],
    /// Where a run can begin that does not leave the board, for each of the [`directions`](Connect4::directions).
    run_starts_on_board: [B; 4],
}

/// A position of [`Connect4`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B, const P: usize> {
    /// `pieces[0]` belong to the player to move, `pieces[1]` to the one after, and so on: the last to have moved is at the
    /// end. Turning the array at every move keeps it in registers, where an index by player would not.
    pub(super) pieces: [B; P],
    pub(super) ply: u8,
}

/// A cell of the board. Rows count from the bottom, columns from the left, both from 0.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Cell {
    /// Counted from the bottom.
    pub row: usize,
    /// Counted from the left.
    pub column: usize,
}

impl<B: Bits, const P: usize> Position<B, P> {
    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> B {
        self.pieces
            .iter()
            .fold(B::ZERO, |all, &pieces| all | pieces)
    }

    /// How many moves have been made.
    #[inline]
    pub fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    /// The player whose turn it is.
    #[inline]
    pub fn to_move(&self) -> PlayerId {
        PlayerId::new(usize::from(self.ply) % P)
    }

    /// The pieces of all players, in the order in which they will move.
    #[inline]
    pub fn pieces(&self) -> &[B; P] {
        &self.pieces
    }

    /// The pieces of a player.
    #[inline]
    pub fn of(&self, player: PlayerId) -> B {
        self.pieces[(player.index() + P - self.to_move().index()) % P]
    }

    /// The pieces of the player who moved last.
    #[inline]
    pub(super) fn last_moved(&self) -> B {
        self.pieces[P - 1]
    }
}

impl<B: Bits, const P: usize> Connect4<B, P> {
    /// The rules for a spec.
    ///
    /// # Panics
    /// If the spec is for another number of players, or the board does not fit into `B`.
    pub fn new(spec: Connect4Spec) -> Connect4<B, P> {
        assert_eq!(spec.players(), P);
        assert!(spec.bits() <= B::WIDTH as usize);
        let stride = spec.rows() as u32 + 1;
        let (mut bottom, mut cells) = (B::ZERO, B::ZERO);
        let mut columns = [B::ZERO; 16];
        for (index, column) in columns[..spec.columns()].iter_mut().enumerate() {
            let lowest = B::place(index as u32 * stride);
            bottom |= lowest;
            *column = (0..spec.rows() as u32).fold(B::ZERO, |all, row| all | lowest << row);
            cells |= *column;
        }
        let mut game = Connect4 {
            spec,
            stride,
            bottom,
            cells,
            columns,
            run_starts_on_board: [B::ZERO; 4],
        };
        game.run_starts_on_board = game.directions().map(|step| {
            let reach = (spec.connect() as u32 - 1) * step;
            // A shift by more than the bits of the board means nothing: no such run fits on it.
            match reach < B::WIDTH {
                true => (step..=reach)
                    .step_by(step as usize)
                    .fold(cells, |fits, distance| fits & cells >> distance),
                false => B::ZERO,
            }
        });
        game
    }

    /// The rules in words.
    pub fn spec(&self) -> Connect4Spec {
        self.spec
    }

    /// All cells of the board.
    #[inline]
    pub fn cells(&self) -> B {
        self.cells
    }

    /// The lowest cell of each column.
    #[inline]
    pub fn bottom(&self) -> B {
        self.bottom
    }

    /// The cells of a column.
    #[inline]
    pub fn column(&self, index: usize) -> B {
        self.columns[index]
    }

    /// The four directions a run can take, as distances between bits.
    #[inline]
    pub fn directions(&self) -> [u32; 4] {
        [1, self.stride, self.stride + 1, self.stride - 1]
    }

    /// Where a run can begin that does not leave the board, for each direction.
    #[inline]
    pub(super) fn run_starts_on_board(&self) -> [B; 4] {
        self.run_starts_on_board
    }

    /// The direction from a cell to the one beside it.
    #[inline]
    pub fn level_step(&self) -> u32 {
        self.stride
    }

    /// The bit of a cell.
    #[inline]
    pub fn cell(&self, cell: Cell) -> B {
        B::place(cell.column as u32 * self.stride + cell.row as u32)
    }

    /// The cell of a bit.
    #[inline]
    pub fn cell_at(&self, place: u32) -> Cell {
        Cell {
            row: (place % self.stride) as usize,
            column: (place / self.stride) as usize,
        }
    }

    /// Where the next piece lands in each column that has room.
    #[inline]
    pub fn landing(&self, position: &Position<B, P>) -> B {
        position.occupied().plus(self.bottom) & self.cells
    }

    /// The positions that one move leads from to this one: whoever moved last has a piece less. Not all of them need be reached in any game.
    pub fn before(&self, position: &Position<B, P>) -> impl Iterator<Item = Position<B, P>> {
        let Position { mut pieces, ply } = *position;
        pieces.rotate_right(1);
        let all = position.occupied();
        let last = pieces[0] & !(all >> 1);
        last.places().map(move |place| {
            let mut pieces = pieces;
            pieces[0] &= !B::place(place);
            Position {
                pieces,
                ply: ply - 1,
            }
        })
    }

    /// How many pieces stand in a column.
    #[inline]
    pub fn height(&self, position: &Position<B, P>, column: Column) -> usize {
        (position.occupied() & self.columns[column.index()]).count() as usize
    }

    /// The lowest cells of all winning runs in a direction.
    #[inline]
    fn run_starts(&self, pieces: B, step: u32) -> B {
        let pairs = pieces & pieces >> step;
        match self.spec.connect() {
            3 => pairs & pieces >> (2 * step),
            4 => pairs & pairs >> (2 * step),
            5 => pairs & pairs >> (2 * step) & pieces >> (4 * step),
            _ => pairs & pairs >> (2 * step) & pairs >> (4 * step),
        }
    }

    /// Whether the pieces contain a winning run.
    #[inline(always)]
    pub fn has_run(&self, pieces: B) -> bool {
        if self.spec.connect() == 4 {
            // Nearly always, and asked at every node: without the choice of length in the inner loop.
            let run = |step: u32| {
                let pairs = pieces & pieces >> step;
                pairs & pairs >> (2 * step)
            };
            let stride = self.stride;
            return !(run(1) | run(stride) | run(stride + 1) | run(stride - 1)).is_empty();
        }
        self.directions()
            .iter()
            .any(|&step| !self.run_starts(pieces, step).is_empty())
    }

    /// All cells that would complete a winning run of these pieces, occupied ones included.
    #[inline]
    pub fn threats(&self, pieces: B) -> B {
        let mut cells = B::ZERO;
        let length = self.spec.connect() as u32;
        for step in self.directions() {
            // A run that is longer than the bits of the board does not fit on it, and a shift by so much means nothing.
            if (length - 1) * step >= B::WIDTH {
                continue;
            }
            // below[n] and above[n]: the n cells before or after a cell in this direction are all pieces.
            let (mut below, mut above) = ([!B::ZERO; 6], [!B::ZERO; 6]);
            for n in 1..length as usize {
                below[n] = below[n - 1] & pieces << (n as u32 * step);
                above[n] = above[n - 1] & pieces >> (n as u32 * step);
            }
            for n in 0..length as usize {
                cells |= below[n] & above[length as usize - 1 - n];
            }
        }
        cells & self.cells
    }

    /// The pieces of all winning runs: one move can complete several at once.
    pub fn winning_pieces(&self, position: &Position<B, P>) -> B {
        let pieces = position.last_moved();
        let mut all = B::ZERO;
        for step in self.directions() {
            let starts = self.run_starts(pieces, step);
            if starts.is_empty() {
                continue;
            }
            for distance in 0..self.spec.connect() as u32 {
                all |= starts << (distance * step);
            }
        }
        all
    }

    /// The winning runs' cells, column by column, bottom to top; empty while nobody has won.
    pub fn winning_cells(&self, position: &Position<B, P>) -> Vec<Cell> {
        self.winning_pieces(position)
            .places()
            .map(|place| self.cell_at(place))
            .collect()
    }

    /// The set with its columns in reverse order.
    #[inline]
    pub fn mirror(&self, set: B) -> B {
        let last = self.spec.columns() - 1;
        (0..=last).fold(B::ZERO, |all, index| {
            let (from, to) = (
                index as u32 * self.stride,
                (last - index) as u32 * self.stride,
            );
            all | ((set & self.columns[index]) >> from) << to
        })
    }
}
