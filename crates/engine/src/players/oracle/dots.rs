//! Dots and Boxes: the final margin, by questions that close in on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Oracle, Patience, Proof, Question, Solvable};
use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::dots::{Dots, Edge, Position};
use crate::players::knowledge::{Knowledge, Needs};
use crate::solve::dots::{Limits, Solver};
use crate::types::{PlayerId, Score};

impl<B: Bits> Solvable for Dots<B> {
    fn oracle(&self, needs: Needs, knowledge: &Knowledge) -> Option<Box<dyn Oracle<Self>>> {
        Some(Box::new(Edges {
            solver: knowledge.dots(self, needs),
            threads: needs.threads,
            last: None,
        }))
    }
}

struct Edges<B> {
    solver: Arc<Solver<B>>,
    threads: usize,
    /// What the last position was worth at the end, and to whom: a good guess for the next.
    last: Option<(PlayerId, i32)>,
}

/// With more free edges than this a board is not solved in seconds.
const MOST_FREE: u32 = 50;

/// One solver with one amount of patience.
struct Asking<'a, B> {
    solver: &'a Solver<B>,
    threads: usize,
    patience: Patience<'a>,
    stop: AtomicBool,
    nodes: u64,
}

impl<'a, B: Bits> Asking<'a, B> {
    fn new(edges: &'a Edges<B>, patience: Patience<'a>) -> Asking<'a, B> {
        Asking {
            solver: &edges.solver,
            threads: edges.threads,
            patience,
            stop: AtomicBool::new(false),
            nodes: 0,
        }
    }

    /// Asks one question and counts what it cost; `None` if there was no time for it.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&Solver<B>, &Limits<'_>, &mut dyn FnMut(u64)) -> Option<(T, u64)>,
    ) -> Option<T> {
        let Asking { patience, stop, .. } = self;
        let mut seen = 0;
        let mut look = |nodes| {
            seen = nodes;
            if patience.is_over() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        look(0);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let limits = Limits {
            threads: self.threads,
            stop: Some(stop),
            ..Limits::default()
        };
        let answer = question(self.solver, &limits, &mut look);
        self.nodes += answer.as_ref().map_or(seen, |&(_, nodes)| nodes);
        Some(answer?.0)
    }

    fn at_least(&mut self, state: &Position<B>, margin: i32) -> Option<bool> {
        self.ask(|solver, limits, look| solver.at_least(state, margin, limits, look))
    }

    /// An edge after which this margin can still be reached.
    fn keeping(&mut self, state: &Position<B>, margin: i32) -> Option<Edge> {
        self.ask(|solver, limits, look| solver.keeping(state, margin, limits, look))?
    }

    /// What an edge is worth at the end to whoever draws it.
    fn edge(&mut self, game: &Dots<B>, state: &Position<B>, edge: Edge) -> Option<i32> {
        let next = game.play_unchecked(state, edge);
        let margin = self.ask(|solver, limits, look| {
            let solution = solver.solve(&next, limits, look)?;
            Some((solution.margin, solution.nodes))
        })?;
        Some(if game.to_move(&next) == game.to_move(state) {
            margin
        } else {
            -margin
        })
    }

    /// Closes in on the value from a guess; each time the least that is sure grows, there is an edge that keeps it.
    fn solve(
        &mut self,
        game: &Dots<B>,
        state: &Position<B>,
        guess: i32,
        proof: &mut Proof<Edge>,
    ) -> Option<i32> {
        let now = state.margin(game.to_move(state));
        let [first, second] = state.scores();
        let taken = first + second;
        let left = (game.spec().rows() * game.spec().columns()) as i32 - i32::from(taken);
        let (mut lower, mut upper) = (now - left, now + left);
        // All margins of a position are even or all odd.
        let mut next = guess + ((guess - lower) & 1);
        while lower < upper {
            let question = next.clamp(lower + 2, upper);
            if self.at_least(state, question)? {
                lower = question;
                next = lower + 2;
                proof.choice = Some((self.keeping(state, lower)?, Score::points(lower)));
            } else {
                upper = question - 2;
                next = upper;
            }
        }
        if proof.choice.is_none() {
            proof.choice = Some((self.keeping(state, lower)?, Score::points(lower)));
        }
        Some(lower)
    }

    /// How the game goes on, as far as there is time.
    fn line(
        &mut self,
        game: &Dots<B>,
        state: &Position<B>,
        first: Edge,
        margin: i32,
        line: &mut Vec<Edge>,
    ) {
        let player = game.to_move(state);
        let (mut state, mut edge) = (*state, first);
        loop {
            line.push(edge);
            state = game.play_unchecked(&state, edge);
            if game.outcome(&state).is_some() {
                return;
            }
            let own = game.to_move(&state) == player;
            match self.keeping(&state, if own { margin } else { -margin }) {
                Some(next) => edge = next,
                None => return,
            }
        }
    }
}

impl<B: Bits> Oracle<Dots<B>> for Edges<B> {
    fn is_hopeful(&self, game: &Dots<B>, state: &Position<B>) -> bool {
        game.plies_left(state) <= MOST_FREE
    }

    fn prove(
        &mut self,
        game: &Dots<B>,
        state: &Position<B>,
        question: &Question<'_, Edge>,
        tell: &mut dyn FnMut(&Proof<Edge>),
    ) -> Proof<Edge> {
        let player = game.to_move(state);
        let last = self
            .last
            .map(|(of, margin)| if of == player { margin } else { -margin });
        let guess = question.guess.map(Score::get).or(last).unwrap_or(0);
        let mut proof = Proof::nothing();
        let mut asking = Asking::new(self, question.patience);
        let solved = asking.solve(game, state, guess, &mut proof);
        proof.nodes = asking.nodes;
        self.last = proof.choice.map(|(_, sure)| (player, sure.get()));
        let (Some(margin), Some((choice, _))) = (solved, proof.choice) else {
            return proof;
        };
        let value = Score::points(margin);
        proof.value = Some(value);
        proof.add(choice, value);
        tell(&proof);

        let mut asking = Asking::new(self, question.patience.at_most(question.rest));
        asking.line(game, state, choice, margin, &mut proof.line);
        for &edge in question.moves {
            if proof.knows(edge) {
                continue;
            }
            let Some(margin) = asking.edge(game, state, edge) else {
                break;
            };
            proof.add(edge, Score::points(margin));
        }
        proof.nodes += asking.nodes;
        proof
    }

    fn keeps(
        &mut self,
        game: &Dots<B>,
        state: &Position<B>,
        edge: Edge,
        least: Score,
        patience: Patience<'_>,
    ) -> bool {
        let next = game.play_unchecked(state, edge);
        let mut asking = Asking::new(self, patience);
        if game.to_move(&next) == game.to_move(state) {
            asking.at_least(&next, least.get()) == Some(true)
        } else {
            asking.at_least(&next, 1 - least.get()) == Some(false)
        }
    }
}
