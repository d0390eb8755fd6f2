//! The tree of a search: recorded for a position, to be printed, drawn, and walked through.

mod branch;
mod dot;
mod fold;
mod order;
mod picture;
mod scores;
mod text;
mod view;
mod walk;

pub use branch::CutBranch;
pub use view::{Effect, ScoreView, StepKind, StepView, TreeNodeView, TreePart, TreeView};
pub use walk::{Seek, Walk};

use poda_engine::{
    Agent, AgentSpec, AgentSpecError, AnyGame, AnyMove, AnyState, Game, Limits, NoTree, PlayerId,
    Recorder, ResolvedPlayer, SearchReport, TraceNode, TreeCounts, tree_size, with_game,
};
use thiserror::Error;

use crate::games::own_state;

/// A node of a tree.
pub(crate) type Node = TraceNode<AnyMove>;

/// The tree that an agent looked at, with the position that it looked at.
#[derive(Debug)]
pub struct SearchTree {
    game: AnyGame,
    line: Vec<AnyMove>,
    state: AnyState,
    agent: AgentSpec,
    player: ResolvedPlayer,
    report: SearchReport<AnyMove>,
    recorder: Recorder<AnyMove>,
    parents: Vec<Option<usize>>,
}

/// Why there is no tree to look at.
#[derive(Debug, Error)]
pub enum TreeError {
    /// A finished game.
    #[error("the game is over in this position: give one in which a move is possible")]
    GameOver,
    /// The agent does not play the game.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// The agent has no tree.
    #[error("{agent} has no tree to show: {why}")]
    NoTree {
        /// The agent.
        agent: AgentSpec,
        /// Why not.
        why: NoTree,
    },
    /// A limit was reached before there was a tree, or before it was whole.
    #[error("this tree has more than {most} positions: choose a smaller depth")]
    TooLarge {
        /// So many are allowed.
        most: u64,
    },
    /// There is no such node or step.
    #[error("this tree has no {what} {number}: there are {count}, counted from 0")]
    NotThere {
        /// Of what.
        what: &'static str,
        /// What was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// A move that was not cut.
    #[error("the move {0} was not cut off there")]
    NotCut(String),
}

impl SearchTree {
    /// Has the agent think about the position after these moves, and keeps at most so many nodes of its tree.
    ///
    /// # Errors
    /// The game is over, the agent has no tree, or a limit was reached before the tree was whole.
    pub fn record(
        game: &AnyGame,
        line: &[AnyMove],
        agent: &AgentSpec,
        seed: u64,
        most: usize,
        limits: Limits<'_>,
    ) -> Result<SearchTree, TreeError> {
        let state = line
            .iter()
            .fold(game.start(), |state, &mv| game.play_unchecked(&state, mv));
        if game.outcome(&state).is_some() {
            return Err(TreeError::GameOver);
        }
        let player = agent.resolve(game)?;
        let too_large = || TreeError::TooLarge {
            most: limits.nodes.unwrap_or(u64::MAX),
        };
        let traced = Agent::new(agent, game, seed)?.trace(&state, most, limits);
        let (report, recorder) = traced.map_err(|why| match why {
            NoTree::Stopped(_) => too_large(),
            why => TreeError::NoTree { agent: *agent, why },
        })?;
        // A search that deepens and was stopped by the agent's own budget is as it should be.
        let stopped =
            recorder.broken_off() > 0 && limits.nodes.is_some_and(|nodes| report.nodes >= nodes);
        if stopped
            && player
                .effort
                .nodes
                .is_none_or(|own| Some(own) > limits.nodes)
        {
            return Err(too_large());
        }
        let mut parents = vec![None; recorder.nodes().len()];
        for (at, node) in recorder.nodes().iter().enumerate() {
            for &child in &node.children {
                parents[child] = Some(at);
            }
        }
        Ok(SearchTree {
            game: game.clone(),
            line: line.to_vec(),
            state,
            agent: *agent,
            player,
            report,
            recorder,
            parents,
        })
    }

