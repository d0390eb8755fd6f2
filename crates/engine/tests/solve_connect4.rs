//! The Connect 4 solver against plain search, published values and itself.

use crate::common;
#[path = "common/plain.rs"]
mod plain;

use poda_engine::connect4::{Connect4Spec, Position};
use poda_engine::solve::connect4::{Question, Solved, Solver, Watch};
use poda_engine::{AnyGame, Bits, Game, GameSpec};

fn spec(game: &AnyGame) -> Connect4Spec {
    match game.spec() {
        GameSpec::Connect4(spec) => spec,
        GameSpec::Dots(_) => panic!("Connect 4"),
    }
}

fn solver(game: &AnyGame) -> Solver {
    Solver::new(spec(game), 1 << 22).expect("two players who connect four")
}

/// Solves a position given by its moves.
fn solve(game: &AnyGame, solver: &Solver, moves: &str) -> Solved {
    fn run<G, B: Bits>(rules: &G, solver: &Solver, moves: &str) -> Solved
    where
        G: Game<State = Position<B, 2>>,
    {
        let (_, position) = rules.read_position(moves).expect("a position");
        let watch = Watch::default();
        solver.solve(&position, &watch).expect("nobody stops it")
    }
    match game {
        AnyGame::Connect4(rules) => run(rules, solver, moves),
        AnyGame::LargeConnect4(rules) => run(rules, solver, moves),
        _ => panic!("two players"),
    }
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
        let solved = solve(game, &solver(game), moves);
        assert_eq!(solved.score.number(), *score, "{:?} {moves}", game.spec());
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
        let [rows, columns, value, last, _] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
        // Larger ones take too long here: docs/solving-connect4.md lists them with their times.
        if rows > 12 || rows * columns > 28 && columns > 4 || rows * columns > 40 {
            continue;
        }
        let game = common::game(&format!("connect4:{rows}x{columns}"));
        let solved = solve(&game, &solver(&game), "");
        let winner = match solved.score.number() {
            1.. => "first",
            0 => "draw",
            _ => "second",
        };
        assert_eq!(winner, value, "{row}");
        let cells = (rows * columns) as u32;
        assert_eq!(solved.score.last_move(0, cells).to_string(), last, "{row}");
        checked += 1;
    }
    assert_eq!(checked, 11);
}

/// The same search, node for node: whatever instructions it was compiled for.
#[test]
fn portable_code_does_the_same() {
    for (game, moves, _) in positions() {
        let (fast, portable) = (solver(&game), solver(&game).with_portable_code());
        assert_eq!(solve(&game, &fast, moves), solve(&game, &portable, moves));
    }
}

#[test]
fn threads_agree() {
    for (game, moves, score) in positions() {
        if spec(&game).columns() > 7 {
            continue;
        }
        let solver = solver(&game).with_threads(2);
        assert_eq!(
            solve(&game, &solver, moves).score.number(),
            score,
            "{moves}"
        );
    }
    // Long enough for the threads to meet.
    let game = common::game("connect4:6x7");
    for moves in ["44444326", "4444435552", "323454354", "4354132"] {
        let moves = &format!("{moves}5562");
        let one = solve(&game, &solver(&game), moves).score;
        let two = solve(&game, &solver(&game).with_threads(2), moves).score;
        assert_eq!(one, two, "{moves}");
    }
}

#[test]
fn the_weak_question_gets_the_sign() {
    for (game, moves, score) in positions() {
        let solver = solver(&game).with_question(Question::Outcome);
        let solved = solve(&game, &solver, moves);
        assert_eq!(solved.score.number(), score.signum(), "{moves}");
    }
}

#[test]
fn the_best_move_has_the_score() {
    let game = common::game("connect4:6x7");
    let AnyGame::Connect4(rules) = &game else {
        panic!("64 bits")
    };
    let watch = Watch::default();
    for (other, moves, score) in positions() {
        if other.spec() != game.spec() {
            continue;
        }
        let (_, position) = rules.read_position(moves).unwrap();
        let list = solver(&game).moves(rules, &position, &watch).unwrap();
        assert_eq!(list.len(), rules.count_moves(&position));
        let best = list.iter().map(|(_, solved)| solved.score.number()).max();
        assert_eq!(best, Some(score), "{moves}");
        let portable = solver(&game)
            .with_portable_code()
            .moves(rules, &position, &watch);
        assert_eq!(portable, Some(list));
    }
    let (_, won) = rules.read_position("4455667").unwrap();
    assert_eq!(solver(&game).moves(rules, &won, &watch), Some(Vec::new()));
}

#[test]
fn a_stopped_solver_says_nothing() {
    let game = common::game("connect4:6x7");
    let AnyGame::Connect4(rules) = &game else {
        panic!("64 bits")
    };
    let watch = Watch::default();
    watch.stop();
    assert_eq!(solver(&game).solve(&rules.start(), &watch), None);
    // What it stored until then is true: the next answer is right.
    let (_, position) = rules.read_position("444443265562").unwrap();
    let solver = solver(&game);
    let expected = solver.solve(&position, &Watch::default());
    let watch = Watch::default();
    std::thread::scope(|scope| {
        scope.spawn(|| watch.stop());
        let _ = solver.solve(&rules.start(), &watch);
    });
    let again = solver.solve(&position, &Watch::default());
    assert_eq!(expected.map(|s| s.score), again.map(|s| s.score));
}

#[test]
fn other_games_are_refused() {
    for board in ["connect4:6x7,players=3", "connect4:6x7,connect=5"] {
        let GameSpec::Connect4(spec) = board.parse().unwrap() else {
            panic!("Connect 4")
        };
        let error = Solver::new(spec, 1 << 20).err().expect("refused");
        assert!(error.to_string().contains("two players who connect four"));
    }
}
