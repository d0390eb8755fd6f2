use std::sync::atomic::AtomicBool;

use super::*;
use poda_engine::{Bound, Evaluator, Halt, MoveList, Order, Playable, Score, alphabeta, line_text};

fn tree(game: &str, moves: &str, agent: &str) -> SearchTree {
    let game: AnyGame = game.parse().unwrap();
    let (line, _) = game.read_position(moves).unwrap();
    let agent = agent.parse().unwrap();
    SearchTree::record(&game, &line, &agent, 1, 100_000, Limits::default()).unwrap()
}

fn walk(game: &str, moves: &str, agent: &str) -> Walk {
    Walk::new(tree(game, moves, agent), Limits::at_most(1_000_000)).unwrap()
}

#[test]
fn a_bound_never_stands_without_its_sign() {
    let tree = tree("connect4:4x4", "11223", "alphabeta:depth=3,ties=first");
    let (text, dot) = (tree.text(), tree.dot());
    let bounds = tree
        .nodes()
        .iter()
        .filter(|node| node.bound != Bound::Exact)
        .count();
    assert!(bounds > 0);
    for form in [&text, &dot] {
        let signs = form
            .lines()
            .filter(|line| line.contains("MAX") || line.contains("MIN") || line.contains("shape="));
        let signs = signs.filter(|line| {
            line.contains(" ≤ ")
                || line.contains(" ≥ ")
                || line.contains("\"≤")
                || line.contains("\"≥")
        });
        assert_eq!(signs.count(), bounds, "{form}");
    }
    let cuts = tree
        .nodes()
        .iter()
        .filter(|node| node.halt == Halt::Cutoff)
        .count();
    assert_eq!(text.matches(" cut-off ✂ ").count(), cuts);
    assert_eq!(text.matches("cut-off").count(), cuts);
    assert!(
        text.contains(
            "loss@7: Second, who thinks, loses with move 7 of the game, 2 moves from here."
        ),
        "{text}"
    );
    // Where boards are small the signs are, too, and the words explain those.
    let drawn = tree.svg();
    assert!(drawn.contains("L7: Second, who thinks, loses") && !drawn.contains("loss@"));
}

#[test]
fn what_was_cut_is_counted_where_it_is_shown() {
    let game: AnyGame = "connect4".parse().unwrap();
    let agent = "alphabeta:depth=5,ties=first".parse().unwrap();
    let told = |most| {
        let tree = SearchTree::record(&game, &[], &agent, 1, most, Limits::default()).unwrap();
        let text = tree.text();
        let shown = text.lines().filter_map(|line| line.split_once(" ✂ "));
        let shown: Vec<usize> = shown
            .map(|(_, moves)| moves.split_whitespace().count())
            .collect();
        let line = text.lines().find(|line| line.starts_with("✂"));
        let (left, places) = (shown.iter().sum::<usize>(), shown.len());
        (line.unwrap().to_owned(), left, places)
    };
    let (line, left, places) = told(50);
    let words = format!("✂: {left} moves at {places} nodes of those shown were never looked at");
    assert!(line.starts_with(&words), "{line}");
    let (line, left, places) = told(100_000);
    let words = format!("✂: {left} moves at {places} nodes were never looked at");
    assert!(line.starts_with(&words), "{line}");
}

#[test]
fn each_player_has_a_score_in_max_n_and_natural_moves_are_told_in_brs() {
    let three = "connect4:4x4,players=3,connect=3";
    let text = tree(three, "12", "maxn:depth=2,ties=first").text();
    assert!(text.starts_with("root Third = ("), "{text}");
    let text = tree(three, "12", "brs:depth=3,ties=first").text();
    assert!(
        text.contains(" natural MIN (Second)") || text.contains(" natural MIN (First)"),
        "{text}"
    );
}

