//! The tree as values, for whoever shows a walk through it.

use poda_engine::{Bound, Halt, Score};
use serde::Serialize;

use crate::board::Board;
use crate::position::Rules;
use crate::schema;

schema! {
    /// A score of a search, from the view of the player who thinks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "is", rename_all = "lowercase")]
    pub enum ScoreView {
        /// What an evaluation gives, or the final difference in points.
        Points {
            /// The larger, the better.
            points: i32,
        },
        /// Won with this move of the game.
        Win {
            /// Counted from 1.
            ply: u32,
        },
        /// Lost with this move of the game.
        Loss {
            /// Counted from 1.
            ply: u32,
        },
        /// Above everything: an open window.
        Most,
        /// Below everything: an open window.
        Least,
    }
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> ScoreView {
        match score.decided_at() {
            Some(ply) if score > Score::ZERO => ScoreView::Win { ply },
            Some(ply) => ScoreView::Loss { ply },
            None if score == Score::INFINITE => ScoreView::Most,
            None if score == -Score::INFINITE => ScoreView::Least,
            None => ScoreView::Points {
                points: score.get(),
            },
        }
    }
}

schema! {
    /// A node of a search tree. Values and windows are from the view of the player who thinks.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct TreeNodeView {
        /// Its number; the root is 0, and each stands before what is below it.
        pub at: u32,
        /// The node above.
        pub parent: Option<u32>,
        /// The move that led here.
        #[serde(rename = "move")]
        pub mv: Option<String>,
        /// Whose turn it is; none when the game is over.
        pub player: Option<u8>,
        /// Whether the player who thinks is to move.
        pub max: bool,
        /// Whether the move was the most promising one of a player without a choice.
        pub natural: bool,
        /// Whether the move was searched before, in the narrowest window.
        pub again: bool,
        /// The window on entry.
        pub alpha: ScoreView,
        /// The window on entry.
        pub beta: ScoreView,
        /// What came back.
        pub value: ScoreView,
        /// How much of the value is known.
        #[cfg_attr(feature = "schema", ts(type = "\"exact\" | \"atmost\" | \"atleast\""), schema(value_type = String))]
        pub bound: Bound,
        /// What it is worth to each player, where each looks after themselves.
        pub scores: Vec<ScoreView>,
        /// Why it returned.
        #[cfg_attr(feature = "schema", ts(type = "\"leaf\" | \"end\" | \"cutoff\" | \"table\" | \"searched\""), schema(value_type = String))]
        pub halt: Halt,
        /// Moves that were cut off.
        pub skipped: Vec<String>,
        /// The nodes below, in the order of the search.
        pub children: Vec<u32>,
        /// The child that decided the value.
        pub best: Option<u32>,
        /// How many nodes there are here and below.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub nodes: u64,
        /// The step at which it is entered.
        pub first: u32,
        /// The step after which its value is known.
        pub last: u32,
    }
}

schema! {
    /// What happens in a step.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum StepKind {
        /// A node is entered.
        Enter,
        /// A node without children is entered and valued at once.
        Leaf,
        /// The rest of a node's moves is cut off.
        Cut,
        /// All that is needed of a node is known: back to its parent.
        Return,
    }
}

schema! {
    /// What a value does to the node above.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Effect {
        /// It is the first one there.
        First,
        /// It is the best so far.
        Better,
        /// There was one that is as good.
        Worse,
        /// The move may be better: it is searched again in a wider window.
        Again,
    }
}

schema! {
    /// A step of a walk through a search.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct StepView {
        /// Its number, counted from 0.
        pub step: u32,
        /// What happens.
        pub kind: StepKind,
        /// Where.
        pub node: u32,
        /// What it does to the node above; none where nothing comes back.
        pub effect: Option<Effect>,
        /// The moves from the start of the game to the node, as text.
        pub moves: String,
        /// What there is to see at the node.
        pub board: Board,
        /// How many nodes were entered so far, this one included.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub visited: u64,
        /// How many moves were cut off so far.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub cut: u64,
    }
}

schema! {
    /// A search tree as a whole.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct TreeView {
        /// The rules.
        pub rules: Rules,
        /// The moves of the position, as text.
        pub position: String,
        /// Who searched, as people type it.
        pub agent: String,
        /// Who thinks.
        pub thinker: u8,
        /// What is thought of positions.
        pub evaluation: String,
        /// What else could be thought of them in this game.
        pub evaluations: Vec<String>,
        /// How deep the tree is.
        pub depth: u32,
        /// How many steps a walk through it has.
        pub steps: u32,
        /// How many nodes there are.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub nodes: u64,
        /// How many of them are leaves.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub leaves: u64,
        /// At how many of them moves were cut off.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub cutoffs: u64,
        /// How many moves were cut off.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub cut: u64,
        /// How many nodes the table answered.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub table_hits: u64,
        /// How many nodes were searched at lower depths, before this tree.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub before: u64,
        /// How many nodes were searched at a depth that was not finished.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub broken_off: u64,
        /// How many positions plain minimax visits to the same depth, counted; none if they are more than can be counted at once.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub minimax: Option<u64>,
        /// The move that was chosen.
        pub choice: String,
        /// The nodes of the principal line.
        pub principal: Vec<u32>,
    }
}

schema! {
    /// A part of a walk: some steps, and the nodes that are needed to draw them.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct TreePart {
        /// The tree as a whole.
        pub tree: TreeView,
        /// The step that was asked for.
        pub step: u32,
        /// The steps around it, in order.
        pub steps: Vec<StepView>,
        /// The nodes on the way to them, and the children of these.
        pub nodes: Vec<TreeNodeView>,
    }
}
