//! What people type: squares and the name of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{TicTacToe, eval};
use crate::game::MoveError;
use crate::games::AnyGame;
use crate::params::{ParamError, Params, excerpt, read_size};
use crate::playable::GameInfo;
use crate::types::serde_as_text;

/// A square, as on a chess board. Text form: a letter for the column, from the left, and a digit for the row, from the bottom:
///
/// ```text
/// a3 b3 c3
/// a2 b2 c2
/// a1 b1 c1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square in this row and column, both counted from 0.
    ///
    /// # Panics
    /// If no board has it.
    pub const fn new(row: usize, column: usize) -> Square {
        assert!(row < TicTacToeSpec::MOST && column < TicTacToeSpec::MOST);
        Square((row as u8) << 3 | column as u8)
    }

    /// Its row, from the bottom, counted from 0.
    #[inline]
    pub const fn row(self) -> usize {
        (self.0 >> 3 & 7) as usize
    }

    /// Its column, from the left, counted from 0.
    #[inline]
    pub const fn column(self) -> usize {
        (self.0 & 7) as usize
    }

    /// A number that no other square has.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    fn unreadable(found: &str) -> MoveError {
        MoveError::Unreadable(format!(
            "`{found}` is not a square: squares are written as a letter and a digit, such as a1 or c3"
        ))
    }

    /// Reads a square off the front of `text`; see [`Game::read_move`](crate::Game::read_move).
    pub(super) fn read(text: &str) -> Result<(Square, usize), MoveError> {
        match text.as_bytes() {
            [letter, row @ b'1'..=b'8', ..]
                if (b'a'..=b'h').contains(&letter.to_ascii_lowercase()) =>
            {
                let column = letter.to_ascii_lowercase() - b'a';
                let square = Square::new(usize::from(row - b'1'), usize::from(column));
                Ok((square, 2))
            }
            _ => {
                let word = text.split_whitespace().next().unwrap_or_default();
                let found: String = word.chars().take(2).collect();
                Err(Square::unreadable(&excerpt(&found)))
            }
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.column() as u8);
        write!(f, "{letter}{}", self.row() + 1)
    }
}

impl FromStr for Square {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Square, MoveError> {
        match Square::read(text) {
            Ok((square, length)) if length == text.len() => Ok(square),
            _ => Err(Square::unreadable(&excerpt(text))),
        }
    }
}

serde_as_text!(Square);

/// A board and how many in a row win, checked. Text form: `tictactoe:3x3`, `tictactoe:4x4,row=4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToeSpec {
    rows: u8,
    columns: u8,
    row: u8,
}

/// A board that tic-tac-toe cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TicTacToeSpecError {
    /// Not two numbers.
    #[error("`{found}` is not a board size: write rows x columns, such as 3x3")]
    NotASize {
        /// What stands there.
        found: String,
    },
    /// Too many or too few.
    #[error(
        "a board of {rows}x{columns} is not possible: rows and columns are 1 to {} each",
        TicTacToeSpec::MOST
    )]
    OutOfRange {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// A parameter is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl TicTacToeSpec {
    /// The most rows and columns.
    pub const MOST: usize = 8;
    /// How many in a row may be asked for.
    pub const ROW: std::ops::RangeInclusive<usize> = 3..=6;

    /// The names of the game.
    pub(crate) const INFO: GameInfo = GameInfo {
        name: "tictactoe",
        title: "Tic-tac-toe",
        boards: "tictactoe (3x3), tictactoe:4x4,row=4",
        positions: "squares as a1 or c3 (column, row from the bottom)",
        opening: 1,
        evaluations: eval::NAMES,
        presets: &[],
        solved: "tictactoe",
    };

    /// A board on which three in a row win.
    ///
    /// # Errors
    /// Rows or columns are not 1 to 8.
    pub fn new(rows: usize, columns: usize) -> Result<TicTacToeSpec, TicTacToeSpecError> {
        let range = 1..=Self::MOST;
        if range.contains(&rows) && range.contains(&columns) {
            Ok(TicTacToeSpec {
                rows: rows as u8,
                columns: columns as u8,
                row: 3,
            })
        } else {
            Err(TicTacToeSpecError::OutOfRange { rows, columns })
        }
    }

    /// The same board with another number in a row.
    ///
    /// # Errors
    /// It is not 3 to 6.
    pub fn with_row(self, row: usize) -> Result<TicTacToeSpec, TicTacToeSpecError> {
        if Self::ROW.contains(&row) {
            Ok(TicTacToeSpec {
                row: row as u8,
                ..self
            })
        } else {
            let (key, found) = ("row", row.to_string());
            let allowed = "a number from 3 to 6".to_owned();
            Err(ParamError::Value {
                key,
                found,
                allowed,
            }
            .into())
        }
    }

    /// How many rows the board has.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// How many columns the board has.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// How many in a row win.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// How many squares the board has.
    pub const fn squares(self) -> usize {
        self.rows() * self.columns()
    }

    /// The rules.
    pub(crate) fn rules(self) -> AnyGame {
        AnyGame::TicTacToe(TicTacToe::new(self))
    }

    pub(crate) fn from_params(mut params: Params<'_>) -> Result<TicTacToeSpec, TicTacToeSpecError> {
        let (rows, columns) = match params.bare() {
            None => (3, 3),
            Some(size) => read_size(size).ok_or_else(|| TicTacToeSpecError::NotASize {
                found: excerpt(size),
            })?,
        };
        let mut spec = TicTacToeSpec::new(rows, columns)?;
        let range = *Self::ROW.start() as u64..=*Self::ROW.end() as u64;
        if let Some(row) = params.number("row", range)? {
            spec = spec.with_row(row as usize)?;
        }
        params.finish("a size such as 3x3 and row=3 to 6")?;
        Ok(spec)
    }
}

impl fmt::Display for TicTacToeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}x{}", Self::INFO.name, self.rows, self.columns)?;
        if self.row != 3 {
            write!(f, ",row={}", self.row)?;
        }
        Ok(())
    }
}
