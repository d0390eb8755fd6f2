//! What a search expects both sides to play.

use crate::game::MoveList;

/// The expected play from a node, by the depth that was left there.
///
/// A search with a window writes it where a value rises inside the window and reads it only where one comes back inside, so what
/// an earlier node left behind is never seen.
pub(super) struct Lines<M>(Vec<MoveList<M>>);

impl<M: Copy> Lines<M> {
    /// For searches up to this depth.
    pub(super) fn new(depth: u32) -> Lines<M> {
        Lines((0..=depth).map(|_| MoveList::new()).collect())
    }

    /// Nothing is expected to follow a node with this depth left.
    #[inline]
    pub(super) fn clear(&mut self, depth: u32) {
        self.0[depth as usize].clear();
    }

    /// What is expected to follow a move from a node with this depth left.
    #[inline]
    pub(super) fn after_move(&self, depth: u32) -> &[M] {
        &self.0[depth as usize - 1]
    }

    /// A node with this depth left expects this move, and then what its child expects.
    #[inline]
    pub(super) fn extend(&mut self, depth: u32, mv: M) {
        let (shorter, from) = self.0.split_at_mut(depth as usize);
        from[0].clear();
        from[0].push(mv);
        from[0].extend(shorter[depth as usize - 1].iter().copied());
    }
}
