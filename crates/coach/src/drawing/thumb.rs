//! A board in a few dozen pixels: no marks and no names, but shapes that tell the players apart without colour.

use std::fmt::Write;

use crate::board::{Board, CellView, Owners};

/// How high a small board of this width is.
pub(crate) fn thumb_height(board: &Board, width: f32) -> f32 {
    let (rows, columns) = match board {
        Board::Grid { cells, .. } => (cells.len(), cells[0].len()),
        Board::Boxes { boxes, .. } => (boxes.len(), boxes[0].len()),
    };
    (width * rows as f32 / columns as f32).min(width)
}

/// A small board at this place. Its colours are classes: `frame`, `hole`, `slate`, `chalk`, `pencil`, `p0` to `p2`, `last`.
pub(crate) fn thumb(out: &mut String, board: &Board, x: f32, y: f32, width: f32) {
    let height = thumb_height(board, width);
    let _ = write!(out, "<g transform=\"translate({x:.1} {y:.1})\">");
    match board {
        Board::Grid {
            cells,
            last,
            winning,
            ..
        } => grid(out, cells, *last, winning, width, height),
        Board::Boxes { boxes, edges, .. } => {
            let edges: Vec<&str> = edges.iter().map(|edge| edge.edge.as_str()).collect();
            box_board(out, boxes, &edges, width, height);
        }
    }
    out.push_str("</g>\n");
}

fn grid(
    out: &mut String,
    cells: &Owners,
    last: Option<CellView>,
    winning: &[CellView],
    width: f32,
    height: f32,
) {
    let (rows, columns) = (cells.len(), cells[0].len());
    let size = (width / columns as f32).min(height / rows as f32);
    let left = (width - size * columns as f32) / 2.0;
    let centre = |row: usize, column: usize| {
        let x = left + (column as f32 + 0.5) * size;
        (x, (rows as f32 - row as f32 - 0.5) * size)
    };
    let radius = size * 0.4;
    let _ = write!(
        out,
        "<rect class=\"frame\" x=\"{left:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\"/>",
        size * columns as f32,
        size * rows as f32
    );
    let mut paths = [String::new(), String::new(), String::new(), String::new()];
    for (row, owners) in cells.iter().enumerate() {
        for (column, owner) in owners.iter().enumerate() {
            let (x, y) = centre(row, column);
            let path = &mut paths[owner.map_or(3, usize::from)];
            match owner {
                // A diamond.
                Some(2) => {
                    let top = y - radius;
                    let _ = write!(
                        path,
                        "M{x:.1} {top:.1}l{radius:.1} {radius:.1} -{radius:.1} {radius:.1} -{radius:.1} -{radius:.1}z"
                    );
                }
                // A ring: the inner circle runs the other way round.
                Some(1) => {
                    circle(path, x, y, radius, 0);
                    circle(path, x, y, radius * 0.4, 1);
                }
                _ => circle(path, x, y, radius, 0),
            }
        }
    }
    for (class, path) in ["p0", "p1", "p2", "hole"].iter().zip(&paths) {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    let marked: Vec<CellView> = if winning.is_empty() {
        last.into_iter().collect()
    } else {
        winning.to_vec()
    };
    for cell in marked {
        let (x, y) = centre(usize::from(cell.row), usize::from(cell.column));
        let _ = write!(
            out,
            "<circle class=\"last\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>",
            radius + 0.6
        );
    }
}

/// A circle as a part of a path, one way round or the other.
fn circle(path: &mut String, x: f32, y: f32, radius: f32, way: u8) {
    let (left, across) = (x - radius, 2.0 * radius);
    let _ = write!(
        path,
        "M{left:.1} {y:.1}a{radius:.1} {radius:.1} 0 1 {way} {across:.1} 0a{radius:.1} {radius:.1} 0 1 {way} -{across:.1} 0"
    );
}

fn box_board(out: &mut String, boxes: &Owners, edges: &[&str], width: f32, height: f32) {
    let (rows, columns) = (boxes.len(), boxes[0].len());
    let size = ((width - 6.0) / columns as f32).min((height - 6.0) / rows as f32);
    let (left, top) = (
        (width - size * columns as f32) / 2.0,
        (height - size * rows as f32) / 2.0,
    );
    let at = |row: usize, column: usize| (left + column as f32 * size, top + row as f32 * size);
    let _ = write!(
        out,
        "<rect class=\"slate\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\"/>"
    );
    for (row, owners) in boxes.iter().enumerate() {
        for (column, owner) in owners.iter().enumerate() {
            if let Some(owner) = owner {
                let (x, y) = at(row, column);
                let round = if *owner == 0 { size / 2.0 } else { 0.0 };
                let _ = write!(
                    out,
                    "<rect class=\"p{owner}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{2:.1}\" height=\"{2:.1}\" rx=\"{round:.1}\"/>",
                    x + size * 0.18,
                    y + size * 0.18,
                    size * 0.64
                );
            }
        }
    }
    let (mut drawn, mut free) = (String::new(), String::new());
    for row in 0..=rows {
        for column in 0..=columns {
            let (x, y) = at(row, column);
            for (across, there) in [(true, column < columns), (false, row < rows)] {
                let name = crate::board::edge_name(across, row, column);
                let way = if across { 'h' } else { 'v' };
                let path = if edges.contains(&name.as_str()) {
                    &mut drawn
                } else {
                    &mut free
                };
                if there {
                    let _ = write!(path, "M{x:.1} {y:.1}{way}{size:.1}");
                }
            }
        }
    }
    let _ = write!(
        out,
        "<path class=\"pencil\" d=\"{free}\"/><path class=\"chalk\" d=\"{drawn}\"/>"
    );
}
