//! Which branches of the whole tree a search never visits, and why one of them is cut or is not.

use std::collections::BTreeSet;

use super::exercise::LessonError;
use super::view::{Judgement, Why};
use crate::position::number;
use crate::tree::SearchTree;
use poda_engine::{Game, Halt};

/// A tree without pruning beside the one with it.
pub(super) struct Cuts<'a> {
    whole: &'a SearchTree,
    pruned: &'a SearchTree,
    /// For each node of the whole tree the one of the other, if it was visited.
    visited: Vec<Option<usize>>,
}

impl<'a> Cuts<'a> {
    pub(super) fn new(whole: &'a SearchTree, pruned: &'a SearchTree) -> Cuts<'a> {
        let mut visited = vec![None; whole.nodes().len()];
        visited[0] = Some(0);
        for at in 1..visited.len() {
            let above = whole.parent(at).and_then(|parent| visited[parent]);
            visited[at] = above.and_then(|above| {
                let mut children = pruned.nodes()[above].children.iter();
                let mv = whole.nodes()[at].mv;
                children
                    .find(|&&child| pruned.nodes()[child].mv == mv)
                    .copied()
            });
        }
        Cuts {
            whole,
            pruned,
            visited,
        }
    }

    fn is_cut(&self, at: usize) -> bool {
        self.visited[at].is_none()
    }

    /// Where branches are cut: the uppermost nodes that are not visited.
    pub(super) fn tops(&self) -> Vec<usize> {
        let below_visited = |at: usize| self.whole.parent(at).is_some_and(|at| !self.is_cut(at));
        let nodes = 1..self.visited.len();
        nodes
            .filter(|&at| self.is_cut(at) && below_visited(at))
            .collect()
    }

    /// Whether exactly what is cut was marked. What is below a marked node is marked, too.
    pub(super) fn judge(&self, marked: &BTreeSet<usize>) -> Result<Judgement, LessonError> {
        let mut under = vec![false; self.visited.len()];
        let mut wrong = None;
        for at in 1..under.len() {
            under[at] = marked.contains(&at) || self.whole.parent(at).is_some_and(|up| under[up]);
            if under[at] != self.is_cut(at) {
                wrong = wrong.or(Some(at));
            }
        }
        let why = match wrong {
            Some(at) if self.is_cut(at) => vec![self.why_cut(at)],
            Some(at) => vec![self.why_visited(at)],
            None => self
                .tops()
                .first()
                .map(|&at| self.why_cut(at))
                .into_iter()
                .collect(),
        };
        Ok(Judgement {
            right: wrong.is_none(),
            why,
        })
    }

    /// What the search knew when it left this out: at the last node above that it visited.
    fn why_cut(&self, at: usize) -> Why {
        let mut above = at;
        while let Some(up) = self.whole.parent(above)
            && self.is_cut(above)
        {
            above = up;
        }
        let place = self.visited[above].unwrap_or(0);
        let node = &self.pruned.nodes()[place];
        debug_assert_eq!(node.halt, Halt::Cutoff);
        Why::Cut {
            line: names(self.pruned, place),
            player: number(self.pruned.game().to_move(&self.pruned.state_at(place))),
            max: node.max,
            value: node.value.into(),
            limit: if node.max { node.beta } else { node.alpha }.into(),
            left: node.skipped.iter().map(ToString::to_string).collect(),
        }
    }

    /// The window in which the search came to it: there was still something to learn.
    fn why_visited(&self, at: usize) -> Why {
        let node = &self.pruned.nodes()[self.visited[at].unwrap_or(0)];
        Why::Visited {
            line: names(self.whole, at),
            alpha: node.alpha.into(),
            beta: node.beta.into(),
        }
    }
}

/// The moves from the root to a node.
pub(super) fn names(tree: &SearchTree, at: usize) -> Vec<String> {
    let way = std::iter::successors(Some(at), |&at| tree.parent(at));
    let mut names: Vec<String> = way
        .filter_map(|at| tree.nodes()[at].mv)
        .map(|mv| mv.to_string())
        .collect();
    names.reverse();
    names
}
