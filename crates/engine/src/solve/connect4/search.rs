//! The search: is the score of a position at least so much?
//!
//! Definitions. `left` is the number of free cells. A player who wins with his next piece has the score `(left + 1) / 2`: he
//! has so many pieces left, that one included. A *node* is a position in which the mover cannot win at once, and has moves
//! that do not lose at once; all else is decided without a visit.
//!
//! Contract of [`visit`]: the result is at least `target` and the score at least the result, or the result is less than
//! `target` and the score at most the result.

use arrayvec::ArrayVec;

use super::begun::Begun;
use super::children::Children;
use super::cpu::Cpu;
use super::follow::{self, Followed};
use super::forced::{Ending, play_forced};
use super::geometry::{Geometry, MOST};
use super::table::{Bounds, Table};
use crate::games::bits::Bits;
use crate::search::busy::Busy;
use crate::solve::team::SolveThread;

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
    /// Whether the table was asked about it and did not know enough.
    pub(super) looked_up: bool,
}

impl<G: Geometry> Node<G> {
    /// The position after a move. Its slot is not filled in.
    #[inline(always)]
    fn after(&self, children: &Children<G::B>, child: usize) -> Node<G> {
        Node {
            mine: self.occupied & !self.mine,
            occupied: self.occupied | children.cell(child),
            their_wins: children.wins(child),
            moves: children.replies(child),
            left: self.left - 1,
            slot: <G::Table as Table>::Slot::default(),
            looked_up: false,
        }
    }
}

/// A move with the answers that are forced.
struct Line<G: Geometry> {
    node: Node<G>,
    /// Whether it is the opponent's turn at the end.
    same: bool,
    child: usize,
}

/// The moves of a node that decide nothing at once.
type Lines<G> = ArrayVec<Line<G>, MOST>;

/// With at least so many free cells, threads leave to others what those are at. Below, there is too little to share: a mark costs both threads the
/// cache line that it lies in.
pub(super) const SHARED: u32 = 22;

/// The shared nodes from the root to where a thread is, with their targets. No board with a choice on every ply has more.
type Path<S> = ArrayVec<(S, i32), 128>;

/// One thread's search.
pub(super) struct Worker<'a, G: Geometry, C> {
    pub(super) geometry: &'a G,
    pub(super) cpu: C,
    pub(super) table: &'a G::Table,
    /// A small table for late positions, which stays in the processor's cache.
    pub(super) late: &'a G::Table,
    /// Which nodes are being searched, by all threads.
    pub(super) busy: &'a Busy,
    pub(super) thread: SolveThread<'a>,
    /// Entries of the large table since the last look around.
    pub(super) kept: u64,
    /// Leave everything and return, at least as far as `answered` says.
    pub(super) stopped: bool,
    /// If another thread has answered a question that this one is still at: where on the path.
    pub(super) answered: Option<usize>,
    /// Empty while there is one thread only.
    pub(super) path: Path<<G::Table as Table>::Slot>,
}

/// With at least so many free cells, all children are looked up in the table before any is searched.
const LOOK_AHEAD: u32 = 12;
/// With fewer free cells, searching is quicker than the table's memory.
const FLOOR: u32 = 8;
/// With fewer free cells, a position is late: there are most of these by far, and they are met again soon or never.
const LATE: u32 = 16;
const _: () = assert!(LATE <= SHARED);
/// With fewer free cells, a better order costs more than it saves.
const EARLY: u32 = 18;
/// With fewer pieces, too few fours are begun for a better order.
const OPENED: u32 = 6;

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
        self.table.grow(std::mem::take(&mut self.kept));
        if self.thread.look().is_err() {
            (self.stopped, self.answered) = (true, None);
        } else if !self.stopped {
            let mut path = self.path.iter();
            self.answered = path.position(|&(slot, target)| self.known(slot, target).is_some());
            self.stopped = self.answered.is_some();
        }
    }

    /// Where positions with so many free cells are remembered.
    #[inline(always)]
    fn table_of(&self, left: u32) -> &G::Table {
        if left < LATE { self.late } else { self.table }
    }

    /// What the table knows about a position of which threads share the work.
    #[inline(always)]
    fn known(&self, slot: <G::Table as Table>::Slot, target: i32) -> Option<i32> {
        self.table.probe(slot)?.answer(target)
    }

    /// Fills in where the table has the node, and tells the memory.
    #[inline(always)]
    fn prepare(&self, node: &mut Node<G>) {
        let key = self.geometry.key(node.mine, node.occupied);
        let table = self.table_of(node.left);
        node.slot = table.slot(key);
        table.prefetch(node.slot);
    }

    /// The value of a node for a player who wants to know whether he gets the target.
    #[inline(always)]
    fn value(&mut self, node: &Node<G>, of_opponent: bool, target: i32) -> i32 {
        // One call for both, as whose turn it is cannot be foreseen.
        let cpu = self.cpu;
        let (sign, shift) = if of_opponent { (-1, 1) } else { (1, 0) };
        sign * cpu.visit(self, node, shift + sign * target)
    }
}

