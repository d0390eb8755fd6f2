//! Search trees that people walk through: recorded once, kept while there is room, recorded again when somebody comes back. A tree is a
//! pure function of what was asked for, so nobody notices.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poda_coach::{SearchTree, Walk};
use poda_engine::{AgentSpec, AnyGame, AnyMove, Game, GameSpec, Limits};

use super::GameService;
use super::idle::Idle;
use crate::caps;
use crate::refused::Refused;

/// Which tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TreeKey {
    game: GameSpec,
    line: Vec<AnyMove>,
    agent: AgentSpec,
}

impl TreeKey {
    /// What was asked for, checked.
    pub(crate) fn new(game: &str, moves: &str, agent: &str) -> Result<TreeKey, Refused> {
        let game: GameSpec = game.parse()?;
        let rules = AnyGame::new(game);
        let (line, _) = rules.read_position(moves)?;
        let agent: AgentSpec = agent.parse()?;
        let player = agent.resolve(&rules)?;
        if player.effort.time.is_some() || player.threads() > 1 {
            return Err(Refused::not_allowed(
                "a tree must come out the same each time: give the agent a depth or a number of nodes, not a time, and one thread",
            ));
        }
        Ok(TreeKey { game, line, agent })
    }

    fn record(&self, limits: Limits<'_>) -> Result<Walk, Refused> {
        let game = AnyGame::new(self.game);
        let most = |nodes| limits.and(Limits::at_most(nodes));
        let (line, kept) = (&self.line, caps::TREE_NODES as usize);
        let within = most(caps::TREE_NODES);
        let tree = SearchTree::record(&game, line, &self.agent, 1, kept, within)?;
        Ok(Walk::new(tree, most(caps::COUNTED))?)
    }
}

/// A tree that is kept.
type Kept = (TreeKey, Arc<Walk>);

/// The trees that are kept.
#[derive(Default)]
pub(crate) struct Trees(Mutex<Idle<Kept>>);

impl Trees {
    fn lock(&self) -> MutexGuard<'_, Idle<Kept>> {
        // Nothing in here panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: &TreeKey) -> Option<Arc<Walk>> {
        let mut kept = self.lock();
        let found = kept.take(|(other, _)| other == key)?;
        let walk = Arc::clone(&found.1);
        kept.put(found);
        Some(walk)
    }

    fn put(&self, key: TreeKey, walk: Arc<Walk>) {
        let size = |(_, walk): &Kept| walk.tree().nodes().len();
        let mut kept = self.lock();
        let before = kept.take(|(other, _)| *other == key);
        kept.put((key, walk));
        let mut nodes: usize = kept.iter().map(size).sum();
        let mut leaving: Vec<Kept> = before.into_iter().collect();
        while nodes > caps::TREES_NODES
            && let Some(first) = kept.take_first()
        {
            nodes -= size(&first);
            leaving.push(first);
        }
        drop(kept);
        drop(leaving);
    }

    /// Trees that nobody has walked through for so long leave.
    pub(super) fn dismiss(&self, longest: Duration) {
        let leaving = self.lock().take_unused(longest);
        drop(leaving);
    }
}

impl GameService {
    /// A tree that is kept.
    pub(crate) fn kept_tree(&self, key: &TreeKey) -> Option<Arc<Walk>> {
        self.trees.get(key)
    }

    /// A tree, recorded now and kept.
    pub(crate) fn record_tree(
        &self,
        key: TreeKey,
        limits: Limits<'_>,
    ) -> Result<Arc<Walk>, Refused> {
        let walk = Arc::new(key.record(limits)?);
        self.trees.put(key, Arc::clone(&walk));
        Ok(walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(key: &TreeKey) -> Arc<Walk> {
        let walk = key.record(Limits::default());
        Arc::new(walk.unwrap_or_else(|refused| panic!("{refused}")))
    }

    #[test]
    fn as_many_trees_are_kept_as_there_is_room_for() {
        let trees = Trees::default();
        let key = |moves: &str| TreeKey::new("connect4", moves, "minimax:depth=6").unwrap();
        let keys: Vec<TreeKey> = ["", "4", "44", "444", "4444"].map(key).into();
        for key in &keys {
            trees.put(key.clone(), walk(key));
        }
        let kept = keys.iter().filter(|key| trees.get(key).is_some()).count();
        let nodes: usize = trees
            .lock()
            .iter()
            .map(|(_, walk)| walk.tree().nodes().len())
            .sum();
        assert!(
            nodes <= caps::TREES_NODES && kept < keys.len() && kept >= 2,
            "{kept}"
        );
        assert!(trees.get(&keys[4]).is_some(), "the last one stays");
    }

    #[test]
    fn what_is_not_a_tree_is_refused() {
        let refused = |agent| TreeKey::new("connect4", "", agent).unwrap_err().to_string();
        assert!(refused("strong:time=1s").starts_with("a tree must come out the same"));
        assert!(refused("strong:depth=4,threads=2").starts_with("a tree must come out the same"));
        assert!(refused("nobody").starts_with("there is no agent"));
        let key = TreeKey::new("connect4", "", "alphabeta:depth=12").unwrap();
        let refused = key.record(Limits::default()).unwrap_err();
        assert!(refused.to_string().starts_with("this tree has more than"));
    }
}
