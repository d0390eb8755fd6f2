//! What an exact solver proves about a position and its moves, within limits.

use crate::game::{Game, MoveList};
use crate::search::{Limits, Order};
use crate::solve::{SolveObserver, SolveProgress, Solver};

/// How many nodes a question may take for which there is no time.
const AFTERTHOUGHT: u64 = 2_000;

/// What is proved so far of one position. Values are in the solver's unit, for the player to move.
///
/// ```
/// use poda_engine::solve::{Solvable, SolverOptions};
/// use poda_engine::tictactoe::{TicTacToe, TicTacToeSpec};
/// use poda_engine::{Game, Limits, MoveList, Proof};
///
/// let game = TicTacToe::new(TicTacToeSpec::new(3, 3)?);
/// let solver = game.solver(&SolverOptions::default())?;
/// let (_, state) = game.read_position("a1 b2 c3")?;
/// let mut moves = MoveList::new();
/// game.moves(&state, &mut moves);
/// let mut proof = Proof::new(&*solver, &state, moves);
/// proof.solve(None, Limits::default());
/// proof.complete(true, Limits::default(), &mut |_| ());
/// assert_eq!(proof.value, Some(0), "a draw, if the next mark is on a side");
/// assert_eq!(proof.valued.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Proof<'a, G: Game> {
    solver: &'a dyn Solver<G>,
    state: &'a G::State,
    /// The legal moves. Of equal ones the first is chosen, where it costs nothing.
    moves: MoveList<G::Move>,
    /// What the position is worth, if that is known.
    pub value: Option<i32>,
    /// A move that is worth that much; without a value, a move and what it is worth at least.
    pub choice: Option<(G::Move, i32)>,
    /// What is known of single moves.
    pub valued: Vec<(G::Move, i32)>,
    /// How the game goes on after the choice, as far as there was time.
    pub line: Vec<G::Move>,
    /// Positions visited.
    pub nodes: u64,
}

