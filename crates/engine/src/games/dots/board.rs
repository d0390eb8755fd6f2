//! The bits of a board, and what can be asked of a position.

use super::notation::{Direction, DotsSpec, Edge};
use crate::game::MOST_MOVES;
use crate::games::bits::Bits;
use crate::types::PlayerId;

/// The rules of Dots and Boxes on one board, ready to play.
///
/// Every edge is a bit: first the horizontal ones row by row, then the vertical ones row by row. On 2×2 boxes:
///
/// ```text
///     +--0--+--1--+
///     6     7     8
///     +--2--+--3--+
///     9    10    11
///     +--4--+--5--+
/// ```
#[derive(Clone, Debug)]
pub struct Dots<B> {
    pub(super) spec: DotsSpec,
    pub(super) tables: Box<Tables<B>>,
}

/// What follows from the size of the board, computed once.
#[derive(Clone, Debug)]
pub(super) struct Tables<B> {
    /// All edges.
    pub(super) all: B,
    /// The edge of each bit.
    pub(super) edge: [Edge; MOST_MOVES],
    /// The bit of each edge, by its code; [`NOWHERE`] for edges of larger boards.
    pub(super) bit: [u8; Edge::CODES],
    /// For each bit the four sides of the boxes next to it; [`Bits::ZERO`] complemented where there is no second box, a set
    /// that no position contains.
    pub(super) beside: [[B; 2]; MOST_MOVES],
    /// How near to the centre each edge lies, by its code.
    pub(super) centrality: [i8; Edge::CODES],
    /// Where each symmetry takes each bit.
    pub(super) images: Vec<[u8; MOST_MOVES]>,
}

/// Stands where an edge has no bit.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A position of [`Dots`]. Who owns which box is history: the future depends on the scores alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    pub(super) edges: B,
    pub(super) scores: [u8; 2],
    pub(super) to_move: u8,
    pub(super) ply: u8,
}

impl<B: Bits> Position<B> {
    /// The edges drawn so far.
    #[inline]
    pub fn edges(&self) -> B {
        self.edges
    }

    /// The boxes that each player owns.
    #[inline]
    pub fn scores(&self) -> [u8; 2] {
        self.scores
    }

    /// A player's boxes minus the opponent's.
    #[inline]
    pub fn margin(&self, player: PlayerId) -> i32 {
        let [first, second] = self.scores.map(i32::from);
        if player == PlayerId::FIRST {
            first - second
        } else {
            second - first
        }
    }
}

impl<B: Bits> Dots<B> {
    /// The rules for a spec.
    ///
    /// # Panics
    /// If the board does not fit into `B`.
    pub fn new(spec: DotsSpec) -> Dots<B> {
        // One bit stays free, so that the complement of the empty set is never a set of edges.
        assert!(spec.edges() < B::WIDTH as usize);
        let (rows, columns) = (spec.rows(), spec.columns());
        let horizontal = (0..=rows)
            .flat_map(|r| (0..columns).map(move |c| Edge::new(Direction::Horizontal, r, c)));
        let vertical = (0..rows)
            .flat_map(|r| (0..=columns).map(move |c| Edge::new(Direction::Vertical, r, c)));

        let mut tables = Tables {
            all: B::ZERO,
            edge: [Edge::new(Direction::Horizontal, 0, 0); MOST_MOVES],
            bit: [NOWHERE; Edge::CODES],
            beside: [[!B::ZERO; 2]; MOST_MOVES],
            centrality: [0; Edge::CODES],
            images: Vec::new(),
        };
        for (bit, edge) in horizontal.chain(vertical).enumerate() {
            tables.all |= B::place(bit as u32);
            tables.edge[bit] = edge;
            tables.bit[edge.index()] = bit as u8;
            tables.centrality[edge.index()] = centrality(spec, edge);
        }
        let mut dots = Dots {
            spec,
            tables: Box::new(tables),
        };

        for bit in 0..spec.edges() {
            let edge = dots.tables.edge[bit];
            let boxes = boxes_beside(spec, edge);
            for (place, (row, column)) in boxes.into_iter().flatten().enumerate() {
                dots.tables.beside[bit][place] = dots.sides(row, column);
            }
        }
        let square = rows == columns;
        dots.tables.images = (0..if square { 8 } else { 4 })
            .map(|symmetry| {
                std::array::from_fn(|bit| match bit < spec.edges() {
                    true => dots.tables.bit[image(spec, dots.tables.edge[bit], symmetry).index()],
                    false => NOWHERE,
                })
            })
            .collect();
        dots
    }

