//! The puzzles that come with Poda, and what an interface shows of them.

use std::sync::OnceLock;

use poda_engine::{AnyGame, Game};
use serde::{Deserialize, Serialize};

use super::{Difficulty, Puzzle, PuzzleError, PuzzleTheme};
use crate::games;
use crate::position::PositionView;
use crate::reason::Reason;
use crate::schema;
use crate::verdict::Verdict;

/// A puzzle that comes with Poda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptPuzzle {
    /// Its short name.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Which third of its game's puzzles it is in.
    pub difficulty: Difficulty,
}

schema! {
    /// A puzzle in a list.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct PuzzleSummary {
        /// Its short name.
        pub id: String,
        /// The name of the game.
        pub game: String,
        /// What the right move does.
        pub theme: PuzzleTheme,
        /// How hard it is.
        pub difficulty: Difficulty,
    }
}

schema! {
    /// A puzzle to be solved.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct PuzzleView {
        /// Its short name.
        pub id: String,
        /// What the right move does.
        pub theme: PuzzleTheme,
        /// How hard it is.
        pub difficulty: Difficulty,
        /// The position.
        pub position: PositionView,
        /// What the right move keeps, for the player to move.
        pub goal: Verdict,
        /// The one right move, and how the game goes on after it.
        pub line: Vec<String>,
        /// Why it is right.
        pub reason: Reason,
        /// Wrong moves that look right at a glance.
        pub traps: u8,
        /// In how many of four tries each of the levels 1 to 4 did not find it.
        pub missed: Vec<u8>,
    }
}

impl KeptPuzzle {
    /// The name of its game.
    pub fn game(&self) -> &'static str {
        self.puzzle.game.info().name
    }

    /// As it stands in a list.
    pub fn summary(&self) -> PuzzleSummary {
        PuzzleSummary {
            id: self.id.clone(),
            game: self.game().to_owned(),
            theme: self.puzzle.theme,
            difficulty: self.difficulty,
        }
    }

    /// With everything that an interface shows of it.
    pub fn view(&self) -> PuzzleView {
        let Puzzle {
            moves,
            line,
            theme,
            goal,
            rating,
            ..
        } = &self.puzzle;
        let game = AnyGame::new(self.puzzle.game);
        let (played, state) = game.read_position(moves).expect("reading it played it");
        let right = game.parse_move(&line[0]).expect("reading it played it");
        PuzzleView {
            id: self.id.clone(),
            theme: *theme,
            difficulty: self.difficulty,
            position: PositionView::new(&game, &played),
            goal: *goal,
            line: line.clone(),
            reason: Reason::of(&game, &state, right, *goal),
            traps: rating.traps,
            missed: rating.missed.to_vec(),
        }
    }
}

/// Reads puzzles, one a line. Empty lines, and those that begin with `#`, are for people.
///
/// # Errors
/// The first line that is no puzzle.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = text.lines().enumerate();
    let read = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    read.map(|(at, line)| {
        line.parse()
            .map_err(|error: PuzzleError| PuzzleError::Line {
                number: at + 1,
                why: error.to_string(),
            })
    })
    .collect()
}

/// The puzzles that come with Poda: game by game, the easiest first.
pub fn puzzles() -> &'static [KeptPuzzle] {
    static KEPT: OnceLock<Vec<KeptPuzzle>> = OnceLock::new();
    KEPT.get_or_init(|| games::PUZZLES.iter().flat_map(|text| kept(text)).collect())
}

/// Those of one game. A test reads every line.
fn kept(text: &str) -> Vec<KeptPuzzle> {
    let puzzles = read_puzzles(text).expect("the tests have read them");
    let all = puzzles.len();
    let numbered = puzzles.into_iter().enumerate();
    numbered
        .map(|(at, puzzle)| KeptPuzzle {
            id: puzzle.id(),
            difficulty: Difficulty::ALL[3 * at / all],
            puzzle,
        })
        .collect()
}
