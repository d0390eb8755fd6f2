//! One question, "at least so much?", on one thread or several, and by such questions the value of a position.

use std::array;
use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::cpu::{Cpu, Portable};
use super::geometry::{Geometry, cell};
use super::lines::{completions, fours};
use super::search::{Node, SHARED, Worker, least};
use super::table::Table;
use crate::connect4::{Column, Position};
use crate::games::bits::Bits;
use crate::search::Limits;
use crate::search::busy::Busy;
use crate::solve::closing::close_in;
use crate::solve::team::first_answer;
use crate::solve::{Solution, SolveObserver};

/// The rules of one board, and tables for early and for late positions.
pub(super) struct Engine<G: Geometry> {
    pub(super) geometry: G,
    pub(super) table: G::Table,
    /// One for each thread: what another one writes to leaves the cache. Made when its thread first comes.
    late: [OnceLock<G::Table>; LATE_TABLES],
}

/// The size of a table for late positions: about what a processor's own cache holds.
const LATE_BYTES: usize = 1 << 20;
/// Of so many threads each has its own.
const LATE_TABLES: usize = 16;

/// A position as the solver lays it out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root<B> {
    pub(super) mine: B,
    pub(super) occupied: B,
}

/// What a search may use of the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hardware {
    pub(super) threads: usize,
    /// Whether to do without the instructions that not every processor has.
    pub(super) portable: bool,
}

impl<G: Geometry> Engine<G> {
    pub(super) fn new(geometry: G, memory: usize) -> Engine<G> {
        Engine {
            table: G::Table::new(memory, geometry.key_bits()),
            late: array::from_fn(|_| OnceLock::new()),
            geometry,
        }
    }

    /// Lays a position out for this engine.
    pub(super) fn root<B: Bits>(&self, position: &Position<B, 2>) -> Root<G::B> {
        let masks = self.geometry.masks();
        let stride = masks.rows + 1;
        let (of_mover, all) = (position.of(position.to_move()), position.occupied());
        let mut root = Root {
            mine: G::B::ZERO,
            occupied: G::B::ZERO,
        };
        for column in (0..masks.columns).map(Column::new) {
            for row in 0..masks.rows {
                let from = B::place(column.index() as u32 * stride + row);
                let to = cell(&self.geometry, row, column);
                if !(all & from).is_empty() {
                    root.occupied |= to;
                }
                if !(of_mover & from).is_empty() {
                    root.mine |= to;
                }
            }
        }
        root
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.late
            .iter_mut()
            .filter_map(OnceLock::get_mut)
            .for_each(Table::clear);
    }

    /// The table for late positions of the thread with this number.
    fn late(&self, thread: usize) -> &G::Table {
        let new = || G::Table::new(LATE_BYTES, self.geometry.key_bits());
        self.late[thread % LATE_TABLES].get_or_init(new)
    }

    /// Whether the player who is not to move has a four.
    fn is_lost(&self, root: &Root<G::B>) -> bool {
        !fours(self.geometry.stride(), root.occupied & !root.mine).is_empty()
    }

    /// The value of a position, which is known to lie between two values; `None` if a limit was reached first.
    pub(super) fn solve(
        &self,
        root: &Root<G::B>,
        (lower, upper): (i32, i32),
        hardware: Hardware,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        let node = match self.open(root) {
            Opened::Decided(value) => return Some(Solution { value, nodes: 0 }),
            Opened::Searchable(node) => node,
        };
        // `least` holds because no move of the node loses at once; one more than `most` because a child may win at once.
        let most = (node.left as i32 - 1) / 2;
        let bounds = (lower.max(least(node.left)), upper.min(most));
        let ask = |target, nodes, tell: &mut dyn FnMut(u64)| {
            self.ask(&node, target, hardware, limits.after(nodes), tell)
        };
        close_in(bounds, next_target, ask, observer)
    }

