//! Reading an agent's name.

use std::str::FromStr;
use std::time::Duration;

use super::character::CHARACTERS;
use super::spec::{
    AgentSpec, AgentSpecError, DEPTHS, Effort, Fixed, MOST_THREADS, MultiPlayerSearch,
    PERFECT_TIME, Preset,
};
use crate::eval::{EvalError, EvalSpec};
use crate::games::GAMES;
use crate::params::{Choice, ParamError, Params, excerpt};
use crate::search::{AlphaBeta, MinBranch, Printed, Ties};

const LONGEST: Duration = Duration::from_secs(3600);

/// What a name means, and which parameters it takes, in words.
type Read = Result<(AgentSpec, &'static str), AgentSpecError>;

impl FromStr for AgentSpec {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<AgentSpec, AgentSpecError> {
        let mut params = Params::parse(text)?;
        let (spec, allowed) = match params.name {
            "random" => (AgentSpec::Random, "nothing"),
            "greedy" => (AgentSpec::Greedy, "nothing"),
            "minimax" => minimax(&mut params)?,
            "alphabeta" => alphabeta(&mut params)?,
            "printed" => printed(&mut params)?,
            "strong" => strong(&mut params)?,
            "perfect" => perfect(&mut params)?,
            "maxn" => maxn(&mut params)?,
            "paranoid" => multi_player(&mut params, MultiPlayerSearch::Paranoid)?,
            "brs" => multi_player(&mut params, MultiPlayerSearch::BestReply)?,
            "level" => level(&mut params)?,
            "character" => character(&mut params)?,
            _ => preset(&mut params)?,
        };
        params.finish(allowed)?;
        Ok(spec)
    }
}

fn minimax(params: &mut Params<'_>) -> Read {
    let mut search = AlphaBeta::to_depth(depth(params, 4)?);
    let eval = eval(params)?;
    search.wins = params.choice("wins")?.unwrap_or(search.wins);
    search.ends = params.choice("ends")?.unwrap_or(search.ends);
    search.ties = true_ties(params)?;
    let spec = AgentSpec::Minimax(Fixed { search, eval });
    Ok((spec, "depth, eval, wins, ends and ties"))
}

fn alphabeta(params: &mut Params<'_>) -> Read {
    let mut search = AlphaBeta::to_depth(depth(params, 6)?);
    let eval = eval(params)?;
    search.prune = params
        .choice::<Switch>("prune")?
        .is_none_or(|switch| switch == Switch::On);
    search.order = params.choice("order")?.unwrap_or(search.order);
    search.window = params.choice("window")?.unwrap_or(search.window);
    search.wins = params.choice("wins")?.unwrap_or(search.wins);
    search.ends = params.choice("ends")?.unwrap_or(search.ends);
    search.ties = params.choice("ties")?.unwrap_or(search.ties);
    let spec = AgentSpec::AlphaBeta(Fixed { search, eval });
    let allowed = "depth, eval, prune, order, window, wins, ends and ties";
    Ok((spec, allowed))
}

fn printed(params: &mut Params<'_>) -> Read {
    let search = Printed {
        depth: depth(params, 4)?,
        min: params.choice("min")?.unwrap_or(MinBranch::Keeps),
    };
    let eval = eval(params)?;
    Ok((AgentSpec::Printed { search, eval }, "depth, eval and min"))
}

fn strong(params: &mut Params<'_>) -> Read {
    let spec = AgentSpec::Strong {
        effort: effort(params, Effort::time(Duration::from_secs(1)))?,
        eval: eval(params)?,
        threads: threads(params)?,
        ties: true_ties(params)?,
    };
    Ok((spec, "depth, nodes, time, eval, threads and ties"))
}

fn perfect(params: &mut Params<'_>) -> Read {
    let time = params.text("time").map(duration).transpose()?;
    let spec = AgentSpec::Perfect {
        time: time.unwrap_or(PERFECT_TIME),
        threads: threads(params)?,
    };
    Ok((spec, "time and threads"))
}

fn maxn(params: &mut Params<'_>) -> Read {
    let table = params.choice("table")? == Some(Switch::On);
    let (spec, _) = multi_player(params, MultiPlayerSearch::MaxN { table })?;
    Ok((spec, "depth, nodes, time, eval, ties and table"))
}

fn multi_player(params: &mut Params<'_>, search: MultiPlayerSearch) -> Read {
    let spec = AgentSpec::MultiPlayer {
        search,
        effort: effort(params, Effort::depth(5))?,
        eval: eval(params)?,
        ties: true_ties(params)?,
    };
    Ok((spec, "depth, nodes, time, eval and ties"))
}

fn level(params: &mut Params<'_>) -> Read {
    let found = params.bare().unwrap_or_default();
    let level = found.parse().ok().filter(|level| (1..=4).contains(level));
    let level = level.ok_or_else(|| AgentSpecError::NoSuchLevel {
        found: excerpt(found),
    })?;
    Ok((AgentSpec::Level(level), "a number from 1 to 4"))
}

fn character(params: &mut Params<'_>) -> Read {
    let found = params.bare().unwrap_or_default();
    let name = CHARACTERS.into_iter().find(|name| *name == found);
    let name = name.ok_or_else(|| AgentSpecError::NoSuchCharacter {
        found: excerpt(found),
    })?;
    Ok((AgentSpec::Character(name), "a name"))
}

/// A published system of one of the games.
fn preset(params: &mut Params<'_>) -> Read {
    let mut presets = GAMES.iter().flat_map(|game| game.presets);
    let Some(info) = presets.find(|info| info.name == params.name) else {
        return Err(AgentSpecError::NoSuchAgent {
            name: excerpt(params.name),
        });
    };
    let (least, most) = info.range;
    let number = params.number(info.key, least..=most)?;
    let number = number.map_or(info.usual, |number| number as u32);
    Ok((AgentSpec::Preset(Preset::new(info, number)), info.key))
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

fn threads(params: &mut Params<'_>) -> Result<u8, ParamError> {
    Ok(params.number("threads", 1..=MOST_THREADS)?.unwrap_or(1) as u8)
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
