//! An agent at work.

use std::time::Instant;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::greedy::{Instinct, any_of};
use super::knowledge::Knowledge;
use super::ladder;
use super::perfect::Perfect;
use super::spec::{AgentSpec, AgentSpecError, Effort, Fixed, ManySearch};
use crate::any::{AnyGame, AnyMove, AnyState, Member};
use crate::eval::{EvalSpec, Evaluated};
use crate::game::MoveList;
use crate::player::{Player, PlayerFailure, Request, Situation};
use crate::search::{
    AlphaBeta, BestReply, Limits, MaxN, Minimax, NoTrace, Order, Recorder, RootWindow,
    SearchReport, Strong, Ties, Wins, deepen,
};
use crate::seeded;
use crate::solve::Solvable;
use crate::with_game;

/// A program that plays one seat of one game.
///
/// ```
/// use poda_engine::{Agent, AnyGame, Game, Request};
///
/// let game: AnyGame = "connect4".parse()?;
/// let (_, state) = game.read_position("112233")?;
/// let mut agent = Agent::new(&"alphabeta:depth=3".parse()?, &game, 1)?;
/// let report = agent.think(&state, Request::default());
/// assert_eq!(report.choice.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Agent(Box<dyn Think>);

/// What was found, and the tree in which it was found.
pub type Traced<M> = (SearchReport<M>, Recorder<M>);

trait Think: Send {
    fn think(&mut self, state: &AnyState, request: Request<'_, AnyMove>) -> SearchReport<AnyMove>;
    fn trace(&mut self, state: &AnyState, most: usize) -> Option<Traced<AnyMove>>;
}

impl Agent {
    /// The agent with this name, for this game. The seed decides everything that is left to chance.
    ///
    /// # Errors
    /// The agent does not play this game.
    pub fn new(spec: &AgentSpec, game: &AnyGame, seed: u64) -> Result<Agent, AgentSpecError> {
        Agent::with_knowledge(spec, game, seed, &Knowledge::default())
    }

    /// The same with knowledge that it shares with other agents; only perfect ones have a use for it.
    ///
    /// # Errors
    /// The agent does not play this game.
    pub fn with_knowledge(
        spec: &AgentSpec,
        game: &AnyGame,
        seed: u64,
        knowledge: &Knowledge,
    ) -> Result<Agent, AgentSpecError> {
        spec.check(game.spec())?;
        with_game!(game, |rules| {
            let brain = Brain::new(spec, rules.clone(), game, seed, knowledge)?;
            Ok(Agent(Box::new(brain)))
        })
    }

    /// Thinks about a position that is not finished.
    ///
    /// # Panics
    /// If the position is finished or of another game.
    pub fn think(
        &mut self,
        state: &AnyState,
        request: Request<'_, AnyMove>,
    ) -> SearchReport<AnyMove> {
        self.0.think(state, request)
    }

    /// Thinks about a position that is not finished and records the tree, at most this many nodes of it; `None` if the agent
    /// does not search by minimax, alpha-beta or the strong search.
    ///
    /// # Panics
    /// If the position is finished or of another game.
    pub fn trace(&mut self, state: &AnyState, most: usize) -> Option<Traced<AnyMove>> {
        self.0.trace(state, most)
    }
}

impl Player for Agent {
    fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        Ok(self.0.think(at.state, request))
    }
}

impl std::fmt::Debug for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Agent")
    }
}

/// The largest table of the strong search: enough for a minute of thought.
const TABLE_BYTES: usize = 64 << 20;

/// As much table as the effort can fill, so that many quick agents do not clear megabytes each.
fn table_bytes(effort: Effort) -> usize {
    const ENTRY: usize = 16;
    effort.nodes.map_or(TABLE_BYTES, |nodes| {
        (nodes as usize).saturating_mul(2 * ENTRY).min(TABLE_BYTES)
    })
}

/// How a brain finds its move.
enum Way<G> {
    Random,
    Greedy,
    Minimax(Minimax),
    AlphaBeta(AlphaBeta),
    Strong(Box<Strong>, Effort),
    Perfect(Perfect<G>),
    Many(ManySearch, Effort, Ties),
}

