//! Which part of a tree fits on a page: the principal line with its alternatives, and more as long as there is room. The rest is folded
//! and counted.

use std::collections::{HashMap, VecDeque};

use poda_engine::AnyMove;

use super::SearchTree;

/// A node that is shown, with what is shown below it.
pub(super) struct Shown {
    pub(super) at: usize,
    pub(super) items: Vec<Item>,
    /// Nodes below that are not shown.
    pub(super) folded: u64,
}

/// What stands below a node.
pub(super) enum Item {
    Node(Shown),
    /// Moves that were searched and are not shown.
    Folded {
        moves: usize,
        nodes: u64,
    },
    /// Moves that were cut off.
    Cut(Vec<AnyMove>),
}

impl Shown {
    /// How many places side by side it takes.
    pub(super) fn width(&self) -> usize {
        let items = self.items.iter().map(|item| match item {
            Item::Node(shown) => shown.width(),
            Item::Folded { .. } | Item::Cut(_) => 1,
        });
        items.sum::<usize>().max(1)
    }

    /// How many levels there are.
    pub(super) fn height(&self) -> usize {
        let below = self.items.iter().map(|item| match item {
            Item::Node(shown) => shown.height(),
            Item::Folded { .. } | Item::Cut(_) => 1,
        });
        1 + below.max().unwrap_or(0)
    }

    /// How many nodes are shown here and below.
    pub(super) fn count(&self) -> usize {
        let below = self.items.iter().map(|item| match item {
            Item::Node(shown) => shown.count(),
            Item::Folded { .. } | Item::Cut(_) => 0,
        });
        1 + below.sum::<usize>()
    }
}

/// How many items may stand below each node that is opened.
type Opened = HashMap<usize, usize>;

/// The part of a tree that takes at most so many places side by side.
pub(super) fn fold(tree: &SearchTree, places: usize) -> Shown {
    let inner: Vec<usize> = tree
        .principal()
        .into_iter()
        .filter(|&at| !tree.nodes()[at].children.is_empty())
        .collect();
    let mut opened: Opened = inner.iter().map(|&at| (at, usize::MAX)).collect();
    if build(tree, 0, &opened).width() > places {
        let each = ((places - 1) / inner.len().max(1) + 1).max(3);
        opened = inner.iter().map(|&at| (at, each)).collect();
    }
    // Then whatever fits, the upper levels first.
    let mut shown = build(tree, 0, &opened);
    let mut next = VecDeque::from([0]);
    while let Some(at) = next.pop_front() {
        if !opened.contains_key(&at) && !tree.nodes()[at].children.is_empty() {
            opened.insert(at, usize::MAX);
            let wider = build(tree, 0, &opened);
            if wider.width() > places {
                opened.remove(&at);
                continue;
            }
            shown = wider;
        }
        if let Some(&most) = opened.get(&at) {
            next.extend(kept(tree, at, most));
        }
    }
    shown
}

/// The children that are shown if there may be so many items: all, or the best one and the first others.
fn kept(tree: &SearchTree, at: usize, most: usize) -> Vec<usize> {
    let node = &tree.nodes()[at];
    let cut = usize::from(!node.skipped.is_empty());
    if node.children.len() + cut <= most {
        return node.children.clone();
    }
    // One place is for what is folded, one for what was cut, one for the best.
    let mut others = most.saturating_sub(2 + cut);
    let keep = |&child: &usize| {
        let best = node.best == Some(child);
        if !best && others > 0 {
            others -= 1;
            return true;
        }
        best
    };
    node.children.iter().copied().filter(keep).collect()
}

fn build(tree: &SearchTree, at: usize, opened: &Opened) -> Shown {
    let node = &tree.nodes()[at];
    let Some(&most) = opened.get(&at) else {
        let folded = node.nodes - 1;
        return Shown {
            at,
            items: Vec::new(),
            folded,
        };
    };
    let kept = kept(tree, at, most);
    let mut items: Vec<Item> = kept
        .iter()
        .map(|&child| Item::Node(build(tree, child, opened)))
        .collect();
    let others = || node.children.iter().filter(|child| !kept.contains(child));
    let moves = others().count();
    let shown: u64 = kept.iter().map(|&child| tree.nodes()[child].nodes).sum();
    // Nodes that were counted and not kept are folded, too.
    let nodes = node.nodes - 1 - shown;
    if nodes > 0 {
        items.push(Item::Folded { moves, nodes });
    }
    if !node.skipped.is_empty() {
        items.push(Item::Cut(node.skipped.clone()));
    }
    Shown {
        at,
        items,
        folded: 0,
    }
}
