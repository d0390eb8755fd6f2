//! Our evaluation and our player meet Poda's agents in an experiment; then Poda's agents play our game.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::error::Error;
use std::sync::atomic::AtomicBool;

use own_bot::{Copycat, Nim, players};
use poda_engine::{GameAgent, Player, line_text, play_game};
use poda_lab::{Experiment, ExperimentReport, RunOptions, export, run};

const EXPERIMENT: &str = r#"
title = "Two of ours and two of Poda's"
game = "connect4"
games = 60
seed = 1
[[pairing]]
kind = "round-robin"
agents = ["towers", "copycat", "level:1", "random"]
[[view]]
kind = "standings"
title = "Standings"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    experiment()?;
    nim()
}

fn experiment() -> Result<(), Box<dyn Error>> {
    let players = players();
    let experiment = Experiment::parse("own-bot", EXPERIMENT, &players)?;
    let mut records = BTreeMap::new();
    run::<Infallible>(
        experiment.plan(),
        &players,
        &BTreeMap::new(),
        &RunOptions::default(),
        &AtomicBool::new(false),
        &mut |record, _| {
            records.insert(record.game, record);
            Ok(())
        },
    )?;
    let report = ExperimentReport::new(&experiment, &records, false);
    println!("{}", export::text(&report));
    Ok(())
}

fn nim() -> Result<(), Box<dyn Error>> {
    let game = Nim { heap: 21 };
    let strong = GameAgent::new(&"strong:depth=21".parse()?, game.clone(), 1)?;
    let mut seats: [Box<dyn Player<Nim>>; 2] = [Box::new(strong), Box::new(Copycat)];
    let (line, outcome) = play_game(&game, &mut seats, &[])?;
    println!(
        "Nim with 21, strong against copycat: {}, won by the {outcome} player",
        line_text(&line)
    );
    Ok(())
}
