//! What an analyst says is what the solvers and the rules say.

use std::sync::atomic::AtomicBool;

use poda_coach::{Analysis, Analyst, Source, Verdict, offers};
use poda_engine::solve::{Solvable, SolverOptions};
use poda_engine::{
    AnyGame, AnyMove, Concrete, Game, Knowledge, Limits, line_text, random_opening, with_game,
};

fn game(name: &str) -> AnyGame {
    name.parse().unwrap()
}

fn nodes<'a>(nodes: u64) -> Limits<'a> {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Every move and its exact value, as a solver of its own says.
fn solved(game: &AnyGame, line: &[AnyMove]) -> Vec<(String, i32)> {
    fn of<G: Solvable + Concrete>(rules: &G, line: &[AnyMove]) -> Vec<(String, i32)> {
        let options = SolverOptions {
            memory: Some(16 << 20),
            ..SolverOptions::default()
        };
        let solver = rules.solver(&options).unwrap();
        let (_, state) = rules.read_position(&line_text(line)).unwrap();
        let moves = solver
            .moves(&state, Limits::default(), &mut |_| ())
            .unwrap();
        let moves = moves.into_iter();
        moves
            .map(|(mv, solution)| (mv.to_string(), solution.value))
            .collect()
    }
    with_game!(game, |rules| of(rules, line))
}

fn values(analysis: &Analysis) -> Vec<(String, i32)> {
    let moves = analysis.moves.iter();
    moves
        .map(|mv| (mv.mv.clone(), mv.value.expect("a value")))
        .collect()
}

#[test]
fn exact_values_are_the_solvers_and_no_step_contradicts_the_end() {
    for (name, plies, count) in [
        ("connect4", 20, 8),
        ("connect4", 5, 4),
        ("connect4:5x5", 4, 4),
        ("dots:2x3", 3, 6),
        ("dots:3x3", 8, 4),
        ("tictactoe", 2, 6),
        ("tictactoe:4x4,row=4", 7, 2),
    ] {
        let game = game(name);
        let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
        for seed in 0..count {
            let line = random_opening(&game, plies, seed);
            let mut steps = Vec::new();
            let end = analyst.analyse(&line, Limits::default(), &mut |step| {
                steps.push(step.clone());
            });
            let at = format!("{name} {}", line_text(&line));
            assert!(
                end.done && end.exact && end.moves.iter().all(|mv| mv.exact),
                "{at}"
            );
            assert_eq!(values(&end), solved(&game, &line), "{at}");
            assert_eq!(
                end.value,
                end.moves.iter().filter_map(|mv| mv.value).max(),
                "{at}"
            );
            let best = end.moves.iter().filter(|mv| mv.value == end.value);
            assert!(best.map(|mv| &mv.mv).eq(&end.best), "{at}");
            assert_eq!(
                end.line.first().map(|first| end.best.contains(first)),
                Some(true)
            );
            game.read_position(&(line_text(&line) + &end.line.concat()))
                .expect("the line can be played");
            for step in steps {
                assert!(!step.done, "{at}");
                assert_eq!((&step.game, &step.position), (&end.game, &end.position));
                assert!(!step.exact || step.value == end.value, "{at}");
                for (early, late) in step.moves.iter().zip(&end.moves) {
                    assert!(
                        !early.exact || early.value == late.value,
                        "{at} {}",
                        early.mv
                    );
                }
            }
        }
    }
}

#[test]
fn the_book_speaks_first() {
    let game = game("connect4");
    let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
    for (moves, verdict) in [
        ("", Verdict::Wins { moves: 21 }),
        ("1", Verdict::Wins { moves: 20 }),
        ("44444", Verdict::Draw),
    ] {
        let (line, _) = game.read_position(moves).unwrap();
        let mut first = None;
        // Nothing may be searched.
        let end = analyst.analyse(&line, nodes(0), &mut |step| {
            first.get_or_insert(step.clone());
        });
        let first = first.unwrap();
        assert_eq!((first.exact, first.source), (true, Source::Book), "{moves}");
        if verdict != Verdict::Draw {
            assert_eq!(end.verdict, Some(verdict), "{moves}");
        }
        assert!(end.moves.iter().all(|mv| mv.exact), "{moves}");
    }
}

#[test]
fn a_finished_game_is_told_as_it_ended() {
    for (name, moves, verdict, shares) in [
        (
            "connect4",
            "4455667",
            Verdict::Loses { moves: 0 },
            [100, -100],
        ),
        (
            "dots:1x1",
            "h11 h21 v11 v12",
            Verdict::Boxes { margin: 1 },
            [-100, 100],
        ),
        (
            "tictactoe",
            "a1 b2 c3 a3 c1 c2 a2 b1 b3",
            Verdict::Draw,
            [0, 0],
        ),
    ] {
        let game = game(name);
        let (line, _) = game.read_position(moves).unwrap();
        let analysis =
            Analyst::new(&game, 1, &Knowledge::default()).analyse(&line, nodes(0), &mut |_| ());
        assert_eq!(analysis.verdict, Some(verdict), "{name}");
        assert_eq!((analysis.to_move, analysis.source), (None, Source::Rules));
        assert!(analysis.done && analysis.exact && analysis.moves.is_empty());
        assert_eq!(analysis.shares, shares, "{name}");
    }
}

#[test]
fn with_three_there_is_a_bar_for_each() {
    let game = game("connect4:6x7,players=3");
    let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
    // The first has three at the bottom and is to move.
    let (line, _) = game.read_position("171261377").unwrap();
    let analysis = analyst.analyse(&line, nodes(20_000), &mut |_| ());
    assert_eq!(analysis.verdict, Some(Verdict::Wins { moves: 1 }));
    assert_eq!(
        (analysis.best.as_slice(), analysis.exact),
        (["4".to_owned()].as_slice(), true)
    );
    assert_eq!(analysis.shares, [100, -100, -100]);
    let open = analyst.analyse(&[], nodes(20_000), &mut |_| ());
    assert_eq!(
        (open.shares.len(), open.exact, open.source),
        (3, false, Source::Search)
    );
    assert!(
        open.depth > 1
            && open
                .moves
                .iter()
                .all(|mv| !mv.exact && mv.depth == open.depth)
    );
    assert!(open.shares.iter().all(|share| share.abs() < 100));
}

/// How good a verdict is, between −100 and 100.
fn share(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Wins { .. } => 100,
        Verdict::Opinion { percent } => percent,
        other => panic!("among three nothing else is certain: {other:?}"),
    }
}

