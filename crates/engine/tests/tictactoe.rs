//! Tic-tac-toe: its rules and opinions against slow ones that look at squares one by one, and what is known of it.

use crate::common;

use common::{game, playout, position, rng};
use poda_engine::solve::{Solvable, SolverOptions};
use poda_engine::tictactoe::{Position, Square, TicTacToe, TicTacToeSpec};
use poda_engine::{
    Agent, AnyGame, AnyState, EvalSpec, Evaluator, Game, Knowledge, Limits, Outcome, Playable,
    PlayerId, Request, Wins, minimax,
};

fn rules(spec: &str) -> TicTacToe {
    let AnyGame::TicTacToe(rules) = game(spec) else {
        panic!("{spec} is tic-tac-toe");
    };
    rules
}

/// Every line of the board as the squares in it, found by walking.
fn lines(spec: TicTacToeSpec) -> Vec<Vec<Square>> {
    let (rows, columns) = (spec.rows() as isize, spec.columns() as isize);
    let walk = |row: isize, column: isize, (up, right): (isize, isize)| {
        let squares = (0..spec.row() as isize).map(|n| (row + n * up, column + n * right));
        let on_board = |(r, c): (isize, isize)| {
            ((0..rows).contains(&r) && (0..columns).contains(&c))
                .then(|| Square::new(r as usize, c as usize))
        };
        squares.map(on_board).collect::<Option<Vec<Square>>>()
    };
    let starts = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    starts
        .flat_map(|(row, column)| directions.map(|direction| walk(row, column, direction)))
        .flatten()
        .collect()
}

fn has(game: &TicTacToe, marks: u64, square: Square) -> bool {
    game.bit(square).is_some_and(|bit| marks >> bit & 1 == 1)
}

/// The outcome and the evaluations of every position of random games.
#[test]
fn bits_agree_with_squares() {
    for spec in [
        "tictactoe",
        "tictactoe:4x4,row=4",
        "tictactoe:2x7",
        "tictactoe:8x8,row=5",
        "tictactoe:6x3,row=6",
    ] {
        let game = rules(spec);
        let lines = lines(game.spec());
        assert_eq!(lines.len(), game.lines().len(), "{spec}");
        for seed in 0..20 {
            for state in playout(&game, &mut rng(seed)).1 {
                for player in PlayerId::all(2) {
                    judge(&game, &lines, &state, player);
                }
            }
        }
    }
}

fn judge(game: &TicTacToe, lines: &[Vec<Square>], state: &Position, player: PlayerId) {
    let other = PlayerId::new(1 - player.index());
    let count = |line: &[Square], of| {
        line.iter()
            .filter(|&&square| has(game, state.of(of), square))
            .count()
    };
    let full = lines.iter().any(|line| count(line, player) == line.len());
    assert_eq!(game.outcome(state) == Some(Outcome::Win(player)), full);
    let mut expected = (0, 0);
    for line in lines {
        let (own, others) = (count(line, player) as u32, count(line, other) as u32);
        if others == 0 {
            expected = (expected.0 + 1, expected.1 + 4i32.pow(own));
        }
        if own == 0 {
            expected = (expected.0 - 1, expected.1 - 4i32.pow(others));
        }
    }
    let value = |name| {
        let eval = game.evaluation(EvalSpec::new(name)).expect("its own");
        eval.evaluate(game, state, player)
    };
    assert_eq!((value("lines"), value("rows")), expected, "{state:?}");
}

/// The 255,168 games there are, by their length.
#[test]
fn all_games_are_counted() {
    fn games(game: &TicTacToe, state: &Position) -> u64 {
        if game.outcome(state).is_some() {
            return 1;
        }
        let moves = common::moves(game, state);
        moves
            .into_iter()
            .map(|mv| games(game, &game.play_unchecked(state, mv)))
            .sum()
    }
    let game = rules("tictactoe");
    assert_eq!(games(&game, &game.start()), 255_168);
}

#[test]
fn the_solver_agrees_with_minimax_everywhere_on_the_usual_board() {
    let game = rules("tictactoe");
    let solver = game.solver(&SolverOptions::default()).expect("it has one");
    for seed in 0..300 {
        let state = position(&game, (seed % 9) as usize, &mut rng(seed));
        let eval = game.evaluation(EvalSpec::new("none")).expect("its own");
        let player = game.to_move(&state);
        let expected = minimax(&game, &eval, &state, 9, player, Wins::Distance);
        let solution = solver
            .solve(&state, Limits::default(), &mut |_| ())
            .expect("no limit");
        assert_eq!(solver.score(&state, solution.value), expected, "{state:?}");
    }
}

#[test]
fn what_is_known_of_small_boards() {
    for (spec, value) in [
        ("tictactoe", 0),
        ("tictactoe:4x4,row=4", 0),
        // Three of his own with the third piece of eight: five are left after it, that one included makes six.
        ("tictactoe:4x4", 6),
        ("tictactoe:1x1", 0),
    ] {
        let game = rules(spec);
        let solver = game.solver(&SolverOptions::default()).expect("it has one");
        let solution = solver.solve(&game.start(), Limits::default(), &mut |_| ());
        assert_eq!(
            solution.map(|solution| solution.value),
            Some(value),
            "{spec}"
        );
    }
}

#[test]
fn perfect_says_that_it_is() {
    for spec in ["tictactoe", "tictactoe:4x4,row=4"] {
        let game = game(spec);
        let agent = "perfect".parse().expect("an agent");
        let mut agent =
            Agent::with_knowledge(&agent, &game, 1, &Knowledge::default()).expect("it plays");
        let start: AnyState = game.start();
        assert!(agent.think(&start, Request::default()).solved, "{spec}");
    }
}
