//! Watching a search: what it entered, with which window, what came back and why it stopped there.

use serde::Serialize;

use crate::game::Game;
use crate::types::Score;

/// Why a node returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Halt {
    /// The depth limit: the evaluation was asked.
    Leaf,
    /// The game is over.
    End,
    /// A child was at least beta: the others were cut off.
    Cutoff,
    /// The table knew the answer.
    Table,
    /// Every child was searched.
    Searched,
}

/// Told of every node a search enters and leaves. The search is compiled for each tracer, so [`NoTrace`] costs nothing.
pub trait Tracer<G: Game> {
    /// A node is entered by a move from its parent; `None` at the root. Scores are from the view of the node's side, which is
    /// the one that thinks if `ours`.
    fn enter(
        &mut self,
        state: &G::State,
        by: Option<G::Move>,
        ours: bool,
        alpha: Score,
        beta: Score,
    );
    /// The node entered last returns. `skipped` are the moves that were cut off, found only if somebody asks for them.
    fn leave(&mut self, value: Score, halt: Halt, skipped: impl Iterator<Item = G::Move>);
}

impl<G: Game, T: Tracer<G>> Tracer<G> for &mut T {
    #[inline]
    fn enter(
        &mut self,
        state: &G::State,
        by: Option<G::Move>,
        ours: bool,
        alpha: Score,
        beta: Score,
    ) {
        (**self).enter(state, by, ours, alpha, beta);
    }
    #[inline]
    fn leave(&mut self, value: Score, halt: Halt, skipped: impl Iterator<Item = G::Move>) {
        (**self).leave(value, halt, skipped);
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoTrace;

impl<G: Game> Tracer<G> for NoTrace {
    #[inline]
    fn enter(&mut self, _: &G::State, _: Option<G::Move>, _: bool, _: Score, _: Score) {}
    #[inline]
    fn leave(&mut self, _: Score, _: Halt, _: impl Iterator<Item = G::Move>) {}
}

/// One node of a recorded tree. All scores are from the view of the player who thinks, so that MAX nodes raise alpha and MIN
/// nodes lower beta, as drawn in every textbook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TraceNode<M> {
    /// The move that led here; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// Whether the player who thinks is to move.
    pub max: bool,
    /// The window on entry.
    pub alpha: Score,
    /// The window on entry.
    pub beta: Score,
    /// What came back.
    pub value: Score,
    /// Why.
    pub halt: Halt,
    /// Moves that were never looked at.
    pub skipped: Vec<M>,
    /// The nodes below, by number, in the order of the search.
    pub children: Vec<usize>,
    /// How many nodes the search spent here and below.
    pub nodes: u64,
}

/// Records the tree up to a number of nodes; what goes beyond is counted, not kept. A search that deepens enters its root again
/// and again: the last tree stays.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    nodes: Vec<TraceNode<M>>,
    most: usize,
    /// The path from the root to the current node: its number if it was kept, and how many nodes were seen before it.
    path: Vec<(Option<usize>, bool, u64)>,
    seen: u64,
}

impl<M> Recorder<M> {
    /// Keeps at most this many nodes.
    pub fn new(most: usize) -> Recorder<M> {
        Recorder {
            nodes: Vec::new(),
            most,
            path: Vec::new(),
            seen: 0,
        }
    }

    /// The nodes kept; the root is the first, children stand after their parents.
    pub fn nodes(&self) -> &[TraceNode<M>] {
        &self.nodes
    }

    /// How many nodes the search entered.
    pub fn seen(&self) -> u64 {
        self.seen
    }
}

impl<M: Copy> Recorder<M> {
    /// The same tree with moves of another type.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Recorder<N> {
        let nodes = self.nodes.into_iter().map(|node| TraceNode {
            mv: node.mv.map(&to),
            max: node.max,
            alpha: node.alpha,
            beta: node.beta,
            value: node.value,
            halt: node.halt,
            skipped: node.skipped.into_iter().map(&to).collect(),
            children: node.children,
            nodes: node.nodes,
        });
        Recorder {
            nodes: nodes.collect(),
            most: self.most,
            path: self.path,
            seen: self.seen,
        }
    }
}

impl<G: Game> Tracer<G> for Recorder<G::Move> {
    fn enter(&mut self, _: &G::State, by: Option<G::Move>, ours: bool, alpha: Score, beta: Score) {
        if by.is_none() {
            self.path.clear();
            self.nodes.clear();
            self.seen = 0;
        }
        // A child of a node that was not kept is not kept either: the tree stays connected.
        let parent = self.path.last().map(|&(parent, ..)| parent);
        let keep = self.nodes.len() < self.most && parent != Some(None);
        let number = keep.then_some(self.nodes.len());
        if keep {
            let (alpha, beta) = if ours { (alpha, beta) } else { (-beta, -alpha) };
            self.nodes.push(TraceNode {
                mv: by,
                max: ours,
                alpha,
                beta,
                value: Score::ZERO,
                halt: Halt::Leaf,
                skipped: Vec::new(),
                children: Vec::new(),
                nodes: 0,
            });
            if let (Some(Some(parent)), Some(number)) = (parent, number) {
                self.nodes[parent].children.push(number);
            }
        }
        self.path.push((number, ours, self.seen));
        self.seen += 1;
    }

    fn leave(&mut self, value: Score, halt: Halt, skipped: impl Iterator<Item = G::Move>) {
        let (number, ours, before) = self.path.pop().expect("left without entering");
        if let Some(number) = number {
            let node = &mut self.nodes[number];
            node.value = if ours { value } else { -value };
            node.halt = halt;
            node.skipped = skipped.collect();
            node.nodes = self.seen - before;
        }
    }
}
