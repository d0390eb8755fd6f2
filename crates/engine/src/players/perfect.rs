//! Plays exactly where a solver can tell in time what is best, and as well as the strong search elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;

use super::knowledge::{Knowledge, Needs};
use super::oracle::{Oracle, Patience, Proof, Question, Solvable};
use crate::game::MoveList;
use crate::playable::Playable;
use crate::search::{
    Bound, Limits, Order, RootMove, RootWindow, SearchReport, Strong, Ties, Wins, root_moves,
};
use crate::types::Score;

/// The table of the search that stands in for the solver.
const TABLE_BYTES: usize = 64 << 20;

/// When somebody stops the agent before it has any answer, it owes a move that is not foolish: some milliseconds.
const OWED_NODES: u64 = 5_000;

/// What a perfect agent does with its time, in hundredths of it from the start of the thought.
mod share {
    /// The solver tries first: nearly always that is enough.
    pub(super) const FIRST_TRY: u32 = 20;
    /// Then the search finds a move to fall back on, and a guess of the value.
    pub(super) const INSURANCE: u32 = 35;
    /// Then the solver goes on, and whatever is left is the search's.
    pub(super) const SECOND_TRY: u32 = 75;
    /// How long to look at the other moves once the best is known, if nobody asked for their values.
    pub(super) const COURTESY: u32 = 2;
}

pub(super) struct Perfect<G: Playable> {
    eval: G::Eval,
    time: Duration,
    threads: usize,
    knowledge: Knowledge,
    oracle: Option<Box<dyn Oracle<G>>>,
    strong: Option<Box<Strong<G, G::Eval>>>,
}

/// One thought.
struct Thought<'a, G: Solvable> {
    game: &'a G,
    state: &'a G::State,
    moves: MoveList<G::Move>,
    start: Instant,
    time: Duration,
    stop: Option<&'a AtomicBool>,
    all: bool,
}

impl<G: Solvable> Thought<'_, G> {
    fn at(&self, hundredths: u32) -> Instant {
        self.start + self.time * hundredths / 100
    }

    fn patience(&self, hundredths: u32) -> Patience<'_> {
        Patience {
            deadline: self.at(hundredths),
            stop: self.stop,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// What a solver proved, as a report: moves that it did not value are worth no more than the best.
    fn report(&self, proof: &Proof<G::Move>) -> Option<SearchReport<G::Move>> {
        let (value, choice) = proof.solution()?;
        let mut moves = proof.moves.clone();
        for &mv in &self.moves {
            if moves.iter().all(|root| root.mv != mv) {
                let bound = Bound::AtMost;
                moves.push(RootMove { mv, value, bound });
            }
        }
        let line = match proof.line.is_empty() {
            true => vec![choice],
            false => proof.line.clone(),
        };
        Some(SearchReport {
            value,
            choice,
            best: SearchReport::best_of(&moves),
            moves,
            line,
            depth: self.game.plies_left(self.state),
            nodes: proof.nodes,
            leaves: 0,
            cutoffs: 0,
            table_hits: 0,
            solved: true,
        })
    }
}

