//! Players that are written in Python.

use std::sync::Arc;

use poda_bots::Programs;
use poda_engine::{AnyGame, AnyMove, Player, PlayerFailure, Request, SearchReport, Situation};
use poda_lab::Players;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyType};

use crate::agent::{Agent, Failure};
use crate::game::Game;
use crate::position::Position;
use crate::report::Report;

/// Something that Python can ask for a move: a function of a position, or an object with `think`.
struct OwnPlayer(Py<PyAny>);

/// One of Poda's agents that came as an object of Python's: it is asked without a way through Python, so that limits hold for it.
struct OwnAgent(Py<Agent>);

impl Player for OwnAgent {
    fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        let thought = self.0.get().thought(at, request);
        thought.map_err(|failure| match failure {
            Failure::Raised(error) => {
                PlayerFailure::crash(Python::attach(|py| in_one_line(py, &error)))
            }
            Failure::Failed(failure) => failure,
        })
    }
}

/// Nobody could be made for this seat: whoever is asked says why.
struct Absent(String);

impl Player for Absent {
    fn think(
        &mut self,
        _: &Situation<'_>,
        _: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        Err(PlayerFailure::crash(self.0.clone()))
    }
}

impl Player for OwnPlayer {
    fn think(
        &mut self,
        at: &Situation<'_>,
        _: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        Python::attach(|py| {
            let rules = Arc::new(at.game.clone());
            let position = Position::new(rules, *at.state, at.line.to_vec());
            let answer = self
                .ask(py, position)
                .map_err(|error| PlayerFailure::crash(in_one_line(py, &error)))?;
            if let Ok(report) = answer.cast::<Report>() {
                return Ok(report.get().0.clone());
            }
            let no_move = |why: String| PlayerFailure::illegal(why);
            let text: String = answer
                .extract()
                .map_err(|_| no_move(format!("{answer} is no move: a move is a text")))?;
            let mv = at.game.parse_move(text.trim());
            let mv = mv.map_err(|error| no_move(error.to_string()))?;
            Ok(SearchReport::unsearched(mv))
        })
    }
}

impl OwnPlayer {
    fn ask<'py>(&self, py: Python<'py>, position: Position) -> PyResult<Bound<'py, PyAny>> {
        let player = self.0.bind(py);
        match player.getattr_opt("think")? {
            Some(think) => think.call1((position,)),
            None => player.call1((position,)),
        }
    }
}

/// An exception as one line: what it is, and where it came from, the innermost place first.
fn in_one_line(py: Python<'_>, error: &PyErr) -> String {
    let places = || -> PyResult<Vec<String>> {
        let Some(trace) = error.traceback(py) else {
            return Ok(Vec::new());
        };
        let frames = py
            .import("traceback")?
            .call_method1("extract_tb", (trace,))?;
        let mut places = Vec::new();
        for frame in frames.try_iter()? {
            let frame = frame?;
            let file: String = frame.getattr("filename")?.extract()?;
            let line: u32 = frame.getattr("lineno")?.extract()?;
            let name: String = frame.getattr("name")?.extract()?;
            let file = file.rsplit(['/', '\\']).next().unwrap_or(&file).to_owned();
            places.push(format!("{file}:{line} in {name}"));
        }
        places.reverse();
        Ok(places)
    };
    let what = error.to_string().replace(['\n', '\r'], " ");
    match places().unwrap_or_default() {
        places if places.is_empty() => what,
        places => format!("{what} (at {})", places.join(", from ")),
    }
}

/// A new player for one seat of one game. A class is made anew with the rules and a seed, as is a factory (an object with
/// `for_game`); everything else plays as it is.
fn seated(
    py: Python<'_>,
    maker: &Py<PyAny>,
    game: &AnyGame,
    seed: u64,
) -> PyResult<Box<dyn Player>> {
    let player = made(maker.bind(py), game, seed)?;
    Ok(match player.cast_into::<Agent>() {
        Ok(agent) => Box::new(OwnAgent(agent.unbind())),
        Err(other) => Box::new(OwnPlayer(other.into_inner().unbind())),
    })
}

fn made<'py>(maker: &Bound<'py, PyAny>, game: &AnyGame, seed: u64) -> PyResult<Bound<'py, PyAny>> {
    let rules = || Game {
        rules: Arc::new(game.clone()),
    };
    if maker.is_instance_of::<PyType>() {
        return maker.call1((rules(), seed));
    }
    match maker.getattr_opt("for_game")? {
        Some(factory) => factory.call1((rules(), seed)),
        None => Ok(maker.clone()),
    }
}

/// Players by name as they were given, in a dictionary of our own: nobody changes it meanwhile.
pub(crate) fn named<'py>(
    py: Python<'py>,
    own: Option<&Bound<'py, PyMapping>>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let copied = |own: &Bound<'py, PyMapping>| {
        let copy = PyDict::new(py);
        copy.update(own)?;
        Ok(copy)
    };
    own.map(copied).transpose()
}

/// Everybody in Poda, programs by their commands, and these players by their names.
pub(crate) fn players(own: Option<&Bound<'_, PyDict>>) -> PyResult<Players> {
    let mut players = Players::builtin().with_programs(Programs::new());
    for (name, maker) in own.into_iter().flatten() {
        let name: String = name.extract()?;
        if !maker.is_callable() && !maker.hasattr("think")? && !maker.hasattr("for_game")? {
            return Err(PyTypeError::new_err(format!(
                "{name} is no player: give a function of a position, an object with think, or a class of such objects"
            )));
        }
        let maker = maker.unbind();
        players = players.with(&name, move |game, seed| {
            Python::attach(|py| match seated(py, &maker, game, seed) {
                Ok(player) => player,
                Err(error) => Box::new(Absent(in_one_line(py, &error))),
            })
        });
    }
    Ok(players)
}
