//! What records add up to. Tallies add up with `+=`, like everything in `stats`.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use crate::record::Record;
use crate::stats::{Clusters, Figure, Pentanomial, Sample, wilson};
use crate::view::{Cost, Middle, Per, Value};

/// The fewest pairs of games from which a likelihood of superiority is told.
const ENOUGH_PAIRS: u64 = 10;

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Results {
    /// All of them.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// Everything that reports say about one agent in some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// All games.
    pub results: Results,
    /// Points, by opening.
    pub scores: Clusters,
    /// Points in each seat, by opening.
    pub seats: [Clusters; 3],
    /// The games as the starter saw them, whoever that was.
    pub starter: Results,
    /// Plies by game.
    pub plies: Sample,
    /// Games given away by this agent.
    pub forfeits: u64,
    /// Moves below the agent's own best, and moves that have values.
    pub lapses: (u64, u64),
    /// Nodes, leaves and microseconds by move.
    by_move: [Sample; 3],
    /// The same by game.
    by_game: [Sample; 3],
    /// The games themselves.
    lines: BTreeSet<String>,
}

impl Tally {
    /// Adds a game from the view of one of its agents, by the agent's place in the pairing.
    pub fn push(&mut self, record: &Record, agent: usize) {
        let players = record.seats.len();
        let seat = record.seats.iter().position(|&other| other == agent);
        let seat = seat.expect("every agent has a seat");
        let winner = record.outcome.winner().map(|player| player.index());
        let gave_away = record.forfeit.as_ref().map(|forfeit| forfeit.seat);
        let score = match (winner, gave_away) {
            (Some(winner), _) if winner == seat => 1.0,
            (Some(_), _) => 0.0,
            // With three players nobody wins a game that one gives away: the others share it.
            (None, Some(loser)) if loser == seat => 0.0,
            (None, Some(_)) => 1.0 / (players - 1) as f64,
            (None, None) => 1.0 / players as f64,
        };
        match score {
            1.0 => self.results.won += 1,
            0.0 => self.results.lost += 1,
            _ => self.results.drawn += 1,
        }
        match winner {
            Some(0) => self.starter.won += 1,
            Some(_) => self.starter.lost += 1,
            None => self.starter.drawn += 1,
        }
        self.scores.push(record.opening, score);
        self.seats[seat].push(record.opening, score);
        self.plies.push(record.plies as u64);
        self.forfeits += u64::from(gave_away == Some(seat));
        self.lines.insert(record.moves.clone());

        let mine = |place: &usize| record.movers.as_bytes()[*place] == b'0' + seat as u8;
        let moves: Vec<usize> = (0..record.movers.len()).filter(mine).collect();
        for (kind, costs) in [&record.nodes, &record.leaves, &record.micros]
            .into_iter()
            .enumerate()
        {
            if costs.is_empty() {
                continue;
            }
            let costs = moves.iter().map(|&place| costs[place]);
            self.by_game[kind].push(costs.clone().sum());
            costs.for_each(|cost| self.by_move[kind].push(cost));
        }
        for &place in moves.iter().filter(|_| !record.lapses.is_empty()) {
            match record.lapses.as_bytes()[place] {
                b'1' => self.lapses = (self.lapses.0 + 1, self.lapses.1 + 1),
                b'0' => self.lapses.1 += 1,
                _ => {}
            }
        }
    }

    /// The results of pairs of games from one opening with the seats exchanged.
    pub fn pairs(&self) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        self.scores
            .complete(2)
            .for_each(|points| pairs.push(points));
        pairs
    }

    /// Games that differ from each other.
    pub fn distinct(&self) -> u64 {
        self.lines.len() as u64
    }

    /// A value with its interval; `None` if there is nothing to tell, or it is no number.
    pub fn figure(&self, value: Value) -> Option<Figure> {
        let Results { won, drawn, lost } = self.results;
        let games = self.results.games();
        let plain = |count: u64| {
            let value = count as f64;
            Some(Figure {
                value,
                low: value,
                high: value,
                n: games,
            })
        };
        match value {
            Value::Games => plain(games),
            Value::Won => plain(won),
            Value::Drawn => plain(drawn),
            Value::Lost => plain(lost),
            Value::Distinct => plain(self.distinct()),
            Value::Forfeits => plain(self.forfeits),
            Value::Score => self.scores.mean(),
            Value::First => self.seats[0].mean(),
            Value::Last => self.seats.iter().rev().find_map(Clusters::mean),
            Value::Wins => wilson(won, games),
            Value::Decided => wilson(won, won + lost),
            Value::Draws => wilson(drawn, games),
            Value::Starter => wilson(self.starter.won, self.starter.won + self.starter.lost),
            Value::Elo => self.pairs().elo().map(|elo| elo.difference),
            // A few pairs are all alike by chance, and their spread says that nothing is uncertain.
            Value::Superiority if self.pairs().pairs() < ENOUGH_PAIRS => None,
            Value::Superiority => self.pairs().elo().map(|elo| {
                let value = elo.superiority;
                Figure {
                    value,
                    low: value,
                    high: value,
                    n: elo.difference.n,
                }
            }),
            Value::Sprt => None,
            Value::Plies => self.plies.mean(),
            Value::Lapses => wilson(self.lapses.0, self.lapses.1),
            Value::Cost(cost, per, middle) => self.cost(cost, per, middle),
        }
    }

    fn cost(&self, cost: Cost, per: Per, middle: Middle) -> Option<Figure> {
        let samples = match per {
            Per::Move => &self.by_move,
            Per::Game => &self.by_game,
        };
        let (sample, unit) = match cost {
            Cost::Nodes => (&samples[0], 1.0),
            Cost::Leaves => (&samples[1], 1.0),
            Cost::Time => (&samples[2], 1e-3),
        };
        let exact = |value: u64| {
            let value = value as f64;
            Figure {
                value,
                low: value,
                high: value,
                n: sample.len() as u64,
            }
        };
        let figure = match middle {
            Middle::Mean => sample.mean(),
            Middle::Median => sample.quantile(0.5).map(exact),
            Middle::P95 => sample.quantile(0.95).map(exact),
        }?;
        Some(Figure {
            value: figure.value * unit,
            low: figure.low.max(0.0) * unit,
            high: figure.high * unit,
            n: figure.n,
        })
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        let Results { won, drawn, lost } = other.results;
        self.results.won += won;
        self.results.drawn += drawn;
        self.results.lost += lost;
        self.starter.won += other.starter.won;
        self.starter.drawn += other.starter.drawn;
        self.starter.lost += other.starter.lost;
        self.scores += &other.scores;
        self.plies += &other.plies;
        self.forfeits += other.forfeits;
        self.lapses.0 += other.lapses.0;
        self.lapses.1 += other.lapses.1;
        self.lines.extend(other.lines.iter().cloned());
        for kind in 0..3 {
            self.seats[kind] += &other.seats[kind];
            self.by_move[kind] += &other.by_move[kind];
            self.by_game[kind] += &other.by_game[kind];
        }
    }
}
