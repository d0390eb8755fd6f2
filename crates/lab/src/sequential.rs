//! The sequential tests of an experiment.

use std::collections::{BTreeMap, HashMap};

use crate::plan::Plan;
use crate::record::Record;
use crate::stats::{Pentanomial, Verdict};

/// The sequential test of each cell, over the openings in their order: which thread was quicker must not decide the result.
pub(crate) struct SequentialTests<'a> {
    plan: &'a Plan,
    cells: Vec<SequentialTest>,
}

#[derive(Default)]
struct SequentialTest {
    results: Pentanomial,
    /// How many openings, from the first, are counted.
    counted: u64,
    verdict: Option<(Verdict, u64)>,
    /// Finished games of openings that are not counted yet: points of the first agent, and how many games.
    waiting: HashMap<u64, (f64, u32)>,
}

impl<'a> SequentialTests<'a> {
    pub(crate) fn new(plan: &'a Plan, known: &BTreeMap<u64, Record>) -> SequentialTests<'a> {
        let cells = plan
            .cells
            .iter()
            .map(|_| SequentialTest::default())
            .collect();
        let mut tests = SequentialTests { plan, cells };
        known.values().for_each(|record| tests.push(record));
        tests
    }

    pub(crate) fn push(&mut self, record: &Record) {
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
            let verdict = sprt.verdict(&test.results);
            if verdict != Verdict::Open && test.verdict.is_none() {
                test.verdict = Some((verdict, test.counted));
            }
        }
    }

    pub(crate) fn is_decided(&self, cell: usize) -> bool {
        self.cells[cell].verdict.is_some()
    }

    /// The answer of a cell's test, and how many openings it took: later ones do not count.
    pub(crate) fn verdict(&self, cell: usize) -> Option<(Verdict, u64)> {
        self.cells[cell].verdict
    }
}
