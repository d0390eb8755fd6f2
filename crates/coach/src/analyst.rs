//! Finds out what every move of a position is worth: what the rules say, then the book, then the solver, then a search.

use poda_engine::solve::{Solver, SolverOptions};
use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, AnyState, Bound, Game, Knowledge, Limits, MoveList,
    PlayerId, Proof, Request, SearchReport, SharedSolver, Solvable, with_game,
};

use crate::analysis::{Analysis, Source};
use crate::findings::Findings;
use crate::games::{self, Coached};
use crate::review::Review;
use crate::several::Outlook;
use crate::worth::Worth;

/// Somebody who can tell what every move of a position is worth, for one game, and reviews whole games. What it finds out about one
/// position it remembers for the next.
///
/// ```
/// use poda_coach::{Analyst, Verdict};
/// use poda_engine::{AnyGame, Game, Knowledge, Limits};
///
/// let game: AnyGame = "connect4".parse()?;
/// let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
/// let analysis = analyst.analyse(&[], Limits::default(), &mut |_| ());
/// assert_eq!(analysis.best, ["4"]);
/// assert_eq!(analysis.verdict, Some(Verdict::Wins { moves: 21 }));
/// assert!(analysis.exact && analysis.moves.iter().all(|mv| mv.exact), "the book knows");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst(Box<dyn Study>);

impl Analyst {
    /// An analyst for a game who works on so many threads and knows what others with the same knowledge have found.
    ///
    /// # Panics
    /// If there are no threads.
    pub fn new(game: &AnyGame, threads: usize, knowledge: &Knowledge) -> Analyst {
        assert!(threads > 0);
        with_game!(game, |rules| {
            let made = GameAnalyst::new(game, rules.clone(), threads, knowledge);
            Analyst(Box::new(made))
        })
    }

    /// What the moves that follow these are worth. `tell` hears of each step; the last one is returned.
    ///
    /// Without limits it goes on until every move has its exact value, or a search can do no more.
    ///
    /// # Panics
    /// If the moves cannot be played.
    pub fn analyse(
        &mut self,
        line: &[AnyMove],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        self.0.analyse(line, limits, tell)
    }

    /// What each of these moves gave away, the last one first. `tell` hears of each; the whole is returned. When the time is over, the
    /// moves that are left are only glanced at; when somebody sets the flag, they are left out.
    ///
    /// # Panics
    /// If the moves cannot be played.
    pub fn review(
        &mut self,
        line: &[AnyMove],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Review),
    ) -> Review {
        self.0.review(line, limits, tell)
    }
}

impl std::fmt::Debug for Analyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Analyst")
    }
}

/// An analyst for one concrete game, about positions of any.
trait Study: Send {
    fn analyse(
        &mut self,
        line: &[AnyMove],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis;

    fn review(
        &mut self,
        line: &[AnyMove],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Review),
    ) -> Review;
}

impl<G: Coached + Solvable> Study for GameAnalyst<G> {
    fn analyse(
        &mut self,
        line: &[AnyMove],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let own = games::own_line(&self.game, line);
        let place = Place::new(self, &own, self.states(line)[line.len()]);
        self.find(&place, limits, tell)
    }

    fn review(
        &mut self,
        line: &[AnyMove],
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Review),
    ) -> Review {
        let own = games::own_line(&self.game, line);
        self.look_back(&own, &self.states(line), limits, tell)
    }
}

/// The table of the solver: the book knows what would fill a larger one, and a server has two analysts that wait.
const SOLVER_BYTES: usize = 64 << 20;

/// How many nodes the solver may take before a search is asked for an opinion: a tenth of a second.
const FIRST_TRY: u64 = 3_000_000;
/// How many nodes the first opinion may take.
const FIRST_OPINION: u64 = 200_000;
/// What is left of the time after that is the solver's but for this part, in hundredths.
const SOLVERS_SHARE: u32 = 70;
/// How many nodes may be spent on one move to find that it is decided at once, when the position is not solved.
const AT_A_GLANCE: u64 = 20_000;
/// Where nothing else ends it, a search ends after so many nodes.
const SEARCH_NODES: u64 = 20_000_000;

