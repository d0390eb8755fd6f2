//! The lessons as they are written down: one file for each, in the order in which they build on each other.

use std::sync::LazyLock;

use serde::Deserialize;

use super::view::LessonEntry;
use crate::position::Rules;

/// What there is to learn, one after the other.
const FILES: &[&str] = &[
    include_str!("../../lessons/01-minimax.toml"),
    include_str!("../../lessons/02-horizon.toml"),
    include_str!("../../lessons/03-pruning.toml"),
    include_str!("../../lessons/04-order.toml"),
    include_str!("../../lessons/05-turns.toml"),
    include_str!("../../lessons/06-chains.toml"),
    include_str!("../../lessons/07-threats.toml"),
    include_str!("../../lessons/08-three.toml"),
    include_str!("../../lessons/09-mistake.toml"),
    include_str!("../../lessons/10-solved.toml"),
];

/// A lesson: its name, under which interfaces have its words, and its steps.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What interfaces call it by.
    pub name: String,
    pub(super) steps: Vec<Step>,
}

/// A position, a search of it if one is needed, and something to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// What interfaces call it by, within its lesson.
    pub(super) name: String,
    pub(super) game: String,
    #[serde(default)]
    pub(super) moves: String,
    /// Who searches.
    pub(super) agent: Option<String>,
    pub(super) task: Task,
}

/// Something to do. What is right is a question to the search or to the solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Task {
    /// Choose a move.
    Move { by: Authority },
    /// Say what a node of the tree is worth: the one that these moves lead to.
    Value {
        #[serde(default)]
        at: Vec<String>,
    },
    /// Mark all that the search will not visit.
    Cut,
    /// Put the moves of the root in an order with which alpha-beta visits at most so many hundredths of what it visits in the order of
    /// the game.
    Order { hundredths: u64 },
    /// Count something.
    Count { of: Counted },
    /// Choose one of some searches.
    Agent { agents: Vec<String>, which: Search },
    /// Choose a node of the tree.
    Node { which: NodeKind },
    /// Choose a player, after these moves.
    Player {
        #[serde(default)]
        after: Vec<String>,
        which: Role,
    },
}

/// Who says which moves are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Authority {
    /// An exact solver: those that keep the result.
    Solver,
    /// The search of the step: those that are best at its depth, by their exact values.
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Counted {
    /// The positions that the search visits.
    Nodes,
    /// The moves of the root that are truly best at its depth.
    BestMoves,
    /// The moves of the root that came back with the best value, whether it is theirs or a bound.
    SeemingTies,
}

/// What is asked of some searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Search {
    /// Its move keeps the result, the solver says.
    Keeps,
    /// Its move does not.
    Errs,
    /// It visits the fewest positions.
    Fewest,
    /// It sees how the game ends.
    Sees,
    /// It takes no bound for a value that the move does not have.
    Honest,
}

/// What is asked of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum NodeKind {
    /// A move of the root that looks as good as the best and is not: its value is only a bound.
    FalseTie,
    /// Only a bound of its value is known.
    Bound,
    /// Moves were left out there.
    Cutoff,
    /// The player moves who has just moved.
    SameSide,
    /// The root's player chooses it.
    Chosen,
}

/// What is asked of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Role {
    /// Who moves next.
    Moves,
    /// Who wins if nobody errs.
    Wins,
}

impl Lesson {
    /// How many steps it has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// There is always something to do.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// What it is about, for a list.
    pub fn entry(&self) -> LessonEntry {
        let game = self.steps[0].game.parse().expect("tests read every step");
        LessonEntry {
            name: self.name.clone(),
            rules: Rules::of(&game),
            steps: self.steps.iter().map(|step| step.name.clone()).collect(),
        }
    }
}

/// All lessons, in the order in which they build on each other.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let read = |text: &&str| toml::from_str(text).expect("tests read every lesson");
        FILES.iter().map(read).collect()
    });
    &LESSONS
}
