//! How strong the characters were measured to be: one table for page, terminal and tests.

use serde::Serialize;

use crate::schema;

schema! {
    /// Games against the character before, on the usual board.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct Strength {
        /// Against whom; with three players, two of them.
        pub against: String,
        /// Of a hundred points, where a draw counts a half; with three players of a hundred games that somebody won: careful
        /// players mostly draw there, and 33 would be even.
        pub percent: u8,
        /// The 95 % interval.
        pub least: u8,
        /// Its other end.
        pub most: u8,
        /// How many games.
        pub games: u16,
    }
}

/// What the lab's experiment `characters` measured: game, players, who, percent, its interval, games. A test holds it to the result that
/// comes with the lab.
const MEASURED: &[(&str, usize, &str, u8, (u8, u8), u16)] = &[
    ("connect4", 2, "clover", 69, (65, 74), 400),
    ("connect4", 2, "fern", 73, (69, 77), 400),
    ("connect4", 2, "hazel", 73, (69, 77), 400),
    ("connect4", 2, "rowan", 67, (63, 71), 400),
    ("connect4", 2, "ash", 68, (64, 72), 400),
    ("connect4", 2, "cedar", 73, (67, 79), 100),
    ("connect4", 2, "oak", 69, (63, 75), 100),
    ("dots", 2, "clover", 73, (69, 77), 400),
    ("dots", 2, "fern", 71, (67, 75), 400),
    ("dots", 2, "hazel", 68, (63, 72), 400),
    ("dots", 2, "rowan", 69, (65, 73), 400),
    ("dots", 2, "ash", 73, (67, 79), 100),
    ("dots", 2, "cedar", 66, (54, 78), 40),
    ("dots", 2, "oak", 75, (63, 87), 40),
    ("tictactoe", 2, "clover", 65, (61, 70), 400),
    ("tictactoe", 2, "hazel", 65, (61, 69), 400),
    ("tictactoe", 2, "oak", 75, (73, 77), 400),
    ("connect4", 3, "clover", 50, (46, 54), 1200),
    ("connect4", 3, "fern", 54, (50, 58), 1200),
    ("connect4", 3, "hazel", 59, (55, 63), 1200),
    ("connect4", 3, "rowan", 59, (55, 63), 1200),
    ("connect4", 3, "ash", 58, (50, 65), 1200),
    ("connect4", 3, "oak", 60, (40, 80), 60),
];

/// How a character of a game fared against the one before.
pub(crate) fn strength(game: &str, players: usize, name: &str, against: &str) -> Option<Strength> {
    let mut rows = MEASURED.iter();
    let row = rows.find(|row| (row.0, row.1, row.2) == (game, players, name))?;
    let &(.., percent, (least, most), games) = row;
    Some(Strength {
        against: against.to_owned(),
        percent,
        least,
        most,
        games,
    })
}
