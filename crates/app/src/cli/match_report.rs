//! What a match has shown: figures while it runs, and at its end.

use std::collections::BTreeMap;
use std::fmt::Write;

use poda_lab::stats::{Figure, Sprt, Verdict};
use poda_lab::{Forfeit, Plan, Reason, Record, Results, SequentialTests, Tally, Value};

use super::players::label;

/// The figures of a match.
pub(super) struct MatchReport<'a> {
    plan: &'a Plan,
    tallies: Vec<Tally>,
    tests: SequentialTests<'a>,
    /// For each agent, how it gave games away: the first time in words, and how often in which way.
    forfeits: Vec<Forfeits>,
    games: u64,
}

#[derive(Clone, Default)]
struct Forfeits {
    first: Option<(u64, Forfeit)>,
    /// Illegal, late, crashed.
    counts: [u64; 3],
}

impl<'a> MatchReport<'a> {
    pub(super) fn new(plan: &'a Plan, records: &BTreeMap<u64, Record>) -> MatchReport<'a> {
        let players = plan.cells[0].agents.len();
        let mut report = MatchReport {
            plan,
            tallies: vec![Tally::default(); players],
            tests: SequentialTests::new(plan, records),
            forfeits: vec![Forfeits::default(); players],
            games: 0,
        };
        for record in records.values() {
            if report.tests.counts(record) {
                report.count(record);
            }
        }
        report
    }

    /// One more game while the match runs.
    pub(super) fn push(&mut self, record: &Record) {
        self.count(record);
        self.tests.push(record);
    }

    fn count(&mut self, record: &Record) {
        self.games += 1;
        for (agent, tally) in self.tallies.iter_mut().enumerate() {
            tally.push(record, agent);
        }
        if let Some(forfeit) = &record.forfeit {
            let by = &mut self.forfeits[record.seats[forfeit.seat]];
            by.first
                .get_or_insert_with(|| (record.game, forfeit.clone()));
            by.counts[match forfeit.reason {
                Reason::Illegal => 0,
                Reason::Timeout => 1,
                Reason::Crash => 2,
            }] += 1;
        }
    }

    /// The answer of the sequential test, if there is one and it has one.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.tests.verdict(0).map(|(verdict, _)| verdict)
    }

    /// One line while the match runs.
    pub(super) fn so_far(&self) -> String {
        let shares = self
            .tallies
            .iter()
            .map(|tally| match tally.figure(Value::Score) {
                Some(figure) => format!("{:.1} %", 100.0 * figure.value),
                None => "-".to_owned(),
            });
        let mut line = shares.collect::<Vec<_>>().join(" : ");
        if let Some(sprt) = self.plan.sprt {
            let ((low, high), (ratio, _)) = (sprt.bounds(), self.tests.ratio(0));
            let _ = write!(line, ", LLR {ratio:.2} ({low:.2} to {high:.2})");
        }
        let forfeits: u64 = self.forfeits.iter().flat_map(|by| by.counts).sum();
        if forfeits > 0 {
            let _ = write!(line, ", {forfeits} forfeits");
        }
        line
    }

    fn openings(&self) -> u64 {
        let orders = self.plan.cells[0].orders.len() as u64;
        self.games.div_ceil(orders)
    }

    pub(super) fn text(&self) -> String {
        let cell = &self.plan.cells[0];
        let names: Vec<String> = cell.agents.iter().map(|name| label(name)).collect();
        let width = names
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0);
        let mut out = format!(
            "{:width$}  {:>6} {:>6} {:>6}   score\n",
            "", "won", "drawn", "lost"
        );
        for (name, tally) in names.iter().zip(&self.tallies) {
            let Results { won, drawn, lost } = tally.results;
            let _ = write!(out, "{name:width$}  {won:>6} {drawn:>6} {lost:>6}   ");
            let _ = match tally.figure(Value::Score) {
                // The ends are not equally far away near 0 and 1; the farther one is true for both.
                Some(Figure {
                    value, low, high, ..
                }) => writeln!(
                    out,
                    "{:.1} % ± {:.1}",
                    100.0 * value,
                    100.0 * (high - value).max(value - low)
                ),
                None => writeln!(out, "-"),
            };
        }
        let _ = writeln!(
            out,
            "{} games of {} from {} openings, seed {}",
            self.games,
            cell.game,
            self.openings(),
            self.plan.seed
        );
        for (name, by) in names.iter().zip(&self.forfeits) {
            if let Some((game, forfeit)) = &by.first {
                let _ = writeln!(out, "{name} gave away {}", told(by.counts, *game, forfeit));
            }
        }
        if let Some(sprt) = &self.plan.sprt {
            out += &self.sprt_text(sprt);
        }
        out
    }

    fn sprt_text(&self, sprt: &Sprt) -> String {
        let ((low, high), (ratio, pairs)) = (sprt.bounds(), self.tests.ratio(0));
        let answer = match self.verdict() {
            Some(Verdict::Accepted) => "accepted: the first is better",
            Some(Verdict::Rejected) => "rejected: the first is not better",
            _ => "no answer yet",
        };
        format!(
            "sequential test of {} against {} Elo, errors {} and {}: LLR {ratio:.2}, bounds {low:.2} and {high:.2}, after {pairs} pairs: {answer}\n",
            sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
        )
    }

    pub(super) fn json(&self) -> serde_json::Value {
        let cell = &self.plan.cells[0];
        let rows = cell.agents.iter().zip(&self.tallies).zip(&self.forfeits);
        let rows = rows.map(|((agent, tally), by)| {
            let Results { won, drawn, lost } = tally.results;
            let figure = tally.figure(Value::Score);
            let mut row = serde_json::json!({ "agent": agent, "wins": won, "draws": drawn, "losses": lost,
                "score": figure.map(|figure| figure.value), "interval": figure.map(|figure| [figure.low, figure.high]) });
            if let Some((game, forfeit)) = &by.first {
                let [illegal, late, crash] = by.counts;
                row["forfeits"] = serde_json::json!({ "illegal": illegal, "timeout": late, "crash": crash,
                    "first": { "game": game, "reason": forfeit.reason, "why": forfeit.why } });
            }
            row
        });
        let rows: Vec<serde_json::Value> = rows.collect();
        let mut json = serde_json::json!({ "game": cell.game, "games": self.games, "openings": self.openings(),
            "seed": self.plan.seed, "agents": rows });
        if let Some(sprt) = &self.plan.sprt {
            let ((low, high), (ratio, pairs)) = (sprt.bounds(), self.tests.ratio(0));
            let verdict = match self.verdict() {
                Some(Verdict::Accepted) => "accepted",
                Some(Verdict::Rejected) => "rejected",
                _ => "open",
            };
            json["sprt"] = serde_json::json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha,
                "beta": sprt.beta, "llr": ratio, "bounds": [low, high], "pairs": pairs, "verdict": verdict });
        }
        json
    }
}

/// Games given away, in words: how often, and what happened the first time.
fn told(counts: [u64; 3], game: u64, first: &Forfeit) -> String {
    let kinds = ["illegal", "late or silent", "crashed"];
    let kinds = kinds.iter().zip(counts).filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    let total: u64 = counts.iter().sum();
    let games = if total == 1 { "game" } else { "games" };
    let why = first.why.as_deref().unwrap_or("no more is known");
    format!("{total} {games} ({}). Game {game}: {why}", kinds.join(", "))
}