impl<G: Solvable> Perfect<G> {
    pub(super) fn new(
        game: &G,
        time: Duration,
        threads: usize,
        knowledge: Knowledge,
    ) -> Perfect<G> {
        let best = game.evaluation(game.best_evaluation());
        Perfect {
            eval: best.expect("a game has its best evaluation"),
            time,
            threads,
            knowledge,
            oracle: None,
            strong: None,
        }
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a position and everything an agent is told about it"
    )]
    pub(super) fn think(
        &mut self,
        game: &G,
        state: &G::State,
        stop: Option<&AtomicBool>,
        all: bool,
        rng: &mut ChaCha8Rng,
        tell: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let thought = Thought {
            game,
            state,
            moves: root_moves(game, state, Order::Centre, Ties::Random, rng),
            start: Instant::now(),
            time: self.time,
            stop,
            all,
        };
        let (hopeful, mut sure) = match self.prove(&thought, share::FIRST_TRY, None, tell) {
            Ok(report) => return report,
            Err(None) => (false, None),
            Err(Some(proof)) => (true, proof.choice),
        };
        let share = if hopeful { share::INSURANCE } else { 100 };
        let mut report = self.search(&thought, share, rng, tell);
        if hopeful && !thought.is_stopped() {
            match self.prove(&thought, share::SECOND_TRY, Some(&report), tell) {
                Ok(report) => return report,
                Err(proof) => {
                    let found = proof.and_then(|proof| proof.choice);
                    if found.map(|(_, least)| least) > sure.map(|(_, least)| least) {
                        sure = found;
                    }
                }
            }
            if !thought.is_stopped() {
                report = self.search(&thought, 100, rng, tell);
            }
        }
        match sure {
            Some(sure) => self.at_least_what_is_sure(&thought, report, sure),
            None => report,
        }
    }

    /// The solver's report, or what little it could prove; nothing at all if there is no hope.
    fn prove(
        &mut self,
        thought: &Thought<'_, G>,
        share: u32,
        guess: Option<&SearchReport<G::Move>>,
        tell: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> Result<SearchReport<G::Move>, Option<Proof<G::Move>>> {
        if self.oracle.is_none() {
            let needs = Needs::new(self.time, self.threads);
            self.oracle = thought.game.oracle(needs, &self.knowledge);
        }
        let oracle = self
            .oracle
            .as_mut()
            .filter(|oracle| oracle.is_hopeful(thought.game, thought.state))
            .ok_or(None)?;
        let rest = if thought.all {
            thought.time
        } else {
            thought.time * share::COURTESY / 100
        };
        let question = Question {
            patience: thought.patience(share),
            rest,
            moves: &thought.moves,
            guess: guess.map(|report| report.value),
        };
        let proof = oracle.prove(thought.game, thought.state, &question, &mut |proof| {
            if let Some(report) = thought.report(proof) {
                tell(&report);
            }
        });
        thought.report(&proof).ok_or(Some(proof))
    }

    fn search(
        &mut self,
        thought: &Thought<'_, G>,
        share: u32,
        rng: &mut ChaCha8Rng,
        tell: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchReport<G::Move> {
        let strong = self.strong.get_or_insert_with(|| {
            let (game, eval) = (thought.game.clone(), self.eval.clone());
            Box::new(Strong::new(game, eval, Wins::Distance, TABLE_BYTES))
        });
        strong.threads = self.threads;
        strong.window = match thought.all {
            true => RootWindow::Full,
            false => RootWindow::Narrow,
        };
        let limits = match thought.is_stopped() {
            true => Limits {
                nodes: Some(OWED_NODES),
                ..Limits::default()
            },
            false => Limits {
                deadline: Some(thought.at(share)),
                stop: thought.stop,
                ..Limits::default()
            },
        };
        strong.search(thought.state, limits, rng, tell)
    }

    /// A search may hope for more, but never gives up what is proved.
    fn at_least_what_is_sure(
        &mut self,
        thought: &Thought<'_, G>,
        mut report: SearchReport<G::Move>,
        (mv, value): (G::Move, Score),
    ) -> SearchReport<G::Move> {
        let patience = Patience {
            deadline: Instant::now() + thought.time * share::COURTESY / 100,
            stop: thought.stop,
        };
        let oracle = self.oracle.as_mut().expect("it gave the proof");
        let keeps = report.value > value
            && (report.choice == mv
                || oracle.keeps(thought.game, thought.state, report.choice, value, patience));
        if !keeps {
            let bound = Bound::AtLeast;
            report.moves.retain(|root| root.mv != mv);
            report.moves.insert(0, RootMove { mv, value, bound });
            (report.value, report.choice) = (value, mv);
            (report.best, report.line) = (vec![mv], vec![mv]);
        }
        report
    }
}
