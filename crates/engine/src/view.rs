//! A game so far as something to draw: every interface shows this and asks no rules.

use std::fmt;

use serde::Serialize;

use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::connect4::{Cell, Connect4};
use crate::games::dots::{Direction, Dots, Edge, boxes_beside};
use crate::games::{AnyGame, AnyMove};
use crate::types::PlayerId;

/// The board after a line of moves. Its [`Display`](fmt::Display) is a plain picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum View {
    /// Connect 4.
    Grid(GridView),
    /// Dots and Boxes.
    Boxes(BoxesView),
}

/// A Connect 4 board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GridView {
    /// Who stands where: `cells[row][column]`, the bottom row first.
    pub cells: Vec<Vec<Option<PlayerId>>>,
    /// Where the last piece went.
    pub last: Option<Cell>,
    /// The cells of all winning runs; empty while nobody has won.
    pub winning: Vec<Cell>,
}

/// A Dots and Boxes board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxesView {
    /// Who owns which box: `boxes[row][column]`, the top row first.
    pub boxes: Vec<Vec<Option<PlayerId>>>,
    /// The edges drawn, oldest first, and by whom.
    pub edges: Vec<(Edge, PlayerId)>,
    /// How many boxes each player owns.
    pub scores: [u8; 2],
}

impl View {
    /// What there is to see after these moves.
    ///
    /// # Panics
    /// If the moves cannot be played: they come from a [`Session`](crate::Session) or from
    /// [`read_position`](Game::read_position), which check them.
    pub fn new(game: &AnyGame, line: &[AnyMove]) -> View {
        let columns = line.iter().filter_map(|mv| match mv {
            AnyMove::Column(column) => Some(*column),
            AnyMove::Edge(_) => None,
        });
        let edges = line.iter().filter_map(|mv| match mv {
            AnyMove::Edge(edge) => Some(*edge),
            AnyMove::Column(_) => None,
        });
        match game {
            AnyGame::Connect4(game) => View::Grid(grid(game, columns)),
            AnyGame::LargeConnect4(game) => View::Grid(grid(game, columns)),
            AnyGame::Connect4Three(game) => View::Grid(grid(game, columns)),
            AnyGame::LargeConnect4Three(game) => View::Grid(grid(game, columns)),
            AnyGame::Dots(game) => View::Boxes(boxes(game, edges)),
            AnyGame::LargeDots(game) => View::Boxes(boxes(game, edges)),
        }
    }
}

/// Plays the moves and tells about each: the position before, the move, the position after.
fn replay<G: Game>(
    game: &G,
    line: impl Iterator<Item = G::Move>,
    mut each: impl FnMut(&G::State, G::Move, &G::State),
) -> G::State {
    let mut state = game.start();
    for mv in line {
        let next = game.play(&state, mv).expect("the moves were checked");
        each(&state, mv, &next);
        state = next;
    }
    state
}

fn grid<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    line: impl Iterator<Item = <Connect4<B, P> as Game>::Move>,
) -> GridView {
    let mut cells = vec![vec![None; game.spec().columns()]; game.spec().rows()];
    let mut last = None;
    let end = replay(game, line, |before, column, _| {
        let cell = Cell {
            row: game.height(before, column),
            column: column.index(),
        };
        cells[cell.row][cell.column] = Some(game.to_move(before));
        last = Some(cell);
    });
    GridView {
        cells,
        last,
        winning: game.winning_cells(&end),
    }
}

fn boxes<B: Bits>(game: &Dots<B>, line: impl Iterator<Item = Edge>) -> BoxesView {
    let spec = game.spec();
    let mut boxes = vec![vec![None; spec.columns()]; spec.rows()];
    let mut edges = Vec::new();
    let end = replay(game, line, |before, edge, after| {
        let player = game.to_move(before);
        edges.push((edge, player));
        for (row, column) in boxes_beside(spec, edge).into_iter().flatten() {
            let sides = game.sides(row, column);
            if after.edges() & sides == sides {
                boxes[row][column] = Some(player);
            }
        }
    });
    BoxesView {
        boxes,
        edges,
        scores: end.scores(),
    }
}

/// One letter for each player, different in shape: `x`, `o`, `+`.
pub fn mark(player: PlayerId) -> char {
    ['x', 'o', '+'][player.index()]
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            View::Grid(grid) => grid.fmt(f),
            View::Boxes(boxes) => boxes.fmt(f),
        }
    }
}

impl fmt::Display for GridView {
    /// The top row first, `.` for an empty cell; pieces of a winning run are capital letters (`#` for the third player).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.iter().enumerate().rev() {
            for (column, cell) in cells.iter().enumerate() {
                let won = self.winning.contains(&Cell { row, column });
                let letter = match cell {
                    None => '.',
                    Some(PlayerId::THIRD) if won => '#',
                    Some(player) if won => mark(*player).to_ascii_uppercase(),
                    Some(player) => mark(*player),
                };
                write!(f, "{}{letter}", if column == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for BoxesView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.boxes.len(), self.boxes[0].len());
        let drawn = |direction, row, column| {
            let edge = Edge::new(direction, row, column);
            self.edges.iter().any(|&(other, _)| other == edge)
        };
        for row in 0..=rows {
            for column in 0..columns {
                let line = drawn(Direction::Horizontal, row, column);
                write!(f, "+{}", if line { "---" } else { "   " })?;
            }
            writeln!(f, "+")?;
            if row == rows {
                break;
            }
            for column in 0..=columns {
                let line = if drawn(Direction::Vertical, row, column) {
                    '|'
                } else {
                    ' '
                };
                match self.boxes[row].get(column) {
                    Some(owner) => write!(f, "{line} {} ", owner.map_or(' ', mark))?,
                    None => writeln!(f, "{line}")?,
                }
            }
        }
        Ok(())
    }
}
