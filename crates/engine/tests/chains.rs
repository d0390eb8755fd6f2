//! Chains and loops against a slow second opinion: boxes as a graph of cells, walked one by one.

use crate::common;

use poda_engine::Bits;
use poda_engine::dots::{ChainKind, Chains, Direction, Dots, DotsSpec, Edge, Position};
use proptest::prelude::*;

/// Length, kind and number of chains; captures; safe edges.
type SearchReport = (Vec<(u8, ChainKind)>, u32, u32);

/// The four sides of a box with the box behind each, if there is one.
fn sides(spec: DotsSpec, (row, column): (usize, usize)) -> [(Edge, Option<(usize, usize)>); 4] {
    [
        (
            Edge::new(Direction::Horizontal, row, column),
            row.checked_sub(1).map(|row| (row, column)),
        ),
        (
            Edge::new(Direction::Vertical, row, column),
            column.checked_sub(1).map(|column| (row, column)),
        ),
        (
            Edge::new(Direction::Horizontal, row + 1, column),
            (row + 1 < spec.rows()).then_some((row + 1, column)),
        ),
        (
            Edge::new(Direction::Vertical, row, column + 1),
            (column + 1 < spec.columns()).then_some((row, column + 1)),
        ),
    ]
}

fn slow<B: Bits>(game: &Dots<B>, position: &Position<B>) -> SearchReport {
    let spec = game.spec();
    let mut drawn: Vec<Edge> = position
        .edges()
        .places()
        .map(|bit| game.edge(bit))
        .collect();
    let cells: Vec<_> = (0..spec.rows())
        .flat_map(|row| (0..spec.columns()).map(move |column| (row, column)))
        .collect();
    let open = |drawn: &[Edge], cell| {
        sides(spec, cell)
            .into_iter()
            .filter(|(edge, _)| !drawn.contains(edge))
            .collect::<Vec<_>>()
    };

    let mut seen = Vec::new();
    let mut chains = Vec::new();
    for &cell in &cells {
        if open(&drawn, cell).len() != 2 || seen.contains(&cell) {
            continue;
        }
        let (mut chain, mut next) = (vec![cell], 0);
        let (mut ground, mut joined) = (0, 0);
        while next < chain.len() {
            for (_, behind) in open(&drawn, chain[next]) {
                match behind {
                    None => ground += 1,
                    Some(other) if open(&drawn, other).len() != 2 => joined += 1,
                    Some(other) if !chain.contains(&other) => chain.push(other),
                    Some(_) => (),
                }
            }
            next += 1;
        }
        let kind = match (ground, joined) {
            (0, 0) => ChainKind::Loop,
            (_, 0) => ChainKind::Free,
            _ => ChainKind::Joined,
        };
        chains.push((chain.len() as u8, kind));
        seen.extend(chain);
    }
    chains.sort_unstable_by_key(|&(length, kind)| (length, kind as u8));

    let free = game.all_edges() & !position.edges();
    let safe = free.places().filter(|&bit| {
        let edge = game.edge(bit);
        cells.iter().all(|&cell| {
            let beside = sides(spec, cell).into_iter().any(|(side, _)| side == edge);
            !beside || open(&drawn, cell).len() > 2
        })
    });
    let safe = safe.count() as u32;

    let mut captures = 0;
    while let Some(edge) = cells.iter().find_map(|&cell| match open(&drawn, cell)[..] {
        [(edge, _)] => Some(edge),
        _ => None,
    }) {
        let before = cells
            .iter()
            .filter(|&&cell| open(&drawn, cell).is_empty())
            .count();
        drawn.push(edge);
        captures += cells
            .iter()
            .filter(|&&cell| open(&drawn, cell).is_empty())
            .count()
            - before;
    }
    (chains, captures as u32, safe)
}

fn fast<B: Bits>(game: &Dots<B>, position: &Position<B>) -> SearchReport {
    let found = Chains::of(game, position);
    let mut chains: Vec<_> = found
        .chains()
        .iter()
        .map(|chain| (chain.length, chain.kind))
        .collect();
    assert!(chains.is_sorted_by_key(|&(length, _)| length));
    assert_eq!(
        found.loops(),
        chains
            .iter()
            .filter(|chain| chain.1 == ChainKind::Loop)
            .count()
    );
    assert_eq!(
        found.long_chains(),
        chains
            .iter()
            .filter(|chain| chain.0 > 2 && chain.1 != ChainKind::Loop)
            .count()
    );
    chains.sort_unstable_by_key(|&(length, kind)| (length, kind as u8));
    (chains, found.captures(), found.safe_edges())
}

#[test]
fn a_loop_a_chain_and_an_offer_are_told_apart() {
    // The outside of 3×3 is drawn, and the middle box is closed off: a loop of eight.
    let game: Dots<u64> = Dots::new(DotsSpec::new(3, 3).expect("a board"));
    let around = "h11 h12 h13 h41 h42 h43 v11 v21 v31 v14 v24 v34";
    let (_, position) =
        poda_engine::Game::read_position(&game, &format!("{around} h22 h32 v22 v23"))
            .expect("a position");
    assert_eq!(fast(&game, &position), (vec![(8, ChainKind::Loop)], 0, 0));
    // Cut, it is for the taking as a whole.
    let (_, position) =
        poda_engine::Game::read_position(&game, &format!("{around} h22 h32 v22 v23 v12"))
            .expect("a position");
    assert_eq!(fast(&game, &position), (vec![(6, ChainKind::Joined)], 8, 0));
}

proptest! {
    #![proptest_config(common::seeds(300))]

    #[test]
    fn chains_agree_with_a_walk_over_cells(rows in 1usize..=7, columns in 1usize..=7, drawn in 0usize..=112, seed: u64) {
        let game: Dots<u128> = Dots::new(DotsSpec::new(rows, columns).expect("a board"));
        let drawn = drawn % game.spec().edges();
        let position = common::position(&game, drawn, &mut common::rng(seed));
        prop_assert_eq!(fast(&game, &position), slow(&game, &position));
    }
}
