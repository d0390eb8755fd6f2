//! Many games of one kind at once, for agents that learn: moves are numbers, positions are planes of bytes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poda_engine::{AnyGame, AnyMove, AnyState, Game as _, MoveList, PlayerId, seeded};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rand::RngExt;

use crate::game::{Game, GameLike};
use crate::games::{NOBODY, places};
use crate::position::{Position, mark_new};
use crate::{number, refused};

/// Games of one kind, each at its own position.
///
/// An observation has a plane for each player, first that of whoever looks, then those of the others in order of play; then one that is
/// full where it is the turn of whoever looks.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Boards {
    rules: Arc<AnyGame>,
    /// Action i is this move.
    moves: MoveList<AnyMove>,
    rows: usize,
    columns: usize,
    tables: Mutex<Vec<Table>>,
}

#[derive(Clone)]
struct Table {
    state: AnyState,
    line: Vec<AnyMove>,
    owners: Vec<i8>,
}

/// More than anybody has memory for.
const MOST: usize = 1 << 20;

impl Boards {
    fn tables(&self) -> MutexGuard<'_, Vec<Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self) -> Table {
        Table {
            state: self.rules.start(),
            line: Vec::new(),
            owners: vec![NOBODY; self.rows * self.columns],
        }
    }

    fn with<T>(&self, index: usize, ask: impl FnOnce(&mut Table) -> T) -> PyResult<T> {
        let mut tables = self.tables();
        let count = tables.len();
        let table = tables.get_mut(index);
        table.map(ask).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there is no board {index}: there are {count}, counted from 0"
            ))
        })
    }

    fn action(&self, number: usize) -> PyResult<AnyMove> {
        let mv = self.moves.get(number).copied();
        mv.ok_or_else(|| {
            PyValueError::new_err(format!(
                "there is no action {number}: actions are 0 to {}",
                self.moves.len() - 1
            ))
        })
    }

    fn act(&self, table: &mut Table, action: usize) -> PyResult<()> {
        let mv = self.action(action)?;
        let mover = self.rules.to_move(&table.state);
        table.state = self.rules.play(&table.state, mv).map_err(refused)?;
        table.line.push(mv);
        mark_new(&mut table.owners, &places(&self.rules, &table.state), mover);
        Ok(())
    }

    fn planes(&self) -> usize {
        self.rules.players() + 1
    }

    /// What a player sees, appended to `out`: for each place all its planes.
    fn look(&self, table: &Table, player: usize, out: &mut Vec<u8>) {
        let (players, planes) = (self.rules.players(), self.planes());
        let over = self.rules.outcome(&table.state).is_some();
        let turn = !over && self.rules.to_move(&table.state).index() == player;
        for &owner in &table.owners {
            let start = out.len();
            out.resize(start + planes, 0);
            if owner != NOBODY {
                out[start + (owner as usize + players - player) % players] = 1;
            }
            out[start + players] = u8::from(turn);
        }
    }

    /// Which actions are allowed, appended to `out`.
    fn allow(&self, table: &Table, out: &mut Vec<u8>) {
        let open = self.rules.outcome(&table.state).is_none();
        let allowed = |&mv: &AnyMove| u8::from(open && self.rules.allows(&table.state, mv));
        out.extend(self.moves.iter().map(allowed));
    }

    /// What a finished game is worth to each player: 1 to whoever won, -1 to the others.
    fn rewards(&self, table: &Table) -> Vec<f32> {
        let winner = self
            .rules
            .outcome(&table.state)
            .and_then(|end| end.winner());
        let worth = |player: PlayerId| match winner {
            None => 0.0,
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
        };
        PlayerId::all(self.rules.players()).map(worth).collect()
    }
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (game, count = 1))]
    fn new(game: GameLike<'_>, #[pyo3(from_py_with = number)] count: usize) -> PyResult<Boards> {
        if !(1..=MOST).contains(&count) {
            return Err(PyValueError::new_err(format!(
                "{count} boards are not possible: give 1 to {MOST}"
            )));
        }
        let rules = game.rules()?;
        let mut moves = MoveList::new();
        rules.moves_ahead(&rules.start(), &mut moves);
        let empty = places(&rules, &rules.start());
        let boards = Boards {
            rules,
            moves,
            rows: empty.rows,
            columns: empty.columns,
            tables: Mutex::default(),
        };
        *boards.tables() = vec![boards.fresh(); count];
        Ok(boards)
    }

    /// The rules.
    #[getter]
    fn game(&self) -> Game {
        Game {
            rules: Arc::clone(&self.rules),
        }
    }

    /// The move of each action.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.moves.iter().map(ToString::to_string).collect()
    }

    /// Rows, columns and planes of an observation.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.rows, self.columns, self.planes())
    }

    fn __len__(&self) -> usize {
        self.tables().len()
    }

    /// Puts a board back to the start, or to the position after these moves.
    #[pyo3(signature = (index = 0, moves = ""))]
    fn reset(&self, #[pyo3(from_py_with = number)] index: usize, moves: &str) -> PyResult<()> {
        let (line, _) = self.rules.read_position(moves).map_err(refused)?;
        let mut fresh = self.fresh();
        for &mv in &line {
            let mover = self.rules.to_move(&fresh.state);
            fresh.state = self.rules.play_unchecked(&fresh.state, mv);
            mark_new(&mut fresh.owners, &places(&self.rules, &fresh.state), mover);
        }
        fresh.line = line;
        self.with(index, |table| *table = fresh)
    }

    /// The position of a board.
    #[pyo3(signature = (index = 0))]
    fn position(&self, #[pyo3(from_py_with = number)] index: usize) -> PyResult<Position> {
        self.with(index, |table| {
            Position::new(Arc::clone(&self.rules), table.state, table.line.clone())
        })
    }

    /// Whose turn it is; None when the game is over.
    #[pyo3(signature = (index = 0))]
    fn to_move(&self, #[pyo3(from_py_with = number)] index: usize) -> PyResult<Option<usize>> {
        self.with(index, |table| {
            let open = self.rules.outcome(&table.state).is_none();
            open.then(|| self.rules.to_move(&table.state).index())
        })
    }

    /// Makes a move, and says whose turn is next: None when the game is over.
    #[pyo3(signature = (action, index = 0))]
    fn play(
        &self,
        #[pyo3(from_py_with = number)] action: usize,
        #[pyo3(from_py_with = number)] index: usize,
    ) -> PyResult<Option<usize>> {
        self.with(index, |table| {
            self.act(table, action)?;
            let open = self.rules.outcome(&table.state).is_none();
            Ok(open.then(|| self.rules.to_move(&table.state).index()))
        })?
    }

    /// What a finished game is worth to each player: 1 to whoever won, -1 to the others, 0 to all if nobody did.
    #[pyo3(signature = (index = 0), name = "rewards")]
    fn py_rewards(&self, #[pyo3(from_py_with = number)] index: usize) -> PyResult<Vec<f32>> {
        self.with(index, |table| self.rewards(table))
    }

    /// What a player sees.
    #[pyo3(signature = (player, index = 0))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number)] player: usize,
        #[pyo3(from_py_with = number)] index: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        if player >= self.rules.players() {
            return Err(PyValueError::new_err(format!(
                "there is no player {player}: players are 0 to {}",
                self.rules.players() - 1
            )));
        }
        let mut out = Vec::with_capacity(self.rows * self.columns * self.planes());
        self.with(index, |table| self.look(table, player, &mut out))?;
        Ok(PyBytes::new(py, &out))
    }

    /// Which actions are allowed: a byte each.
    #[pyo3(signature = (index = 0))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number)] index: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = Vec::with_capacity(self.moves.len());
        self.with(index, |table| self.allow(table, &mut out))?;
        Ok(PyBytes::new(py, &out))
    }

    /// Makes a move on every board; games that are over begin again. Returns what whoever moved got (1, 0 or -1), a byte each, and which
    /// games ended.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &[u8],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (rewards, ends) = py.detach(|| {
            let mut tables = self.tables();
            if actions.len() != tables.len() {
                return Err(PyValueError::new_err(format!(
                    "{} actions were given for {} boards: give one for each",
                    actions.len(),
                    tables.len()
                )));
            }
            // All boards move, or none.
            for (table, &action) in tables.iter().zip(actions) {
                let mv = self.action(usize::from(action))?;
                self.rules.check(&table.state, mv).map_err(refused)?;
            }
            let (mut rewards, mut ends) = (Vec::new(), Vec::new());
            for (table, &action) in tables.iter_mut().zip(actions) {
                let mover = self.rules.to_move(&table.state).index();
                self.act(table, usize::from(action))?;
                let over = self.rules.outcome(&table.state).is_some();
                rewards.push(self.rewards(table)[mover] as i8 as u8);
                ends.push(u8::from(over));
                if over {
                    *table = self.fresh();
                }
            }
            Ok((rewards, ends))
        })?;
        Ok((PyBytes::new(py, &rewards), PyBytes::new(py, &ends)))
    }

    /// For every board what whoever is to move sees, which actions are allowed, and whose turn it is.
    fn observe<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyBytes>,
        Bound<'py, PyBytes>,
        Bound<'py, PyBytes>,
    ) {
        let (seen, allowed, turns) = py.detach(|| {
            let tables = self.tables();
            let (mut seen, mut allowed, mut turns) = (Vec::new(), Vec::new(), Vec::new());
            for table in tables.iter() {
                let player = self.rules.to_move(&table.state).index();
                self.look(table, player, &mut seen);
                self.allow(table, &mut allowed);
                turns.push(player as u8);
            }
            (seen, allowed, turns)
        });
        let bytes = |data: &[u8]| PyBytes::new(py, data);
        (bytes(&seen), bytes(&allowed), bytes(&turns))
    }

    /// A random action for every board. The seed decides them.
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number)] seed: u64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut random = seeded(seed);
        let mut actions = Vec::new();
        for (index, table) in self.tables().iter().enumerate() {
            let mut allowed = Vec::with_capacity(self.moves.len());
            self.allow(table, &mut allowed);
            let open: Vec<usize> = (0..allowed.len()).filter(|&at| allowed[at] == 1).collect();
            if open.is_empty() {
                return Err(PyValueError::new_err(format!(
                    "the game on board {index} is over: reset it"
                )));
            }
            actions.push(open[random.random_range(0..open.len())] as u8);
        }
        Ok(PyBytes::new(py, &actions))
    }
}
