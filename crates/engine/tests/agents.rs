//! What agents do: take wins, stop losses, resist to the last, and leave to chance only what is equal.

use crate::common;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use common::{game, moves, position, rng};
use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, AnyState, Game, Limits, Outcome, Request, SearchReport,
    Wins, minimax, play_game, random_opening, with_game,
};
use poda_engine::{EvalSpec, Playable};

fn agent(spec: &str, game: &AnyGame, seed: u64) -> Agent {
    let spec: AgentSpec = spec
        .parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"));
    Agent::new(&spec, game, seed).unwrap_or_else(|error| panic!("{error}"))
}

fn think(spec: &str, game: &AnyGame, state: &AnyState, seed: u64) -> SearchReport<AnyMove> {
    agent(spec, game, seed).think(state, Request::default())
}

/// Every way to search for two players from depth 2 up, the presets included.
const SEARCHERS: &[&str] = &[
    "minimax:depth=2,eval=s4",
    "minimax:depth=3",
    "alphabeta:depth=2,eval=none",
    "alphabeta:depth=4,eval=s2,order=busy",
    "alphabeta:depth=5,window=full,prune=off,eval=centre",
    "strong:depth=2",
    "strong:depth=6",
    "strong:nodes=3000",
    "paranoid:depth=3",
    "brs:depth=4",
    "maxn:depth=3",
    "s0:depth=3",
    "s1:level=1",
    "s1:level=3",
    "s2:depth=4",
    "s4:depth=3",
    "level:3",
    "perfect:time=20ms",
];

/// The moves after which the mover has won.
fn wins(game: &AnyGame, state: &AnyState) -> Vec<AnyMove> {
    let mover = game.to_move(state);
    let won =
        |mv: &AnyMove| game.outcome(&game.play_unchecked(state, *mv)) == Some(Outcome::Win(mover));
    moves(game, state).into_iter().filter(won).collect()
}

/// The moves after which the opponent cannot win at once.
fn parries(game: &AnyGame, state: &AnyState) -> Vec<AnyMove> {
    let safe = |mv: &AnyMove| wins(game, &game.play_unchecked(state, *mv)).is_empty();
    moves(game, state).into_iter().filter(safe).collect()
}

#[test]
fn no_searcher_misses_a_win_in_one_or_a_block() {
    let game = game("connect4");
    let (mut won, mut blocked) = (0, 0);
    for seed in 0..150 {
        let mut rng = rng(seed);
        let state = position(&game, 8 + seed as usize % 20, &mut rng);
        let (wins, parries, all) = (
            wins(&game, &state),
            parries(&game, &state),
            moves(&game, &state).len(),
        );
        let forced = wins.is_empty() && !parries.is_empty() && parries.len() < all;
        if wins.is_empty() && !forced {
            continue;
        }
        for spec in SEARCHERS {
            let choice = think(spec, &game, &state, seed).choice;
            if wins.is_empty() {
                assert!(
                    parries.contains(&choice),
                    "{spec} did not parry after seed {seed}"
                );
                blocked += 1;
            } else {
                assert!(
                    wins.contains(&choice),
                    "{spec} missed a win after seed {seed}"
                );
                won += 1;
            }
        }
    }
    assert!(
        won > 200 && blocked > 200,
        "too few cases: {won} and {blocked}"
    );
}

/// On a busy machine the time may be over before the first look.
#[test]
fn a_perfect_agent_that_is_late_misses_neither() {
    let game = game("connect4");
    let late = || Request {
        limits: Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        },
        ..Request::default()
    };
    let mut forced = 0;
    for seed in 0..300 {
        let mut rng = rng(seed);
        // Early enough that the solver does not know at once.
        let state = position(&game, 9 + seed as usize % 8, &mut rng);
        let (wins, parries) = (wins(&game, &state), parries(&game, &state));
        let good = if wins.is_empty() { parries } else { wins };
        if good.is_empty() || good.len() == moves(&game, &state).len() {
            continue;
        }
        let mut perfect = agent("perfect", &game, seed);
        let choice = perfect.think(&state, late()).choice;
        assert!(good.contains(&choice), "seed {seed}: {choice}");
        forced += 1;
    }
    assert!(forced > 100, "too few cases: {forced}");
}

