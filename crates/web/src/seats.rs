//! Who may sit down: agents by name, within what one machine can bear.

use std::time::Duration;

use poda_engine::{
    AgentSpec, AlphaBeta, AnyGame, Effort, Fixed, Game, GameSpec, Order, Seat, Session,
};

use crate::api::{NewGame, Plays, SeatView};
use crate::caps;
use crate::desk::Lane;
use crate::refused::Refused;

/// Why a game cannot be made, and which seat is to blame.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) sentence: String,
    pub(crate) seat: Option<u8>,
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Refused {
        Refused::NotAllowed(problem.sentence)
    }
}

/// The game that was asked for, if it can be played here.
pub(crate) fn session(new: &NewGame) -> Result<Session, Problem> {
    fn general(error: impl ToString) -> Problem {
        Problem {
            sentence: error.to_string(),
            seat: None,
        }
    }
    let game: GameSpec = new.game.parse().map_err(general)?;
    let mut seats = Vec::new();
    for (number, text) in new.seats.iter().take(4).enumerate() {
        let blame = |sentence: String| Problem {
            sentence,
            seat: Some(number as u8),
        };
        let seat: Seat = text
            .parse()
            .map_err(|error: poda_engine::AgentSpecError| blame(error.to_string()))?;
        if let Seat::Agent(agent) = &seat {
            agent
                .check(game)
                .map_err(|error| blame(error.to_string()))?;
            bearable(agent, game).map_err(blame)?;
        }
        seats.push(seat);
    }
    let mut session = Session::new(game, seats).map_err(general)?;
    let (moves, _) = session.game().read_position(&new.moves).map_err(general)?;
    for mv in moves {
        session.play_move(mv).map_err(general)?;
    }
    Ok(session)
}

/// The most nodes of a search to a fixed depth, which has nothing to show before it is done.
const FIXED_NODES: f64 = 5e7;
/// Below this a search is over in the blink of an eye, or nearly.
const QUICK_NODES: f64 = 1e6;
const QUICK_MILLIS: u128 = 300;

/// About how many nodes a search to a fixed depth takes, from the start: all of a tree that is not pruned; of one that is pruned
/// in a good order the power of 2/3, a guess between the 1/2 of a perfect order and the 1 of none. Only a cap hangs on it.
fn nodes(search: &AlphaBeta, pruned: bool, game: GameSpec) -> f64 {
    let rules = AnyGame::new(game);
    let moves = rules.count_moves(&rules.start());
    let all: f64 = (0..search.depth as usize)
        .map(|ply| match game {
            GameSpec::Connect4(_) => moves,
            GameSpec::Dots(_) => moves.saturating_sub(ply).max(1),
        })
        .map(|moves| moves as f64)
        .product();
    if pruned && search.prune && search.order != Order::Natural {
        all.powf(2.0 / 3.0)
    } else {
        all
    }
}

/// A search to a fixed depth and whether it prunes, if the agent is one.
fn fixed(agent: &AgentSpec) -> Option<(AlphaBeta, bool)> {
    match *agent {
        AgentSpec::Minimax(Fixed { search, .. }) => Some((search, false)),
        AgentSpec::AlphaBeta(Fixed { search, .. }) => Some((search, true)),
        AgentSpec::Preset { depth, .. } => Some((AlphaBeta::to_depth(depth), false)),
        _ => None,
    }
}

fn effort(agent: &AgentSpec) -> Option<Effort> {
    match *agent {
        AgentSpec::Strong { effort, .. } | AgentSpec::Many { effort, .. } => Some(effort),
        AgentSpec::Perfect { time, .. } => Some(Effort {
            time: Some(time),
            ..Effort::default()
        }),
        _ => None,
    }
}

/// A seat as people are told of it.
pub(crate) fn view(seat: &Seat) -> SeatView {
    SeatView {
        name: seat.to_string(),
        plays: match seat {
            Seat::Human => Plays::Human,
            Seat::Agent(agent) => plays(agent),
        },
    }
}

fn plays(agent: &AgentSpec) -> Plays {
    let ms = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    match *agent {
        AgentSpec::Level(level) => return Plays::Level { level },
        AgentSpec::Perfect { time, .. } => return Plays::Perfect { ms: ms(time) },
        _ => {}
    }
    let depth = fixed(agent).map(|(search, _)| search.depth);
    let effort = effort(agent).unwrap_or_default();
    match (depth.or(effort.depth), effort.time, effort.nodes) {
        (Some(depth), _, _) => Plays::Depth { depth },
        (None, Some(time), _) => Plays::Time { ms: ms(time) },
        (None, None, Some(nodes)) => Plays::Nodes { nodes },
        (None, None, None) => Plays::Named,
    }
}