/// Searches a node; see the contract above. While `stopped`, the result means nothing.
///
/// One phase after the other, each more expensive than the one before; most nodes end early.
#[inline(always)]
pub(super) fn visit<G: Geometry, C: Cpu>(
    worker: &mut Worker<'_, G, C>,
    node: &Node<G>,
    target: i32,
) -> i32 {
    if worker.thread.count() {
        worker.look_around();
    }
    let before = worker.thread.nodes();
    let (geometry, cpu) = (worker.geometry, worker.cpu);
    let left = node.left;

    let mut children = Children::new();
    if children.weigh(cpu, geometry, node.mine, node.occupied, node.moves) {
        // A move that leaves no answer wins with the next piece.
        return (left as i32 - 1) / 2;
    }
    if let Some(value) = worker.known_without_search(node, target) {
        return value;
    }
    let mut best = least(left);
    let mut lines = Lines::new();
    let look_ahead = left >= LOOK_AHEAD;
    if look_ahead
        && let Some(value) = worker.play_lines(node, &children, target, &mut lines, &mut best)
    {
        return value;
    }
    if let Some(lower) = proved_by_rule(cpu, geometry, node, &children, target) {
        return lower;
    }
    let mut queue = Queue::new();
    let mut first = 0;
    if !look_ahead {
        for child in 0..children.count {
            first = first.max(queue.add(promise(geometry, node, &children, child), child));
        }
    } else {
        match worker.look_up_lines(node, &children, target, &lines, &mut queue, &mut best) {
            Ok(_) if left >= EARLY && node.occupied.count() >= OPENED => {
                first = prefer_begun(geometry, node, &children, &lines, &mut queue);
            }
            Ok(entry) => first = entry,
            Err(lower) => return lower,
        }
    }
    if left >= SHARED && worker.busy.is_shared() {
        match search_shared(worker, node, target, &lines, queue.sorted()) {
            Ok(value) => best = best.max(value),
            // Stopped, or stored by another thread.
            Err(value) => return value,
        }
    } else if let Some(value) =
        worker.search_queue(node, &children, target, &lines, first, &mut queue, best)
    {
        best = value;
    } else {
        return 0;
    }
    if left >= FLOOR {
        worker.store(node, target, best, before);
    }
    best
}

/// What is left to search of a node, with how much each promises. Never sorted as a whole: the first is enough so often.
struct Queue {
    /// For each line, or each child if there are no lines: its promise, with the index in the low byte; 0 if it is not queued.
    entries: [i32; MOST],
}

impl Queue {
    #[inline(always)]
    fn new() -> Queue {
        Queue { entries: [0; MOST] }
    }

    /// Adds one and returns its entry.
    #[inline(always)]
    fn add(&mut self, promise: i32, index: usize) -> i32 {
        let entry = promise << 8 | index as i32;
        self.entries[index] = entry;
        entry
    }

    /// What to add to an entry to raise its promise.
    #[inline(always)]
    fn more(promise: i32) -> i32 {
        promise << 8
    }

    /// The index of an entry.
    #[inline(always)]
    fn index(entry: i32) -> usize {
        (entry & 255) as usize
    }

    /// Takes an entry out and returns the most promising of the others; 0 if there is none.
    #[inline(always)]
    fn next_after(&mut self, entry: i32) -> i32 {
        // All at once: a load of what was stored one by one would wait.
        self.entries = self
            .entries
            .map(|other| if other == entry { 0 } else { other });
        self.entries.into_iter().fold(0, i32::max)
    }

    /// All of them, the most promising first.
    #[inline(always)]
    fn sorted(&mut self) -> &[i32] {
        self.entries.sort_unstable_by(|a, b| b.cmp(a));
        let count = self.entries.iter().take_while(|&&entry| entry > 0).count();
        &self.entries[..count]
    }
}