/// In a lost position a player who sees the end chooses the longest way there.
#[test]
fn the_lost_resist_as_long_as_they_can() {
    let AnyGame::Connect4(rules) = game("connect4:5x5") else {
        unreachable!()
    };
    let any = game("connect4:5x5");
    let eval = rules.evaluation(EvalSpec::new("none")).expect("it fits");
    let mut lost = 0;
    for seed in 0..400 {
        let mut rng = rng(seed);
        let (line, states) = common::playout(&rules, &mut rng);
        let ply = 12.min(line.len() - 1);
        let (state, mover) = (states[ply], rules.to_move(&states[ply]));
        let value = minimax(&rules, &eval, &state, 6, mover, Wins::Distance);
        let Some(end) = value.decided_at().filter(|_| value.get() < 0) else {
            continue;
        };
        lost += 1;
        let at = any
            .read_position(&poda_engine::line_text(&line[..ply]))
            .expect("legal")
            .1;
        for spec in [
            "alphabeta:depth=6,eval=s2",
            "strong:depth=6",
            "minimax:depth=6,eval=s4",
            "s4:depth=6",
            "s0:depth=6",
        ] {
            let AnyMove::Column(choice) = think(spec, &any, &at, seed).choice else {
                unreachable!()
            };
            let after = minimax(
                &rules,
                &eval,
                &rules.play_unchecked(&state, choice),
                5,
                mover,
                Wins::Distance,
            );
            assert_eq!(
                after.decided_at(),
                Some(end),
                "{spec} gave up early, seed {seed}"
            );
        }
    }
    assert!(lost >= 10, "only {lost} lost positions");
}

/// How often each move is chosen over many seeds.
fn choices(spec: &str, game: &AnyGame, state: &AnyState, seeds: u64) -> HashMap<AnyMove, u64> {
    let mut counts = HashMap::new();
    for seed in 0..seeds {
        *counts
            .entry(think(spec, game, state, seed).choice)
            .or_insert(0) += 1;
    }
    counts
}

#[test]
fn true_ties_are_broken_evenly_and_nothing_else_is() {
    let dots = game("dots:2x2");
    // After two edges on one box every answer that does not give it away is equal for two plies.
    for (position, depth) in [("", 1), ("h11", 2), ("h11 v11", 3), ("h11 h21 v12", 2)] {
        let (_, state) = dots.read_position(position).expect("legal");
        let full = think(
            &format!("alphabeta:depth={depth},eval=s3,window=full"),
            &dots,
            &state,
            1,
        );
        let counts = choices(
            &format!("alphabeta:depth={depth},eval=s3"),
            &dots,
            &state,
            1200,
        );
        assert_eq!(
            counts.len(),
            full.best.len(),
            "every tied move is chosen, and no other"
        );
        let expected = 1200.0 / full.best.len() as f64;
        for mv in &full.best {
            let count = counts[mv] as f64;
            // Five standard deviations of a binomial count.
            assert!(
                (count - expected).abs() < 5.0 * expected.sqrt(),
                "{mv}: {count}, expected {expected}"
            );
        }
    }
    let (_, state) = dots.read_position("h11").expect("legal");
    assert_eq!(
        choices("alphabeta:depth=2,eval=s3,ties=first", &dots, &state, 50).len(),
        1
    );
}

/// The mistake of S3, and that only `ties=bounds` makes it: it plays moves below its own maximum.
#[test]
fn only_ties_bounds_takes_bounds_for_values() {
    let dots = game("dots:3x3");
    let mut mistakes = 0;
    for seed in 0..60 {
        let state = position(&dots, 6, &mut rng(seed));
        let full = think(
            "alphabeta:depth=3,eval=s3,window=full,order=natural",
            &dots,
            &state,
            1,
        );
        for ties in ["random", "first", "bounds"] {
            let spec = format!("alphabeta:depth=3,eval=s3,order=natural,ties={ties}");
            let choice = think(&spec, &dots, &state, seed).choice;
            let wrong = !full.best.contains(&choice);
            assert!(
                !wrong || ties == "bounds",
                "ties={ties} played a worse move"
            );
            mistakes += usize::from(wrong);
        }
    }
    assert!(mistakes > 5, "the mistake shows: {mistakes} of 60");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for (spec, agents) in [
        ("connect4", vec!["level:1", "level:4"]),
        ("connect4", vec!["greedy", "s4:depth=3"]),
        (
            "connect4:6x7,players=3",
            vec!["maxn:depth=3", "paranoid:depth=3", "brs:depth=3"],
        ),
        ("dots:3x3", vec!["level:2", "strong:nodes=2000"]),
        ("dots:7x4", vec!["greedy", "random"]),
    ] {
        let game = game(spec);
        let play = |seed| {
            let mut seats: Vec<Agent> =
                agents.iter().map(|spec| agent(spec, &game, seed)).collect();
            play_game(&game, &mut seats, &random_opening(&game, 3, seed))
                .expect("agents play legal moves")
        };
        assert_eq!(play(1), play(1), "{agents:?}");
        assert_ne!(play(1), play(2), "{agents:?}");
    }
}

