//! All moves of a position weighed at once, before any is searched.

use super::follow::{self, Followed};
use super::geometry::{Geometry, MOST};
use super::lines::completions;
use crate::games::bits::Bits;

/// How many children are weighed together: as many as an AVX2 register has 64-bit lanes.
const GROUP: usize = 4;

/// What each move leads to, one array entry for each move. Entries from `count` on mean nothing.
pub(super) struct Children<B> {
    pub(super) count: usize,
    /// The cell of each move.
    pub(super) moves: [B; MOST],
    /// The mover's winning cells after it.
    pub(super) wins: [B; MOST],
    /// The opponent's answers that do not lose at once; if there are none, the move wins.
    pub(super) replies: [B; MOST],
    /// The fours of the opponent if he leads and the mover follows; see [`follow::leader_fours`].
    pub(super) leads: [B; MOST],
    /// The mover's fours if he follows; see [`follow::follower_fours`].
    pub(super) follows: [B; MOST],
}

impl<B: Bits> Children<B> {
    /// Weighs the moves of a player with the pieces `mine`. Each of `moves` must leave the opponent without a win at once.
    ///
    /// The loop has no branches and no calls, so that it becomes vector code where the processor has it.
    #[inline(always)]
    pub(super) fn weigh<G: Geometry<B = B>>(
        geometry: &G,
        mine: B,
        occupied: B,
        moves: B,
        follow_up: bool,
    ) -> Children<B> {
        let masks = geometry.masks();
        let mut children = Children {
            count: 0,
            moves: [B::ZERO; MOST],
            wins: [B::ZERO; MOST],
            replies: [B::ZERO; MOST],
            leads: [B::ZERO; MOST],
            follows: [B::ZERO; MOST],
        };
        for column in &masks.ordered[..G::LANES] {
            let cell = moves & *column;
            children.moves[children.count] = cell;
            children.count += usize::from(!cell.is_empty());
        }
        let theirs = occupied & !mine;
        let mut start = 0;
        while start < children.count {
            for lane in start..start + GROUP {
                let cell = children.moves[lane];
                let mine = mine | cell;
                let occupied = occupied | cell;
                let free = masks.cells & !occupied;
                let landing = masks.landing(occupied);
                let wins = completions(geometry, mine) & free;
                let threats = wins & landing;
                // One threat must be answered, two cannot be. Below a winning cell no answer helps.
                let answers = if threats.is_empty() { landing } else { threats };
                let answers = if threats.without_lowest().is_empty() {
                    answers
                } else {
                    B::ZERO
                };
                children.wins[lane] = wins;
                children.replies[lane] = answers & !(wins >> 1);
                if follow_up {
                    let at = Followed {
                        leader: theirs,
                        follower: mine,
                        landing,
                        free,
                    };
                    children.leads[lane] = follow::leader_fours(geometry, &at);
                    children.follows[lane] = follow::follower_fours(geometry, &at);
                }
            }
            start += GROUP;
        }
        children
    }
}
