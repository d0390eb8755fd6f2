//! Boards in the terminal: a colour *and* a shape for each player, so that neither is needed.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use poda_engine::connect4::Cell;
use poda_engine::dots::{Direction, Edge};
use poda_engine::{BoxesView, GridView, PlayerId, View};

const SHAPES: [char; PlayerId::MOST] = ['●', '○', '▲'];
const COLOURS: [AnsiColor; PlayerId::MOST] = [AnsiColor::Red, AnsiColor::Yellow, AnsiColor::Cyan];
const FRAME: Style = Style::new().dimmed();

fn style(player: PlayerId) -> Style {
    COLOURS[player.index()].on_default()
}

/// The player with shape and colour, such as "● First".
pub(super) fn name(player: PlayerId) -> String {
    let mut word = player.to_string();
    word[..1].make_ascii_uppercase();
    let style = style(player);
    format!("{style}{}{style:#} {word}", SHAPES[player.index()])
}

/// The board, coloured.
pub(super) fn draw(view: &View) -> String {
    match view {
        View::Grid(grid) => draw_grid(grid),
        View::Boxes(boxes) => draw_boxes(boxes),
    }
}

/// The players' numbers, -1 where nobody is, the top row first.
pub(super) fn numbers(view: &View) -> String {
    let rows: Vec<&Vec<Option<PlayerId>>> = match view {
        View::Grid(grid) => grid.cells.iter().rev().collect(),
        View::Boxes(boxes) => boxes.boxes.iter().collect(),
    };
    let mut text = String::new();
    for row in rows {
        let cells = row
            .iter()
            .map(|cell| cell.map_or(-1, |player| player.index() as i8));
        let cells: Vec<String> = cells.map(|number| format!("{number:>2}")).collect();
        text += &cells.join(" ");
        text.push('\n');
    }
    text
}

/// Pieces of a winning run stand in brackets and reversed, the last piece bold.
fn draw_grid(grid: &GridView) -> String {
    let columns = grid.cells[0].len();
    let mut text = String::new();
    for (row, cells) in grid.cells.iter().enumerate().rev() {
        let _ = write!(text, "{FRAME}│{FRAME:#}");
        for (column, cell) in cells.iter().enumerate() {
            let here = Cell { row, column };
            let Some(player) = *cell else {
                let _ = write!(text, "{FRAME} · {FRAME:#}");
                continue;
            };
            let shape = SHAPES[player.index()];
            if grid.winning.contains(&here) {
                let style = style(player).bold().invert();
                let _ = write!(text, "{style}[{shape}]{style:#}");
            } else {
                let style = if grid.last == Some(here) {
                    style(player).bold()
                } else {
                    style(player)
                };
                let _ = write!(text, " {style}{shape}{style:#} ");
            }
        }
        let _ = writeln!(text, "{FRAME}│{FRAME:#}");
    }
    let _ = writeln!(text, "{FRAME}└{}┘{FRAME:#}", "───".repeat(columns));
    let names: String = (0..columns)
        .map(|c| format!(" {} ", poda_engine::connect4::Column::new(c)))
        .collect();
    let _ = writeln!(text, " {names}");
    text
}

/// Rows and columns are numbered as edges are: `h21` is the second line of dots, first gap.
fn draw_boxes(board: &BoxesView) -> String {
    let (rows, columns) = (board.boxes.len(), board.boxes[0].len());
    let last = board.edges.last().map(|&(edge, _)| edge);
    let line = |edge: Edge, drawn: &str, free: &str| match board
        .edges
        .iter()
        .find(|&&(other, _)| other == edge)
    {
        None => format!("{FRAME}{free}{FRAME:#}"),
        Some(&(_, player)) => {
            let style = if last == Some(edge) {
                style(player).bold()
            } else {
                style(player)
            };
            format!("{style}{drawn}{style:#}")
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
            let edge = Edge::new(Direction::Horizontal, row, column);
            let _ = write!(text, "•{}", line(edge, "───", "   "));
        }
        text += "•\n";
        if row == rows {
            break;
        }
        text += "   ";
        for column in 0..=columns {
            text += &line(Edge::new(Direction::Vertical, row, column), "│", " ");
            if let Some(owner) = board.boxes[row].get(column) {
                let _ = match owner {
                    None => write!(text, "   "),
                    Some(player) => {
                        let style = style(*player);
                        write!(text, " {style}{}{style:#} ", SHAPES[player.index()])
                    }
                };
            }
        }
        text.push('\n');
    }
    text
}
