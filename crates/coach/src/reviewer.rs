//! Goes through a game from its last move to its first, so that what was found out about one position helps with the one before.

use poda_engine::solve::Solver;
use poda_engine::{AnyState, Bound, Limits, PlayerId, Score, Solvable, line_text};

use crate::analyst::{GameAnalyst, Place};
use crate::games::Coached;
use crate::position::number;
use crate::review::{Grade, MoveReview, PlayerReview, Review};
use crate::worth::{Worth, both};

/// How much of the time that is left a solver may take for one position, in hundredths.
const SOLVERS_SHARE: u32 = 60;

/// Who is asked where no solver knows: by nodes on one thread with an empty table, so that a game is graded the same way each time.
const OPINION: &str = "strong:nodes=1000000,ties=first";

/// What is known of one position of the game.
struct Step<M> {
    before: Worth,
    kept: Worth,
    best: Vec<M>,
    /// How good the position after the move is for each player.
    shares: Vec<i8>,
}

/// What the solver said of the position after a move, in its own unit.
#[derive(Clone, Copy)]
struct Known {
    value: i32,
    player: PlayerId,
}

impl<G: Coached + Solvable> GameAnalyst<G> {
    pub(crate) fn look_back(
        &mut self,
        line: &[G::Move],
        states: &[AnyState],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Review),
    ) -> Review {
        let mut moves: Vec<MoveReview> = Vec::new();
        let mut after = self.last_value(G::state(&states[line.len()]), limits);
        // Earlier positions are harder: after the first that is not solved in time, only those in the book are tried.
        let mut solving = true;
        for at in (0..line.len()).rev() {
            let place = Place::new(self, &line[..at], states[at]);
            let in_book = self.game.book_value(&place.state).is_some();
            let solver = self.solver_for(&place.state).filter(|_| solving || in_book);
            let found = solver.and_then(|solver| {
                let limits = limits.part(SOLVERS_SHARE);
                self.solved(&**solver, &place, line[at], after, limits)
            });
            solving &= found.is_some() || in_book;
            let step = match found {
                Some((step, known)) => {
                    after = Some(known);
                    step
                }
                None => {
                    after = None;
                    let share = limits.part(100 / (at as u32 + 1));
                    match self.game.players() {
                        2 => self.seen(&place, line[at], share),
                        _ => self.foreseen(&place, line[at], share),
                    }
                }
            };
            // Nobody waits any more, and a search that was stopped says little. When the time is over somebody does wait.
            if limits.is_stopped() {
                return self.reviewed(line, &moves, false);
            }
            let reply = moves.first().and_then(|next| next.best.first().cloned());
            moves.insert(
                0,
                self.graded(&place, line[at], G::state(&states[at + 1]), &step, reply),
            );
            if at > 0 {
                tell(&self.reviewed(line, &moves, false));
            }
        }
        self.reviewed(line, &moves, true)
    }

    fn reviewed(&self, line: &[G::Move], moves: &[MoveReview], done: bool) -> Review {
        let players = 0..self.game.players() as u8;
        Review {
            game: self.game.spec_text(),
            position: line_text(line),
            players: players
                .map(|player| PlayerReview::new(player, moves))
                .collect(),
            moves: moves.to_vec(),
            done,
        }
    }

    /// What the last position is worth, if a solver can tell.
    fn last_value(&self, state: &G::State, limits: Limits<'_>) -> Option<Known> {
        let solver = self.solver_for(state)?;
        let limits = limits.part(SOLVERS_SHARE);
        let solution = solver.solve(state, limits, &mut |_| ())?;
        Some(Known {
            value: solution.value,
            player: self.game.to_move(state),
        })
    }

    /// Exactly what a move kept, and every move that would have kept the most.
    fn solved(
        &self,
        solver: &dyn Solver<G>,
        place: &Place<'_, G>,
        played: G::Move,
        after: Option<Known>,
        limits: Limits<'_>,
    ) -> Option<(Step<G::Move>, Known)> {
        let (game, state) = (&self.game, &place.state);
        let player = game.to_move(state);
        let after = match after {
            Some(after) => after,
            None => {
                let next = game.play_unchecked(state, played);
                let solution = solver.solve(&next, limits, &mut |_| ())?;
                Known {
                    value: solution.value,
                    player: game.to_move(&next),
                }
            }
        };
        let kept = match after.player == player {
            true => after.value,
            false => -after.value,
        };
        let value = solver.solve_near(state, kept, limits, &mut |_| ())?.value;
        let mut best = Vec::new();
        for &mv in &place.moves {
            let keeps = match mv == played {
                true => kept >= value,
                false => {
                    let (found, _) = solver.keeping(state, value, &[mv], limits, &mut |_| ())?;
                    found.is_some()
                }
            };
            if keeps {
                best.push(mv);
            }
        }
        let exact = |value| Worth::exact(solver.score(state, value));
        let kept = exact(kept);
        let step = Step {
            before: exact(value),
            kept,
            best,
            shares: self.shares(state, kept),
        };
        Some((step, Known { value, player }))
    }

    /// What a move kept as far as a search sees.
    fn seen(&self, place: &Place<'_, G>, played: G::Move, limits: Limits<'_>) -> Step<G::Move> {
        let report = self.look_ahead(OPINION, place, limits);
        let (game, state) = (&self.game, &place.state);
        let before = Worth::searched(game, state, &report, (report.value, Bound::Exact));
        let worth = |mv: G::Move| {
            let root = report.moves.iter().find(|root| root.mv == mv);
            let lost = Worth::searched(game, state, &report, (-Score::INFINITE, Bound::AtMost));
            root.map_or(lost, |root| Worth::of_move(game, state, &report, root))
        };
        let kept = worth(played);
        Step {
            before,
            kept,
            best: self.keeping(place, before, worth),
            shares: self.shares(state, kept),
        }
    }

    /// The same among several players.
    fn foreseen(&self, place: &Place<'_, G>, played: G::Move, limits: Limits<'_>) -> Step<G::Move> {
        let found = self.outlook(place, limits, &mut |_| ());
        let (before, after) = (found.best().worth, found.of(played));
        Step {
            before,
            kept: after.worth,
            best: self.keeping(place, before, |mv| found.of(mv).worth),
            shares: after.shares(self.half),
        }
    }

    /// The moves that give nothing away.
    fn keeping(
        &self,
        place: &Place<'_, G>,
        before: Worth,
        worth: impl Fn(G::Move) -> Worth,
    ) -> Vec<G::Move> {
        let keeps = |mv: &G::Move| self.grade(&place.state, before, worth(*mv)) == Grade::Best;
        place.moves.iter().copied().filter(keeps).collect()
    }

    /// How good it is for each of two players that the one to move keeps so much.
    fn shares(&self, state: &G::State, kept: Worth) -> Vec<i8> {
        let share = kept.verdict(&self.game, state, self.half).share();
        both(self.game.to_move(state), share)
    }

    fn grade(&self, state: &G::State, before: Worth, kept: Worth) -> Grade {
        let told = |worth: Worth| {
            let verdict = worth.verdict(&self.game, state, self.half);
            (verdict, worth.value(&self.game, state))
        };
        Grade::of(told(before), told(kept))
    }

    fn graded(
        &self,
        place: &Place<'_, G>,
        played: G::Move,
        next: &G::State,
        step: &Step<G::Move>,
        reply: Option<String>,
    ) -> MoveReview {
        let (game, state) = (&self.game, &place.state);
        let told = |worth: Worth| worth.verdict(game, state, self.half);
        let (verdict, after) = (told(step.before), told(step.kept));
        let grade = self.grade(state, step.before, step.kept);
        let mover = game.to_move(state);
        let same = game.to_move(next) == mover;
        let why = step.best.iter().map(|&mv| game.reason(state, mv, verdict));
        let exact = step.before.is_exact() && step.kept.is_exact();
        MoveReview {
            ply: place.line.len() as u32 + 1,
            mv: played.to_string(),
            player: number(mover),
            value: step.before.value(game, state),
            kept: step.kept.value(game, state),
            verdict,
            after,
            best: step.best.iter().map(ToString::to_string).collect(),
            why: why.collect(),
            grade,
            exact,
            depth: match exact {
                true => 0,
                false => step.before.depth.max(step.kept.depth),
            },
            reason: match grade {
                Grade::Best => Some(game.reason(state, played, verdict)),
                _ => game.fault(state, played, verdict, after),
            },
            reply: reply.filter(|_| grade.is_mistake() && !same),
            shares: step.shares.clone(),
        }
    }
}
