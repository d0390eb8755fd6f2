//! Boards: pieces on cells, and lines between dots. As large as fits; a board that does not fit shows the part about the cursor.

use poda_coach::{Board, CellView, PositionView};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::canvas::{Canvas, Hits};
use crate::play::look::Look;
use crate::play::state::{Action, Place};

/// A board and what is pointed at on it.
pub(crate) struct BoardView<'a> {
    pub(crate) at: &'a PositionView,
    pub(crate) cursor: Place,
    /// Whether somebody may move here.
    pub(crate) active: bool,
    /// Places to consider, such as a hint.
    pub(crate) marked: Vec<Place>,
}

/// How far apart cells or dots are: columns and rows of the screen.
type Step = (u16, u16);
const LARGE: Step = (8, 4);
const MEDIUM: Step = (4, 2);
/// Without lines between the cells.
const SMALL: Step = (3, 1);

/// The largest step with which a board fits, or the smallest of them.
fn step(window: Rect, steps: &[Step], size: impl Fn(Step) -> (u16, u16)) -> Step {
    let fits = |step: &&Step| {
        let (width, height) = size(**step);
        width <= window.width && height <= window.height
    };
    let found = steps.iter().find(fits).or(steps.last());
    *found.expect("there are steps")
}

impl BoardView<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer, window: Rect, look: &Look, hits: &mut Hits) {
        match &self.at.board {
            Board::Grid { .. } => self.draw_grid(buffer, window, look, hits),
            Board::Boxes { .. } => self.draw_boxes(buffer, window, look, hits),
        }
    }

    fn draw_grid(&self, buffer: &mut Buffer, window: Rect, look: &Look, hits: &mut Hits) {
        let Board::Grid { gravity, cells, .. } = &self.at.board else {
            return;
        };
        let (rows, columns) = (cells.len() as u16, cells[0].len() as u16);
        // Rows have numbers where a move is a cell; columns have an arrow above where it is a column.
        let (left, top) = if *gravity { (0, 1) } else { (3, 0) };
        let size = |(dx, dy): Step| {
            let borders = if dy == 1 { 2 } else { 1 };
            (left + columns * dx + borders, top + rows * dy + 2)
        };
        let (dx, dy) = step(window, &[LARGE, MEDIUM, SMALL], size);
        let lined = dy > 1;
        let (x, y) = (
            |column: usize| left + column as u16 * dx + 1,
            |row: usize| top + (rows - 1 - row as u16) * dy + 1,
        );
        let focus = (x(self.cursor.column), y(self.cursor.row));
        let mut canvas = Canvas::new(buffer, window, size((dx, dy)), focus);
        let frame = Frame {
            left,
            top: if lined { top } else { top + 1 },
            columns,
            rows,
            dx,
            dy,
        };
        frame.draw(&mut canvas, look);
        for row in 0..cells.len() {
            for column in 0..cells[0].len() {
                let cell = CellView {
                    row: row as u8,
                    column: column as u8,
                };
                self.draw_cell(&mut canvas, (x(column), y(row)), &frame, cell, look);
                let place = Place {
                    row: if *gravity { 0 } else { row },
                    column,
                };
                if let Some(rect) = canvas.seen(x(column), y(row), frame.inside(), dy.max(2) - 1) {
                    hits.push((rect, Action::PlayAt(place)));
                }
            }
            if !gravity {
                let label = format!("{:>2}", row + 1);
                canvas.put(0, y(row) + (dy - 1) / 2, &label, look.quiet());
            }
        }
        self.draw_columns(&mut canvas, &frame, (x, y(0) + dy.max(2) - 1), look);
    }

    /// The names of the columns below, and the arrow above the one that is chosen.
    fn draw_columns(
        &self,
        canvas: &mut Canvas<'_>,
        frame: &Frame,
        (x, below): (impl Fn(usize) -> u16, u16),
        look: &Look,
    ) {
        let Board::Grid { gravity, .. } = &self.at.board else {
            return;
        };
        let middle = (frame.inside() - 1) / 2;
        let lowest = below + if frame.dy > 1 { 1 } else { 0 };
        for column in 0..usize::from(frame.columns) {
            let name = match gravity {
                true => char::from_digit(column as u32 + 1, 36).unwrap_or('?'),
                false => char::from(b'a' + column as u8),
            };
            let chosen = *gravity && column == self.cursor.column;
            let style = if chosen && self.active {
                look.chosen()
            } else {
                look.quiet()
            };
            canvas.put(x(column) + middle, lowest, &name.to_string(), style);
            let marked = self.marked.iter().any(|place| place.column == column);
            if *gravity && (chosen && self.active || marked) {
                let arrow = if marked { "*" } else { look.sign("▼", "v") };
                canvas.put(x(column) + middle, 0, arrow, look.strong());
            }
        }
    }

    /// A cell. Colour is never needed: pieces of a winning run stand in square brackets or a double frame, the last piece in round
    /// brackets.
    fn draw_cell(
        &self,
        canvas: &mut Canvas<'_>,
        (x, y): (u16, u16),
        frame: &Frame,
        cell: CellView,
        look: &Look,
    ) {
        let Board::Grid {
            gravity,
            cells,
            last,
            winning,
        } = &self.at.board
        else {
            return;
        };
        let middle = ((frame.inside() - 3) / 2, (frame.dy - 1) / 2);
        let wins = winning.contains(&cell);
        let place = Place {
            row: if *gravity { 0 } else { cell.row.into() },
            column: cell.column.into(),
        };
        let owner = cells[usize::from(cell.row)][usize::from(cell.column)];
        let (text, style) = match owner {
            Some(player) => {
                let mark = look.mark(player);
                let style = look.piece(player);
                match (wins, *last == Some(cell)) {
                    (true, _) => (format!("[{mark}]"), style.add_modifier(Modifier::BOLD)),
                    (_, true) => (format!("({mark})"), style.add_modifier(Modifier::BOLD)),
                    _ => (format!(" {mark} "), style),
                }
            }
            None => {
                let lands = self.at.legal.iter().any(|legal| legal.cell == Some(cell));
                let chosen = self.active && place == self.cursor && lands;
                let marked = lands && self.marked.contains(&place);
                let dot = look.sign("·", ".");
                match (chosen, marked) {
                    (true, true) => (" * ".to_owned(), look.chosen()),
                    (true, _) if *gravity => (format!("({dot})"), Style::new()),
                    (true, _) => (format!(" {dot} "), look.chosen()),
                    (_, true) => (" * ".to_owned(), look.strong()),
                    _ => (format!(" {dot} "), look.quiet()),
                }
            }
        };
        if frame.dy < 4 {
            return canvas.put(x + middle.0, y + middle.1, &text, style);
        }
        if owner.is_some() {
            let [above, side, below] = ring(look, wins);
            canvas.put(x + 1, y, above, style);
            canvas.put(x + 1, y + 1, &format!("{side}{text}{side}"), style);
            canvas.put(x + 1, y + 2, below, style);
        } else {
            canvas.put(x + middle.0, y + middle.1, &text, style);
        }
    }

    fn draw_boxes(&self, buffer: &mut Buffer, window: Rect, look: &Look, hits: &mut Hits) {
        let Board::Boxes { boxes, edges, .. } = &self.at.board else {
            return;
        };
        let (rows, columns) = (boxes.len() as u16, boxes[0].len() as u16);
        let (left, top) = (3, 1);
        let size = |(dx, dy): Step| (left + columns * dx + 1, top + rows * dy + 1);
        let (dx, dy) = step(window, &[LARGE, MEDIUM], size);
        let dot = |row: usize, column: usize| (left + column as u16 * dx, top + row as u16 * dy);
        let focus = dot(self.cursor.row / 2, self.cursor.column);
        let mut canvas = Canvas::new(buffer, window, size((dx, dy)), focus);
        for number in 0..=rows.max(columns) {
            let name = (number + 1).to_string();
            if number <= columns {
                canvas.put(left + number * dx, 0, &name, look.quiet());
            }
            if number <= rows {
                canvas.put(1, top + number * dy, &name, look.quiet());
            }
        }
        for (row, owners) in boxes.iter().enumerate() {
            for (column, owner) in owners.iter().enumerate() {
                if let Some(player) = *owner {
                    let (x, y) = dot(row, column);
                    draw_box(&mut canvas, (x + 1, y + 1), (dx - 1, dy - 1), player, look);
                }
            }
        }
        for row in 0..2 * boxes.len() + 1 {
            for column in 0..boxes[0].len() + row % 2 {
                let place = Place { row, column };
                let (x, y) = dot(row / 2, column);
                let name = place.edge();
                let drawn = edges.iter().position(|edge| edge.edge == name);
                let across = row % 2 == 0;
                let (x, y) = if across { (x + 1, y) } else { (x, y + 1) };
                let length = if across { dx - 1 } else { dy - 1 };
                let (sign, style) = self.edge_look(place, drawn, across, look);
                for at in 0..length {
                    let (x, y) = if across { (x + at, y) } else { (x, y + at) };
                    canvas.put(x, y, sign, style);
                }
                // A line is thin: what is beside it up to the middle of a box is meant, too.
                let reach = if across {
                    canvas.seen(x, y, length, 1)
                } else {
                    canvas.seen(x.saturating_sub(1), y, 3, length)
                };
                hits.extend(reach.map(|rect| (rect, Action::PlayAt(place))));
            }
        }
        for row in 0..=boxes.len() {
            for column in 0..=boxes[0].len() {
                let (x, y) = dot(row, column);
                canvas.put(x, y, look.sign("•", "+"), Style::new());
            }
        }
    }

    /// The last line is heavy, the one at the cursor is in reverse video, one to consider is a row of stars.
    fn edge_look(
        &self,
        place: Place,
        drawn: Option<usize>,
        across: bool,
        look: &Look,
    ) -> (&'static str, Style) {
        let Board::Boxes { edges, .. } = &self.at.board else {
            return (" ", Style::new());
        };
        let chosen = self.active && place == self.cursor;
        let (sign, style) = match drawn {
            Some(at) if at + 1 == edges.len() => {
                let sign = match across {
                    true => look.sign("━", "="),
                    false => look.sign("┃", "#"),
                };
                (
                    sign,
                    look.line(edges[at].player).add_modifier(Modifier::BOLD),
                )
            }
            Some(at) => {
                let sign = match across {
                    true => look.sign("─", "-"),
                    false => look.sign("│", "|"),
                };
                (sign, look.line(edges[at].player))
            }
            None if self.marked.contains(&place) => ("*", look.strong()),
            None => (" ", Style::new()),
        };
        if chosen {
            (sign, style.add_modifier(Modifier::REVERSED))
        } else {
            (sign, style)
        }
    }
}

