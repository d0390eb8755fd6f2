//! The pairings of a spec: who meets whom, in which seats, how often.

use poda_engine::{AnyGame, Game, GameSpec};

use super::MOST_CELLS;
use super::problem::SpecProblem;
use super::spec::{PairingKind, RawPairing, RawSpec, Seats, Seeds};
use crate::factory::PlayerFactory;
use crate::historic::S3AsReported;
use crate::plan::{Cell, Seeding, seatings};
use crate::sweep::{Binding, expand};

/// One pairing under one combination of the variables.
pub(super) struct Pairing<'a> {
    pub(super) spec: &'a RawSpec,
    pub(super) raw: &'a RawPairing,
    pub(super) binding: &'a Binding,
    pub(super) quick: bool,
    pub(super) players: &'a dyn PlayerFactory,
}

impl Pairing<'_> {
    /// Adds its cells.
    pub(super) fn cells(&self, cells: &mut Vec<Cell>) -> Result<(), SpecProblem> {
        let game = self.game()?;
        let meetings = self.meetings(game)?;
        let orders = self.orders(game);
        let openings = self.games()?.div_ceil(orders.len() as u32);
        for agents in meetings {
            cells.push(Cell {
                game,
                coordinates: self.coordinates(game, &agents),
                openings,
                orders: orders.clone(),
                seeding: self.seeding(&agents)?,
                agents,
            });
            if cells.len() > MOST_CELLS {
                return Err(SpecProblem::TooManyPairings);
            }
        }
        Ok(())
    }

    fn game(&self) -> Result<GameSpec, SpecProblem> {
        let game = self.raw.game.as_ref().or(self.spec.game.as_ref());
        let game = game.ok_or(SpecProblem::NoGame)?;
        match &expand(game, self.binding)?[..] {
            [game] => Ok(game.parse()?),
            _ => Err(SpecProblem::SeveralGames(game.clone())),
        }
    }

    /// The names that some texts stand for, as they are written down.
    fn names(&self, texts: &[String], game: GameSpec) -> Result<Vec<String>, SpecProblem> {
        let mut names = Vec::new();
        for text in texts {
            let more = expand(text, self.binding)?;
            if names.len() + more.len() > MOST_CELLS {
                return Err(SpecProblem::TooManyPairings);
            }
            for name in more {
                names.push(self.players.check(&name, game)?);
            }
        }
        Ok(names)
    }

    /// Who meets whom. Counted before it is written out: a thousand agents in threes are 166 million meetings.
    fn meetings(&self, game: GameSpec) -> Result<Vec<Vec<String>>, SpecProblem> {
        let players = AnyGame::new(game).players();
        let agents = self.names(&self.raw.agents, game)?;
        let count = |meetings: u128| match meetings {
            0 => Err(SpecProblem::NobodyMeets),
            meetings if meetings > MOST_CELLS as u128 => Err(SpecProblem::TooManyPairings),
            _ => Ok(()),
        };
        let all_against = |ours: Vec<String>, theirs: Vec<String>| -> Result<_, SpecProblem> {
            count(ours.len() as u128 * theirs.len() as u128)?;
            let meet = |a: &String, b: &String| {
                let mut all = vec![a.clone()];
                all.resize(players, b.clone());
                all
            };
            let all = ours.iter();
            let all = all.flat_map(|a| theirs.iter().map(move |b| meet(a, b)));
            Ok(all.collect())
        };
        Ok(match self.raw.kind {
            PairingKind::Pairs if agents.len() == players => vec![agents],
            PairingKind::Pairs => {
                return Err(SpecProblem::WrongCount {
                    agents: agents.len(),
                    game,
                    players,
                });
            }
            PairingKind::Matrix => {
                let rows = self.names(&self.raw.rows, game)?;
                all_against(rows, self.names(&self.raw.columns, game)?)?
            }
            PairingKind::Gauntlet => all_against(agents, self.names(&self.raw.against, game)?)?,
            PairingKind::RoundRobin => {
                count(choices(agents.len(), players))?;
                combinations(&agents, players)
            }
        })
    }

    /// Who sits where, in turn.
    fn orders(&self, game: GameSpec) -> Vec<Vec<usize>> {
        let players = AnyGame::new(game).players();
        match self.raw.seats.or(self.spec.seats).unwrap_or(Seats::All) {
            Seats::All => seatings(players),
            Seats::Given => vec![(0..players).collect()],
        }
    }

    fn games(&self) -> Result<u32, SpecProblem> {
        let games = self.raw.games.or(self.spec.games);
        let games = games.ok_or(SpecProblem::NoGames)?;
        // Published seeds are for a published number of games.
        let most = match self.quick && self.raw.seeds.is_none() {
            true => self.spec.quick.games.unwrap_or(2),
            false => u32::MAX,
        };
        match games.min(most) {
            0 => Err(SpecProblem::ZeroGames),
            games => Ok(games),
        }
    }

    fn seeding(&self, agents: &[String]) -> Result<Seeding, SpecProblem> {
        let Some(seeds) = self.raw.seeds else {
            return Ok(Seeding::Own);
        };
        let depths = agents.iter().map(|name| S3AsReported::depth_in(name));
        let depths: Option<Vec<u32>> = depths.collect();
        Ok(match (seeds, &depths.ok_or(SpecProblem::Seeds)?[..]) {
            (Seeds::S3Matrix, &[a, b]) => Seeding::S3Matrix { depths: [a, b] },
            _ => Seeding::S3Start,
        })
    }

    fn coordinates(&self, game: GameSpec, agents: &[String]) -> Vec<(String, String)> {
        let mut coordinates = self.binding.clone();
        coordinates.push(("game".to_owned(), game.to_string()));
        for (name, agent) in ["player", "opponent", "third"].iter().zip(agents) {
            coordinates.push(((*name).to_owned(), agent.clone()));
        }
        coordinates
    }
}

/// How many choices of `size` there are among so many.
fn choices(among: usize, size: usize) -> u128 {
    (0..size as u128).fold(1, |all, taken| {
        all * (among as u128).saturating_sub(taken) / (taken + 1)
    })
}

/// Every choice of some agents, in order.
fn combinations(agents: &[String], size: usize) -> Vec<Vec<String>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, first) in agents.iter().enumerate() {
        for mut rest in combinations(&agents[place + 1..], size - 1) {
            rest.insert(0, first.clone());
            all.push(rest);
        }
    }
    all
}
