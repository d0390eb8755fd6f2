//! `poda solve dots:…`

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use indicatif::HumanCount;
use poda_engine::dots::{Dots, Edge, Position};
use poda_engine::solve::dots::{Limits, Solution, Solver};
use poda_engine::{Bits, Game};

use super::Solve;
use crate::cli::{STOPPED, interrupt, progress};

/// How many free edges a position needs to be worth keeping, counted down from all: later ones are found again at once.
const KEPT_PLIES: usize = 10;

/// Solves a position of Dots and Boxes and prints what it is worth.
pub(super) fn solve<B: Bits>(
    rules: &Dots<B>,
    position: &Position<B>,
    options: &Solve,
) -> anyhow::Result<ExitCode> {
    let solver = Solver::new(rules, options.memory_bytes(1024));
    if let Some(path) = options.save.as_deref().filter(|path| path.exists()) {
        load(&solver, path)?;
    }
    let limits = Limits {
        threads: options.threads,
        stop: Some(interrupt::stop_flag()?),
        ..Limits::default()
    };

    let bar = progress::spinner("positions");
    let start = Instant::now();
    let solution = solver.solve(position, &limits, &mut |nodes| bar.set_position(nodes));
    let moves = match (&solution, options.moves) {
        (Some(_), true) => solver.moves(position, &limits, &mut |nodes| bar.set_position(nodes)),
        _ => Some(Vec::new()),
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    // What a stopped search found is worth keeping too: the next one goes on from there.
    if let Some(path) = &options.save {
        save(
            &solver,
            path,
            rules.spec().edges().saturating_sub(KEPT_PLIES),
        )?;
    }
    let (Some(solution), Some(moves)) = (solution, moves) else {
        anstream::eprintln!("poda: stopped after {seconds:.1} s, the value is not known yet");
        return Ok(ExitCode::from(STOPPED));
    };
    let nodes = solution.nodes
        + moves
            .iter()
            .map(|(_, solution)| solution.nodes)
            .sum::<u64>();
    match options.json {
        true => print_json(
            rules,
            &solution,
            options.moves.then_some(&moves[..]),
            nodes,
            seconds,
        )?,
        false => print_text(rules, position, &solution, &moves, nodes, seconds)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn load<B: Bits>(solver: &Solver<B>, path: &Path) -> anyhow::Result<()> {
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    solver
        .load(file)
        .with_context(|| path.display().to_string())?;
    Ok(())
}

/// Writes next to the old file and then takes its place, so that a crash leaves one of the two whole.
fn save<B: Bits>(solver: &Solver<B>, path: &Path, free: usize) -> anyhow::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let context = || format!("{} cannot be written", path.display());
    let file = File::create(part).with_context(context)?;
    solver
        .save(free as u32, BufWriter::new(file))
        .with_context(context)?;
    std::fs::rename(part, path).with_context(context)
}

fn print_json<B: Bits>(
    rules: &Dots<B>,
    solution: &Solution,
    moves: Option<&[(Edge, Solution)]>,
    nodes: u64,
    seconds: f64,
) -> anyhow::Result<()> {
    let mut json = serde_json::json!({
        "game": rules.spec().to_string(),
        "value": solution.margin,
        "to_come": solution.to_come,
        "nodes": nodes,
        "seconds": seconds,
    });
    if let Some(moves) = moves {
        let moves = moves
            .iter()
            .map(|(edge, solution)| (edge.to_string(), solution.margin.into()));
        json["moves"] = serde_json::Value::Object(moves.collect());
    }
    Ok(writeln!(anstream::stdout(), "{json}")?)
}

fn print_text<B: Bits>(
    rules: &Dots<B>,
    position: &Position<B>,
    solution: &Solution,
    moves: &[(Edge, Solution)],
    nodes: u64,
    seconds: f64,
) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let player = rules.to_move(position);
    let verdict = match solution.margin {
        0 => "the game is a draw".to_owned(),
        margin @ 1.. => format!("the {player} player wins by {margin}"),
        margin => format!("the {player} player loses by {}", -margin),
    };
    writeln!(
        out,
        "value {:+}, to come {:+}: {verdict}",
        solution.margin, solution.to_come
    )?;
    for (edge, solution) in moves {
        writeln!(out, "{edge} {:+}", solution.margin)?;
    }
    anstream::eprintln!("{} positions, {seconds:.2} s", HumanCount(nodes));
    Ok(())
}
