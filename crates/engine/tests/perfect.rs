//! The agent `perfect`: it never ends worse than the exact value, says what it is sure of, and always has a move.

use crate::common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{game, moves, position, rng};
use poda_engine::solve::dots::DotsSolver;
use poda_engine::solve::{Solvable, Solver, SolverOptions};
use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, AnyState, Bound, Concrete, Game, Knowledge, Limits,
    PlayerId, Request, Score, SearchReport, with_game,
};

fn agent(spec: &str, game: &AnyGame, seed: u64, knowledge: &Knowledge) -> Agent {
    let spec: AgentSpec = spec.parse().expect("an agent");
    Agent::with_knowledge(&spec, game, seed, knowledge).expect("it plays the game")
}

/// Long enough that a busy machine does not matter: positions here are solved in a moment.
const PERFECT: &str = "perfect:time=300s";

/// How a finished game is scored for a player.
fn score(game: &AnyGame, end: &AnyState, player: PlayerId) -> Score {
    if let Some(margin) = game.margin(end, player) {
        return Score::points(margin);
    }
    let won = Score::won_at(game.ply(end));
    match game.outcome(end).expect("finished").winner() {
        None => Score::ZERO,
        Some(winner) if winner == player => won,
        Some(_) => -won,
    }
}

/// What a position is worth to the player to move, by the solvers themselves.
fn exact(game: &AnyGame, state: &AnyState) -> Score {
    fn exact<G: Solvable + Concrete>(rules: &G, state: &AnyState) -> Score {
        let options = SolverOptions {
            memory: Some(16 << 20),
            book: false,
            ..SolverOptions::default()
        };
        let (solver, state) = (rules.solver(&options), G::state(state));
        let solver = solver.expect("a board it knows");
        let solution = solver.solve(state, Limits::default(), &mut |_| ());
        solver.score(state, solution.expect("nothing limits it").value)
    }
    with_game!(game, |rules| exact(rules, state))
}

/// Plays from a position with the perfect agent in one seat, and returns what it got.
fn result(
    game: &AnyGame,
    from: &AnyState,
    seat: PlayerId,
    other: &str,
    seed: u64,
    knowledge: &Knowledge,
) -> Score {
    let mut perfect = agent(PERFECT, game, seed, knowledge);
    let mut other = agent(other, game, seed + 1, knowledge);
    let mut state = *from;
    while game.outcome(&state).is_none() {
        let mover = game.to_move(&state);
        let player = if mover == seat {
            &mut perfect
        } else {
            &mut other
        };
        let report = player.think(&state, Request::default());
        assert!(mover != seat || report.solved, "there is time enough");
        state = game.play(&state, report.choice).expect("a legal move");
    }
    score(game, &state, seat)
}

fn never_worse(spec: &str, plies: &[usize], opponents: &[&str]) {
    let game = game(spec);
    let knowledge = Knowledge::default();
    let mut better = 0;
    for (seed, &plies) in (1..).zip(plies) {
        let state = position(&game, plies, &mut rng(seed));
        let value = exact(&game, &state);
        let mover = game.to_move(&state);
        for other in opponents {
            for seat in PlayerId::all(2) {
                let owed = if seat == mover { value } else { -value };
                let got = result(&game, &state, seat, other, seed, &knowledge);
                assert!(
                    got >= owed,
                    "{spec}, seed {seed}: {got} instead of {owed} against {other}"
                );
                better += usize::from(got > owed);
            }
        }
    }
    assert!(better > 0, "the opponents make mistakes");
}

#[test]
fn connect4_is_never_worse_than_the_exact_value() {
    let plies = [12, 13, 14, 15, 16, 17, 18, 20, 23, 26];
    never_worse("connect4", &plies, &["random", "strong:nodes=3000"]);
}

#[test]
fn dots_are_never_worse_than_the_exact_value() {
    let plies = [6, 7, 8, 9, 10, 11, 12, 14];
    never_worse("dots:3x4", &plies, &["random", "strong:nodes=2000"]);
}

#[test]
fn the_whole_of_a_small_board_is_played_perfectly() {
    never_worse("dots:2x3", &[0, 1, 2], &["random", "greedy"]);
    never_worse("connect4:5x5", &[0, 1, 5], &["random", "alphabeta:depth=4"]);
}