    /// The rules in words.
    pub fn spec(&self) -> DotsSpec {
        self.spec
    }

    /// All edges of the board.
    #[inline]
    pub fn all_edges(&self) -> B {
        self.tables.all
    }

    /// The bit of an edge, if the board has it.
    pub fn bit(&self, edge: Edge) -> Option<u32> {
        let bit = self.tables.bit[edge.index()];
        (bit != NOWHERE).then_some(u32::from(bit))
    }

    /// The edge of a bit.
    ///
    /// # Panics
    /// If there is no such bit.
    #[inline]
    pub fn edge(&self, bit: u32) -> Edge {
        self.tables.edge[bit as usize]
    }

    /// The four edges of the box in this row and column, counted from 0.
    pub fn sides(&self, row: usize, column: usize) -> B {
        box_sides(row, column)
            .into_iter()
            .fold(B::ZERO, |all, edge| {
                all | B::place(u32::from(self.tables.bit[edge.index()]))
            })
    }

    /// How many boxes the edge of this bit closes, if it is the one drawn last.
    #[inline]
    pub(super) fn closed_by(&self, edges: B, bit: usize) -> u8 {
        let [one, two] = self.tables.beside[bit];
        u8::from(edges & one == one) + u8::from(edges & two == two)
    }
}

/// Half boxes between the middle of the edge and the middle of the board, across and down, counted negatively.
fn centrality(spec: DotsSpec, edge: Edge) -> i8 {
    let horizontal = edge.direction() == Direction::Horizontal;
    let across = 2 * edge.column() as i8 + i8::from(horizontal) - spec.columns() as i8;
    let down = 2 * edge.row() as i8 + i8::from(!horizontal) - spec.rows() as i8;
    -across.abs() - down.abs()
}

/// The sides of a box: top, bottom, left, right.
pub(crate) fn box_sides(row: usize, column: usize) -> [Edge; 4] {
    [
        Edge::new(Direction::Horizontal, row, column),
        Edge::new(Direction::Horizontal, row + 1, column),
        Edge::new(Direction::Vertical, row, column),
        Edge::new(Direction::Vertical, row, column + 1),
    ]
}

/// The boxes above and below a horizontal edge, left and right of a vertical one, as far as they are on the board.
pub(crate) fn boxes_beside(spec: DotsSpec, edge: Edge) -> [Option<(usize, usize)>; 2] {
    let (row, column) = (edge.row(), edge.column());
    let before = match edge.direction() {
        Direction::Horizontal => row.checked_sub(1).map(|row| (row, column)),
        Direction::Vertical => column.checked_sub(1).map(|column| (row, column)),
    };
    let after = (row < spec.rows() && column < spec.columns()).then_some((row, column));
    [before, after]
}

/// Bit 0 of the symmetry mirrors left and right, bit 1 top and bottom, bit 2 swaps rows and columns.
pub(super) fn image(spec: DotsSpec, edge: Edge, symmetry: usize) -> Edge {
    let (mut direction, mut row, mut column) = (edge.direction(), edge.row(), edge.column());
    let horizontal = direction == Direction::Horizontal;
    if symmetry & 1 != 0 {
        column = spec.columns() - usize::from(horizontal) - column;
    }
    if symmetry & 2 != 0 {
        row = spec.rows() - usize::from(!horizontal) - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
        direction = if horizontal {
            Direction::Vertical
        } else {
            Direction::Horizontal
        };
    }
    Edge::new(direction, row, column)
}
