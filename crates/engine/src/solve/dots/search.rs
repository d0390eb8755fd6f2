//! The search over quiet positions.
//!
//! Every question is of the form "is the value at least g?". The answer is a bound: at least g and the value is no less, or
//! less than g and the value is no more. A position with n boxes left has a value between −n and n that is even if and only
//! if n is, so a question may be sharpened to the next g that fits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::capture::Captures;
use super::grid::{Grid, Images};
use super::moves::{Move, Moves};
use super::simple;
use super::table::{Entry, Slot, Table};
use crate::game::MOST_MOVES;
use crate::games::bits::Bits;

/// The search was told to stop before it had an answer.
#[derive(Debug)]
pub(super) struct Stopped;

/// What all threads of one search share.
pub(super) struct Shared<'a, B> {
    pub(super) grid: &'a Grid<B>,
    pub(super) table: &'a Table,
    /// Set by the caller to stop, and seen by all threads.
    pub(super) stop: &'a AtomicBool,
    /// Set by the first thread that has the answer, or that exceeded the limit.
    pub(super) done: &'a AtomicBool,
    pub(super) nodes: &'a AtomicU64,
    pub(super) most_nodes: u64,
}

/// How many nodes a thread searches before it looks up.
const BREATH: u64 = 4096;

/// One thread of a search.
pub(super) struct Worker<'a, B> {
    shared: &'a Shared<'a, B>,
    /// Which thread this is; others than 0 try moves in another order.
    number: usize,
    nodes: u64,
    /// Called now and then with the nodes of all threads.
    observer: &'a mut dyn FnMut(u64),
}

