//! The sequential tests of an experiment.

use std::collections::{BTreeMap, HashMap};

use crate::plan::Plan;
use crate::record::Record;
use crate::stats::{Pentanomial, Verdict};

/// The sequential test of each cell, over the openings in their order: which thread was quicker must not decide the result.
pub struct SequentialTests<'a> {
    plan: &'a Plan,
    cells: Vec<SequentialTest>,
}

#[derive(Default)]
struct SequentialTest {
    results: Pentanomial,
    /// How many openings, from the first, are counted.
    counted: u64,
    /// The log-likelihood ratio, as of the answer if there is one.
    ratio: f64,
    verdict: Option<(Verdict, u64)>,
    /// Finished games of openings that are not counted yet: points of the first agent, and how many games.
    waiting: HashMap<u64, (f64, u32)>,
}

impl<'a> SequentialTests<'a> {
    /// The tests of a plan, with the games that are known already.
    pub fn new(plan: &'a Plan, known: &BTreeMap<u64, Record>) -> SequentialTests<'a> {
        let cells = plan
            .cells
            .iter()
            .map(|_| SequentialTest::default())
            .collect();
        let mut tests = SequentialTests { plan, cells };
        known.values().for_each(|record| tests.push(record));
        tests
    }

    /// One more game.
    pub fn push(&mut self, record: &Record) {
        let Some(sprt) = self.plan.sprt else { return };
        let test = &mut self.cells[record.cell];
        let waiting = test.waiting.entry(record.opening).or_default();
        waiting.0 += match record.winner() {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        waiting.1 += 1;
        while let Some(&(points, 2)) = test.waiting.get(&test.counted) {
            test.waiting.remove(&test.counted);
            test.results.push(points);
            test.counted += 1;
            if test.verdict.is_none() {
                test.ratio = sprt.ratio(&test.results);
                let verdict = sprt.verdict_at(test.ratio);
                test.verdict = (verdict != Verdict::Open).then_some((verdict, test.counted));
            }
        }
    }

    pub(crate) fn is_decided(&self, cell: usize) -> bool {
        self.cells[cell].verdict.is_some()
    }

    /// The log-likelihood ratio of a cell's test, and how many openings it rests on: those until its answer, if there is one.
    pub fn ratio(&self, cell: usize) -> (f64, u64) {
        let test = &self.cells[cell];
        (
            test.ratio,
            test.verdict.map_or(test.counted, |(_, openings)| openings),
        )
    }

    /// Whether a game is one of those that the answer rests on, or there is none yet. Which games were under way when the answer came
    /// depends on how many are played at once: they are on record, and count for nothing.
    pub fn counts(&self, record: &Record) -> bool {
        let verdict = self.verdict(record.cell);
        verdict.is_none_or(|(_, openings)| record.opening < openings)
    }

    /// The answer of a cell's test, and how many openings it took: later ones do not count.
    pub fn verdict(&self, cell: usize) -> Option<(Verdict, u64)> {
        self.cells[cell].verdict
    }
}
