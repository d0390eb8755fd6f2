//! Lessons as values, for whoever shows them.

use poda_engine::Bound;
use serde::Serialize;

use crate::position::{PositionView, Rules};
use crate::reason::Reason;
use crate::schema;
use crate::tree::{ScoreView, TreeNodeView};
use crate::verdict::Verdict;

schema! {
    /// A lesson in a list.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct LessonEntry {
        /// What its words are called by.
        pub name: String,
        /// The game of its first step.
        pub rules: Rules,
        /// Its steps by name.
        pub steps: Vec<String>,
    }
}

schema! {
    /// Something to choose.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "is", rename_all = "lowercase")]
    pub enum ChoiceView {
        /// A value.
        Score {
            /// For the player who thinks.
            score: ScoreView,
        },
        /// A search.
        Agent {
            /// As people type it.
            agent: String,
        },
        /// A player.
        Player {
            /// Counted from 0.
            player: u8,
        },
        /// None of the players.
        Nobody,
    }
}

schema! {
    /// What is to be done, and how an answer is written.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "do", rename_all = "lowercase")]
    pub enum TaskView {
        /// Make a move: the answer is its text.
        Move,
        /// Choose one: the answer is its number, from 0.
        Choose {
            /// What there is to choose from.
            choices: Vec<ChoiceView>,
        },
        /// Choose a node of the tree: the answer is its number.
        Node,
        /// Mark the nodes that will not be visited: the answer is their numbers. What is below a marked one is marked, too.
        Cut,
        /// Put moves in order: the answer is all of them.
        Order {
            /// In the order of the game.
            moves: Vec<String>,
        },
        /// Count: the answer is a number.
        Count,
    }
}

schema! {
    /// What is computed for the words of a step. What it does not need is null.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    pub struct Facts {
        /// How deep the search is.
        pub depth: Option<u32>,
        /// How many positions it visits.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub nodes: Option<u64>,
        /// How many of them are leaves.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub leaves: Option<u64>,
        /// How many plain minimax visits.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub minimax: Option<u64>,
        /// How many moves it cuts off.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub cut: Option<u64>,
        /// What it expects.
        pub value: Option<ScoreView>,
        /// What it plays.
        pub choice: Option<String>,
        /// What the solver knows of the position, for the player to move.
        pub verdict: Option<Verdict>,
        /// Which moves are right.
        pub best: Vec<String>,
        /// The moves from the position to what is asked about.
        pub line: Vec<String>,
        /// What is counted.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub count: Option<u64>,
        /// How many positions alpha-beta visits in the order of the game.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub natural: Option<u64>,
        /// How many it may visit.
        #[cfg_attr(feature = "schema", ts(type = "number | null"))]
        pub most: Option<u64>,
    }
}

schema! {
    /// A step of a lesson.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct ExerciseView {
        /// The lesson.
        pub lesson: LessonEntry,
        /// The step, counted from 0.
        pub step: u32,
        /// The position.
        pub position: PositionView,
        /// Who searches it, if somebody does.
        pub agent: Option<String>,
        /// What is to be done.
        pub task: TaskView,
        /// The tree to look at, if there is one; each node stands before what is below it.
        pub tree: Vec<TreeNodeView>,
        /// The nodes whose value is to be found, and is not shown.
        pub hidden: Vec<u32>,
        /// The node that is asked about, if it is one.
        pub asked: Option<u32>,
        /// What the words need.
        pub facts: Facts,
    }
}

schema! {
    /// What a move came back with.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct MoveScore {
        /// The move.
        #[serde(rename = "move")]
        pub mv: String,
        /// Its value, for the player who thinks.
        pub value: ScoreView,
        /// How much of it is known.
        #[cfg_attr(feature = "schema", ts(type = "\"exact\" | \"atmost\" | \"atleast\""), schema(value_type = String))]
        pub bound: Bound,
        /// What it is worth to each player, where each looks after themselves.
        pub scores: Vec<ScoreView>,
    }
}

schema! {
    /// What a move cost in an order.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct OrderPart {
        /// The move.
        #[serde(rename = "move")]
        pub mv: String,
        /// How many positions were visited for it.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        pub nodes: u64,
        /// What came back, for the player who thinks.
        pub value: ScoreView,
        /// Whether it is the best so far: then the window is narrower for all that follow.
        pub better: bool,
    }
}