#[test]
fn greedy_does_what_it_says() {
    let connect4 = game("connect4");
    let (_, win) = connect4.read_position("112233").expect("legal");
    assert_eq!(choices("greedy", &connect4, &win, 40).len(), 1);
    let (_, block) = connect4.read_position("11223").expect("legal");
    assert_eq!(
        think("greedy", &connect4, &block, 1).choice.to_string(),
        "4"
    );
    let dots = game("dots:2x2");
    let (_, close) = dots.read_position("h11 v11 v12").expect("legal");
    assert_eq!(think("greedy", &dots, &close, 3).choice.to_string(), "h21");
    // A chain of one box in the corner, the other three boxes are another: it opens the shorter one.
    let (_, open) = dots
        .read_position("v12 h21 h12 h32 v23 h31")
        .expect("legal");
    for (mv, _) in choices("greedy", &dots, &open, 60) {
        assert!(["h11", "v11"].contains(&mv.to_string().as_str()), "{mv}");
    }
}

#[test]
fn a_stopped_agent_answers_at_once() {
    let stop = AtomicBool::new(true);
    for (spec, agents) in [
        (
            "connect4:9x12",
            vec![
                "alphabeta:depth=60",
                "minimax:depth=40",
                "strong:depth=90",
                "paranoid:depth=50",
            ],
        ),
        (
            "connect4:6x7,players=3",
            vec![
                "maxn:depth=40",
                "brs:depth=40",
                "strong:time=1000s,threads=2",
            ],
        ),
        ("dots:7x7", vec!["alphabeta:depth=100", "strong:time=3600s"]),
    ] {
        let game = game(spec);
        for spec in agents {
            let thinking = Request::within(Limits::until(&stop));
            let report = agent(spec, &game, 1).think(&game.start(), thinking);
            assert!(game.check(&game.start(), report.choice).is_ok());
            assert!(report.nodes < 100_000, "{spec}: {} nodes", report.nodes);
        }
    }
}

#[test]
fn two_threads_find_the_same_value() {
    let game = game("connect4");
    for (position, depth) in [("", 11), ("4453", 12), ("44455554221", 14)] {
        let (_, state) = game.read_position(position).expect("legal");
        let one = think(&format!("strong:depth={depth},eval=s2"), &game, &state, 1);
        let two = think(
            &format!("strong:depth={depth},eval=s2,threads=2"),
            &game,
            &state,
            1,
        );
        assert_eq!(one.value, two.value);
    }
}

