//! Moves that leave no choice are played before anything is looked up or searched.
//!
//! A third of all positions have a single move that does not lose at once. They are no nodes of their own: the position after
//! the forced moves stands for them, in the table as in the search.

use super::children::after_move;
use super::cpu::Cpu;
use super::follow::{self, Followed};
use super::geometry::Geometry;
use super::search::{Node, least, most};
use crate::games::bits::Bits;

/// Where forced moves lead.
pub(super) enum Ending<G: Geometry> {
    /// The value for the player to move at the start, as by the contract of the [search](super::search).
    Decided(i32),
    /// A position with a choice. Its slot is not filled in.
    Choice {
        node: Node<G>,
        /// Whether it is the turn of the player who was to move at the start.
        same: bool,
    },
}

/// Plays from a node as long as there is only one move.
#[inline(always)]
pub(super) fn play_forced<G: Geometry, C: Cpu>(
    cpu: C,
    geometry: &G,
    mut node: Node<G>,
    mut target: i32,
) -> Ending<G> {
    let mut same = true;
    let decided = |same, value: i32| Ending::Decided(if same { value } else { -value });
    while node.moves.without_lowest().is_empty() {
        let left = node.left;
        let mine = node.mine | node.moves;
        let theirs = node.occupied & !node.mine;
        let occupied = node.occupied | node.moves;
        let (wins, replies) = after_move(cpu, geometry, mine, occupied);
        if replies.is_empty() {
            return decided(same, (left as i32 - 1) / 2);
        }
        if target > most(left) {
            return decided(same, most(left));
        }
        if target <= least(left) {
            return decided(same, least(left));
        }
        if left <= 3 {
            return decided(same, 0);
        }
        let proved = proved_by_rule(geometry, mine, occupied, wins, left - 1, target);
        if let Some(lower) = proved {
            return decided(same, lower);
        }
        node = Node {
            mine: theirs,
            occupied,
            their_wins: wins,
            moves: replies,
            left: left - 1,
            ..node
        };
        target = 1 - target;
        same = !same;
    }
    Ending::Choice { node, same }
}

/// What a rule proves for the player with the pieces `mine`, who has just moved, if that is at least the target. `wins` are
/// his winning cells.
#[inline(always)]
fn proved_by_rule<G: Geometry>(
    geometry: &G,
    mine: G::B,
    occupied: G::B,
    wins: G::B,
    left: u32,
    target: i32,
) -> Option<i32> {
    let masks = geometry.masks();
    let at = Followed {
        leader: occupied & !mine,
        follower: mine,
        landing: masks.landing(occupied),
        free: masks.cells & !occupied,
    };
    if !left.is_multiple_of(2) {
        return follow::odd_rule(geometry, &at, wins, target);
    }
    let stride = geometry.stride();
    let proved = target <= 1
        && follow::leader_fours(stride, &at, masks.low).is_empty()
        && (target < 1 || !follow::follower_fours(stride, &at, masks.low).is_empty());
    proved.then_some(i32::from(target == 1))
}
