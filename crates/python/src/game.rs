//! The rules of a game.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use poda_engine::{AnyGame, Game as _, MoveList};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::position::Position;
use crate::refused;

/// The rules of a game, by the name that people type: `connect4:6x7,players=3`.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Game {
    pub(crate) rules: Arc<AnyGame>,
}

/// A game, or its name.
#[derive(FromPyObject)]
pub(crate) enum GameLike<'py> {
    Game(PyRef<'py, Game>),
    Spec(String),
}

impl GameLike<'_> {
    pub(crate) fn rules(&self) -> PyResult<Arc<AnyGame>> {
        match self {
            GameLike::Game(game) => Ok(Arc::clone(&game.rules)),
            GameLike::Spec(spec) => Ok(Arc::new(spec.parse().map_err(refused)?)),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(spec: &str) -> PyResult<Game> {
        let rules = Arc::new(spec.parse().map_err(refused)?);
        Ok(Game { rules })
    }

    /// The whole name: `connect4:6x7`.
    #[getter]
    fn spec(&self) -> String {
        self.rules.spec().to_string()
    }

    /// The name of the game without its board: `connect4`.
    #[getter]
    fn name(&self) -> &'static str {
        self.rules.spec().info().name
    }

    /// What people say: `Connect 4`.
    #[getter]
    fn title(&self) -> &'static str {
        self.rules.spec().info().title
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.rules.players()
    }

    /// Every move that the game can have, in its natural order.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.rules.moves_ahead(&self.rules.start(), &mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    /// The names of its evaluations.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.rules.spec().info().evaluations.to_vec()
    }

    /// The position before the first move.
    fn start(&self) -> Position {
        Position::new(Arc::clone(&self.rules), self.rules.start(), Vec::new())
    }

    /// The position after these moves; spaces are optional.
    #[pyo3(signature = (moves = ""))]
    fn position(&self, moves: &str) -> PyResult<Position> {
        Position::read(Arc::clone(&self.rules), moves)
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.spec())
    }

    fn __str__(&self) -> String {
        self.spec()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Game>();
        other.is_ok_and(|other| other.get().rules.spec() == self.rules.spec())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.spec().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Game>(), (self.spec(),))
    }
}

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    poda_engine::GAMES.iter().map(|game| game.name).collect()
}