impl<'a, G: Game> Proof<'a, G> {
    /// Nothing yet.
    pub fn new(
        solver: &'a dyn Solver<G>,
        state: &'a G::State,
        moves: MoveList<G::Move>,
    ) -> Proof<'a, G> {
        Proof {
            solver,
            state,
            moves,
            value: None,
            choice: None,
            valued: Vec::new(),
            line: Vec::new(),
            nodes: 0,
        }
    }

    /// The value and a move that has it.
    pub fn solution(&self) -> Option<(i32, G::Move)> {
        let value = self.value?;
        let (choice, least) = self.choice?;
        (least == value).then_some((value, choice))
    }

    /// Tries this move before the others.
    pub fn prefer(&mut self, mv: G::Move) {
        self.moves.sort_by_key(|&other| other != mv);
    }

    /// Goes on from what is known to the value, and to a move that keeps it. If there is no time for that, at least a move that
    /// keeps what is sure.
    pub fn solve(&mut self, guess: Option<i32>, limits: Limits<'_>) {
        let (state, mut clear, mut sure) = (self.state, None, None);
        if self.value.is_none() {
            self.value = self.ask(limits, |solver, limits, observer| {
                let mut tell = |progress: &SolveProgress| {
                    if let Some((lower, _)) = progress.bounds {
                        let known = *clear.get_or_insert(lower);
                        sure = (lower > known).then_some(lower);
                    }
                    observer(progress);
                };
                let solution = match guess {
                    Some(guess) => solver.solve_near(state, guess, limits, &mut tell),
                    None => solver.solve(state, limits, &mut tell),
                }?;
                Some((solution.value, solution.nodes))
            });
        }
        let Some(value) = self.value.or(sure) else {
            return;
        };
        // If there was no time for the value, there is none for this, but mostly the table has the answer.
        let limits = match self.value {
            Some(_) => limits,
            None => Limits {
                nodes: Some(self.nodes + AFTERTHOUGHT),
                ..Limits::default()
            },
        };
        if self.choice.is_none_or(|(_, least)| least < value) {
            let found = self.keeping(state, value, &self.moves.clone(), limits);
            self.choice = found.map(|mv| (mv, value)).or(self.choice);
        }
    }

    /// Once there is a solution: how the game goes on, and what the other moves are worth, which comes first if it was asked
    /// for. `tell` hears of each value.
    pub fn complete(
        &mut self,
        values_first: bool,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Proof<'_, G>),
    ) {
        let Some((value, choice)) = self.solution() else {
            return;
        };
        self.valued.retain(|&(mv, _)| mv != choice);
        self.valued.insert(0, (choice, value));
        tell(self);
        if values_first {
            self.value_others(limits, tell);
        }
        self.follow(value, choice, limits);
        self.value_others(limits, tell);
    }

    /// Whether a move is known to be worth at least this much; no, if that cannot be shown in time.
    pub fn keeps(&mut self, mv: G::Move, least: i32, limits: Limits<'_>) -> bool {
        self.keeping(self.state, least, &[mv], limits) == Some(mv)
    }

    /// Asks one question and counts what it cost; `None` if a limit was reached first. The limits are of the whole proof.
    fn ask<T>(
        &mut self,
        limits: Limits<'_>,
        question: impl FnOnce(&dyn Solver<G>, Limits<'_>, SolveObserver<'_>) -> Option<(T, u64)>,
    ) -> Option<T> {
        let mut seen = 0;
        let mut look = |progress: &SolveProgress| seen = progress.nodes;
        let answer = question(self.solver, limits.after(self.nodes), &mut look);
        self.nodes += answer.as_ref().map_or(seen, |&(_, nodes)| nodes);
        answer.map(|(answer, _)| answer)
    }

    /// One of some moves after which this value can still be reached.
    fn keeping(
        &mut self,
        state: &G::State,
        value: i32,
        moves: &[G::Move],
        limits: Limits<'_>,
    ) -> Option<G::Move> {
        self.ask(limits, |solver, limits, observer| {
            solver.keeping(state, value, moves, limits, observer)
        })?
    }

    /// What a move is worth to whoever makes it; `None` if a limit was reached first.
    pub fn value_of(&mut self, mv: G::Move, limits: Limits<'_>) -> Option<i32> {
        let game = self.solver.game();
        let next = game.play_unchecked(self.state, mv);
        let value = self.ask(limits, |solver, limits, observer| {
            let solution = solver.solve(&next, limits, observer)?;
            Some((solution.value, solution.nodes))
        })?;
        let same = game.to_move(&next) == game.to_move(self.state);
        Some(if same { value } else { -value })
    }

    /// Values the moves that have no value yet, until a limit is reached. `tell` hears of each.
    pub fn value_others(&mut self, limits: Limits<'_>, tell: &mut dyn FnMut(&Proof<'_, G>)) {
        for mv in self.moves.clone() {
            if self.valued.iter().any(|&(other, _)| other == mv) {
                continue;
            }
            if limits.is_over() {
                return;
            }
            let Some(value) = self.value_of(mv, limits) else {
                return;
            };
            self.valued.push((mv, value));
            tell(self);
        }
    }

    /// How the game goes on after the choice, up to its end.
    fn follow(&mut self, value: i32, choice: G::Move, limits: Limits<'_>) {
        let game = self.solver.game();
        let player = game.to_move(self.state);
        let (mut state, mut mv) = (*self.state, choice);
        loop {
            self.line.push(mv);
            state = game.play_unchecked(&state, mv);
            if game.outcome(&state).is_some() || limits.is_over() {
                return;
            }
            let value = if game.to_move(&state) == player {
                value
            } else {
                -value
            };
            let mut moves = MoveList::new();
            game.moves(&state, &mut moves);
            Order::Centre.sort(game, &state, &mut moves);
            match self.keeping(&state, value, &moves, limits) {
                Some(next) => mv = next,
                None => return,
            }
        }
    }
}
