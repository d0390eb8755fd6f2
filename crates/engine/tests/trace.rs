//! The recorded tree is the tree that was searched.

use crate::common;

use std::collections::HashMap;

use common::several::{BestReplies, at_once, max_n};
use common::{CASES, position, rng};
use poda_engine::{
    Agent, AlphaBeta, AnyMove, BestReply, Bound, Ends, Evaluator, Game, Halt, Limits, MaxN,
    Minimax, NoTree, Order, Playable, PlayerId, Recorder, RootWindow, Score, SearchReport, Strong,
    Ties, TraceNode, Traced, Wins, minimax, perft, seeded, tree_size, with_game,
};
use proptest::prelude::*;
use rand::{Rng, RngExt};

fn traced(game: &str, position: &str, agent: &str, limits: Limits<'_>) -> Traced<AnyMove> {
    let game = common::game(game);
    let (_, state) = game.read_position(position).expect("legal");
    let agent = agent.parse().expect("an agent");
    let mut agent = Agent::new(&agent, &game, 1).expect("it plays the game");
    agent.trace(&state, 1_000_000, limits).expect("a tree")
}

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
    let (report, tree) = agent
        .trace(&state, most, Limits::default())
        .expect("it has a tree");
    (report.nodes, tree.nodes().to_vec(), tree.counts().nodes)
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
                // Something is cut only where the value leaves the window on the far side, and a cut-off is there only if
                // something was cut.
                let beyond = if node.max {
                    node.value >= node.beta
                } else {
                    node.value <= node.alpha
                };
                assert_eq!(node.halt == Halt::Cutoff, !node.skipped.is_empty());
                assert!(node.halt != Halt::Cutoff || beyond);
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

#[test]
fn a_budget_counts_the_depth_that_was_broken_off() {
    let three = "connect4:6x7,players=3";
    for agent in ["maxn", "paranoid", "brs", "strong"] {
        let (report, tree) = traced(
            three,
            "4435",
            &format!("{agent}:nodes=5000,ties=first"),
            Limits::default(),
        );
        assert_eq!((report.nodes, tree.searched()), (5_000, 5_000), "{agent}");
        assert!(tree.broken_off() > 0 && tree.before() > 0, "{agent}");
        // What is shown is the last depth that was finished.
        assert_eq!(tree.nodes().len() as u64, tree.counts().nodes);
        assert_eq!(tree.nodes()[0].nodes, tree.counts().nodes);
    }
    let game = common::game(three);
    let mut agent = Agent::new(&"alphabeta:depth=9".parse().unwrap(), &game, 1).unwrap();
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let refused = agent.trace(&game.start(), 100, limits);
    assert!(matches!(refused, Err(NoTree::Stopped(stopped)) if stopped.nodes == 5_000));
    let mut agent = Agent::new(&"greedy".parse().unwrap(), &game, 1).unwrap();
    let refused = agent.trace(&game.start(), 100, limits);
    assert!(matches!(refused, Err(NoTree::NotSearched)));
}

#[test]
fn presets_that_go_from_left_to_right_do_so_at_the_root() {
    for (agent, order) in [
        ("s0:depth=3", "1234567"),
        ("s4:depth=3", "1234567"),
        ("s2:depth=3", "4352617"),
        ("alphabeta:depth=3,order=natural,ties=first", "1234567"),
        ("minimax:depth=2,ties=first", "1234567"),
    ] {
        let (_, tree) = traced("connect4", "", agent, Limits::default());
        let moves = tree.nodes()[0].children.iter();
        let moves: String = moves
            .map(|&child| tree.nodes()[child].mv.expect("a move").to_string())
            .collect();
        assert_eq!(moves, order, "{agent}");
    }
}

/// Whether what a node says of its value is true of the value.
fn assert_true<M>(node: &TraceNode<M>, value: Score) {
    match node.bound {
        Bound::Exact => assert_eq!(node.value, value),
        Bound::AtMost => assert!(node.value >= value),
        Bound::AtLeast => assert!(node.value <= value),
    }
}

