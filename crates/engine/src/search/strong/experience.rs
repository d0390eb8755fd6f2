//! Which moves have cut off before: what a search learns about the order of moves while it goes.

use super::worker::MOST_DEPTH;

/// What one thread has learnt. It changes the order of moves, never a value.
pub(super) struct Experience {
    /// How much each move, by side and code, has cut off.
    history: Box<[[u32; 256]; 2]>,
    /// The last move that cut off, by remaining depth.
    killers: [u8; MOST_DEPTH as usize + 1],
}

/// The part of it that matters at a node.
pub(super) struct Learnt<'a> {
    history: &'a [u32; 256],
    killer: u8,
}

impl Experience {
    pub(super) fn new() -> Experience {
        Experience {
            history: Box::new([[0; 256]; 2]),
            killers: [u8::MAX; MOST_DEPTH as usize + 1],
        }
    }

    #[inline]
    pub(super) fn at(&self, ours: bool, depth: u32) -> Learnt<'_> {
        Learnt {
            history: &self.history[usize::from(ours)],
            killer: self.killers[depth as usize],
        }
    }

    /// Remembers a move, by its code, that cut off.
    #[inline]
    pub(super) fn praise(&mut self, code: u8, ours: bool, depth: u32) {
        self.killers[depth as usize] = code;
        let learnt = &mut self.history[usize::from(ours)][usize::from(code)];
        *learnt += depth * depth;
        if *learnt > 1 << 20 {
            for learnt in self.history.iter_mut().flatten() {
                *learnt >>= 4;
            }
        }
    }
}

impl Learnt<'_> {
    /// What speaks for a move, by its code: from 0 to 272.
    #[inline]
    pub(super) fn of(&self, code: u8) -> i32 {
        let killer = if code == self.killer { 1 << 12 } else { 0 };
        (self.history[usize::from(code)].min(1 << 16) as i32 + killer) >> 8
    }
}
