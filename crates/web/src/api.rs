//! What the server and the page say to each other, as types. The TypeScript in `front-end/src/api.ts` is written from these by
//! `cargo xtask types`, and a test refuses a copy that has drifted.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `GET /api/catalogue` | | [`Catalogue`] |
//! | `POST /api/check` | [`NewGame`] | [`Checked`] |
//! | `POST /api/games` | [`NewGame`] | 201 [`GameView`] |
//! | `GET /api/games?state=open\|over&begun=true&game=NAME&players=N&result=won\|lost\|draw&before=ID&limit=N` | | [`GameList`], newest first |
//! | `POST /api/games/delete` | [`DeleteRequest`] | [`Deleted`] |
//! | `GET /api/games/{id}` | | [`GameView`] |
//! | `DELETE /api/games/{id}` | | 204 |
//! | `POST /api/games/{id}/moves` | [`MoveRequest`] | [`GameView`] |
//! | `POST /api/games/{id}/undo`, `/redo`, `/resign` | [`Seen`] | [`GameView`] |
//! | `POST /api/games/{id}/pause` | [`PauseRequest`] | [`GameView`] |
//! | `POST /api/games/{id}/step` | [`Seen`] | [`GameView`]; the move itself comes as an event |
//! | `POST /api/games/{id}/move-now` | [`Seen`] | [`GameView`]; the move itself comes as an event |
//! | `POST /api/games/{id}/hint` | [`Seen`] | [`Hint`] |
//! | `POST /api/games/{id}/take`, `/leave` | [`SeatRequest`] | [`GameView`] |
//! | `POST /api/games/{id}/rematch` | [`RematchRequest`] | 201 [`GameView`] |
//! | `GET /api/games/{id}/events` | | server-sent: `game` ([`GameView`], id = version), `thinking` ([`Thought`]), `gone` |
//! | `GET /api/events?games=ID,ID` | | the same of several games in one stream: `game:ID`, `thinking:ID`, `gone:ID` |
//! | `GET /api/games/{id}/game.gif`, `/game.txt` | | the game as a moving picture, as text |
//! | `GET /api/position?game=SPEC&moves=TEXT` | | [`PositionView`] |
//! | `POST /api/read` | [`ReadRequest`] | [`ReadGame`]: a game that was pasted, in Poda's own words |
//! | `GET /api/analysis?game=SPEC&moves=TEXT` | | [`Analysis`] when it is done or its time is over; with `Accept: text/event-stream` server-sent: `analysis` ([`Analysis`]), the last one is `done` |
//! | `GET /api/review?game=SPEC&moves=TEXT` | | [`Review`] in the same two ways |
//! | `GET /api/qr.svg?path=TEXT` | | the address for other devices as a QR code; 422 if there is none |
//! | `GET /api/tree?game=SPEC&moves=TEXT&agent=SPEC&step=N&seek=WORD` | | [`TreePart`]: steps of a walk through a search |
//! | `GET /api/tree/node?game=SPEC&moves=TEXT&agent=SPEC&node=N` | | [`TreeNodes`]: a node and its children |
//! | `GET /api/tree/branch?game=SPEC&moves=TEXT&agent=SPEC&node=N&cut=MOVE` | | [`CutBranch`]: what a cut move would have cost |
//! | `GET /api/tree.svg?game=SPEC&moves=TEXT&agent=SPEC` | | the tree as a picture that fits a page |
//! | `GET /api/puzzles?game=NAME&theme=WORD&difficulty=easy\|medium\|hard` | | [`PuzzleList`], game by game, the easiest first |
//! | `GET /api/puzzles/{id}` | | [`PuzzleView`] |
//! | `GET /api/lessons` | | [`LessonList`] |
//! | `GET /api/lesson?lesson=NAME&step=N` | | [`ExerciseView`]: a position, a tree, something to do |
//! | `GET /api/lesson/answer?lesson=NAME&step=N&answer=TEXT` | | [`Judgement`]: whether it is right, and why |
//! | `GET /api/lesson/solution?lesson=NAME&step=N` | | [`Solution`] |
//! | `POST /api/quit` | `{}` | 202, then the server stops; 403 for guests |
//! | `GET /api/openapi.json` | | this, for programs |
//!
//! Anything refused is a [`Refusal`] with status 400 (unreadable), 403 (another site, or
//! somebody else's seat), 404, 409 (the game has moved on), 413, 415, 422 (not
//! allowed by the rules or a cap), 429 (too much at once) or 503 (stopping).

pub use poda_coach::{
    Analysis, Board, CellView, CharacterView, ChoiceView, CutBranch, Difficulty, EdgeView, Effect,
    Ending, Exactness, ExerciseView, Facts, GameOffer, Grade, Judgement, LegalMove, LessonEntry,
    MoveReview, MoveScore, MoveView, MoveWorth, OrderPart, PlayerReview, Plays, PositionView,
    PuzzleSummary, PuzzleTheme, PuzzleView, Range, Reason, Review, Rules, RunOffer, ScoreView,
    SeatView, Size, Source, StepKind, StepView, Strength, TaskView, TreeNodeView, TreePart,
    TreeView, Verdict, Why,
};
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
    /// Other programs that may play, as a seat names them: `program:alice`.
    pub programs: Vec<String>,
    /// Where other devices find this server, with a `/` at its end; none if only this machine can reach it.
    pub address: Option<String>,
    /// Whether whoever asks may stop the server: this machine, or whoever has the data folder.
    pub owner: bool,
}

