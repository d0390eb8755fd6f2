//! Any small game solved by searching it to its end.

use std::sync::{Mutex, PoisonError};

use super::{Solution, SolveObserver, SolveProgress, Solver, SolverOptions};
use crate::eval::NoOpinion;
use crate::game::Game;
use crate::search::{Limits, Strong, Wins, final_score};
use crate::seeded;
use crate::types::Score;

/// The strong search without opinions, deeper and deeper until every line has ended: right for small boards of any game for two
/// who take turns, and of games for points.
///
/// Values: the final margin where points count. Else 0 is a draw, and a win counts the moves that the winner would still have had
/// on a full board, the winning one included: 1 with the last, 2 with the one before. Losses are the same below zero.
pub struct FullSearch<G: Game> {
    game: G,
    /// The search changes its table as it goes; whoever asks next waits.
    search: Mutex<Strong<G, NoOpinion>>,
    bytes: usize,
    threads: usize,
}

/// The table of a board of sixteen cells is not larger.
const USUAL_BYTES: usize = 64 << 20;

impl<G: Game> FullSearch<G> {
    /// A solver of these rules.
    pub fn new(game: G, options: &SolverOptions) -> FullSearch<G> {
        let (bytes, threads) = (options.memory.unwrap_or(USUAL_BYTES), options.threads);
        let search = Mutex::new(empty(&game, bytes, threads));
        FullSearch {
            game,
            search,
            bytes,
            threads,
        }
    }

    /// The ply at which a game that nobody wins ends.
    fn last_ply(&self, position: &G::State) -> u32 {
        self.game.ply(position) + self.game.plies_left(position)
    }

    fn value(&self, position: &G::State, score: Score) -> i32 {
        let Some(end) = score.decided_at() else {
            return score.get();
        };
        let left = (self.last_ply(position) - end) / 2 + 1;
        left as i32 * score.get().signum()
    }
}

fn empty<G: Game>(game: &G, bytes: usize, threads: usize) -> Strong<G, NoOpinion> {
    let mut search = Strong::new(game.clone(), NoOpinion, Wins::Distance, bytes);
    search.threads = threads;
    search
}

impl<G: Game> Solver<G> for FullSearch<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn solve(
        &self,
        position: &G::State,
        limits: Limits<'_>,
        observer: SolveObserver<'_>,
    ) -> Option<Solution> {
        let mover = self.game.to_move(position);
        if let Some(score) = final_score(&self.game, position, mover, Wins::Distance) {
            let value = self.value(position, score);
            return Some(Solution { value, nodes: 0 });
        }
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let deepest = self.game.plies_left(position);
        let report = search.search(position, limits, &mut seeded(0), &mut |report| {
            observer(&SolveProgress {
                nodes: report.nodes,
                bounds: None,
            });
        });
        let ended = report.value.decided_at().is_some() || report.depth >= deepest;
        ended.then(|| Solution {
            value: self.value(position, report.value),
            nodes: report.nodes,
        })
    }

    fn is_hopeful(&self, position: &G::State) -> bool {
        self.game.plies_left(position) <= 16
    }

    fn score(&self, position: &G::State, value: i32) -> Score {
        if self
            .game
            .margin(position, self.game.to_move(position))
            .is_some()
            || value == 0
        {
            return Score::points(value);
        }
        // The winner's last move but so many; whoever is to move makes the next.
        let latest = self.last_ply(position) - 2 * (value.unsigned_abs() - 1);
        let next = self.game.ply(position) + u32::from(value > 0);
        let won = Score::won_at(latest - (latest - next) % 2);
        if value > 0 { won } else { -won }
    }

    fn clear(&mut self) {
        let search = empty(&self.game, self.bytes, self.threads);
        self.search = Mutex::new(search);
    }
}
