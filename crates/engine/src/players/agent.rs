//! An agent at work.

use std::time::Instant;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::any_of;
use super::knowledge::Knowledge;
use super::multi_player::MultiPlayer;
use super::perfect::Perfect;
use super::resolve::{Method, ResolvedPlayer, Slip};
use super::spec::{AgentSpec, AgentSpecError, Effort, MultiPlayerSearch};
use crate::eval::Evaluator;
use crate::game::MoveList;
use crate::games::{AnyGame, AnyMove, AnyState, Concrete};
use crate::playable::Playable;
use crate::player::{Observer, Player, PlayerFailure, Request, Situation};
use crate::search::{
    AlphaBeta, Limits, Minimax, NoTrace, Order, Printed, Recorder, RootWindow, ScoreTable,
    SearchReport, Stopped, Strong, Ties, Wins, deepen,
};
use crate::seeded;
use crate::solve::Solvable;

/// A program that plays one seat of one game, by name.
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

/// Why there is no tree to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoTree {
    /// The agent does not look ahead, or not in one tree.
    #[error(
        "this agent has no tree to show: use minimax, alphabeta, strong, paranoid, maxn, brs, printed, a preset s0 to s4, or a level that searches"
    )]
    NotSearched,
    /// A limit was reached before there was one.
    #[error("the search was stopped after {} positions", .0.nodes)]
    Stopped(Stopped),
}

