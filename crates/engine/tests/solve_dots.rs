//! The exact solver of Dots and Boxes against searches that share no code with it, and against published values.

use crate::common;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use poda_engine::dots::{Dots, DotsSpec, Position};
use poda_engine::solve::dots::DotsSolver;
use poda_engine::solve::{KeptSolution, Solution, SolveProgress, Solver};
use poda_engine::{Bits, Game, Limits};
use rand::RngExt;

const MEMORY: usize = 16 << 20;

fn dots<B: Bits>(rows: usize, columns: usize) -> Dots<B> {
    Dots::new(DotsSpec::new(rows, columns).expect("a board"))
}

fn solve<B: Bits>(solver: &DotsSolver<B>, position: &Position<B>) -> Solution {
    let solution = solver.solve(position, Limits::default(), &mut |_| ());
    solution.expect("there is no limit")
}

/// The part of the value that is not decided yet.
fn to_come<B: Bits>(solver: &DotsSolver<B>, position: &Position<B>) -> i32 {
    let player = solver.game().to_move(position);
    solve(solver, position).value - position.margin(player)
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
        assert_eq!(
            solve(&DotsSolver::new(&game, 64 << 20), &game.start()).value,
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
        let solver = DotsSolver::new(&game, MEMORY);
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
        let solver = DotsSolver::new(&game, MEMORY);
        for seed in 0..10 {
            let position = common::position(&game, drawn, &mut common::rng(seed));
            let player = game.to_move(&position);
            let values = solver
                .moves(&position, Limits::default(), &mut |_| ())
                .expect("no limit");
            let edges: Vec<_> = values.iter().map(|&(edge, _)| edge).collect();
            assert_eq!(edges[..], common::moves(&game, &position)[..]);
            let most = values.iter().map(|(_, solution)| solution.value).max();
            assert_eq!(most, Some(solve(&solver, &position).value));
            // What can be kept is what some edge is worth, at every margin there could be.
            let boxes = game.spec().boxes() as i32;
            for margin in -boxes..=boxes {
                let reached = most.is_some_and(|most| most >= margin);
                let answer = solver.at_least(&position, margin, Limits::default(), &mut |_| ());
                assert_eq!(answer.map(|(answer, _)| answer), Some(reached));
                let (edge, _) = solver
                    .keeping(&position, margin, &edges, Limits::default(), &mut |_| ())
                    .expect("no limit");
                assert_eq!(edge.is_some(), reached);
                assert!(edge.is_none_or(|edge| {
                    values
                        .iter()
                        .any(|&(other, solution)| other == edge && solution.value >= margin)
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
                    solution.value,
                    next.margin(player) + rest,
                    "{rows}x{columns} seed {seed} {edge}"
                );
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
            let expected = to_come(&DotsSolver::new(&game, MEMORY), &position);
            for symmetry in 0..game.symmetries() {
                // A small table that overflows, and several threads.
                let solver = DotsSolver::new(&game, 1 << 20).with_threads(1 + symmetry % 3);
                let image = game.image(&position, symmetry);
                assert_eq!(
                    to_come(&solver, &image),
                    expected,
                    "{rows}x{columns} seed {seed} symmetry {symmetry}"
                );
            }
        }
    }
}

/// The value and what is known on the way, from any guess.
#[test]
fn guesses_change_nothing_and_bounds_hold() {
    for (rows, columns, drawn) in [(2, 3, 2), (3, 3, 8), (4, 4, 24)] {
        let game: Dots<u64> = dots(rows, columns);
        for seed in 0..5 {
            let position = common::position(&game, drawn, &mut common::rng(seed));
            let expected = solve(&DotsSolver::new(&game, MEMORY), &position).value;
            for guess in -9..=9 {
                let mut told = 0;
                let mut look = |progress: &SolveProgress| {
                    let (lower, upper) = progress.bounds.expect("it closes in");
                    assert!((lower..=upper).contains(&expected));
                    told += 1;
                };
                let solver = DotsSolver::new(&game, MEMORY);
                let solution = solver.solve_near(&position, guess, Limits::default(), &mut look);
                assert_eq!(solution.map(|solution| solution.value), Some(expected));
                assert!(told > 0);
            }
        }
    }
}

#[test]
fn limits_stop_it() {
    let game: Dots<u64> = dots(4, 4);
    let solver = DotsSolver::new(&game, MEMORY);
    let stop = AtomicBool::new(true);
    let few = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    for threads in [1, 2] {
        let solver = solver.share(threads);
        for limits in [few, late, Limits::until(&stop)] {
            let mut seen = 0;
            let mut look = |progress: &SolveProgress| seen = progress.nodes;
            assert_eq!(solver.solve(&game.start(), limits, &mut look), None);
            // Each thread looks every few thousand nodes.
            assert!((1..=20_000 + 4 * 4096).contains(&seen), "{seen}");
            assert_eq!(solver.moves(&game.start(), limits, &mut |_| ()), None);
        }
    }
    // A limit does no harm to what comes later.
    let position = common::position(&game, 24, &mut common::rng(1));
    assert_eq!(
        to_come(&solver, &position),
        to_come(&DotsSolver::new(&game, MEMORY), &position)
    );
}

/// A finished game has nothing to come, and its margin is that of the boxes.
#[test]
fn finished_games_are_over() {
    for (rows, columns) in [(1, 1), (3, 3), (4, 5)] {
        let game: Dots<u64> = dots(rows, columns);
        let (_, states) = common::playout(&game, &mut common::rng(7));
        let end = states[states.len() - 1];
        let solver = DotsSolver::new(&game, MEMORY);
        let value = solve(&solver, &end).value;
        assert_eq!(value, end.margin(game.to_move(&end)));
        assert_eq!(
            solver.moves(&end, Limits::default(), &mut |_| ()),
            Some(Vec::new())
        );
    }
}

fn saved<B: Bits>(solver: &DotsSolver<B>, free: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    solver
        .save_part(free, &mut bytes)
        .expect("writing to memory");
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
                let solver = DotsSolver::new(&game, MEMORY);
                let first = solver
                    .solve(&position, limits, &mut |_| ())
                    .filter(|first| first.nodes > 500)?;
                Some((position, solver, first))
            })
            .expect("there are many seeds");
        let bytes = saved(&solver, 0);

        let other = DotsSolver::new(&game, MEMORY);
        assert!(other.load(&mut &bytes[..]).expect("a whole file") > 100);
        assert_eq!(saved(&other, 0), bytes);
        let again = solve(&other, &position);
        assert_eq!((again.value, again.nodes), (first.value, 0));

        // The part with more free edges is smaller and still helps.
        let part = saved(&solver, 12);
        assert!(part.len() < bytes.len());
        let other = DotsSolver::new(&game, MEMORY);
        other.load(&mut &part[..]).expect("a whole file");
        let again = solve(&other, &position);
        assert_eq!(again.value, first.value);
        assert!(again.nodes < first.nodes);
    }
    check::<u64>(3, 3, 0);
    check::<u64>(4, 4, 18);
    check::<u128>(7, 7, 72);
}

