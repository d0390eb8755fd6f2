//! A position, and how it came about.

use std::sync::Arc;

use poda_coach::{Board, Style, Theme};
use poda_engine::{AnyGame, AnyMove, AnyState, EvalSpec, Game as _, MoveList, PlayerId, line_text};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::game::{Game, GameLike};
use crate::games::{NOBODY, Places, places};
use crate::{number, refused};

/// A position of a game. It never changes: a move gives a new one.
///
/// Two are equal if the same can follow: the moves that led there may differ.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Position {
    pub(crate) rules: Arc<AnyGame>,
    pub(crate) state: AnyState,
    /// The moves from the start; unknown inside a search.
    line: Option<Vec<AnyMove>>,
}

impl Position {
    pub(crate) fn new(rules: Arc<AnyGame>, state: AnyState, line: Vec<AnyMove>) -> Position {
        Position {
            rules,
            state,
            line: Some(line),
        }
    }

    /// A position that a search looks at.
    pub(crate) fn searched(rules: Arc<AnyGame>, state: AnyState) -> Position {
        Position {
            rules,
            state,
            line: None,
        }
    }

    pub(crate) fn read(rules: Arc<AnyGame>, moves: &str) -> PyResult<Position> {
        let (line, state) = rules.read_position(moves).map_err(refused)?;
        Ok(Position::new(rules, state, line))
    }

    pub(crate) fn line_known(&self) -> PyResult<&[AnyMove]> {
        self.line.as_deref().ok_or_else(|| {
            PyValueError::new_err(
                "a search does not keep the moves that led here: ask for cells, margin, legal_moves, ply or to_move",
            )
        })
    }

    /// Refuses a finished game.
    pub(crate) fn unfinished(&self) -> PyResult<()> {
        match self.rules.outcome(&self.state) {
            None => Ok(()),
            Some(_) => Err(PyValueError::new_err(
                "the game is over in this position: give one in which a move is possible",
            )),
        }
    }

    /// Refuses a position of another game.
    pub(crate) fn of(&self, rules: &AnyGame) -> PyResult<()> {
        let (own, wanted) = (self.rules.spec(), rules.spec());
        match own == wanted {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "this is a position of {own}: give one of {wanted}"
            ))),
        }
    }

    fn board(&self) -> PyResult<Board> {
        Ok(Board::new(&self.rules, self.line_known()?))
    }

    fn drawn(&self, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "there is no theme `{theme}`: there are light and dark"
                )));
            }
        };
        let style = Style {
            theme,
            ..Style::default()
        };
        Ok(poda_coach::svg(&self.board()?, &style))
    }

    /// A player by number, or the one to move.
    fn player(&self, number: Option<usize>) -> PyResult<PlayerId> {
        let players = self.rules.players();
        match number {
            None => Ok(self.rules.to_move(&self.state)),
            Some(number) if number < players => Ok(PlayerId::new(number)),
            Some(number) => Err(PyValueError::new_err(format!(
                "there is no player {number}: players are 0 to {}",
                players - 1
            ))),
        }
    }
}

