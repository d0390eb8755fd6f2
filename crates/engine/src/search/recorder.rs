//! The tree of a search, kept.

use serde::Serialize;

use super::report::Bound;
use super::trace::{Halt, Tracer};
use crate::game::Game;
use crate::types::Score;

/// One node of a recorded tree. All scores are from the view of the player who thinks, so that MAX nodes raise alpha and MIN
/// nodes lower beta, as drawn in every textbook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceNode<M> {
    /// The move that led here; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// Whether the player who thinks is to move.
    pub max: bool,
    /// Whether the move that led here was made without a choice, because it looks most promising (BRS+).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub natural: bool,
    /// The window on entry.
    pub alpha: Score,
    /// The window on entry.
    pub beta: Score,
    /// What came back.
    pub value: Score,
    /// How much of the value is known. Outside the window it is a bound, but for leaves, whose value was not searched for.
    pub bound: Bound,
    /// What the node is worth to each player: max^n alone looks at that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Score>,
    /// Why it returned.
    pub halt: Halt,
    /// Moves that were never looked at.
    pub skipped: Vec<M>,
    /// The nodes below, by number, in the order of the search. A move that was looked at again in a wider window is there twice.
    pub children: Vec<usize>,
    /// The child that decided the value.
    pub best: Option<usize>,
    /// How many nodes the search spent here and below.
    pub nodes: u64,
}

/// What there was in one tree, kept or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TreeCounts {
    /// Nodes, the root and all leaves included.
    pub nodes: u64,
    /// Finished games and positions at the depth limit.
    pub leaves: u64,
    /// Nodes where moves were left out.
    pub cutoffs: u64,
    /// Nodes answered by the table.
    pub table_hits: u64,
}

/// Records the tree up to a number of nodes; what goes beyond is counted, not kept.
///
/// A search that deepens enters its root again and again: the tree of the last depth that was finished is the one that stays, and what the
/// others took is counted beside it.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    most: usize,
    finished: Recording<M>,
    current: Recording<M>,
    /// The path from the root to the current node.
    path: Vec<Open>,
    /// Nodes of depths that were finished before.
    before: u64,
}

#[derive(Clone, Debug)]
struct Recording<M> {
    nodes: Vec<TraceNode<M>>,
    counts: TreeCounts,
}

impl<M> Default for Recording<M> {
    fn default() -> Recording<M> {
        Recording {
            nodes: Vec::new(),
            counts: TreeCounts::default(),
        }
    }
}

/// A node that was entered and not left yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its number, if it was kept.
    number: Option<usize>,
    ours: bool,
    /// How many nodes were seen before it.
    before: u64,
}

impl<M> Recorder<M> {
    /// Keeps at most this many nodes.
    pub fn new(most: usize) -> Recorder<M> {
        Recorder {
            most,
            finished: Recording::default(),
            current: Recording::default(),
            path: Vec::new(),
            before: 0,
        }
    }

    /// The nodes kept; the root is the first, each stands before what is below it and after what was searched before it.
    pub fn nodes(&self) -> &[TraceNode<M>] {
        &self.finished.nodes
    }

    /// What there was in the tree, kept or not.
    pub fn counts(&self) -> TreeCounts {
        self.finished.counts
    }

    /// How many nodes the search entered at lower depths, before this tree.
    pub fn before(&self) -> u64 {
        self.before
    }

    /// How many nodes the search entered at a depth that it did not finish, after this tree.
    pub fn broken_off(&self) -> u64 {
        self.current.counts.nodes
    }

    /// How many nodes the search entered in all.
    pub fn searched(&self) -> u64 {
        self.before + self.finished.counts.nodes + self.broken_off()
    }
}

impl<M: Copy> Recorder<M> {
    /// The same tree with moves of another type.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Recorder<N> {
        let to = &to;
        let map = |recording: Recording<M>| Recording {
            nodes: recording
                .nodes
                .into_iter()
                .map(|node| node.map(to))
                .collect(),
            counts: recording.counts,
        };
        Recorder {
            most: self.most,
            finished: map(self.finished),
            current: map(self.current),
            path: self.path,
            before: self.before,
        }
    }
}

impl<M: Copy> TraceNode<M> {
    fn map<N>(self, to: impl Fn(M) -> N) -> TraceNode<N> {
        TraceNode {
            mv: self.mv.map(&to),
            max: self.max,
            natural: self.natural,
            alpha: self.alpha,
            beta: self.beta,
            value: self.value,
            bound: self.bound,
            scores: self.scores,
            halt: self.halt,
            skipped: self.skipped.into_iter().map(&to).collect(),
            children: self.children,
            best: self.best,
            nodes: self.nodes,
        }
    }
}