#[test]
fn the_book_answers_the_first_moves() {
    let game = game("connect4");
    let knowledge = Knowledge::default();
    let thinking = Request {
        all_moves: true,
        ..Request::default()
    };
    let report = agent(PERFECT, &game, 1, &knowledge).think(&game.start(), thinking);
    assert!(report.solved);
    assert_eq!(report.value, Score::won_at(41));
    assert_eq!(report.choice.to_string(), "4");
    let mut values: Vec<(String, Score)> = report
        .moves
        .iter()
        .map(|root| (root.mv.to_string(), root.value))
        .collect();
    values.sort();
    let values: Vec<Score> = values.into_iter().map(|(_, value)| value).collect();
    let (lost, later) = (-Score::won_at(40), -Score::won_at(42));
    assert_eq!(
        values,
        [
            lost,
            later,
            Score::ZERO,
            Score::won_at(41),
            Score::ZERO,
            later,
            lost
        ]
    );
}

/// What the book knows needs no time: neither a clock that has run out nor a stop changes the answer.
#[test]
fn the_book_is_exact_without_time() {
    let stop = AtomicBool::new(true);
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    for (spec, moves) in [
        ("connect4", ""),
        ("connect4", "44"),
        ("connect4", "1664344"),
        ("dots:4x4", ""),
        ("dots:4x4", "h11 v23"),
        ("dots:4x4", "h11 v11 v12 h21 h33"),
    ] {
        let game = game(spec);
        let (_, state) = game.read_position(moves).expect("a position");
        for limits in [late, Limits::until(&stop)] {
            let mut agent = agent("perfect:time=1ms", &game, 1, &Knowledge::default());
            let report = agent.think(&state, Request::within(limits));
            assert!(report.solved, "{spec} {moves}");
            assert_eq!(report.value, exact_by_book(&game, &state), "{spec} {moves}");
            let next = game.play(&state, report.choice).expect("legal");
            let kept = exact_by_book(&game, &next);
            let same = game.to_move(&next) == game.to_move(&state);
            let kept = if same { kept } else { -kept };
            assert_eq!(kept, report.value, "{spec} {moves}");
        }
    }
}

/// Eight pieces: the book has the value, the move has to be found. It once played 5, which loses.
#[test]
fn the_move_that_keeps_what_the_book_says_is_found() {
    let game = game("connect4");
    let (_, state) = game.read_position("16643444").expect("a position");
    let report = agent(PERFECT, &game, 1, &Knowledge::default()).think(&state, Request::default());
    assert!(report.solved);
    assert_eq!(report.value, exact_by_book(&game, &state));
    assert_eq!(report.choice.to_string(), "3");
}

/// The same with next to no time: what the book says is worth a second more than the agent has.
#[test]
fn what_the_book_says_is_not_given_up_for_want_of_time() {
    for (spec, moves) in [
        ("connect4", "16643444"),
        ("connect4", "44444326"),
        ("dots:4x4", "h11 v23 h33 v14 h52 v41 h22 v35"),
    ] {
        let game = game(spec);
        let (_, state) = game.read_position(moves).expect("a position");
        let mut agent = agent("perfect:time=1ms", &game, 1, &Knowledge::default());
        let report = agent.think(&state, Request::default());
        assert!(report.solved, "{spec} {moves}");
        assert_eq!(report.value, exact_by_book(&game, &state), "{spec} {moves}");
    }
}

/// What the book of a board says of a position.
fn exact_by_book(game: &AnyGame, state: &AnyState) -> Score {
    fn exact<G: Solvable + Concrete>(rules: &G, state: &AnyState) -> Score {
        let solver = rules.solver(&SolverOptions::default());
        let state = G::state(state);
        let value = rules.book_value(state).expect("in the book");
        solver.expect("a board it knows").score(state, value)
    }
    with_game!(game, |rules| exact(rules, state))
}

#[test]
fn every_move_has_its_exact_value_if_asked_for() {
    for (spec, plies) in [
        ("connect4", 15),
        ("connect4:5x6", 9),
        ("dots:3x3", 4),
        ("dots:1x6", 2),
    ] {
        let game = game(spec);
        let state = position(&game, plies, &mut rng(3));
        let thinking = Request {
            all_moves: true,
            ..Request::default()
        };
        let report = agent(PERFECT, &game, 1, &Knowledge::default()).think(&state, thinking);
        assert!(report.solved);
        assert_eq!(report.value, exact(&game, &state), "{spec}");
        assert_eq!(report.moves.len(), moves(&game, &state).len());
        for root in &report.moves {
            assert_eq!(root.bound, Bound::Exact);
            let next = game.play(&state, root.mv).expect("legal");
            let value = match game.outcome(&next) {
                Some(_) => score(&game, &next, game.to_move(&state)),
                None if game.to_move(&next) == game.to_move(&state) => exact(&game, &next),
                None => -exact(&game, &next),
            };
            assert_eq!(root.value, value, "{spec}: {}", root.mv);
            assert_eq!(report.best.contains(&root.mv), value == report.value);
        }
        // The expected play is legal, begins with the choice, and ends as the value says.
        assert_eq!(report.line[0], report.choice);
        let end = report.line.iter().fold(state, |state, &mv| {
            game.play(&state, mv).expect("a legal move")
        });
        assert_eq!(score(&game, &end, game.to_move(&state)), report.value);
    }
}

