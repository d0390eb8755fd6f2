//! The exact solver of Dots and Boxes against searches that share no code with it, and against published values.

use crate::common;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use poda_engine::dots::{Dots, DotsSpec, Position};
use poda_engine::solve::dots::{Limits, Solver};
use poda_engine::{Bits, Game};
use rand::RngExt;

const MEMORY: usize = 16 << 20;

fn dots<B: Bits>(rows: usize, columns: usize) -> Dots<B> {
    Dots::new(DotsSpec::new(rows, columns).expect("a board"))
}

fn to_come<B: Bits>(solver: &Solver<B>, position: &Position<B>) -> i32 {
    let solution = solver.solve(position, &Limits::default(), &mut |_| ());
    solution.expect("there is no limit").to_come
}

/// Plain minimax over the rules: the margin still to come for the player to move. Remembers what it has seen, by the edges.
fn minimax<B: Bits>(game: &Dots<B>, position: &Position<B>, seen: &mut HashMap<B, i32>) -> i32 {
    if let Some(&value) = seen.get(&position.edges()) {
        return value;
    }
    let player = game.to_move(position);
    let moves = common::moves(game, position);
    let values = moves.iter().map(|&edge| {
        let next = game.play_unchecked(position, edge);
        let value = minimax(game, &next, seen);
        let closed = next.margin(player) - position.margin(player);
        if game.to_move(&next) == player {
            closed + value
        } else {
            -value
        }
    });
    let value = values.max().unwrap_or(0);
    seen.insert(position.edges(), value);
    value
}

#[test]
fn starts_are_worth_what_the_table_says() {
    let mut checked = 0;
    for line in include_str!("data/dots-values.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
    {
        let [rows, columns, margin, _source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (rows, columns): (usize, usize) = (
            rows.parse().expect("a number"),
            columns.parse().expect("a number"),
        );
        // 1×8 is wider than any board here; what has more than 31 edges takes minutes: `cargo xtask long` solves it.
        let Some(spec) = DotsSpec::new(rows, columns)
            .ok()
            .filter(|spec| spec.edges() <= 32)
        else {
            continue;
        };
        let game: Dots<u64> = Dots::new(spec);
        let solution =
            Solver::new(&game, 64 << 20).solve(&game.start(), &Limits::default(), &mut |_| ());
        assert_eq!(
            solution.expect("no limit").margin,
            margin.parse::<i32>().expect("a number"),
            "{line}"
        );
        checked += 1;
    }
    assert_eq!(checked, 14);
}

/// Whole small boards, and the ends of random games on all kinds of larger ones.
#[test]
fn agrees_with_plain_minimax() {
    fn check<B: Bits>(rows: usize, columns: usize, left: usize, games: u64) {
        let game: Dots<B> = dots(rows, columns);
        let solver = Solver::new(&game, MEMORY);
        for seed in 0..games {
            let mut rng = common::rng(seed);
            let left = rng.random_range(1..=left);
            let position =
                common::position(&game, game.spec().edges().saturating_sub(left), &mut rng);
            let expected = minimax(&game, &position, &mut HashMap::new());
            assert_eq!(
                to_come(&solver, &position),
                expected,
                "{} seed {seed}",
                game.spec()
            );
        }
    }
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)] {
        check::<u64>(rows, columns, 13, 40);
    }
    for (rows, columns) in [
        (2, 3),
        (3, 3),
        (1, 7),
        (7, 1),
        (2, 5),
        (3, 4),
        (4, 4),
        (5, 4),
        (5, 5),
        (4, 6),
        (3, 7),
    ] {
        check::<u64>(rows, columns, 14, 60);
    }
    for (rows, columns) in [(4, 4), (5, 6), (7, 4), (6, 6), (7, 7)] {
        check::<u128>(rows, columns, 14, 60);
    }
}