pub(crate) struct GameAnalyst<G: Coached> {
    any: AnyGame,
    pub(crate) game: G,
    solver: Option<SharedSolver<G>>,
    /// Whose opinion is asked, with a table that lasts; made when it is first needed.
    searcher: Option<Agent>,
    threads: usize,
    pub(crate) eval: G::Eval,
    /// How many points make an opinion of one half.
    pub(crate) half: i32,
}

/// A position that is looked at.
pub(crate) struct Place<'a, G: Game> {
    pub(crate) line: &'a [G::Move],
    pub(crate) any: AnyState,
    pub(crate) state: G::State,
    /// The legal moves, in natural order.
    pub(crate) moves: MoveList<G::Move>,
}

impl<'a, G: Coached> Place<'a, G> {
    pub(crate) fn new(
        analyst: &GameAnalyst<G>,
        line: &'a [G::Move],
        any: AnyState,
    ) -> Place<'a, G> {
        let (mut moves, state) = (MoveList::new(), *G::state(&any));
        analyst.game.moves(&state, &mut moves);
        Place {
            line,
            any,
            state,
            moves,
        }
    }
}

impl<G: Coached + Solvable> GameAnalyst<G> {
    fn new(any: &AnyGame, game: G, threads: usize, knowledge: &Knowledge) -> GameAnalyst<G> {
        let options = SolverOptions {
            memory: Some(SOLVER_BYTES),
            threads,
            ..SolverOptions::default()
        };
        let best = game.best_evaluation();
        GameAnalyst {
            solver: knowledge.solver_of(any, options),
            searcher: None,
            threads,
            eval: game
                .evaluation(best)
                .expect("a game has its best evaluation"),
            half: G::half(best.name()),
            any: any.clone(),
            game,
        }
    }

    /// The positions of a game, the start included.
    fn states(&self, line: &[AnyMove]) -> Vec<AnyState> {
        let mut states = vec![self.any.start()];
        for &mv in line {
            let next = self.any.play(&states[states.len() - 1], mv);
            states.push(next.expect("the moves were checked"));
        }
        states
    }