impl<G: Geometry, C: Cpu> Worker<'_, G, C> {
    /// What the number of free cells says, or the table.
    #[inline(always)]
    fn known_without_search(&self, node: &Node<G>, target: i32) -> Option<i32> {
        let left = node.left;
        let (least, most) = (least(left), most(left));
        if target > most {
            return Some(most);
        }
        if target <= least {
            return Some(least);
        }
        if left <= 3 {
            return Some(0);
        }
        if left < FLOOR || node.looked_up {
            return None;
        }
        self.table_of(left).probe(node.slot)?.answer(target)
    }

    /// Plays each move with the answers that are forced. Returns a value that is enough, if one is found; the others that are
    /// decided go into `best`. With enough left to search, all children are looked up before any is searched, and the memory is
    /// told of all of them first.
    #[inline(always)]
    fn play_lines(
        &self,
        node: &Node<G>,
        children: &Children<G::B>,
        target: i32,
        lines: &mut Lines<G>,
        best: &mut i32,
    ) -> Option<i32> {
        for child in 0..children.count {
            let after = node.after(children, child);
            match play_forced(self.cpu, self.geometry, after, 1 - target) {
                Ending::Decided(value) if -value >= target => return Some(-value),
                Ending::Decided(value) => *best = (*best).max(-value),
                Ending::Choice { mut node, same } => {
                    self.prepare(&mut node);
                    node.looked_up = true;
                    lines.push(Line { node, same, child });
                }
            }
        }
        None
    }

    /// Looks up each line. Bounds of lines that are refuted go into `best`, and the rest is queued. Returns the most promising
    /// entry, 0 if there is none; an error is a value that is enough.
    #[inline(always)]
    fn look_up_lines(
        &self,
        node: &Node<G>,
        children: &Children<G::B>,
        target: i32,
        lines: &Lines<G>,
        queue: &mut Queue,
        best: &mut i32,
    ) -> Result<i32, i32> {
        let mut first = 0;
        for (index, line) in lines.iter().enumerate() {
            if line.node.left >= FLOOR
                && let Some(known) = self.table_of(line.node.left).probe(line.node.slot)
            {
                let (lower, upper) = if line.same {
                    (-known.upper, -known.lower)
                } else {
                    (known.lower, known.upper)
                };
                if lower >= target {
                    return Err(lower);
                }
                if upper < target {
                    *best = (*best).max(upper);
                    continue;
                }
            }
            let promise = promise(self.geometry, node, children, line.child);
            first = first.max(queue.add(promise, index));
        }
        Ok(first)
    }

    /// Searches what is queued, from this entry on, the most promising first, until one is enough. Returns the best value, with
    /// what was `best` before; `None` if stopped.
    #[inline(always)]
    #[allow(
        clippy::too_many_arguments,
        reason = "a phase of a visit, with what the phases before found"
    )]
    fn search_queue(
        &mut self,
        node: &Node<G>,
        children: &Children<G::B>,
        target: i32,
        lines: &Lines<G>,
        mut entry: i32,
        queue: &mut Queue,
        mut best: i32,
    ) -> Option<i32> {
        while entry != 0 {
            let index = Queue::index(entry);
            let value = if node.left >= LOOK_AHEAD {
                let Line { node, same, .. } = &lines[index];
                self.value(node, *same, target)
            } else {
                self.play_and_value(node.after(children, index), target)
            };
            if self.stopped {
                return None;
            }
            best = best.max(value);
            if value >= target {
                break;
            }
            entry = queue.next_after(entry);
        }
        Some(best)
    }

    /// The value of a child, for whoever moved there, without a look ahead.
    #[inline(always)]
    fn play_and_value(&mut self, child: Node<G>, target: i32) -> i32 {
        match play_forced(self.cpu, self.geometry, child, 1 - target) {
            Ending::Decided(value) => -value,
            Ending::Choice { mut node, same } => {
                if node.left >= FLOOR {
                    self.prepare(&mut node);
                }
                self.value(&node, same, target)
            }
        }
    }

    /// Remembers what was found of a node since the node count was `before`.
    #[inline(always)]
    fn store(&mut self, node: &Node<G>, target: i32, best: i32, before: u64) {
        let left = node.left;
        let bounds = if best >= target {
            Bounds {
                lower: best,
                upper: most(left),
            }
        } else {
            Bounds {
                lower: least(left),
                upper: best,
            }
        };
        let work = self.thread.nodes() - before + 1;
        self.kept += u64::from(left >= LATE);
        self.table_of(left).store(node.slot, bounds, work);
    }
}

