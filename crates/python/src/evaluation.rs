//! Opinions that are written in Python.

use std::sync::{Arc, Mutex, PoisonError};

use poda_engine::{
    AgentSpec, AgentSpecError, AnyGame, AnyState, Concrete, Evaluator, GameAgent, Player, PlayerId,
    Solvable, with_game,
};
use pyo3::prelude::*;

use crate::interrupt::Interrupt;
use crate::position::Position;

/// The thought that is under way: an opinion is asked in one thought after another.
#[derive(Clone, Default)]
pub(crate) struct CurrentThought(Arc<Mutex<Interrupt>>);

impl CurrentThought {
    /// A thought begins.
    pub(crate) fn begin(&self, interrupt: &Interrupt) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = interrupt.clone();
    }

    fn interrupt(&self) -> Interrupt {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// A Python function of a position and a player that gives points.
#[derive(Clone)]
pub(crate) struct OwnEvaluation {
    rules: Arc<AnyGame>,
    function: Arc<Py<PyAny>>,
    /// Ended by an opinion that raises.
    current: CurrentThought,
}

impl OwnEvaluation {
    pub(crate) fn new(
        rules: Arc<AnyGame>,
        function: Py<PyAny>,
        current: CurrentThought,
    ) -> OwnEvaluation {
        OwnEvaluation {
            rules,
            function: Arc::new(function),
            current,
        }
    }

    fn ask(&self, state: AnyState, player: PlayerId) -> PyResult<i32> {
        Python::attach(|py| {
            let position = Position::searched(Arc::clone(&self.rules), state);
            self.function
                .bind(py)
                .call1((position, player.index()))?
                .extract()
        })
    }

    /// An agent with this name and this opinion.
    pub(crate) fn agent(
        &self,
        spec: &AgentSpec,
        seed: u64,
    ) -> Result<Box<dyn Player>, AgentSpecError> {
        fn made<G: Concrete + Solvable>(
            rules: &G,
            spec: &AgentSpec,
            seed: u64,
            evaluation: OwnEvaluation,
        ) -> Result<Box<dyn Player>, AgentSpecError> {
            let agent = GameAgent::with_evaluation(spec, rules.clone(), evaluation, seed)?;
            Ok(Box::new(agent))
        }
        let rules = Arc::clone(&self.rules);
        with_game!(&*rules, |rules| made(rules, spec, seed, self.clone()))
    }
}

impl<G: Concrete> Evaluator<G> for OwnEvaluation {
    fn evaluate(&self, _: &G, state: &G::State, player: PlayerId) -> i32 {
        // A search that is to end looks at its limits only now and then: until then nobody asks Python in vain.
        let interrupt = self.current.interrupt();
        if interrupt.is_set() {
            return 0;
        }
        self.ask(G::any_state(*state), player)
            .unwrap_or_else(|error| {
                interrupt.raise(error);
                0
            })
    }
}
