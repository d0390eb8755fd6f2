//! The searches for several players find what their definitions say: on random positions of every game and on random trees.

use crate::common;
use common::several::{BestReplies, in_order, max_n};
use common::{CASES, position, random_tree, rng};
use poda_engine::{
    AlphaBeta, AnyGame, BestReply, Bound, Concrete, Evaluator, Game, Limits, MaxN, NoOpinion,
    NoTrace, Order, RootWindow, Score, ScoreTable, SearchReport, Ties, seeded, with_game,
};
use proptest::prelude::*;
use rand::{Rng, RngExt};

fn max_n_agrees<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) {
    let ties = Ties::First;
    let report = MaxN { depth, order, ties }
        .search(
            game,
            eval,
            state,
            Limits::default(),
            &mut seeded(1),
            &mut NoTrace,
        )
        .expect("no limit");
    let (children, taken) = max_n(game, eval, state, depth, order);
    let mover = game.to_move(state).index();
    assert_eq!(report.choice, in_order(game, state, order)[taken]);
    assert_eq!(report.value, children[taken][mover]);
    let found: Vec<Score> = report.moves.iter().map(|root| root.value).collect();
    let expected: Vec<Score> = children.iter().map(|scores| scores[mover]).collect();
    assert_eq!(found, expected, "every move of the root has its value");
    assert!(report.moves.iter().all(|root| root.bound == Bound::Exact));
    table_changes_nothing(game, eval, state, depth, order);
}

/// One table for every depth and, like an agent's, for the positions that follow: nothing is found that is not found without. The small
/// one must forget most of it.
fn table_changes_nothing<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) {
    let (ties, limits, rng) = (Ties::First, Limits::default(), &mut seeded(1));
    for bytes in [1 << 10, 1 << 18] {
        let mut table = ScoreTable::new(bytes);
        let mut state = *state;
        for depth in (1..=depth).chain((1..=depth).rev()) {
            let search = MaxN { depth, order, ties };
            let plain = search.search(game, eval, &state, limits, rng, &mut NoTrace);
            let with = search.search_with(
                Some(&mut table),
                game,
                eval,
                &state,
                limits,
                rng,
                &mut NoTrace,
            );
            let (plain, with) = (plain.expect("no limit"), with.expect("no limit"));
            assert_eq!((with.value, with.choice), (plain.value, plain.choice));
            let values = |report: &SearchReport<G::Move>| -> Vec<_> {
                report.moves.iter().map(|root| root.value).collect()
            };
            assert_eq!(values(&with), values(&plain));
            assert!(with.nodes <= plain.nodes);
            let next = game.play_unchecked(&state, plain.choice);
            if game.outcome(&next).is_none() {
                state = next;
            }
        }
    }
}

fn best_reply_agrees<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) {
    let ties = Ties::First;
    let report = BestReply { depth, order, ties }
        .search(
            game,
            eval,
            state,
            Limits::default(),
            &mut seeded(1),
            &mut NoTrace,
        )
        .expect("no limit");
    let definition = BestReplies {
        game,
        eval,
        player: game.to_move(state),
        order,
    };
    let value = |mv| definition.after_own_move(&game.play_unchecked(state, mv), depth - 1);
    let values: Vec<Score> = in_order(game, state, order)
        .into_iter()
        .map(value)
        .collect();
    let best = values.iter().max().expect("a move");
    assert_eq!(report.value, *best);
    assert_eq!(report.moves.len(), values.len());
    for (root, &value) in report.moves.iter().zip(&values) {
        match root.bound {
            Bound::Exact => assert_eq!(root.value, value),
            Bound::AtMost => assert!(root.value >= value),
            Bound::AtLeast => panic!("the root has no upper bound"),
        }
    }
    let first = values.iter().position(|value| value == best);
    let first = first.expect("the best is one of them");
    assert_eq!(
        report.choice, report.moves[first].mv,
        "the first of the best"
    );
}

/// With two players there is one opponent, and BRS+ is alpha-beta: the same value and the same move, extra turns or not.
fn best_reply_is_alphabeta<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) {
    let ties = Ties::First;
    let rng = &mut seeded(1);
    let replies = BestReply { depth, order, ties };
    let replies = replies.search(game, eval, state, Limits::default(), rng, &mut NoTrace);
    let plain = AlphaBeta {
        order,
        ties,
        window: RootWindow::Narrow,
        ..AlphaBeta::to_depth(depth)
    };
    let plain = plain.search(game, eval, state, Limits::default(), rng, &mut NoTrace);
    let (replies, plain) = (replies.expect("no limit"), plain.expect("no limit"));
    assert_eq!(replies.value, plain.value);
    assert_eq!(replies.choice, plain.choice);
    assert_eq!(replies.nodes, plain.nodes);
}

fn agrees<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    choice: &mut impl Rng,
) {
    let order = [Order::Natural, Order::Centre, Order::Busy][choice.random_range(0..3)];
    max_n_agrees(game, eval, state, depth, order);
    best_reply_agrees(game, eval, state, depth, order);
    if game.players() == 2 {
        best_reply_is_alphabeta(game, eval, state, depth, order);
    }
}

fn on_random_position<G: Concrete>(game: &G, case: &common::Case, seed: u64) {
    let (_, most_depth, evals) = *case;
    let mut choice = rng(seed);
    let eval = evals[choice.random_range(..evals.len())];
    let eval = game.evaluation_named(eval).expect("it fits the game");
    let depth = choice.random_range(1..=most_depth.min(5));
    let plies = choice.random_range(0..60);
    let state = position(game, plies, &mut choice);
    agrees(game, &eval, &state, depth, &mut choice);
}

proptest! {
    #![proptest_config(common::seeds(150))]

    #[test]
    fn searches_for_several_players_keep_to_their_definitions(seed: u64) {
        for case in CASES {
            let game: AnyGame = common::game(case.0);
            with_game!(&game, |rules| on_random_position(rules, case, seed));
        }
    }
}

proptest! {
    #![proptest_config(common::seeds(2000))]

    /// Trees in which turns come as they please, for two and for three.
    #[test]
    fn searches_for_several_players_keep_to_their_definitions_on_trees(seed: u64) {
        let mut rng = rng(seed);
        let tree = random_tree(&mut rng);
        let depth = rng.random_range(1..=6);
        agrees(&tree, &NoOpinion, &tree.start(), depth, &mut rng);
    }
}