#[test]
fn every_edge_has_its_value() {
    for (rows, columns, drawn) in [(2, 2, 0), (2, 3, 3), (3, 3, 10), (4, 4, 27), (1, 5, 2)] {
        let game: Dots<u64> = dots(rows, columns);
        let solver = Solver::new(&game, MEMORY);
        for seed in 0..10 {
            let position = common::position(&game, drawn, &mut common::rng(seed));
            let player = game.to_move(&position);
            let values = solver
                .moves(&position, &Limits::default(), &mut |_| ())
                .expect("no limit");
            let edges: Vec<_> = values.iter().map(|&(edge, _)| edge).collect();
            assert_eq!(edges[..], common::moves(&game, &position)[..]);
            let best = solver.best(&position, &Limits::default(), &mut |_| ());
            let most = values.iter().map(|(_, solution)| solution.margin).max();
            assert_eq!(best.map(|(_, solution)| solution.margin), most);
            assert!(best.is_none_or(|(edge, best)| {
                values
                    .iter()
                    .any(|&(other, solution)| other == edge && solution.margin == best.margin)
            }));
            // What can be kept is what some edge is worth, at every margin there could be.
            let boxes = game.spec().boxes() as i32;
            for margin in -boxes..=boxes {
                let reached = most.is_some_and(|most| most >= margin);
                let answer = solver.at_least(&position, margin, &Limits::default(), &mut |_| ());
                assert_eq!(answer.map(|(answer, _)| answer), Some(reached));
                let (edge, _) = solver
                    .keeping(&position, margin, &Limits::default(), &mut |_| ())
                    .expect("no limit");
                assert_eq!(edge.is_some(), reached);
                assert!(edge.is_none_or(|edge| {
                    values
                        .iter()
                        .any(|&(other, solution)| other == edge && solution.margin >= margin)
                }));
            }
            let mut seen = HashMap::new();
            for (edge, solution) in values {
                let next = game.play_unchecked(&position, edge);
                let rest = minimax(&game, &next, &mut seen);
                let rest = if game.to_move(&next) == player {
                    rest
                } else {
                    -rest
                };
                assert_eq!(
                    solution.margin,
                    next.margin(player) + rest,
                    "{rows}x{columns} seed {seed} {edge}"
                );
                assert_eq!(solution.to_come, solution.margin - position.margin(player));
            }
        }
    }
}

#[test]
fn threads_and_symmetries_change_nothing() {
    for (rows, columns, drawn) in [(3, 3, 0), (3, 4, 8), (4, 4, 16), (2, 6, 8)] {
        let game: Dots<u64> = dots(rows, columns);
        for seed in 0..3 {
            let position = common::position(&game, drawn, &mut common::rng(seed));
            let expected = to_come(&Solver::new(&game, MEMORY), &position);
            for symmetry in 0..game.symmetries() {
                // A small table that overflows, and several threads.
                let solver = Solver::new(&game, 1 << 20);
                let limits = Limits {
                    threads: 1 + symmetry % 3,
                    ..Limits::default()
                };
                let image = game.image(&position, symmetry);
                let solution = solver
                    .solve(&image, &limits, &mut |_| ())
                    .expect("no limit");
                assert_eq!(
                    solution.to_come, expected,
                    "{rows}x{columns} seed {seed} symmetry {symmetry}"
                );
            }
        }
    }
}

#[test]
fn limits_stop_it() {
    let game: Dots<u64> = dots(4, 4);
    let solver = Solver::new(&game, MEMORY);
    for threads in [1, 2] {
        let few = Limits {
            threads,
            nodes: Some(20_000),
            ..Limits::default()
        };
        let mut seen = 0;
        assert_eq!(
            solver.solve(&game.start(), &few, &mut |nodes| seen = nodes),
            None
        );
        assert!((1..100_000).contains(&seen), "{seen}");

        let stop = AtomicBool::new(true);
        let stopped = Limits {
            threads,
            stop: Some(&stop),
            ..Limits::default()
        };
        assert_eq!(solver.solve(&game.start(), &stopped, &mut |_| ()), None);
        assert_eq!(solver.moves(&game.start(), &stopped, &mut |_| ()), None);
    }
    // A limit does no harm to what comes later.
    let position = common::position(&game, 24, &mut common::rng(1));
    assert_eq!(
        to_come(&solver, &position),
        to_come(&Solver::new(&game, MEMORY), &position)
    );
}

