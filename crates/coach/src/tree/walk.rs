//! A walk through a search: enter, leaf, cut, return, step by step, forwards and backwards.

use std::collections::BTreeSet;
use std::ops::Range;

use poda_engine::{Game, Halt, Limits, Score, line_text};

use super::view::{Effect, StepKind, StepView, TreeNodeView, TreePart, TreeView};
use super::{SearchTree, TreeError};
use crate::board::Board;
use crate::position::{Rules, number};

/// A tree with its steps in order.
#[derive(Debug)]
pub struct Walk {
    tree: SearchTree,
    steps: Vec<(StepKind, usize)>,
    /// The first and the last step of each node.
    spans: Vec<(usize, usize)>,
    /// Nodes entered and moves cut up to each step.
    done: Vec<(u64, u64)>,
    /// What plain minimax visits, if it was counted.
    minimax: Option<u64>,
}

/// What to look for from a step on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seek {
    /// The step itself.
    Step,
    /// The next cut-off.
    Cut,
    /// The next better move at the root.
    Root,
    /// The cut-off before.
    CutBefore,
    /// The better move at the root before.
    RootBefore,
}

/// The steps of a part: so many before the one that was asked for, so many after it.
const BEFORE: usize = 24;
const AFTER: usize = 40;

impl Walk {
    /// A walk through a tree. Plain minimax is counted as far as the limits allow.
    ///
    /// # Errors
    /// Not all of the tree was kept.
    pub fn new(tree: SearchTree, limits: Limits<'_>) -> Result<Walk, TreeError> {
        if !tree.is_whole() {
            return Err(TreeError::TooLarge {
                most: tree.nodes().len() as u64,
            });
        }
        let mut walk = Walk {
            steps: Vec::new(),
            spans: vec![(0, 0); tree.nodes().len()],
            done: Vec::new(),
            minimax: tree.minimax(limits),
            tree,
        };
        walk.add(0);
        let (mut visited, mut cut) = (0, 0);
        for &(kind, node) in &walk.steps {
            match kind {
                StepKind::Enter | StepKind::Leaf => visited += 1,
                StepKind::Cut => cut += walk.tree.nodes()[node].skipped.len() as u64,
                StepKind::Return => {}
            }
            walk.done.push((visited, cut));
        }
        Ok(walk)
    }

    fn add(&mut self, at: usize) {
        let first = self.steps.len();
        let children = self.tree.nodes()[at].children.clone();
        if children.is_empty() {
            self.steps.push((StepKind::Leaf, at));
        } else {
            self.steps.push((StepKind::Enter, at));
            for child in children {
                self.add(child);
            }
            if self.tree.nodes()[at].halt == Halt::Cutoff {
                self.steps.push((StepKind::Cut, at));
            }
            self.steps.push((StepKind::Return, at));
        }
        self.spans[at] = (first, self.steps.len() - 1);
    }

    /// The tree.
    pub fn tree(&self) -> &SearchTree {
        &self.tree
    }