#[test]
fn damaged_files_are_refused_with_one_sentence() {
    let game: Dots<u64> = dots(2, 3);
    let solver = DotsSolver::new(&game, MEMORY);
    solve(&solver, &game.start());
    let bytes = saved(&solver, 8);
    let refusal = |bytes: &[u8], game: &Dots<u64>| {
        let error = DotsSolver::new(game, MEMORY)
            .load(&mut &bytes[..])
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

#[test]
fn no_flipped_bit_is_accepted() {
    let game: Dots<u64> = dots(2, 3);
    let solver = DotsSolver::new(&game, MEMORY);
    solve(&solver, &game.start());
    let mut bytes = saved(&solver, 8);
    let other = DotsSolver::new(&game, MEMORY);
    let bits = 8 * bytes.len();
    for place in 0..bits {
        bytes[place / 8] ^= 1 << (place % 8);
        assert!(other.load(&mut &bytes[..]).is_err(), "bit {place}");
        bytes[place / 8] ^= 1 << (place % 8);
    }
    assert!(bits > 1_000, "{bits}");
    other.load(&mut &bytes[..]).expect("the file as it was");
}

/// What a forger could write: any byte changed, and the check sum made to fit.
#[test]
fn forged_files_are_refused_or_say_nothing_false() {
    let game: Dots<u64> = dots(2, 3);
    let solver = DotsSolver::new(&game, MEMORY);
    let value = solve(&solver, &game.start()).value;
    let bytes = saved(&solver, 8);
    let body = &bytes[..bytes.len() - 8];
    let (mut tried, mut accepted) = (0, 0);
    for place in 11..body.len() {
        for bit in 0..8 {
            let mut bad = body.to_vec();
            bad[place] ^= 1 << bit;
            bad.extend(poda_engine::fnv1a(&bad).to_le_bytes());
            tried += 1;
            let other = DotsSolver::new(&game, MEMORY);
            accepted += usize::from(other.load(&mut &bad[..]).is_ok());
        }
    }
    // Another possible bound, another free edge or another amount of work cannot be told from the truth.
    println!("{accepted} of {tried} forged files were accepted");
    assert!(accepted * 2 < tried, "{accepted} of {tried}");
    let whole = DotsSolver::new(&game, MEMORY);
    whole.load(&mut &bytes[..]).expect("the file as it was");
    assert_eq!(solve(&whole, &game.start()).value, value);
}