struct Brain<G: Evaluated> {
    game: G,
    eval: G::Eval,
    way: Way<G>,
    /// Out of a hundred moves, this many are made without thinking.
    slips: u32,
    rng: ChaCha8Rng,
}

impl<G: Instinct + Member + Solvable> Brain<G> {
    fn new(
        spec: &AgentSpec,
        game: G,
        any: &AnyGame,
        seed: u64,
        knowledge: &Knowledge,
    ) -> Result<Brain<G>, AgentSpecError> {
        let mut slips = 0;
        let mut spec = *spec;
        if let AgentSpec::Level(level) = spec {
            let rung = ladder::rung(level, any.spec());
            (slips, spec) = (rung.slips, rung.player);
        }
        let (eval, way) = match spec {
            AgentSpec::Random => (None, Way::Random),
            AgentSpec::Greedy | AgentSpec::Level(_) => (None, Way::Greedy),
            AgentSpec::Minimax(Fixed {
                search: AlphaBeta {
                    depth, wins, ties, ..
                },
                eval,
            }) => (eval, Way::Minimax(Minimax { depth, wins, ties })),
            AgentSpec::AlphaBeta(fixed) => (fixed.eval, Way::AlphaBeta(fixed.search)),
            AgentSpec::Strong {
                effort,
                eval,
                threads,
                ties,
            } => {
                let mut strong = Strong::new(table_bytes(effort));
                (strong.threads, strong.ties) = (usize::from(threads), ties);
                (eval, Way::Strong(Box::new(strong), effort))
            }
            AgentSpec::Perfect { time, threads } => {
                let threads = usize::from(threads);
                let perfect = Perfect::new(any.spec(), time, threads, knowledge.clone());
                (None, Way::Perfect(perfect))
            }
            AgentSpec::Many {
                search,
                effort,
                eval,
                ties,
            } => (eval, Way::Many(search, effort, ties)),
            AgentSpec::Preset { system, depth } => preset(system, depth),
            AgentSpec::S1 { level } => {
                let search = AlphaBeta {
                    order: Order::Natural,
                    ..AlphaBeta::to_depth(2 + u32::from(level))
                };
                (Some(EvalSpec::S1(level)), Way::AlphaBeta(search))
            }
        };
        let eval = game.evaluation(eval.unwrap_or(any.spec().best_eval()))?;
        Ok(Brain {
            game,
            eval,
            way,
            slips,
            rng: seeded(seed),
        })
    }
}

/// How the five systems searched. S2 gave every move of the root the full window and tried the centre first.
fn preset<G>(system: u8, depth: u32) -> (Option<EvalSpec>, Way<G>) {
    let natural = AlphaBeta {
        order: Order::Natural,
        ..AlphaBeta::to_depth(depth)
    };
    let (eval, search) = match system {
        0 => (EvalSpec::S0, natural),
        2 => (
            EvalSpec::S2,
            AlphaBeta {
                order: Order::Centre,
                window: RootWindow::Full,
                ..natural
            },
        ),
        3 => (EvalSpec::S3, natural),
        _ => (EvalSpec::S4, natural),
    };
    (Some(eval), Way::AlphaBeta(search))
}