/// How much a returned value tells, given the window in which it was searched for.
fn bound(value: Score, halt: Halt, alpha: Score, beta: Score) -> Bound {
    match halt {
        Halt::Leaf | Halt::End => Bound::Exact,
        Halt::Cutoff | Halt::Table | Halt::Searched => {
            if value >= beta {
                Bound::AtLeast
            } else if value <= alpha {
                Bound::AtMost
            } else {
                Bound::Exact
            }
        }
    }
}

/// The child that decided a value: the first that has it, and of a move that was searched again the last time.
fn deciding<M: PartialEq>(nodes: &[TraceNode<M>], node: &TraceNode<M>) -> Option<usize> {
    let decides = |&&child: &&usize| {
        let child = &nodes[child];
        child.value == node.value && child.scores == node.scores
    };
    let &first = node.children.iter().find(decides)?;
    let (mv, natural) = (&nodes[first].mv, nodes[first].natural);
    let again = |&&child: &&usize| nodes[child].mv == *mv && nodes[child].natural == natural;
    node.children.iter().rev().find(again).copied()
}

impl<M: PartialEq> Recording<M> {
    /// Counts a node that is left and completes it, if it was kept.
    fn leave(&mut self, open: Open, value: Score, halt: Halt, skipped: Vec<M>) {
        let halt = match halt {
            // The last move reached beta: nothing was left to cut.
            Halt::Cutoff if skipped.is_empty() => Halt::Searched,
            halt => halt,
        };
        match halt {
            Halt::Leaf | Halt::End => self.counts.leaves += 1,
            Halt::Cutoff => self.counts.cutoffs += 1,
            Halt::Table => self.counts.table_hits += 1,
            Halt::Searched => {}
        }
        let Some(number) = open.number else {
            return;
        };
        let node = &mut self.nodes[number];
        node.value = if open.ours { value } else { -value };
        node.halt = halt;
        node.bound = bound(node.value, halt, node.alpha, node.beta);
        node.skipped = skipped;
        node.nodes = self.counts.nodes - open.before;
        self.nodes[number].best = deciding(&self.nodes, &self.nodes[number]);
    }
}

impl<G: Game> Tracer<G> for Recorder<G::Move> {
    fn enter(&mut self, _: &G::State, by: Option<G::Move>, ours: bool, alpha: Score, beta: Score) {
        if by.is_none() {
            self.path.clear();
            self.current = Recording::default();
        }
        // A child of a node that was not kept is not kept either: the tree stays connected.
        let parent = self.path.last().map(|open| open.number);
        let nodes = &mut self.current.nodes;
        let keep = nodes.len() < self.most && parent != Some(None);
        let number = keep.then_some(nodes.len());
        if keep {
            let (alpha, beta) = if ours { (alpha, beta) } else { (-beta, -alpha) };
            nodes.push(TraceNode {
                mv: by,
                max: ours,
                natural: false,
                alpha,
                beta,
                value: Score::ZERO,
                bound: Bound::Exact,
                scores: Vec::new(),
                halt: Halt::Leaf,
                skipped: Vec::new(),
                children: Vec::new(),
                best: None,
                nodes: 0,
            });
            if let (Some(Some(parent)), Some(number)) = (parent, number) {
                nodes[parent].children.push(number);
            }
        }
        let before = self.current.counts.nodes;
        self.path.push(Open {
            number,
            ours,
            before,
        });
        self.current.counts.nodes += 1;
    }

    fn natural(&mut self) {
        if let Some(Some(number)) = self.path.last().map(|open| open.number) {
            self.current.nodes[number].natural = true;
        }
    }

    fn scores(&mut self, scores: &[Score]) {
        if let Some(Some(number)) = self.path.last().map(|open| open.number) {
            self.current.nodes[number].scores = scores.to_vec();
        }
    }

    fn leave(&mut self, value: Score, halt: Halt, skipped: impl Iterator<Item = G::Move>) {
        let open = self.path.pop().expect("left without entering");
        self.current.leave(open, value, halt, skipped.collect());
        if self.path.is_empty() {
            self.before += self.finished.counts.nodes;
            self.finished = std::mem::take(&mut self.current);
        }
    }
}
