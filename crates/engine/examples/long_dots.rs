//! The checks of the Dots and Boxes solver that take minutes; `cargo xtask long` runs them.
//!
//! * Every one of the 2^24 positions of 3×3 boxes against a table computed backwards from the end by the rules alone.
//! * The starts of 2×6, 3×5 and 4×4 against `tests/data/dots-values.tsv`, on one thread and on two.
//! * Random positions of 5×5 with 38 free edges and of 4×4 with 32, timed.
//!
//! Arguments choose parts: `2x6`, `3x5`, `4x4`, `random`, `3x3`.

#![allow(clippy::print_stdout, reason = "it reports to whoever runs it")]

use std::time::Instant;

use poda_engine::dots::{Dots, DotsSpec, Position};
use poda_engine::solve::dots::DotsSolver;
use poda_engine::solve::{Solution, Solver};
use poda_engine::{Bits, Game, Limits, MoveList};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |part: &str| chosen.is_empty() || chosen.iter().any(|word| word == part);
    for (rows, columns, mebibytes) in [(2, 6, 1024), (3, 5, 2048), (4, 4, 1024)] {
        if is_chosen(&format!("{rows}x{columns}")) {
            known_start(rows, columns, mebibytes << 20);
        }
    }
    if is_chosen("random") {
        random_positions(5, 22, 1);
        for threads in [1, 2] {
            random_positions(4, 8, threads);
        }
    }
    if is_chosen("3x3") {
        every_position();
    }
}

fn board(rows: usize, columns: usize) -> Dots<u64> {
    Dots::new(DotsSpec::new(rows, columns).expect("a board"))
}

fn solve(solver: &DotsSolver<u64>, position: &Position<u64>) -> Solution {
    let solution = solver.solve(position, Limits::default(), &mut |_| ());
    solution.expect("there is no limit")
}

fn known_start(rows: usize, columns: usize, memory: usize) {
    let prefix = format!("{rows}\t{columns}\t");
    let mut lines = include_str!("../tests/data/dots-values.tsv").lines();
    let line = lines
        .find_map(|line| line.strip_prefix(&prefix))
        .expect("the board is in the table");
    let expected: i32 = line
        .split('\t')
        .next()
        .and_then(|margin| margin.parse().ok())
        .expect("a margin");
    let game = board(rows, columns);
    for threads in [1, 2] {
        let solver = DotsSolver::new(&game, memory).with_threads(threads);
        let start = Instant::now();
        let solution = solve(&solver, &game.start());
        println!(
            "{rows}x{columns}, {threads} threads, {} MiB: margin {}, {} nodes, {:.1} s",
            solver.memory() >> 20,
            solution.value,
            solution.nodes,
            start.elapsed().as_secs_f64()
        );
        assert_eq!(solution.value, expected);
    }
}

/// Twenty positions of a square board with some random edges drawn.
fn random_positions(size: usize, drawn: usize, threads: usize) {
    let game = board(size, size);
    let mut solver = DotsSolver::new(&game, 256 << 20).with_threads(threads);
    let mut nodes = 0;
    let mut seconds: Vec<f64> = (0..20)
        .map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut position = game.start();
            for _ in 0..drawn {
                let mut moves = MoveList::new();
                game.moves(&position, &mut moves);
                position = game.play_unchecked(&position, moves[rng.random_range(..moves.len())]);
            }
            solver.clear();
            let start = Instant::now();
            nodes += solve(&solver, &position).nodes;
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    println!(
        "{size}x{size} with {} free edges, {threads} threads, 20 random positions: {} nodes on average, median {:.3} s, longest {:.3} s",
        game.spec().edges() - drawn,
        nodes / 20,
        (seconds[9] + seconds[10]) / 2.0,
        seconds[19]
    );
}

fn every_position() {
    let game = board(3, 3);
    let all = game.all_edges();
    let boxes: Vec<u64> = (0..9)
        .map(|place| game.sides(place / 3, place % 3))
        .collect();
    // By the edges drawn: the margin still to come for whoever moves.
    let mut values = vec![0i8; 1 << 24];
    for drawn in (0..all).rev() {
        let best = (all & !drawn).places().map(|bit| {
            let next = drawn | 1 << bit;
            let closed = boxes
                .iter()
                .filter(|&&sides| sides & !next == 0 && sides >> bit & 1 == 1)
                .count() as i8;
            let value = values[next as usize];
            if closed > 0 { closed + value } else { -value }
        });
        values[drawn as usize] = best.max().expect("an edge is free");
    }
    // Walks all sets of drawn edges: each is reached by drawing its edges in the order of their bits.
    let solver = DotsSolver::new(&game, 64 << 20);
    let mut checked = 0u64;
    let mut pending: Vec<(Position<u64>, u32)> = vec![(game.start(), 0)];
    while let Some((position, from)) = pending.pop() {
        let ahead = position.margin(game.to_move(&position));
        assert_eq!(
            solve(&solver, &position).value - ahead,
            i32::from(values[position.edges() as usize]),
            "{:#x}",
            position.edges()
        );
        checked += 1;
        for bit in from..24 {
            pending.push((game.play_unchecked(&position, game.edge(bit)), bit + 1));
        }
    }
    assert_eq!(checked, 1 << 24);
    println!("3x3: all {checked} positions have the value that the rules give them");
}