/// A game to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct NewGame {
    /// The game, such as `connect4:6x7,players=3` or `dots:4x4`.
    pub game: String,
    /// One for each player in order of play: `human`, `friend` (a person's seat that is free for whoever takes it) or an agent such as `level:2`, `alphabeta:depth=5`, `strong:time=1s`, `perfect`.
    pub seats: Vec<String>,
    /// Moves already made, such as `4453`.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub moves: String,
    /// Whether the game may be analysed while it goes on.
    #[serde(default = "yes")]
    #[ts(optional, as = "Option<bool>")]
    pub analysis: bool,
}

fn yes() -> bool {
    true
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
    /// How far the best player of this game can be called perfect, if it is a game.
    pub promise: Option<Exactness>,
}

/// Puzzles to choose from.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct PuzzleList {
    /// Game by game, the easiest first.
    pub puzzles: Vec<PuzzleSummary>,
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

/// A seat to take or to leave.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct SeatRequest {
    /// Which, in order of play from 0; left out, the first that is free, or all that are left.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// Who may act for a seat, as whoever asks sees it. A computer's seat is held by whoever made the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
#[ts(export_to = "api.ts")]
pub enum Hold {
    /// You.
    Mine,
    /// Somebody else.
    Taken,
    /// Nobody yet: you can take it.
    Free,
    /// Whoever likes: the game was made without a browser.
    Anybody,
}

/// The same players again.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct RematchRequest {
    /// Whether everybody moves up one seat.
    pub swap: bool,
}

/// A game that is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct GameView {
    /// Its name on this server.
    pub id: String,
    /// Goes up by one at each change; send it back with each request.
    #[ts(type = "number")]
    pub version: u64,
    /// Who plays, in order of play.
    pub seats: Vec<SeatView>,
    /// Who may act for each seat.
    pub holds: Vec<Hold>,
    /// Whether you have a say in this game; if not, you watch.
    pub yours: bool,
    /// The position now.
    pub position: PositionView,
    /// The moves that were taken back, the next to be played again first.
    pub undone: Vec<String>,
    /// Whether you can take a move back now.
    pub can_undo: bool,
    /// Whether you can have a move played again now.
    pub can_redo: bool,
    /// How the game ended; like the position's, or somebody gave up.
    pub ending: Option<Ending>,
    /// Whether a computer is thinking about its move.
    pub thinking: bool,
    /// Whether the computers wait.
    pub paused: bool,
    /// Whether the game may be analysed while it goes on.
    pub analysis: bool,
    /// What the computers found before they made their moves: one for each move of the position, null for those of people and for
    /// moves that were made without thinking.
    pub findings: Vec<Option<Finding>>,
    /// The rematch, if somebody who plays elsewhere has made one.
    pub next: Option<String>,
    /// When the game was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: u64,
    /// When it last changed.
    #[ts(type = "number")]
    pub changed: u64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
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
    /// Whether you have a say in it.
    pub yours: bool,
    /// When it last changed, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: u64,
}

/// A page of games.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct GameList {
    /// The games, the one that changed last first.
    pub games: Vec<GameSummary>,
    /// Whether there are more.
    pub more: bool,
}

/// A text that somebody pasted.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct ReadRequest {
    /// Moves as Poda, gamesolver.org or bitbully write them, a link, a game's text, or a board drawn with letters.
    pub text: String,
    /// The game, where the text does not name it.
    #[serde(default)]
    #[ts(optional)]
    pub game: Option<String>,
}

/// The game that a pasted text is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct ReadGame {
    /// The game, such as `connect4:6x7`.
    pub game: String,
    /// Its moves, such as `4453`.
    pub moves: String,
}

/// How a game ended for whoever asks: won or lost where they sit at one seat alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
#[ts(export_to = "api.ts")]
pub enum GameResult {
    /// They won.
    Won,
    /// They lost, or gave up.
    Lost,
    /// Nobody won.
    Draw,
}

/// Games to delete.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "api.ts")]
pub struct DeleteRequest {
    /// Their names, at most as many as a list has.
    pub ids: Vec<String>,
}

/// What became of games that were to be deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Deleted {
    /// Those that are not there any more.
    pub gone: Vec<String>,
    /// Why one of the others could not be deleted, in a sentence.
    pub problem: Option<String>,
}

/// What a computer found before it made a move. It is kept with the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Finding {
    /// What it expected, for itself; where the book or a solver knows better, what they know.
    pub verdict: Verdict,
    /// What that rests on.
    pub source: Source,
    /// The value of its search in points, or a very large number for a win.
    pub value: i32,
    /// How many plies ahead it looked.
    pub depth: u32,
    /// How many positions it saw.
    #[ts(type = "number")]
    pub nodes: u64,
    /// For how long, in milliseconds.
    pub elapsed_ms: u32,
    /// What it expected everybody to play, its own move first.
    pub line: Vec<String>,
}

/// What the computer thinks while it thinks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
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
    /// What it expects, for the player who thinks; where the book or a solver knows better, what they know.
    pub verdict: Verdict,
    /// What that rests on.
    pub source: Source,
}

/// A move to consider, and why.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
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

/// Some nodes of a search tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct TreeNodes {
    /// The one that was asked for, then its children.
    pub nodes: Vec<TreeNodeView>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Refusal {
    /// A sentence for people.
    pub error: String,
    /// The game as it is, if it has moved on.
    pub game: Option<Box<GameView>>,
}

/// The lessons, in the order in which they build on each other.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct LessonList {
    /// What there is to learn.
    pub lessons: Vec<LessonEntry>,
}

/// The right answers of a step; where there are too many, one.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
#[ts(export_to = "api.ts")]
pub struct Solution {
    /// As they are given.
    pub answers: Vec<String>,
}
