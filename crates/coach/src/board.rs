//! A board as something to look at. Interfaces show this and ask no rules; games share the shapes.

use std::fmt;

use poda_engine::{AnyGame, AnyMove, Game, with_game};
use serde::{Deserialize, Serialize};

use crate::games::{self, Coached};
use crate::look::look;
use crate::schema;

schema! {
    /// A cell of a board with pieces.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct CellView {
        /// The row, from the bottom, counted from 0.
        pub row: u8,
        /// The column, from the left, counted from 0.
        pub column: u8,
    }
}

schema! {
    /// An edge that is drawn.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct EdgeView {
        /// `h12` or `v31`: horizontal or vertical, row, column, from the top left, counted from 1.
        pub edge: String,
        /// Who drew it.
        pub player: u8,
    }
}

/// The name of the edge that goes right, or down, from a dot; dots count from the top left, from 0.
pub fn edge_name(across: bool, row: usize, column: usize) -> String {
    let way = if across { 'h' } else { 'v' };
    format!("{way}{}{}", row + 1, column + 1)
}

/// Players in rows.
pub type Owners = Vec<Vec<Option<u8>>>;

schema! {
    /// A board as something to draw. Its [`Display`](fmt::Display) is a plain picture.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    pub enum Board {
        /// Pieces in cells.
        Grid {
            /// Whether pieces fall: then a move is a column, else a cell.
            gravity: bool,
            /// Who stands where: `cells[row][column]`, the bottom row first.
            cells: Vec<Vec<Option<u8>>>,
            /// Where the last piece went.
            last: Option<CellView>,
            /// The cells of all winning runs; empty while nobody has won.
            winning: Vec<CellView>,
        },
        /// Edges between dots, and the boxes that they close.
        Boxes {
            /// Who owns which box: `boxes[row][column]`, the top row first.
            boxes: Vec<Vec<Option<u8>>>,
            /// The edges drawn, oldest first.
            edges: Vec<EdgeView>,
            /// How many boxes each player owns.
            scores: Vec<u8>,
        },
    }
}

impl Board {
    /// What there is to see after these moves.
    ///
    /// # Panics
    /// If the moves cannot be played: they come from a [`Session`](poda_engine::Session) or from
    /// [`read_position`](Game::read_position), which check them.
    pub fn new(game: &AnyGame, line: &[AnyMove]) -> Board {
        with_game!(game, |rules| rules.board(&games::own_line(rules, line)))
    }

    /// The players' places, the top row first.
    pub fn rows(&self) -> Vec<&[Option<u8>]> {
        match self {
            Board::Grid { cells, .. } => cells.iter().rev().map(Vec::as_slice).collect(),
            Board::Boxes { boxes, .. } => boxes.iter().map(Vec::as_slice).collect(),
        }
    }
}

/// Plays moves and tells about each: the position before, the move, the position after. Where they lead. A search that ignores ends may play on after
/// one, so what must be there is room.
pub(crate) fn replay<G: Game>(
    game: &G,
    line: &[G::Move],
    mut each: impl FnMut(&G::State, G::Move, &G::State),
) -> G::State {
    let mut state = game.start();
    for &mv in line {
        assert!(game.allows(&state, mv), "the moves were checked");
        let next = game.play_unchecked(&state, mv);
        each(&state, mv, &next);
        state = next;
    }
    state
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Board::Grid { cells, winning, .. } => grid(f, cells, winning),
            Board::Boxes { boxes, edges, .. } => dots(f, boxes, edges),
        }
    }
}

/// The top row first, `.` for an empty cell; pieces of a winning run are capital letters.
fn grid(f: &mut fmt::Formatter<'_>, cells: &Owners, winning: &[CellView]) -> fmt::Result {
    for (row, owners) in cells.iter().enumerate().rev() {
        for (column, owner) in owners.iter().enumerate() {
            let here = CellView {
                row: row as u8,
                column: column as u8,
            };
            let letter = match owner {
                None => '.',
                Some(player) if winning.contains(&here) => {
                    look(*player).letter.to_ascii_uppercase()
                }
                Some(player) => look(*player).letter,
            };
            write!(f, "{}{letter}", if column == 0 { "" } else { " " })?;
        }
        writeln!(f)?;
    }
    Ok(())
}

fn dots(f: &mut fmt::Formatter<'_>, boxes: &Owners, edges: &[EdgeView]) -> fmt::Result {
    let (rows, columns) = (boxes.len(), boxes[0].len());
    let drawn = |across, row, column| {
        let name = edge_name(across, row, column);
        edges.iter().any(|drawn| drawn.edge == name)
    };
    for row in 0..=rows {
        for column in 0..columns {
            let line = drawn(true, row, column);
            write!(f, "+{}", if line { "---" } else { "   " })?;
        }
        writeln!(f, "+")?;
        let Some(owners) = boxes.get(row) else {
            break;
        };
        for column in 0..=columns {
            let line = if drawn(false, row, column) { '|' } else { ' ' };
            match owners.get(column) {
                Some(owner) => {
                    let letter = owner.map_or(' ', |player| look(player).letter);
                    write!(f, "{line} {letter} ")?;
                }
                None => writeln!(f, "{line}")?,
            }
        }
    }
    Ok(())
}
