//! What can be wrong with a spec: one sentence each.

use poda_engine::{GameSpec, GameSpecError};

use super::views::MOST_RATED;
use super::{
    LONGEST_MOVE, MOST_CELLS, MOST_GAMES, MOST_NODES, MOST_OPENING, MOST_SHOWN, MOST_SWEEP,
    MOST_VARIABLES,
};
use crate::factory::FactoryError;
use crate::openings::BadOpening;
use crate::suggestion::meant;
use crate::sweep::BraceError;
use crate::view::UnknownValue;

/// A spec that cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct SpecError {
    /// Which experiment.
    pub name: String,
    /// What is wrong.
    pub problem: SpecProblem,
}

/// What is wrong with a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecProblem {
    /// There is no experiment with this name, and it is no path.
    #[error("there is no such experiment: {meant}; or give the path of a .toml file")]
    NoSuchExperiment {
        /// What was probably meant, and what there is.
        meant: String,
    },
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// Nobody writes so much.
    #[error("a spec is at most 1 MiB long")]
    TooLong,
    /// It is not TOML, or a value is of the wrong kind.
    #[error("{}{message}", at_line(*line))]
    Toml {
        /// Counted from 1.
        line: Option<usize>,
        /// What the reader says.
        message: String,
    },
    /// A key without a meaning: ignored, an experiment would run with a default instead.
    #[error("{}{place} has no key `{key}`: {}", at_line(*line), meant(key, &known.iter().map(String::as_str).collect::<Vec<_>>()))]
    UnknownKey {
        /// Counted from 1.
        line: Option<usize>,
        /// `the spec`, `[limits]` or `[[view]]`.
        place: String,
        /// The key.
        key: String,
        /// The keys that there are.
        known: Vec<String>,
    },
    /// Too long an opening.
    #[error("opening is 0 to {MOST_OPENING} plies")]
    Opening,
    /// Two kinds of openings at once, or none.
    #[error(
        "`openings` is a list of openings or the name of a file with some, and stands instead of `opening`"
    )]
    Openings,
    /// A file that is not beside the spec, because the spec is no file.
    #[error(
        "the file of openings `{0}` can be read only where the spec itself is a file: list the openings instead"
    )]
    OpeningsFile(String),
    /// An opening that cannot be played.
    #[error(transparent)]
    Opened(#[from] BadOpening),
    /// Too few or too many nodes for the solver.
    #[error("adjudicate is a number of positions from 1 to {MOST_NODES}")]
    Adjudicate,
    /// Nobody can end or judge these games.
    #[error("{0} needs a solver, and {1}")]
    NoSolver(&'static str, String),
    /// No pairing.
    #[error("nobody plays: a spec needs at least one [[pairing]] with agents")]
    NobodyPlays,
    /// More than anybody could want.
    #[error(
        "{cells} pairings with {games} games are too many: at most {MOST_CELLS} and {MOST_GAMES}"
    )]
    TooManyGames {
        /// Pairings.
        cells: usize,
        /// Games of all of them.
        games: u64,
    },
    /// So many that the rest was not looked at.
    #[error("these are too many pairings: at most {MOST_CELLS}")]
    TooManyPairings,
    /// More variables than anybody could want.
    #[error("these are too many variables of [sweep]: at most {MOST_VARIABLES}")]
    TooManyVariables,
    /// Long names and values, once for each of many pairings.
    #[error(
        "the variables of [sweep] are too long for so many pairings: names and values may be {} MiB in all of them together", MOST_SWEEP >> 20
    )]
    LongSweep,
    /// Views with more figures than anybody could look at.
    #[error("the views show too much: at most {MOST_SHOWN} figures and pairings in all of them")]
    TooMuchShown,
    /// A pairing in which nobody meets anybody.
    #[error(
        "nobody meets anybody in a pairing: give it `agents`, or `rows` and `columns`, or `agents` and `against`"
    )]
    NobodyMeets,
    /// No time at all, or too much.
    #[error("move_time is a number of seconds up to {LONGEST_MOVE}")]
    MoveTime,
    /// The numbers of the sequential test do not fit each other.
    #[error("[sprt] needs elo0 below elo1, both within 1000, and alpha and beta between 0 and 0.5")]
    SprtNumbers,
    /// The sequential test is about pairs of games.
    #[error("[sprt] compares two agents: it needs games for two and seats = \"all\"")]
    SprtSeats,
    /// Something that nobody measures.
    #[error("`{name}` cannot be measured: {meant}")]
    NotMeasured {
        /// Its name.
        name: String,
        /// What was probably meant, and what there is.
        meant: String,
    },
    /// A variable with values of another kind.
    #[error("the values of a sweep are texts or whole numbers")]
    SweepValue,
    /// Braces that stand for nothing.
    #[error(transparent)]
    Brace(#[from] BraceError),
    /// No game.
    #[error("which game? Give `game`, at the top or in the pairing")]
    NoGame,
    /// A list where one game is wanted.
    #[error("`{0}` is several games: use a variable of [sweep]")]
    SeveralGames(String),
    /// Not a game.
    #[error(transparent)]
    Game(#[from] GameSpecError),
    /// Too few or too many for the game.
    #[error(
        "{agents} agents meet in {game}, which is for {players}: give one for each player, and use variables of [sweep] for more"
    )]
    WrongCount {
        /// How many were given.
        agents: usize,
        /// The game.
        game: GameSpec,
        /// How many play it.
        players: usize,
    },
    /// Nobody of this name can take part.
    #[error(transparent)]
    Player(#[from] FactoryError),
    /// No number of games.
    #[error("how many? Give `games`, at the top or in the pairing")]
    NoGames,
    /// None is not a number of games.
    #[error("games is at least 1")]
    ZeroGames,
    /// Published seeds for somebody who was not there.
    #[error("`seeds` is for s3-as-reported alone: other agents take theirs from `seed`")]
    Seeds,
    /// A view that shows nothing.
    #[error("the view {title:?}: {problem}")]
    View {
        /// Its heading.
        title: String,
        /// What is wrong with it.
        problem: ViewProblem,
    },
}

/// What is wrong with a view.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewProblem {
    /// Not a kind of view.
    #[error("there is no kind `{kind}`: {meant}")]
    NoKind {
        /// What stands there.
        kind: String,
        /// What was probably meant, and what there is.
        meant: String,
    },
    /// A condition of another kind.
    #[error("the values of a sweep are texts or whole numbers")]
    Condition,
    /// Nothing stands at such a place.
    #[error("no pairing has the coordinates {0}")]
    NoPairing(String),
    /// No value.
    #[error("it needs a `value`")]
    NoValue,
    /// Not a value.
    #[error(transparent)]
    Value(#[from] UnknownValue),
    /// No x.
    #[error("it needs `x`")]
    NoX,
    /// An x that is not a number.
    #[error("the values of {0} are not all numbers")]
    NotNumbers(String),
    /// Ratings of more than two players.
    #[error("ratings are for games of two among 2 to {MOST_RATED} agents")]
    RatingsOfTwo,
    /// Published figures for other columns.
    #[error("`published` needs lists of {0} numbers")]
    PublishedLists(usize),
    /// Published figures for other rows.
    #[error("`published` needs {0} rows of numbers")]
    PublishedRows(usize),
    /// Published figures without their values.
    #[error("`published` needs a list for each value it tells of")]
    PublishedValues,
}

fn at_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}
