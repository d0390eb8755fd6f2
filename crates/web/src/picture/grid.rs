//! Connect 4: pieces fall behind a board with holes.

use poda_engine::{AnyGame, AnyMove, GridView, PlayerId, View};

use super::canvas::{Area, Canvas, card, disc, draw_mark, mix, ring};
use super::{Colour, FAINT, Film, MOVE, PAPER, PLAYERS, START, WHITE};

const BOARD: Colour = [0x2e, 0x4d, 0x42];
/// The frames of a fall, and how long each is shown.
const FALL: u32 = 5;
const FALL_DELAY: u16 = 4;

struct Geometry {
    /// The side of a cell, in pixels.
    cell: u32,
    margin: u32,
    rows: u32,
    columns: u32,
}

impl Geometry {
    fn of(view: &GridView) -> Geometry {
        let (rows, columns) = (view.cells.len() as u32, view.cells[0].len() as u32);
        Geometry {
            cell: (448 / rows.max(columns)).clamp(32, 56),
            margin: 12,
            rows,
            columns,
        }
    }

    fn size(&self) -> (u32, u32) {
        // One row more than the board: there a piece appears before it falls.
        (
            self.columns * self.cell + 2 * self.margin,
            (self.rows + 1) * self.cell + 2 * self.margin,
        )
    }

    /// The board itself.
    fn board(&self) -> Area {
        Area {
            x: self.margin / 2,
            y: self.cell + self.margin / 2,
            width: self.columns * self.cell + self.margin,
            height: self.rows * self.cell + self.margin,
        }
    }

    /// A column and the room above it.
    fn column(&self, column: u32) -> Area {
        Area {
            x: self.margin + column * self.cell,
            y: self.margin,
            width: self.cell,
            height: (self.rows + 1) * self.cell,
        }
    }

    /// The middle of a cell; rows count from the bottom and need not be whole.
    fn middle(&self, row: f32, column: u32) -> (f32, f32) {
        let cell = self.cell as f32;
        let x = self.margin as f32 + (column as f32 + 0.5) * cell;
        let y = self.margin as f32 + (self.rows as f32 - row + 0.5) * cell;
        (x, y)
    }

    fn radius(&self) -> f32 {
        self.cell as f32 * 0.41
    }
}

/// A piece: a disc with a darker rim and its player's mark.
fn piece(canvas: &mut Canvas, clip: Area, player: usize, centre: (f32, f32), radius: f32) {
    let colour = PLAYERS[player];
    let dark = mix(colour, [0, 0, 0], 0.28);
    canvas.fill(clip, dark, disc(centre, radius));
    canvas.fill(clip, colour, disc(centre, radius * 0.86));
    draw_mark(canvas, clip, player, centre, radius * 0.42, dark);
}

/// Draws one column: what lies in it, a piece that falls through it, the board with its holes over both.
fn column(
    canvas: &mut Canvas,
    at: &Geometry,
    view: &GridView,
    column: u32,
    falling: Option<(PlayerId, f32)>,
) {
    let clip = at.column(column);
    canvas.fill(clip, PAPER, |_, _| -1.0);
    let below = Area {
        y: at.margin + at.cell,
        height: at.rows * at.cell,
        ..clip
    };
    canvas.fill(below, FAINT, |_, _| -1.0);
    for row in 0..at.rows {
        if let Some(player) = view.cells[row as usize][column as usize] {
            let middle = at.middle(row as f32, column);
            piece(canvas, clip, player.index(), middle, at.radius());
        }
    }
    if let Some((player, row)) = falling {
        let middle = at.middle(row, column);
        piece(canvas, clip, player.index(), middle, at.radius());
    }
    let (x, _) = at.middle(0.0, column);
    let (top, first) = (at.board().y, at.margin + at.cell);
    let front = Area {
        y: top,
        height: first + at.rows * at.cell - top,
        ..clip
    };
    let (first, cell, radius) = (first as f32, at.cell as f32, at.radius());
    canvas.fill(front, BOARD, move |px, py| {
        // Outside the hole of the cell that the point is in; the rim above the first row has none.
        let middle = first + (((py - first) / cell).floor() + 0.5) * cell;
        if py < first {
            -1.0
        } else {
            radius - (px - x).hypot(py - middle)
        }
    });
}

pub(super) fn film(game: &AnyGame, line: &[AnyMove]) -> Film {
    let view_at = |count: usize| match View::new(game, &line[..count]) {
        View::Grid(view) => view,
        View::Boxes(_) => unreachable!("Connect 4 is played on a grid"),
    };
    let empty = view_at(0);
    let at = Geometry::of(&empty);
    let (width, height) = at.size();
    let mut film = Film::new(width, height);
    let board = at.board();
    film.canvas.fill(board, BOARD, card(board, 10.0));
    for index in 0..at.columns {
        column(&mut film.canvas, &at, &empty, index, None);
    }
    film.shoot(film.whole(), START);
    let mut before = empty;
    for count in 1..=line.len() {
        let after = view_at(count);
        let last = after.last.expect("a piece was dropped");
        let player = after.cells[last.row][last.column].expect("a piece lies there");
        let (index, row) = (last.column as u32, last.row as f32);
        let height = at.rows as f32 - row;
        // The same time for each fall: distance grows with the square of it.
        for step in 0..FALL {
            let time = step as f32 / FALL as f32;
            let row = at.rows as f32 - height * time * time;
            column(&mut film.canvas, &at, &before, index, Some((player, row)));
            film.shoot(at.column(index), FALL_DELAY);
        }
        column(&mut film.canvas, &at, &after, index, None);
        let mut area = at.column(index);
        if !after.winning.is_empty() {
            area = film.whole();
            for cell in &after.winning {
                let middle = at.middle(cell.row as f32, cell.column as u32);
                let (radius, width) = (at.radius() * 0.9, at.radius() * 0.24);
                film.canvas.fill(area, WHITE, ring(middle, radius, width));
            }
        }
        film.shoot(area, MOVE);
        before = after;
    }
    film.hold();
    film
}
