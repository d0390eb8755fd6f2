//! Where everybody stands.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{ANCHOR_RATING, Entrant, League, LeagueError, LeaguePairing};
use crate::record::Record;
use crate::stats::{PoolResults, Rating};
use crate::tally::Results;

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Who.
    pub name: String,
    /// Which version.
    pub version: u32,
    /// Who plays: an agent's name or a command.
    pub player: String,
    /// What a program says it is.
    pub says: String,
    /// The rating.
    pub rating: f64,
    /// Half of its 95 % interval; nothing for the first fixed point.
    pub error: f64,
    /// Whether it is a fixed point of the scale.
    pub fixed: bool,
    /// Games won, drawn, lost.
    pub won: u64,
    /// Likewise.
    pub drawn: u64,
    /// Likewise.
    pub lost: u64,
    /// Games given away: by illegal moves, by crashes, by lateness or silence.
    pub forfeits: [u64; 3],
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeagueTable {
    /// What the league is called.
    pub title: String,
    /// The game.
    pub game: String,
    /// Games on record.
    pub played: u64,
    /// Games in all.
    pub games: u64,
    /// The best first.
    pub standings: Vec<Standing>,
    /// Points and games of the row's player against the column's, both in the order of the standings.
    pub cross: Vec<Vec<Option<(f64, u64)>>>,
}

/// A pairing with its games.
pub(super) type Played = (LeaguePairing, BTreeMap<u64, Record>);

impl LeagueTable {
    /// The table of a league, from its records alone.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn new(league: &League) -> Result<LeagueTable, LeagueError> {
        Ok(LeagueTable::of(league, &played(league)?))
    }

    pub(super) fn of(league: &League, played: &[Played]) -> LeagueTable {
        let entrants = league.entrants();
        let place =
            |entrant: &Entrant| entrants.iter().position(|other| other.name == entrant.name);
        let mut pool = PoolResults::new(entrants.len());
        let mut results = vec![Results::default(); entrants.len()];
        let mut forfeits = vec![[0; 3]; entrants.len()];
        for (pairing, records) in played {
            let places = pairing.entrants.each_ref().map(place);
            let [Some(first), Some(second)] = places else {
                continue;
            };
            for record in records.values() {
                let (points, of_first, of_second) = match record.winner() {
                    Some(0) => (1.0, 0, 2),
                    Some(_) => (0.0, 2, 0),
                    None => (0.5, 1, 1),
                };
                pool.push(first, second, points);
                for (place, how) in [(first, of_first), (second, of_second)] {
                    let Results { won, drawn, lost } = &mut results[place];
                    *[won, drawn, lost][how] += 1;
                }
                if let Some(forfeit) = &record.forfeit {
                    let by = [first, second][record.seats[forfeit.seat]];
                    forfeits[by][forfeit.reason as usize] += 1;
                }
            }
        }
        let ratings = ratings(league, &entrants, &pool);
        let mut order: Vec<usize> = (0..entrants.len()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (
                (ratings[a].value, &entrants[a].name),
                (ratings[b].value, &entrants[b].name),
            );
            b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1))
        });
        let standing = |&place: &usize| {
            let (entrant, Results { won, drawn, lost }) = (entrants[place], results[place]);
            Standing {
                name: entrant.name.clone(),
                version: entrant.version,
                player: entrant.player.clone(),
                says: entrant.says.clone(),
                rating: ratings[place].value,
                error: ratings[place].error,
                fixed: league.rules().anchors.contains(&entrant.name),
                won,
                drawn,
                lost,
                forfeits: forfeits[place],
            }
        };
        let against = |first: usize, second: usize| match pool.between(first, second) {
            (_, 0.0) => None,
            (points, games) => Some((points, games.round() as u64)),
        };
        LeagueTable {
            title: league.rules().title.clone(),
            game: league.rules().game.to_string(),
            played: played.iter().map(|(_, records)| records.len() as u64).sum(),
            games: played.iter().map(|(pairing, _)| pairing.games()).sum(),
            standings: order.iter().map(standing).collect(),
            cross: order
                .iter()
                .map(|&row| order.iter().map(|&column| against(row, column)).collect())
                .collect(),
        }
    }

    /// The table as text in columns.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{}: {}, {} of {} games\n\n",
            self.title, self.game, self.played, self.games
        );
        let width = self
            .standings
            .iter()
            .map(|row| row.name.len())
            .max()
            .unwrap_or(0)
            .max(4);
        let _ = writeln!(
            out,
            "    {:width$}  {:>6} {:>6}  {:>5} {:>5} {:>5}  forfeits",
            "name", "rating", "±", "won", "drawn", "lost"
        );
        for (number, row) in self.standings.iter().enumerate() {
            let error = match row.error {
                0.0 => "fixed".to_owned(),
                error => format!("{error:.0}"),
            };
            let [illegal, crash, late] = row.forfeits;
            let forfeits = match illegal + late + crash {
                0 => String::new(),
                all => format!("{all} ({illegal} illegal, {late} late, {crash} crashed)"),
            };
            let line = format!(
                "{:>3} {:width$}  {:>6.0} {error:>6}  {:>5} {:>5} {:>5}  {forfeits}",
                number + 1,
                row.name,
                row.rating,
                row.won,
                row.drawn,
                row.lost
            );
            let _ = writeln!(out, "{}", line.trim_end());
        }
        let _ = write!(out, "\n    {:width$}", "");
        for number in 1..=self.standings.len() {
            let _ = write!(out, " {number:>5}");
        }
        out.push('\n');
        for (number, (row, cross)) in self.standings.iter().zip(&self.cross).enumerate() {
            let _ = write!(out, "{:>3} {:width$}", number + 1, row.name);
            for field in cross {
                let _ = match field {
                    None => write!(out, " {:>5}", "·"),
                    Some((points, _)) => write!(out, " {points:>5}"),
                };
            }
            out.push('\n');
        }
        let _ = writeln!(out, "\n{METHOD}");
        out
    }
}