/// An agent for one concrete game, about positions of any.
trait Think: Send {
    fn think(&mut self, state: &AnyState, request: Request<'_, AnyMove>) -> SearchReport<AnyMove>;
    fn trace(
        &mut self,
        state: &AnyState,
        most: usize,
        limits: Limits<'_>,
    ) -> Result<Traced<AnyMove>, NoTree>;
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
        with_game!(game, |rules| {
            let resolved = spec.resolve_for(rules)?;
            let eval = rules.evaluation(resolved.eval)?;
            let agent = GameAgent::made(rules.clone(), eval, resolved, seed, knowledge);
            Ok(Agent(Box::new(agent)))
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

    /// Thinks about a position that is not finished and records the tree, at most this many nodes of it. Of a search that deepens it is the
    /// tree of the last depth that was finished within the limits.
    ///
    /// # Errors
    /// The agent has no tree, or a limit was reached before there was one.
    ///
    /// # Panics
    /// If the position is finished or of another game.
    pub fn trace(
        &mut self,
        state: &AnyState,
        most: usize,
        limits: Limits<'_>,
    ) -> Result<Traced<AnyMove>, NoTree> {
        self.0.trace(state, most, limits)
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

/// An agent for one concrete game, which may be one of your own, with one evaluation, which may be, too.
///
/// ```
/// use poda_engine::connect4::{Connect4, Connect4Spec, Position};
/// use poda_engine::{Evaluator, Game, GameAgent, Player, PlayerId, Request, Situation};
///
/// /// Likes the left.
/// #[derive(Clone)]
/// struct Leftist;
///
/// impl Evaluator<Connect4<u64, 2>> for Leftist {
///     fn evaluate(&self, game: &Connect4<u64, 2>, at: &Position<u64, 2>, player: PlayerId) -> i32 {
///         (at.of(player) & game.column(0)).count_ones() as i32
///     }
/// }
///
/// let game: Connect4<u64, 2> = Connect4::new(Connect4Spec::new(6, 7)?);
/// let mut agent = GameAgent::with_evaluation(&"alphabeta:depth=1".parse()?, game.clone(), Leftist, 1)?;
/// let (line, state) = game.read_position("4")?;
/// let report = agent.think(&Situation { game: &game, line: &line, state: &state }, Request::default())?;
/// assert_eq!(report.choice.to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameAgent<G: Playable, E = <G as Playable>::Eval> {
    game: G,
    eval: E,
    search: Search<G, E>,
    effort: Effort,
    /// Out of a hundred moves, this many are made without thinking.
    slips: u32,
    slip: Slip,
    rng: ChaCha8Rng,
}

/// How it looks for its move, with what lasts from move to move.
enum Search<G: Playable, E> {
    Random,
    Greedy,
    Minimax(Minimax),
    AlphaBeta(AlphaBeta),
    Printed(Printed),
    Strong(Box<Strong<G, E>>),
    Perfect(Perfect<G>),
    MultiPlayer(MultiPlayerSearch, Ties, Option<ScoreTable>),
}

/// The largest table of the strong search: enough for a minute of thought.
const TABLE_BYTES: usize = 64 << 20;

/// As much table as the effort can fill, so that many quick agents do not clear megabytes each.
pub(super) fn table_bytes(effort: Effort) -> usize {
    const ENTRY: usize = 16;
    effort.nodes.map_or(TABLE_BYTES, |nodes| {
        (nodes as usize).saturating_mul(2 * ENTRY).min(TABLE_BYTES)
    })
}

impl<G: Playable + Solvable> GameAgent<G> {
    /// The agent with this name. The seed decides everything that is left to chance.
    ///
    /// # Errors
    /// The agent does not play this game.
    pub fn new(spec: &AgentSpec, game: G, seed: u64) -> Result<GameAgent<G>, AgentSpecError> {
        let resolved = spec.resolve_for(&game)?;
        let eval = game.evaluation(resolved.eval)?;
        let knowledge = Knowledge::default();
        Ok(GameAgent::made(game, eval, resolved, seed, &knowledge))
    }
}

impl<G: Playable + Solvable, E: Evaluator<G> + Clone> GameAgent<G, E> {
    /// The agent with this name, who thinks of positions what `eval` does.
    ///
    /// # Errors
    /// The agent does not play this game.
    pub fn with_evaluation(
        spec: &AgentSpec,
        game: G,
        eval: E,
        seed: u64,
    ) -> Result<GameAgent<G, E>, AgentSpecError> {
        let resolved = spec.resolve_for(&game)?;
        let knowledge = Knowledge::default();
        Ok(GameAgent::made(game, eval, resolved, seed, &knowledge))
    }

    fn made(
        game: G,
        eval: E,
        resolved: ResolvedPlayer,
        seed: u64,
        knowledge: &Knowledge,
    ) -> GameAgent<G, E> {
        let effort = resolved.effort;
        let search = match resolved.method {
            Method::Random => Search::Random,
            Method::Greedy => Search::Greedy,
            Method::Minimax(search) => Search::Minimax(search),
            Method::AlphaBeta(search) => Search::AlphaBeta(search),
            Method::Printed(search) => Search::Printed(search),
            Method::Strong { threads, ties } => {
                let (game, eval, bytes) = (game.clone(), eval.clone(), table_bytes(effort));
                let mut strong = Strong::new(game, eval, Wins::Distance, bytes);
                (strong.threads, strong.ties) = (threads, ties);
                Search::Strong(Box::new(strong))
            }
            Method::Perfect { threads } => {
                let time = effort.time.unwrap_or_default();
                Search::Perfect(Perfect::new(&game, time, threads, knowledge.clone()))
            }
            Method::MultiPlayer(search, ties) => {
                let has_table = search == MultiPlayerSearch::MaxN { table: true };
                let table = || ScoreTable::new(table_bytes(effort));
                Search::MultiPlayer(search, ties, has_table.then(table))
            }
        };
        GameAgent {
            game,
            eval,
            search,
            effort,
            slips: resolved.slips,
            slip: resolved.slip,
            rng: seeded(seed),
        }
    }

    /// Thinks about a position that is not finished.
    fn find(&mut self, state: &G::State, request: Request<'_, G::Move>) -> SearchReport<G::Move> {
        if self.slips > 0 && self.rng.random_range(0..100) < self.slips {
            return match self.slip {
                Slip::Anything => self.any_move(state),
                Slip::Glance => self.obvious_move(state),
            };
        }
        let Request {
            limits,
            all_moves,
            mut observer,
        } = request;
        let tell = &mut |report: &SearchReport<G::Move>| {
            if let Some(observer) = &mut observer {
                observer(report);
            }
        };
        let deepened = limits.and(self.effort.starting_now());
        let GameAgent {
            game, eval, rng, ..
        } = self;
        match &mut self.search {
            Search::Random => self.any_move(state),
            Search::Greedy => self.obvious_move(state),
            Search::Minimax(search) => {
                let to = |depth, limits| {
                    Minimax { depth, ..*search }.search(game, eval, state, limits, rng)
                };
                to_fixed_depth(search.depth, limits, to)
            }
            Search::AlphaBeta(search) => {
                let window = root_window(all_moves, search.window);
                let to = |depth, limits| {
                    let search = AlphaBeta {
                        depth,
                        window,
                        ..*search
                    };
                    search.search(game, eval, state, limits, rng, &mut NoTrace)
                };
                to_fixed_depth(search.depth, limits, to)
            }
            Search::Printed(search) => {
                let to = |depth, limits| {
                    let search = Printed { depth, ..*search };
                    search.search(game, eval, state, limits, rng, &mut NoTrace)
                };
                to_fixed_depth(search.depth, limits, to)
            }
            Search::Strong(strong) => {
                strong.window = root_window(all_moves, RootWindow::Narrow);
                strong.search(state, deepened, rng, tell)
            }
            Search::Perfect(perfect) => perfect.think(game, state, limits, all_moves, rng, tell),
            Search::MultiPlayer(search, ties, table) => {
                let mut search = MultiPlayer {
                    search: *search,
                    table: table.as_mut(),
                    ties: *ties,
                    window: root_window(all_moves, RootWindow::Narrow),
                };
                let to = |depth, limits| {
                    search.look_ahead(depth, game, eval, state, limits, rng, &mut NoTrace)
                };
                deepen(deepened, game.plies_left(state), to, tell)
            }
        }
    }

    fn any_move(&mut self, state: &G::State) -> SearchReport<G::Move> {
        let mut moves = MoveList::new();
        self.game.moves(state, &mut moves);
        SearchReport::unsearched(any_of(&moves, &mut self.rng))
    }

    fn obvious_move(&mut self, state: &G::State) -> SearchReport<G::Move> {
        let obvious = self.game.obvious(state);
        SearchReport::unsearched(any_of(&obvious, &mut self.rng))
    }

    fn record(
        &mut self,
        state: &G::State,
        most: usize,
        limits: Limits<'_>,
    ) -> Result<Traced<G::Move>, NoTree> {
        let deepened = limits.and(self.effort.starting_now());
        let GameAgent {
            game, eval, rng, ..
        } = self;
        let mut recorder = Recorder::new(most);
        let quiet = &mut |_: &SearchReport<G::Move>| {};
        let report = match &mut self.search {
            Search::Strong(strong) => {
                strong.window = RootWindow::Narrow;
                strong.search_traced(state, deepened, rng, quiet, &mut recorder)
            }
            Search::AlphaBeta(search) => search
                .search(game, eval, state, limits, rng, &mut recorder)
                .map_err(NoTree::Stopped)?,
            Search::Printed(search) => search
                .search(game, eval, state, limits, rng, &mut recorder)
                .map_err(NoTree::Stopped)?,
            // Without pruning alpha-beta is minimax, node by node.
            Search::Minimax(Minimax {
                depth,
                wins,
                ends,
                ties,
            }) => {
                let search = AlphaBeta {
                    prune: false,
                    order: Order::Natural,
                    wins: *wins,
                    ends: *ends,
                    ties: *ties,
                    ..AlphaBeta::to_depth(*depth)
                };
                let report = search.search(game, eval, state, limits, rng, &mut recorder);
                report.map_err(NoTree::Stopped)?
            }
            Search::MultiPlayer(search, ties, table) => {
                let mut search = MultiPlayer {
                    search: *search,
                    table: table.as_mut(),
                    ties: *ties,
                    window: RootWindow::Narrow,
                };
                let to = |depth, limits| {
                    search.look_ahead(depth, game, eval, state, limits, rng, &mut recorder)
                };
                deepen(deepened, game.plies_left(state), to, quiet)
            }
            Search::Random | Search::Greedy | Search::Perfect(_) => {
                return Err(NoTree::NotSearched);
            }
        };
        Ok((report, recorder))
    }
}

impl Effort {
    /// When it ends, from now on.
    fn starting_now<'a>(self) -> Limits<'a> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            deadline: self.time.map(|time| Instant::now() + time),
            stop: None,
        }
    }
}

/// The window of the root's moves: who asks for all values gets them.
fn root_window(all_moves: bool, usual: RootWindow) -> RootWindow {
    if all_moves { RootWindow::Full } else { usual }
}

/// A search to its own depth, or to a lower one that was asked for. A part of a depth is worth nothing, so where a limit stops
/// it, it looks one ply ahead.
fn to_fixed_depth<'a, M>(
    depth: u32,
    asked: Limits<'a>,
    mut search: impl FnMut(u32, Limits<'a>) -> Result<SearchReport<M>, Stopped>,
) -> SearchReport<M> {
    let depth = asked.depth.map_or(depth, |most| depth.min(most));
    search(depth, asked).unwrap_or_else(|stopped| {
        let mut report = search(1, Limits::default()).expect("nothing limits the second search");
        report.nodes += stopped.nodes;
        report.leaves += stopped.leaves;
        report.cutoffs += stopped.cutoffs;
        report
    })
}

impl<G: Playable + Solvable, E: Evaluator<G> + Clone> Player<G> for GameAgent<G, E> {
    fn think(
        &mut self,
        at: &Situation<'_, G>,
        request: Request<'_, G::Move>,
    ) -> Result<SearchReport<G::Move>, PlayerFailure> {
        Ok(self.find(at.state, request))
    }
}

/// About positions of any game: they must be of this one.
impl<G: Concrete + Solvable, E: Evaluator<G> + Clone> Player<AnyGame> for GameAgent<G, E> {
    fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        Ok(Think::think(self, at.state, request))
    }
}

impl<G: Concrete + Solvable, E: Evaluator<G> + Clone> Think for GameAgent<G, E> {
    fn think(&mut self, state: &AnyState, request: Request<'_, AnyMove>) -> SearchReport<AnyMove> {
        let Request {
            limits,
            all_moves,
            mut observer,
        } = request;
        let mut tell = |report: &SearchReport<G::Move>| {
            if let Some(observer) = &mut observer {
                observer(&report.clone().map(G::any_move));
            }
        };
        let tell: Observer<'_, G::Move> = &mut tell;
        let request = Request {
            limits,
            all_moves,
            observer: Some(tell),
        };
        self.find(G::state(state), request).map(G::any_move)
    }

    fn trace(
        &mut self,
        state: &AnyState,
        most: usize,
        limits: Limits<'_>,
    ) -> Result<Traced<AnyMove>, NoTree> {
        let (report, recorder) = self.record(G::state(state), most, limits)?;
        Ok((report.map(G::any_move), recorder.map(G::any_move)))
    }
}