    /// The nodes that were kept; the root is the first, each stands before what is below it.
    pub fn nodes(&self) -> &[TraceNode<AnyMove>] {
        self.recorder.nodes()
    }

    /// The rules.
    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// What the search found.
    pub fn report(&self) -> &SearchReport<AnyMove> {
        &self.report
    }

    /// What there was in the tree, kept or not.
    pub fn counts(&self) -> TreeCounts {
        self.recorder.counts()
    }

    /// How many nodes were searched at lower depths, before this tree.
    pub fn before(&self) -> u64 {
        self.recorder.before()
    }

    /// How many nodes were searched at a depth that was not finished, after this tree.
    pub fn broken_off(&self) -> u64 {
        self.recorder.broken_off()
    }

    /// Whether every node was kept.
    pub fn is_whole(&self) -> bool {
        self.nodes().len() as u64 == self.counts().nodes
    }

    /// How many positions plain minimax visits here to the same depth, counted; `None` if a limit is reached before, or if the agent does not
    /// stop where a game ends and so looks at others.
    pub fn minimax(&self, limits: Limits<'_>) -> Option<u64> {
        self.size_of(&self.state, self.report.depth, limits)
    }

    fn size_of(&self, state: &AnyState, depth: u32, limits: Limits<'_>) -> Option<u64> {
        if !self.player.method.sees_ends() {
            return None;
        }
        with_game!(&self.game, |rules| tree_size(
            rules,
            own_state(rules, state),
            depth,
            limits
        ))
    }

    /// The nodes of the principal line: what the search expects everybody to play, as far as it looked there.
    pub fn principal(&self) -> Vec<usize> {
        let mut line = vec![0];
        while let Some(best) = self.nodes()[line[line.len() - 1]].best {
            line.push(best);
        }
        line
    }

    /// The player who thinks.
    pub fn thinker(&self) -> PlayerId {
        self.game.to_move(&self.state)
    }

    /// All moves from the start of the game to a node.
    pub(crate) fn line_to(&self, at: usize) -> Vec<AnyMove> {
        let mut below = Vec::new();
        let mut node = Some(at);
        while let Some(at) = node {
            below.extend(self.nodes()[at].mv);
            node = self.parents[at];
        }
        let below = below.into_iter().rev();
        self.line.iter().copied().chain(below).collect()
    }

    /// The node above.
    pub(crate) fn parent(&self, at: usize) -> Option<usize> {
        self.parents[at]
    }

    /// How many plies a node is below the root.
    pub(crate) fn level(&self, at: usize) -> usize {
        std::iter::successors(self.parents[at], |&at| self.parents[at]).count()
    }

    /// The position at a node.
    pub(crate) fn state_at(&self, at: usize) -> AnyState {
        let line = self.line_to(at);
        line[self.line.len()..]
            .iter()
            .fold(self.state, |state, &mv| {
                self.game.play_unchecked(&state, mv)
            })
    }

    /// Whether a node is the search of a move that is searched again, in a wider window, right after it.
    pub(crate) fn is_probe(&self, at: usize) -> bool {
        let Some(parent) = self.parents[at] else {
            return false;
        };
        let mut later = self.nodes()[parent]
            .children
            .iter()
            .skip_while(|&&child| child != at);
        later.next();
        later.next().is_some_and(|&next| self.is_again(next))
    }

    /// Whether a node is the second search of a move, in a wider window.
    pub(crate) fn is_again(&self, at: usize) -> bool {
        let Some(parent) = self.parents[at] else {
            return false;
        };
        let before = self.nodes()[parent]
            .children
            .iter()
            .take_while(|&&child| child != at);
        before.last().is_some_and(|&before| {
            let (before, node) = (&self.nodes()[before], &self.nodes()[at]);
            before.mv == node.mv && before.natural == node.natural
        })
    }

    /// The node with this number.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn node(&self, at: usize) -> Result<&Node, TreeError> {
        self.nodes().get(at).ok_or(TreeError::NotThere {
            what: "node",
            number: at,
            count: self.nodes().len(),
        })
    }
}

#[cfg(test)]
mod tests;
