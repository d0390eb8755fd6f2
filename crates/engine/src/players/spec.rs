//! Agents by name: what people type.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::character::CHARACTERS;
use crate::eval::{EvalError, EvalSpec};
use crate::games::GAMES;
use crate::params::{Choice, ParamError, listed, meant};
use crate::search::{AlphaBeta, MinBranch, Printed, Ties};
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

impl Effort {
    /// So many nodes.
    pub fn nodes(nodes: u64) -> Effort {
        Effort {
            nodes: Some(nodes),
            ..Effort::default()
        }
    }

    /// So much time.
    pub fn time(time: Duration) -> Effort {
        Effort {
            time: Some(time),
            ..Effort::default()
        }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Effort {
        Effort {
            depth: Some(depth),
            ..Effort::default()
        }
    }
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
    /// `printed:depth=4,eval=s1`: S1's search with the mistakes that its paper prints.
    Printed {
        /// The search.
        search: Printed,
        /// What to think of positions; left out, the best for the game.
        eval: Option<EvalSpec>,
    },
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
    MultiPlayer {
        /// Which.
        search: MultiPlayerSearch,
        /// How much to think.
        effort: Effort,
        /// What to think of positions; left out, the best for the game.
        eval: Option<EvalSpec>,
        /// What becomes of equal moves.
        ties: Ties,
    },
    /// `level:1` to `level:4`: for people to play against.
    Level(u8),
    /// `character:hazel`: one of a game's evenly spaced ladder.
    Character(&'static str),
    /// `s0:depth=6`, `s1:level=3`: as a published system searched.
    Preset(Preset),
}

/// The searches that are made for more than two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MultiPlayerSearch {
    /// `maxn`
    MaxN {
        /// Whether it keeps what positions are worth, for when they are met again.
        table: bool,
    },
    /// `paranoid`
    Paranoid,
    /// `brs`
    BestReply,
}

/// A published system that a game knows: its name and the one number that it takes.
#[derive(Clone, Copy, Debug)]
pub struct PresetInfo {
    /// What people type: `s0`.
    pub name: &'static str,
    /// What the number is called: `depth`, `level`.
    pub key: &'static str,
    /// The least and the most that it may be.
    pub range: (u64, u64),
    /// What it is if it is left out.
    pub usual: u32,
}

impl PresetInfo {
    /// A system that takes a depth.
    pub const fn by_depth(name: &'static str) -> PresetInfo {
        PresetInfo {
            name,
            key: "depth",
            range: (*DEPTHS.start(), *DEPTHS.end()),
            usual: 4,
        }
    }
}

/// A published system with its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Preset {
    name: &'static str,
    key: &'static str,
    /// The depth, or the level.
    pub number: u32,
}

impl Preset {
    pub(super) fn new(info: &PresetInfo, number: u32) -> Preset {
        Preset {
            name: info.name,
            key: info.key,
            number,
        }
    }

    /// What people type before the number.
    pub fn name(self) -> &'static str {
        self.name
    }
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

/// What to say about a name that nobody has: whom it resembles, and all names.
fn all_names(name: &str) -> String {
    const NAMES: [&str; 12] = [
        "random",
        "greedy",
        "minimax",
        "alphabeta",
        "strong",
        "perfect",
        "maxn",
        "paranoid",
        "brs",
        "printed",
        "level:1",
        "character",
    ];
    let mut presets: Vec<&str> = GAMES
        .iter()
        .flat_map(|game| game.presets)
        .map(|preset| preset.name)
        .collect();
    presets.sort_unstable();
    let known: Vec<&str> = NAMES.into_iter().chain(presets.iter().copied()).collect();
    let presets = listed(&presets);
    let meant = meant(name, &known).map(|other| format!("did you mean `{other}`? The agents are "));
    let (meant, searches) = (
        meant.unwrap_or_else(|| "the agents are ".to_owned()),
        NAMES[..10].join(", "),
    );
    format!("{meant}{searches}, level:1 to level:4, character:NAME, and the presets {presets}")
}

