//! An explicit tree as a game: every position, turn and value is written down. For tests and lessons.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Game, MoveError, MoveList, mix};
use crate::params::printable;
use crate::types::{Outcome, PlayerId};

/// A game tree that was written down node by node.
///
/// Text form: nested lists, in which the players take turns and a leaf is what the first player gets and the second loses.
///
/// ```
/// use poda_engine::{Game, TreeGame};
///
/// let tree: TreeGame = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let (_, leaf) = tree.read_position("12")?;
/// assert_eq!(tree.margin(&leaf, poda_engine::PlayerId::FIRST), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeGame {
    players: usize,
    /// The root is node 0; children stand after their parents.
    nodes: Vec<TreeNode>,
}

/// One node of a [`TreeGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeNode {
    /// A finished game, with the points of each player.
    Leaf([i32; PlayerId::MOST]),
    /// A decision.
    Choice {
        /// Whose.
        player: PlayerId,
        /// The nodes it can lead to, by number; at least one.
        children: Vec<usize>,
    },
}

/// A node of a [`TreeGame`], by number, and how deep it lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreePosition {
    node: usize,
    ply: u32,
}

/// A child by number. Text form: `1` to `9`, then `a` to `z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch(u8);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = char::from_digit(u32::from(self.0) + 1, 36).unwrap_or('?');
        fmt::Write::write_char(f, digit)
    }
}

/// A tree that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TreeError {
    /// A node leads to itself, to an earlier one, or to none that exists.
    #[error("node {node} leads to node {child}: children must exist and stand after their parents")]
    Order {
        /// The parent.
        node: usize,
        /// The child.
        child: usize,
    },
    /// Too many children, or none.
    #[error("node {node} has {count} children: 1 to {most} are possible", most = TreeGame::MOST_CHILDREN)]
    Children {
        /// The parent.
        node: usize,
        /// Its children.
        count: usize,
    },
    /// A player who does not take part.
    #[error("in node {node} the {player} player moves, but {players} play")]
    NoSuchPlayer {
        /// The node.
        node: usize,
        /// The player.
        player: PlayerId,
        /// How many play.
        players: usize,
    },
    /// The text is not a nested list of numbers.
    #[error(
        "`{found}` does not belong into a tree: write nested lists of whole numbers, such as ((3 5) (2 9))"
    )]
    Syntax {
        /// What stands there.
        found: String,
    },
}

impl TreeGame {
    /// The most children a node may have.
    pub const MOST_CHILDREN: usize = 35;

    /// A tree of these nodes; the first is the root.
    ///
    /// # Errors
    /// The nodes are not a tree that `players` can play.
    pub fn new(players: usize, nodes: Vec<TreeNode>) -> Result<TreeGame, TreeError> {
        for (node, content) in nodes.iter().enumerate() {
            let TreeNode::Choice { player, children } = content else {
                continue;
            };
            if player.index() >= players {
                return Err(TreeError::NoSuchPlayer {
                    node,
                    player: *player,
                    players,
                });
            }
            if !(1..=Self::MOST_CHILDREN).contains(&children.len()) {
                return Err(TreeError::Children {
                    node,
                    count: children.len(),
                });
            }
            if let Some(&child) = children
                .iter()
                .find(|&&child| child <= node || child >= nodes.len())
            {
                return Err(TreeError::Order { node, child });
            }
        }
        Ok(TreeGame { players, nodes })
    }

    fn children(&self, state: &TreePosition) -> &[usize] {
        match &self.nodes[state.node] {
            TreeNode::Leaf(_) => &[],
            TreeNode::Choice { children, .. } => children,
        }
    }

    /// The points of `player` at a node minus those of the best other; 0 where the game goes on.
    fn lead(&self, state: &TreePosition, player: PlayerId) -> i32 {
        match &self.nodes[state.node] {
            TreeNode::Choice { .. } => 0,
            TreeNode::Leaf(points) => {
                let others = PlayerId::all(self.players).filter(|&other| other != player);
                points[player.index()]
                    - others.map(|other| points[other.index()]).max().unwrap_or(0)
            }
        }
    }
}

impl Game for TreeGame {
    type State = TreePosition;
    type Move = Branch;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> TreePosition {
        TreePosition { node: 0, ply: 0 }
    }

