//! What came back for the moves of a root, and what they are truly worth.

use poda_engine::{AnyMove, PlayerId, Score, TraceNode};

use crate::position::number;
use crate::tree::SearchTree;

/// The node that some moves lead to.
pub(super) fn find(tree: &SearchTree, names: &[String]) -> Option<usize> {
    names.iter().try_fold(0, |at, name| {
        let children = &tree.nodes()[at].children;
        let leads = |&&child: &&usize| {
            let mv = tree.nodes()[child].mv;
            mv.is_some_and(|mv| mv.to_string() == *name)
        };
        children.iter().find(leads).copied()
    })
}

/// What a node is worth to whoever thinks at the root.
pub(super) fn own_score(tree: &SearchTree, node: &TraceNode<AnyMove>) -> Score {
    let thinker: PlayerId = tree.thinker();
    let score = node.scores.get(usize::from(number(thinker)));
    score.copied().unwrap_or(node.value)
}

/// The moves of the root that are best by their exact values.
pub(super) fn best_moves(tree: &SearchTree) -> Vec<AnyMove> {
    let root = tree.nodes()[0].children.iter().map(|&at| &tree.nodes()[at]);
    let best = root.clone().map(|node| own_score(tree, node)).max();
    let is_best = |node: &&TraceNode<AnyMove>| Some(own_score(tree, node)) == best;
    root.filter(is_best).filter_map(|node| node.mv).collect()
}

/// The moves of the root that came back with the best value.
pub(super) fn seeming_ties(tree: &SearchTree) -> Vec<AnyMove> {
    let root = &tree.nodes()[0];
    let children = root.children.iter().map(|&at| &tree.nodes()[at]);
    let ties = children.filter(|node| node.value == root.value);
    ties.filter_map(|node| node.mv).collect()
}

/// Those of them that are worth less: a bound was taken for a value.
pub(super) fn false_ties(tree: &SearchTree, truth: &SearchTree) -> Vec<AnyMove> {
    let best = best_moves(truth);
    let mut ties = seeming_ties(tree);
    ties.retain(|mv| !best.contains(mv));
    ties
}
