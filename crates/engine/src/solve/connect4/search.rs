//! The search: is the score of a position at least so much?
//!
//! Definitions. `left` is the number of free cells. A player who wins with his next piece has the score `(left + 1) / 2`: he
//! has so many pieces left, that one included. A *node* is a position in which the mover cannot win at once, and has moves
//! that do not lose at once; all else is decided without a visit.
//!
//! Contract of [`visit`]: the result is at least `target` and the score at least the result, or the result is less than
//! `target` and the score at most the result.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::children::{Children, of};
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
    pub(super) geometry: &'a G,
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

/// With at least so many free cells, all children are looked up in the table before any is searched.
const LOOK_AHEAD: u32 = 12;
/// With fewer free cells, searching is quicker than the table's memory.
const FLOOR: u32 = 8;

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
        self.table.grow(PATIENCE);
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
    // After a move an even number of cells is free, so that the even rule applies.
    let even = !left.is_multiple_of(2);

    let mut children = Children::EMPTY;
    children.weigh::<G, G::Quad<C>>(geometry, node.mine, node.occupied, node.moves, even);
    let theirs = node.occupied & !node.mine;
    let count = children.count;

    // A move that leaves no answer wins with the next piece.
    for child in 0..count {
        if of(&children.replies, child).is_empty() {
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

    // Proved by rule?
    for child in 0..count {
        let lower = if even {
            if !of(&children.leads, child).is_empty() {
                continue;
            }
            i32::from(!of(&children.follows, child).is_empty())
        } else {
            let occupied = node.occupied | of(&children.moves, child);
            let landing = masks.landing(occupied);
            let wins = of(&children.wins, child) & !landing & masks.low;
            if wins.is_empty() {
                continue;
            }
            let at = Followed {
                leader: theirs,
                follower: node.mine | of(&children.moves, child),
                landing,
                free: masks.cells & !occupied,
            };
            follow::odd_threat(geometry, &at, wins)
        };
        if lower >= target && (even || lower > 0) {
            return lower;
        }
    }

    // Known from the table? With enough left to search, all children are looked up first.
    let look_ahead = left >= LOOK_AHEAD;
    let stored = left >= FLOOR;
    if stored
        && left + 1 < LOOK_AHEAD
        && let Some(known) = worker.table.probe(node.slot)
    {
        if known.lower >= target {
            return known.lower;
        }
        if known.upper < target {
            return known.upper;
        }
    }
    let mut slots = [<G::Table as Table>::Slot::default(); MOST];
    if look_ahead {
        for (child, slot) in slots[..count].iter_mut().enumerate() {
            let occupied = node.occupied | of(&children.moves, child);
            *slot = worker.table.slot(geometry.key(theirs, occupied));
            worker.table.prefetch(*slot);
        }
    }
    // The list is ordered by promise; the low byte is the child.
    let mut list = [0i32; MOST];
    for child in 0..count {
        let entry = promise(worker, node, &children, child) << 8 | child as i32;
        insert(&mut list, child, entry);
    }
    let mut best = least;
    let mut length = count;
    if look_ahead {
        length = 0;
        for index in 0..count {
            let entry = list[index];
            let child = (entry & 255) as usize;
            if let Some(known) = worker.table.probe(slots[child]) {
                if -known.upper >= target {
                    return -known.upper;
                }
                if -known.lower < target {
                    best = best.max(-known.lower);
                    continue;
                }
            }
            list[length] = entry;
            length += 1;
        }
    }

    for &entry in &list[..length] {
        let child = (entry & 255) as usize;
        let cell = of(&children.moves, child);
        let occupied = node.occupied | cell;
        if !look_ahead && left > FLOOR {
            slots[child] = worker.table.slot(geometry.key(theirs, occupied));
            worker.table.prefetch(slots[child]);
        }
        let next = Node {
            mine: theirs,
            occupied,
            their_wins: of(&children.wins, child),
            moves: of(&children.replies, child),
            left: left - 1,
            slot: slots[child],
        };
        let value = -worker.cpu.visit(worker, &next, 1 - target);
        if worker.stopped {
            return 0;
        }
        best = best.max(value);
        if value >= target {
            break;
        }
    }
    if stored {
        let bounds = if best >= target {
            Bounds {
                lower: best,
                upper: most,
            }
        } else {
            Bounds {
                lower: least,
                upper: best,
            }
        };
        let work = worker.nodes - before + 1;
        worker.table.store(node.slot, bounds, work);
    }
    best
}

/// Puts an entry into its place among the first `length`, the greatest promise first; equal ones in the order they came.
#[inline(always)]
fn insert(list: &mut [i32; MOST], length: usize, entry: i32) {
    let mut at = length;
    while at > 0 && list[at - 1] >> 8 < entry >> 8 {
        list[at] = list[at - 1];
        at -= 1;
    }
    list[at] = entry;
}

/// How likely a move is to be good: by the winning cells that the mover has after it.
///
/// The weights were found by counting nodes on medium openings; see docs/solving-connect4.md.
#[inline(always)]
fn promise<G: Geometry, C: Cpu>(
    worker: &Worker<'_, G, C>,
    node: &Node<G>,
    children: &Children<G::B>,
    child: usize,
) -> i32 {
    // A winning cell right above one of the opponent's is never reached.
    let wins = of(&children.wins, child) & !(node.their_wins << 1);
    // One right above another wins even when the lower one is answered.
    let towers = wins & wins << 1;
    // A threat that is answered at once is a threat less for later.
    let forcing = of(&children.replies, child).without_lowest().is_empty();
    let promise = 4 * wins.count() as i32 + 2 * towers.count() as i32 - 2 * i32::from(forcing);
    promise + i32::from(worker.helper > 0 && child as u32 % 2 == worker.helper % 2)
}