/// Marks the places that are newly taken as a player's.
pub(crate) fn mark_new(owners: &mut [i8], now: &Places, player: PlayerId) {
    for (owner, &taken) in owners.iter_mut().zip(&now.owners) {
        if *owner == NOBODY && taken != NOBODY {
            *owner = player.index() as i8;
        }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, moves = ""))]
    fn py_new(game: GameLike<'_>, moves: &str) -> PyResult<Position> {
        Position::read(game.rules()?, moves)
    }

    /// The rules.
    #[getter]
    fn game(&self) -> Game {
        Game {
            rules: Arc::clone(&self.rules),
        }
    }

    /// The moves so far, as one text.
    #[getter]
    fn moves(&self) -> PyResult<String> {
        Ok(line_text(self.line_known()?))
    }

    /// The moves so far, one by one.
    #[getter]
    fn line(&self) -> PyResult<Vec<String>> {
        Ok(self.line_known()?.iter().map(ToString::to_string).collect())
    }

    /// How many moves were made.
    #[getter]
    fn ply(&self) -> u32 {
        self.rules.ply(&self.state)
    }

    /// Whose turn it is, counted from 0; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        let open = self.rules.outcome(&self.state).is_none();
        open.then(|| self.rules.to_move(&self.state).index())
    }

    /// How the game ended: first, second, third or draw; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<String> {
        Some(self.rules.outcome(&self.state)?.to_string())
    }

    /// Who has won, counted from 0.
    #[getter]
    fn winner(&self) -> Option<usize> {
        Some(self.rules.outcome(&self.state)?.winner()?.index())
    }

    /// What can be played, in natural order.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.rules.moves(&self.state, &mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    /// Who stands where, in rows from the top: a player's number, or -1.
    #[getter]
    fn cells(&self) -> Vec<Vec<i8>> {
        let now = places(&self.rules, &self.state);
        let mut owners = vec![NOBODY; now.owners.len()];
        let mut state = self.rules.start();
        // Where the position does not say whose a place is, the moves do.
        for &mv in self.line.as_deref().unwrap_or_default() {
            let mover = self.rules.to_move(&state);
            state = self.rules.play_unchecked(&state, mv);
            mark_new(&mut owners, &places(&self.rules, &state), mover);
        }
        let owners = match self.line {
            Some(_) => &owners,
            None => &now.owners,
        };
        owners.chunks(now.columns).map(<[i8]>::to_vec).collect()
    }

    /// The position after a move.
    #[pyo3(name = "play")]
    fn py_play(&self, r#move: &str) -> PyResult<Position> {
        let mv = self.rules.parse_move(r#move.trim()).map_err(refused)?;
        let state = self.rules.play(&self.state, mv).map_err(refused)?;
        let line = self.line.as_ref().map(|line| {
            let mut line = line.clone();
            line.push(mv);
            line
        });
        Ok(Position {
            rules: Arc::clone(&self.rules),
            state,
            line,
        })
    }

    /// How many points a player is ahead; None where only winning counts.
    #[pyo3(signature = (player = None))]
    fn margin(
        &self,
        #[pyo3(from_py_with = number)] player: Option<usize>,
    ) -> PyResult<Option<i32>> {
        Ok(self.rules.margin(&self.state, self.player(player)?))
    }

    /// What an evaluation thinks of it, from the view of a player.
    #[pyo3(signature = (evaluation, player = None))]
    fn evaluate(
        &self,
        evaluation: &str,
        #[pyo3(from_py_with = number)] player: Option<usize>,
    ) -> PyResult<i32> {
        let evaluation: EvalSpec = evaluation.parse().map_err(refused)?;
        let player = self.player(player)?;
        self.rules
            .evaluate(&self.state, evaluation, player)
            .map_err(refused)
    }

    /// The board as a picture.
    #[pyo3(signature = (theme = "light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        self.drawn(theme)
    }

    /// The board as pixels: height, width, and red, green and blue of each.
    #[pyo3(signature = (scale = 0.5))]
    fn pixels(&self, py: Python<'_>, scale: f32) -> PyResult<(usize, usize, Vec<u8>)> {
        if !(0.01..=4.0).contains(&scale) {
            return Err(PyValueError::new_err(format!(
                "a board cannot be drawn at scale {scale}: give 0.01 to 4"
            )));
        }
        let svg = self.drawn("light")?;
        let (width, height, colours) = py
            .detach(|| poda_coach::pixels(&svg, scale))
            .map_err(refused)?;
        Ok((height, width, colours))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.drawn("light").ok()
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.board()?.to_string())
    }

    fn __repr__(&self) -> String {
        let spec = self.rules.spec();
        match &self.line {
            Some(line) => format!("Position('{spec}', '{}')", line_text(line)),
            None => format!("<a position of {spec} inside a search>"),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Position>();
        other.is_ok_and(|other| {
            let other = other.get();
            other.state == self.state && other.rules.spec() == self.rules.spec()
        })
    }

    fn __hash__(&self) -> u64 {
        self.rules.hash(&self.state)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyType>, (String, String))> {
        let given = (self.rules.spec().to_string(), self.moves()?);
        Ok((py.get_type::<Position>(), given))
    }
}
