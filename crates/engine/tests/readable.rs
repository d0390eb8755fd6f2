//! The alpha-beta to read and the one to play with are the same search: the same value after the same number of nodes.

use crate::common;

use common::{GAMES, position, random_tree, rng};
use poda_engine::{
    AlphaBeta, Evaluator, Game, Limits, MoveList, NoTrace, Order, PlayerId, Score, Ties, Wins,
    alphabeta, minimax, seeded, with_game,
};
use rand::{Rng, RngExt};

/// An opinion that follows no rule, differs from chair to chair and is often the same for two positions.
struct Whim;

impl<G: Game> Evaluator<G> for Whim {
    fn evaluate(&self, game: &G, state: &G::State, player: PlayerId) -> i32 {
        let bits = game.hash(state) >> (8 * player.index());
        (bits % 41) as i32 - 20
    }
}

/// What [`alphabeta`] finds for whoever is to move, and how many nodes it takes.
fn plain<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    order: Order,
    window: (Score, Score),
) -> (Score, u64) {
    let (player, mut nodes) = (game.to_move(state), 0);
    let value = alphabeta(game, &Whim, state, depth, player, order, window, &mut nodes);
    (value, nodes)
}

/// The fast search has the value and the nodes of the plain one, and both the value of minimax.
fn same_search<G: Game>(game: &G, state: &G::State, depth: u32) {
    let open = (-Score::INFINITE, Score::INFINITE);
    for order in [Order::Natural, Order::Centre] {
        let fast = AlphaBeta {
            order,
            ties: Ties::First,
            ..AlphaBeta::to_depth(depth)
        };
        let report = fast
            .search(
                game,
                &Whim,
                state,
                Limits::default(),
                &mut seeded(1),
                &mut NoTrace,
            )
            .expect("no limit");
        let (value, nodes) = plain(game, state, depth, order, open);
        assert_eq!((report.value, report.nodes), (value, nodes), "{order:?}");
        let player = game.to_move(state);
        let exact = minimax(game, &Whim, state, depth, player, Wins::Distance);
        assert_eq!(value, exact);
    }
}

/// What comes back from any window means what the contract says.
fn keeps_the_contract<G: Game>(game: &G, state: &G::State, depth: u32, rng: &mut impl Rng) {
    let exact = minimax(
        game,
        &Whim,
        state,
        depth,
        game.to_move(state),
        Wins::Distance,
    );
    let alpha = rng.random_range(-25..25);
    let (alpha, beta) = (
        Score::points(alpha),
        Score::points(alpha + rng.random_range(1..12)),
    );
    let (value, _) = plain(game, state, depth, Order::Natural, (alpha, beta));
    if value <= alpha {
        assert!(exact <= value);
    } else if value >= beta {
        assert!(exact >= value);
    } else {
        assert_eq!(exact, value);
    }
}

/// A single move, whoever thinks and whatever the window: the plain search of what follows, seen from the other end of the move.
fn same_move<G: Game>(game: &G, state: &G::State, depth: u32, rng: &mut impl Rng) {
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    let mv = moves[rng.random_range(..moves.len())];
    let player = PlayerId::new(rng.random_range(..game.players()));
    let low = rng.random_range(-25..25);
    let (low, high) = (Score::points(low), Score::points(low + 5));
    let limits = Limits::default();
    for order in [Order::Natural, Order::Centre] {
        let fast = AlphaBeta {
            order,
            ..AlphaBeta::to_depth(depth)
        };
        for (alpha, beta) in [(low, high), (-Score::INFINITE, Score::INFINITE)] {
            let found = fast.search_move(game, &Whim, (state, mv), player, (alpha, beta), limits);
            let next = game.play_unchecked(state, mv);
            let same = (game.to_move(&next) == player) == (game.to_move(state) == player);
            let window = if same { (alpha, beta) } else { (-beta, -alpha) };
            let mut nodes = 0;
            let value = alphabeta(
                game,
                &Whim,
                &next,
                depth - 1,
                player,
                order,
                window,
                &mut nodes,
            );
            let value = if same { value } else { -value };
            assert_eq!(found, Ok((value, nodes)), "{order:?}");
        }
    }
}

/// Deep where there are few moves, so that minimax looks at some thousand positions at most.
fn depth<G: Game>(game: &G, state: &G::State, rng: &mut impl Rng) -> u32 {
    let most = match game.count_moves(state) {
        0..=4 => 6,
        5..=8 => 4,
        9..=15 => 3,
        _ => 2,
    };
    rng.random_range(1..=most)
}

fn on_random_position<G: Game>(game: &G, seed: u64) {
    let mut rng = rng(seed);
    let plies = rng.random_range(0..100);
    let state = position(game, plies, &mut rng);
    let depth = depth(game, &state, &mut rng);
    same_search(game, &state, depth);
    keeps_the_contract(game, &state, depth, &mut rng);
    same_move(game, &state, depth, &mut rng);
}

#[test]
fn the_fast_search_is_the_one_to_read_on_every_game() {
    for spec in GAMES {
        let game = common::game(spec);
        with_game!(&game, |rules| (0..200)
            .for_each(|seed| on_random_position(rules, seed)));
    }
}

#[test]
fn the_fast_search_is_the_one_to_read_on_random_trees() {
    for seed in 0..1000 {
        let mut rng = rng(seed);
        let tree = random_tree(&mut rng);
        let depth = rng.random_range(1..=6);
        same_search(&tree, &tree.start(), depth);
        keeps_the_contract(&tree, &tree.start(), depth, &mut rng);
    }
}
