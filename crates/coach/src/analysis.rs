//! What every move of a position is worth, as people are told.

use std::fmt;

use poda_engine::Bound;
use serde::{Deserialize, Serialize};

use crate::board::CellView;
use crate::reason::Reason;
use crate::schema;
use crate::verdict::Verdict;

schema! {
    /// What a judgement rests on, the most trusted first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Source {
        /// The rules: the game is over.
        Rules,
        /// An opening book of exact values.
        Book,
        /// An exact solver.
        Solver,
        /// A search: an opinion, but for wins and losses that it saw to the end.
        Search,
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Source::Rules => "rules",
            Source::Book => "book",
            Source::Solver => "solver",
            Source::Search => "search",
        })
    }
}

schema! {
    /// What a move is worth to whoever makes it. A part that is not known yet is null.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct MoveWorth {
        /// The move.
        #[serde(rename = "move")]
        pub mv: String,
        /// Where the piece would come to rest; none where edges are drawn.
        pub cell: Option<CellView>,
        /// What is expected after it, for whoever makes it.
        pub verdict: Option<Verdict>,
        /// The same as a number: where it is proved, in the solvers' unit, else in points of a search.
        pub value: Option<i32>,
        /// Whether it is exactly that, proved.
        pub exact: bool,
        /// How many plies ahead a search looked, where the value is not exact.
        pub depth: u32,
        /// Whether it is that much, at most that much, or at least.
        #[cfg_attr(feature = "schema", ts(type = "\"exact\" | \"atmost\" | \"atleast\""), schema(value_type = String))]
        pub bound: Bound,
        /// Why it is good, or what it gives away.
        pub reason: Option<Reason>,
    }
}

schema! {
    /// What is known of a position and of every move in it. It grows while an [`Analyst`](crate::Analyst) works; each state of it can
    /// be shown. `game` and `position` are its key: it is true for that position alone.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct Analysis {
        /// The game as people type it: `connect4:6x7`.
        pub game: String,
        /// The moves so far.
        pub position: String,
        /// Whose turn it is; none when the game is over.
        pub to_move: Option<u8>,
        /// What is expected, for the player to move; when the game is over, for whose turn it would be.
        pub verdict: Option<Verdict>,
        /// The same as a number: where it is proved, in the solvers' unit, else in points of a search.
        pub value: Option<i32>,
        /// Whether it is proved.
        pub exact: bool,
        /// How many plies ahead a search looked, where it is not.
        pub depth: u32,
        /// Every legal move, in natural order.
        pub moves: Vec<MoveWorth>,
        /// The moves that are known to keep the value.
        pub best: Vec<String>,
        /// How the game goes on if everybody plays the best that was found.
        pub line: Vec<String>,
        /// How good it is for each player in order of play, from −100, a certain loss, to 100, a certain win.
        pub shares: Vec<i8>,
        /// What the judgement of the position rests on.
        pub source: Source,
        /// How many positions were looked at.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub nodes: u64,
        /// Whether nothing more will come.
        pub done: bool,
    }
}