#[test]
fn with_three_the_verdict_the_bars_and_the_grades_are_one_search() {
    let limits = nodes(8_000);
    let mut won = 0;
    for name in ["connect4:6x7,players=3", "connect4:5x5,players=3"] {
        let game = game(name);
        let mut warm = Analyst::new(&game, 2, &Knowledge::default());
        let random = |seed: u64| random_opening(&game, seed as usize, seed);
        // Three at the bottom with both ends open: whoever fears the others has lost here, and they would have to help each other.
        let feared = game.read_position("2773764").ok().map(|(line, _)| line);
        let lines = (0..24).map(random).chain(feared);
        for (seed, line) in lines.enumerate() {
            let at = format!("{name} {}", line_text(&line));
            let analysis = warm.analyse(&line, limits, &mut |_| ());
            // Whoever has seen nothing before says the same.
            let mut fresh = Analyst::new(&game, 1, &Knowledge::default());
            assert_eq!(analysis, fresh.analyse(&line, limits, &mut |_| ()), "{at}");
            let (Some(mover), Some(verdict)) = (analysis.to_move, analysis.verdict) else {
                continue;
            };
            assert_eq!(analysis.shares[usize::from(mover)], share(verdict), "{at}");
            let told = |mv: &poda_coach::MoveWorth| mv.verdict.expect("a verdict");
            let best = analysis.moves.iter().map(|mv| share(told(mv))).max();
            assert_eq!(best, Some(share(verdict)), "{at}");
            assert!(analysis.exact || analysis.depth > 0, "{at}");
            won += usize::from(analysis.exact);
            // A review of a game that goes on with one of the moves says the same of it, and says so again.
            let moves = legal(&game, &line);
            let chosen = seed % moves.len();
            let longer: Vec<AnyMove> = line.iter().copied().chain([moves[chosen]]).collect();
            let review = warm.review(&longer, limits, &mut |_| ());
            assert_eq!(review, fresh.review(&longer, limits, &mut |_| ()), "{at}");
            let (last, worth) = (review.moves.last(), &analysis.moves[chosen]);
            let last = last.expect("every move is graded");
            assert_eq!((last.verdict, last.after), (verdict, told(worth)), "{at}");
            assert_eq!(last.shares[usize::from(mover)], share(last.after), "{at}");
            if !worth.exact {
                assert_eq!(last.depth, worth.depth, "{at}");
            }
        }
    }
    assert!(won > 0, "some have a certain win");
}

fn legal(game: &AnyGame, line: &[AnyMove]) -> Vec<AnyMove> {
    let (_, state) = game.read_position(&line_text(line)).unwrap();
    let mut moves = poda_engine::MoveList::new();
    game.moves(&state, &mut moves);
    moves.to_vec()
}

#[test]
fn every_board_that_is_offered_can_be_analysed_whatever_the_limits() {
    let stop = AtomicBool::new(true);
    for offer in offers() {
        for size in &offer.boards {
            for players in offer.players.least..=offer.players.most {
                let more = if players == 3 { ",players=3" } else { "" };
                let game = game(&format!(
                    "{}:{}x{}{more}",
                    offer.name, size.rows, size.columns
                ));
                for limits in [nodes(2_000), Limits::until(&stop)] {
                    let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
                    let analysis = analyst.analyse(&[], limits, &mut |_| ());
                    let mut moves = poda_engine::MoveList::new();
                    game.moves(&game.start(), &mut moves);
                    assert_eq!(analysis.moves.len(), moves.len());
                    assert!(
                        analysis.done && analysis.verdict.is_some(),
                        "{}",
                        analysis.game
                    );
                    assert!(
                        analysis.moves.iter().all(|mv| mv.verdict.is_some()),
                        "{}",
                        analysis.game
                    );
                    assert_eq!(analysis.shares.len(), usize::from(players as u8));
                    assert!(
                        !analysis.best.is_empty() && !analysis.line.is_empty(),
                        "{}",
                        analysis.game
                    );
                }
            }
        }
    }
}
