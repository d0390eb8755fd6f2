//! What a search found, and what it cost.

use serde::Serialize;

use crate::types::Score;

/// How much of a value is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// It is exactly this.
    Exact,
    /// It is this or less: enough to know that the move is not better than the best.
    AtMost,
    /// It is this or more.
    AtLeast,
}

/// One move of the root and what it is worth to the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RootMove<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// Its value.
    pub value: Score,
    /// How much of the value is known.
    pub bound: Bound,
}

/// What a search found, from the view of the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SearchReport<M> {
    /// The value of the position.
    pub value: Score,
    /// The move to make.
    pub choice: M,
    /// All moves that are known to have that value.
    pub best: Vec<M>,
    /// Every move of the root, in the order in which they were searched.
    pub moves: Vec<RootMove<M>>,
    /// What the search expects both sides to play.
    pub line: Vec<M>,
    /// How many plies deep it looked.
    pub depth: u32,
    /// Calls of the search function, the root and all leaves included.
    pub nodes: u64,
    /// Nodes without children: finished games and positions at the depth limit.
    pub leaves: u64,
    /// Nodes where a move was so good that the rest could be left out.
    pub cutoffs: u64,
    /// Nodes answered by the table.
    pub table_hits: u64,
    /// Whether an exact solver proved the value: then the game ends like that if both sides play perfectly, and values of moves that
    /// are marked exact are so, too. Otherwise they are what a search of this depth makes of it.
    pub solved: bool,
}

/// What a search has found at its root so far.
pub(super) struct RootFindings<M> {
    pub(super) moves: Vec<RootMove<M>>,
    /// The best move so far, and what is expected to follow.
    pub(super) line: Vec<M>,
    pub(super) value: Score,
}

impl<M: Copy> RootFindings<M> {
    pub(super) fn new() -> RootFindings<M> {
        RootFindings {
            moves: Vec::new(),
            line: Vec::new(),
            value: -Score::INFINITE,
        }
    }

    /// A move was searched in a window above `alpha`, and this came back; `after` is expected to follow.
    pub(super) fn add(&mut self, mv: M, value: Score, alpha: Score, after: &[M]) {
        let bound = if value > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.moves.push(RootMove { mv, value, bound });
        if value > self.value {
            self.value = value;
            self.line.clear();
            self.line.push(mv);
            self.line.extend_from_slice(after);
        }
    }

    /// All moves were searched to this depth. The costs are left at nothing.
    pub(super) fn into_report(self, depth: u32) -> SearchReport<M> {
        SearchReport {
            value: self.value,
            choice: self.line[0],
            best: SearchReport::best_of(&self.moves),
            moves: self.moves,
            line: self.line,
            depth,
            nodes: 0,
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            solved: false,
        }
    }
}

impl<M: Copy> SearchReport<M> {
    /// The report of a player who did not search.
    pub fn unsearched(choice: M) -> SearchReport<M> {
        let root = RootMove {
            mv: choice,
            value: Score::ZERO,
            bound: Bound::AtLeast,
        };
        SearchReport {
            value: Score::ZERO,
            choice,
            best: Vec::new(),
            moves: vec![root],
            line: vec![choice],
            depth: 0,
            nodes: 0,
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            solved: false,
        }
    }

    /// The same report about moves of another type.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> SearchReport<N> {
        SearchReport {
            value: self.value,
            choice: to(self.choice),
            best: self.best.into_iter().map(&to).collect(),
            moves: self
                .moves
                .into_iter()
                .map(|RootMove { mv, value, bound }| RootMove {
                    mv: to(mv),
                    value,
                    bound,
                })
                .collect(),
            line: self.line.into_iter().map(&to).collect(),
            depth: self.depth,
            nodes: self.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            table_hits: self.table_hits,
            solved: self.solved,
        }
    }

    /// The moves with the highest exact value.
    pub(crate) fn best_of(moves: &[RootMove<M>]) -> Vec<M> {
        let exact = || moves.iter().filter(|root| root.bound == Bound::Exact);
        let Some(value) = exact().map(|root| root.value).max() else {
            return Vec::new();
        };
        exact()
            .filter(|root| root.value == value)
            .map(|root| root.mv)
            .collect()
    }
}
