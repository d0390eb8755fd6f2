//! The search: is the score of a position at least so much?
//!
//! Definitions. `left` is the number of free cells. A player who wins with his next piece has the score `(left + 1) / 2`: he
//! has so many pieces left, that one included. A *node* is a position in which the mover cannot win at once, and has moves
//! that do not lose at once; all else is decided without a visit.
//!
//! Contract of [`visit`]: the result is at least `target` and the score at least the result, or the result is less than
//! `target` and the score at most the result.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::children::Children;
use super::cpu::Cpu;
use super::follow::{self, Followed};
use super::geometry::{Geometry, MOST};
use super::table::{Bounds, Table};
use crate::games::bits::Bits;

/// A position to search: the mover cannot win at once, and `moves` do not lose at once.
#[derive(Clone, Copy)]
pub(super) struct Node<G: Geometry> {
    pub(super) mine: G::B,
    pub(super) occupied: G::B,
    /// The mover's winning cells.
    pub(super) my_wins: G::B,
    /// The opponent's winning cells.
    pub(super) their_wins: G::B,
    /// Every move that does not lose at once; never empty.
    pub(super) moves: G::B,
    pub(super) left: u32,
    pub(super) slot: <G::Table as Table>::Slot,
}

/// What threads share while they work on one question.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Raised when the question is answered.
    pub(super) done: AtomicBool,
}

/// One thread's search.
pub(super) struct Worker<'a, G: Geometry, C> {
    pub(super) geometry: G,
    pub(super) cpu: C,
    pub(super) table: &'a G::Table,
    /// Asked to stop from outside.
    pub(super) stop: &'a AtomicBool,
    /// Nodes of all threads, for whoever watches.
    pub(super) counter: &'a AtomicU64,
    pub(super) shared: &'a Shared,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    /// 0 for the first thread; the others try moves of equal promise in another order, so that they meet other parts of the tree.
    pub(super) helper: u32,
}

/// How often a worker looks at its flags, in nodes.
const PATIENCE: u64 = 4096;

/// The greatest score of a player who cannot win with his next piece, nor force it with the one after.
#[inline(always)]
pub(super) fn most(left: u32) -> i32 {
    ((left as i32 - 3) / 2).max(0)
}

/// The least score of a player whom the opponent cannot beat with his next piece.
#[inline(always)]
pub(super) fn least(left: u32) -> i32 {
    -((left as i32 - 2) / 2).max(0)
}

impl<G: Geometry, C: Cpu> Worker<'_, G, C> {
    #[inline(never)]
    fn look_around(&mut self) {
        self.counter.fetch_add(PATIENCE, Ordering::Relaxed);
        if self.stop.load(Ordering::Relaxed) || self.shared.done.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }
}

/// Searches a node; see the contract above. After `stopped`, the result means nothing.
#[inline(always)]
pub(super) fn visit<G: Geometry, C: Cpu>(
    worker: &mut Worker<'_, G, C>,
    node: &Node<G>,
    target: i32,
) -> i32 {
    worker.nodes += 1;
    if worker.nodes.is_multiple_of(PATIENCE) {
        worker.look_around();
    }
    let before = worker.nodes;
    let geometry = worker.geometry;
    let masks = geometry.masks();
    let left = node.left;
    let even = !left.is_multiple_of(2);

    let children = Children::weigh(&geometry, node.mine, node.occupied, node.moves, even);
    let theirs = node.occupied & !node.mine;
    let count = children.count;

    // A move that leaves no answer wins with the next piece.
    for child in 0..count {
        if children.replies[child].is_empty() {
            return (left as i32 - 1) / 2;
        }
    }
    let most = most(left);
    if target > most {
        return most;
    }
    let least = least(left);
    if target <= least {
        return least;
    }
    if left <= 3 {
        return 0;
    }

    // What is known of each child without searching it: first by rule, then from the table.
    let mut slots = [<G::Table as Table>::Slot::default(); MOST];
    for child in 0..count {
        let occupied = node.occupied | children.moves[child];
        slots[child] = worker.table.slot(geometry.key(theirs, occupied));
        worker.table.prefetch(slots[child]);
    }
    for child in 0..count {
        let lower = if even {
            if !children.leads[child].is_empty() {
                continue;
            }
            i32::from(!children.follows[child].is_empty())
        } else {
            let occupied = node.occupied | children.moves[child];
            let landing = masks.landing(occupied);
            let at = Followed {
                leader: theirs,
                follower: node.mine | children.moves[child],
                landing,
                free: masks.cells & !occupied,
            };
            let lower = follow::odd_threat(&geometry, &at, children.wins[child] & !landing);
            if lower == 0 {
                continue;
            }
            lower
        };
        if lower >= target {
            return lower;
        }
    }
    let mut best = least;
    let mut list = [(0i32, 0usize); MOST];
    let mut length = 0;
    for child in 0..count {
        if let Some(known) = worker.table.probe(slots[child]) {
            if -known.upper >= target {
                return -known.upper;
            }
            if -known.lower < target {
                best = best.max(-known.lower);
                continue;
            }
        }
        let promise = promise(worker, node, &children, child);
        let mut at = length;
        while at > 0 && list[at - 1].0 < promise {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = (promise, child);
        length += 1;
    }

    for &(_, child) in &list[..length] {
        let cell = children.moves[child];
        let next = Node {
            mine: theirs,
            occupied: node.occupied | cell,
            my_wins: node.their_wins & !cell,
            their_wins: children.wins[child],
            moves: children.replies[child],
            left: left - 1,
            slot: slots[child],
        };
        let value = -worker.cpu.visit(worker, &next, 1 - target);
        if worker.stopped {
            return 0;
        }
        if value >= target {
            let upper = most;
            worker.table.store(
                node.slot,
                Bounds {
                    lower: value,
                    upper,
                },
                worker.nodes - before + 1,
            );
            return value;
        }
        best = best.max(value);
    }
    let lower = least;
    worker.table.store(
        node.slot,
        Bounds { lower, upper: best },
        worker.nodes - before + 1,
    );
    best
}

/// How likely a move is to be good: by the winning cells that it makes.
#[inline(always)]
fn promise<G: Geometry, C: Cpu>(
    worker: &Worker<'_, G, C>,
    node: &Node<G>,
    children: &Children<G::B>,
    child: usize,
) -> i32 {
    // A winning cell right above one of the opponent's is never reached.
    let wins = children.wins[child] & !(node.their_wins << 1);
    let mut promise = 2 * wins.count() as i32;
    if worker.helper > 0 && child as u32 % 2 == worker.helper % 2 {
        promise += 1;
    }
    promise
}
