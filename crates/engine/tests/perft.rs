//! Move sequences counted by the bitboards, against numbers with a source and against a count that shares no code.

use crate::common;

use poda_engine::{Game, perft, with_game};

fn count(spec: &str, depth: u32) -> u64 {
    with_game!(&common::game(spec), |game| perft(
        game,
        &game.start(),
        depth
    ))
}

#[test]
fn counts_agree_with_the_table() {
    let rows = include_str!("data/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    let mut checked = 0;
    for row in rows {
        let [spec, depth, sequences] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let sequences: u64 = sequences.parse().expect("a number");
        let depth = depth.parse().expect("a number");
        assert_eq!(count(spec, depth), sequences, "{row}");
        checked += 1;
    }
    assert_eq!(checked, 36);
}

/// In Dots and Boxes every order of the edges is a game.
#[test]
fn dots_counts_are_falling_factorials() {
    for (spec, edges) in [
        ("dots:1x1", 4),
        ("dots:1x2", 7),
        ("dots:2x2", 12),
        ("dots:3x3", 24),
        ("dots:7x7", 112),
    ] {
        for depth in 0..=if edges == 12 { 9 } else { 4 } {
            let falling: u64 = (0..depth).map(|drawn| edges - u64::from(drawn)).product();
            assert_eq!(count(spec, depth), falling, "{spec} {depth}");
        }
    }
    assert_eq!(count("dots:1x2", 8), 0);
}

/// Connect 4 on a matrix of numbers, as a beginner would write it: shares nothing with the bitboards.
struct Matrix {
    cells: Vec<Vec<i8>>,
    players: i8,
    connect: usize,
}

impl Matrix {
    fn wins(&self, row: usize, column: usize) -> bool {
        let owner = self.cells[row][column];
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .into_iter()
            .any(|(up, right): (isize, isize)| {
                let reach = |sign: isize| {
                    (1..self.connect as isize)
                        .take_while(|&n| {
                            let row = row.checked_add_signed(sign * n * up);
                            let column = column.checked_add_signed(sign * n * right);
                            let cell = row.zip(column).and_then(|(r, c)| self.cells.get(r)?.get(c));
                            cell == Some(&owner)
                        })
                        .count()
                };
                1 + reach(1) + reach(-1) >= self.connect
            })
    }

    fn perft(&mut self, player: i8, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        for column in 0..self.cells[0].len() {
            let Some(row) = (0..self.cells.len()).find(|&row| self.cells[row][column] < 0) else {
                continue;
            };
            self.cells[row][column] = player;
            if depth == 1 {
                total += 1;
            } else if !self.wins(row, column) {
                total += self.perft((player + 1) % self.players, depth - 1);
            }
            self.cells[row][column] = -1;
        }
        total
    }
}

#[test]
fn bitboards_count_as_a_matrix_of_numbers_does() {
    for (rows, columns, players, connect, depth) in [
        (3, 3, 2, 3, 9),
        (4, 4, 2, 3, 9),
        (4, 4, 3, 3, 9),
        (5, 4, 2, 4, 10),
        (4, 5, 3, 4, 9),
        (1, 8, 2, 3, 8),
        (8, 2, 2, 4, 14),
        (6, 4, 2, 5, 10),
        (3, 7, 2, 6, 8),
        (8, 8, 2, 4, 6),
        (9, 12, 3, 3, 6),
        (12, 9, 2, 4, 6),
    ] {
        let spec = format!("connect4:{rows}x{columns},players={players},connect={connect}");
        let mut matrix = Matrix {
            cells: vec![vec![-1; columns]; rows],
            players,
            connect,
        };
        assert_eq!(
            count(&spec, depth),
            matrix.perft(0, depth),
            "{spec} {depth}"
        );
    }
}
