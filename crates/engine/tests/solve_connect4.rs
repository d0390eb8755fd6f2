//! The Connect 4 solver against plain search, published values and itself.

use crate::common;
#[path = "common/plain.rs"]
mod plain;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use poda_engine::connect4::{Connect4, Connect4Spec};
use poda_engine::solve::connect4::{Connect4Solver, last_move};
use poda_engine::solve::{Solution, Solvable, Solver, SolverOptions, Weakly};
use poda_engine::{AnyGame, Bits, Game, GameSpec, Limits, with_game};

fn spec(game: &AnyGame) -> Connect4Spec {
    match game.spec() {
        GameSpec::Connect4(spec) => spec,
        _ => panic!("Connect 4"),
    }
}

fn solver<B: Bits>(rules: &Connect4<B, 2>) -> Connect4Solver<B> {
    Connect4Solver::new(rules, 1 << 22).expect("two players who connect four")
}

/// The usual board.
fn usual() -> Connect4<u64, 2> {
    Connect4::new(Connect4Spec::new(6, 7).expect("the usual board"))
}

/// Solves a position given by its moves.
fn solve<B: Bits>(solver: &Connect4Solver<B>, moves: &str) -> Solution {
    let (_, position) = solver.game().read_position(moves).expect("a position");
    let solution = solver.solve(&position, Limits::default(), &mut |_| ());
    solution.expect("nothing limits it")
}

/// Runs an expression with a new solver of any board for two.
macro_rules! with_solver {
    ($game:expr, |$solver:ident| $body:expr) => {
        match $game {
            AnyGame::Connect4(rules) => {
                let $solver = solver(rules);
                $body
            }
            AnyGame::LargeConnect4(rules) => {
                let $solver = solver(rules);
                $body
            }
            _ => panic!("two players"),
        }
    };
}

/// The rows of the committed positions: game, moves, score.
fn positions() -> Vec<(AnyGame, &'static str, i32)> {
    include_str!("data/connect4_scores.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|row| {
            let [game, moves, score] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            (common::game(game), moves, score.parse().expect("a number"))
        })
        .collect()
}

#[test]
fn scores_agree_with_the_committed_positions() {
    let positions = positions();
    assert!(positions.len() >= 300);
    for (game, moves, score) in &positions {
        let solution = with_solver!(game, |solver| solve(&solver, moves));
        assert_eq!(solution.value, *score, "{:?} {moves}", game.spec());
    }
}

