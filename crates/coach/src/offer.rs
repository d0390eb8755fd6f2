//! What can be played, and on which boards.

use serde::{Deserialize, Serialize};

use crate::ladder::{CharacterView, ladder};
use crate::schema;

schema! {
    /// A board's size.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Size {
        /// Rows.
        pub rows: u8,
        /// Columns.
        pub columns: u8,
    }
}

schema! {
    /// Both ends are allowed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    pub struct Range {
        /// The least.
        pub least: u32,
        /// The most.
        pub most: u32,
    }
}

impl Range {
    /// From `least` to `most`.
    pub const fn new(least: usize, most: usize) -> Range {
        Range {
            least: least as u32,
            most: most as u32,
        }
    }
}

schema! {
    /// A game that can be played, and on which boards. Its spec is `NAME:ROWSxCOLUMNS`, then what differs from the usual as
    /// `,KEY=VALUE`: `players`, and the key of the run.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct GameOffer {
        /// How its specs begin: `connect4`.
        pub name: String,
        /// The board to begin with.
        pub usual: Size,
        /// Boards to offer.
        pub boards: Vec<Size>,
        /// Rows of a board of one's own.
        pub rows: Range,
        /// Columns of a board of one's own.
        pub columns: Range,
        /// How many in a row win, where that is what wins.
        pub run: Option<RunOffer>,
        /// How many may play.
        pub players: Range,
        /// Whom to play against, for each number of players from the least on.
        pub ladders: Vec<Vec<CharacterView>>,
    }
}

impl GameOffer {
    /// The same with the characters of the usual board.
    pub(crate) fn with_ladders(mut self) -> GameOffer {
        let Size { rows, columns } = self.usual;
        let Range { least, most } = self.players;
        let spec = |players| match players {
            _ if players == least => format!("{}:{rows}x{columns}", self.name),
            _ => format!("{}:{rows}x{columns},players={players}", self.name),
        };
        let game = |players| spec(players).parse().expect("an offer can be played");
        self.ladders = (least..=most)
            .map(|players| ladder(&game(players)))
            .collect();
        self
    }
}

schema! {
    /// How many in a row may be asked for.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct RunOffer {
        /// The key in a spec: `connect`.
        pub key: String,
        /// The least.
        pub least: u8,
        /// The most.
        pub most: u8,
        /// What a spec means that does not say.
        pub usual: u8,
    }
}
