//! What a search found.

use poda_engine::{AnyMove, RootMove, SearchReport};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{plain, refused};

/// What an agent found, from the view of the player to move.
#[pyclass(frozen, module = "pypoda")]
pub(crate) struct Report(pub(crate) SearchReport<AnyMove>);

fn texts(moves: &[AnyMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn word(bound: poda_engine::Bound) -> &'static str {
    use poda_engine::Bound::*;
    match bound {
        Exact => "exact",
        AtMost => "atmost",
        AtLeast => "atleast",
    }
}

#[pymethods]
impl Report {
    /// The move that the agent makes.
    #[getter]
    fn best(&self) -> String {
        self.0.choice.to_string()
    }

    /// All moves that are known to be as good.
    #[getter]
    fn best_moves(&self) -> Vec<String> {
        texts(&self.0.best)
    }

    /// The value of the position: points, or a very large number for a win.
    #[getter]
    fn value(&self) -> i32 {
        self.0.value.get()
    }

    /// The ply of the game at which it is won or lost, if the value says so.
    #[getter]
    fn decided_at(&self) -> Option<u32> {
        self.0.value.decided_at()
    }

    /// The moves whose values the search knows exactly.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        let exact = |root: &&RootMove<_>| root.bound == poda_engine::Bound::Exact;
        for root in self.0.moves.iter().filter(exact) {
            values.set_item(root.mv.to_string(), root.value.get())?;
        }
        Ok(values)
    }

    /// Every move in the order of the search, its value, and how much of it is known: exact, atmost or atleast.
    #[getter]
    fn searched(&self) -> Vec<(String, i32, &'static str)> {
        let moves = self.0.moves.iter();
        moves
            .map(|root| (root.mv.to_string(), root.value.get(), word(root.bound)))
            .collect()
    }

    /// What the search expects everybody to play.
    #[getter]
    fn line(&self) -> Vec<String> {
        texts(&self.0.line)
    }

    /// How many plies deep it looked.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Positions without children.
    #[getter]
    fn leaves(&self) -> u64 {
        self.0.leaves
    }

    /// Positions where moves were left out.
    #[getter]
    fn cutoffs(&self) -> u64 {
        self.0.cutoffs
    }

    /// Positions answered by the table.
    #[getter]
    fn table_hits(&self) -> u64 {
        self.0.table_hits
    }

    /// Whether an exact solver proved the value.
    #[getter]
    fn solved(&self) -> bool {
        self.0.solved
    }

    /// Everything, with the keys of `poda analyze --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &serde_json::to_string(&self.0).map_err(refused)?)
    }

    fn __repr__(&self) -> String {
        let SearchReport {
            choice,
            value,
            depth,
            nodes,
            ..
        } = &self.0;
        format!("<{choice}, value {value}, depth {depth}, {nodes} nodes>")
    }
}
