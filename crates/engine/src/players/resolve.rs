//! From a name to what it means for one game: found out once, and asked by everybody who wants to know about a player.

use super::agent::table_bytes;
use super::knowledge;
use super::spec::{AgentSpec, AgentSpecError, Effort, Fixed, MultiPlayerSearch};
use crate::eval::EvalSpec;
use crate::games::{AnyGame, GAMES, GameSpec};
use crate::params::listed;
use crate::playable::{GameInfo, Playable};
use crate::search::{AlphaBeta, Ends, Minimax, Order, Printed, Ties};

/// How a level of the ladder plays.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Out of a hundred moves, this many are made without thinking.
    pub slips: u32,
    /// What such a move is.
    pub slip: Slip,
    /// How the others are found.
    pub player: AgentSpec,
}

/// What a move is that is made without thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Slip {
    /// Any move: a threat may be overlooked.
    #[default]
    Anything,
    /// What is obvious at a glance, else any move: threats of one move are seen.
    Glance,
}

impl Level {
    /// Plays like `player`, but for so many moves out of a hundred.
    pub fn slipping(slips: u32, player: AgentSpec) -> Level {
        let slip = Slip::Anything;
        Level {
            slips,
            slip,
            player,
        }
    }

    /// Plays like `player`, but for so many moves out of a hundred that are made at a glance.
    pub fn glancing(slips: u32, player: AgentSpec) -> Level {
        let slip = Slip::Glance;
        Level {
            slips,
            slip,
            player,
        }
    }

    /// Plays like `player`.
    pub fn sure(player: AgentSpec) -> Level {
        Level::slipping(0, player)
    }
}

impl Level {
    fn resolve_for<G: Playable>(self, game: &G) -> Result<ResolvedPlayer, AgentSpecError> {
        let Level {
            slips,
            slip,
            player,
        } = self;
        let resolved = player.resolve_for(game)?;
        Ok(ResolvedPlayer {
            slips,
            slip,
            ..resolved
        })
    }
}

/// How a player looks for its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Any move.
    Random,
    /// What is obvious, else any move.
    Greedy,
    /// The reference search.
    Minimax(Minimax),
    /// Alpha-beta to a fixed depth.
    AlphaBeta(AlphaBeta),
    /// S1's search as printed.
    Printed(Printed),
    /// The strong search.
    Strong {
        /// How many threads.
        threads: usize,
        /// What becomes of equal moves.
        ties: Ties,
    },
    /// Exact solvers, and the strong search where they cannot tell.
    Perfect {
        /// How many threads.
        threads: usize,
    },
    /// A search for three players, deepened.
    MultiPlayer(MultiPlayerSearch, Ties),
}

/// How much of a win or a loss that a player reports is certain, whatever the others do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// Both are.
    WinsAndLosses,
    /// A win is. Among three, a player who fears that the others play together is sure of a win and not of a loss.
    Wins,
    /// Neither is: among three, a player who expects each to play for himself may be wrong about it.
    Neither,
}

impl Certainty {
    /// Whether a win, or else a loss, is certain.
    pub fn covers(self, win: bool) -> bool {
        match self {
            Certainty::WinsAndLosses => true,
            Certainty::Wins => win,
            Certainty::Neither => false,
        }
    }
}

/// What an agent's name means for one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResolvedPlayer {
    /// How it looks for its move.
    pub method: Method,
    /// What it thinks of positions.
    pub eval: EvalSpec,
    /// How much it may think about one move.
    pub effort: Effort,
    /// Out of a hundred moves, this many are made without thinking.
    pub slips: u32,
    /// What such a move is.
    pub slip: Slip,
    /// About how many nodes a move takes, where the depth alone decides that. Only caps hang on it.
    pub cost: Option<f64>,
    /// How certain the wins and losses are that it reports.
    pub certainty: Certainty,
}

impl ResolvedPlayer {
    /// On how many threads it searches.
    pub fn threads(&self) -> usize {
        match self.method {
            Method::Strong { threads, .. } | Method::Perfect { threads } => threads,
            _ => 1,
        }
    }