/// How the ratings are made.
pub(super) const METHOD: &str = "Ratings: Bradley–Terry, a draw counts as half a win. ± is for 95 % confidence. Fixed points are rated by their own games alone, and ± of all others is within their scale.";

/// The pairings of a league with what is on record of each.
pub(super) fn played(league: &League) -> Result<Vec<Played>, LeagueError> {
    let pairings = league.pairings()?.into_iter();
    let with_records = |pairing: LeaguePairing| Ok((pairing.clone(), pairing.records()?));
    pairings.map(with_records).collect()
}

/// The ratings. Fixed points are rated by their games among themselves alone, so that nobody who enters moves the scale; then they stay where they are.
fn ratings(league: &League, entrants: &[&Entrant], pool: &PoolResults) -> Vec<Rating> {
    let anchors = &league.rules().anchors;
    let of = |name: &String| entrants.iter().position(|entrant| entrant.name == *name);
    let places: Vec<usize> = anchors.iter().filter_map(of).collect();
    let mut among = PoolResults::new(places.len());
    for (row, &first) in places.iter().enumerate() {
        for (column, &second) in places.iter().enumerate().skip(row + 1) {
            let (points, games) = pool.between(first, second);
            among.add(row, column, points, games);
        }
    }
    let first_fixed: Vec<Option<f64>> = (0..places.len())
        .map(|place| (place == 0).then_some(ANCHOR_RATING))
        .collect();
    let scale = among.ratings(&first_fixed, ANCHOR_RATING);
    let mut fixed = vec![None; entrants.len()];
    for (&place, rating) in places.iter().zip(&scale) {
        fixed[place] = Some(rating.value);
    }
    let middle = match scale.len() {
        0 => ANCHOR_RATING,
        count => scale.iter().map(|rating| rating.value).sum::<f64>() / count as f64,
    };
    let mut all = pool.ratings(&fixed, middle);
    for (&place, &rating) in places.iter().zip(&scale) {
        all[place] = rating;
    }
    all
}