    fn ply(&self, state: &TreePosition) -> u32 {
        state.ply
    }

    fn to_move(&self, state: &TreePosition) -> PlayerId {
        match &self.nodes[state.node] {
            TreeNode::Leaf(_) => PlayerId::FIRST,
            TreeNode::Choice { player, .. } => *player,
        }
    }

    fn outcome(&self, state: &TreePosition) -> Option<Outcome> {
        match &self.nodes[state.node] {
            TreeNode::Choice { .. } => None,
            TreeNode::Leaf(_) => Some(
                PlayerId::all(self.players)
                    .find(|&player| self.lead(state, player) > 0)
                    .map_or(Outcome::Draw, Outcome::Win),
            ),
        }
    }

    fn moves(&self, state: &TreePosition, list: &mut MoveList<Branch>) {
        list.extend((0..self.children(state).len()).map(|index| Branch(index as u8)));
    }

    fn moves_ahead(&self, _: &TreePosition, list: &mut MoveList<Branch>) {
        let counts = self.nodes.iter().map(|node| match node {
            TreeNode::Leaf(_) => 0,
            TreeNode::Choice { children, .. } => children.len(),
        });
        list.extend((0..counts.max().unwrap_or(0)).map(|index| Branch(index as u8)));
    }

    fn allows(&self, state: &TreePosition, branch: Branch) -> bool {
        usize::from(branch.0) < self.children(state).len()
    }

    fn check(&self, state: &TreePosition, branch: Branch) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome(state) {
            return Err(MoveError::GameOver { outcome });
        }
        let count = self.children(state).len();
        if usize::from(branch.0) < count {
            Ok(())
        } else {
            Err(MoveError::NotAllowed(format!(
                "branch {branch} does not exist here: there are {count}"
            )))
        }
    }

    fn play_unchecked(&self, state: &TreePosition, branch: Branch) -> TreePosition {
        TreePosition {
            node: self.children(state)[usize::from(branch.0)],
            ply: state.ply + 1,
        }
    }

    fn margin(&self, state: &TreePosition, player: PlayerId) -> Option<i32> {
        Some(self.lead(state, player))
    }

    fn code(branch: Branch) -> u8 {
        branch.0
    }

    fn plies_left(&self, state: &TreePosition) -> u32 {
        (self.nodes.len() - 1 - state.node) as u32
    }

    fn hash(&self, state: &TreePosition) -> u64 {
        mix((state.node as u64) << 32 | u64::from(state.ply))
    }

    fn read_move(&self, text: &str) -> Result<(Branch, usize), MoveError> {
        let first = text.chars().next();
        match first.and_then(|c| c.to_digit(36)) {
            Some(number @ 1..) => Ok((Branch(number as u8 - 1), 1)),
            _ => {
                let found: String = first.map(printable).into_iter().flatten().collect();
                Err(MoveError::Unreadable(format!(
                    "`{found}` is not a branch: branches are written 1 to 9, then a to z"
                )))
            }
        }
    }
}

impl FromStr for TreeGame {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<TreeGame, TreeError> {
        let mut nodes: Vec<TreeNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            let wrong = || TreeError::Syntax {
                found: crate::params::excerpt(word),
            };
            if word == ")" {
                open.pop().ok_or_else(wrong)?;
                continue;
            }
            let number = nodes.len();
            match open.last() {
                Some(&parent) => match &mut nodes[parent] {
                    TreeNode::Choice { children, .. } => children.push(number),
                    TreeNode::Leaf(_) => return Err(wrong()),
                },
                None if number > 0 => return Err(wrong()),
                None => {}
            }
            if word == "(" {
                nodes.push(TreeNode::Choice {
                    player: PlayerId::new(open.len() % 2),
                    children: Vec::new(),
                });
                open.push(number);
            } else {
                let value: i32 = word.parse().map_err(|_| wrong())?;
                nodes.push(TreeNode::Leaf([value, 0, 0]));
            }
        }
        if nodes.is_empty() || !open.is_empty() {
            return Err(TreeError::Syntax {
                found: "the end".to_owned(),
            });
        }
        TreeGame::new(2, nodes)
    }
}
