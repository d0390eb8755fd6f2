//! Random games for the tests: every one from a seed.

#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod several;

use poda_engine::{AnyGame, Game, MoveList, PlayerId, TreeGame, TreeNode};
use proptest::test_runner::{Config as ProptestConfig, FileFailurePersistence};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// One board of every kind: each type in `AnyGame`, odd and even, narrow and wide, all run lengths.
pub(crate) const GAMES: &[&str] = &[
    "connect4:6x7",
    "connect4:1x1",
    "connect4:1x12",
    "connect4:12x1",
    "connect4:4x5,connect=3",
    "connect4:7x8",
    "connect4:7x10",
    "connect4:9x12,connect=6",
    "connect4:12x9,connect=5",
    "connect4:6x7,players=3",
    "connect4:5x5,players=3,connect=3",
    "connect4:7x10,players=3",
    "dots:1x1",
    "dots:1x4",
    "dots:2x2",
    "dots:3x2",
    "dots:4x4",
    "dots:5x5",
    "dots:7x4",
    "dots:7x7",
    "tictactoe:3x3",
    "tictactoe:1x1",
    "tictactoe:2x7",
    "tictactoe:4x4,row=4",
    "tictactoe:8x8,row=6",
];

/// A board, how deep searches go there, and the evaluations to try.
pub(crate) type Case = (&'static str, u32, &'static [&'static str]);

/// Small boards for deep searches, large ones for shallow: game, deepest search, evaluations.
pub(crate) const CASES: &[Case] = &[
    (
        "connect4:4x4",
        6,
        &["s0", "s2", "s4", "centre", "threats", "none"],
    ),
    ("connect4:3x4,connect=3", 6, &["s2", "s4", "threats"]),
    (
        "connect4:6x7",
        4,
        &["s0", "s1-2", "s2", "s4", "centre", "threats"],
    ),
    ("connect4:5x4,connect=3", 6, &["s2", "centre", "threats"]),
    ("connect4:7x10", 3, &["s2", "threats"]),
    (
        "connect4:4x4,players=3,connect=3",
        6,
        &["s1", "s1-4", "s4", "threats"],
    ),
    ("connect4:6x7,players=3", 4, &["s1-3", "centre", "threats"]),
    ("connect4:7x10,players=3", 3, &["s1-2", "s4"]),
    ("dots:1x2", 6, &["s3", "chains", "none"]),
    ("dots:2x2", 5, &["s3", "chains"]),
    ("dots:3x3", 3, &["s3", "chains"]),
    ("dots:6x6", 2, &["s3", "chains"]),
    ("tictactoe:3x3", 6, &["lines", "rows", "none"]),
    ("tictactoe:4x5,row=4", 3, &["lines", "rows"]),
];

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

pub(crate) fn game(spec: &str) -> AnyGame {
    spec.parse()
        .unwrap_or_else(|error| panic!("{spec}: {error}"))
}

pub(crate) fn moves<G: Game>(game: &G, state: &G::State) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    game.moves(state, &mut list);
    list
}

/// A random game from the start to its end: the moves and all positions.
pub(crate) fn playout<G: Game>(game: &G, rng: &mut impl Rng) -> (Vec<G::Move>, Vec<G::State>) {
    let (mut line, mut states) = (Vec::new(), vec![game.start()]);
    loop {
        let state = states[states.len() - 1];
        let list = moves(game, &state);
        if list.is_empty() {
            return (line, states);
        }
        let mv = list[rng.random_range(..list.len())];
        line.push(mv);
        states.push(game.play_unchecked(&state, mv));
    }
}

/// A position of a random game with at most `plies` moves made and not finished.
pub(crate) fn position<G: Game>(game: &G, plies: usize, rng: &mut impl Rng) -> G::State {
    let (_, states) = playout(game, rng);
    states[plies.min(states.len() - 2)]
}

/// A tree in which turns come as they please, for two or three.
pub(crate) fn random_tree(rng: &mut impl Rng) -> TreeGame {
    let players = rng.random_range(2..=3);
    let inner = rng.random_range(1..40);
    let nodes = (0..inner + 30).map(|node| match node < inner {
        true => TreeNode::Choice {
            player: PlayerId::new(rng.random_range(..players)),
            children: (0..rng.random_range(1..5))
                .map(|_| rng.random_range(node + 1..inner + 30))
                .collect(),
        },
        false => TreeNode::Leaf(std::array::from_fn(|_| rng.random_range(-9..10))),
    });
    TreeGame::new(players, nodes.collect()).expect("children stand after their parents")
}

/// So many random cases. One that fails is written to a file beside the test and tried first from then on: commit it.
pub(crate) fn seeds(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}
