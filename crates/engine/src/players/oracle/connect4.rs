//! Connect 4: the exact score of every column.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::{Oracle, Patience, Proof, Question, Solvable};
use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::games::connect4::{Column, Connect4, Position};
use crate::players::knowledge::{Knowledge, Needs};
use crate::search::Order;
use crate::solve::connect4::{Solver, Watch};
use crate::types::Score;

impl<B: Bits> Solvable for Connect4<B, 2> {
    fn oracle(&self, needs: Needs, knowledge: &Knowledge) -> Option<Box<dyn Oracle<Self>>> {
        let solver = knowledge.connect4(self.spec(), needs);
        Some(Box::new(Columns { solver }))
    }
}

struct Columns {
    solver: Arc<Solver>,
}

/// How often the watchman looks at the clock and the flag.
const LOOK: Duration = Duration::from_millis(5);

/// Positions with more free cells than this take minutes or more, whatever the board: 6 × 7 has 42.
const MOST_FREE: u32 = 46;

/// One solver at work, watched by a thread that stops it when patience is over.
struct Asking<'a, B> {
    solver: &'a Solver,
    game: &'a Connect4<B, 2>,
    watch: &'a Watch,
    nodes: u64,
}

impl<B: Bits> Asking<'_, B> {
    /// Does some work under the eyes of the watchman and returns the nodes it took.
    fn watched(
        solver: &Solver,
        game: &Connect4<B, 2>,
        patience: Patience<'_>,
        work: impl FnOnce(&mut Asking<'_, B>) -> Option<()>,
    ) -> u64 {
        let watch = &Watch::default();
        let (done, waiting) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let left = || patience.deadline.saturating_duration_since(Instant::now());
                while !patience.is_over() {
                    if waiting.recv_timeout(LOOK.min(left())) != Err(RecvTimeoutError::Timeout) {
                        return;
                    }
                }
                watch.stop();
            });
            let mut asking = Asking {
                solver,
                game,
                watch,
                nodes: 0,
            };
            work(&mut asking);
            drop(done);
            asking.nodes
        })
    }

    /// The score of a position for the player to move; `None` if stopped.
    fn value(&mut self, state: &Position<B, 2>) -> Option<Score> {
        let before = self.watch.nodes();
        let solved = self.solver.solve(state, self.watch);
        self.nodes += solved.map_or(self.watch.nodes() - before, |solved| solved.nodes);
        let score = solved?.score;
        let spec = self.solver.spec();
        let cells = (spec.rows() * spec.columns()) as u32;
        let won = Score::won_at(score.last_move(state.ply(), cells));
        Some(match score.number() {
            0 => Score::ZERO,
            1.. => won,
            _ => -won,
        })
    }

    /// What a column is worth to whoever plays it.
    fn column(&mut self, state: &Position<B, 2>, column: Column) -> Option<Score> {
        let next = self.game.play_unchecked(state, column);
        self.value(&next).map(|value| -value)
    }

    /// Finds the value and the first column that has it.
    fn solve(
        &mut self,
        state: &Position<B, 2>,
        columns: &[Column],
        proof: &mut Proof<Column>,
    ) -> Option<()> {
        let value = self.value(state)?;
        for &column in columns {
            let found = self.column(state, column)?;
            proof.add(column, found);
            if found == value {
                proof.value = Some(value);
                proof.choice = Some((column, value));
                break;
            }
        }
        Some(())
    }

    /// Values the other columns.
    fn others(
        &mut self,
        state: &Position<B, 2>,
        columns: &[Column],
        proof: &mut Proof<Column>,
        tell: &mut dyn FnMut(&Proof<Column>),
    ) -> Option<()> {
        for &column in columns {
            if !proof.knows(column) {
                let value = self.column(state, column)?;
                proof.add(column, value);
                tell(proof);
            }
        }
        Some(())
    }

    /// How the game goes on after the choice, up to its end.
    fn line(&mut self, state: &Position<B, 2>, proof: &mut Proof<Column>) -> Option<()> {
        let (mut column, mut value) = proof.choice?;
        let mut state = *state;
        loop {
            proof.line.push(column);
            state = self.game.play_unchecked(&state, column);
            value = -value;
            let mut columns = MoveList::new();
            self.game.moves(&state, &mut columns);
            Order::Centre.sort(self.game, &state, &mut columns);
            let mut next = None;
            for &mv in &columns {
                if self.column(&state, mv)? == value {
                    next = Some(mv);
                    break;
                }
            }
            column = next?;
        }
    }
}

impl<B: Bits> Oracle<Connect4<B, 2>> for Columns {
    fn is_hopeful(&self, game: &Connect4<B, 2>, state: &Position<B, 2>) -> bool {
        game.plies_left(state) <= MOST_FREE
    }

    fn prove(
        &mut self,
        game: &Connect4<B, 2>,
        state: &Position<B, 2>,
        question: &Question<'_, Column>,
        tell: &mut dyn FnMut(&Proof<Column>),
    ) -> Proof<Column> {
        let Question {
            patience, moves, ..
        } = *question;
        let mut proof = Proof::nothing();
        proof.nodes = Asking::watched(&self.solver, game, patience, |asking| {
            asking.solve(state, moves, &mut proof)
        });
        if proof.solution().is_none() {
            return proof;
        }
        tell(&proof);
        let patience = patience.at_most(question.rest);
        proof.nodes += Asking::watched(&self.solver, game, patience, |asking| {
            asking.others(state, moves, &mut proof, tell)?;
            asking.line(state, &mut proof)
        });
        proof
    }

    fn keeps(
        &mut self,
        game: &Connect4<B, 2>,
        state: &Position<B, 2>,
        column: Column,
        least: Score,
        patience: Patience<'_>,
    ) -> bool {
        let mut value = None;
        Asking::watched(&self.solver, game, patience, |asking| {
            value = asking.column(state, column);
            Some(())
        });
        value >= Some(least)
    }
}
