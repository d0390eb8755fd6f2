//! Agents by name: what people type.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::any::GameSpec;
use crate::eval::{EvalError, EvalSpec};
use crate::params::{Choice, ParamError, Params, excerpt};
use crate::search::{AlphaBeta, Ties};
use crate::types::serde_as_text;

/// How much an agent may think about one move: until the first of these is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effort {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// An agent by name. Text form: `alphabeta:depth=6,eval=s2,order=centre`, `strong:time=1s`, `level:2`, `s4:depth=5`.
///
/// What is left out has its default; the text form leaves defaults out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentSpec {
    /// `random`: any legal move, each with the same chance.
    Random,
    /// `greedy`: sees one move ahead, and is random otherwise.
    Greedy,
    /// `minimax:depth=5`: the reference, without pruning.
    Minimax(Fixed),
    /// `alphabeta:depth=6`: alpha-beta with its switches. For three players it is the paranoid search.
    AlphaBeta(Fixed),
    /// `strong:time=1s`: the best search.
    Strong {
        /// How much to think.
        effort: Effort,
        /// What to think of positions; left out, the best for the game.
        eval: Option<EvalSpec>,
        /// How many threads.
        threads: u8,
        /// What becomes of equal moves.
        ties: Ties,
    },
    /// `perfect`, `perfect:time=2s,threads=2`: exact where the solvers can in time, else the best search.
    Perfect {
        /// How long to think about one move at most.
        time: Duration,
        /// How many threads.
        threads: u8,
    },
    /// `maxn:depth=6`, `paranoid:depth=5`, `brs:depth=5`: searches for three players.
    Many {
        /// Which.
        search: ManySearch,
        /// How much to think.
        effort: Effort,
        /// What to think of positions; left out, the best for the game.
        eval: Option<EvalSpec>,
        /// What becomes of equal moves.
        ties: Ties,
    },
    /// `level:1` to `level:4`: for people to play against.
    Level(u8),
    /// `s0:depth=6`, `s2:depth=8`, `s3:depth=4`, `s4:depth=5`: as those systems searched.
    Preset {
        /// 0, 2, 3 or 4.
        system: u8,
        /// Plies.
        depth: u32,
    },
    /// `s1:level=3`: searches 2 + level plies.
    S1 {
        /// 1 to 4.
        level: u8,
    },
}

/// The searches that are made for more than two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ManySearch {
    /// `maxn`
    MaxN,
    /// `paranoid`
    Paranoid,
    /// `brs`
    BestReply,
}

/// A search to a fixed depth, with all its switches, and an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixed {
    /// The search.
    pub search: AlphaBeta,
    /// What to think of positions; left out, the best for the game.
    pub eval: Option<EvalSpec>,
}

impl Fixed {
    /// The defaults at this depth.
    pub fn to_depth(depth: u32) -> Fixed {
        Fixed {
            search: AlphaBeta::to_depth(depth),
            eval: None,
        }
    }
}

const AGENTS: &str = "random, greedy, minimax, alphabeta, strong, perfect, maxn, paranoid, brs, level:1 to level:4, and the presets s0 to s4";

/// The text names no agent, or none that can play this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentSpecError {
    /// No such agent.
    #[error("there is no agent `{name}`: the agents are {AGENTS}")]
    NoSuchAgent {
        /// The name.
        name: String,
    },
    /// A level that does not exist.
    #[error("`{found}` is not a level: levels are level:1 to level:4")]
    NoSuchLevel {
        /// What stands there.
        found: String,
    },
    /// The parameters cannot be read.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The evaluation does not fit.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The agent does not play this game.
    #[error("{agent} does not play {game}: {needs}")]
    OtherGame {
        /// The agent.
        agent: String,
        /// The game.
        game: GameSpec,
        /// What it plays.
        needs: &'static str,
    },
}

const DEPTHS: std::ops::RangeInclusive<u64> = 1..=128;
const MOST_THREADS: u64 = 64;
const LONGEST: Duration = Duration::from_secs(3600);
const PERFECT_TIME: Duration = Duration::from_secs(5);

impl AgentSpec {
    /// Whether the agent can play this game.
    ///
    /// # Errors
    /// It cannot, and why.
    pub fn check(&self, game: GameSpec) -> Result<(), AgentSpecError> {
        let needs = match (self, game) {
            (AgentSpec::Preset { system: 3, .. }, GameSpec::Connect4(_)) => "it plays dots",
            (
                AgentSpec::Preset {
                    system: 0 | 2 | 4, ..
                }
                | AgentSpec::S1 { .. },
                GameSpec::Dots(_),
            ) => "it plays connect4",
            (AgentSpec::Perfect { .. }, GameSpec::Connect4(spec))
                if spec.players() != 2 || spec.connect() != 4 =>
            {
                "it plays connect4 for two players who connect four, and dots"
            }
            _ => {
                return self
                    .eval()
                    .map_or(Ok(()), |eval| eval.check(game).map_err(Into::into));
            }
        };
        Err(AgentSpecError::OtherGame {
            agent: self.to_string(),
            game,
            needs,
        })
    }