/// The committed scores are no opinion of the solver: plain search finds them again, where it is quick.
#[test]
fn plain_search_agrees_with_the_committed_positions() {
    let mut checked = 0;
    for (game, moves, score) in positions() {
        let cells = spec(&game).rows() * spec(&game).columns();
        if cells - moves.len() <= 11 {
            assert_eq!(
                plain::score(&game, moves),
                score,
                "{:?} {moves}",
                game.spec()
            );
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked}");
}

#[test]
fn empty_boards_have_their_published_values() {
    let mut checked = 0;
    for row in include_str!("data/connect4_values.tsv").lines().skip(3) {
        let [rows, columns, published, last, _] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
        // Larger ones take too long here: docs/solving-connect4.md lists them with their times.
        if rows > 12 || rows * columns > 28 && columns > 4 || rows * columns > 40 {
            continue;
        }
        let game = common::game(&format!("connect4:{rows}x{columns}"));
        let value = with_solver!(&game, |solver| solve(&solver, "").value);
        let winner = match value {
            1.. => "first",
            0 => "draw",
            _ => "second",
        };
        assert_eq!(winner, published, "{row}");
        let cells = (rows * columns) as u32;
        assert_eq!(last_move(value, 0, cells).to_string(), last, "{row}");
        checked += 1;
    }
    assert_eq!(checked, 11);
}

/// The same search, node for node: whatever instructions it was compiled for.
#[test]
fn portable_code_does_the_same() {
    for (game, moves, _) in positions() {
        let fast = with_solver!(&game, |solver| solve(&solver, moves));
        let portable = with_solver!(&game, |solver| solve(&solver.with_portable_code(), moves));
        assert_eq!(fast, portable);
    }
}

#[test]
fn threads_agree() {
    for (game, moves, score) in positions() {
        if spec(&game).columns() > 7 {
            continue;
        }
        let two = with_solver!(&game, |solver| solve(&solver.with_threads(2), moves));
        assert_eq!(two.value, score, "{moves}");
    }
    // Long enough for the threads to meet.
    for moves in ["44444326", "4444435552", "323454354", "4354132"] {
        let moves = &format!("{moves}5562");
        let one = solve(&solver(&usual()), moves);
        let two = solve(&solver(&usual()).with_threads(2), moves);
        assert_eq!(one.value, two.value, "{moves}");
    }
}

#[test]
fn the_weak_question_gets_the_sign() {
    for (game, moves, score) in positions() {
        let solution = with_solver!(&game, |solver| {
            let (_, position) = solver.game().read_position(moves).unwrap();
            Weakly(Box::new(solver)).solve(&position, Limits::default(), &mut |_| ())
        });
        let value = solution.map(|solution| solution.value);
        assert_eq!(value, Some(score.signum()), "{moves}");
    }
}

#[test]
fn the_best_move_has_the_value() {
    let rules = usual();
    for (game, moves, score) in positions() {
        if spec(&game) != rules.spec() {
            continue;
        }
        let (_, position) = rules.read_position(moves).unwrap();
        let values = |solver: Connect4Solver<u64>| {
            let list = solver.moves(&position, Limits::default(), &mut |_| ());
            list.expect("nothing limits it")
        };
        let list = values(solver(&rules));
        assert_eq!(list.len(), rules.count_moves(&position));
        let best = list.iter().map(|(_, solution)| solution.value).max();
        assert_eq!(best, Some(score), "{moves}");
        assert_eq!(values(solver(&rules).with_portable_code()), list);
    }
    let (_, won) = rules.read_position("4455667").unwrap();
    let none = solver(&rules).moves(&won, Limits::default(), &mut |_| ());
    assert_eq!(none, Some(Vec::new()));
}

/// One question is answered as the value answers it, and what keeps a value is worth it.
#[test]
fn questions_agree_with_values() {
    let rules = usual();
    for (game, moves, score) in positions() {
        if spec(&game) != rules.spec() {
            continue;
        }
        let (_, position) = rules.read_position(moves).unwrap();
        let solver = solver(&rules);
        for value in score - 2..=score + 2 {
            let answer = solver.at_least(&position, value, Limits::default(), &mut |_| ());
            let reached = answer.map(|(reached, _)| reached);
            assert_eq!(reached, Some(score >= value), "{moves}: {value}");
        }
        let columns = common::moves(&rules, &position);
        let keeping = |value| {
            let found = solver.keeping(&position, value, &columns, Limits::default(), &mut |_| ());
            found.expect("nothing limits it").0
        };
        assert_eq!(keeping(score + 1), None, "{moves}");
        let column = keeping(score).expect("a best column");
        let next = rules.play_unchecked(&position, column);
        let value = solver.solve(&next, Limits::default(), &mut |_| ());
        assert_eq!(
            value.map(|solution| -solution.value),
            Some(score),
            "{moves}"
        );
    }
}

#[test]
fn limits_stop_it() {
    let rules = usual();
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
        let solver = solver(&rules).with_threads(threads);
        for limits in [few, late, Limits::until(&stop)] {
            let mut seen = 0;
            let solution = solver.solve(&rules.start(), limits, &mut |progress| {
                seen = progress.nodes;
            });
            assert_eq!(solution, None);
            // Each thread looks every few thousand nodes.
            assert!((1..=20_000 + 4 * 4096).contains(&seen), "{seen}");
            assert_eq!(solver.moves(&rules.start(), limits, &mut |_| ()), None);
        }
    }
    // One thread keeps to the number of nodes.
    let (_, position) = rules.read_position("4444443265").unwrap();
    let needed = solve(&solver(&rules), "4444443265").nodes;
    let within = |nodes| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        solver(&rules).solve(&position, limits, &mut |_| ())
    };
    assert_eq!(within(needed).map(|solution| solution.nodes), Some(needed));
    assert_eq!(within(needed / 2), None);
}

