//! What records add up to. Tallies add up with `+=`, like everything in `stats`.

use std::collections::BTreeSet;
use std::ops::AddAssign;

use crate::record::Record;
use crate::stats::{Clusters, Figure, Pentanomial, Sample};
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
    /// Points, by pairing and opening: pairs of games are of one pairing.
    pairs: Clusters<(usize, u64)>,
    /// How often something happened, by opening.
    shares: [Clusters; Share::COUNT],
    /// Plies by game.
    plies: Clusters,
    /// Games given away by this agent.
    pub forfeits: u64,
    /// Nodes, leaves and microseconds by move.
    by_move: [Costs; 3],
    /// The same by game.
    by_game: [Costs; 3],
    /// The games themselves.
    lines: BTreeSet<String>,
}

/// What is counted in shares.
#[derive(Clone, Copy, Debug)]
enum Share {
    /// Games won, of all.
    Wins,
    /// Games won, of those that somebody won.
    Decided,
    /// Games drawn, of all.
    Draws,
    /// Games won by whoever started, of those that somebody won.
    Starter,
    /// The same of all games.
    StarterOfAll,
    /// Moves below the agent's own best, of those that have values.
    Lapses,
    /// Moves that gave the result away, of those where one could.
    Mistakes,
}

impl Share {
    const COUNT: usize = 7;
}

/// What moves or games cost.
#[derive(Clone, Debug, Default, PartialEq)]
struct Costs {
    /// For the middle and the like.
    values: Sample,
    /// For the mean.
    openings: Clusters,
}

impl Costs {
    fn push(&mut self, opening: u64, value: u64) {
        self.values.push(value);
        self.openings.push(opening, value as f64);
    }
}

impl AddAssign<&Costs> for Costs {
    fn add_assign(&mut self, other: &Costs) {
        self.values += &other.values;
        self.openings += &other.openings;
    }
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
        let opening = record.opening;
        let mut count = |share: Share, happened: bool| {
            self.shares[share as usize].push(opening, f64::from(happened));
        };
        let (won, lost) = (score == 1.0, score == 0.0);
        count(Share::Wins, won);
        count(Share::Draws, !won && !lost);
        if won || lost {
            count(Share::Decided, won);
        }
        count(Share::StarterOfAll, winner == Some(0));
        if let Some(winner) = winner {
            count(Share::Starter, winner == 0);
        }
        self.scores.push(opening, score);
        self.pairs.push((record.cell, opening), score);
        self.seats[seat].push(opening, score);
        self.plies.push(opening, record.plies as f64);
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
            self.by_game[kind].push(opening, costs.clone().sum());
            costs.for_each(|cost| self.by_move[kind].push(opening, cost));
        }
        for &place in &moves {
            self.judged(Share::Lapses, opening, record.lapses.as_bytes().get(place));
        }
        // Who plays against itself makes every move.
        let name = &record.agents[agent];
        for (place, mover) in record.movers.bytes().enumerate() {
            let mover = record.seats[usize::from(mover - b'0')];
            if record.agents[mover] == *name {
                self.judged(
                    Share::Mistakes,
                    opening,
                    record.mistakes.as_bytes().get(place),
                );
            }
        }
    }

    /// What a record says of one move, if it says anything.
    fn judged(&mut self, share: Share, opening: u64, digit: Option<&u8>) {
        match digit {
            Some(b'1') => self.shares[share as usize].push(opening, 1.0),
            Some(b'0') => self.shares[share as usize].push(opening, 0.0),
            _ => {}
        }
    }

    /// The results of pairs of games from one opening with the seats exchanged.
    pub fn pairs(&self) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        let all = self.pairs.complete(2);
        all.for_each(|points| pairs.push(points));
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
            Value::Score => self.scores.share(),
            Value::First => self.seats[0].share(),
            Value::Last => self.seats.iter().rev().find_map(Clusters::share),
            Value::Wins => self.share(Share::Wins),
            Value::Decided => self.share(Share::Decided),
            Value::Draws => self.share(Share::Draws),
            Value::Starter => self.share(Share::Starter),
            Value::StarterOfAll => self.share(Share::StarterOfAll),
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
            // One is told by the test, the other needs the depth.
            Value::Sprt | Value::Branching => None,
            Value::Plies => self.plies.mean(),
            Value::Lapses => self.share(Share::Lapses),
            Value::Mistakes => self.share(Share::Mistakes),
            Value::Cost(cost, per, middle) => self.cost(cost, per, middle),
        }
    }

    fn share(&self, share: Share) -> Option<Figure> {
        self.shares[share as usize].share()
    }

    /// How many times as much this costs another as it costs this agent, from the same openings; `None` if it is no cost, or was not measured.
    pub fn saving(&self, other: &Tally, value: Value) -> Option<Figure> {
        let Value::Cost(cost, per, Middle::Mean) = value else {
            return None;
        };
        let (mine, theirs) = (self.costs(cost, per), other.costs(cost, per));
        theirs.openings.times(&mine.openings)
    }

    fn costs(&self, cost: Cost, per: Per) -> &Costs {
        let kinds = match per {
            Per::Move => &self.by_move,
            Per::Game => &self.by_game,
        };
        &kinds[match cost {
            Cost::Nodes => 0,
            Cost::Leaves => 1,
            Cost::Time => 2,
        }]
    }

    fn cost(&self, cost: Cost, per: Per, middle: Middle) -> Option<Figure> {
        let Costs { values, openings } = self.costs(cost, per);
        let unit = if cost == Cost::Time { 1e-3 } else { 1.0 };
        let exact = |value: u64| {
            let value = value as f64;
            Figure {
                value,
                low: value,
                high: value,
                n: values.len() as u64,
            }
        };
        let figure = match middle {
            Middle::Mean => openings.mean(),
            Middle::Median => values.quantile(0.5).map(exact),
            Middle::P95 => values.quantile(0.95).map(exact),
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
        self.scores += &other.scores;
        self.pairs += &other.pairs;
        for (mine, theirs) in self.shares.iter_mut().zip(&other.shares) {
            *mine += theirs;
        }
        self.plies += &other.plies;
        self.forfeits += other.forfeits;
        self.lines.extend(other.lines.iter().cloned());
        for kind in 0..3 {
            self.seats[kind] += &other.seats[kind];
            self.by_move[kind] += &other.by_move[kind];
            self.by_game[kind] += &other.by_game[kind];
        }
    }
}
