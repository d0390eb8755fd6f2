//! Threats and winning runs on every board that can be named, beside a version that walks from cell to cell. Overflow checks are on
//! in tests: a shift beyond the board would end them.

use poda_engine::connect4::{Cell, Connect4, Connect4Spec, Position};
use poda_engine::{Bits, Game, GameSpec, MoveList, Playable, PlayerId, seeded};
use rand::RngExt;

/// Every board: rows, columns, length of a run, players.
fn boards() -> impl Iterator<Item = Connect4Spec> {
    let sizes = (1..=12).flat_map(|rows| (1..=12).map(move |columns| (rows, columns)));
    let all = sizes.flat_map(|(rows, columns)| {
        let kinds = (3..=6).flat_map(|run| [(run, 2), (run, 3)]);
        kinds.map(move |(run, players)| {
            format!("connect4:{rows}x{columns},connect={run},players={players}")
        })
    });
    all.filter_map(|name| match name.parse() {
        Ok(GameSpec::Connect4(spec)) => Some(spec),
        _ => None,
    })
}

/// Whether there is a run through this cell if it had a piece, walked step by step.
fn completes(has: impl Fn(i32, i32) -> bool + Copy, at: Cell, run: i32) -> bool {
    let (row, column) = (at.row as i32, at.column as i32);
    [(1, 0), (0, 1), (1, 1), (-1, 1)]
        .iter()
        .any(|&(up, right)| {
            let reach = |sign: i32| {
                (1..run)
                    .take_while(|n| has(row + sign * n * up, column + sign * n * right))
                    .count() as i32
            };
            1 + reach(1) + reach(-1) >= run
        })
}

fn agrees<B: Bits, const P: usize>(spec: Connect4Spec, seed: u64) {
    let game: Connect4<B, P> = Connect4::new(spec);
    let mut random = seeded(seed);
    let (rows, columns) = (spec.rows() as i32, spec.columns() as i32);
    let mut position: Position<B, P> = game.start();
    loop {
        for player in PlayerId::all(P) {
            let pieces = position.of(player);
            let has = |row: i32, column: i32| {
                let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
                let cell = || Cell {
                    row: row as usize,
                    column: column as usize,
                };
                inside && !(pieces & game.cell(cell())).is_empty()
            };
            let (threats, run) = (game.threats(pieces), spec.connect() as i32);
            assert_eq!(threats & !game.cells(), B::ZERO, "{spec}: beyond the board");
            for place in game.cells().places() {
                let cell = game.cell_at(place);
                let expected = completes(has, cell, run);
                let found = !(threats & game.cell(cell)).is_empty();
                assert_eq!(found, expected, "{spec}: {cell:?} of {position:?}");
            }
            // The runs' own cells are those that would complete one, and have a piece.
            let in_runs: Vec<Cell> = game
                .cells()
                .places()
                .map(|place| game.cell_at(place))
                .filter(|cell| has(cell.row as i32, cell.column as i32))
                .filter(|cell| completes(has, *cell, run))
                .collect();
            assert_eq!(game.has_run(pieces), !in_runs.is_empty(), "{spec}");
            if player.index() == (position.ply() as usize + P - 1) % P {
                assert_eq!(game.winning_cells(&position), in_runs, "{spec}");
            }
        }
        let mut moves = MoveList::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            return;
        }
        // What is built on threats: the order of moves, and what is obvious.
        assert_eq!(game.promises(&position, &moves).len(), moves.len());
        assert!(!game.obvious(&position).is_empty());
        position = game.play_unchecked(&position, moves[random.random_range(0..moves.len())]);
    }
}

#[test]
fn threats_are_those_that_exist_on_every_board() {
    let mut count = 0;
    for (seed, spec) in (0..).zip(boards()) {
        for seed in [seed, seed + 10_000] {
            match (spec.bits() <= 64, spec.players()) {
                (true, 2) => agrees::<u64, 2>(spec, seed),
                (true, _) => agrees::<u64, 3>(spec, seed),
                (false, 2) => agrees::<u128, 2>(spec, seed),
                (false, _) => agrees::<u128, 3>(spec, seed),
            }
        }
        count += 1;
    }
    assert!(count > 800, "{count} boards");
}