/// Why the agent `perfect` does not play this game, if it does not.
pub(crate) fn no_perfect(game: &str) -> Option<String> {
    let game: GameSpec = game.parse().ok()?;
    let perfect: AgentSpec = "perfect".parse().expect("an agent's name");
    perfect.check(game).err().map(|error| error.to_string())
}

/// Refuses what would keep a processor busy for longer than anybody waits.
fn bearable(agent: &AgentSpec, game: GameSpec) -> Result<(), String> {
    let depth = |found: u32| {
        if found > caps::DEPTH {
            let most = caps::DEPTH;
            Err(format!(
                "a depth of {found} is too deep here: depths are 1 to {most}"
            ))
        } else {
            Ok(())
        }
    };
    if let Some((search, pruned)) = fixed(agent) {
        depth(search.depth)?;
        let fits = |depth| nodes(&AlphaBeta { depth, ..search }, pruned, game) <= FIXED_NODES;
        if !fits(search.depth) {
            let most = (1..search.depth).rev().find(|&depth| fits(depth));
            let most = most.unwrap_or(1);
            return Err(format!(
                "{agent} would take too long on {game}: its depth may be at most {most} there"
            ));
        }
    }
    if let Some(effort) = effort(agent) {
        effort.depth.map_or(Ok(()), depth)?;
        if effort.time.is_some_and(|time| time > caps::THOUGHT) {
            return Err("a computer may think for at most 30s a move here".to_owned());
        }
        if effort.nodes.is_some_and(|nodes| nodes > caps::NODES) {
            let most = caps::NODES;
            return Err(format!(
                "a computer may search at most {most} nodes a move here"
            ));
        }
    }
    if let AgentSpec::Strong { threads, .. } | AgentSpec::Perfect { threads, .. } = *agent
        && threads > caps::THREADS
    {
        return Err(format!(
            "{threads} threads are too many here: threads is 1 or 2"
        ));
    }
    Ok(())
}

/// Where the agent's searches wait: quick ones never stand behind slow ones.
pub(crate) fn lane(agent: &AgentSpec, game: GameSpec) -> Lane {
    let quick = if let Some((search, pruned)) = fixed(agent) {
        nodes(&search, pruned, game) <= QUICK_NODES
    } else if let Some(effort) = effort(agent) {
        effort
            .nodes
            .is_some_and(|nodes| nodes as f64 <= QUICK_NODES)
            || effort
                .time
                .is_some_and(|time| time.as_millis() <= QUICK_MILLIS)
    } else {
        true
    };
    if quick { Lane::Quick } else { Lane::Slow }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(game: &str, agent: &str) -> Option<String> {
        let (agent, game): (AgentSpec, GameSpec) = (agent.parse().unwrap(), game.parse().unwrap());
        bearable(&agent, game).err()
    }

    #[test]
    fn what_takes_too_long_is_refused_with_what_is_allowed() {
        for (game, agent, sentence) in [
            (
                "connect4",
                "minimax:depth=20",
                "a depth of 20 is too deep here: depths are 1 to 12",
            ),
            (
                "connect4",
                "minimax:depth=10",
                "minimax:depth=10 would take too long on connect4:6x7: its depth may be at most 9 there",
            ),
            (
                "dots:7x7",
                "alphabeta:depth=8",
                "alphabeta:depth=8 would take too long on dots:7x7: its depth may be at most 5 there",
            ),
            (
                "connect4",
                "strong:time=31s",
                "a computer may think for at most 30s a move here",
            ),
            (
                "connect4",
                "strong:nodes=200000000",
                "a computer may search at most 100000000 nodes a move here",
            ),
            (
                "connect4",
                "perfect:time=60s",
                "a computer may think for at most 30s a move here",
            ),
            (
                "dots:4x4",
                "strong:threads=3,time=1s",
                "3 threads are too many here: threads is 1 or 2",
            ),
        ] {
            assert_eq!(problem(game, agent).as_deref(), Some(sentence));
        }
        for (game, agent) in [
            ("connect4", "alphabeta:depth=12"),
            ("dots:2x2", "alphabeta:depth=12"),
            ("connect4:7x10", "s4:depth=7"),
            ("connect4:6x7,players=3", "maxn:depth=6"),
            ("dots:7x7", "strong:time=30s,threads=2"),
        ] {
            assert_eq!(problem(game, agent), None, "{game} {agent}");
        }
    }

    #[test]
    fn the_ladder_is_quick_and_long_thoughts_are_not() {
        let lane = |agent: &str| lane(&agent.parse().unwrap(), "connect4".parse().unwrap());
        assert_eq!(lane("level:4"), Lane::Quick);
        assert_eq!(lane("alphabeta:depth=6"), Lane::Quick);
        assert_eq!(lane("alphabeta:depth=12"), Lane::Slow);
        assert_eq!(lane("strong:time=5s"), Lane::Slow);
        assert_eq!(lane("strong:depth=12"), Lane::Slow);
        assert_eq!(lane("perfect"), Lane::Slow);
    }
}