/// A finished game has nothing to come, and its margin is that of the boxes.
#[test]
fn finished_games_are_over() {
    for (rows, columns) in [(1, 1), (3, 3), (4, 5)] {
        let game: Dots<u64> = dots(rows, columns);
        let (_, states) = common::playout(&game, &mut common::rng(7));
        let end = states[states.len() - 1];
        let solver = Solver::new(&game, MEMORY);
        let solution = solver
            .solve(&end, &Limits::default(), &mut |_| ())
            .expect("no limit");
        assert_eq!(
            (solution.to_come, solution.margin),
            (0, end.margin(game.to_move(&end)))
        );
        assert_eq!(
            solver.moves(&end, &Limits::default(), &mut |_| ()),
            Some(Vec::new())
        );
    }
}

fn saved<B: Bits>(solver: &Solver<B>, free: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    solver.save(free, &mut bytes).expect("writing to memory");
    bytes
}

#[test]
fn what_is_saved_is_found_again() {
    fn check<B: Bits>(rows: usize, columns: usize, drawn: usize) {
        let game: Dots<B> = dots(rows, columns);
        // The first random position that takes some work, but not too much.
        let limits = Limits {
            nodes: Some(500_000),
            ..Limits::default()
        };
        let (position, solver, first) = (0..)
            .find_map(|seed| {
                let position = common::position(&game, drawn, &mut common::rng(seed));
                let solver = Solver::new(&game, MEMORY);
                let first = solver
                    .solve(&position, &limits, &mut |_| ())
                    .filter(|first| first.nodes > 500)?;
                Some((position, solver, first))
            })
            .expect("there are many seeds");
        let bytes = saved(&solver, 0);

        let other = Solver::new(&game, MEMORY);
        assert!(other.load(&bytes[..]).expect("a whole file") > 100);
        assert_eq!(saved(&other, 0), bytes);
        let again = other
            .solve(&position, &Limits::default(), &mut |_| ())
            .expect("no limit");
        assert_eq!((again.margin, again.nodes), (first.margin, 0));

        // The part with more free edges is smaller and still helps.
        let part = saved(&solver, 12);
        assert!(part.len() < bytes.len());
        let other = Solver::new(&game, MEMORY);
        other.load(&part[..]).expect("a whole file");
        let again = other
            .solve(&position, &Limits::default(), &mut |_| ())
            .expect("no limit");
        assert_eq!(again.margin, first.margin);
        assert!(again.nodes < first.nodes);
    }
    check::<u64>(3, 3, 0);
    check::<u64>(4, 4, 18);
    check::<u128>(7, 7, 72);
}

#[test]
fn damaged_files_are_refused_with_one_sentence() {
    let game: Dots<u64> = dots(2, 3);
    let solver = Solver::new(&game, MEMORY);
    solver
        .solve(&game.start(), &Limits::default(), &mut |_| ())
        .expect("no limit");
    let bytes = saved(&solver, 8);
    let refusal = |bytes: &[u8], game: &Dots<u64>| {
        let error = Solver::new(game, MEMORY)
            .load(bytes)
            .expect_err("a bad file")
            .to_string();
        assert!(!error.contains('\n'));
        error
    };
    for place in 0..bytes.len() {
        let mut bad = bytes.clone();
        bad[place] ^= 4;
        let expected = match place {
            0..8 => "not a kept solution",
            8 => "has version 5",
            _ => "is damaged",
        };
        assert!(
            refusal(&bad, &game).contains(expected),
            "byte {place}: {}",
            refusal(&bad, &game)
        );
    }
    for length in 0..bytes.len() {
        refusal(&bytes[..length], &game);
    }
    refusal(&[&bytes[..], b"x"].concat(), &game);
    assert_eq!(
        refusal(&bytes, &dots(3, 3)),
        "the solution is of dots:2x3, not of dots:3x3"
    );
}
