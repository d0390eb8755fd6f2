//! Node counts, equal to those of an independent framework: the same tree, cut at the same places.

use crate::common;

use poda_engine::{Agent, Game, Request};

fn search(game: &str, agent: &str) -> (u64, i32) {
    let game = common::game(game);
    let mut agent =
        Agent::new(&agent.parse().expect("an agent"), &game, 1).expect("it plays the game");
    let report = agent.think(&game.start(), Request::default());
    (report.nodes, report.value.get())
}

/// OpenSpiel 2.0: plain alpha-beta, cut when alpha ≥ beta, moves from left to right, all wins alike.
#[test]
fn connect4_nodes_are_those_of_openspiel() {
    let agent =
        |depth| format!("alphabeta:depth={depth},eval=centre,order=natural,wins=flat,ties=first");
    assert_eq!(search("connect4", &agent(6)).0, 17_465);
    assert_eq!(search("connect4", &agent(8)).0, 271_613);
}

/// OpenSpiel 2.0: solved to the end, edges in order: all horizontal ones row by row, then all vertical ones.
#[test]
fn dots_nodes_are_those_of_openspiel() {
    let agent =
        |depth| format!("alphabeta:depth={depth},eval=s3,order=natural,wins=flat,ties=first");
    assert_eq!(search("dots:1x1", &agent(4)), (31, -1));
    assert_eq!(search("dots:1x2", &agent(7)), (1_398, 0));
    assert_eq!(search("dots:2x2", &agent(12)), (871_816, 2));
}

/// S2: the root gives every move the full window, so at depth 2 nothing can be pruned.
#[test]
fn at_full_root_window_depth_two_prunes_nothing() {
    for (depth, prunes) in [(2, false), (4, true), (6, true)] {
        let agent =
            |prune| format!("alphabeta:depth={depth},eval=s2,window=full,prune={prune},ties=first");
        let (with, without) = (
            search("connect4:8x8", &agent("on")).0,
            search("connect4:8x8", &agent("off")).0,
        );
        assert_eq!(
            with < without,
            prunes,
            "depth {depth}: {with} and {without}"
        );
    }
}
