//! Edges between dots on slate, and the boxes that they close.

use std::fmt::Write;

use super::{Area, label, on_paper, picture, piece};
use crate::board::{Board, EdgeView, Owners, edge_name};
use crate::look::{Colour, Palette};

const MARGIN: f32 = 34.0;

/// A board with boxes, about to be drawn.
pub(crate) struct BoxesDrawing<'a> {
    boxes: &'a Owners,
    edges: &'a [EdgeView],
    palette: Palette,
}

/// From one dot to the next.
#[derive(Clone, Copy)]
struct Line {
    x: f32,
    y: f32,
    across: bool,
}

impl Line {
    fn end(self) -> (f32, f32) {
        if self.across {
            (self.x + 100.0, self.y)
        } else {
            (self.x, self.y + 100.0)
        }
    }

    /// Where an edge lies, by name: `h12`.
    fn named(edge: &str) -> Line {
        let mut letters = edge.chars();
        let across = letters.next() == Some('h');
        let mut number = || {
            letters
                .next()
                .and_then(|digit| digit.to_digit(10))
                .unwrap_or(1) as usize
                - 1
        };
        let (row, column) = (number(), number());
        Line::at(across, row, column)
    }

    fn at(across: bool, row: usize, column: usize) -> Line {
        Line {
            x: MARGIN + column as f32 * 100.0,
            y: MARGIN + row as f32 * 100.0,
            across,
        }
    }

    fn draw(self, out: &mut String, colour: Colour, more: &str) {
        let (x, y) = self.end();
        let _ = writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{x}\" y2=\"{y}\" stroke=\"{colour}\" stroke-linecap=\"round\" {more}/>",
            self.x, self.y
        );
    }

    /// The boxes beside it, and itself.
    fn area(self) -> Area {
        let beside = 100.0;
        let ((x, y), half) = (self.end(), 12.0);
        let (dx, dy) = if self.across {
            (half, beside)
        } else {
            (beside, half)
        };
        Area {
            x: self.x - dx,
            y: self.y - dy,
            width: x - self.x + 2.0 * dx,
            height: y - self.y + 2.0 * dy,
        }
    }
}

impl<'a> BoxesDrawing<'a> {
    /// # Panics
    /// If the board has no boxes.
    pub(crate) fn of(board: &'a Board, palette: Palette) -> BoxesDrawing<'a> {
        let Board::Boxes { boxes, edges, .. } = board else {
            panic!("a board with boxes")
        };
        BoxesDrawing {
            boxes,
            edges,
            palette,
        }
    }

    fn width(&self) -> f32 {
        self.boxes[0].len() as f32 * 100.0 + 2.0 * MARGIN
    }

    fn height(&self) -> f32 {
        self.boxes.len() as f32 * 100.0 + 2.0 * MARGIN
    }

    /// Everything that an edge can change, in units of the whole picture.
    pub(crate) fn edge_area(edge: &str) -> Area {
        on_paper(Line::named(edge).area())
    }

    /// The picture; only what lies in an area of it, if one is given.
    pub(crate) fn svg(&self, only: Option<Area>) -> String {
        let mut out = String::new();
        let shown = |x: f32, y: f32| {
            only.is_none_or(|area| {
                let at = on_paper(Area {
                    x,
                    y,
                    width: 0.0,
                    height: 0.0,
                });
                // A little more than half the length of an edge: whatever begins outside may reach in.
                let reach = 110.0;
                (area.x - reach..area.x + area.width + reach).contains(&at.x)
                    && (area.y - reach..area.y + area.height + reach).contains(&at.y)
            })
        };
        let (width, height) = (self.width(), self.height());
        let (slate, rim) = (self.palette.slate, self.palette.frame_light);
        let _ = writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"22\" fill=\"{slate}\" stroke=\"{rim}\" stroke-width=\"4\"/>"
        );
        self.draw_boxes(&mut out, shown);
        self.draw_edges(&mut out, shown);
        self.draw_dots(&mut out, shown);
        self.labels(&mut out);
        picture(width, height, &self.palette, &out)
    }

    fn draw_boxes(&self, out: &mut String, shown: impl Fn(f32, f32) -> bool) {
        for (row, owners) in self.boxes.iter().enumerate() {
            for (column, owner) in owners.iter().enumerate() {
                let Line { x, y, .. } = Line::at(true, row, column);
                let (Some(player), true) = (*owner, shown(x, y)) else {
                    continue;
                };
                let fruit = self.palette.fruits[usize::from(player)].body;
                let fill = fruit.mix(self.palette.slate, 0.55);
                let _ = writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"88\" height=\"88\" rx=\"8\" fill=\"{fill}\"/>",
                    x + 6.0,
                    y + 6.0
                );
                piece::draw(out, &self.palette, player, (x + 50.0, y + 50.0), 30.0);
            }
        }
    }

    fn draw_edges(&self, out: &mut String, shown: impl Fn(f32, f32) -> bool) {
        let (rows, columns) = (self.boxes.len(), self.boxes[0].len());
        for row in 0..=rows {
            for column in 0..=columns {
                for across in [true, false] {
                    let inside = if across { column < columns } else { row < rows };
                    let line = Line::at(across, row, column);
                    let name = edge_name(across, row, column);
                    let free = !self.edges.iter().any(|drawn| drawn.edge == name);
                    if inside && free && shown(line.x, line.y) {
                        let dotted =
                            "stroke-width=\"3\" stroke-dasharray=\"1 11\" stroke-opacity=\"0.75\"";
                        line.draw(out, self.palette.pencil, dotted);
                    }
                }
            }
        }
        for (at, drawn) in self.edges.iter().enumerate() {
            let line = Line::named(&drawn.edge);
            if shown(line.x, line.y) {
                let fruit = self.palette.fruits[usize::from(drawn.player)].body;
                // The last line is its owner's; of the others a hint remains.
                let last = at + 1 == self.edges.len();
                let chalk = if last { 0.0 } else { 0.55 };
                line.draw(
                    out,
                    fruit.mix(self.palette.chalk, chalk),
                    "stroke-width=\"10\"",
                );
            }
        }
    }

    fn draw_dots(&self, out: &mut String, shown: impl Fn(f32, f32) -> bool) {
        for row in 0..=self.boxes.len() {
            for column in 0..=self.boxes[0].len() {
                let Line { x, y, .. } = Line::at(true, row, column);
                if shown(x, y) {
                    let chalk = self.palette.chalk;
                    let _ = writeln!(
                        out,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"8.5\" fill=\"{chalk}\"/>"
                    );
                }
            }
        }
    }

    /// The dots are numbered, as the names of edges count them.
    fn labels(&self, out: &mut String) {
        for column in 0..=self.boxes[0].len() {
            let x = MARGIN + column as f32 * 100.0;
            label(out, x, 19.0, 20, &self.palette, column + 1);
        }
        for row in 0..=self.boxes.len() {
            let y = MARGIN + row as f32 * 100.0 + 7.0;
            label(out, 13.0, y, 20, &self.palette, row + 1);
        }
    }
}
