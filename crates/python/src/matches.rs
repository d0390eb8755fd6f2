//! Matches.

use std::collections::BTreeMap;
use std::convert::Infallible;

use poda_engine::Game as _;
use poda_lab::{
    Cell, Measures, Plan, PlayerFactory, Record, RunOptions, Seeding, Tally, Value, run, seatings,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::agent::seconds;
use crate::game::GameLike;
use crate::interrupt::{Interrupt, abandonable, interruptible};
use crate::own_player::{named, players};
use crate::{number, plain, refused};

/// How many games a match may have.
const MOST_GAMES: u32 = 1_000_000;

/// Lets agents play each other: the keys of `poda match --json`, and all games under `records`. `own` names players that are written in
/// Python; `progress` hears how many games are played.
#[pyfunction]
#[pyo3(signature = (game, agents, *, games = 100, opening = None, seed = 1, move_time = None, jobs = None, own = None, progress = None))]
#[allow(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    agents: Vec<String>,
    #[pyo3(from_py_with = number)] games: u32,
    #[pyo3(from_py_with = number)] opening: Option<u32>,
    #[pyo3(from_py_with = number)] seed: u64,
    move_time: Option<f64>,
    #[pyo3(from_py_with = number)] jobs: Option<usize>,
    own: Option<&Bound<'py, PyMapping>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = game.rules()?;
    let spec = rules.spec();
    let needed = rules.players();
    if agents.len() != needed {
        return Err(PyValueError::new_err(format!(
            "{} agents were given, but {spec} is for {needed}: give one for each player",
            agents.len()
        )));
    }
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(PyValueError::new_err(format!(
            "a match cannot have {games} games: give 1 to {MOST_GAMES}"
        )));
    }
    let factory = players(named(py, own)?.as_ref())?;
    let interrupt = Interrupt::default();
    // Bots are asked who they are.
    let (factory, names) = abandonable(py, &interrupt, move || {
        let names = agents.iter().map(|name| factory.check(name, spec));
        let names = names.collect::<Result<Vec<String>, _>>();
        names.map(|names| (factory, names))
    })?
    .map_err(refused)?;
    let orders = seatings(needed);
    let cell = Cell {
        game: spec,
        agents: names,
        coordinates: Vec::new(),
        openings: games.div_ceil(orders.len() as u32),
        orders,
        seeding: Seeding::Own,
    };
    let opening = opening.unwrap_or(spec.info().opening);
    let measures = Measures {
        nodes: true,
        time: true,
        ..Measures::default()
    };
    let move_time = move_time.map(seconds).transpose()?;
    let plan = Plan::new(vec![cell], seed, opening, move_time, measures, None);
    let options = RunOptions {
        games: None,
        jobs: crate::jobs(jobs)?,
    };
    let records = interruptible(py, &interrupt, || {
        let mut records = BTreeMap::new();
        let ran = run::<Infallible>(
            &plan,
            &factory,
            &BTreeMap::new(),
            &options,
            interrupt.flag(),
            &mut |record, so_far| {
                records.insert(record.game, record);
                if let Some(progress) = &progress {
                    let told = Python::attach(|py| {
                        progress.call1(py, (so_far.done, so_far.total)).map(drop)
                    });
                    told.unwrap_or_else(|error| interrupt.raise(error));
                }
                Ok(())
            },
        );
        let Ok(_) = ran;
        records
    })?;
    plain(py, &told(&plan, &records).to_string())
}

fn told(plan: &Plan, records: &BTreeMap<u64, Record>) -> serde_json::Value {
    let cell = &plan.cells[0];
    let row = |(place, agent): (usize, &String)| {
        let mut tally = Tally::default();
        records
            .values()
            .for_each(|record| tally.push(record, place));
        let score = tally.figure(Value::Score);
        serde_json::json!({
            "agent": agent,
            "wins": tally.results.won,
            "draws": tally.results.drawn,
            "losses": tally.results.lost,
            "score": score.map(|score| score.value),
            "interval": score.map(|score| [score.low, score.high]),
            "forfeits": tally.forfeits,
        })
    };
    let rows: Vec<serde_json::Value> = cell.agents.iter().enumerate().map(row).collect();
    let games = records.len() as u64;
    serde_json::json!({
        "game": cell.game,
        "games": games,
        "openings": games.div_ceil(cell.orders.len() as u64),
        "seed": plan.seed,
        "agents": rows,
        "records": records.values().collect::<Vec<_>>(),
    })
}
