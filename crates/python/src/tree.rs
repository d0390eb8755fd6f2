//! The tree of a search.

use std::sync::Arc;

use poda_coach::{SearchTree, TreeError};
use poda_engine::{AgentSpec, Limits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::interrupt::{Interrupt, abandonable};
use crate::position::Position;
use crate::{number, plain, refused};

/// How many nodes become dictionaries at once: Ctrl-C is heard between two parts.
const PART: usize = 1_000;

/// A tree on its way to Python.
enum Drawn {
    /// As it is printed.
    Text(String),
    /// JSON: what is said of the whole, and the nodes in parts.
    Dict(String, Vec<String>),
}

/// The tree that an agent looked at: as a dictionary with the keys of `poda tree --format json`, or as text, dot or svg.
#[pyfunction]
#[pyo3(signature = (position, agent = "alphabeta:depth=3,ties=first", *, format = "dict", nodes = 100_000, seed = 1))]
pub(crate) fn tree<'py>(
    py: Python<'py>,
    position: &Position,
    agent: &str,
    format: &str,
    #[pyo3(from_py_with = number)] nodes: usize,
    #[pyo3(from_py_with = number)] seed: u64,
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
    let (rules, line) = (Arc::clone(&position.rules), position.line_known()?.to_vec());
    let interrupt = &Interrupt::default();
    let (own, format) = (interrupt.clone(), format.to_owned());
    let drawn = abandonable(py, interrupt, move || -> Result<Drawn, TreeError> {
        let limits = Limits::until(own.flag());
        let tree = SearchTree::record(&rules, &line, &agent, seed, nodes, limits)?;
        Ok(match format.as_str() {
            "text" => Drawn::Text(tree.text()),
            "dot" => Drawn::Text(tree.dot()),
            "svg" => Drawn::Text(tree.svg()),
            _ => {
                let whole = serde_json::json!({
                    "game": rules.spec(),
                    "position": poda_engine::line_text(&line),
                    "agent": agent,
                    "depth": tree.report().depth,
                    "searched": tree.counts().nodes,
                    "before": tree.before(),
                    "broken_off": tree.broken_off(),
                    "counts": tree.counts(),
                    "principal": tree.principal(),
                });
                let parts = tree.nodes().chunks(PART);
                let parts = parts.map(|part| serde_json::json!(part).to_string());
                Drawn::Dict(whole.to_string(), parts.collect())
            }
        })
    })?;
    match drawn.map_err(refused)? {
        Drawn::Text(text) => Ok(text.into_pyobject(py)?.into_any()),
        Drawn::Dict(whole, parts) => {
            let (tree, nodes) = (plain(py, &whole)?, PyList::empty(py));
            for part in parts {
                py.check_signals()?;
                nodes.call_method1("extend", (plain(py, &part)?,))?;
            }
            tree.set_item("nodes", nodes)?;
            Ok(tree)
        }
    }
}
