//! Moves that gave the result away, as an exact solver knows them: a won game drawn or lost, a drawn one lost.

use std::sync::atomic::AtomicBool;

use poda_engine::solve::{Solvable, Solver, SolverOptions};
use poda_engine::{AnyGame, AnyMove, Concrete, Game, Limits, MoveList, with_game};

/// One thread: games are played beside each other. The table is new for each game, and answers do not hang on it.
const OPTIONS: SolverOptions = SolverOptions {
    memory: Some(1 << 28),
    threads: 1,
    book: true,
};

/// For each move after the opening whether it gave the result away; `None` for a move where nothing could be given away: the game was
/// lost already, every move keeps its result, or the position is beyond the solver. Nothing at all if it was stopped.
pub(crate) fn given_away(
    game: &AnyGame,
    line: &[AnyMove],
    opened: usize,
    stop: &AtomicBool,
) -> Option<Vec<Option<bool>>> {
    with_game!(game, |rules| {
        fn look_back<G: Concrete + Solvable>(
            rules: &G,
            line: &[AnyMove],
            opened: usize,
            stop: &AtomicBool,
        ) -> Option<Vec<Option<bool>>> {
            let solver = rules.solver(&OPTIONS).ok()?;
            let judge = Judge {
                solver: &*solver,
                limits: Limits::until(stop),
            };
            let moves: Vec<G::Move> = line.iter().map(|&mv| G::own_move(mv)).collect();
            judge.game(&moves, opened)
        }
        look_back(rules, line, opened, stop)
    })
}

struct Judge<'a, G: Game> {
    solver: &'a dyn Solver<G>,
    limits: Limits<'a>,
}

impl<G: Game> Judge<'_, G> {
    /// From the last move to the first, so that what was found out about a position helps with the one before.
    fn game(&self, moves: &[G::Move], opened: usize) -> Option<Vec<Option<bool>>> {
        let mut state = self.solver.game().start();
        let mut states = Vec::with_capacity(moves.len());
        for &mv in moves {
            states.push(state);
            state = self.solver.game().play_unchecked(&state, mv);
        }
        let judged = (opened..moves.len()).rev();
        let mut found: Vec<Option<bool>> = judged
            .map(|ply| self.gave_away(&states[ply], moves[ply]))
            .collect::<Option<_>>()?;
        found.reverse();
        Some(found)
    }

    /// About one move; the outer `None` if it was stopped.
    fn gave_away(&self, state: &G::State, played: G::Move) -> Option<Option<bool>> {
        if !self.solver.is_hopeful(state) {
            return Some(None);
        }
        let at_least = |value| {
            Some(
                self.solver
                    .at_least(state, value, self.limits, &mut |_| ())?
                    .0,
            )
        };
        // In the unit of every solver a draw is 0.
        let result = match (at_least(1)?, at_least(0)?) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => return Some(None),
        };
        if !self.keeps(state, result, played)? {
            return Some(Some(true));
        }
        let mut others = MoveList::new();
        self.solver.game().moves(state, &mut others);
        self.solver.order(state, &mut others);
        // What keeps least is likely to be last.
        for &mv in others.iter().rev().filter(|&&mv| mv != played) {
            if !self.keeps(state, result, mv)? {
                return Some(Some(false));
            }
        }
        Some(None)
    }

    fn keeps(&self, state: &G::State, result: i32, mv: G::Move) -> Option<bool> {
        let found = self
            .solver
            .keeping(state, result, &[mv], self.limits, &mut |_| ());
        Some(found?.0.is_some())
    }
}