/// The tree is as large as the report says, and nothing in it was left half done.
fn assert_counted<G: Game>(report: &SearchReport<G::Move>, tree: &Recorder<G::Move>) {
    assert_eq!(tree.searched(), report.nodes);
    let counts = tree.counts();
    assert_eq!(tree.nodes().len() as u64, counts.nodes);
    let halts = |halts: &[Halt]| {
        let nodes = tree.nodes().iter();
        nodes.filter(|node| halts.contains(&node.halt)).count() as u64
    };
    assert_eq!(halts(&[Halt::Leaf, Halt::End]), counts.leaves);
    assert_eq!(halts(&[Halt::Cutoff]), counts.cutoffs);
    assert_eq!(halts(&[Halt::Table]), counts.table_hits);
    if tree.before() == 0 {
        assert_eq!(counts.leaves, report.leaves);
        assert_eq!(counts.cutoffs, report.cutoffs);
        assert_eq!(counts.table_hits, report.table_hits);
    }
    assert_eq!(tree.nodes()[0].value, report.value);
    for node in tree.nodes() {
        let below = node.children.iter().map(|&child| tree.nodes()[child].nodes);
        assert_eq!(node.nodes, 1 + below.sum::<u64>());
        assert_eq!(node.halt == Halt::Cutoff, !node.skipped.is_empty());
        assert_eq!(node.best.is_some(), !node.children.is_empty());
    }
}

/// The nodes with their positions and the depth that is left there.
fn each_node<G: Game>(
    game: &G,
    tree: &Recorder<G::Move>,
    root: &G::State,
    depth: u32,
    check: &mut impl FnMut(&TraceNode<G::Move>, &G::State, u32),
) {
    let mut places = vec![None; tree.nodes().len()];
    places[0] = Some((*root, depth));
    for (number, node) in tree.nodes().iter().enumerate() {
        let (state, depth) = places[number].expect("children stand after their parents");
        check(node, &state, depth);
        for &child in &node.children {
            let mv = tree.nodes()[child].mv.expect("a move");
            places[child] = Some((game.play(&state, mv).expect("legal"), depth - 1));
        }
        for &mv in &node.skipped {
            game.check(&state, mv).expect("what was cut can be played");
        }
    }
}

/// Every value of a two-sided search against minimax at its depth.
fn two_sided_is_true<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    wins: Wins,
    tree: &Recorder<G::Move>,
) {
    let player = game.to_move(state);
    let mut known = HashMap::new();
    each_node(game, tree, state, depth, &mut |node, state, depth| {
        let value = known
            .entry((*state, depth))
            .or_insert_with(|| minimax(game, eval, state, depth, player, wins));
        assert_true(node, *value);
        assert!(node.scores.is_empty());
    });
}

/// The line that the deciding children make.
fn principal<M: Copy>(tree: &Recorder<M>) -> Vec<M> {
    let (mut line, mut at) = (Vec::new(), 0);
    while let Some(best) = tree.nodes()[at].best {
        line.extend(tree.nodes()[best].mv);
        at = best;
    }
    line
}

fn pick<T: Copy>(from: &[T], rng: &mut impl Rng) -> T {
    from[rng.random_range(..from.len())]
}

fn alphabeta_is_true<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    rng: &mut impl Rng,
) {
    let search = AlphaBeta {
        depth,
        prune: rng.random_range(0..4) > 0,
        order: pick(&[Order::Natural, Order::Centre, Order::Busy], rng),
        window: pick(&[RootWindow::Narrow, RootWindow::Full], rng),
        wins: pick(&[Wins::Distance, Wins::Flat], rng),
        ends: Ends::Counted,
        ties: pick(&[Ties::First, Ties::Random, Ties::Bounds], rng),
    };
    let mut tree = Recorder::new(1_000_000);
    let limits = Limits::default();
    let report = search.search(game, eval, state, limits, &mut seeded(3), &mut tree);
    let report = report.expect("no limit");
    assert_counted::<G>(&report, &tree);
    two_sided_is_true(game, eval, state, depth, search.wins, &tree);
    assert_eq!(principal(&tree), report.line);
    if !search.prune {
        // Without pruning it is minimax, whose positions are all sequences of moves that are short enough.
        let plain = Minimax {
            depth,
            wins: search.wins,
            ends: Ends::Counted,
            ties: search.ties,
        };
        let plain = plain.search(game, eval, state, limits, &mut seeded(3));
        assert_eq!(plain.expect("no limit").nodes, report.nodes);
        let all: u64 = (0..=depth).map(|plies| perft(game, state, plies)).sum();
        assert_eq!(all, report.nodes);
        assert_eq!(
            tree_size(game, state, depth, Limits::at_most(all)),
            Some(all)
        );
        assert_eq!(
            tree_size(game, state, depth, Limits::at_most(all - 1)),
            None
        );
    }
}

