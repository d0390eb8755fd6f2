//! All moves of a position weighed at once, before any is searched.

use super::follow::{self, Followed};
use super::geometry::{Geometry, MOST};
use super::lines::completions;
use super::quad::{Four, Quad};
use crate::games::bits::Bits;

/// How many children are weighed together: as many as an AVX2 register has 64-bit lanes.
const GROUP: usize = 4;

/// One set for each child.
pub(super) type Quads<B> = [Four<B>; MOST / GROUP];

/// What each move leads to, one array entry for each move. Entries from `count` on mean nothing.
pub(super) struct Children<B> {
    pub(super) count: usize,
    /// The cell of each move.
    pub(super) moves: Quads<B>,
    /// The mover's winning cells after it.
    pub(super) wins: Quads<B>,
    /// The opponent's answers that do not lose at once; if there are none, the move wins.
    pub(super) replies: Quads<B>,
    /// The fours of the opponent if he leads and the mover follows; see [`follow::leader_fours`].
    pub(super) leads: Quads<B>,
    /// The mover's fours if he follows; see [`follow::follower_fours`].
    pub(super) follows: Quads<B>,
}

impl<B: Bits> Children<B> {
    /// No self.
    pub(super) const EMPTY: Children<B> = {
        let none = [Four([B::ZERO; GROUP]); MOST / GROUP];
        Children {
            count: 0,
            moves: none,
            wins: none,
            replies: none,
            leads: none,
            follows: none,
        }
    };

    /// Weighs the moves of a player with the pieces `mine`. Each of `moves` must leave the opponent without a win at once.
    ///
    /// Four children at a time, without branches.
    #[inline(always)]
    pub(super) fn weigh<G: Geometry<B = B>, Q: Quad<B>>(
        &mut self,
        geometry: &G,
        mine: B,
        occupied: B,
        moves: B,
        follow_up: bool,
    ) {
        let masks = geometry.masks();
        for column in &masks.ordered[..G::LANES] {
            let cell = moves & *column;
            self.moves[self.count / GROUP].0[self.count % GROUP] = cell;
            self.count += usize::from(!cell.is_empty());
        }
        let theirs = Q::all(occupied & !mine);
        let (mine, occupied) = (Q::all(mine), Q::all(occupied));
        let (cells, bottom) = (Q::all(masks.cells), Q::all(masks.bottom));
        let (low, everything) = (Q::all(masks.low), Q::all(!B::ZERO));
        let stride = geometry.stride();
        for group in 0..self.count.div_ceil(GROUP) {
            let cell = Q::load(&self.moves[group]);
            let mine = mine | cell;
            let occupied = occupied | cell;
            let free = cells.minus(occupied);
            let landing = occupied.plus(bottom) & cells;
            let wins = completions(stride, mine) & free;
            let threats = wins & landing;
            // One threat must be answered, two cannot be. Below a winning cell no answer helps.
            let answers = threats | (landing & threats.where_empty());
            let single = (threats & threats.plus(everything)).where_empty();
            wins.store(&mut self.wins[group]);
            (answers & single)
                .minus(wins >> 1)
                .store(&mut self.replies[group]);
            if follow_up {
                let at = Followed {
                    leader: theirs,
                    follower: mine,
                    landing,
                    free,
                };
                follow::leader_fours(stride, &at, low).store(&mut self.leads[group]);
                follow::follower_fours(stride, &at, low).store(&mut self.follows[group]);
            }
        }
    }
}

/// The entry of one child.
#[inline(always)]
pub(super) fn of<B: Copy>(quads: &Quads<B>, child: usize) -> B {
    quads[child / GROUP].0[child % GROUP]
}
