//! All moves of a position weighed at once, before any is searched.

use super::cpu::Cpu;
use super::follow::{self, Followed};
use super::geometry::{Geometry, MOST};
use super::lines::completions;
use super::quad::{Four, Quad};
use crate::games::bits::Bits;

/// How many children are weighed together: as many as an AVX2 register has 64-bit lanes.
const GROUP: usize = 4;

/// One set for each child. A power of two, so that a masked index is always inside.
type Quads<B> = [Four<B>; MOST.next_power_of_two() / GROUP];
const GROUPS: usize = MOST.next_power_of_two() / GROUP;

/// What each move leads to, one array entry for each move. Entries from `count` on mean nothing.
pub(super) struct Children<B> {
    pub(super) count: usize,
    moves: Quads<B>,
    wins: Quads<B>,
    replies: Quads<B>,
}

impl<B: Bits> Children<B> {
    /// No move, to begin with.
    #[inline(always)]
    pub(super) fn new() -> Children<B> {
        let none = [Four([B::ZERO; GROUP]); GROUPS];
        Children {
            count: 0,
            moves: none,
            wins: none,
            replies: none,
        }
    }

    /// The cell of a move.
    #[inline(always)]
    pub(super) fn cell(&self, child: usize) -> B {
        self.moves[child / GROUP % GROUPS].0[child % GROUP]
    }

    /// The mover's winning cells after it.
    #[inline(always)]
    pub(super) fn wins(&self, child: usize) -> B {
        self.wins[child / GROUP % GROUPS].0[child % GROUP]
    }

    /// The opponent's answers that do not lose at once; if there are none, the move wins.
    #[inline(always)]
    pub(super) fn replies(&self, child: usize) -> B {
        self.replies[child / GROUP % GROUPS].0[child % GROUP]
    }

    /// Weighs the `moves` of a player with the pieces `mine`. Each must leave the opponent without a win at once. Says whether
    /// some move leaves him no answer.
    ///
    /// Four children at a time, without branches.
    #[inline(always)]
    pub(super) fn weigh<G: Geometry<B = B>, C: Cpu>(
        &mut self,
        cpu: C,
        geometry: &G,
        mine: B,
        occupied: B,
        mut moves: B,
    ) -> bool {
        let masks = geometry.masks();
        self.count = moves.count() as usize;
        let all = |set| G::Quad::all(cpu, set);
        let (mine, occupied) = (all(mine), all(occupied));
        let (cells, bottom) = (all(masks.cells), all(masks.bottom));
        let everything = all(!B::ZERO);
        let stride = geometry.stride();
        let mut won = all(B::ZERO);
        for group in 0..self.count.div_ceil(GROUP) {
            // Without a branch for each move: how many there are is hard to foresee. And not by way of memory: a load of four
            // sets that were stored one by one waits until the last of them has arrived.
            let mut next = || {
                let others = moves.without_lowest();
                let lowest = moves & !others;
                moves = others;
                lowest
            };
            let four = [next(), next(), next(), next()];
            self.moves[group] = Four(four);
            let cell = G::Quad::of(cpu, four);
            let mine = mine | cell;
            let occupied = occupied | cell;
            let free = cells.minus(occupied);
            let landing = occupied.plus(bottom) & cells;
            let wins = completions(stride, mine) & free;
            let threats = wins & landing;
            // One threat must be answered, two cannot be. Below a winning cell no answer helps.
            let answers = threats | (landing & threats.where_empty());
            let single = (threats & threats.plus(everything)).where_empty();
            let replies = (answers & single).minus(wins >> 1);
            wins.store(&mut self.wins[group]);
            replies.store(&mut self.replies[group]);
            won = won | replies.where_empty().minus(cell.where_empty());
        }
        !won.is_zero()
    }

    /// Whether the even rule proves for some move that the mover does not lose, or, if asked for, that he wins. An even number
    /// of cells must be free after each move.
    #[inline(always)]
    pub(super) fn is_followed<G: Geometry<B = B>, C: Cpu>(
        &self,
        cpu: C,
        geometry: &G,
        mine: B,
        occupied: B,
        to_win: bool,
    ) -> bool {
        let masks = geometry.masks();
        let all = |set| G::Quad::all(cpu, set);
        let theirs = all(occupied & !mine);
        let (mine, occupied) = (all(mine), all(occupied));
        let (cells, bottom) = (all(masks.cells), all(masks.bottom));
        let low = all(masks.low);
        let stride = geometry.stride();
        for group in 0..self.count.div_ceil(GROUP) {
            let cell = G::Quad::load(cpu, &self.moves[group]);
            let occupied = occupied | cell;
            let at = Followed {
                leader: theirs,
                follower: mine | cell,
                landing: occupied.plus(bottom) & cells,
                free: cells.minus(occupied),
            };
            let safe = follow::leader_fours(stride, &at, low)
                .where_empty()
                .minus(cell.where_empty());
            let proved = if to_win {
                safe.minus(follow::follower_fours(stride, &at, low).where_empty())
            } else {
                safe
            };
            if !proved.is_zero() {
                return true;
            }
        }
        false
    }
}

/// The same as [`Children::weigh`] for a single position: the winning cells of the player who has just moved, and the answers
/// that do not lose at once.
#[inline(always)]
pub(super) fn after_move<G: Geometry, C: Cpu>(
    cpu: C,
    geometry: &G,
    mine: G::B,
    occupied: G::B,
) -> (G::B, G::B) {
    let masks = geometry.masks();
    let free = masks.cells & !occupied;
    let landing = masks.landing(occupied);
    let wins = G::Quad::completions_of(cpu, geometry.stride(), mine) & free;
    let threats = wins & landing;
    let answers = if threats.is_empty() {
        landing
    } else if threats.without_lowest().is_empty() {
        threats
    } else {
        G::B::ZERO
    };
    (wins, answers & !(wins >> 1))
}