/// The text names no agent, or none that can play this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentSpecError {
    /// No such agent.
    #[error("there is no agent `{name}`: {}", all_names(name))]
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
    /// A character that does not exist.
    #[error("`{found}` is not a character: there are {}", listed(&CHARACTERS))]
    NoSuchCharacter {
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
        game: String,
        /// What it plays.
        needs: String,
    },
}

pub(super) const DEPTHS: std::ops::RangeInclusive<u64> = 1..=128;
pub(super) const MOST_THREADS: u64 = 64;
pub(super) const PERFECT_TIME: Duration = Duration::from_secs(5);

impl AgentSpec {
    /// Alpha-beta with its defaults.
    pub fn alphabeta(depth: u32) -> AgentSpec {
        AgentSpec::AlphaBeta(Fixed::to_depth(depth))
    }

    /// A search to a fixed depth with this evaluation.
    pub fn fixed(search: AlphaBeta, eval: EvalSpec) -> AgentSpec {
        let eval = Some(eval);
        AgentSpec::AlphaBeta(Fixed { search, eval })
    }

    /// Exact where the solvers can, with so much time for a move.
    pub fn perfect(time: Duration) -> AgentSpec {
        AgentSpec::Perfect { time, threads: 1 }
    }

    /// The strong search with so many nodes a move.
    pub fn strong_nodes(nodes: u64) -> AgentSpec {
        AgentSpec::Strong {
            effort: Effort::nodes(nodes),
            eval: None,
            threads: 1,
            ties: Ties::Random,
        }
    }

    /// max^n with so many nodes a move.
    pub fn maxn_nodes(nodes: u64) -> AgentSpec {
        AgentSpec::MultiPlayer {
            search: MultiPlayerSearch::MaxN { table: false },
            effort: Effort::nodes(nodes),
            eval: None,
            ties: Ties::Random,
        }
    }
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
            AgentSpec::Character(name) => return write!(f, "character:{name}"),
            AgentSpec::Preset(Preset { name, key, number }) => {
                return write!(f, "{name}:{key}={number}");
            }
            AgentSpec::Minimax(_) => "minimax",
            AgentSpec::AlphaBeta(_) => "alphabeta",
            AgentSpec::Printed { .. } => "printed",
            AgentSpec::Strong { .. } => "strong",
            AgentSpec::Perfect { .. } => "perfect",
            AgentSpec::MultiPlayer {
                search: MultiPlayerSearch::MaxN { .. },
                ..
            } => "maxn",
            AgentSpec::MultiPlayer {
                search: MultiPlayerSearch::Paranoid,
                ..
            } => "paranoid",
            AgentSpec::MultiPlayer {
                search: MultiPlayerSearch::BestReply,
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
                    ends,
                    ties,
                } = fixed.search;
                let default = AlphaBeta::to_depth(depth);
                to.put("depth", depth)?;
                to.put_eval(fixed.eval)?;
                if !prune {
                    to.put("prune", "off")?;
                }
                to.put_choice("order", order, default.order)?;
                to.put_choice("window", window, default.window)?;
                to.put_choice("wins", wins, default.wins)?;
                to.put_choice("ends", ends, default.ends)?;
                to.put_choice("ties", ties, default.ties)
            }
            AgentSpec::Printed { search, eval } => {
                to.put("depth", search.depth)?;
                to.put_eval(eval)?;
                to.put_choice("min", search.min, MinBranch::Keeps)
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
            AgentSpec::MultiPlayer {
                search,
                effort,
                eval,
                ties,
            } => {
                to.put_effort(effort)?;
                to.put_eval(eval)?;
                to.put_choice("ties", ties, Ties::Random)?;
                match search {
                    MultiPlayerSearch::MaxN { table: true } => to.put("table", "on"),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

serde_as_text!(AgentSpec);
