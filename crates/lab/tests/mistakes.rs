//! Moves that gave the result away: what the records say is what trying everything says.

use std::sync::atomic::AtomicBool;

use poda_engine::{AnyGame, AnyState, Game, MoveList, Outcome};
use poda_lab::{Experiment, ExperimentReport, Players, Record};

const SPEC: &str = r#"
title = "A test"
game = "tictactoe"
games = 40
opening = 2
seed = 3
measure = ["mistakes"]
[[pairing]]
agents = ["level:1", "level:1"]
[[view]]
kind = "table"
title = "All"
rows = ["game"]
values = ["mistakes"]
"#;

/// 1 if whoever is to move wins, -1 if the other one does.
fn value(game: &AnyGame, state: &AnyState) -> i32 {
    match game.outcome(state) {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => return if winner == game.to_move(state) { 1 } else { -1 },
        None => {}
    }
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    let after = |&mv| -value(game, &game.play(state, mv).expect("it is legal"));
    moves.iter().map(after).max().expect("it goes on")
}

/// The digits of a record, by trying everything.
fn judged(record: &Record) -> String {
    let game: AnyGame = record.rules.parse().expect("a game");
    let (line, _) = game.read_position(&record.moves).expect("moves");
    let mut state = game.start();
    let mut digits = String::new();
    for (ply, &mv) in line.iter().enumerate() {
        let next = game.play(&state, mv).expect("it is legal");
        if ply >= record.opened {
            let mut moves = MoveList::new();
            game.moves(&state, &mut moves);
            let after = |&mv| -value(&game, &game.play(&state, mv).expect("it is legal"));
            let (best, least) = (value(&game, &state), moves.iter().map(after).min());
            digits.push(match best {
                _ if -value(&game, &next) < best => '1',
                best if least.is_some_and(|least| least < best) => '0',
                _ => '-',
            });
        }
        state = next;
    }
    digits
}

#[test]
fn mistakes_are_what_trying_everything_says() {
    let players = Players::builtin();
    let experiment = Experiment::parse("test", SPEC, &players).expect("a good spec");
    let plan = experiment.plan();
    let stop = AtomicBool::new(false);
    let play = |index| {
        plan.play(&plan.bout(index), &players, &stop)
            .expect("not stopped")
    };
    let records: Vec<Record> = (0..plan.games()).map(play).collect();
    let mut counts = [0, 0];
    for record in &records {
        assert_eq!(record.mistakes, judged(record), "{}", record.moves);
        for (count, digit) in counts.iter_mut().zip(['0', '1']) {
            *count += record.mistakes.matches(digit).count();
        }
    }
    assert!(counts[0] > 20 && counts[1] > 5, "{counts:?}");

    // Who plays against itself makes every move.
    let records = records.into_iter().map(|record| (record.game, record));
    let report = ExperimentReport::new(&experiment, &records.collect(), true);
    let field = &report.sections[0].grid.rows[0].fields[0];
    let share = field.figure.expect("it was measured").value;
    let all = counts[1] as f64 / (counts[0] + counts[1]) as f64;
    assert!((share - all).abs() < 1e-9, "{share} {all}");
}

#[test]
fn mistakes_need_a_solver() {
    let three = SPEC.replace("tictactoe", "connect4:6x7,players=3").replace(
        r#"["level:1", "level:1"]"#,
        r#"["level:1", "level:1", "level:1"]"#,
    );
    let refused = Experiment::parse("test", &three, &Players::builtin()).expect_err("no solver");
    let sentence = refused.to_string();
    assert!(
        sentence.starts_with("test: measuring mistakes needs a solver, and "),
        "{sentence}"
    );
}