    /// The evaluation it names.
    fn eval(&self) -> Option<EvalSpec> {
        match *self {
            AgentSpec::Minimax(fixed) | AgentSpec::AlphaBeta(fixed) => fixed.eval,
            AgentSpec::Strong { eval, .. } | AgentSpec::Many { eval, .. } => eval,
            _ => None,
        }
    }
}

impl FromStr for AgentSpec {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<AgentSpec, AgentSpecError> {
        let mut params = Params::parse(text)?;
        let (spec, allowed) = match params.name {
            "random" => (AgentSpec::Random, "nothing"),
            "greedy" => (AgentSpec::Greedy, "nothing"),
            "minimax" => {
                let mut search = AlphaBeta::to_depth(depth(&mut params, 4)?);
                let eval = eval(&mut params)?;
                search.wins = params.choice("wins")?.unwrap_or(search.wins);
                search.ties = true_ties(&mut params)?;
                (
                    AgentSpec::Minimax(Fixed { search, eval }),
                    "depth, eval, wins and ties",
                )
            }
            "alphabeta" => {
                let mut search = AlphaBeta::to_depth(depth(&mut params, 6)?);
                let eval = eval(&mut params)?;
                search.prune = params
                    .choice::<Switch>("prune")?
                    .is_none_or(|switch| switch == Switch::On);
                search.order = params.choice("order")?.unwrap_or(search.order);
                search.window = params.choice("window")?.unwrap_or(search.window);
                search.wins = params.choice("wins")?.unwrap_or(search.wins);
                search.ties = params.choice("ties")?.unwrap_or(search.ties);
                (
                    AgentSpec::AlphaBeta(Fixed { search, eval }),
                    "depth, eval, prune, order, window, wins and ties",
                )
            }
            "strong" => {
                let effort = effort(
                    &mut params,
                    Effort {
                        time: Some(Duration::from_secs(1)),
                        ..Effort::default()
                    },
                )?;
                let eval = eval(&mut params)?;
                let threads = params.number("threads", 1..=MOST_THREADS)?.unwrap_or(1) as u8;
                let ties = true_ties(&mut params)?;
                (
                    AgentSpec::Strong {
                        effort,
                        eval,
                        threads,
                        ties,
                    },
                    "depth, nodes, time, eval, threads and ties",
                )
            }
            "perfect" => {
                let time = params.text("time").map(duration).transpose()?;
                let time = time.unwrap_or(PERFECT_TIME);
                let threads = params.number("threads", 1..=MOST_THREADS)?.unwrap_or(1) as u8;
                (AgentSpec::Perfect { time, threads }, "time and threads")
            }
            name @ ("maxn" | "paranoid" | "brs") => {
                let search = match name {
                    "maxn" => ManySearch::MaxN,
                    "paranoid" => ManySearch::Paranoid,
                    _ => ManySearch::BestReply,
                };
                let effort = effort(
                    &mut params,
                    Effort {
                        depth: Some(5),
                        ..Effort::default()
                    },
                )?;
                let eval = eval(&mut params)?;
                let ties = true_ties(&mut params)?;
                (
                    AgentSpec::Many {
                        search,
                        effort,
                        eval,
                        ties,
                    },
                    "depth, nodes, time, eval and ties",
                )
            }
            "level" => {
                let found = params.bare().unwrap_or_default();
                let level = found.parse().ok().filter(|level| (1..=4).contains(level));
                let level = level.ok_or_else(|| AgentSpecError::NoSuchLevel {
                    found: excerpt(found),
                })?;
                (AgentSpec::Level(level), "a number from 1 to 4")
            }
            "s1" => {
                let level = params.number("level", 1..=4)?.unwrap_or(1) as u8;
                (AgentSpec::S1 { level }, "level")
            }
            name @ ("s0" | "s2" | "s3" | "s4") => {
                let system = name.as_bytes()[1] - b'0';
                let depth = depth(&mut params, 4)?;
                (AgentSpec::Preset { system, depth }, "depth")
            }
            name => {
                return Err(AgentSpecError::NoSuchAgent {
                    name: excerpt(name),
                });
            }
        };
        params.finish(allowed)?;
        Ok(spec)
    }
}

crate::params::choices! {
    /// On or off.
    enum Switch {
        /// On.
        On = "on",
        /// Off.
        Off = "off",
    }
}

fn depth(params: &mut Params<'_>, default: u32) -> Result<u32, ParamError> {
    Ok(params
        .number("depth", DEPTHS)?
        .map_or(default, |depth| depth as u32))
}

/// How ties are broken where every tie is a true one: only alpha-beta can make S3's mistake.
fn true_ties(params: &mut Params<'_>) -> Result<Ties, ParamError> {
    match params.choice("ties")?.unwrap_or(Ties::Random) {
        Ties::Bounds => Err(ParamError::Value {
            key: "ties",
            found: Ties::Bounds.word().to_owned(),
            allowed: "random or first here, and bounds only with alphabeta".to_owned(),
        }),
        ties => Ok(ties),
    }
}

fn eval(params: &mut Params<'_>) -> Result<Option<EvalSpec>, EvalError> {
    params.text("eval").map(str::parse).transpose()
}

