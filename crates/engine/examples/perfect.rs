//! How soon `perfect` knows: `cargo run --release -p poda-engine --example perfect -- dots:4x4 12 200 perfect:threads=2`.
//!
//! Random positions of 0 to so many moves (or of `25-40`), as many of each; each is thought about by an agent that has seen no other. Says how
//! many answers were exact, and how long they took, by the number of moves and for all together.

#![allow(clippy::print_stdout, reason = "it reports to whoever runs it")]

use std::time::{Duration, Instant};

use poda_engine::{Agent, AgentSpec, AnyGame, Game, Knowledge, Request, random_opening};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, usual: &str| match arguments.get(place) {
        Some(text) => text.clone(),
        None => usual.to_owned(),
    };
    let game: AnyGame = argument(0, "dots:4x4").parse().expect("a game");
    let moves = argument(1, "12");
    let (least, most) = moves.split_once('-').unwrap_or(("0", &moves));
    let number = |text: &str| text.parse::<u64>().expect("a number of moves");
    let plies = number(least)..=number(most);
    let count: u64 = argument(2, "200").parse().expect("a number of positions");
    let agent: AgentSpec = argument(3, "perfect:threads=2").parse().expect("an agent");

    // What the book needs to be opened is needed once.
    think(&game, &agent, 0, 0);
    let mut all = Vec::new();
    for (place, moves) in plies.clone().enumerate() {
        let seeds = (0..count).skip(place).step_by(plies.clone().count());
        let thoughts: Vec<_> = seeds
            .map(|seed| think(&game, &agent, moves as usize, seed))
            .collect();
        report(&format!("{moves} moves"), thoughts.clone());
        all.extend(thoughts);
    }
    report("all", all);
}

/// Whether the answer was exact, how long it took, and how many positions were searched.
type Thought = (bool, Duration, u64);

fn think(game: &AnyGame, agent: &AgentSpec, moves: usize, seed: u64) -> Thought {
    let position = random_opening(game, moves, seed)
        .into_iter()
        .fold(game.start(), |at, mv| {
            game.play(&at, mv).expect("a legal move")
        });
    let mut agent = Agent::with_knowledge(agent, game, seed, &Knowledge::default())
        .expect("it plays this game");
    let start = Instant::now();
    let report = agent.think(&position, Request::default());
    (report.solved, start.elapsed(), report.nodes)
}

fn report(what: &str, mut thoughts: Vec<Thought>) {
    thoughts.sort_by_key(|&(_, time, _)| time);
    let (Some(&(_, median, _)), Some(&(_, longest, _))) =
        (thoughts.get(thoughts.len() / 2), thoughts.last())
    else {
        return;
    };
    println!(
        "{what:9} {} of {} exact, median {:.3} s, longest {:.3} s, at most {} nodes",
        thoughts.iter().filter(|(exact, _, _)| *exact).count(),
        thoughts.len(),
        median.as_secs_f64(),
        longest.as_secs_f64(),
        thoughts
            .iter()
            .map(|&(_, _, nodes)| nodes)
            .max()
            .unwrap_or(0)
    );
}
