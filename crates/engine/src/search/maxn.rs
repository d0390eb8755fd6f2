//! max^n: every player looks after themselves.

use rand_chacha::ChaCha8Rng;

use super::limits::Budget;
use super::report::{Bound, RootMove, SearchReport};
use super::scores::{ScoreTable, Seen};
use super::trace::{Halt, NoTrace, Tracer};
use super::{Limits, Order, Stop, Stopped, Ties, Wins, final_score, opinion, root_moves};
use crate::eval::Evaluator;
use crate::game::{Game, MoveList};
use crate::types::{PlayerId, Score};

/// max^n to a fixed depth: a position is worth a vector, one score for each player, and whoever moves takes the child that is
/// best for themselves.
///
/// **Ties.** Of two children that are equal for the mover, the one with the smaller sum for the others is taken, then the first
/// in the order of the search. The rule matters, as players do not know how others break their ties; this one is fixed.
///
/// **Pruning.** Deep pruning is unsound in max^n: a value far up the tree says nothing about what a player in between will
/// choose. The only cut here needs no bound: a player who can win with the next move cannot do better.
///
/// **The table**, if there is one, is of whole values: it cuts nothing off that another line has not searched to the same depth, and what is
/// found is what would be found without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaxN {
    /// How many plies to look ahead.
    pub depth: u32,
    /// Which children come first.
    pub order: Order,
    /// What becomes of equally good moves of the root.
    pub ties: Ties,
}

/// One score for each player.
pub(super) type Scores = [Score; PlayerId::MOST];

impl MaxN {
    /// Searches a position that is not finished and tells the tracer about every node.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn search<G: Game>(
        &self,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        tracer: &mut impl Tracer<G>,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        self.search_with(None, game, eval, state, limits, rng, tracer)
    }

    /// The same with a table, which may be used again for every search of this game with this evaluation and order.
    ///
    /// # Errors
    /// A limit was reached first.
    #[allow(clippy::too_many_arguments, reason = "the signature of every search")]
    pub fn search_with<G: Game>(
        &self,
        table: Option<&mut ScoreTable>,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
        rng: &mut ChaCha8Rng,
        tracer: &mut impl Tracer<G>,
    ) -> Result<SearchReport<G::Move>, Stopped> {
        let mut run = self.run(table, game, eval, state, limits, tracer);
        let moves = root_moves(game, state, self.order, self.ties, rng);
        let report = run.root(state, self.depth.max(1), &moves);
        report.map_err(|Stop| Stopped {
            nodes: run.budget.nodes,
            leaves: run.leaves,
            cutoffs: run.cutoffs,
        })
    }

    /// What a position is worth to each player, in order of play; a finished game, too.
    ///
    /// # Errors
    /// A limit was reached first.
    pub fn scores<G: Game>(
        &self,
        game: &G,
        eval: &impl Evaluator<G>,
        state: &G::State,
        limits: Limits<'_>,
    ) -> Result<Vec<Score>, Stop> {
        let mut tracer = NoTrace;
        let mut run = self.run(None, game, eval, state, limits, &mut tracer);
        let seen = run.scores(state, None, self.depth)?;
        Ok(seen.scores[..game.players()].to_vec())
    }

    fn run<'a, G: Game, E, T>(
        &self,
        table: Option<&'a mut ScoreTable>,
        game: &'a G,
        eval: &'a E,
        state: &G::State,
        limits: Limits<'a>,
        tracer: &'a mut T,
    ) -> Run<'a, G, E, T> {
        Run {
            game,
            eval,
            player: game.to_move(state),
            order: self.order,
            budget: Budget::new(limits),
            leaves: 0,
            cutoffs: 0,
            table,
            table_hits: 0,
            tracer,
        }
    }
}

struct Run<'a, G, E, T> {
    game: &'a G,
    eval: &'a E,
    /// Who thinks.
    player: PlayerId,
    order: Order,
    budget: Budget<'a>,
    leaves: u64,
    cutoffs: u64,
    table: Option<&'a mut ScoreTable>,
    table_hits: u64,
    tracer: &'a mut T,
}

