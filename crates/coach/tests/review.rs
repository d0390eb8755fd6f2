//! Grades are what the exact values say, and nothing that was given away is left out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use poda_coach::{Analyst, Grade, MoveReview, Reason, Review, Verdict};
use poda_engine::solve::{Solvable, Solver, SolverOptions};
use poda_engine::{
    AnyGame, AnyMove, Concrete, Game, Knowledge, Limits, MoveList, line_text, seeded, with_game,
};
use rand::RngExt;

fn review(name: &str, moves: &str) -> Review {
    let game: AnyGame = name.parse().unwrap();
    let (line, _) = game.read_position(moves).unwrap();
    let limits = Limits {
        nodes: Some(300_000),
        ..Limits::default()
    };
    Analyst::new(&game, 1, &Knowledge::default()).review(&line, limits, &mut |_| ())
}

/// A game of random moves to its end.
fn random_game(game: &AnyGame, seed: u64) -> Vec<AnyMove> {
    let (mut rng, mut line, mut state) = (seeded(seed), Vec::new(), game.start());
    while game.outcome(&state).is_none() {
        let mut moves: MoveList<AnyMove> = MoveList::new();
        game.moves(&state, &mut moves);
        let mv = moves[rng.random_range(..moves.len())];
        state = game.play_unchecked(&state, mv);
        line.push(mv);
    }
    line
}

/// What the position before each move was worth and what the move kept, to whoever made it; and all moves that keep as much. By a
/// solver that is asked position by position.
fn told<G: Solvable + Concrete>(rules: &G, text: &str) -> Vec<(i32, i32, Vec<String>)> {
    let options = SolverOptions {
        memory: Some(16 << 20),
        ..SolverOptions::default()
    };
    let solver: Box<dyn Solver<G>> = rules.solver(&options).unwrap();
    let (line, _) = rules.read_position(text).unwrap();
    let (mut state, mut found) = (rules.start(), Vec::new());
    for mv in line {
        let moves = solver
            .moves(&state, Limits::default(), &mut |_| ())
            .unwrap();
        let value = moves
            .iter()
            .map(|(_, solution)| solution.value)
            .max()
            .unwrap();
        let kept = moves
            .iter()
            .find(|(other, _)| *other == mv)
            .unwrap()
            .1
            .value;
        let best = moves.iter().filter(|(_, solution)| solution.value == value);
        found.push((value, kept, best.map(|(mv, _)| mv.to_string()).collect()));
        state = rules.play_unchecked(&state, mv);
    }
    found
}

/// Of wins and losses, who wins; of boxes, the whole.
fn outcome(verdict: Verdict, value: i32) -> i32 {
    match verdict {
        Verdict::Boxes { .. } => value,
        _ => value.signum(),
    }
}

#[test]
fn a_right_move_lowers_nothing_and_whatever_lowers_the_outcome_is_listed() {
    let mut graded = [0; 4];
    for (name, count) in [
        ("tictactoe", 60),
        ("connect4:4x5", 25),
        ("connect4:5x4", 25),
        ("dots:2x2", 20),
        ("dots:2x3", 12),
    ] {
        let game: AnyGame = name.parse().unwrap();
        for seed in 0..count {
            let line = random_game(&game, seed);
            let text = line_text(&line);
            let mut steps = 0;
            let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
            let review = analyst.review(&line, Limits::default(), &mut |_| steps += 1);
            assert!(review.done && steps + 1 == line.len());
            assert_eq!(review.moves.len(), line.len());
            let exact = with_game!(&game, |rules| told(rules, &text));
            for (at, (mv, (value, kept, best))) in review.moves.iter().zip(exact).enumerate() {
                let about = format!("{name} {text} {}", at + 1);
                assert_eq!(
                    (mv.ply, mv.mv.clone()),
                    (at as u32 + 1, line[at].to_string())
                );
                assert_eq!(
                    (mv.value, mv.kept, &mv.best),
                    (value, kept, &best),
                    "{about}"
                );
                assert!(mv.exact && mv.why.len() == best.len(), "{about}");
                let lowered = outcome(mv.verdict, value) - outcome(mv.verdict, kept);
                assert_eq!(mv.grade.is_mistake(), lowered > 0, "{about}");
                assert_eq!(mv.grade == Grade::Best, best.contains(&mv.mv), "{about}");
                graded[mv.grade as usize] += 1;
            }
        }
    }
    assert!(
        graded.iter().all(|&count| count > 10),
        "all grades are met: {graded:?}"
    );
}

fn at(review: &Review, ply: u32) -> &MoveReview {
    let found = review.moves.iter().find(|mv| mv.ply == ply);
    found.expect("every move is graded")
}

#[test]
fn missed_wins_and_open_doors_have_their_names() {
    // The first has three at the bottom and does not play the fourth; the second leaves it open.
    let review = review("connect4", "112233177");
    let missed = at(&review, 7);
    assert_eq!(
        (missed.grade, missed.reason),
        (Grade::Blunder, Some(Reason::MissesWin))
    );
    assert_eq!(
        (missed.best.as_slice(), missed.why.as_slice()),
        (["4".to_owned()].as_slice(), [Reason::WinsNow].as_slice())
    );
    let left = at(&review, 8);
    assert_eq!(
        (left.grade, left.reason),
        (Grade::Blunder, Some(Reason::LeavesWin))
    );
    assert_eq!(left.reply.as_deref(), Some("4"));
    assert_eq!(at(&review, 9).reason, Some(Reason::MissesWin));
}

#[test]
fn figures_add_up() {
    let review = review(
        "dots:2x2",
        "h11 h12 v11 v12 v13 h21 h22 v21 v22 v23 h31 h32",
    );
    for player in &review.players {
        let own = review.moves.iter().filter(|mv| mv.player == player.player);
        assert_eq!(own.count() as u32, player.moves);
        let sum = player.best + player.slower + player.mistakes + player.blunders;
        assert_eq!(sum, player.moves);
        let kept = (player.best + player.slower) * 100 / player.moves;
        assert_eq!(u32::from(player.accuracy), kept);
    }
}

#[test]
fn where_no_solver_reaches_it_says_how_far_it_saw() {
    let review = review("connect4:6x7,players=3", "1712613774");
    assert_eq!(review.moves.len(), 10);
    let last = at(&review, 10);
    assert_eq!(
        (last.verdict, last.grade),
        (Verdict::Wins { moves: 1 }, Grade::Best)
    );
    assert_eq!(last.shares, [100, -100, -100]);
    let first = at(&review, 1);
    assert!(!first.exact && first.depth > 0);
    assert!(review.moves.iter().all(|mv| mv.shares.len() == 3));
}

#[test]
fn a_review_that_is_stopped_has_what_was_graded_and_one_without_time_has_all() {
    let game: AnyGame = "dots:5x5".parse().unwrap();
    let (line, _) = game.read_position("h11 h12 h13 h14 h15").unwrap();
    let stop = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(1_000),
        ..Limits::until(&stop)
    };
    let mut analyst = Analyst::new(&game, 1, &Knowledge::default());
    let stopped = analyst.review(&line, limits, &mut |so_far| {
        stop.store(so_far.moves.len() == 2, Ordering::Relaxed);
    });
    let plies: Vec<u32> = stopped.moves.iter().map(|mv| mv.ply).collect();
    assert_eq!((plies, stopped.done), (vec![4, 5], false));
    let no_time = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    let late = analyst.review(&line, no_time, &mut |_| ());
    assert_eq!((late.moves.len(), late.done), (5, true));
}