#[test]
fn a_stopped_solver_does_no_harm_to_what_comes_later() {
    let rules = usual();
    let solver = solver(&rules);
    let expected = solve(&solver, "444443265562").value;
    let stop = AtomicBool::new(false);
    let solution = solver.solve(&rules.start(), Limits::until(&stop), &mut |progress| {
        if progress.nodes > 100_000 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(solution, None);
    assert_eq!(solve(&solver, "444443265562").value, expected);
}

/// Whatever the limits say: there is nothing to wait for.
#[test]
fn the_book_answers_without_time() {
    let solver = solver(&usual()).with_embedded_book();
    let stop = AtomicBool::new(true);
    let limits = Limits {
        nodes: Some(0),
        deadline: Some(Instant::now()),
        ..Limits::until(&stop)
    };
    let values = solver.moves(&solver.game().start(), limits, &mut |_| ());
    let values: Vec<i32> = values
        .expect("all in the book")
        .iter()
        .map(|(_, solution)| solution.value)
        .collect();
    assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
}

#[test]
fn other_games_are_refused() {
    for board in ["connect4:6x7,players=3", "connect4:6x7,connect=5"] {
        let game = common::game(board);
        let refused = with_game!(&game, |rules| rules.solver(&SolverOptions::default()).err());
        let error = refused.expect("refused").to_string();
        assert!(error.contains("two players who connect four"), "{error}");
    }
}

#[test]
fn what_is_kept_is_found_again() {
    let rules = Connect4::<u64, 2>::new(Connect4Spec::new(5, 6).expect("a board"));
    let first = solver(&rules);
    let solution = solve(&first, "");
    let kept = first.kept().expect("a board of 64 bits");
    let mut bytes = Vec::new();
    let count = kept.save(&mut bytes).expect("memory takes it");
    assert!(count > 1_000, "{count}");

    let mut again = solver(&rules);
    let load = |solver: &Connect4Solver<u64>, bytes: &[u8]| {
        let kept = solver.kept().expect("a board of 64 bits");
        kept.load(&mut &bytes[..])
    };
    assert_eq!(load(&again, &bytes).expect("a whole file"), count);
    let known = solve(&again, "");
    assert_eq!(known.value, solution.value);
    assert!(known.nodes < solution.nodes / 100, "{}", known.nodes);
    // Whoever shares it knows the same, also when the other has forgotten it.
    let shared = again.kept().expect("the same").share(1);
    again.clear();
    assert!(solve(&again, "").nodes > solution.nodes / 2);
    let known = shared.solve(&rules.start(), Limits::default(), &mut |_| ());
    let known = known.expect("nothing limits it");
    assert_eq!(known.value, solution.value);
    assert!(known.nodes < solution.nodes / 100, "{}", known.nodes);

    // Of a part of the file, another board, or with any bit flipped, nothing is taken.
    let other = solver(&usual());
    let refused = load(&other, &bytes).expect_err("another board").to_string();
    assert_eq!(
        refused,
        "the solution is of connect4:5x6, not of connect4:6x7"
    );
    assert!(load(&again, &bytes[..bytes.len() - 9]).is_err());
    for bit in (0..8 * bytes.len()).step_by(8 * bytes.len() / 1_000) {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(load(&again, &bad).is_err(), "bit {bit}");
    }
    let wide = Connect4::<u128, 2>::new(Connect4Spec::new(8, 8).expect("a board"));
    assert!(solver(&wide).kept().is_none());
}