    fn find(
        &mut self,
        place: &Place<'_, G>,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if let Some(worth) = Worth::finished(&self.game, &place.state) {
            return self.over(place, worth);
        }
        if self.game.players() > 2 {
            let mut each = |found: &Outlook<G::Move>| {
                tell(&self.told(place, &self.expected(place, found), false));
            };
            let found = self.outlook(place, limits, &mut each);
            return self.told(place, &self.expected(place, &found), true);
        }
        match self.solver_for(&place.state) {
            Some(solver) => self.prove(place, &**solver, limits, tell),
            None => {
                let report = self.opinion(place, limits, &[], tell);
                self.told(place, &self.searched(place, &report, &[]), true)
            }
        }
    }

    /// Whoever can say exactly what this position is worth, if it can be hoped for.
    pub(crate) fn solver_for(&self, state: &G::State) -> Option<SharedSolver<G>> {
        let solver = self.solver.as_ref()?;
        let hope = solver.is_hopeful(state) || self.game.book_value(state).is_some();
        hope.then(|| solver.clone())
    }

    /// A game that has ended.
    fn over(&self, place: &Place<'_, G>, worth: Worth) -> Analysis {
        let winner = self.game.outcome(&place.state).and_then(|end| end.winner());
        let players = PlayerId::all(self.game.players());
        let share = |player| match winner {
            None => 0,
            Some(winner) if winner == player => 100,
            Some(_) => -100,
        };
        let findings = Findings {
            position: Some(worth),
            moves: Vec::new(),
            line: Vec::new(),
            shares: Some(players.map(share).collect()),
            source: Source::Rules,
            nodes: 0,
        };
        self.told(place, &findings, true)
    }

    /// Book and solver first; a search stands in where they are not done in time.
    fn prove(
        &mut self,
        place: &Place<'_, G>,
        solver: &dyn Solver<G>,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let mut moves = place.moves.clone();
        moves.sort_by_key(|&mv| std::cmp::Reverse(self.game.centrality(mv)));
        let mut proof = Proof::new(solver, &place.state, moves);
        let first = limits.and(Limits {
            nodes: Some(FIRST_TRY),
            ..Limits::default()
        });
        proof.solve(None, first);
        if proof.solution().is_none() {
            let first = Limits {
                nodes: Some(FIRST_OPINION),
                ..Limits::default()
            };
            match proof.value {
                // The book knows what it is worth, and nobody contradicts it.
                Some(_) => {
                    tell(&self.told(place, &self.proved(place, solver, &proof, false), false))
                }
                None => {
                    let report = self.opinion(place, limits.and(first), &[], tell);
                    proof.prefer(report.choice);
                }
            }
            let share = if proof.value.is_some() {
                100
            } else {
                SOLVERS_SHARE
            };
            proof.solve(None, limits.part(share));
        }
        if proof.solution().is_some() {
            proof.complete(true, limits, &mut |proof| {
                tell(&self.told(place, &self.proved(place, solver, proof, false), false));
            });
        }
        if proof.value.is_some() {
            return self.told(place, &self.proved(place, solver, &proof, true), true);
        }
        // What is decided at once is exact all the same.
        for &mv in &place.moves {
            let glance = limits.and(Limits {
                nodes: Some(proof.nodes + AT_A_GLANCE),
                ..Limits::default()
            });
            if let Some(value) = proof.value_of(mv, glance) {
                proof.valued.push((mv, value));
            }
        }
        let valued = self.valued(place, solver, &proof);
        let report = self.opinion(place, limits.after(proof.nodes), &valued, tell);
        let mut findings = self.searched(place, &report, &valued);
        findings.nodes += proof.nodes;
        self.told(place, &findings, true)
    }

    /// What a solver has found of single moves.
    fn valued(
        &self,
        place: &Place<'_, G>,
        solver: &dyn Solver<G>,
        proof: &Proof<'_, G>,
    ) -> Vec<(G::Move, Worth)> {
        let valued = proof.valued.iter();
        valued
            .map(|&(mv, value)| (mv, Worth::exact(solver.score(&place.state, value))))
            .collect()
    }

    /// What a solver has found of a position whose value it knows. At the end, moves without a value are worth no more than that.
    fn proved(
        &self,
        place: &Place<'_, G>,
        solver: &dyn Solver<G>,
        proof: &Proof<'_, G>,
        end: bool,
    ) -> Findings<G::Move> {
        let score = proof.value.map(|value| solver.score(&place.state, value));
        let valued = self.valued(place, solver, proof);
        let worth = |mv: &G::Move| {
            let found = valued.iter().find(|(other, _)| other == mv);
            let bound = score.filter(|_| end).map(Worth::at_most);
            found.map(|&(_, worth)| worth).or(bound)
        };
        let choice = proof.solution().map(|(_, choice)| choice);
        Findings {
            position: score.map(Worth::exact),
            moves: place.moves.iter().map(worth).collect(),
            line: match proof.line.is_empty() {
                true => choice.into_iter().collect(),
                false => proof.line.clone(),
            },
            shares: None,
            source: match self.game.book_value(&place.state) {
                Some(_) => Source::Book,
                None => Source::Solver,
            },
            nodes: proof.nodes,
        }
    }

    /// What a search has found; what a solver knows goes first.
    fn searched(
        &self,
        place: &Place<'_, G>,
        report: &SearchReport<G::Move>,
        valued: &[(G::Move, Worth)],
    ) -> Findings<G::Move> {
        let (game, state) = (&self.game, &place.state);
        let worth = |&mv: &G::Move| {
            let known = valued.iter().find(|(other, _)| *other == mv);
            let root = report.moves.iter().find(|root| root.mv == mv);
            let opinion = root.map(|root| Worth::of_move(game, state, report, root));
            known.map(|&(_, worth)| worth).or(opinion)
        };
        let moves: Vec<Option<Worth>> = place.moves.iter().map(worth).collect();
        let known = moves.iter().flatten().copied();
        let best = known
            .filter(|worth| worth.bound != Bound::AtMost)
            .max_by_key(|worth| (worth.score, worth.proved));
        // The best is exact if it is, and nothing else can be better.
        let all = moves
            .iter()
            .all(|worth| worth.is_some_and(|worth| worth.is_exact()));
        let quickest = best.is_some_and(|best| {
            best.score.decided_at() == Some(game.ply(state) + 1)
                || (valued.is_empty() && best.is_exact())
        });
        let position = best.map(|best| Worth {
            proved: best.proved && (all || quickest),
            depth: report.depth,
            ..best
        });
        let kept = |mv: &G::Move| {
            let at = place.moves.iter().position(|other| other == mv);
            at.and_then(|at| moves[at]).map(|worth| worth.score) == best.map(|best| best.score)
        };
        let line = match report.line.first() {
            Some(first) if kept(first) => report.line.clone(),
            _ => place.moves.iter().copied().filter(kept).take(1).collect(),
        };
        Findings {
            position,
            moves,
            line,
            shares: None,
            source: Source::Search,
            nodes: report.nodes,
        }
    }

    /// What several players are to expect.
    fn expected(&self, place: &Place<'_, G>, found: &Outlook<G::Move>) -> Findings<G::Move> {
        let best = found.best();
        let moves = place.moves.iter();
        Findings {
            position: Some(best.worth),
            moves: moves.map(|&mv| Some(found.of(mv).worth)).collect(),
            line: found.line.clone(),
            shares: Some(best.shares(self.half)),
            source: Source::Search,
            nodes: found.nodes,
        }
    }

    /// What a search makes of every move, deeper and deeper. `tell` hears of each depth, together with what is proved.
    fn opinion(
        &mut self,
        place: &Place<'_, G>,
        limits: Limits<'_>,
        valued: &[(G::Move, Worth)],
        tell: &mut dyn FnMut(&Analysis),
    ) -> SearchReport<G::Move> {
        let limits = match limits.nodes.is_none() && limits.deadline.is_none() {
            true => limits.and(Limits {
                nodes: Some(SEARCH_NODES),
                ..Limits::default()
            }),
            false => limits,
        };
        // It ends by the limits that it is given.
        let name = format!("strong:time=3600s,threads={},ties=first", self.threads);
        let warm = self.searcher.take();
        let mut searcher = warm.unwrap_or_else(|| self.searcher(&name));
        let mut each = |report: &SearchReport<AnyMove>| {
            let report = report.clone().map(G::own_move);
            tell(&self.told(place, &self.searched(place, &report, valued), false));
        };
        let request = Request {
            limits,
            all_moves: true,
            observer: Some(&mut each),
        };
        let report = searcher.think(&place.any, request);
        self.searcher = Some(searcher);
        report.map(G::own_move)
    }

    /// What somebody makes of every move who has looked at nothing before: always the same, unless a limit comes first.
    pub(crate) fn look_ahead(
        &self,
        searcher: &str,
        place: &Place<'_, G>,
        limits: Limits<'_>,
    ) -> SearchReport<G::Move> {
        let request = Request {
            limits,
            all_moves: true,
            observer: None,
        };
        let report = self.searcher(searcher).think(&place.any, request);
        report.map(G::own_move)
    }

    /// Somebody to be asked for an opinion.
    fn searcher(&self, name: &str) -> Agent {
        let spec: AgentSpec = name.parse().expect("an agent's name");
        Agent::new(&spec, &self.any, 1).expect("it plays every game")
    }
}