schema! {
    /// Why an answer is right or wrong, read off the tree or asked of the solver.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    #[serde(tag = "why", rename_all = "kebab-case")]
    pub enum Why {
        /// At a node somebody chooses among these.
        Chooses {
            /// Who.
            player: u8,
            /// Whether it is the player who thinks.
            max: bool,
            /// From what.
            moves: Vec<MoveScore>,
            /// What it is worth then.
            value: ScoreView,
        },
        /// The search ends at a node.
        Ends {
            /// Whether the game is over there; else the evaluation was asked.
            over: bool,
            /// What it is worth.
            value: ScoreView,
        },
        /// What a move leads to, as the solver knows.
        Solved {
            /// The move.
            #[serde(rename = "move")]
            mv: String,
            /// What it gives, for whoever makes it.
            verdict: Verdict,
            /// What is wrong with it, or good about it.
            reason: Option<Reason>,
            /// How the game goes on.
            line: Vec<String>,
        },
        /// What a move leads to, as the search sees it.
        Searched {
            /// The move.
            #[serde(rename = "move")]
            mv: String,
            /// What it is worth, exactly, at this depth.
            value: ScoreView,
            /// What it is worth to each player, where each looks after themselves.
            scores: Vec<ScoreView>,
            /// What the best move is worth.
            best: ScoreView,
            /// How the game goes on.
            line: Vec<String>,
        },
        /// A marked node is visited after all.
        Visited {
            /// The moves from the root to it.
            line: Vec<String>,
            /// The window in which it is entered.
            alpha: ScoreView,
            /// The window in which it is entered.
            beta: ScoreView,
        },
        /// A node is cut that was not marked.
        Cut {
            /// The moves from the root to the node where it is cut.
            line: Vec<String>,
            /// Whose turn it is there.
            player: u8,
            /// Whether it is the player who thinks.
            max: bool,
            /// What is known there: enough.
            value: ScoreView,
            /// What the other side is sure of elsewhere.
            limit: ScoreView,
            /// The moves that are left out.
            left: Vec<String>,
        },
        /// What an order costs.
        Ordered {
            /// Move by move.
            parts: Vec<OrderPart>,
            /// In all, the root included.
            #[cfg_attr(feature = "schema", ts(type = "number"))]
            nodes: u64,
            /// How many it may cost.
            #[cfg_attr(feature = "schema", ts(type = "number"))]
            most: u64,
        },
        /// How many positions there are at each depth.
        Levels {
            /// From the root down.
            #[cfg_attr(feature = "schema", ts(type = "number[]"))]
            levels: Vec<u64>,
        },
        /// What one of several searches finds.
        Found {
            /// Who.
            agent: String,
            /// What it plays.
            choice: String,
            /// What it expects.
            value: ScoreView,
            /// How many positions it visits.
            #[cfg_attr(feature = "schema", ts(type = "number"))]
            nodes: u64,
            /// What its move gives by the solver, for whoever makes it.
            verdict: Option<Verdict>,
            /// Moves that it takes for as good as the best, and that are not.
            false_ties: Vec<String>,
        },
        /// What is known of a node.
        Node {
            /// The moves from the root to it.
            line: Vec<String>,
            /// What came back.
            value: ScoreView,
            /// How much of it is known.
            #[cfg_attr(feature = "schema", ts(type = "\"exact\" | \"atmost\" | \"atleast\""), schema(value_type = String))]
            bound: Bound,
            /// What it is worth exactly, if that was asked.
            truth: Option<ScoreView>,
            /// The best value at the root.
            best: ScoreView,
            /// Whose turn it is; none when the game is over.
            player: Option<u8>,
            /// Whose turn it was before.
            before: Option<u8>,
            /// Moves that were left out there.
            left: Vec<String>,
        },
        /// Whose turn it is after a move.
        Turn {
            /// The move.
            #[serde(rename = "move")]
            mv: String,
            /// Who made it.
            by: u8,
            /// Who moves next.
            player: u8,
            /// How many boxes it closed.
            closed: u8,
        },
        /// What the solver knows of a position.
        Known {
            /// Whose turn it is.
            player: u8,
            /// What they can expect.
            verdict: Verdict,
            /// How the game goes on.
            line: Vec<String>,
        },
    }
}

schema! {
    /// What becomes of an answer.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct Judgement {
        /// Whether it is right.
        pub right: bool,
        /// Why.
        pub why: Vec<Why>,
    }
}