    /// The most bytes of the tables that such a player keeps from move to move.
    pub fn memory(&self) -> usize {
        let table = table_bytes(self.effort);
        match self.method {
            Method::Strong { .. }
            | Method::MultiPlayer(MultiPlayerSearch::MaxN { table: true }, _) => table,
            Method::Perfect { threads } => {
                let time = self.effort.time.unwrap_or_default();
                table + knowledge::options(time, threads).memory.unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// What [`cost`](ResolvedPlayer::cost) would be at another depth.
    pub fn cost_at(&self, game: &AnyGame, depth: u32) -> Option<f64> {
        with_game!(game, |rules| self.method.cost(rules, depth))
    }
}

impl AgentSpec {
    /// Whether the agent can play this game.
    ///
    /// # Errors
    /// It cannot, and why.
    pub fn check(&self, game: GameSpec) -> Result<(), AgentSpecError> {
        self.resolve(&AnyGame::new(game)).map(drop)
    }

    /// What the name means for a game.
    ///
    /// # Errors
    /// The agent does not play it, and why.
    pub fn resolve(&self, game: &AnyGame) -> Result<ResolvedPlayer, AgentSpecError> {
        with_game!(game, |rules| self.resolve_for(rules))
    }

    /// The same for a game of one's own.
    ///
    /// # Errors
    /// The agent does not play it, and why.
    pub fn resolve_for<G: Playable>(&self, game: &G) -> Result<ResolvedPlayer, AgentSpecError> {
        let (method, effort, eval) = match *self {
            AgentSpec::Level(level) => return game.level(level).resolve_for(game),
            AgentSpec::Character(name) => {
                let ladder = game.characters();
                return match ladder.iter().find(|character| character.name == name) {
                    Some(character) => character.plays.resolve_for(game),
                    None => {
                        let names: Vec<&str> = ladder.iter().map(|other| other.name).collect();
                        let needs = format!("its characters are {}", listed(&names));
                        Err(self.cannot_play(game, needs))
                    }
                };
            }
            AgentSpec::Preset(preset) => {
                return match game.preset(preset) {
                    Some(player) => player.resolve_for(game),
                    None => Err(self.other_game(game, preset_games(preset.name()))),
                };
            }
            AgentSpec::Perfect { .. } if !game.solvable() => {
                return Err(self.other_game(game, solved_games()));
            }
            AgentSpec::Perfect { time, threads } => {
                let threads = usize::from(threads);
                (Method::Perfect { threads }, Effort::time(time), None)
            }
            AgentSpec::Random => (Method::Random, Effort::default(), None),
            AgentSpec::Greedy => (Method::Greedy, Effort::default(), None),
            AgentSpec::Minimax(Fixed { search, eval }) => {
                let AlphaBeta {
                    depth,
                    wins,
                    ends,
                    ties,
                    ..
                } = search;
                let minimax = Minimax {
                    depth,
                    wins,
                    ends,
                    ties,
                };
                (Method::Minimax(minimax), Effort::depth(depth), eval)
            }
            AgentSpec::AlphaBeta(Fixed { search, eval }) => {
                let effort = Effort::depth(search.depth);
                (Method::AlphaBeta(search), effort, eval)
            }
            AgentSpec::Printed { search, eval } => {
                let effort = Effort::depth(search.depth);
                (Method::Printed(search), effort, eval)
            }
            AgentSpec::Strong {
                effort,
                eval,
                threads,
                ties,
            } => {
                let threads = usize::from(threads);
                (Method::Strong { threads, ties }, effort, eval)
            }
            AgentSpec::MultiPlayer {
                search,
                effort,
                eval,
                ties,
            } => (Method::MultiPlayer(search, ties), effort, eval),
        };
        let eval = eval.unwrap_or(game.best_evaluation());
        game.evaluation(eval)?;
        Ok(ResolvedPlayer {
            method,
            eval,
            effort,
            slips: 0,
            slip: Slip::Anything,
            cost: method.cost(game, effort.depth.unwrap_or(0)),
            certainty: method.certainty(game.players()),
        })
    }

    fn other_game(&self, game: &impl Playable, games: String) -> AgentSpecError {
        self.cannot_play(game, format!("it plays {games}"))
    }

    fn cannot_play(&self, game: &impl Playable, needs: String) -> AgentSpecError {
        AgentSpecError::OtherGame {
            agent: self.to_string(),
            game: game.spec_text(),
            needs,
        }
    }
}

/// The games that know a published system.
fn preset_games(name: &str) -> String {
    let games = GAMES.iter();
    let knows = |game: &&GameInfo| game.presets.iter().any(|preset| preset.name == name);
    listed(
        &games
            .filter(knows)
            .map(|game| game.name)
            .collect::<Vec<_>>(),
    )
}

/// What the agent `perfect` plays.
fn solved_games() -> String {
    let boards = GAMES.map(|game| game.solved);
    let boards: Vec<&str> = boards.into_iter().filter(|text| !text.is_empty()).collect();
    listed(&boards)
}

impl Method {
    /// About how many nodes a search to a fixed depth takes, from the start: all of a tree that is not pruned; of one that is
    /// pruned in a good order the power of 2/3, a guess between the 1/2 of a perfect order and the 1 of none.
    fn cost(self, game: &impl Playable, depth: u32) -> Option<f64> {
        let pruned = match self {
            Method::Minimax(_) => false,
            Method::AlphaBeta(search) => search.prune && search.order != Order::Natural,
            Method::Printed(_) => false,
            _ => return None,
        };
        let all: f64 = (0..depth).map(|ply| game.width(ply) as f64).product();
        Some(if pruned { all.powf(2.0 / 3.0) } else { all })
    }

    /// Whether it sees where a game ends. Whoever does not has the evaluation's word for a win, and nothing is certain.
    pub fn sees_ends(self) -> bool {
        match self {
            Method::Minimax(search) => search.ends == Ends::Counted,
            Method::AlphaBeta(search) => search.ends == Ends::Counted,
            Method::Printed(_) => false,
            _ => true,
        }
    }

    fn certainty(self, players: usize) -> Certainty {
        match self {
            _ if !self.sees_ends() => Certainty::Neither,
            _ if players == 2 => Certainty::WinsAndLosses,
            Method::MultiPlayer(
                MultiPlayerSearch::MaxN { .. } | MultiPlayerSearch::BestReply,
                _,
            )
            | Method::Random
            | Method::Greedy => Certainty::Neither,
            _ => Certainty::Wins,
        }
    }
}