impl<'a, B: Bits> Worker<'a, B> {
    pub(super) fn new(
        shared: &'a Shared<'a, B>,
        number: usize,
        observer: &'a mut dyn FnMut(u64),
    ) -> Worker<'a, B> {
        Worker {
            shared,
            number,
            nodes: 0,
            observer,
        }
    }

    /// Adds the nodes not yet added to the common count.
    pub(super) fn finish(&mut self) {
        self.shared
            .nodes
            .fetch_add(self.nodes % BREATH, Ordering::Relaxed);
    }

    /// The value of a quiet position, by questions that close in on it from a guess.
    pub(super) fn value(&mut self, free: B, guess: i32) -> Result<i32, Stopped> {
        let images = self.shared.grid.images(free);
        let boxes = self.shared.grid.degrees(free).any().count() as i32;
        let (mut lower, mut upper) = (-boxes, boxes);
        let mut next = guess + ((guess + boxes) & 1);
        while lower < upper {
            let question = next.clamp(lower + 2, upper);
            let answer = self.ask(&images, question)?;
            if answer >= question {
                lower = answer;
                next = answer + 2;
            } else {
                upper = answer;
                next = answer;
            }
        }
        Ok(lower)
    }

    /// Whether a position is worth at least `question` to whoever may take what is for the taking.
    pub(super) fn at_least(
        &mut self,
        captures: &Captures<B>,
        question: i32,
    ) -> Result<bool, Stopped> {
        let images = self.shared.grid.images(captures.rest);
        let rest = question - captures.boxes;
        let handed = captures.handed;
        if handed > 0 && rest + handed <= 0 || self.ask(&images, rest)? >= rest {
            return Ok(true);
        }
        // |V + handed| may also be large because V is far below.
        let low = -(rest + 2 * handed);
        Ok(handed > 0 && self.ask(&images, low + 1)? <= low)
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BREATH) {
            let shared = self.shared;
            let nodes = shared.nodes.fetch_add(BREATH, Ordering::Relaxed) + BREATH;
            (self.observer)(nodes);
            if nodes >= shared.most_nodes {
                shared.done.store(true, Ordering::Relaxed);
            }
            if shared.stop.load(Ordering::Relaxed) || shared.done.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Asks whether the value of a quiet position is at least `question`; see the top of this file.
    fn ask(&mut self, images: &Images<B>, question: i32) -> Result<i32, Stopped> {
        let grid = self.shared.grid;
        let free = images.free();
        let degrees = grid.degrees(free);
        let boxes = degrees.any().count() as i32;
        if question > boxes {
            return Ok(boxes);
        }
        if question <= -boxes {
            return Ok(-boxes);
        }
        if degrees.many().is_empty() {
            return Ok(simple::value(grid, free, degrees));
        }
        let question = question + ((question + boxes) & 1);

        let (key, symmetry) = images.canonical();
        let slot = self.shared.table.slot(key);
        let (mut lower, mut upper) = (-boxes, boxes);
        let mut best = None;
        if let Some(entry) = self.shared.table.get(slot) {
            lower = 2 * i32::from(entry.lower) - boxes;
            upper = 2 * i32::from(entry.upper) - boxes;
            if lower >= question {
                return Ok(lower);
            }
            if upper < question {
                return Ok(upper);
            }
            if entry.best != Entry::NO_MOVE {
                best = Some(grid.origin(u32::from(entry.best), symmetry) as u8);
            }
        }
        self.count_node()?;
        let before = self.nodes;

        let mut moves = Moves::new();
        grid.quiet_moves(free, degrees, &mut moves);
        for mv in &mut moves {
            mv.rank = self.rank(mv, best);
        }
        let (mut found, mut chosen) = self.look_ahead(images, question, &mut moves);
        for done in 0..moves.len() {
            let next = (done..moves.len())
                .min_by_key(|&place| moves[place].rank)
                .expect("a move is left");
            moves.swap(done, next);
            let mv = moves[done];
            let value = self.try_move(images, &mv, question)?;
            if value > found {
                found = value;
                if value >= question {
                    chosen = Some(mv.edge);
                    break;
                }
            }
        }
        if found >= question {
            lower = lower.max(found);
        } else {
            // A move that was refused unsearched leaves a bound that need not fit the number of boxes.
            found -= (found + boxes) & 1;
            upper = upper.min(found);
        }
        let work = (self.nodes - before + 1).ilog2() + 1;
        self.shared.table.put(
            slot,
            Entry {
                lower: ((lower + boxes) / 2) as u8,
                upper: ((upper + boxes) / 2) as u8,
                best: match chosen.or(best) {
                    Some(edge) => grid.image(u32::from(edge), symmetry) as u8,
                    None => Entry::NO_MOVE,
                },
                work: work.min(31) as u8,
            },
        );
        Ok(found)
    }

    /// Looks up what all moves lead to before any is searched; the memory is told of all of them first. Drops the moves that
    /// need no search. Returns the best that the dropped moves give, and the move if that is enough: then all are dropped.
    #[inline]
    fn look_ahead(
        &self,
        images: &Images<B>,
        question: i32,
        moves: &mut Moves<B>,
    ) -> (i32, Option<u8>) {
        let Shared { grid, table, .. } = *self.shared;
        let free = images.free();
        // Where the table has what is left after a move, and how many boxes that are, if it is a position to be searched.
        let mut slots = ArrayVec::<Option<(Slot, i32)>, MOST_MOVES>::new();
        for Move { captures, .. } in &*moves {
            let degrees = grid.degrees(captures.rest);
            let searched = captures.handed == 0 && !degrees.many().is_empty();
            slots.push(searched.then(|| {
                let slot = table.slot(grid.key_after(images, free & !captures.rest));
                table.prefetch(slot);
                (slot, degrees.any().count() as i32)
            }));
        }
        let mut found = i32::MIN;
        let mut kept = 0;
        for place in 0..moves.len() {
            let Move { edge, captures, .. } = moves[place];
            if let Some((slot, boxes)) = slots[place]
                && let Some(entry) = table.get(slot)
            {
                let value = |bound: u8| boxes - captures.boxes - 2 * i32::from(bound);
                if value(entry.upper) >= question {
                    moves.clear();
                    return (value(entry.upper), Some(edge));
                }
                if value(entry.lower) < question {
                    found = found.max(value(entry.lower));
                    continue;
                }
            }
            moves[kept] = moves[place];
            kept += 1;
        }
        moves.truncate(kept);
        (found, None)
    }

    /// Asks whether a move gives at least `question` to whoever makes it.
    #[inline]
    fn try_move(
        &mut self,
        images: &Images<B>,
        mv: &Move<B>,
        question: i32,
    ) -> Result<i32, Stopped> {
        let (taken, handed) = (mv.captures.boxes, mv.captures.handed);
        let drawn = images.free() & !mv.captures.rest;
        if handed == 0 {
            let rest = self.shared.grid.draw(images, drawn);
            return Ok(-(taken + self.ask(&rest, 1 - question - taken)?));
        }
        // The opponent gets taken − handed + |rest + handed|: that is to be at most −question.
        let room = handed - taken - question;
        if room < 0 {
            return Ok(handed - taken);
        }
        let rest = self.shared.grid.draw(images, drawn);
        let most = self.ask(&rest, room - handed + 1)?;
        if most > room - handed {
            return Ok(-(taken + most));
        }
        let least = self.ask(&rest, -room - handed)?;
        if least < -room - handed {
            return Ok(2 * handed - taken + least);
        }
        Ok(handed - taken - (most + handed).abs().max((least + handed).abs()))
    }

    /// The order in which moves are tried.
    #[inline]
    fn rank(&self, mv: &Move<B>, best: Option<u8>) -> i32 {
        if best == Some(mv.edge) {
            return i32::MIN;
        }
        let distance = i32::from(self.shared.grid.distance[usize::from(mv.edge)]);
        let mut rank = mv.captures.boxes * 4 + distance * 2;
        if self.number > 0 {
            rank ^= (mv.edge as i32 * 5 + self.number as i32) & 2;
        }
        rank
    }
}