fn effort(params: &mut Params<'_>, default: Effort) -> Result<Effort, ParamError> {
    let effort = Effort {
        depth: params.number("depth", DEPTHS)?.map(|depth| depth as u32),
        nodes: params.number("nodes", 1..=1_000_000_000_000)?,
        time: params.text("time").map(duration).transpose()?,
    };
    Ok(if effort == Effort::default() {
        default
    } else {
        effort
    })
}

/// `200ms`, `1s`, `1.5s`.
fn duration(text: &str) -> Result<Duration, ParamError> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').unwrap_or(""), 1.0),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = number
        .parse::<f64>()
        .ok()
        .filter(|_| plain)
        .map(|number| number * unit);
    let time = seconds
        .filter(|s| *s <= LONGEST.as_secs_f64())
        .map(Duration::from_secs_f64);
    // Kept in whole milliseconds, so that the text form reads back as the same time.
    let time = time
        .map(|time| Duration::from_millis(time.as_millis() as u64))
        .filter(|time| !time.is_zero());
    time.ok_or_else(|| ParamError::Value {
        key: "time",
        found: excerpt(text),
        allowed: "a time such as 200ms or 1.5s, up to 3600s".to_owned(),
    })
}

/// Writes `name:key=value,…` and knows which separator is due.
struct Writer<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    separator: char,
}

impl Writer<'_, '_> {
    fn put(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        write!(self.f, "{}{key}={value}", self.separator)?;
        self.separator = ',';
        Ok(())
    }

    fn put_choice<C: Choice>(&mut self, key: &str, choice: C, default: C) -> fmt::Result {
        if choice == default {
            Ok(())
        } else {
            self.put(key, choice.word())
        }
    }

    fn put_eval(&mut self, eval: Option<EvalSpec>) -> fmt::Result {
        eval.map_or(Ok(()), |eval| self.put("eval", eval))
    }

    fn put_effort(&mut self, effort: Effort) -> fmt::Result {
        if let Some(depth) = effort.depth {
            self.put("depth", depth)?;
        }
        if let Some(nodes) = effort.nodes {
            self.put("nodes", nodes)?;
        }
        effort.time.map_or(Ok(()), |time| self.put_time(time))
    }

    fn put_time(&mut self, time: Duration) -> fmt::Result {
        match time.as_millis() {
            millis if millis % 1000 == 0 => self.put("time", format_args!("{}s", millis / 1000)),
            millis => self.put("time", format_args!("{millis}ms")),
        }
    }

    fn put_threads(&mut self, threads: u8) -> fmt::Result {
        if threads == 1 {
            Ok(())
        } else {
            self.put("threads", threads)
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            AgentSpec::Random => return f.write_str("random"),
            AgentSpec::Greedy => return f.write_str("greedy"),
            AgentSpec::Level(level) => return write!(f, "level:{level}"),
            AgentSpec::S1 { level } => return write!(f, "s1:level={level}"),
            AgentSpec::Preset { system, depth } => return write!(f, "s{system}:depth={depth}"),
            AgentSpec::Minimax(_) => "minimax",
            AgentSpec::AlphaBeta(_) => "alphabeta",
            AgentSpec::Strong { .. } => "strong",
            AgentSpec::Perfect { .. } => "perfect",
            AgentSpec::Many {
                search: ManySearch::MaxN,
                ..
            } => "maxn",
            AgentSpec::Many {
                search: ManySearch::Paranoid,
                ..
            } => "paranoid",
            AgentSpec::Many {
                search: ManySearch::BestReply,
                ..
            } => "brs",
        };
        f.write_str(name)?;
        let mut to = Writer { f, separator: ':' };
        match *self {
            AgentSpec::Minimax(fixed) | AgentSpec::AlphaBeta(fixed) => {
                let AlphaBeta {
                    depth,
                    prune,
                    order,
                    window,
                    wins,
                    ties,
                } = fixed.search;
                let default = AlphaBeta::to_depth(depth);
                to.put("depth", depth)?;
                to.put_eval(fixed.eval)?;
                if !prune {
                    to.put("prune", Switch::Off.word())?;
                }
                to.put_choice("order", order, default.order)?;
                to.put_choice("window", window, default.window)?;
                to.put_choice("wins", wins, default.wins)?;
                to.put_choice("ties", ties, default.ties)
            }
            AgentSpec::Strong {
                effort,
                eval,
                threads,
                ties,
            } => {
                to.put_effort(effort)?;
                to.put_eval(eval)?;
                to.put_threads(threads)?;
                to.put_choice("ties", ties, Ties::Random)
            }
            AgentSpec::Perfect { time, threads } => {
                if time != PERFECT_TIME {
                    to.put_time(time)?;
                }
                to.put_threads(threads)
            }
            AgentSpec::Many {
                effort, eval, ties, ..
            } => {
                to.put_effort(effort)?;
                to.put_eval(eval)?;
                to.put_choice("ties", ties, Ties::Random)
            }
            _ => Ok(()),
        }
    }
}

serde_as_text!(AgentSpec);
