//! Dots and Boxes: lines between dots, boxes in their owner's colour with his mark.

use poda_engine::dots::{Direction, DotsSpec, Edge};
use poda_engine::{AnyGame, AnyMove, BoxesView, View};

use super::canvas::{Area, Canvas, bar, disc, draw_mark, mix};
use super::{FAINT, Film, INK, MOVE, PAPER, PLAYERS, START};

struct Geometry {
    /// From dot to dot, in pixels.
    step: u32,
    margin: u32,
}

impl Geometry {
    fn of(spec: DotsSpec) -> Geometry {
        Geometry {
            step: (440 / spec.rows().max(spec.columns()) as u32).clamp(56, 88),
            margin: 20,
        }
    }

    fn dot(&self, row: usize, column: usize) -> (f32, f32) {
        let place = |count: usize| (self.margin + count as u32 * self.step) as f32;
        (place(column), place(row))
    }

    fn ends(&self, edge: Edge) -> [(f32, f32); 2] {
        let (row, column) = (edge.row(), edge.column());
        let end = match edge.direction() {
            Direction::Horizontal => self.dot(row, column + 1),
            Direction::Vertical => self.dot(row + 1, column),
        };
        [self.dot(row, column), end]
    }

    /// The inside of a box.
    fn inside(&self, row: usize, column: usize) -> Area {
        Area {
            x: self.margin + column as u32 * self.step,
            y: self.margin + row as u32 * self.step,
            width: self.step,
            height: self.step,
        }
    }

    /// An edge and the boxes beside it.
    fn around(&self, edge: Edge) -> Area {
        let [from, to] = self.ends(edge).map(|(x, y)| (x as u32, y as u32));
        let border = self.margin / 2;
        let (across, down) = match edge.direction() {
            Direction::Horizontal => (border, self.step + border),
            Direction::Vertical => (self.step + border, border),
        };
        let (x, y) = (from.0.saturating_sub(across), from.1.saturating_sub(down));
        Area {
            x,
            y,
            width: to.0 + across - x,
            height: to.1 + down - y,
        }
    }
}

/// Draws everything that shows in an area. A half-drawn neighbour outside it would show a seam, so all is drawn, clipped.
fn draw(canvas: &mut Canvas, at: &Geometry, view: &BoxesView, clip: Area) {
    canvas.fill(clip, PAPER, |_, _| -1.0);
    let (rows, columns) = (view.boxes.len(), view.boxes[0].len());
    for (row, owners) in view.boxes.iter().enumerate() {
        for (column, owner) in owners.iter().enumerate() {
            let Some(owner) = owner.map(|owner| owner.index()) else {
                continue;
            };
            let inside = at.inside(row, column);
            let Some(inside) = common(inside, clip) else {
                continue;
            };
            let colour = PLAYERS[owner];
            canvas.fill(inside, mix(PAPER, colour, 0.35), |_, _| -1.0);
            let (x, y) = at.dot(row, column);
            let half = at.step as f32 / 2.0;
            let dark = mix(colour, INK, 0.25);
            draw_mark(
                canvas,
                inside,
                owner,
                (x + half, y + half),
                half * 0.42,
                dark,
            );
        }
    }
    let line = |canvas: &mut Canvas, [from, to]: [(f32, f32); 2], colour, width: f32| {
        let reach = width as u32 + 1;
        let area = Area {
            x: from.0 as u32 - reach,
            y: from.1 as u32 - reach,
            width: (to.0 - from.0) as u32 + 2 * reach,
            height: (to.1 - from.1) as u32 + 2 * reach,
        };
        if let Some(area) = common(area, clip) {
            canvas.fill(area, colour, bar(from, to, width));
        }
    };
    for row in 0..=rows {
        for column in 0..=columns {
            if column < columns {
                let ends = [at.dot(row, column), at.dot(row, column + 1)];
                line(canvas, ends, FAINT, 2.0);
            }
            if row < rows {
                let ends = [at.dot(row, column), at.dot(row + 1, column)];
                line(canvas, ends, FAINT, 2.0);
            }
        }
    }
    for (number, &(edge, player)) in view.edges.iter().enumerate() {
        let colour = PLAYERS[player.index()];
        let ends = at.ends(edge);
        line(canvas, ends, mix(colour, INK, 0.15), 7.0);
        if number + 1 == view.edges.len() {
            line(canvas, ends, PAPER, 2.0);
        }
    }
    for row in 0..=rows {
        for column in 0..=columns {
            let (x, y) = at.dot(row, column);
            let around = Area {
                x: x as u32 - 8,
                y: y as u32 - 8,
                width: 16,
                height: 16,
            };
            if let Some(area) = common(around, clip) {
                canvas.fill(area, INK, disc((x, y), 5.5));
            }
        }
    }
}

/// What two areas have in common.
fn common(one: Area, other: Area) -> Option<Area> {
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    let right = (one.x + one.width).min(other.x + other.width);
    let bottom = (one.y + one.height).min(other.y + other.height);
    (right > x && bottom > y).then(|| Area {
        x,
        y,
        width: right - x,
        height: bottom - y,
    })
}

pub(super) fn film(game: &AnyGame, spec: DotsSpec, line: &[AnyMove]) -> Film {
    let view_at = |count: usize| match View::new(game, &line[..count]) {
        View::Boxes(view) => view,
        View::Grid(_) => unreachable!("Dots and Boxes is played with boxes"),
    };
    let at = Geometry::of(spec);
    let side = |count: usize| 2 * at.margin + count as u32 * at.step;
    let mut film = Film::new(side(spec.columns()), side(spec.rows()));
    let whole = film.whole();
    draw(&mut film.canvas, &at, &view_at(0), whole);
    film.shoot(whole, START);
    let mut last: Option<Edge> = None;
    for count in 1..=line.len() {
        let AnyMove::Edge(edge) = line[count - 1] else {
            continue;
        };
        // The edge before loses its highlight.
        let mut area = at.around(edge);
        if let Some(last) = last {
            area = union(area, at.around(last));
        }
        draw(&mut film.canvas, &at, &view_at(count), area);
        film.shoot(area, MOVE);
        last = Some(edge);
    }
    film.hold();
    film
}

/// The least area that holds both.
fn union(one: Area, other: Area) -> Area {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    Area {
        x,
        y,
        width: (one.x + one.width).max(other.x + other.width) - x,
        height: (one.y + one.height).max(other.y + other.height) - y,
    }
}
