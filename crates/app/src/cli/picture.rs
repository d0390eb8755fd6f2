//! Boards in the terminal: as on the page, a colour *and* a mark for each player, so that neither is needed.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};
use poda_coach::{
    Board, CellView, Colour, EdgeView, Owners, Palette, Pieces, Theme, edge_name, look,
};
use poda_engine::PlayerId;

const FRAME: Style = Style::new().dimmed();

/// The players' pieces: the mark in its own deep colour on the piece's, readable on every background.
struct Brush(Palette);

impl Brush {
    fn new() -> Brush {
        Brush(Palette::new(Theme::Light, Pieces::Orchard))
    }

    /// As on a piece.
    fn piece(&self, player: u8) -> Style {
        let fruit = self.0.fruits[usize::from(player)];
        Style::new()
            .fg_color(Some(nearest(fruit.deep).into()))
            .bg_color(Some(nearest(fruit.body).into()))
    }

    /// As drawn with chalk, for the last edge.
    fn line(&self, player: u8) -> Style {
        let fruit = self.0.fruits[usize::from(player)];
        Style::new()
            .fg_color(Some(nearest(fruit.body).into()))
            .bold()
    }
}

/// The nearest of the 6 × 6 × 6 colours that every terminal has.
fn nearest(Colour(channels): Colour) -> Ansi256Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let [red, green, blue] = channels.map(|channel| {
        let apart = |level: &u8| LEVELS[usize::from(*level)].abs_diff(channel);
        (0..6).min_by_key(apart).unwrap_or(0)
    });
    Ansi256Color(16 + 36 * red + 6 * green + blue)
}

/// The player with mark and colour, such as "○ First".
pub(super) fn name(player: PlayerId) -> String {
    let number = player.index() as u8;
    let (look, style) = (look(number), Brush::new().piece(number));
    format!("{style}{}{style:#} {}", look.mark, look.name)
}

/// The board, coloured.
pub(super) fn draw(board: &Board) -> String {
    match board {
        Board::Grid {
            gravity,
            cells,
            last,
            winning,
        } => draw_grid(cells, *last, winning, *gravity),
        Board::Boxes { boxes, edges, .. } => draw_boxes(boxes, edges),
    }
}

/// The players' numbers, -1 where nobody is, the top row first.
pub(super) fn numbers(board: &Board) -> String {
    let mut text = String::new();
    for row in board.rows() {
        let cells = row
            .iter()
            .map(|cell| cell.map_or(-1, |player| player.cast_signed()));
        let cells: Vec<String> = cells.map(|number| format!("{number:>2}")).collect();
        text += &cells.join(" ");
        text.push('\n');
    }
    text
}

/// Pieces of a winning run stand in brackets, the last piece is bold. Where a move is a cell, rows have numbers and columns letters.
fn draw_grid(
    cells: &Owners,
    last: Option<CellView>,
    winning: &[CellView],
    gravity: bool,
) -> String {
    let (columns, brush) = (cells[0].len(), Brush::new());
    let mut text = String::new();
    for (row, owners) in cells.iter().enumerate().rev() {
        if !gravity {
            let _ = write!(text, "{:>2} ", row + 1);
        }
        let _ = write!(text, "{FRAME}│{FRAME:#}");
        for (column, owner) in owners.iter().enumerate() {
            let here = CellView {
                row: row as u8,
                column: column as u8,
            };
            let Some(player) = *owner else {
                let _ = write!(text, "{FRAME} · {FRAME:#}");
                continue;
            };
            let (mark, style) = (look(player).mark, brush.piece(player));
            let _ = if winning.contains(&here) {
                let style = style.bold();
                write!(text, "{style}[{mark}]{style:#}")
            } else {
                let style = if last == Some(here) {
                    style.bold()
                } else {
                    style
                };
                write!(text, "{style} {mark} {style:#}")
            };
        }
        let _ = writeln!(text, "{FRAME}│{FRAME:#}");
    }
    let indent = if gravity { "" } else { "   " };
    let _ = writeln!(text, "{indent}{FRAME}└{}┘{FRAME:#}", "───".repeat(columns));
    let name = |column: usize| match (gravity, char::from_digit(column as u32 + 1, 36)) {
        (true, Some(digit)) => digit,
        _ => char::from(b'a' + column as u8),
    };
    let names: String = (0..columns)
        .map(|column| format!(" {} ", name(column)))
        .collect();
    let _ = writeln!(text, "{indent} {names}");
    text
}

/// Rows and columns are numbered as edges are: `h21` is the second line of dots, first gap. As on the page, the last edge has its
/// player's colour.
fn draw_boxes(boxes: &Owners, edges: &[EdgeView]) -> String {
    let (rows, columns, brush) = (boxes.len(), boxes[0].len(), Brush::new());
    let line = |across, row, column, drawn: &str, free: &str| {
        let name = edge_name(across, row, column);
        if !edges.iter().any(|edge| edge.edge == name) {
            return free.to_owned();
        }
        match edges.last() {
            Some(last) if last.edge == name => {
                let style = brush.line(last.player);
                format!("{style}{drawn}{style:#}")
            }
            _ => drawn.to_owned(),
        }
    };
    let mut text = String::from("   ");
    for column in 1..=columns + 1 {
        let _ = write!(text, "{column:<4}");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for row in 0..=rows {
        let _ = write!(text, "{:>2} ", row + 1);
        for column in 0..columns {
            let _ = write!(text, "•{}", line(true, row, column, "───", "   "));
        }
        text += "•\n";
        let Some(owners) = boxes.get(row) else {
            break;
        };
        text += "   ";
        for column in 0..=columns {
            text += &line(false, row, column, "│", " ");
            let _ = match owners.get(column) {
                None => Ok(()),
                Some(None) => write!(text, "   "),
                Some(Some(player)) => {
                    let style = brush.piece(*player);
                    write!(text, "{style} {} {style:#}", look(*player).mark)
                }
            };
        }
        text.push('\n');
    }
    text
}
