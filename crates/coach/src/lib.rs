//! What people are told about a game: how a position looks, as values, text and pictures; what a score means; a hint and its
//! reason. Pure: no files, no clocks, no printing, so that the page, the terminal and whoever comes next say the same.
//!
//! # Look
//! ```
//! use poda_coach::{Board, PositionView, Style, svg};
//! use poda_engine::{AnyGame, Game};
//!
//! let game: AnyGame = "connect4".parse()?;
//! let (line, _) = game.read_position("4453")?;
//! let view = PositionView::new(&game, &line);
//! assert_eq!(view.legal[3].cell.map(|cell| cell.row), Some(2), "two pieces lie there");
//! assert!(view.board.to_string().ends_with(". . x o o . .\n"));
//! assert!(svg(&view.board, &Style::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Advise
//! ```
//! use poda_coach::{Advice, Reason};
//! use poda_engine::{Agent, AgentSpec, AnyGame, Game, Limits, Situation};
//!
//! let game: AnyGame = "connect4".parse()?;
//! let (line, state) = game.read_position("11223")?;
//! let spec: AgentSpec = "strong:depth=6".parse()?;
//! let mut adviser = Agent::new(&spec, &game, 1)?;
//! let at = Situation { game: &game, line: &line, state: &state };
//! let advice = Advice::find(&at, &mut adviser, &spec.resolve(&game)?, Limits::default())?;
//! assert_eq!((advice.mv.to_string().as_str(), advice.reason), ("4", Reason::Blocks));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # See a search
//! ```
//! use poda_coach::{SearchTree, Seek, Walk};
//! use poda_engine::{AnyGame, Game, Limits};
//!
//! let game: AnyGame = "connect4:4x4".parse()?;
//! let (line, _) = game.read_position("11223")?;
//! let agent = "alphabeta:depth=3,ties=first".parse()?;
//! let tree = SearchTree::record(&game, &line, &agent, 1, 10_000, Limits::default())?;
//! assert!(tree.text().starts_with("root MAX"));
//! let walk = Walk::new(tree, Limits::at_most(1_000_000))?;
//! let first_cut = walk.part(0, Seek::Cut)?;
//! assert!(first_cut.tree.minimax > Some(first_cut.tree.nodes));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Draw
//! With the feature `raster` there are `png` for a position and `gif` for a whole game.
#![deny(missing_docs)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analysis;
mod analyst;
mod board;
mod drawing;
mod film;
mod findings;
mod games;
mod hint;
mod known;
mod ladder;
mod lesson;
mod look;
mod offer;
mod pasted;
mod position;
mod puzzle;
#[cfg(feature = "raster")]
mod raster;
mod reason;
mod review;
mod reviewer;
mod schema;
mod seat;
mod several;
mod strength;
mod tree;
mod verdict;
mod worth;

pub use analysis::{Analysis, MoveWorth, Source};
pub use analyst::Analyst;
pub use board::{Board, CellView, EdgeView, Owners, edge_name};
pub use drawing::{Area, Style, svg};
pub use film::{Film, Still};
pub use games::offers;
pub use hint::Advice;
pub use known::{known, known_of_move};
pub use ladder::{CharacterView, Exactness, ladder};
pub use lesson::{
    ChoiceView, Exercise, ExerciseView, Facts, Judgement, Lesson, LessonEntry, LessonError,
    MoveScore, OrderPart, TaskView, Why, lessons,
};
pub use look::{Colour, Fruit, Look, Palette, Pieces, Theme, look};
pub use offer::{GameOffer, Range, RunOffer, Size};
pub use pasted::{PasteError, read_pasted};
pub use position::{Ending, LegalMove, MoveView, PositionView, Rules, landing};
pub use puzzle::{
    Difficulty, KeptPuzzle, LEVELS, Puzzle, PuzzleError, PuzzleFinder, PuzzleOrder, PuzzleSummary,
    PuzzleTheme, PuzzleView, Rating, TRIES, found_by, make_puzzles, puzzles, read_puzzles,
};
#[cfg(feature = "raster")]
pub use raster::{RasterError, gif, pixels, png};
pub use reason::Reason;
pub use review::{Grade, MoveReview, PlayerReview, Review};
use schema::schema;
pub use seat::{Plays, SeatView};
pub use strength::Strength;
pub use tree::{
    CutBranch, Effect, ScoreView, SearchTree, Seek, StepKind, StepView, TreeError, TreeNodeView,
    TreePart, TreeView, Walk,
};
pub use verdict::Verdict;