/// When the effort ends, from now on, or what was asked for, whatever comes first.
fn limits(effort: Effort, asked: Limits<'_>) -> Limits<'_> {
    asked.and(Limits {
        depth: effort.depth,
        nodes: effort.nodes,
        deadline: effort.time.map(|time| Instant::now() + time),
        stop: None,
    })
}

impl<G: Instinct + Member + Solvable> Brain<G> {
    fn search(&mut self, state: &G::State, request: Request<'_, AnyMove>) -> SearchReport<G::Move> {
        let Brain {
            game,
            eval,
            way,
            rng,
            ..
        } = self;
        let Request {
            limits: asked,
            all_moves,
            mut observer,
        } = request;
        let mut tell = |report: &SearchReport<G::Move>| {
            if let Some(observer) = &mut observer {
                observer(&report.clone().map(G::any_move));
            }
        };
        // The depth is the search's own, and a part of a depth is worth nothing.
        let flag = Limits {
            depth: None,
            ..asked
        };
        let window = |window| {
            if all_moves { RootWindow::Full } else { window }
        };
        match way {
            Way::Random => {
                let mut moves = MoveList::new();
                game.moves(state, &mut moves);
                SearchReport::unsearched(any_of(&moves, rng))
            }
            Way::Greedy => SearchReport::unsearched(any_of(&game.instinct(state), rng)),
            Way::Minimax(search) => {
                search
                    .search(game, eval, state, flag, rng)
                    .unwrap_or_else(|_| {
                        let shallow = Minimax {
                            depth: 1,
                            ..*search
                        };
                        shallow
                            .search(game, eval, state, Limits::default(), rng)
                            .expect("nothing limits it")
                    })
            }
            Way::AlphaBeta(search) => {
                let search = AlphaBeta {
                    window: window(search.window),
                    ..*search
                };
                search
                    .search(game, eval, state, flag, rng, &mut NoTrace)
                    .unwrap_or_else(|_| {
                        let shallow = AlphaBeta { depth: 1, ..search };
                        shallow
                            .search(game, eval, state, Limits::default(), rng, &mut NoTrace)
                            .expect("nothing limits it")
                    })
            }
            Way::Strong(strong, effort) => {
                strong.window = window(RootWindow::Narrow);
                strong.search(game, eval, state, limits(*effort, asked), rng, &mut tell)
            }
            Way::Perfect(perfect) => {
                perfect.think(game, eval, state, asked, all_moves, rng, &mut tell)
            }
            Way::Many(search, effort, ties) => {
                let ties = *ties;
                let deepening = |depth, limits| match search {
                    ManySearch::MaxN => MaxN {
                        depth,
                        order: Order::Centre,
                        ties,
                    }
                    .search(game, eval, state, limits, rng),
                    ManySearch::BestReply => BestReply {
                        depth,
                        order: Order::Centre,
                        ties,
                    }
                    .search(game, eval, state, limits, rng),
                    ManySearch::Paranoid => {
                        let window = window(RootWindow::Narrow);
                        let search = AlphaBeta {
                            depth,
                            prune: true,
                            order: Order::Centre,
                            window,
                            wins: Wins::Distance,
                            ties,
                        };
                        search.search(game, eval, state, limits, rng, &mut NoTrace)
                    }
                };
                deepen(
                    limits(*effort, asked),
                    game.plies_left(state),
                    deepening,
                    &mut tell,
                )
            }
        }
    }
}

impl<G: Instinct + Member + Solvable> Think for Brain<G> {
    fn think(&mut self, state: &AnyState, request: Request<'_, AnyMove>) -> SearchReport<AnyMove> {
        let state = G::state(state);
        let slip = self.slips > 0 && self.rng.random_range(0..100) < self.slips;
        if slip {
            let mut moves = MoveList::new();
            self.game.moves(state, &mut moves);
            return SearchReport::unsearched(any_of(&moves, &mut self.rng)).map(G::any_move);
        }
        self.search(state, request).map(G::any_move)
    }

    fn trace(&mut self, state: &AnyState, most: usize) -> Option<Traced<AnyMove>> {
        let (report, recorder) = self.record(G::state(state), most)?;
        Some((report.map(G::any_move), recorder.map(G::any_move)))
    }
}

impl<G: Instinct + Member + Solvable> Brain<G> {
    fn record(&mut self, state: &G::State, most: usize) -> Option<Traced<G::Move>> {
        let Brain {
            game,
            eval,
            way,
            rng,
            ..
        } = self;
        let mut recorder = Recorder::new(most);
        let alphabeta = match way {
            Way::Strong(strong, effort) => {
                let limits = limits(*effort, Limits::default());
                let report = strong.search_traced(
                    game,
                    eval,
                    state,
                    limits,
                    rng,
                    &mut |_| {},
                    &mut recorder,
                );
                return Some((report, recorder));
            }
            Way::AlphaBeta(search) => *search,
            // Without pruning alpha-beta is minimax, node by node.
            Way::Minimax(Minimax { depth, wins, ties }) => AlphaBeta {
                prune: false,
                order: Order::Natural,
                wins: *wins,
                ties: *ties,
                ..AlphaBeta::to_depth(*depth)
            },
            Way::Random | Way::Greedy | Way::Perfect(_) | Way::Many(..) => return None,
        };
        let report = alphabeta.search(game, eval, state, Limits::default(), rng, &mut recorder);
        Some((report.expect("nothing limits it"), recorder))
    }
}