    /// Whether the value of a position is at least this, and the nodes it took; `None` if a limit was reached first.
    pub(super) fn at_least(
        &self,
        root: &Root<G::B>,
        value: i32,
        hardware: Hardware,
        limits: Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(bool, u64)> {
        let (bound, nodes) = match self.open(root) {
            Opened::Decided(value) => (value, 0),
            Opened::Searchable(node) => self.ask(&node, value, hardware, limits, observer)?,
        };
        Some((bound >= value, nodes))
    }

    /// Decides what needs no search.
    fn open(&self, root: &Root<G::B>) -> Opened<G> {
        let masks = self.geometry.masks();
        let theirs = root.occupied & !root.mine;
        let free = masks.cells & !root.occupied;
        let left = free.count();
        if self.is_lost(root) {
            return Opened::Decided(-(left as i32 / 2 + 1));
        }
        let landing = masks.landing(root.occupied);
        let my_wins = completions(self.geometry.stride(), root.mine) & free;
        if !(my_wins & landing).is_empty() {
            return Opened::Decided((left as i32 + 1) / 2);
        }
        let their_wins = completions(self.geometry.stride(), theirs) & free;
        let threats = their_wins & landing;
        let moves = match threats.count() {
            0 => landing & !(their_wins >> 1),
            1 => threats & !(their_wins >> 1),
            _ => G::B::ZERO,
        };
        if left == 0 {
            Opened::Decided(0)
        } else if moves.is_empty() {
            Opened::Decided(-(left as i32 / 2))
        } else if left <= 2 {
            Opened::Decided(0)
        } else {
            let slot = self.table.slot(self.geometry.key(root.mine, root.occupied));
            Opened::Searchable(Node {
                mine: root.mine,
                occupied: root.occupied,
                their_wins,
                moves,
                left,
                slot,
                looked_up: false,
            })
        }
    }

    /// One question, answered by whichever thread is first. Returns the answer and the nodes of all threads.
    fn ask(
        &self,
        node: &Node<G>,
        target: i32,
        hardware: Hardware,
        limits: Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(i32, u64)> {
        // Starting a thread costs more than a late position does.
        let threads = if node.left < SHARED {
            1
        } else {
            hardware.threads
        };
        #[cfg(target_arch = "x86_64")]
        if !hardware.portable
            && let Some(cpu) = super::cpu::Avx2::detect()
        {
            return self.ask_on(cpu, node, target, threads, limits, observer);
        }
        self.ask_on(Portable, node, target, threads, limits, observer)
    }

    fn ask_on<C: Cpu>(
        &self,
        cpu: C,
        node: &Node<G>,
        target: i32,
        threads: usize,
        limits: Limits<'_>,
        observer: &mut dyn FnMut(u64),
    ) -> Option<(i32, u64)> {
        let busy = Busy::new(threads);
        first_answer(threads, limits, observer, |thread| {
            let mut worker = Worker {
                geometry: &self.geometry,
                cpu,
                table: &self.table,
                late: self.late(thread.number),
                busy: &busy,
                thread,
                kept: 0,
                stopped: false,
                answered: None,
                path: ArrayVec::new(),
            };
            let value = cpu.visit(&mut worker, node, target);
            (!worker.stopped).then_some(value)
        })
    }
}

enum Opened<G: Geometry> {
    Decided(i32),
    Searchable(Node<G>),
}

/// How far from a draw the first question about either side's win is, once nobody wins by much more.
const FAR: i32 = 4;

/// Wins by more than this are asked for first, at two thirds of what is still possible.
const VERY_FAR: i32 = 6;

/// Which value to test next: first whether somebody wins at once or nearly, at two thirds of what is possible, then of what is
/// left, as such questions are decided quickly; then whether somebody wins by far, which fills the table; then who wins; then
/// outwards from the draw, as most values are near it, in strides while much is open.
fn next_target(lower: i32, upper: i32) -> i32 {
    let open = upper - lower;
    let (soon, soon_lost) = (2 * upper / 3, 2 * -lower / 3);
    if lower < 0 && soon > VERY_FAR {
        soon
    } else if soon_lost > VERY_FAR && upper > 0 {
        1 - soon_lost
    } else if lower < 0 && upper > FAR {
        FAR
    } else if lower < -FAR && upper > 0 {
        1 - FAR
    } else if lower < 0 && upper > 0 {
        1
    } else if lower >= 0 {
        lower + if open > 6 { 3 } else { 1 }
    } else {
        upper - if open > 6 { 2 } else { 0 }
    }
    .clamp(lower + 1, upper)
}
