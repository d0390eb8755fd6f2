//! Who may sit down: agents by name, within what one machine can bear.

use poda_bots::Programs;
use poda_engine::{
    AgentSpec, AnyGame, Effort, Game, GameSpec, Method, ResolvedPlayer, Seat, Session,
};

use crate::api::{Exactness, NewGame};
use crate::caps;
use crate::refused::Refused;
use crate::search_queue::Lane;

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

/// A person's seat that waits for somebody to take it.
const FRIEND: &str = "friend";

/// Which seats are left free.
pub(crate) fn free(new: &NewGame) -> Vec<bool> {
    new.seats.iter().map(|seat| seat == FRIEND).collect()
}

/// The game that was asked for, if it can be played here.
pub(crate) fn session(new: &NewGame, programs: &Programs) -> Result<Session, Problem> {
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
        let name = if text == FRIEND { "human" } else { text };
        let seat: Seat = name
            .parse()
            .map_err(|error: poda_engine::AgentSpecError| blame(error.to_string()))?;
        match &seat {
            Seat::Human => {}
            Seat::Agent(agent) => bearable(agent, &AnyGame::new(game)).map_err(blame)?,
            Seat::Program(name) => admitted(name, game, programs).map_err(blame)?,
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

/// Refuses a program that the server was not started with, or that does not play this game.
fn admitted(name: &str, game: GameSpec, programs: &Programs) -> Result<(), String> {
    match programs.check(name, game) {
        Some(checked) => checked
            .map(drop)
            .map_err(|error| format!("{name}: {error}")),
        None => {
            let names: Vec<&str> = programs.names().collect();
            let known = match names.is_empty() {
                true => "no program".to_owned(),
                false => names.join(", "),
            };
            let name = poda_engine::excerpt(name);
            Err(format!(
                "there is no program `{name}` here: this server was started with {known} (poda serve --bot NAME=COMMAND)"
            ))
        }
    }
}

/// The most nodes of a search to a fixed depth, which has nothing to show before it is done.
const FIXED_NODES: f64 = 5e7;
/// Below this a search is over before anybody could have looked: a millisecond or a few.
const INSTANT_NODES: f64 = 2e4;
/// Below this in the blink of an eye, or nearly.
const QUICK_NODES: f64 = 1e6;
const QUICK_MILLIS: u128 = 300;

/// Why the agent `perfect` does not play this game, if it does not.
pub(crate) fn no_perfect(game: &str) -> Option<String> {
    let game: GameSpec = game.parse().ok()?;
    let perfect: AgentSpec = "perfect".parse().expect("an agent's name");
    perfect.check(game).err().map(|error| error.to_string())
}

/// How far the best player of this game can be called perfect.
pub(crate) fn promise(game: &str) -> Option<Exactness> {
    let game: AnyGame = game.parse().ok()?;
    Some(Exactness::of(&game))
}

/// Refuses what would keep a processor busy for longer than anybody waits.
fn bearable(agent: &AgentSpec, game: &AnyGame) -> Result<(), String> {
    let player = agent.resolve(game).map_err(|error| error.to_string())?;
    let Effort { depth, nodes, time } = player.effort;
    if let Some(found) = depth.filter(|&depth| depth > caps::DEPTH) {
        let most = caps::DEPTH;
        return Err(format!(
            "a depth of {found} is too deep here: depths are 1 to {most}"
        ));
    }
    if player.cost.is_some_and(|cost| cost > FIXED_NODES) {
        let fits = |depth: &u32| {
            player
                .cost_at(game, *depth)
                .is_some_and(|c| c <= FIXED_NODES)
        };
        let most = (1..depth.unwrap_or(1)).rev().find(fits).unwrap_or(1);
        let game = game.spec();
        return Err(format!(
            "{agent} would take too long on {game}: its depth may be at most {most} there"
        ));
    }
    if time.is_some_and(|time| time > caps::THOUGHT) {
        return Err("a computer may think for at most 30s a move here".to_owned());
    }
    if nodes.is_some_and(|nodes| nodes > caps::NODES) {
        let most = caps::NODES;
        return Err(format!(
            "a computer may search at most {most} nodes a move here"
        ));
    }
    let threads = player.threads();
    if threads > caps::THREADS {
        return Err(format!(
            "{threads} threads are too many here: threads is 1 or 2"
        ));
    }
    Ok(())
}

/// Where the agent's searches wait: quick ones never stand behind slow ones.
pub(crate) fn lane(seat: &Seat, game: &AnyGame) -> Lane {
    match seat {
        // Whoever does not play this game is refused before anybody waits.
        Seat::Agent(agent) => agent
            .resolve(game)
            .map_or(Lane::Instant, |player| lane_of(&player)),
        // Nobody knows how long another program thinks.
        Seat::Program(_) => Lane::Slow,
        Seat::Human => Lane::Instant,
    }
}

/// How many positions a quick agent looks at that goes deeper and deeper until it has seen so many. With fewer it has still looked at
/// something; whoever goes straight to a depth has not.
pub(crate) fn can_hasten(player: &ResolvedPlayer) -> Option<u64> {
    let Effort { nodes, depth, .. } = player.effort;
    nodes.filter(|_| depth.is_none() && lane_of(player) == Lane::Quick)
}

fn lane_of(player: &ResolvedPlayer) -> Lane {
    let Effort { nodes, time, .. } = player.effort;
    if matches!(player.method, Method::Random | Method::Greedy) {
        return Lane::Instant;
    }
    let limits = [player.cost, nodes.map(|nodes| nodes as f64)];
    let nodes = limits.into_iter().flatten().fold(f64::INFINITY, f64::min);
    let soon = time.is_some_and(|time| time.as_millis() <= QUICK_MILLIS);
    match nodes {
        nodes if nodes <= INSTANT_NODES => Lane::Instant,
        nodes if nodes <= QUICK_NODES || soon => Lane::Quick,
        _ => Lane::Slow,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(game: &str, agent: &str) -> Option<String> {
        let (agent, game): (AgentSpec, AnyGame) = (agent.parse().unwrap(), game.parse().unwrap());
        bearable(&agent, &game).err()
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
        let game: AnyGame = "connect4".parse().unwrap();
        let lane = |agent: &str| lane(&agent.parse::<Seat>().unwrap(), &game);
        for agent in [
            "level:1",
            "level:2",
            "level:3",
            "greedy",
            "strong:nodes=15000",
        ] {
            assert_eq!(lane(agent), Lane::Instant, "{agent}");
        }
        assert_eq!(lane("level:4"), Lane::Quick);
        let hastens = |agent: &str| {
            let agent: AgentSpec = agent.parse().unwrap();
            can_hasten(&agent.resolve(&game).unwrap())
        };
        assert_eq!(hastens("level:4"), Some(500_000));
        for agent in [
            "level:3",
            "alphabeta:depth=9",
            "perfect",
            "strong:time=5s",
            "strong:nodes=15000",
            "strong:nodes=50000000",
        ] {
            assert_eq!(hastens(agent), None, "{agent}");
        }
        assert_eq!(lane("alphabeta:depth=6"), Lane::Instant);
        assert_eq!(lane("alphabeta:depth=9"), Lane::Quick);
        assert_eq!(lane("alphabeta:depth=12"), Lane::Slow);
        assert_eq!(lane("strong:time=5s"), Lane::Slow);
        assert_eq!(lane("strong:depth=12"), Lane::Slow);
        assert_eq!(lane("perfect"), Lane::Slow);
    }

    #[test]
    fn a_browser_names_programs_of_the_server_and_no_commands() {
        let new = |seat: &str| NewGame {
            seats: vec!["human".to_owned(), seat.to_owned()],
            ..serde_json::from_str(r#"{"game":"connect4","seats":[]}"#).unwrap()
        };
        let programs = Programs::only_named();
        for seat in ["cmd:./bot.py", "program:cmd:./bot.py", "program:alice"] {
            let problem = session(&new(seat), &programs).expect_err(seat);
            assert_eq!(problem.seat, Some(1), "{seat}");
            assert!(
                problem.sentence.starts_with("there is no "),
                "{}",
                problem.sentence
            );
        }
        let problem = session(&new("program:alice"), &programs).unwrap_err();
        assert_eq!(
            problem.sentence,
            "there is no program `alice` here: this server was started with no program (poda serve --bot NAME=COMMAND)"
        );
    }
}