#[test]
fn a_picture_fits_a_page_and_counts_what_it_folds() {
    for (game, moves, agent) in [
        ("connect4", "", "alphabeta:depth=4,ties=first"),
        ("connect4", "44", "strong:depth=9,ties=first"),
        ("dots:3x3", "h11", "alphabeta:depth=3,ties=first"),
        ("connect4:6x7,players=3", "", "maxn:depth=3,ties=first"),
        ("tictactoe", "", "minimax:depth=3,ties=first"),
        ("connect4:4x4", "11223", "alphabeta:depth=3,ties=first"),
    ] {
        let tree = tree(game, moves, agent);
        let shown = fold::fold(&tree, 26);
        assert!(shown.width() <= 26, "{game}: {}", shown.width());
        fn seen(shown: &fold::Shown, found: &mut Vec<usize>) -> u64 {
            found.push(shown.at);
            let below = shown.items.iter().map(|item| match item {
                fold::Item::Node(child) => seen(child, found),
                fold::Item::Folded { nodes, .. } => *nodes,
                fold::Item::Cut(_) => 0,
            });
            1 + shown.folded + below.sum::<u64>()
        }
        let mut found = Vec::new();
        assert_eq!(seen(&shown, &mut found), tree.counts().nodes, "{game}");
        for at in tree.principal() {
            assert!(found.contains(&at), "the principal line is there");
        }
        let svg = tree.svg();
        let width = svg
            .split("width=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        assert!(width.parse::<u32>().unwrap() <= 1440, "{width}");
        assert!(svg.len() < 400_000, "{game}: {}", svg.len());
    }
}

#[test]
fn a_walk_enters_and_leaves_every_node_once() {
    let walk = walk("connect4:4x4", "11223", "alphabeta:depth=4,ties=first");
    let nodes = walk.tree().nodes();
    let mut entered = vec![0; nodes.len()];
    let mut left = vec![0; nodes.len()];
    let mut open = Vec::new();
    for from in (0..walk.len()).step_by(20) {
        let part = walk.part(from, Seek::Step).unwrap();
        assert_eq!(part.step as usize, from);
        let known: Vec<u32> = part.nodes.iter().map(|node| node.at).collect();
        for step in part
            .steps
            .iter()
            .filter(|step| (from..from + 20).contains(&(step.step as usize)))
        {
            let at = step.node as usize;
            // All that is on the way, and beside it, came along.
            let mut above = Some(at);
            while let Some(node) = above {
                assert!(known.contains(&(node as u32)));
                assert!(
                    nodes[node]
                        .children
                        .iter()
                        .all(|&child| known.contains(&(child as u32)))
                );
                above = walk.tree().parents[node];
            }
            match step.kind {
                StepKind::Enter => {
                    entered[at] += 1;
                    open.push(at);
                }
                StepKind::Leaf => {
                    entered[at] += 1;
                    left[at] += 1;
                    assert!(nodes[at].children.is_empty());
                }
                StepKind::Cut => {
                    assert_eq!((open.last(), nodes[at].halt), (Some(&at), Halt::Cutoff))
                }
                StepKind::Return => {
                    left[at] += 1;
                    assert_eq!(open.pop(), Some(at));
                }
            }
        }
    }
    assert!(open.is_empty() && entered.iter().chain(&left).all(|&times| times == 1));
    let view = walk.view();
    let last = walk.part(walk.len() - 1, Seek::Step).unwrap();
    assert_eq!(last.steps.last().unwrap().visited, view.nodes);
    assert_eq!(last.steps.last().unwrap().cut, view.cut);
    let all = nodes
        .iter()
        .map(|node| node.skipped.len() as u64)
        .sum::<u64>();
    assert_eq!(view.cut, all);
    assert!(view.minimax.unwrap() > view.nodes);
    assert!(matches!(
        walk.part(walk.len(), Seek::Step),
        Err(TreeError::NotThere { .. })
    ));
}

#[test]
fn what_is_looked_for_is_found_in_both_directions() {
    let walk = walk(
        "connect4",
        "44",
        "alphabeta:depth=4,order=natural,ties=first",
    );
    let all = |seek, back: bool| {
        let (mut at, mut found) = (if back { walk.len() - 1 } else { 0 }, Vec::new());
        loop {
            let next = walk.part(at, seek).unwrap().step as usize;
            if next == at || next == 0 || next == walk.len() - 1 {
                break;
            }
            found.push(next);
            at = next;
        }
        if back {
            found.reverse();
        }
        found
    };
    let cuts = all(Seek::Cut, false);
    assert_eq!(cuts.len() as u64, walk.tree().counts().cutoffs);
    assert_eq!(cuts, all(Seek::CutBefore, true));
    let changes = all(Seek::Root, false);
    assert_eq!(changes, all(Seek::RootBefore, true));
    // At the root the best value rises with each change.
    let values: Vec<_> = changes
        .iter()
        .map(|&step| walk.tree().nodes()[walk.steps_at(step)].value)
        .collect();
    assert!(
        values.windows(2).all(|pair| pair[0] < pair[1]),
        "{values:?}"
    );
    assert_eq!(values.last(), Some(&walk.tree().report().value));
}

/// What a move at a node is worth by plain minimax, to the player who thinks.
fn worth(tree: &SearchTree, at: usize, mv: AnyMove) -> Score {
    let line = [tree.line_to(at), vec![mv]].concat();
    let left = tree.report().depth - tree.level(at) as u32 - 1;
    with_game!(tree.game(), |rules| {
        let eval = rules.evaluation(tree.player.eval).unwrap();
        let (_, state) = rules.read_position(&line_text(&line)).unwrap();
        by_definition(rules, &eval, &state, left, tree.thinker())
    })
}

/// Minimax as it is defined: at the end the rules, at the depth the evaluation, else the best of whoever moves.
fn by_definition<G: Playable>(
    game: &G,
    eval: &impl Evaluator<G>,
    state: &G::State,
    depth: u32,
    player: PlayerId,
) -> Score {
    if depth == 0 || game.outcome(state).is_some() {
        let mut nodes = 0;
        let open = (-Score::INFINITE, Score::INFINITE);
        let value = alphabeta(
            game,
            eval,
            state,
            0,
            player,
            Order::Natural,
            open,
            &mut nodes,
        );
        return if game.to_move(state) == player {
            value
        } else {
            -value
        };
    }
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    let values = moves.iter().map(|&mv| {
        by_definition(
            game,
            eval,
            &game.play_unchecked(state, mv),
            depth - 1,
            player,
        )
    });
    match game.to_move(state) == player {
        true => values.max().unwrap(),
        false => values.min().unwrap(),
    }
}

#[test]
fn a_cut_branch_could_not_have_mattered() {
    for (game, moves, agent) in [
        (
            "connect4",
            "44",
            "alphabeta:depth=4,order=natural,ties=first",
        ),
        ("dots:2x2", "h11", "alphabeta:depth=4,ties=first"),
        (
            "connect4:4x4,players=3,connect=3",
            "12",
            "paranoid:depth=4,ties=first",
        ),
        ("tictactoe", "", "strong:depth=5,ties=first"),
        ("connect4", "44", "alphabeta:depth=3,wins=flat,ties=first"),
    ] {
        let tree = tree(game, moves, agent);
        let (mut looked, enough) = (0, Limits::at_most(1_000_000));
        for (at, node) in tree.nodes().iter().enumerate() {
            for mv in node.skipped.iter().take(1) {
                let branch = tree.cut_branch(at, &mv.to_string(), enough).unwrap();
                assert!(
                    branch.cost.unwrap() >= 1 && branch.minimax.unwrap() >= branch.cost.unwrap()
                );
                assert_eq!(
                    (branch.known, branch.bound),
                    (node.value.into(), node.bound)
                );
                let value = match worth(&tree, at, *mv) {
                    // Where all wins are alike, so are their values.
                    value if agent.contains("wins=flat") && value.decided_at().is_some() => {
                        let won = Score::won_at(0);
                        if value > Score::ZERO { won } else { -won }
                    }
                    value => value,
                };
                assert_eq!(branch.value, Some(value.into()));
                looked += 1;
            }
        }
        assert!(looked > 3, "{game}");
        assert!(matches!(
            tree.cut_branch(0, "1", enough),
            Err(TreeError::NotCut(_))
        ));
    }
    let three = tree(
        "connect4:4x4,players=3,connect=3",
        "121",
        "maxn:depth=4,ties=first",
    );
    let cut = three
        .nodes()
        .iter()
        .position(|node| !node.skipped.is_empty())
        .unwrap();
    let mv = three.nodes()[cut].skipped[0].to_string();
    let branch = three
        .cut_branch(cut, &mv, Limits::at_most(1_000_000))
        .unwrap();
    assert_eq!((branch.cost, branch.value), (None, None));
    assert!(branch.minimax.is_some());
}

/// Whoever has left is not worked for, and what is too much to count is not known.
#[test]
fn a_cut_branch_is_looked_at_within_limits() {
    let tree = tree("connect4", "", "alphabeta:depth=9,order=natural,ties=first");
    // The one with the most below it: near the root.
    let cut = (0..tree.nodes().len())
        .filter(|&at| !tree.nodes()[at].skipped.is_empty())
        .min_by_key(|&at| tree.level(at))
        .unwrap();
    let mv = tree.nodes()[cut].skipped[0].to_string();
    let known = |limits| {
        let branch = tree.cut_branch(cut, &mv, limits).unwrap();
        (branch.cost, branch.minimax, branch.value.is_some())
    };
    let (Some(cost), Some(minimax), true) = known(Limits::default()) else {
        panic!("without limits all is known");
    };
    assert!(1 < cost && cost < minimax);
    // The search may be possible where minimax is not.
    assert_eq!(
        known(Limits::at_most(minimax - 1)),
        (Some(cost), None, true)
    );
    assert_eq!(known(Limits::at_most(cost - 1)), (None, None, false));
    // The flag is looked at every few thousand positions, and there are more to count.
    let stop = AtomicBool::new(true);
    assert_eq!(known(Limits::until(&stop)).1, None);
}

#[test]
fn a_tree_that_is_too_large_is_refused_in_a_sentence() {
    let game: AnyGame = "connect4".parse().unwrap();
    let limits = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    for agent in [
        "alphabeta:depth=9",
        "minimax:depth=5",
        "strong:depth=12",
        "maxn:depth=6",
    ] {
        let agent = agent.parse().unwrap();
        let refused = SearchTree::record(&game, &[], &agent, 1, 1_000, limits).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "this tree has more than 1000 positions: choose a smaller depth"
        );
    }
    // A budget of the agent's own is as it should be.
    let agent = "paranoid:nodes=500".parse().unwrap();
    let tree = SearchTree::record(&game, &[], &agent, 1, 1_000, limits).unwrap();
    assert_eq!(tree.before() + tree.counts().nodes + tree.broken_off(), 500);
    let refused = SearchTree::record(&game, &[], &"random".parse().unwrap(), 1, 9, limits);
    assert!(matches!(refused, Err(TreeError::NoTree { .. })));
    let (over, _) = game.read_position("4455667").unwrap();
    let refused = SearchTree::record(
        &game,
        &over,
        &"strong:depth=2".parse().unwrap(),
        1,
        9,
        limits,
    );
    assert!(matches!(refused, Err(TreeError::GameOver)));
}

/// A search that plays on after the end of a game, and one with S1's mistakes, can be printed, drawn and walked through, too. How many positions
/// minimax visits is not told: it stops at ends.
#[test]
fn programs_of_the_papers_have_trees() {
    for (game, moves, agent) in [
        ("connect4", "445566", "s4-as-described:depth=3"),
        ("connect4:6x7,players=3", "444", "s1-as-printed:level=2"),
    ] {
        let tree = tree(game, moves, agent);
        assert_eq!(tree.minimax(Limits::default()), None);
        assert!(tree.text().contains("leaf") && tree.svg().starts_with("<svg"));
        let cut = tree
            .nodes()
            .iter()
            .position(|node| !node.skipped.is_empty());
        let cut = cut.expect("something was cut off");
        let mv = tree.nodes()[cut].skipped[0].to_string();
        let branch = tree.cut_branch(cut, &mv, Limits::at_most(1_000)).unwrap();
        assert_eq!(
            (branch.cost, branch.minimax, branch.value),
            (None, None, None)
        );
    }
}
