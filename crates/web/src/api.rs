//! What the server and the page say to each other, as types. The TypeScript in `front-end/src/api.ts` is written from these by
//! `cargo xtask types`, and a test refuses a copy that has drifted.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `GET /api/catalogue` | | [`Catalogue`] |
//! | `POST /api/check` | [`NewGame`] | [`Checked`] |
//! | `POST /api/games` | [`NewGame`] | 201 [`GameView`] |
//! | `GET /api/games?state=open\|over&before=ID&limit=N` | | [`GameList`], newest first |
//! | `GET /api/games/{id}` | | [`GameView`] |
//! | `DELETE /api/games/{id}` | | 204 |
//! | `POST /api/games/{id}/moves` | [`MoveRequest`] | [`GameView`] |
//! | `POST /api/games/{id}/undo`, `/redo`, `/resign` | [`Seen`] | [`GameView`] |
//! | `POST /api/games/{id}/pause` | [`PauseRequest`] | [`GameView`] |
//! | `POST /api/games/{id}/step` | [`Seen`] | [`GameView`]; the move itself comes as an event |
//! | `POST /api/games/{id}/move-now` | [`Seen`] | [`GameView`]; the move itself comes as an event |
//! | `POST /api/games/{id}/hint` | [`Seen`] | [`Hint`] |
//! | `POST /api/games/{id}/rematch` | [`RematchRequest`] | 201 [`GameView`] |
//! | `GET /api/games/{id}/events` | | server-sent: `game` ([`GameView`], id = version), `thinking` ([`Thought`]), `gone` |
//! | `GET /api/games/{id}/game.gif`, `/game.txt` | | the game as a moving picture, as text |
//! | `GET /api/position?game=SPEC&moves=TEXT` | | [`PositionView`] |
//! | `POST /api/quit` | `{}` | 202, then the server stops |
//! | `GET /api/openapi.json` | | this, for programs |
//!
//! Anything refused is a [`Refusal`] with status 400 (unreadable), 403 (another site), 404, 409 (the game has moved on), 413, 415, 422 (not
//! allowed by the rules or a cap), 429 (too much at once) or 503 (stopping).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What can be played here, and the caps.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Catalogue {
    /// The version of Poda.
    pub poda: String,
    /// The games, in the order in which to offer them.
    pub games: Vec<GameOffer>,
    /// The levels of the ladder.
    pub levels: Range,
    /// Search depths that a seat may ask for.
    pub depth: Range,
    /// Thinking times that a seat may ask for, in milliseconds.
    pub time_ms: Range,
}

/// A game that can be played, and on which boards. Its spec is `NAME:ROWSxCOLUMNS`, then what differs from the usual as
/// `,KEY=VALUE`: `players`, and the key of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
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
}

/// How many in a row may be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
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

/// A board's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Size {
    /// Rows.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
}

/// Both ends are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Range {
    /// The least.
    pub least: u32,
    /// The most.
    pub most: u32,
}

/// A game to be made.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct NewGame {
    /// The game, such as `connect4:6x7,players=3` or `dots:4x4`.
    pub game: String,
    /// One for each player in order of play: `human` or an agent such as `level:2`, `alphabeta:depth=5`, `strong:time=1s`, `perfect`.
    pub seats: Vec<String>,
    /// Moves already made, such as `4453`.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub moves: String,
}

/// Whether a game could be made.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Checked {
    /// Why not, in a sentence, if it could not.
    pub problem: Option<String>,
    /// Which seat the problem is about, if it is about one.
    pub seat: Option<u8>,
    /// Why the agent `perfect` does not play this game, in a sentence, if it does not.
    pub perfect: Option<String>,
}

/// Whoever acts says which version of the game they saw.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct Seen {
    /// The version.
    #[ts(type = "number")]
    pub version: u64,
}

/// A move by a person.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct MoveRequest {
    /// The version of the game that was seen.
    #[ts(type = "number")]
    pub version: u64,
    /// The move, such as `4` or `h12`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Computers wait, or play on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct PauseRequest {
    /// Whether they wait.
    pub paused: bool,
}

/// The same players again.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct RematchRequest {
    /// Whether everybody moves up one seat.
    pub swap: bool,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Rules {
    /// As people type it: `connect4:6x7`.
    pub spec: String,
    /// The name of the game: `connect4`, `dots`.
    pub game: String,
    /// Rows, of boxes in Dots and Boxes.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
    /// How many in a row win; 0 where boxes count.
    pub run: u8,
    /// How many play.
    pub players: u8,
}

/// A cell of a board with pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct CellView {
    /// The row, from the bottom, counted from 0.
    pub row: u8,
    /// The column, from the left, counted from 0.
    pub column: u8,
}

/// Something that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct LegalMove {
    /// As it is sent: `4`, `h12`.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where the piece will come to rest; none where edges are drawn.
    pub cell: Option<CellView>,
}

/// An edge that is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct EdgeView {
    /// `h12` or `v31`: horizontal or vertical, row, column, from the top left, counted from 1.
    pub edge: String,
    /// Who drew it.
    pub player: u8,
}

/// A board as something to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[ts(export_to = "api.ts")]
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

/// A position, whoever plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct PositionView {
    /// The rules.
    pub rules: Rules,
    /// The moves so far, oldest first.
    pub moves: Vec<MoveView>,
    /// What there is to see.
    pub board: Board,
    /// Whose turn it is; none when the game is over.
    pub to_move: Option<u8>,
    /// Whether the mover has just moved and moves again.
    pub again: bool,
    /// What can be played.
    pub legal: Vec<LegalMove>,
    /// How the game ended by the rules.
    pub ending: Option<Ending>,
    /// What follows the `#` of a link to this position: `connect4/4453`.
    pub link: String,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct MoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    pub player: u8,
    /// Where the piece came to rest; none where edges are drawn.
    pub cell: Option<CellView>,
    /// How many boxes it closed.
    pub closed: u8,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "how", rename_all = "lowercase")]
