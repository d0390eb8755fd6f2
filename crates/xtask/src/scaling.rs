//! `cargo xtask scaling`: how the work of the exact solvers grows with the board.

use std::fs;
use std::process::Command;

use anyhow::Context;

use crate::picture::{Chart, Point, Series, count};
use crate::step::{cargo, output, root, run};

/// Boards, rows × columns, that are solved from the start within a minute or two on one thread.
const CONNECT4: &[(u32, u32)] = &[
    (4, 4),
    (4, 5),
    (5, 4),
    (4, 6),
    (6, 4),
    (5, 5),
    (4, 7),
    (7, 4),
    (5, 6),
    (6, 5),
    (4, 8),
    (8, 4),
    (5, 7),
    (7, 5),
    (4, 9),
    (6, 6),
    (9, 4),
    (5, 8),
    (8, 5),
    (10, 4),
    (6, 7),
    (7, 6),
    (11, 4),
    (9, 5),
    (12, 4),
];
const DOTS: &[(u32, u32)] = &[
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 3),
    (2, 5),
    (3, 4),
    (2, 6),
    (3, 5),
    (4, 4),
];

/// What the fits are asked about: boards that take longer.
const LARGER: &[(&str, f64)] = &[
    ("connect4:6x8", 48.0),
    ("connect4:7x7", 49.0),
    ("connect4:8x8", 64.0),
    ("dots:4x5", 49.0),
    ("dots:5x5", 60.0),
];

/// Prints nodes and time of every board, what was fitted to them and what that says of larger ones; writes docs/scaling.svg.
pub(crate) fn measure() -> anyhow::Result<()> {
    run("poda", &mut cargo(&["build", "--release"]))?;
    println!("| board | cells or edges | nodes | time |\n|---|---|---|---|");
    let cells = |rows, columns| rows * columns;
    let edges = |rows, columns| rows * (columns + 1) + columns * (rows + 1);
    let mut series = Vec::new();
    for (game, boards, size) in [
        ("connect4", CONNECT4, &cells as &dyn Fn(u32, u32) -> u32),
        ("dots", DOTS, &edges),
    ] {
        let points = boards.iter().map(|&(rows, columns)| {
            let board = format!("{game}:{rows}x{columns}");
            solve(&board, f64::from(size(rows, columns)))
        });
        let points = points.collect::<anyhow::Result<Vec<_>>>()?;
        let fit = Fit::new(&points);
        println!("\n{game}: {fit}\n");
        for &(board, size) in LARGER.iter().filter(|larger| larger.0.starts_with(game)) {
            println!("{board}: about {} nodes", count(fit.at(size)));
        }
        let (from, to) = (points[0].x, points[points.len() - 1].x);
        let unit = if game == "dots" { "edges" } else { "cells" };
        series.push(Series {
            name: format!("{game}, by {unit}"),
            points,
            line: Some([(from, fit.at(from)), (to, fit.at(to))]),
        });
    }
    let chart = Chart {
        title: "Nodes to solve an empty board, one thread",
        ticks: (3..=9)
            .map(|tens| (f64::from(5 * tens), (5 * tens).to_string()))
            .collect(),
        series,
        words: count,
    };
    Ok(fs::write(root().join("docs/scaling.svg"), chart.svg())?)
}

fn solve(board: &str, size: f64) -> anyhow::Result<Point> {
    let mut poda = Command::new(crate::program("release"));
    poda.args(["solve", board, "--no-book", "--json", "--memory", "2048"]);
    let found: serde_json::Value = serde_json::from_str(&output(&mut poda)?)?;
    let nodes = found["nodes"].as_f64().context("no nodes")?;
    let seconds = found["seconds"].as_f64().context("no seconds")?;
    println!("| {board} | {size} | {nodes} | {seconds:.2} s |");
    Ok(Point {
        x: size,
        y: nodes.max(1.0),
        name: board.to_owned(),
    })
}

/// nodes = factor · growth^size, by least squares of the logarithms.
struct Fit {
    factor: f64,
    growth: f64,
    /// By what factor a board is off, one standard deviation.
    off: f64,
}

impl Fit {
    fn new(points: &[Point]) -> Fit {
        let n = points.len() as f64;
        let mean = |value: &dyn Fn(&Point) -> f64| points.iter().map(value).sum::<f64>() / n;
        let (x, y) = (mean(&|p| p.x), mean(&|p| p.y.ln()));
        let slope = mean(&|p| (p.x - x) * (p.y.ln() - y)) / mean(&|p| (p.x - x).powi(2));
        let level = y - slope * x;
        let rest = mean(&|p| (p.y.ln() - level - slope * p.x).powi(2)) * n / (n - 2.0);
        Fit {
            factor: level.exp(),
            growth: slope.exp(),
            off: rest.sqrt().exp(),
        }
    }

    fn at(&self, size: f64) -> f64 {
        self.factor * self.growth.powf(size)
    }
}

impl std::fmt::Display for Fit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Fit {
            factor,
            growth,
            off,
        } = self;
        write!(
            f,
            "{factor:.3e} · {growth:.2}^size nodes, a board being off by a factor of {off:.1}"
        )
    }
}
