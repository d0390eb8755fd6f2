//! A position as SVG: the one place that draws boards, in the page's measures, where a cell or a box is 100 units wide.

mod boxes;
mod grid;
mod piece;
mod thumb;

use std::fmt::Write;

pub(crate) use boxes::BoxesDrawing;
pub(crate) use grid::GridDrawing;
pub(crate) use thumb::{thumb, thumb_height};

use crate::board::Board;
use crate::look::{Palette, Pieces, Theme};

/// What a picture looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The paper.
    pub theme: Theme,
    /// The pieces.
    pub pieces: Pieces,
}

impl Style {
    pub(crate) fn palette(&self) -> Palette {
        Palette::new(self.theme, self.pieces)
    }
}

/// A part of a picture, in its units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
}

impl Area {
    /// The least area that holds both.
    pub(crate) fn union(self, other: Area) -> Area {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Area {
            x,
            y,
            width: (self.x + self.width).max(other.x + other.width) - x,
            height: (self.y + self.height).max(other.y + other.height) - y,
        }
    }
}

/// The room around a board on its paper.
const AROUND: f32 = 24.0;

/// A whole picture: the paper, and on it what was drawn for a board of this size.
pub(crate) fn picture(width: f32, height: f32, palette: &Palette, inside: &str) -> String {
    let (width, height) = (width + 2.0 * AROUND, height + 2.0 * AROUND);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {width} {height}\" width=\"{width}\" height=\"{height}\">\n",
        -AROUND
    );
    let _ = writeln!(
        svg,
        "<rect x=\"{0}\" y=\"{0}\" width=\"{width}\" height=\"{height}\" fill=\"{1}\"/>",
        -AROUND, palette.paper
    );
    svg.push_str(inside);
    svg.push_str("</svg>\n");
    svg
}

/// An area of a board as one of its whole picture.
pub(crate) fn on_paper(area: Area) -> Area {
    Area {
        x: area.x + AROUND,
        y: area.y + AROUND,
        ..area
    }
}

/// A position as SVG, with marks on the pieces, the last move, the winning run and the names of rows and columns.
pub fn svg(board: &Board, style: &Style) -> String {
    match board {
        Board::Grid { .. } => GridDrawing::of(board, style.palette()).svg(None),
        Board::Boxes { .. } => BoxesDrawing::of(board, style.palette()).svg(None),
    }
}

/// The same with room for what moves.
pub(crate) fn stage(board: &Board, style: &Style) -> String {
    match board {
        Board::Grid { .. } => GridDrawing::for_film(board, style.palette()).svg(None),
        Board::Boxes { .. } => svg(board, style),
    }
}

/// A letter or a number in the middle of a place.
fn label(
    out: &mut String,
    x: f32,
    y: f32,
    size: u32,
    palette: &Palette,
    text: impl std::fmt::Display,
) {
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-family=\"Atkinson Hyperlegible Next, DejaVu Sans, sans-serif\" font-weight=\"600\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{}\">{text}</text>",
        palette.chalk
    );
}
