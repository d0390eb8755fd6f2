//! A search allocates when it starts, never at a node.

use crate::common;

use allocation_counter::measure;
use poda_engine::{
    AlphaBeta, AnyGame, BestReply, Concrete, Ends, EvalSpec, Limits, MaxN, Minimax, NoTrace, Order,
    Strong, Ties, Wins, seeded, with_game,
};

/// Allocations and nodes of every search at a depth.
fn all_searches<G: Concrete>(
    game: &G,
    eval: EvalSpec,
    depth: u32,
) -> Vec<(&'static str, u64, u64)> {
    let eval = game.evaluation(eval).expect("it fits");
    let state = game.start();
    let (ties, order, wins) = (Ties::First, Order::Centre, Wins::Distance);
    let mut found = Vec::new();
    let mut count = |name, search: &mut dyn FnMut() -> u64| {
        let mut nodes = 0;
        let info = measure(|| nodes = search());
        found.push((name, info.count_total, nodes));
    };
    let rng = &mut seeded(1);
    let none = Limits::default();
    count("minimax", &mut || {
        Minimax {
            depth,
            wins,
            ends: Ends::Counted,
            ties,
        }
        .search(game, &eval, &state, none, rng)
        .expect("no limit")
        .nodes
    });
    let alphabeta = AlphaBeta {
        ties,
        ..AlphaBeta::to_depth(depth)
    };
    count("alphabeta", &mut || {
        alphabeta
            .search(game, &eval, &state, none, rng, &mut NoTrace)
            .expect("no limit")
            .nodes
    });
    count("maxn", &mut || {
        MaxN { depth, order, ties }
            .search(game, &eval, &state, none, rng, &mut NoTrace)
            .expect("no limit")
            .nodes
    });
    count("brs", &mut || {
        BestReply { depth, order, ties }
            .search(game, &eval, &state, none, rng, &mut NoTrace)
            .expect("no limit")
            .nodes
    });
    let mut strong = Strong::new(game.clone(), eval.clone(), wins, 1 << 20);
    let limits = Limits {
        depth: Some(depth),
        ..none
    };
    count("strong", &mut || {
        strong.search(&state, limits, rng, &mut |_| {}).nodes
    });
    found
}

#[test]
fn no_search_allocates_at_a_node() {
    for (spec, eval) in [
        ("connect4", EvalSpec::new("threats")),
        ("connect4:7x10", EvalSpec::new("s2")),
        ("connect4:6x7,players=3", EvalSpec::new("s1-2")),
        ("dots:3x3", EvalSpec::new("chains")),
        ("dots:6x6", EvalSpec::new("s3")),
    ] {
        let game: AnyGame = common::game(spec);
        let deep = if spec.starts_with("dots") { 3 } else { 5 };
        let (shallow, deep) = with_game!(&game, |rules| (
            all_searches(rules, eval, 1),
            all_searches(rules, eval, deep)
        ));
        for ((name, few, few_nodes), (_, more, more_nodes)) in shallow.into_iter().zip(deep) {
            assert!(
                more_nodes > 8 * few_nodes,
                "{spec} {name}: {few_nodes} and {more_nodes} nodes"
            );
            // A report is built for each depth that is finished; nothing else grows.
            assert!(
                more <= few + 120,
                "{spec} {name}: {few} allocations for {few_nodes} nodes, {more} for {more_nodes}"
            );
        }
    }
}
