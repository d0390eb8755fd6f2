//! A whole game as stills, each of which holds only what changed.

use poda_engine::{AnyGame, AnyMove};

use crate::board::{Board, CellView};
use crate::drawing::{Area, BoxesDrawing, GridDrawing, Style, stage};
use crate::look::Palette;

/// A picture of a film.
#[derive(Clone, Debug, PartialEq)]
pub struct Still {
    /// What is to be seen, as SVG of the size of the whole picture; right within `area`.
    pub svg: String,
    /// What of it is new, in its units; `None` if all is.
    pub area: Option<Area>,
    /// How long it is shown, in hundredths of a second.
    pub delay: u16,
}

/// A game as stills, oldest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// The stills; the first shows the start.
    pub stills: Vec<Still>,
    /// The side of a cell or a box in the picture that is wanted, where the stills have 100 units.
    pub cell: u32,
}

/// How long a still is shown.
const START: u16 = 60;
const MOVE: u16 = 40;
const END: u16 = 400;
/// The stills of a fall, and how long each is shown.
const FALL: u32 = 5;
const FALL_DELAY: u16 = 4;

impl Film {
    /// The game, move by move.
    pub fn new(game: &AnyGame, line: &[AnyMove], style: &Style) -> Film {
        let palette = style.palette();
        let boards: Vec<Board> = (0..=line.len())
            .map(|count| Board::new(game, &line[..count]))
            .collect();
        let mut stills = vec![Still {
            svg: stage(&boards[0], style),
            area: None,
            delay: START,
        }];
        for step in boards.windows(2) {
            let (before, after) = (&step[0], &step[1]);
            match after {
                Board::Grid { .. } => drop_piece(&mut stills, before, after, palette),
                Board::Boxes { .. } => draw_edge(&mut stills, before, after, palette),
            }
        }
        if let Some(last) = stills.last_mut() {
            last.delay = END;
        }
        let rows = boards[0].rows();
        let side = rows.len().max(rows[0].len()) as u32;
        Film {
            stills,
            cell: (448 / side).clamp(32, 56),
        }
    }
}

fn drop_piece(stills: &mut Vec<Still>, before: &Board, after: &Board, palette: Palette) {
    let Board::Grid {
        gravity,
        cells,
        last: Some(last),
        winning,
    } = after
    else {
        return;
    };
    let Board::Grid { last: left, .. } = before else {
        return;
    };
    let CellView { row, column } = *last;
    let player = cells[usize::from(row)][usize::from(column)].expect("a piece lies there");
    let mut drawing = GridDrawing::for_film(before, palette);
    let (top, area) = (cells.len() as f32, drawing.column_area(column));
    let falls = if *gravity { FALL } else { 0 };
    for step in 0..falls {
        // The same time for each fall: distance grows with the square of it.
        let time = step as f32 / FALL as f32;
        drawing.falling = Some((player, column, top - (top - f32::from(row)) * time * time));
        stills.push(Still {
            svg: drawing.svg(Some(column)),
            area: Some(area),
            delay: FALL_DELAY,
        });
    }
    let drawing = GridDrawing::for_film(after, palette);
    // The piece before loses its ring, wherever it is; a win changes everything.
    let same = left.is_none_or(|left| left.column == column);
    let only = (same && winning.is_empty()).then_some(column);
    let area = match (only, left) {
        (Some(_), _) => Some(area),
        (None, Some(left)) if winning.is_empty() => {
            Some(area.union(drawing.column_area(left.column)))
        }
        _ => None,
    };
    stills.push(Still {
        svg: drawing.svg(only),
        area,
        delay: MOVE,
    });
}

fn draw_edge(stills: &mut Vec<Still>, before: &Board, after: &Board, palette: Palette) {
    let (Board::Boxes { edges: old, .. }, Board::Boxes { edges, .. }) = (before, after) else {
        return;
    };
    let Some(last) = edges.last() else { return };
    // The edge before loses its highlight.
    let areas = old
        .last()
        .into_iter()
        .chain([last])
        .map(|edge| BoxesDrawing::edge_area(&edge.edge));
    let area = areas.reduce(Area::union);
    stills.push(Still {
        svg: BoxesDrawing::of(after, palette).svg(area),
        area,
        delay: MOVE,
    });
}
