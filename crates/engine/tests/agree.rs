//! Every faster search finds what plain minimax finds: on random positions of every game, with every evaluation.

use crate::common;

use common::{CASES, moves, position, random_tree, rng};
use poda_engine::{
    AlphaBeta, AnyGame, Bound, Concrete, Ends, EvalSpec, Evaluator, Game, Limits, Minimax,
    NoOpinion, NoTrace, Order, Playable, RootWindow, Score, SearchReport, Strong, Ties, Wins,
    minimax, seeded, with_game,
};
use proptest::prelude::*;
use rand::{Rng, RngExt};

/// The values of all root moves by plain minimax.
fn reference<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    wins: Wins,
) -> Vec<(G::Move, Score)> {
    let player = game.to_move(state);
    let value = |mv| {
        minimax(
            game,
            eval,
            &game.play_unchecked(state, mv),
            depth - 1,
            player,
            wins,
        )
    };
    moves(game, state)
        .into_iter()
        .map(|mv| (mv, value(mv)))
        .collect()
}

/// Holds a report to the reference: the value, the marks, and at full window every value and the set of best moves.
fn holds<G: Game>(report: &SearchReport<G::Move>, values: &[(G::Move, Score)], full: bool) {
    let best = values
        .iter()
        .map(|(_, value)| *value)
        .max()
        .expect("a move");
    assert_eq!(report.value, best);
    let of = |mv: G::Move| {
        values
            .iter()
            .find(|(other, _)| *other == mv)
            .expect("a legal move")
            .1
    };
    assert_eq!(of(report.choice), best, "the choice is one of the best");
    assert_eq!(report.moves.len(), values.len());
    for root in &report.moves {
        match root.bound {
            Bound::Exact => assert_eq!(root.value, of(root.mv)),
            Bound::AtMost => assert!(root.value >= of(root.mv)),
            Bound::AtLeast => assert!(root.value <= of(root.mv)),
        }
        assert!(!full || root.bound == Bound::Exact);
    }
    if full {
        let mut found: Vec<u8> = report.best.iter().map(|&mv| G::code(mv)).collect();
        let mut true_best: Vec<u8> = values
            .iter()
            .filter(|(_, value)| *value == best)
            .map(|(mv, _)| G::code(*mv))
            .collect();
        found.sort_unstable();
        true_best.sort_unstable();
        assert_eq!(found, true_best);
    }
    assert_eq!(report.line.first(), Some(&report.choice));
}

/// The line that is expected leads to a position with the value of the root.
fn line_is_true<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    report: &SearchReport<G::Move>,
    wins: Wins,
) {
    let player = game.to_move(state);
    let end = report.line.iter().fold(*state, |state, &mv| {
        game.play(&state, mv).expect("the line is legal")
    });
    assert_eq!(
        minimax(game, eval, &end, 0, player, wins),
        report.value,
        "the line leads to the value"
    );
}

fn agrees<G: Game>(
    game: &G,
    eval: &(impl Evaluator<G> + Clone),
    state: &G::State,
    depth: u32,
    choice: &mut impl Rng,
) {
    let wins = if choice.random() {
        Wins::Distance
    } else {
        Wins::Flat
    };
    let ties = if choice.random() {
        Ties::Random
    } else {
        Ties::First
    };
    let order = [Order::Natural, Order::Centre, Order::Busy][choice.random_range(0..3)];
    let values = reference(game, eval, state, depth, wins);
    let mut rng = seeded(choice.random());

    let plain = Minimax {
        depth,
        wins,
        ends: Ends::Counted,
        ties,
    }
    .search(game, eval, state, Limits::default(), &mut rng)
    .expect("no limit");
    holds::<G>(&plain, &values, true);
    line_is_true(game, eval, state, &plain, wins);

    for window in [RootWindow::Narrow, RootWindow::Full] {
        for prune in [true, false] {
            let search = AlphaBeta {
                depth,
                prune,
                order,
                window,
                wins,
                ends: Ends::Counted,
                ties,
            };
            let report = search
                .search(game, eval, state, Limits::default(), &mut rng, &mut NoTrace)
                .expect("no limit");
            holds::<G>(&report, &values, window == RootWindow::Full || !prune);
            line_is_true(game, eval, state, &report, wins);
            match prune {
                true => assert!(report.nodes <= plain.nodes, "pruning never searches more"),
                false => assert_eq!((report.nodes, report.leaves), (plain.nodes, plain.leaves)),
            }
        }
        let mut strong = Strong::new(game.clone(), eval.clone(), wins, 1 << 14);
        (strong.window, strong.ties) = (window, ties);
        strong.threads = if choice.random_range(0..20) == 0 {
            2
        } else {
            1
        };
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let report = strong.search(state, limits, &mut rng, &mut |_| {});
        // It stops early when the game is decided, and then knows no less.
        assert_eq!(
            report.value,
            values
                .iter()
                .map(|(_, value)| *value)
                .max()
                .expect("a move")
        );
        if report.depth == depth {
            holds::<G>(&report, &values, window == RootWindow::Full);
        }
    }
}

fn on_random_position<G: Concrete>(game: &G, evals: &[&'static str], most_depth: u32, seed: u64) {
    let mut choice = rng(seed);
    let eval = game
        .evaluation(EvalSpec::new(evals[choice.random_range(..evals.len())]))
        .expect("it fits the game");
    let depth = choice.random_range(1..=most_depth);
    let plies = choice.random_range(0..60);
    let state = position(game, plies, &mut choice);
    agrees(game, &eval, &state, depth, &mut choice);
}

proptest! {
    #![proptest_config(common::seeds(900))]

    /// 900 seeds × 12 games = 10,800 positions, each searched ten ways.
    #[test]
    fn searches_agree_with_minimax_on_every_game(seed: u64) {
        for (spec, depth, evals) in CASES {
            let game: AnyGame = common::game(spec);
            with_game!(&game, |rules| on_random_position(rules, evals, *depth, seed));
        }
    }

    /// Trees in which turns come as they please: here swapping the window always, or never, gives wrong values.
    #[test]
    fn searches_agree_with_minimax_on_random_trees(seed: u64) {
        let mut rng = rng(seed);
        let tree = random_tree(&mut rng);
        let depth = rng.random_range(1..=6);
        agrees(&tree, &NoOpinion, &tree.start(), depth, &mut rng);
    }
}

/// A table that has seen other positions of the same game must not change what a decided position is worth.
#[test]
fn a_used_table_keeps_wins_and_losses_right() {
    let AnyGame::Connect4(game) = common::game("connect4:4x5") else {
        unreachable!()
    };
    let eval = game.evaluation(EvalSpec::new("threats")).expect("it fits");
    let mut strong = Strong::new(game.clone(), eval.clone(), Wins::Distance, 1 << 18);
    for seed in 0..60 {
        let (_, states) = common::playout(&game, &mut rng(seed));
        for state in states
            .iter()
            .filter(|state| game.outcome(state).is_none() && game.ply(state) >= 10)
        {
            let report = strong.search(state, Limits::default(), &mut seeded(seed), &mut |_| {});
            let exact = minimax(&game, &eval, state, 20, game.to_move(state), Wins::Distance);
            assert_eq!(report.value, exact, "seed {seed} ply {}", game.ply(state));
        }
    }
}
