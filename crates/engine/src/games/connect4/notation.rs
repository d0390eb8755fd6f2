//! What people type: columns and the name of a board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Connect4, eval, playable};
use crate::game::MoveError;
use crate::games::AnyGame;
use crate::params::{ParamError, Params, excerpt, printable, read_size};
use crate::playable::GameInfo;
use crate::types::serde_as_text;

/// A column, counted from the left. Text form: one character, `1` to `9`, then `a`, `b`, `c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

const LETTERS: &[u8; Connect4Spec::MOST_COLUMNS] = b"123456789abc";

impl Column {
    /// The column with this index, counted from 0.
    ///
    /// # Panics
    /// If no board is that wide.
    #[inline]
    pub const fn new(index: usize) -> Column {
        assert!(index < Connect4Spec::MOST_COLUMNS);
        Column(index as u8)
    }

    /// The index, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        // Always below twelve; saying so in bits spares arrays of sixteen their bounds check.
        (self.0 & 15) as usize
    }

    /// A number that no other column has.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// As [`new`](Column::new), for an index that comes from a board.
    #[inline]
    pub(super) const fn on_board(index: usize) -> Column {
        debug_assert!(index < Connect4Spec::MOST_COLUMNS);
        Column(index as u8)
    }

    /// Reads a column off the front of `text`; see [`Game::read_move`](crate::Game::read_move).
    pub(super) fn read(text: &str) -> Result<(Column, usize), MoveError> {
        let first = text.chars().next();
        first
            .and_then(|c| {
                LETTERS
                    .iter()
                    .position(|&letter| char::from(letter) == c.to_ascii_lowercase())
            })
            .map(|index| (Column::new(index), 1))
            .ok_or_else(|| {
                let found: String = first.map(printable).into_iter().flatten().collect();
                Column::unreadable(&found)
            })
    }

    fn unreadable(found: &str) -> MoveError {
        MoveError::Unreadable(format!(
            "`{found}` is not a column: columns are written 1 to 9, then a, b and c"
        ))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(LETTERS[self.index()]))
    }
}

impl FromStr for Column {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Column, MoveError> {
        match Column::read(text) {
            Ok((column, length)) if length == text.len() => Ok(column),
            _ => Err(Column::unreadable(&excerpt(text))),
        }
    }
}

serde_as_text!(Column);

/// The rules of one kind of Connect 4, checked. Text form: `connect4:6x7,players=3,connect=5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Connect4Spec {
    rows: u8,
    columns: u8,
    connect: u8,
    players: u8,
}

