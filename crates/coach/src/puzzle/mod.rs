//! Puzzles: positions in which exactly one move keeps what they are worth. Where only winning counts that is the result, in a
//! game for points the final margin.

mod finder;
mod kept;
mod maker;
mod rating;

use std::fmt;
use std::str::FromStr;

use poda_engine::{AnyGame, Game, GameSpec, excerpt, fnv1a};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::schema;
use crate::verdict::Verdict;

pub use finder::PuzzleFinder;
pub use kept::{KeptPuzzle, PuzzleSummary, PuzzleView, puzzles, read_puzzles};
pub use maker::{PuzzleOrder, make_puzzles};
pub use rating::{LEVELS, Rating, TRIES, found_by};

/// Declares a closed list of words with their text form, which is also their name in JSON.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$of:meta])* $word:ident = $text:literal),+ $(,)? }) => {
        schema! {
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
            pub enum $name { $($(#[$of])* #[serde(rename = $text)] $word),+ }
        }

        impl $name {
            /// All of them, the plainest first.
            pub const ALL: &[$name] = &[$($name::$word),+];

            /// As people type it.
            pub fn name(self) -> &'static str {
                match self { $($name::$word => $text),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = PuzzleError;

            fn from_str(text: &str) -> Result<$name, PuzzleError> {
                let found = $name::ALL.iter().find(|word| word.name() == text);
                found.copied().ok_or_else(|| PuzzleError::NoSuchWord {
                    what: $what,
                    text: excerpt(text),
                    names: $name::ALL.iter().map(|word| word.name()).collect::<Vec<_>>().join(", "),
                })
            }
        }
    };
}

words! {
    /// What the right move of a puzzle does. Always computed, by the game's folder.
    PuzzleTheme, "theme" {
        /// It wins at once.
        WinNow = "win-now",
        /// It stops a win next move.
        Block = "block",
        /// It takes boxes.
        Take = "take",
        /// It threatens to win in two places.
        DoubleThreat = "double-threat",
        /// It wins by force, in several moves.
        Force = "force",
        /// It wins because in the end the other side must make a move and every move loses.
        Zugzwang = "zugzwang",
        /// It alone does not lose.
        Defence = "defence",
        /// It leaves the last boxes of a chain or a loop, so that the other side must open the next.
        DoubleDealing = "double-dealing",
        /// It opens nothing, and of all that open nothing it is the right one.
        Quiet = "quiet",
        /// It gives boxes away although there is an edge that gives nothing.
        Sacrifice = "sacrifice",
        /// Something must be opened: this is what, and where.
        Handout = "handout",
    }
}

words! {
    /// How hard a puzzle is among those of its game: which third it is in.
    Difficulty, "difficulty" {
        /// The first third.
        Easy = "easy",
        /// The second.
        Medium = "medium",
        /// The last.
        Hard = "hard",
    }
}

/// A position in which exactly one move keeps what it is worth.
///
/// The text form is one line: points, theme, goal, length, traps, misses, game, moves, line.
///
/// ```
/// use poda_coach::{Puzzle, PuzzleTheme, Verdict};
///
/// let puzzle: Puzzle = "5  double-threat  wins:2  2  0  1000  connect4:6x7  314533435544  542".parse()?;
/// assert_eq!(puzzle.theme, PuzzleTheme::DoubleThreat);
/// assert_eq!(puzzle.goal, Verdict::Wins { moves: 2 });
/// assert_eq!(puzzle.solution(), "5");
/// assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
/// # Ok::<(), poda_coach::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game.
    pub game: GameSpec,
    /// The moves that lead to the position.
    pub moves: String,
    /// The one right move, and how the game goes on after it if both sides play as well as can be.
    pub line: Vec<String>,
    /// What the right move does.
    pub theme: PuzzleTheme,
    /// What it keeps, for the player to move.
    pub goal: Verdict,
    /// What makes it hard.
    pub rating: Rating,
}

impl Puzzle {
    /// The one right move.
    pub fn solution(&self) -> &str {
        &self.line[0]
    }

    /// A short name that stays the same as long as the position does.
    pub fn id(&self) -> String {
        let position = format!("{}/{}", self.game, self.moves);
        format!("{:08x}", fnv1a(position.as_bytes()) as u32)
    }
}

/// A text that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// A word that is not in its list.
    #[error("there is no {what} `{text}`: choose one of {names}")]
    NoSuchWord {
        /// What it should be.
        what: &'static str,
        /// What it is.
        text: String,
        /// What there is.
        names: String,
    },
    /// A line that cannot be read.
    #[error("line {number} is no puzzle: {why}")]
    Line {
        /// Which line, counted from 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Something else.
    #[error("{0}")]
    Other(String),
}

fn other(error: impl fmt::Display) -> PuzzleError {
    PuzzleError::Other(error.to_string())
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rating {
            length,
            traps,
            missed,
        } = self.rating;
        write!(
            f,
            "{:>2}  {:<14}  {:<8}  {length:>2}  {traps:>2}  {}  {}  {}  {}",
            self.rating.points(),
            self.theme,
            goal_text(self.goal),
            missed.map(|count| count.to_string()).concat(),
            self.game,
            self.moves,
            self.line.concat(),
        )
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    /// Plays the moves and the line: a text that is read can be played.
    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [
            points,
            theme,
            goal,
            length,
            traps,
            missed,
            game,
            moves,
            line,
        ] = words[..]
        else {
            return Err(other(format!("it has {} words and not nine", words.len())));
        };
        let rules: AnyGame = game.parse().map_err(other)?;
        let (played, _) = rules.read_position(moves).map_err(other)?;
        let (all, _) = rules
            .read_position(&format!("{moves}{line}"))
            .map_err(other)?;
        let digits: Vec<u8> = missed
            .chars()
            .filter_map(|digit| digit.to_digit(10).map(|count| count as u8))
            .collect();
        let rating = Rating {
            length: length.parse().map_err(other)?,
            traps: traps.parse().map_err(other)?,
            missed: digits.try_into().map_err(|_| {
                other(format!(
                    "`{}` is not a digit for each level",
                    excerpt(missed)
                ))
            })?,
        };
        if points.parse() != Ok(rating.points()) {
            return Err(other(format!(
                "it has {} points and not {}",
                rating.points(),
                excerpt(points)
            )));
        }
        Ok(Puzzle {
            game: rules.spec(),
            moves: moves.to_owned(),
            line: all[played.len()..]
                .iter()
                .map(ToString::to_string)
                .collect(),
            theme: theme.parse()?,
            goal: read_goal(goal)?,
            rating,
        })
    }
}

/// `wins:4`, `draw`, `boxes:+3`.
fn goal_text(goal: Verdict) -> String {
    match goal {
        Verdict::Wins { moves } => format!("wins:{moves}"),
        Verdict::Boxes { margin } => format!("boxes:{margin:+}"),
        _ => "draw".to_owned(),
    }
}

fn read_goal(text: &str) -> Result<Verdict, PuzzleError> {
    Ok(match text.split_once(':') {
        Some(("wins", moves)) => Verdict::Wins {
            moves: moves.parse().map_err(other)?,
        },
        Some(("boxes", margin)) => Verdict::Boxes {
            margin: margin.parse().map_err(other)?,
        },
        None if text == "draw" => Verdict::Draw,
        _ => {
            return Err(other(format!(
                "`{}` is no goal: wins:N, draw or boxes:N",
                excerpt(text)
            )));
        }
    })
}
