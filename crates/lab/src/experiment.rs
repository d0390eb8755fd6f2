//! An experiment: a TOML text, read and checked.

mod views;

use std::time::Duration;

use poda_engine::GameSpec;
use serde::Deserialize;
use toml::Table;

use crate::contender::Contender;
use crate::plan::{Cell, Measures, Plan, Seeding, seatings};
use crate::stats::{EloModel, Sprt};
use crate::sweep::{Binding, expand, product};
use crate::view::View;
use views::{RawView, read_view};

/// A spec that cannot be used: one sentence that says why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {message}")]
pub struct SpecError {
    /// Which experiment.
    pub name: String,
    /// What is wrong.
    pub message: String,
}

/// An experiment, ready to run.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    name: String,
    text: String,
    title: String,
    about: String,
    quick: bool,
    plan: Plan,
    views: Vec<View>,
}

#[derive(Deserialize)]
struct Raw {
    title: String,
    #[serde(default)]
    about: String,
    game: Option<String>,
    #[serde(default)]
    sweep: Table,
    #[serde(default = "one")]
    seed: u32,
    games: Option<u32>,
    #[serde(default)]
    opening: u32,
    seats: Option<Seats>,
    measure: Option<Vec<String>>,
    #[serde(default)]
    limits: RawLimits,
    sprt: Option<RawSprt>,
    #[serde(default)]
    pairing: Vec<RawPairing>,
    #[serde(default)]
    view: Vec<RawView>,
    #[serde(default)]
    quick: RawQuick,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seats {
    All,
    Given,
}

#[derive(Default, Deserialize)]
struct RawLimits {
    move_time: Option<f64>,
}

#[derive(Deserialize)]
struct RawSprt {
    elo0: f64,
    elo1: f64,
    #[serde(default = "five_percent")]
    alpha: f64,
    #[serde(default = "five_percent")]
    beta: f64,
    #[serde(default = "logistic")]
    model: EloModel,
}

fn five_percent() -> f64 {
    0.05
}

fn logistic() -> EloModel {
    EloModel::Logistic
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    #[default]
    Pairs,
    Matrix,
    Gauntlet,
    RoundRobin,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Seeds {
    S3Matrix,
    S3Start,
}

#[derive(Deserialize)]
struct RawPairing {
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    agents: Vec<String>,
    #[serde(default)]
    rows: Vec<String>,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    against: Vec<String>,
    game: Option<String>,
    games: Option<u32>,
    seats: Option<Seats>,
    seeds: Option<Seeds>,
    #[serde(default)]
    sweep: Table,
}

#[derive(Default, Deserialize)]
struct RawQuick {
    games: Option<u32>,
    #[serde(default)]
    sweep: Table,
}

/// More cells, or games, than anybody could want.
const MOST_CELLS: usize = 10_000;
const MOST_GAMES: u64 = 10_000_000;
const MOST_OPENING: u32 = 64;
const LONGEST_MOVE: f64 = 3600.0;
const LONGEST_SPEC: usize = 1 << 20;

impl Experiment {
    /// Reads a spec.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn parse(name: &str, text: &str) -> Result<Experiment, SpecError> {
        build(name, text, false).map_err(|message| SpecError {
            name: name.to_owned(),
            message,
        })
    }

    /// The same experiment with few games of what is quickly played, as its section `[quick]` has it.
    ///
    /// # Errors
    /// The section does not fit the rest.
    pub fn quick(&self) -> Result<Experiment, SpecError> {
        build(&self.name, &self.text, true).map_err(|message| SpecError {
            name: self.name.clone(),
            message,
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// One line about it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// More about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Whether it is the quick form.
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What its report shows.
    pub fn views(&self) -> &[View] {
        &self.views
    }
}

fn build(name: &str, text: &str, quick: bool) -> Result<Experiment, String> {
    if text.len() > LONGEST_SPEC {
        return Err("a spec is at most 1 MiB long".to_owned());
    }
    let at_line = |error: toml::de::Error| {
        let line = error
            .span()
            .map(|span| 1 + text[..span.start].matches('\n').count());
        let message = error.message().replace('\n', " ");
        line.map_or(message.clone(), |line| format!("line {line}: {message}"))
    };
    let table: Table = toml::from_str(text).map_err(at_line)?;
    crate::keys::check(&table)?;
    let raw: Raw = toml::from_str(text).map_err(at_line)?;

    let full = plan(&raw, false)?;
    let views = raw.view.iter().map(|view| read_view(view, &full));
    let views = views.collect::<Result<Vec<View>, String>>()?;
    let plan = if quick { plan(&raw, true)? } else { full };
    Ok(Experiment {
        name: name.to_owned(),
        text: text.to_owned(),
        title: raw.title,
        about: raw.about.trim().to_owned(),
        quick,
        plan,
        views,
    })
}

fn plan(raw: &Raw, quick: bool) -> Result<Plan, String> {
    if raw.opening > MOST_OPENING {
        return Err(format!("opening is 0 to {MOST_OPENING} plies"));
    }
    let cut = if quick {
        variables(&raw.quick.sweep)?
    } else {
        Vec::new()
    };
    let mut cells = Vec::new();
    for pairing in &raw.pairing {
        let mut sweep = variables(&raw.sweep)?;
        for (name, values) in variables(&pairing.sweep)? {
            match sweep.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = values,
                None => sweep.push((name, values)),
            }
        }
        for (name, values) in &mut sweep {
            if let Some((_, kept)) = cut.iter().find(|(cut, _)| cut == name) {
                values.retain(|value| kept.contains(value));
            }
        }
        for binding in product(&sweep) {
            pair(raw, pairing, &binding, quick, &mut cells)?;
        }
    }
    if cells.is_empty() {
        return Err("nobody plays: a spec needs at least one [[pairing]] with agents".to_owned());
    }
    let games: u64 = cells.iter().map(Cell::games).sum();
    if cells.len() > MOST_CELLS || games > MOST_GAMES {
        return Err(format!(
            "{} pairings with {games} games are too many: at most {MOST_CELLS} and {MOST_GAMES}",
            cells.len()
        ));
    }
    let move_time = match raw.limits.move_time {
        None => None,
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST_MOVE => {
            Some(Duration::from_secs_f64(seconds))
        }
        Some(_) => {
            return Err(format!(
                "move_time is a number of seconds up to {LONGEST_MOVE}"
            ));
        }
    };
    let seed = u64::from(raw.seed);
    let measures = measures(raw.measure.as_deref())?;
    let sprt = raw
        .sprt
        .as_ref()
        .map(|sprt| read_sprt(sprt, &cells))
        .transpose()?;
    Ok(Plan::new(
        cells,
        seed,
        raw.opening,
        move_time,
        measures,
        sprt,
    ))
}

fn read_sprt(raw: &RawSprt, cells: &[Cell]) -> Result<Sprt, String> {
    let &RawSprt {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    } = raw;
    let chance = |share: f64| share > 0.0 && share < 0.5;
    if !(elo0 < elo1 && chance(alpha) && chance(beta) && elo0 > -1000.0 && elo1 < 1000.0) {
        return Err(
            "[sprt] needs elo0 below elo1, both within 1000, and alpha and beta between 0 and 0.5"
                .to_owned(),
        );
    }
    if cells.iter().any(|cell| cell.orders.len() != 2) {
        return Err(
            "[sprt] compares two agents: it needs games for two and seats = \"all\"".to_owned(),
        );
    }
    Ok(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    })
}

fn measures(names: Option<&[String]>) -> Result<Measures, String> {
    let mut measures = Measures::default();
    let Some(names) = names else {
        return Ok(Measures {
            nodes: true,
            time: true,
            ..measures
        });
    };
    for name in names {
        match name.as_str() {
            "nodes" => measures.nodes = true,
            "leaves" => measures.leaves = true,
            "time" => measures.time = true,
            "lapses" => measures.lapses = true,
            _ => {
                let meant = crate::keys::meant(name, &["nodes", "leaves", "time", "lapses"]);
                return Err(format!("`{name}` cannot be measured: {meant}"));
            }
        }
    }
    Ok(measures)
}

/// A table of variables, each with one value or a list of them.
fn variables(table: &Table) -> Result<Vec<(String, Vec<String>)>, String> {
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        _ => Err("the values of a sweep are texts or whole numbers".to_owned()),
    };
    let one = |(name, value): (&String, &toml::Value)| {
        let values = match value {
            toml::Value::Array(list) => list.iter().map(text).collect::<Result<_, _>>()?,
            single => vec![text(single)?],
        };
        Ok((name.clone(), values))
    };
    table.iter().map(one).collect()
}

/// Adds the cells of one pairing under one combination of the variables.
fn pair(
    raw: &Raw,
    pairing: &RawPairing,
    binding: &Binding,
    quick: bool,
    cells: &mut Vec<Cell>,
) -> Result<(), String> {
    let game = pairing.game.as_ref().or(raw.game.as_ref());
    let game = game.ok_or("which game? Give `game`, at the top or in the pairing")?;
    let [game] = &expand(game, binding)?[..] else {
        return Err(format!(
            "`{game}` is several games: use a variable of [sweep]"
        ));
    };
    let game: GameSpec = game.parse().map_err(|error| format!("{error}"))?;
    let players = poda_engine::Game::players(&poda_engine::AnyGame::new(game));
    let list = |texts: &[String]| -> Result<Vec<Contender>, String> {
        let mut all = Vec::new();
        for text in texts {
            for text in expand(text, binding)? {
                all.push(text.parse().map_err(|error| format!("{error}"))?);
            }
        }
        Ok(all)
    };
    let agents = list(&pairing.agents)?;
    let meetings: Vec<Vec<Contender>> = match pairing.kind {
        Kind::Pairs if agents.len() == players => vec![agents],
        Kind::Pairs => {
            return Err(format!(
                "{} agents meet in {game}, which is for {players}: give one for each player, and use variables of [sweep] for more",
                agents.len()
            ));
        }
        Kind::Matrix | Kind::Gauntlet => {
            let (ours, theirs) = match pairing.kind {
                Kind::Matrix => (list(&pairing.rows)?, list(&pairing.columns)?),
                _ => (agents, list(&pairing.against)?),
            };
            let meet = |a: &Contender, b: &Contender| {
                let mut all = vec![*a];
                all.resize(players, *b);
                all
            };
            ours.iter()
                .flat_map(|a| theirs.iter().map(move |b| meet(a, b)))
                .collect()
        }
        Kind::RoundRobin => combinations(&agents, players),
    };
    let seats = pairing.seats.or(raw.seats).unwrap_or(Seats::All);
    let orders = match seats {
        Seats::All => seatings(players),
        Seats::Given => vec![(0..players).collect()],
    };
    let mut games = pairing
        .games
        .or(raw.games)
        .ok_or("how many? Give `games`, at the top or in the pairing")?;
    if quick && pairing.seeds.is_none() {
        games = games.min(raw.quick.games.unwrap_or(2));
    }
    if games == 0 {
        return Err("games is at least 1".to_owned());
    }
    for agents in meetings {
        for agent in &agents {
            agent.check(game).map_err(|error| format!("{error}"))?;
        }
        let as_reported = agents
            .iter()
            .all(|agent| matches!(agent, Contender::S3AsReported { .. }));
        if pairing.seeds.is_some() && !as_reported {
            return Err(
                "`seeds` is for s3-as-reported alone: other agents take theirs from `seed`"
                    .to_owned(),
            );
        }
        let mut coordinates = binding.clone();
        coordinates.push(("game".to_owned(), game.to_string()));
        for (name, agent) in ["player", "opponent", "third"].iter().zip(&agents) {
            coordinates.push(((*name).to_owned(), agent.to_string()));
        }
        cells.push(Cell {
            game,
            agents,
            coordinates,
            openings: games.div_ceil(orders.len() as u32),
            orders: orders.clone(),
            seeding: match pairing.seeds {
                None => Seeding::Own,
                Some(Seeds::S3Matrix) => Seeding::S3Matrix,
                Some(Seeds::S3Start) => Seeding::S3Start,
            },
        });
        if cells.len() > MOST_CELLS {
            return Err(format!("these are too many pairings: at most {MOST_CELLS}"));
        }
    }
    Ok(())
}

/// Every choice of some agents, in order.
fn combinations(agents: &[Contender], size: usize) -> Vec<Vec<Contender>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, &first) in agents.iter().enumerate() {
        for mut rest in combinations(&agents[place + 1..], size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}