/// A board that Connect 4 cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Connect4SpecError {
    /// Not two numbers.
    #[error("`{found}` is not a board size: write rows x columns, such as 6x7")]
    NotASize {
        /// What stands there.
        found: String,
    },
    /// Too many or too few rows or columns.
    #[error(
        "a board of {rows}x{columns} is not possible: rows and columns are 1 to 12 each, and (rows + 1) x columns at most {}",
        Connect4Spec::MOST_BITS
    )]
    OutOfRange {
        /// Rows.
        rows: u64,
        /// Columns.
        columns: u64,
    },
    /// Too many cells.
    #[error(
        "a board of {rows}x{columns} is too large: (rows + 1) x columns may be at most {}, and here it is {}",
        Connect4Spec::MOST_BITS, (rows + 1) * columns
    )]
    TooLarge {
        /// Rows.
        rows: u64,
        /// Columns.
        columns: u64,
    },
    /// A parameter is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl Connect4Spec {
    /// The largest number of rows.
    pub const MOST_ROWS: usize = 12;
    /// The largest number of columns.
    pub const MOST_COLUMNS: usize = 12;
    /// The largest number of bits: a column takes one for each row and one above.
    pub const MOST_BITS: usize = 128;

    /// Rules for two players who connect four.
    ///
    /// # Errors
    /// The board is too large or has no cells.
    pub fn new(rows: usize, columns: usize) -> Result<Connect4Spec, Connect4SpecError> {
        let (r, c) = (rows as u64, columns as u64);
        if !(1..=Self::MOST_ROWS).contains(&rows) || !(1..=Self::MOST_COLUMNS).contains(&columns) {
            Err(Connect4SpecError::OutOfRange {
                rows: r,
                columns: c,
            })
        } else if (rows + 1) * columns > Self::MOST_BITS {
            Err(Connect4SpecError::TooLarge {
                rows: r,
                columns: c,
            })
        } else {
            Ok(Connect4Spec {
                rows: rows as u8,
                columns: columns as u8,
                connect: 4,
                players: 2,
            })
        }
    }

    /// The same board for 2 or 3 players.
    ///
    /// # Errors
    /// Any other number.
    pub fn with_players(self, players: usize) -> Result<Connect4Spec, Connect4SpecError> {
        match players {
            2 | 3 => Ok(Connect4Spec {
                players: players as u8,
                ..self
            }),
            _ => Err(range_error("players", players, "2 or 3")),
        }
    }

    /// The same board with a run length of 3 to 6.
    ///
    /// # Errors
    /// Any other length.
    pub fn with_connect(self, connect: usize) -> Result<Connect4Spec, Connect4SpecError> {
        match connect {
            3..=6 => Ok(Connect4Spec {
                connect: connect as u8,
                ..self
            }),
            _ => Err(range_error("connect", connect, "a number from 3 to 6")),
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
    pub const fn connect(self) -> usize {
        self.connect as usize
    }

    /// How many play.
    pub const fn players(self) -> usize {
        self.players as usize
    }

    /// How many bits a board takes: one for each cell and one above each column.
    pub const fn bits(self) -> usize {
        (self.rows() + 1) * self.columns()
    }

    /// The names of the game.
    pub(crate) const INFO: GameInfo = GameInfo {
        name: "connect4",
        title: "Connect 4",
        boards: "connect4 (6 rows x 7 columns), connect4:7x10, connect4:6x7,players=3, connect4:6x7,connect=5",
        positions: "one character for each column, 1-9 then a, b, c (4453)",
        opening: 2,
        evaluations: eval::NAMES,
        presets: playable::PRESETS,
        solved: "connect4 for two players who connect four",
    };

    /// The rules, in the smallest type that holds them.
    pub(crate) fn rules(self) -> AnyGame {
        match (self.players(), self.bits() <= 64) {
            (2, true) => AnyGame::Connect4(Connect4::new(self)),
            (2, false) => AnyGame::LargeConnect4(Connect4::new(self)),
            (_, true) => AnyGame::Connect4Three(Connect4::new(self)),
            (_, false) => AnyGame::LargeConnect4Three(Connect4::new(self)),
        }
    }

    pub(crate) fn from_params(mut params: Params<'_>) -> Result<Connect4Spec, Connect4SpecError> {
        let (rows, columns) = match params.bare() {
            None => (6, 7),
            Some(size) => read_size(size).ok_or_else(|| Connect4SpecError::NotASize {
                found: excerpt(size),
            })?,
        };
        let mut spec = Connect4Spec::new(rows, columns)?;
        if let Some(text) = params.text("players") {
            let players = text.parse().ok().filter(|n| (2..=3).contains(n));
            spec =
                spec.with_players(players.ok_or_else(|| range_error("players", text, "2 or 3"))?)?;
        }
        if let Some(connect) = params.number("connect", 3..=6)? {
            spec = spec.with_connect(connect as usize)?;
        }
        params.finish("a size such as 6x7, players=2 or 3 and connect=3 to 6")?;
        Ok(spec)
    }
}

fn range_error(key: &'static str, found: impl fmt::Display, allowed: &str) -> Connect4SpecError {
    let (found, allowed) = (excerpt(&found.to_string()), allowed.to_owned());
    ParamError::Value {
        key,
        found,
        allowed,
    }
    .into()
}

impl fmt::Display for Connect4Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}x{}", Self::INFO.name, self.rows, self.columns)?;
        if self.players != 2 {
            write!(f, ",players={}", self.players)?;
        }
        if self.connect != 4 {
            write!(f, ",connect={}", self.connect)?;
        }
        Ok(())
    }
}