/// Searches the lines of a node that other threads may be at, too: what one of them is at comes last. The first line is not
/// left to others, as it is often the only one that counts. An error is a value that needs no storing.
#[inline(never)]
fn search_shared<G: Geometry, C: Cpu>(
    worker: &mut Worker<'_, G, C>,
    node: &Node<G>,
    target: i32,
    lines: &[Line<G>],
    list: &[i32],
) -> Result<i32, i32> {
    let depth = worker.path.len();
    worker.path.push((node.slot, target));
    let mut best = i32::MIN;
    let mut queue: ArrayVec<i32, { 2 * MOST }> = list.iter().copied().collect();
    let mut at = 0;
    while at < queue.len() {
        let Line {
            node: next, same, ..
        } = &lines[Queue::index(queue[at])];
        let number = <G::Table as Table>::number(next.slot);
        if (1..list.len()).contains(&at) && worker.busy.is_marked(number) {
            queue.push(queue[at]);
            at += 1;
            continue;
        }
        worker.busy.mark(number);
        let looked_up = at == 0;
        let value = worker.value(&Node { looked_up, ..*next }, *same, target);
        worker.busy.unmark(number);
        if worker.stopped && worker.answered != Some(depth) {
            worker.path.pop();
            return Err(0);
        }
        let again = std::mem::take(&mut worker.stopped);
        if let Some(value) = worker.known(node.slot, target) {
            worker.path.pop();
            return Err(value);
        }
        // If `again`, another thread had the answer, but the table has lost it since.
        if !again {
            best = best.max(value);
            at += 1;
        }
        if !again && value >= target {
            break;
        }
    }
    worker.path.pop();
    Ok(best)
}

/// Whether a rule proves the target for one of the moves, and what it proves.
#[inline(always)]
fn proved_by_rule<G: Geometry, C: Cpu>(
    cpu: C,
    geometry: &G,
    node: &Node<G>,
    children: &Children<G::B>,
    target: i32,
) -> Option<i32> {
    let masks = geometry.masks();
    if !node.left.is_multiple_of(2) {
        // After a move an even number of cells is free.
        let to_win = target == 1;
        let proved =
            target <= 1 && children.is_followed(cpu, geometry, node.mine, node.occupied, to_win);
        return proved.then_some(i32::from(to_win));
    }
    (0..children.count).find_map(|child| {
        let occupied = node.occupied | children.cell(child);
        let at = Followed {
            leader: node.occupied & !node.mine,
            follower: node.mine | children.cell(child),
            landing: masks.landing(occupied),
            free: masks.cells & !occupied,
        };
        follow::odd_rule(geometry, &at, children.wins(child), target)
    })
}

/// How likely a move is to be good, more than 0: by the winning cells that the mover has after it.
///
/// The weights were found by counting nodes on medium openings; see docs/solving-connect4.md.
#[inline(always)]
fn promise<G: Geometry>(
    geometry: &G,
    node: &Node<G>,
    children: &Children<G::B>,
    child: usize,
) -> i32 {
    // A winning cell right above one of the opponent's is never reached.
    let wins = children.wins(child) & !(node.their_wins << 1);
    // One right above another wins even when the lower one is answered.
    let towers = wins & wins << 1;
    // A threat that is answered at once is a threat less for later.
    let forcing = children.replies(child).without_lowest().is_empty();
    let cell = children.cell(child);
    let centrality = geometry.masks().centrality[cell.lowest() as usize];
    64 + 64 * wins.count() as i32 + 32 * towers.count() as i32 - 32 * i32::from(forcing)
        + i32::from(centrality)
}

/// Adds to the promise of each line that is queued what its move is worth to fours that the mover has begun. Returns the most
/// promising entry, 0 if there is none.
///
/// Not in line: there are few early positions, and what is computed for them only must not burden the others.
#[inline(never)]
fn prefer_begun<G: Geometry>(
    geometry: &G,
    node: &Node<G>,
    children: &Children<G::B>,
    lines: &Lines<G>,
    queue: &mut Queue,
) -> i32 {
    let free = geometry.masks().cells & !node.occupied;
    // The mover never reaches a cell right above one where the opponent wins.
    let begun = Begun::new(geometry, node.mine, free & !(node.their_wins << 1));
    let mut first = 0;
    for (line, entry) in lines.iter().zip(&mut queue.entries) {
        if *entry != 0 {
            *entry += Queue::more(2 * begun.through(children.cell(line.child)) as i32);
            first = first.max(*entry);
        }
    }
    first
}
