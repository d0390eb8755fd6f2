//! What people type: edges and the name of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Dots, eval, playable};
use crate::game::MoveError;
use crate::games::AnyGame;
use crate::params::{ParamError, Params, excerpt, read_size};
use crate::playable::GameInfo;
use crate::types::serde_as_text;

/// Which way an edge runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
}

/// An edge between two neighbouring dots. Text form: `h` or `v`, the row and the column, from the top left, counted from 1.
///
/// ```text
///      h11   h12
///     +-----+-----+
/// v11 |  v12|     | v13
///     +-----+-----+
///      h21   h22
/// ```
///
/// Row and column take three bits each, so an edge is one byte and names itself without knowing its board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(u8);

impl Edge {
    /// How many different edges the type can tell apart.
    pub(super) const CODES: usize = 128;

    /// The edge in this row and column, counted from 0.
    ///
    /// # Panics
    /// If row or column exceeds 7, which no board reaches.
    pub const fn new(direction: Direction, row: usize, column: usize) -> Edge {
        assert!(row < 8 && column < 8);
        Edge((direction as u8) << 6 | (row as u8) << 3 | column as u8)
    }

    /// Which way it runs.
    pub const fn direction(self) -> Direction {
        if self.0 >> 6 == 0 {
            Direction::Horizontal
        } else {
            Direction::Vertical
        }
    }

    /// Its row, counted from 0.
    pub const fn row(self) -> usize {
        (self.0 >> 3 & 7) as usize
    }

    /// Its column, counted from 0.
    pub const fn column(self) -> usize {
        (self.0 & 7) as usize
    }

    /// A number that no other edge has.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// The same as an index below [`Edge::CODES`].
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    fn unreadable(found: &str) -> MoveError {
        MoveError::Unreadable(format!(
            "`{found}` is not an edge: edges are written h or v with a row and a column, such as h12 or v31"
        ))
    }

    /// Reads an edge off the front of `text`; see [`Game::read_move`](crate::Game::read_move).
    pub(super) fn read(text: &str) -> Result<(Edge, usize), MoveError> {
        let not_an_edge = || {
            let word = text.split_whitespace().next().unwrap_or_default();
            let found = word.chars().take(3).collect::<String>();
            Edge::unreadable(&excerpt(&found))
        };
        let &[letter, row, column, ..] = text.as_bytes() else {
            return Err(not_an_edge());
        };
        let direction = match letter {
            b'h' | b'H' => Direction::Horizontal,
            b'v' | b'V' => Direction::Vertical,
            _ => return Err(not_an_edge()),
        };
        match (row, column) {
            (b'1'..=b'8', b'1'..=b'8') => Ok((
                Edge::new(
                    direction,
                    usize::from(row - b'1'),
                    usize::from(column - b'1'),
                ),
                3,
            )),
            _ => Err(not_an_edge()),
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.direction() {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        };
        write!(f, "{letter}{}{}", self.row() + 1, self.column() + 1)
    }
}

impl FromStr for Edge {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Edge, MoveError> {
        match Edge::read(text) {
            Ok((edge, length)) if length == text.len() => Ok(edge),
            _ => Err(Edge::unreadable(&excerpt(text))),
        }
    }
}

serde_as_text!(Edge);

/// The size of a board in boxes, checked. Text form: `dots:4x4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DotsSpec {
    rows: u8,
    columns: u8,
}

/// A board that Dots and Boxes cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DotsSpecError {
    /// Not two numbers.
    #[error("`{found}` is not a board size: write rows x columns of boxes, such as 4x4")]
    NotASize {
        /// What stands there.
        found: String,
    },
    /// Too many or too few.
    #[error(
        "a board of {rows}x{columns} boxes is not possible: rows and columns of boxes are 1 to {} each",
        DotsSpec::MOST
    )]
    OutOfRange {
        /// Rows of boxes.
        rows: usize,
        /// Columns of boxes.
        columns: usize,
    },
    /// A parameter is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl DotsSpec {
    /// The most rows and columns of boxes.
    pub const MOST: usize = 7;

    /// A board of `rows` × `columns` boxes.
    ///
    /// # Errors
    /// Either is not 1 to 7.
    pub fn new(rows: usize, columns: usize) -> Result<DotsSpec, DotsSpecError> {
        let range = 1..=Self::MOST;
        if range.contains(&rows) && range.contains(&columns) {
            Ok(DotsSpec {
                rows: rows as u8,
                columns: columns as u8,
            })
        } else {
            Err(DotsSpecError::OutOfRange { rows, columns })
        }
    }

    /// How many rows of boxes.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// How many columns of boxes.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// How many boxes.
    pub const fn boxes(self) -> usize {
        self.rows() * self.columns()
    }

    /// How many edges.
    pub const fn edges(self) -> usize {
        2 * self.boxes() + self.rows() + self.columns()
    }

    /// The names of the game.
    pub(crate) const INFO: GameInfo = GameInfo {
        name: "dots",
        title: "Dots and Boxes",
        boards: "dots:4x4 (boxes)",
        positions: "edges as h12 or v31 (horizontal or vertical, row, column, from the top left, counted from 1)",
        opening: 2,
        evaluations: eval::NAMES,
        presets: playable::PRESETS,
        solved: "dots",
    };

    /// The rules, in the smallest type that holds them.
    pub(crate) fn rules(self) -> AnyGame {
        if self.edges() < 64 {
            AnyGame::Dots(Dots::new(self))
        } else {
            AnyGame::LargeDots(Dots::new(self))
        }
    }

    pub(crate) fn from_params(mut params: Params<'_>) -> Result<DotsSpec, DotsSpecError> {
        let (rows, columns) = match params.bare() {
            None => (4, 4),
            Some(size) => read_size(size).ok_or_else(|| DotsSpecError::NotASize {
                found: excerpt(size),
            })?,
        };
        params.finish("a size in boxes such as 4x4, and nothing else")?;
        DotsSpec::new(rows, columns)
    }
}

impl fmt::Display for DotsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}x{}", Self::INFO.name, self.rows, self.columns)
    }
}