    #[cfg(test)]
    pub(super) fn steps_at(&self, step: usize) -> usize {
        self.steps[step].1
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// There is always a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The tree as a whole.
    pub fn view(&self) -> TreeView {
        let (tree, counts) = (&self.tree, self.tree.counts());
        TreeView {
            rules: Rules::of(&tree.game),
            position: line_text(&tree.line),
            agent: tree.agent.to_string(),
            thinker: number(tree.thinker()),
            evaluation: tree.player.eval.to_string(),
            evaluations: tree
                .game
                .spec()
                .info()
                .evaluations
                .iter()
                .map(ToString::to_string)
                .collect(),
            depth: tree.report.depth,
            steps: self.steps.len() as u32,
            nodes: counts.nodes,
            leaves: counts.leaves,
            cutoffs: counts.cutoffs,
            cut: self.done.last().map_or(0, |&(_, cut)| cut),
            table_hits: counts.table_hits,
            before: tree.before(),
            broken_off: tree.broken_off(),
            minimax: self.minimax,
            choice: tree.report.choice.to_string(),
            principal: tree.principal().into_iter().map(|at| at as u32).collect(),
        }
    }

    /// The steps around one, and the nodes that are needed to draw them. What is not found leads to the end of the walk, or to its
    /// beginning.
    ///
    /// # Errors
    /// There is no such step.
    pub fn part(&self, from: usize, seek: Seek) -> Result<TreePart, TreeError> {
        if from >= self.len() {
            return Err(TreeError::NotThere {
                what: "step",
                number: from,
                count: self.len(),
            });
        }
        let step = self.find(from, seek);
        let shown = step.saturating_sub(BEFORE)..(step + AFTER).min(self.len());
        Ok(TreePart {
            tree: self.view(),
            step: step as u32,
            nodes: self
                .needed(shown.clone())
                .map(|at| self.node_view(at))
                .collect(),
            steps: shown.map(|step| self.step_view(step)).collect(),
        })
    }

    /// A node and its children.
    ///
    /// # Errors
    /// There is no such node.
    pub fn around(&self, at: usize) -> Result<Vec<TreeNodeView>, TreeError> {
        let children = &self.tree.node(at)?.children;
        Ok([&[at][..], children]
            .concat()
            .into_iter()
            .map(|at| self.node_view(at))
            .collect())
    }

    /// Every node: for small trees.
    pub(crate) fn all(&self) -> Vec<TreeNodeView> {
        (0..self.tree.nodes().len())
            .map(|at| self.node_view(at))
            .collect()
    }

    fn find(&self, from: usize, seek: Seek) -> usize {
        let is_cut = |&step: &usize| self.steps[step].0 == StepKind::Cut;
        let changes_root = |&step: &usize| {
            let (kind, node) = self.steps[step];
            matches!(kind, StepKind::Leaf | StepKind::Return)
                && self.tree.parents[node] == Some(0)
                && matches!(self.effect(node), Some(Effect::First | Effect::Better))
        };
        let end = self.len() - 1;
        match seek {
            Seek::Step => from,
            Seek::Cut => (from + 1..=end).find(is_cut).unwrap_or(end),
            Seek::Root => (from + 1..=end).find(changes_root).unwrap_or(end),
            Seek::CutBefore => (0..from).rev().find(is_cut).unwrap_or(0),
            Seek::RootBefore => (0..from).rev().find(changes_root).unwrap_or(0),
        }
    }

    /// The nodes that are needed to draw some steps: those on the way, and the children of these.
    fn needed(&self, steps: Range<usize>) -> impl Iterator<Item = usize> {
        let (nodes, parents) = (self.tree.nodes(), &self.tree.parents);
        let mut on_the_way = BTreeSet::from([0]);
        for &(_, node) in &self.steps[steps] {
            let mut at = Some(node);
            while let Some(node) = at
                && on_the_way.insert(node)
            {
                at = parents[node];
            }
        }
        let children = on_the_way
            .iter()
            .flat_map(|&at| nodes[at].children.iter().copied());
        let mut needed: BTreeSet<usize> = children.collect();
        needed.extend(&on_the_way);
        needed.into_iter()
    }

    /// What the value of a node does to the node above.
    fn effect(&self, at: usize) -> Option<Effect> {
        let tree = &self.tree;
        let parent = tree.parents[at]?;
        if tree.is_probe(at) {
            return Some(Effect::Again);
        }
        let worth = self.worth_to_mover(parent);
        let siblings = tree.nodes()[parent].children.iter().copied();
        let before = siblings
            .take_while(|&child| child != at)
            .filter(|&child| !tree.is_probe(child));
        Some(match before.map(&worth).max() {
            None => Effect::First,
            Some(best) if worth(at) > best => Effect::Better,
            Some(_) => Effect::Worse,
        })
    }

    /// What children are worth to whoever moves at a node: in max^n the player's own score, and of equals the one that leaves the
    /// others least.
    fn worth_to_mover(&self, parent: usize) -> impl Fn(usize) -> (Score, i64) {
        let tree = &self.tree;
        let max = tree.nodes()[parent].max;
        let mover = tree.game.to_move(&tree.state_at(parent)).index();
        move |at| {
            let node = &tree.nodes()[at];
            match node.scores.get(mover) {
                Some(&own) => {
                    let all: i64 = node.scores.iter().map(|score| i64::from(score.get())).sum();
                    (own, i64::from(own.get()) - all)
                }
                None if max => (node.value, 0),
                None => (-node.value, 0),
            }
        }
    }

    fn step_view(&self, step: usize) -> StepView {
        let (kind, node) = self.steps[step];
        let line = self.tree.line_to(node);
        let (visited, cut) = self.done[step];
        StepView {
            step: step as u32,
            kind,
            node: node as u32,
            effect: match kind {
                StepKind::Leaf | StepKind::Return => self.effect(node),
                StepKind::Enter | StepKind::Cut => None,
            },
            moves: line_text(&line),
            board: Board::new(&self.tree.game, &line),
            visited,
            cut,
        }
    }

    fn node_view(&self, at: usize) -> TreeNodeView {
        let tree = &self.tree;
        let node = &tree.nodes()[at];
        let state = tree.state_at(at);
        let over = tree.game.outcome(&state).is_some();
        let (first, last) = self.spans[at];
        TreeNodeView {
            at: at as u32,
            parent: tree.parents[at].map(|parent| parent as u32),
            mv: node.mv.map(|mv| mv.to_string()),
            player: (!over).then(|| number(tree.game.to_move(&state))),
            max: node.max,
            natural: node.natural,
            again: tree.is_again(at),
            alpha: node.alpha.into(),
            beta: node.beta.into(),
            value: node.value.into(),
            bound: node.bound,
            scores: node.scores.iter().map(|&score| score.into()).collect(),
            halt: node.halt,
            skipped: node.skipped.iter().map(ToString::to_string).collect(),
            children: node.children.iter().map(|&child| child as u32).collect(),
            best: node.best.map(|best| best as u32),
            nodes: node.nodes,
            first: first as u32,
            last: last as u32,
        }
    }
}