#[test]
fn what_cannot_be_solved_in_time_is_searched() {
    for spec in ["connect4:9x12", "dots:6x6", "dots:4x5", "connect4:7x8"] {
        let game = game(spec);
        let mut depths = Vec::new();
        let mut each = |report: &SearchReport<AnyMove>| depths.push(report.depth);
        let thinking = Request {
            observer: Some(&mut each),
            ..Request::default()
        };
        let mut agent = agent("perfect:time=300ms", &game, 1, &Knowledge::default());
        let start = Instant::now();
        let report = agent.think(&game.start(), thinking);
        assert!(start.elapsed() < Duration::from_secs(10), "{spec}");
        assert!(!report.solved && report.depth > 0, "{spec}");
        assert!(game.check(&game.start(), report.choice).is_ok());
        assert!(!depths.is_empty(), "{spec}: it says how far it is");
    }
}

#[test]
fn a_stopped_perfect_agent_answers_at_once() {
    for (spec, wait) in [
        ("connect4:9x12", 0),
        ("dots:7x7", 0),
        ("connect4:7x7", 0),
        ("connect4:7x7", 60),
        ("dots:4x5", 0),
        ("dots:4x5", 60),
        ("dots:5x5", 60),
    ] {
        let game = game(spec);
        let stop = AtomicBool::new(wait == 0);
        let mut agent = agent("perfect:time=3600s", &game, 1, &Knowledge::default());
        let start = Instant::now();
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(wait));
                stop.store(true, Ordering::Relaxed);
            });
            let thinking = Request::within(Limits::until(&stop));
            agent.think(&game.start(), thinking)
        });
        // A busy machine is forgiven much; an agent that does not look at the flag would take an hour.
        assert!(start.elapsed() < Duration::from_secs(5), "{spec}");
        assert!(game.check(&game.start(), report.choice).is_ok());
    }
}

/// The caller's deadline counts as much as the agent's own time.
#[test]
fn a_perfect_agent_keeps_the_deadline_that_it_is_given() {
    for spec in ["connect4:7x7", "dots:4x5", "dots:7x7"] {
        let game = game(spec);
        let mut agent = agent("perfect:time=3600s", &game, 1, &Knowledge::default());
        let start = Instant::now();
        let limits = Limits {
            deadline: Some(start + Duration::from_millis(100)),
            ..Limits::default()
        };
        let report = agent.think(&game.start(), Request::within(limits));
        // A busy machine is forgiven much; an agent that does not look at the clock would take an hour.
        assert!(start.elapsed() < Duration::from_secs(30), "{spec}");
        assert!(!report.solved && report.depth > 0, "{spec}");
    }
}

#[test]
fn a_kept_solution_saves_the_search() {
    let any = game("dots:3x3");
    // What it took until the value was known; the values of the other moves come later.
    let nodes = |knowledge: &Knowledge| {
        let mut first = None;
        let mut each = |report: &SearchReport<AnyMove>| {
            first.get_or_insert(report.nodes);
        };
        let thinking = Request {
            observer: Some(&mut each),
            ..Request::default()
        };
        let report = agent(PERFECT, &any, 1, knowledge).think(&any.start(), thinking);
        assert!(report.solved && report.value == Score::points(-3));
        first.expect("it is told")
    };
    let AnyGame::Dots(rules) = &any else {
        unreachable!()
    };
    let solver = DotsSolver::new(rules, 1 << 20);
    solver.solve(&rules.start(), Limits::default(), &mut |_| ());
    let mut bytes = Vec::new();
    let count = solver.save_part(0, &mut bytes).expect("memory takes it");
    let knowledge = Knowledge::default();
    assert_eq!(knowledge.load(&any, &bytes[..]).expect("whole"), count);
    let without = nodes(&Knowledge::default());
    // Loaded once, it serves every agent that comes later.
    for _ in 0..2 {
        let with = nodes(&knowledge);
        assert!(with * 100 < without, "{with} and {without} nodes");
    }
    bytes[40] ^= 1;
    assert!(Knowledge::default().load(&any, &bytes[..]).is_err());
    for other in ["dots:2x3", "connect4", "connect4:6x7,players=3"] {
        assert!(knowledge.load(&game(other), &bytes[..]).is_err());
    }
}