/// A box that somebody owns.
fn draw_box(
    canvas: &mut Canvas<'_>,
    (x, y): (u16, u16),
    (width, height): (u16, u16),
    player: u8,
    look: &Look,
) {
    let style = look.piece(player);
    for row in 0..height {
        let text = if row == height / 2 {
            format!("{:^1$}", look.mark(player), usize::from(width))
        } else {
            " ".repeat(width.into())
        };
        canvas.put(x, y + row, &text, style);
    }
}

/// What is round a large piece: above, beside, below.
fn ring(look: &Look, wins: bool) -> [&'static str; 3] {
    match (look.ascii, wins) {
        (false, false) => ["╭───╮", "│", "╰───╯"],
        (false, true) => ["╔═══╗", "║", "╚═══╝"],
        (true, false) => [".---.", "|", "'---'"],
        (true, true) => ["#===#", "#", "#===#"],
    }
}

/// The lines between cells, or only the border where there is no room for more.
struct Frame {
    left: u16,
    top: u16,
    columns: u16,
    rows: u16,
    dx: u16,
    dy: u16,
}

impl Frame {
    /// How wide a cell is inside.
    fn inside(&self) -> u16 {
        if self.dy == 1 { self.dx } else { self.dx - 1 }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: &Look) {
        let style = look.quiet();
        if self.dy == 1 {
            let side = look.sign("│", "|");
            for row in 0..self.rows {
                canvas.put(self.left, self.top + row, side, style);
                canvas.put(
                    self.left + self.columns * self.dx + 1,
                    self.top + row,
                    side,
                    style,
                );
            }
            return;
        }
        let (bar, side) = (look.sign("─", "-"), look.sign("│", "|"));
        for line in 0..=self.rows {
            let [first, between, last] = match line {
                _ if look.ascii => ["+", "+", "+"],
                0 => ["┌", "┬", "┐"],
                line if line == self.rows => ["└", "┴", "┘"],
                _ => ["├", "┼", "┤"],
            };
            let cell = bar.repeat(usize::from(self.dx) - 1);
            let cells = vec![cell; self.columns.into()].join(between);
            let text = format!("{first}{cells}{last}");
            canvas.put(self.left, self.top + line * self.dy, &text, style);
        }
        for row in 0..self.rows {
            for column in 0..=self.columns {
                for at in 1..self.dy {
                    let y = self.top + row * self.dy + at;
                    canvas.put(self.left + column * self.dx, y, side, style);
                }
            }
        }
    }
}