impl<G: Game, E: Evaluator<G>, T: Tracer<G>> Run<'_, G, E, T> {
    /// Compares the root's moves.
    fn root(
        &mut self,
        state: &G::State,
        depth: u32,
        root: &[G::Move],
    ) -> Result<SearchReport<G::Move>, Stop> {
        self.enter(state, None)?;
        let mover = self.player;
        let mut moves = Vec::new();
        let mut best: Option<(Scores, G::Move)> = None;
        for &mv in root {
            let next = self.game.play_unchecked(state, mv);
            let scores = self.scores(&next, Some(mv), depth - 1)?.scores;
            moves.push(RootMove {
                mv,
                value: scores[mover.index()],
                bound: Bound::Exact,
            });
            if best.is_none_or(|(best, _)| self.prefers(mover, &scores, &best)) {
                best = Some((scores, mv));
            }
        }
        let (scores, choice) = best.expect("an unfinished game has a move");
        self.leave(state, &scores, Halt::Searched, &[]);
        Ok(SearchReport {
            value: scores[mover.index()],
            choice,
            best: SearchReport::best_of(&moves),
            moves,
            line: vec![choice],
            depth,
            nodes: self.budget.nodes,
            leaves: self.leaves,
            cutoffs: self.cutoffs,
            table_hits: self.table_hits,
            solved: false,
        })
    }

    /// What the position is worth to each player; `by` is the move that led to it.
    fn scores(&mut self, state: &G::State, by: Option<G::Move>, depth: u32) -> Result<Seen, Stop> {
        self.enter(state, by)?;
        let over = self.game.outcome(state).is_some();
        if over || depth == 0 {
            self.leaves += 1;
            let scores = self.at_once(state);
            let halt = if over { Halt::End } else { Halt::Leaf };
            self.leave(state, &scores, halt, &[]);
            return Ok(Seen {
                scores,
                depth: 0,
                to_the_end: over,
            });
        }
        let place = self.table.as_ref().map(|_| self.game.hash(state));
        if let (Some(table), Some(place)) = (&self.table, place)
            && let Some(seen) = table.get(place, depth)
        {
            self.table_hits += 1;
            self.leave(state, &seen.scores, Halt::Table, &[]);
            return Ok(seen);
        }
        let seen = self.children(state, depth)?;
        if let (Some(table), Some(place)) = (&mut self.table, place) {
            table.put(place, seen);
        }
        Ok(seen)
    }

    /// What the best of a position's children is worth.
    fn children(&mut self, state: &G::State, depth: u32) -> Result<Seen, Stop> {
        let mover = self.game.to_move(state);
        // The best there can be: a win with the very next move.
        let most = Score::won_at(self.game.ply(state) + 1);
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        self.order.sort(self.game, state, &mut moves);
        let mut best: Option<Scores> = None;
        let mut to_the_end = true;
        let (mut halt, mut rest) = (Halt::Searched, &moves[..]);
        while let Some((&mv, others)) = rest.split_first() {
            rest = others;
            let next = self.game.play_unchecked(state, mv);
            let seen = self.scores(&next, Some(mv), depth - 1)?;
            to_the_end &= seen.to_the_end;
            if best.is_none_or(|best| self.prefers(mover, &seen.scores, &best)) {
                best = Some(seen.scores);
                if seen.scores[mover.index()] == most {
                    self.cutoffs += u64::from(!rest.is_empty());
                    (halt, to_the_end) = (Halt::Cutoff, true);
                    break;
                }
            }
        }
        let scores = best.expect("an unfinished game has a move");
        self.leave(state, &scores, halt, rest);
        Ok(Seen {
            scores,
            depth,
            to_the_end,
        })
    }

    /// What a position is worth to each player where nobody looks any further.
    fn at_once(&self, state: &G::State) -> Scores {
        let mut scores = Scores::default();
        for player in PlayerId::all(self.game.players()) {
            let over = final_score(self.game, state, player, Wins::Distance);
            scores[player.index()] =
                over.unwrap_or_else(|| opinion(self.game, self.eval, state, player));
        }
        scores
    }

    fn enter(&mut self, state: &G::State, by: Option<G::Move>) -> Result<(), Stop> {
        self.budget.spend()?;
        let ours = self.game.to_move(state) == self.player;
        self.tracer
            .enter(state, by, ours, -Score::INFINITE, Score::INFINITE);
        Ok(())
    }

    /// Tells the tracer what a node is worth, to the player who thinks and to all.
    fn leave(&mut self, state: &G::State, scores: &Scores, halt: Halt, skipped: &[G::Move]) {
        let value = scores[self.player.index()];
        let ours = self.game.to_move(state) == self.player;
        self.tracer.scores(&scores[..self.game.players()]);
        let value = if ours { value } else { -value };
        self.tracer.leave(value, halt, skipped.iter().copied());
    }

    /// Whether `mover` would rather have `these` than `those`: the tie rule of [`MaxN`].
    fn prefers(&self, mover: PlayerId, these: &Scores, those: &Scores) -> bool {
        let own = mover.index();
        let others = |scores: &Scores| -> i64 {
            let others = PlayerId::all(self.game.players()).filter(|&player| player != mover);
            others
                .map(|player| i64::from(scores[player.index()].get()))
                .sum()
        };
        match these[own].cmp(&those[own]) {
            std::cmp::Ordering::Equal => others(these) < others(those),
            order => order == std::cmp::Ordering::Greater,
        }
    }
}
