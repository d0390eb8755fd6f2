//! Pieces in cells: a dark back, the pieces, and the front with its holes.

use std::fmt::Write;

use super::{Area, label, on_paper, picture, piece};
use crate::board::{Board, CellView, Owners};
use crate::look::{Colour, Palette};

const RIM: f32 = 16.0;
/// Room for the numbers below, and for letters on the left where a cell has both.
const FOOT: f32 = 44.0;
const DEPTH: f32 = 12.0;
/// Where a piece is seen before it falls.
const ABOVE: f32 = 104.0;

/// A board with pieces, about to be drawn.
pub(crate) struct GridDrawing<'a> {
    cells: &'a Owners,
    last: Option<CellView>,
    winning: &'a [CellView],
    gravity: bool,
    palette: Palette,
    above: f32,
    /// A piece on its way down its column: its player, and its row, which need not be whole.
    pub(crate) falling: Option<(u8, u8, f32)>,
}

impl<'a> GridDrawing<'a> {
    /// # Panics
    /// If the board has no cells.
    pub(crate) fn of(board: &'a Board, palette: Palette) -> GridDrawing<'a> {
        let Board::Grid {
            gravity,
            cells,
            last,
            winning,
        } = board
        else {
            panic!("a board with cells")
        };
        GridDrawing {
            cells,
            last: *last,
            winning,
            gravity: *gravity,
            palette,
            above: 0.0,
            falling: None,
        }
    }

    /// The same with room above for a piece that falls.
    ///
    /// # Panics
    /// If the board has no cells.
    pub(crate) fn for_film(board: &'a Board, palette: Palette) -> GridDrawing<'a> {
        let mut drawing = GridDrawing::of(board, palette);
        drawing.above = if drawing.gravity { ABOVE } else { 0.0 };
        drawing
    }

    fn rows(&self) -> usize {
        self.cells.len()
    }

    fn columns(&self) -> usize {
        self.cells[0].len()
    }

    /// The room left of the cells.
    fn left(&self) -> f32 {
        if self.gravity { RIM } else { FOOT }
    }

    fn width(&self) -> f32 {
        self.left() + self.columns() as f32 * 100.0 + RIM
    }

    fn height(&self) -> f32 {
        self.above + RIM + self.rows() as f32 * 100.0 + FOOT + DEPTH
    }

    /// The middle of a place; rows count from the bottom and need not be whole.
    fn middle(&self, row: f32, column: u8) -> (f32, f32) {
        let x = self.left() + f32::from(column) * 100.0 + 50.0;
        let y = self.above + RIM + (self.rows() as f32 - 1.0 - row) * 100.0 + 50.0;
        (x, y)
    }

    fn centre(&self, cell: CellView) -> (f32, f32) {
        self.middle(f32::from(cell.row), cell.column)
    }

    /// Everything that a piece in this column can change, in units of the whole picture.
    pub(crate) fn column_area(&self, column: u8) -> Area {
        on_paper(Area {
            x: self.left() + f32::from(column) * 100.0,
            y: 0.0,
            width: 100.0,
            height: self.height(),
        })
    }

    /// The picture; only what one column shows, if one is given.
    pub(crate) fn svg(&self, only: Option<u8>) -> String {
        let mut out = String::new();
        let (width, height) = (self.width(), self.height());
        let shown = |column: u8| only.is_none_or(|only| only == column);
        let plate = self.plate();
        let Palette {
            frame,
            frame_light,
            frame_dark,
            hole,
            ..
        } = self.palette;
        let _ = writeln!(
            out,
            "<path d=\"{plate}\" transform=\"translate(0 {DEPTH})\" fill=\"{frame_dark}\"/>"
        );
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"20\" fill=\"{hole}\"/>",
            self.left() - RIM / 2.0,
            self.above + RIM / 2.0,
            self.columns() as f32 * 100.0 + RIM,
            self.rows() as f32 * 100.0 + RIM,
        );
        for (cell, player) in self.pieces().filter(|(cell, _)| shown(cell.column)) {
            let centre = self.centre(cell);
            piece::draw(&mut out, &self.palette, player, centre, piece::RADIUS);
        }
        if let Some((player, column, row)) = self.falling {
            let middle = self.middle(row, column);
            piece::draw(&mut out, &self.palette, player, middle, piece::RADIUS);
        }
        let _ = writeln!(
            out,
            "<path d=\"{plate}{}\" fill=\"{frame}\" fill-rule=\"evenodd\" stroke=\"{frame_light}\" stroke-width=\"4\"/>",
            self.holes(shown)
        );
        self.rings(&mut out, shown);
        self.labels(&mut out, shown);
        picture(width, height, &self.palette, &out)
    }

    fn pieces(&self) -> impl Iterator<Item = (CellView, u8)> {
        self.cells.iter().enumerate().flat_map(|(row, owners)| {
            owners
                .iter()
                .enumerate()
                .filter_map(move |(column, owner)| {
                    let cell = CellView {
                        row: row as u8,
                        column: column as u8,
                    };
                    owner.map(|player| (cell, player))
                })
        })
    }

    /// The outline: three round corners and one that is cut.
    fn plate(&self) -> String {
        let (top, bottom, width, r) = (self.above, self.height() - DEPTH, self.width(), 26.0);
        format!(
            "M{r} {top}H{}Q{width} {top} {width} {}V{}L{} {bottom}H{r}Q0 {bottom} 0 {}V{}Q0 {top} {r} {top}Z",
            width - r,
            top + r,
            bottom - 2.0 * r,
            width - 2.0 * r,
            bottom - r,
            top + r,
        )
    }

    fn holes(&self, shown: impl Fn(u8) -> bool) -> String {
        let mut path = String::new();
        for column in (0..self.columns() as u8).filter(|&column| shown(column)) {
            for row in 0..self.rows() {
                let (x, y) = self.middle(row as f32, column);
                let _ = write!(path, "M{} {y}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0", x - 41.0);
            }
        }
        path
    }

    /// The last piece, or the winning ones.
    fn rings(&self, out: &mut String, shown: impl Fn(u8) -> bool) {
        let mut ring = |cell: CellView, radius: u32, colour: Colour, width: u32, dashes: &str| {
            if shown(cell.column) {
                let (x, y) = self.centre(cell);
                let _ = writeln!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>"
                );
            }
        };
        if let Some(last) = self.last.filter(|_| self.winning.is_empty()) {
            let dashes = " stroke-dasharray=\"10 7\"";
            ring(last, 44, self.palette.chalk, 5, dashes);
        }
        for &cell in self.winning {
            ring(cell, 43, self.palette.hole, 17, "");
            ring(cell, 43, Colour::WHITE, 9, "");
        }
    }

    /// Numbers below where a move is a column; where it is a cell, letters below and numbers on the left.
    fn labels(&self, out: &mut String, shown: impl Fn(u8) -> bool) {
        let y = self.height() - DEPTH - 14.0;
        for column in (0..self.columns() as u8).filter(|&column| shown(column)) {
            let (x, _) = self.middle(0.0, column);
            if self.gravity {
                label(out, x, y, 28, &self.palette, column + 1);
            } else {
                label(out, x, y, 28, &self.palette, char::from(b'a' + column));
            }
        }
        if !self.gravity {
            for row in 0..self.rows() {
                let (_, y) = self.middle(row as f32, 0);
                label(out, FOOT / 2.0, y + 10.0, 28, &self.palette, row + 1);
            }
        }
    }
}