#[ts(export_to = "api.ts")]
pub enum Ending {
    /// By a run or by boxes.
    Won {
        /// The winner.
        winner: u8,
    },
    /// Nobody won.
    Draw,
    /// Somebody gave up; with two players the other has won.
    Resigned {
        /// Who gave up.
        player: u8,
        /// Who has won by it; nobody where three played.
        winner: Option<u8>,
    },
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct SeatView {
    /// As it is typed: `human`, `level:2`.
    pub name: String,
    /// What that means.
    pub plays: Plays,
}

/// How a seat finds its moves, as far as people are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "as", rename_all = "lowercase")]
#[ts(export_to = "api.ts")]
pub enum Plays {
    /// A person does.
    Human,
    /// A rung of the ladder.
    Level {
        /// Which.
        level: u8,
    },
    /// A search to a depth.
    Depth {
        /// In plies.
        depth: u32,
    },
    /// A search for a time.
    Time {
        /// In milliseconds.
        ms: u32,
    },
    /// A search of so many positions.
    Nodes {
        /// How many.
        #[ts(type = "number")]
        nodes: u64,
    },
    /// Exact where that can be done in time.
    Perfect {
        /// In milliseconds.
        ms: u32,
    },
    /// Otherwise: the name says it.
    Named,
}

/// A game that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct GameView {
    /// Its name on this server.
    pub id: String,
    /// Goes up by one at each change; send it back with each request.
    #[ts(type = "number")]
    pub version: u64,
    /// Who plays, in order of play.
    pub seats: Vec<SeatView>,
    /// The position now.
    pub position: PositionView,
    /// The moves that were taken back, the next to be played again first.
    pub undone: Vec<String>,
    /// Whether a person can take a move back now.
    pub can_undo: bool,
    /// Whether a move can be played again now.
    pub can_redo: bool,
    /// How the game ended; like the position's, or somebody gave up.
    pub ending: Option<Ending>,
    /// Whether a computer is thinking about its move.
    pub thinking: bool,
    /// Whether the computers wait.
    pub paused: bool,
    /// When the game was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: u64,
    /// When it last changed.
    #[ts(type = "number")]
    pub changed: u64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct GameSummary {
    /// Its name on this server.
    pub id: String,
    /// The rules.
    pub rules: Rules,
    /// Who plays.
    pub seats: Vec<SeatView>,
    /// How many moves were made.
    pub plies: u16,
    /// A small picture: what there is to see.
    pub board: Board,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// When it last changed, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: u64,
}

/// A page of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct GameList {
    /// The games, the one that changed last first.
    pub games: Vec<GameSummary>,
    /// Whether there are more.
    pub more: bool,
}

/// What the computer thinks while it thinks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Thought {
    /// The version of the game that it thinks about.
    #[ts(type = "number")]
    pub version: u64,
    /// Who thinks.
    pub player: u8,
    /// How many moves ahead it has looked.
    pub depth: u32,
    /// How many positions it has seen.
    #[ts(type = "number")]
    pub nodes: u64,
    /// For how long, in milliseconds.
    pub elapsed_ms: u32,
    /// The best move so far.
    pub best: String,
    /// What it expects, for the player who thinks.
    pub verdict: Verdict,
}

/// What is expected of a position, for one player. Always said in words, never as a bare number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "lowercase")]
#[ts(export_to = "api.ts")]
pub enum Verdict {
    /// The player wins with his n-th move from now.
    Wins {
        /// n.
        moves: u16,
    },
    /// The player loses; an opponent wins with the n-th move of theirs from now.
    Loses {
        /// n.
        moves: u16,
    },
    /// A certain draw.
    Draw,
    /// The final difference in boxes, certain.
    Boxes {
        /// Own boxes minus the other's, at the end.
        margin: i16,
    },
    /// An opinion, not a proof: the larger the better for the player.
    Opinion {
        /// Between −100 and 100.
        percent: i8,
    },
}

/// A move to consider, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Hint {
    /// The version of the game it is about.
    #[ts(type = "number")]
    pub version: u64,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where the piece would come to rest; none where edges are drawn.
    pub cell: Option<CellView>,
    /// What is expected after it.
    pub verdict: Verdict,
    /// The reason.
    pub reason: Reason,
}

/// Why a move is good. The page has the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "why", rename_all = "kebab-case")]
#[ts(export_to = "api.ts")]
pub enum Reason {
    /// It wins at once.
    WinsNow,
    /// It stops an opponent from winning at once.
    Blocks,
    /// It makes two threats at once.
    DoubleThreat,
    /// It makes a threat to win with the next move.
    Threatens,
    /// It wins by force.
    Forced,
    /// Everything loses; this lasts longest.
    LastsLongest,
    /// It closes boxes.
    Closes {
        /// How many at once.
        boxes: u8,
    },
    /// It gives away the last two boxes of a chain to keep control.
    GivesTwo,
    /// It gives away the last four boxes of a loop to keep control.
    GivesFour,
    /// It opens nothing for the other player.
    Safe,
    /// Something must be opened; this gives the fewest boxes away.
    OpensLeast {
        /// How many.
        boxes: u8,
    },
    /// It keeps the most chances, as far as can be seen.
    LooksBest,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Refusal {
    /// A sentence for people.
    pub error: String,
    /// The game as it is, if it has moved on.
    pub game: Option<GameView>,
}
