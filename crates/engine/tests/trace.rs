//! The recorded tree is the tree that was searched.

use crate::common;

use poda_engine::{Agent, AnyMove, Game, Halt, Score, TraceNode};

fn trace(
    game: &str,
    position: &str,
    agent: &str,
    most: usize,
) -> (u64, Vec<TraceNode<AnyMove>>, u64) {
    let game = common::game(game);
    let (_, state) = game.read_position(position).expect("legal");
    let mut agent =
        Agent::new(&agent.parse().expect("an agent"), &game, 1).expect("it plays the game");
    let (report, tree) = agent.trace(&state, most).expect("it has a tree");
    (report.nodes, tree.nodes().to_vec(), tree.seen())
}

#[test]
fn values_follow_from_the_children() {
    for agent in [
        "alphabeta:depth=4,eval=s2",
        "minimax:depth=3,eval=s4",
        "alphabeta:depth=4,eval=centre,order=natural",
    ] {
        for (game, position) in [
            ("connect4:4x4", "1122"),
            ("connect4:4x4,players=3", "12"),
            ("connect4", "445566"),
        ] {
            let (searched, nodes, seen) = trace(game, position, agent, 1_000_000);
            assert_eq!((nodes.len() as u64, seen), (searched, searched));
            assert_eq!(nodes[0].nodes, searched);
            for node in &nodes {
                let values = node.children.iter().map(|&child| nodes[child].value);
                match node.halt {
                    Halt::Leaf | Halt::End => assert!(node.children.is_empty()),
                    Halt::Searched | Halt::Cutoff => {
                        assert_eq!(
                            Some(node.value),
                            if node.max { values.max() } else { values.min() }
                        );
                        assert_eq!(
                            node.nodes,
                            1 + node
                                .children
                                .iter()
                                .map(|&child| nodes[child].nodes)
                                .sum::<u64>()
                        );
                    }
                    Halt::Table => panic!("alpha-beta has no table"),
                }
                // A cut-off happens exactly when the value leaves the window on the far side.
                let beyond = if node.max {
                    node.value >= node.beta
                } else {
                    node.value <= node.alpha
                };
                assert_eq!(
                    node.halt == Halt::Cutoff,
                    beyond && !node.children.is_empty() && !agent.starts_with("minimax")
                );
                assert!(node.skipped.is_empty() || node.halt == Halt::Cutoff);
            }
        }
    }
}

#[test]
fn a_short_recording_counts_what_it_does_not_keep() {
    let (searched, all, _) = trace(
        "connect4",
        "",
        "alphabeta:depth=5,eval=s2,ties=first",
        1_000_000,
    );
    let (_, few, seen) = trace("connect4", "", "alphabeta:depth=5,eval=s2,ties=first", 50);
    assert_eq!((few.len(), seen), (50, searched));
    assert_eq!(few[0].value, all[0].value);
    assert_eq!(few[0].nodes, searched);
    for (number, node) in few.iter().enumerate() {
        assert!(
            node.children
                .iter()
                .all(|&child| child > number && child < 50)
        );
    }
}

#[test]
fn the_strong_search_shows_what_its_table_answered() {
    let (_, nodes, _) = trace("connect4", "4444", "strong:depth=6,ties=first", 1_000_000);
    assert!(nodes.iter().any(|node| node.halt == Halt::Table));
    assert!(
        nodes
            .iter()
            .any(|node| node.halt == Halt::Cutoff && !node.skipped.is_empty())
    );
    assert_eq!(
        (nodes[0].alpha, nodes[0].beta),
        (-Score::INFINITE, Score::INFINITE)
    );
    let value = |agent: &str| trace("connect4", "4444", agent, 10).1[0].value;
    assert_eq!(
        value("strong:depth=6,ties=first"),
        value("alphabeta:depth=6,ties=first")
    );
}