#[test]
fn strong_reports_each_depth_as_it_is_finished() {
    let game = game("connect4");
    let mut depths = Vec::new();
    let mut each = |report: &SearchReport<AnyMove>| depths.push(report.depth);
    let thinking = Request {
        observer: Some(&mut each),
        ..Request::default()
    };
    agent("strong:depth=7", &game, 1).think(&game.start(), thinking);
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn limits_by_nodes_are_kept() {
    for spec in [
        "strong:nodes=5000",
        "paranoid:nodes=5000",
        "maxn:nodes=5000",
        "brs:nodes=5000",
    ] {
        let game = game("connect4:6x7,players=3");
        let report = think(spec, &game, &game.start(), 1);
        assert!(
            (1000..=5001).contains(&report.nodes),
            "{spec}: {}",
            report.nodes
        );
    }
}

#[test]
fn agents_refuse_games_they_do_not_play() {
    for (spec, agent, part) in [
        (
            "dots:3x3",
            "s2:depth=4",
            "s2:depth=4 does not play dots:3x3: it plays connect4",
        ),
        (
            "connect4",
            "s3:depth=4",
            "s3:depth=4 does not play connect4:6x7: it plays dots",
        ),
        (
            "dots:3x3",
            "alphabeta:eval=s4",
            "the evaluation s4 is not for dots",
        ),
        (
            "connect4:6x7,players=3",
            "perfect",
            "perfect does not play connect4:6x7,players=3: it plays connect4 for two players who connect four, dots and tictactoe",
        ),
        (
            "connect4:6x7,connect=5",
            "perfect:threads=2",
            "perfect:threads=2 does not play connect4:6x7,connect=5: it plays connect4 for two",
        ),
        (
            "connect4",
            "strong:eval=chains",
            "the evaluation chains is not for connect4",
        ),
    ] {
        let error = Agent::new(&agent.parse().expect("an agent"), &game(spec), 1)
            .expect_err("it cannot play")
            .to_string();
        assert!(error.starts_with(part), "{error}");
    }
    for (text, part) in [
        (
            "alphabeta:depth=0",
            "`depth=0` is not allowed: depth is a number from 1 to 128",
        ),
        (
            "alphabeta:deep=6",
            "`alphabeta` has no parameter `deep`: it takes depth, eval",
        ),
        (
            "strong:time=4000s",
            "`time=4000s` is not allowed: time is a time such as 200ms",
        ),
        (
            "alphabeta:order=best",
            "`order=best` is not allowed: order is natural or centre or busy",
        ),
        (
            "perfect:time=2h",
            "`time=2h` is not allowed: time is a time such as 200ms",
        ),
        (
            "perfect:threads=65",
            "`threads=65` is not allowed: threads is a number from 1 to 64",
        ),
        (
            "perfect:depth=3",
            "`perfect` has no parameter `depth`: it takes time and threads",
        ),
        ("level:5", "`5` is not a level"),
        (
            "strong:ties=bounds",
            "`ties=bounds` is not allowed: ties is random or first here",
        ),
        (
            "hal",
            "there is no agent `hal`: the agents are random, greedy",
        ),
        ("strong:eval=s9", "there is no evaluation `s9`"),
    ] {
        let error = text.parse::<AgentSpec>().expect_err("no agent").to_string();
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn specs_print_as_they_are_written() {
    for text in [
        "random",
        "greedy",
        "minimax:depth=5,eval=s4",
        "alphabeta:depth=6,eval=s2",
        "alphabeta:depth=6,eval=s1-3,prune=off,order=natural,window=full,wins=flat,ties=bounds",
        "strong:time=1s",
        "strong:depth=12,nodes=1000,time=250ms,eval=threats,threads=2,ties=first",
        "perfect",
        "perfect:time=250ms,threads=2",
        "maxn:depth=6",
        "paranoid:nodes=4000",
        "brs:depth=5,eval=none",
        "level:4",
        "character:hazel",
        "s0:depth=6",
        "s1:level=3",
    ] {
        assert_eq!(
            text.parse::<AgentSpec>().expect("an agent").to_string(),
            text
        );
    }
}

/// Every agent finishes a game of every kind of board it plays.
#[test]
fn everybody_can_play_everywhere() {
    for spec in common::GAMES {
        let game = game(spec);
        for name in [
            "level:1",
            "level:2",
            "level:3",
            "character:pip",
            "character:fern",
            "greedy",
            "strong:depth=2",
            "alphabeta:depth=2",
            "maxn:depth=2",
            "brs:depth=2",
            "perfect:time=5ms",
        ] {
            let spec: AgentSpec = name.parse().expect("an agent");
            if spec.check(game.spec()).is_err() {
                continue;
            }
            let mut seats: Vec<Agent> = (0..game.players() as u64)
                .map(|seed| agent(name, &game, seed))
                .collect();
            let (line, outcome) =
                play_game(&game, &mut seats, &[]).expect("agents play legal moves");
            let (_, end) = game
                .read_position(&poda_engine::line_text(&line))
                .expect("a legal game");
            assert_eq!(game.outcome(&end), Some(outcome));
        }
        with_game!(&game, |rules| assert!(rules.plies_left(&rules.start()) > 0));
    }
}
