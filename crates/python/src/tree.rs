//! The tree of a search.

use poda_coach::{SearchTree, TreeError};
use poda_engine::{AgentSpec, Limits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt::{Interrupt, interruptible};
use crate::position::Position;
use crate::{plain, refused};

/// The tree that an agent looked at: as a dictionary with the keys of `poda tree --format json`, or as text, dot or svg.
#[pyfunction]
#[pyo3(signature = (position, agent = "alphabeta:depth=3,ties=first", *, format = "dict", nodes = 100_000, seed = 1))]
pub(crate) fn tree<'py>(
    py: Python<'py>,
    position: &Position,
    agent: &str,
    format: &str,
    nodes: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if !["dict", "text", "dot", "svg"].contains(&format) {
        return Err(PyValueError::new_err(format!(
            "there is no format `{format}`: there are dict, text, dot and svg"
        )));
    }
    if !(1..=100_000).contains(&nodes) {
        return Err(PyValueError::new_err(
            "so many nodes cannot be kept: give 1 to 100000",
        ));
    }
    let agent: AgentSpec = agent.parse().map_err(refused)?;
    let line = position.line_known()?;
    let interrupt = Interrupt::default();
    let drawn = interruptible(py, &interrupt, || -> Result<String, TreeError> {
        let limits = Limits::until(interrupt.flag());
        let tree = SearchTree::record(&position.rules, line, &agent, seed, nodes, limits)?;
        Ok(match format {
            "text" => tree.text(),
            "dot" => tree.dot(),
            "svg" => tree.svg(),
            _ => serde_json::json!({
                "game": position.rules.spec(),
                "position": poda_engine::line_text(line),
                "agent": agent,
                "depth": tree.report().depth,
                "searched": tree.counts().nodes,
                "before": tree.before(),
                "broken_off": tree.broken_off(),
                "counts": tree.counts(),
                "principal": tree.principal(),
                "nodes": tree.nodes(),
            })
            .to_string(),
        })
    })?;
    let drawn = drawn.map_err(refused)?;
    match format {
        "dict" => plain(py, &drawn),
        _ => Ok(drawn.into_pyobject(py)?.into_any()),
    }
}