fn strong_is_true<G: Playable>(game: &G, eval: &G::Eval, state: &G::State, depth: u32) {
    let wins = Wins::Distance;
    let mut strong = Strong::new(game.clone(), eval.clone(), wins, 1 << 16);
    strong.ties = Ties::First;
    let mut tree = Recorder::new(1_000_000);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let report = strong.search_traced(state, limits, &mut seeded(1), &mut |_| {}, &mut tree);
    assert_counted::<G>(&report, &tree);
    two_sided_is_true(game, eval, state, report.depth, wins, &tree);
}

fn max_n_is_true<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) {
    let ties = Ties::First;
    let mut tree = Recorder::new(1_000_000);
    let limits = Limits::default();
    let search = MaxN { depth, order, ties };
    let report = search.search(game, eval, state, limits, &mut seeded(1), &mut tree);
    assert_counted::<G>(&report.expect("no limit"), &tree);
    let player = game.to_move(state);
    each_node(game, &tree, state, depth, &mut |node, state, depth| {
        let scores = if depth == 0 || game.outcome(state).is_some() {
            let players = PlayerId::all(game.players());
            players
                .map(|player| at_once(game, eval, state, player))
                .collect()
        } else {
            let (mut children, taken) = max_n(game, eval, state, depth, order);
            children.swap_remove(taken)
        };
        assert_eq!(node.scores, scores);
        assert_eq!(
            (node.value, node.bound),
            (scores[player.index()], Bound::Exact)
        );
    });
}

/// What is known at a node of BRS+ about who replies.
#[derive(Clone)]
enum Reply {
    /// This opponent does.
    By(PlayerId),
    /// Not these: they have made a natural move.
    NotBy(Vec<PlayerId>),
}

fn best_reply_is_true<G: Game>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    order: Order,
) {
    let ties = Ties::First;
    let mut tree = Recorder::new(1_000_000);
    let limits = Limits::default();
    let search = BestReply { depth, order, ties };
    let report = search.search(game, eval, state, limits, &mut seeded(1), &mut tree);
    assert_counted::<G>(&report.expect("no limit"), &tree);
    let player = game.to_move(state);
    let definition = BestReplies {
        game,
        eval,
        player,
        order,
    };
    let nodes = tree.nodes();
    let mut places = vec![None; nodes.len()];
    places[0] = Some((*state, depth, Reply::NotBy(Vec::new())));
    for (number, node) in nodes.iter().enumerate() {
        let (state, depth, reply) = places[number].clone().expect("a parent");
        let mover = game.to_move(&state);
        let value = match &reply {
            Reply::By(picked) => definition.with_picked(&state, depth, *picked),
            Reply::NotBy(passed) => PlayerId::all(game.players())
                .filter(|other| *other != player && !passed.contains(other))
                .map(|picked| definition.with_picked(&state, depth, picked))
                .min()
                .expect("an opponent"),
        };
        assert_true(node, value);
        for &child in &node.children {
            let reply = match &reply {
                _ if mover == player => Reply::NotBy(Vec::new()),
                Reply::By(picked) => Reply::By(*picked),
                Reply::NotBy(passed) if nodes[child].natural => {
                    Reply::NotBy([passed.as_slice(), &[mover]].concat())
                }
                Reply::NotBy(_) => Reply::By(mover),
            };
            let next = game.play(&state, nodes[child].mv.expect("a move"));
            let next = next.expect("legal");
            let reply = if game.to_move(&next) == player {
                Reply::NotBy(Vec::new())
            } else {
                reply
            };
            places[child] = Some((next, depth - 1, reply));
        }
    }
}

proptest! {
    #![proptest_config(common::seeds(1000))]

    /// A random position of every kind of board, searched in every way there is: each exact value is minimax's at its depth, each
    /// bound holds, and the counts are the report's.
    #[test]
    fn recorded_trees_are_true(seed: u64) {
        let mut rng = rng(seed);
        let (spec, most, evaluations) = pick(CASES, &mut rng);
        let game = common::game(spec);
        with_game!(&game, |rules| {
            let eval = rules.evaluation_named(pick(evaluations, &mut rng)).expect("it is there");
            let plies = rng.random_range(0..20);
            let state = position(rules, plies, &mut rng);
            let depth = rng.random_range(1..=most.min(4));
            let order = pick(&[Order::Natural, Order::Centre, Order::Busy], &mut rng);
            alphabeta_is_true(rules, &eval, &state, depth, &mut rng);
            strong_is_true(rules, &eval, &state, depth);
            max_n_is_true(rules, &eval, &state, depth.min(3), order);
            best_reply_is_true(rules, &eval, &state, depth, order);
        });
    }
}
