//! How the threads of the strong search share the work at a node: whoever comes to a move that another thread is at puts it off.

use crate::game::MoveList;
use crate::search::busy::Busy;

/// From this depth on, threads tell each other which moves they are searching.
const SHARE_DEPTH: u32 = 4;

/// The moves of a node in the order in which one thread takes them: each once, and what was put off at the end.
pub(super) struct Turns<'a, M> {
    moves: &'a mut MoveList<M>,
    /// How many moves there are; those behind were put off.
    count: usize,
    /// How many were looked at.
    taken: usize,
    /// From this one on, threads keep apart.
    shared_from: usize,
    busy: &'a Busy,
}

/// A move whose turn has come.
pub(super) struct Turn<M> {
    pub(super) mv: M,
    /// Whether it is the first in the list.
    pub(super) is_first: bool,
    /// The position that it leads to, if other threads were told.
    marked: Option<u64>,
}

impl<'a, M: Copy> Turns<'a, M> {
    /// The turns at a node with this depth left. Where one move may be enough, threads share the first, which must show that it
    /// is not, and part after it; where `all_needed`, they part at once.
    #[inline(always)]
    pub(super) fn new(
        moves: &'a mut MoveList<M>,
        busy: &'a Busy,
        depth: u32,
        all_needed: bool,
    ) -> Turns<'a, M> {
        let shared_from = if !busy.is_shared() || depth < SHARE_DEPTH {
            usize::MAX
        } else if all_needed {
            0
        } else {
            1
        };
        Turns {
            count: moves.len(),
            moves,
            taken: 0,
            shared_from,
            busy,
        }
    }

    /// The next move, or none if all were taken. `key` names the position that a move leads to: as the table knows it, so that
    /// transpositions and mirror images count as the same work.
    #[inline(always)]
    pub(super) fn next(&mut self, key: impl Fn(M) -> u64) -> Option<Turn<M>> {
        loop {
            let &mv = self.moves.get(self.taken)?;
            self.taken += 1;
            let mut marked = None;
            if self.taken > self.shared_from {
                let key = key(mv);
                let is_busy = self.busy.mark(key);
                if is_busy && self.taken <= self.count && !self.moves.is_full() {
                    self.moves.push(mv);
                    continue;
                }
                marked = Some(key);
            }
            return Some(Turn {
                mv,
                is_first: self.taken == 1,
                marked,
            });
        }
    }

    /// A move was searched.
    #[inline(always)]
    pub(super) fn end(&self, turn: &Turn<M>) {
        if let Some(key) = turn.marked {
            self.busy.unmark(key);
        }
    }

    /// The moves that were not taken yet.
    pub(super) fn rest(&self) -> impl Iterator<Item = M> {
        self.moves[self.taken..].iter().copied()
    }
}

impl<M> Turn<M> {
    /// Whether other threads may be at the same node.
    #[inline(always)]
    pub(super) fn is_shared(&self) -> bool {
        self.marked.is_some()
    }
}
