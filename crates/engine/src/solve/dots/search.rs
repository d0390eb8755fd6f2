//! The search over quiet positions.
//!
//! Every question is of the form "is the value at least g?". The answer is a bound: at least g and the value is no less, or
//! less than g and the value is no more. A position with n boxes left has a value between −n and n that is even if and only
//! if n is, so a question may be sharpened to the next g that fits.

use arrayvec::ArrayVec;

use super::capture::Captures;
use super::cpu::Cpu;
use super::grid::{Grid, Images};
use super::moves::{Move, Moves};
use super::simple;
use super::table::{Entry, Slot, Table};
use crate::game::MOST_MOVES;
use crate::games::bits::Bits;
use crate::search::Stop;
use crate::solve::team::SolveThread;

/// One thread of a search.
pub(super) struct Worker<'a, B> {
    grid: &'a Grid<B>,
    table: &'a Table,
    thread: SolveThread<'a>,
    cpu: Cpu,
}

impl<'a, B: Bits> Worker<'a, B> {
    pub(super) fn new(
        grid: &'a Grid<B>,
        table: &'a Table,
        thread: SolveThread<'a>,
    ) -> Worker<'a, B> {
        Worker {
            grid,
            table,
            thread,
            cpu: Cpu::detect(),
        }
    }

    /// Whether a position is worth at least `question` to whoever may take what is for the taking. `images` are of the rest.
    pub(super) fn at_least(
        &mut self,
        captures: &Captures<B>,
        images: &Images<B>,
        question: i32,
    ) -> Result<bool, Stop> {
        let rest = question - captures.boxes;
        let handed = captures.handed;
        if handed > 0 && rest + handed <= 0 || self.ask(images, rest)? >= rest {
            return Ok(true);
        }
        // |V + handed| may also be large because V is far below.
        let low = -(rest + 2 * handed);
        Ok(handed > 0 && self.ask(images, low + 1)? <= low)
    }

    /// Asks whether the value of a quiet position is at least `question`; see the top of this file.
    #[inline]
    pub(super) fn ask(&mut self, images: &Images<B>, question: i32) -> Result<i32, Stop> {
        self.cpu.visit(self, images, question)
    }

    /// The same; every level of the recursion goes through [`Cpu`].
    #[inline(always)]
    pub(super) fn visit(&mut self, images: &Images<B>, question: i32) -> Result<i32, Stop> {
        let grid = self.grid;
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

        let key = images.least();
        let slot = self.table.slot(key);
        let (mut lower, mut upper) = (-boxes, boxes);
        let mut best = None;
        if let Some(entry) = self.table.get(slot) {
            lower = 2 * i32::from(entry.lower) - boxes;
            upper = 2 * i32::from(entry.upper) - boxes;
            if lower >= question {
                return Ok(lower);
            }
            if upper < question {
                return Ok(upper);
            }
            if entry.best != Entry::NO_MOVE {
                best = Some(grid.origin(u32::from(entry.best), images.leading_to(key)) as u8);
            }
        }
        self.thread.spend()?;
        let before = self.thread.nodes();

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
        let work = (self.thread.nodes() - before + 1).ilog2() + 1;
        self.table.put(
            slot,
            Entry {
                lower: ((lower + boxes) / 2) as u8,
                upper: ((upper + boxes) / 2) as u8,
                best: match chosen.or(best) {
                    Some(edge) => grid.image(u32::from(edge), images.leading_to(key)) as u8,
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
        let (grid, table) = (self.grid, self.table);
        let free = images.free();
        // Where the table has what is left after a move, and how many boxes that are, if it is a position to be searched.
        let mut slots = ArrayVec::<Option<(Slot, i32)>, MOST_MOVES>::new();
        for Move { captures, .. } in &*moves {
            let degrees = grid.degrees(captures.rest);
            let searched = captures.handed == 0 && !degrees.many().is_empty();
            slots.push(searched.then(|| {
                let slot = table.slot(grid.draw(images, free & !captures.rest).least());
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
    fn try_move(&mut self, images: &Images<B>, mv: &Move<B>, question: i32) -> Result<i32, Stop> {
        let (taken, handed) = (mv.captures.boxes, mv.captures.handed);
        let drawn = images.free() & !mv.captures.rest;
        if handed == 0 {
            let rest = self.grid.draw(images, drawn);
            return Ok(-(taken + self.ask(&rest, 1 - question - taken)?));
        }
        // The opponent gets taken − handed + |rest + handed|: that is to be at most −question.
        let room = handed - taken - question;
        if room < 0 {
            return Ok(handed - taken);
        }
        let rest = self.grid.draw(images, drawn);
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
        let distance = i32::from(self.grid.distance[usize::from(mv.edge)]);
        let mut rank = mv.captures.boxes * 4 + distance * 2;
        if self.thread.number > 0 {
            rank ^= (mv.edge as i32 * 5 + self.thread.number as i32) & 2;
        }
        rank
    }
}
