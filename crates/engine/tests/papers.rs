//! `s1-as-printed` and `s4-as-described` held to slow programs that share no code with the engine: boards of numbers, written down from the papers.

use crate::common;

use common::{game, playout, rng};
use poda_engine::{Agent, AnyGame, AnyMove, AnyState, Game, Request, SearchReport, seeded};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A board as both papers have it: a matrix of numbers, empty cells -1, and the heights of the columns. Row 0 is at the bottom.
#[derive(Clone)]
struct Matrix {
    grid: Vec<Vec<i32>>,
    heights: Vec<usize>,
    turn: i32,
    players: i32,
}

const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

impl Matrix {
    fn new(rows: usize, columns: usize, players: i32) -> Matrix {
        Matrix {
            grid: vec![vec![-1; columns]; rows],
            heights: vec![0; columns],
            turn: 0,
            players,
        }
    }

    fn after(&self, column: usize) -> Matrix {
        let mut next = self.clone();
        next.grid[self.heights[column]][column] = self.turn;
        next.heights[column] += 1;
        next.turn = (self.turn + 1) % self.players;
        next
    }

    /// Columns that are not full, from left to right, whoever has won.
    fn free(&self) -> Vec<usize> {
        let rows = self.grid.len();
        let columns = 0..self.heights.len();
        columns
            .filter(|&column| self.heights[column] < rows)
            .collect()
    }

    /// The cell, or -2 off the board.
    fn at(&self, row: i32, column: i32) -> i32 {
        let (rows, columns) = (self.grid.len() as i32, self.heights.len() as i32);
        if (0..rows).contains(&row) && (0..columns).contains(&column) {
            self.grid[row as usize][column as usize]
        } else {
            -2
        }
    }

    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (rows, columns) = (self.grid.len() as i32, self.heights.len() as i32);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// S1's `EvaluateBoard`: every window of four, in four directions. The paper names the patterns; the numbers are Poda's.
    fn s1(&self, ai: i32, level: i32) -> i32 {
        let mut f = 0;
        for (row, column) in self.cells() {
            for (up, right) in WAYS {
                let window = [0, 1, 2, 3].map(|n| self.at(row + n * up, column + n * right));
                if window.contains(&-2) {
                    continue;
                }
                for player in 0..self.players {
                    let own = window.iter().filter(|&&cell| cell == player).count();
                    let empty = window.iter().filter(|&&cell| cell == -1).count();
                    f += match (own, empty, player == ai) {
                        (4, 0, true) => 100_000,
                        (3, 1, true) => 50,
                        (2, 2, true) => 10,
                        (4, 0, false) => -100_000,
                        (3, 1, false) => -20 * level,
                        (2, 2, false) => -4 * level,
                        _ => 0,
                    };
                }
            }
        }
        f
    }

    /// S4's heuristic for one player: runs of two and three that can grow at one of their ends, and fours.
    fn s4(&self, player: i32) -> i32 {
        let mut points = 0;
        for (row, column) in self.cells() {
            for (up, right) in WAYS {
                let cell = |n: i32| self.at(row + n * up, column + n * right);
                let length = (0..).take_while(|&n| cell(n) == player).count() as i32;
                if length >= 4 {
                    points += 1000;
                }
                let begins = length > 0 && cell(-1) != player;
                let open = cell(-1) == -1 || cell(length) == -1;
                points += match length {
                    2 if begins && open => 1,
                    3 if begins && open => 4,
                    _ => 0,
                };
            }
        }
        points
    }
}

/// `Minimax2L`, line by line. The branch of the others, which is not printed, keeps the least value, or mirrors the printed branch.
struct Minimax2L<'a> {
    deepest: usize,
    level: i32,
    ai: i32,
    mirrors: bool,
    coin: &'a mut ChaCha8Rng,
}

impl Minimax2L<'_> {
    /// The score, and the column if the board that is returned is one of a move.
    fn call(
        &mut self,
        table: &Matrix,
        depth: usize,
        mut alpha: i32,
        mut beta: i32,
    ) -> (i32, Option<usize>) {
        if depth == self.deepest {
            return (table.s1(self.ai, self.level), None);
        }
        let mut next = (999, None);
        if depth.is_multiple_of(3) {
            next.0 = -999;
            for column in table.free() {
                let (f, _) = self.call(&table.after(column), depth + 1, alpha, beta);
                if f > next.0 {
                    if depth == 0 {
                        next = (f, Some(column));
                    }
                } else if f == next.0 && depth == 0 {
                    // Printed before the test of the depth. Below the root the coin changes nothing, so it is not thrown there.
                    if self.coin.random_range(0..100) < 50 {
                        next = (f, Some(column));
                    }
                }
                alpha = alpha.max(next.0);
                if alpha >= beta {
                    break;
                }
            }
        } else {
            for column in table.free() {
                let (f, _) = self.call(&table.after(column), depth + 1, alpha, beta);
                if f < next.0 && !self.mirrors {
                    next.0 = f;
                }
                beta = beta.min(next.0);
                if alpha >= beta {
                    break;
                }
            }
        }
        next
    }
}

/// S4's recursion as it is described: it evaluates when the depth is reached and nowhere else. Without pruning; counts its calls.
fn as_described(table: &Matrix, depth: usize, ours: i32, calls: &mut u64) -> (i32, Option<usize>) {
    *calls += 1;
    let free = table.free();
    if depth == 0 || free.is_empty() {
        return (table.s4(ours) - table.s4(1 - ours), None);
    }
    let mut best: Option<(i32, Option<usize>)> = None;
    for column in free {
        let (value, _) = as_described(&table.after(column), depth - 1, ours, calls);
        let better = |(kept, _): (i32, _)| {
            if table.turn == ours {
                value > kept
            } else {
                value < kept
            }
        };
        if best.is_none_or(better) {
            best = Some((value, Some(column)));
        }
    }
    best.expect("a column is free")
}

/// A position of a random game that is not over, and the same as a matrix.
fn random_position(
    game: &AnyGame,
    (rows, columns): (usize, usize),
    players: i32,
    seed: u64,
) -> (AnyState, Matrix) {
    let mut rng = rng(seed);
    let (line, states) = playout(game, &mut rng);
    let plies = rng.random_range(..line.len());
    let mut matrix = Matrix::new(rows, columns, players);
    for mv in &line[..plies] {
        matrix = matrix.after(index(*mv));
    }
    (states[plies], matrix)
}

fn index(mv: AnyMove) -> usize {
    match mv {
        AnyMove::Column(column) => column.index(),
        other => panic!("{other} is not a column"),
    }
}

fn think(agent: &str, game: &AnyGame, state: &AnyState, seed: u64) -> SearchReport<AnyMove> {
    let spec = agent.parse().expect("an agent");
    let mut agent = Agent::new(&spec, game, seed).expect("it plays the game");
    agent.think(state, Request::default())
}

/// A thousand positions, every level, both ways to read the branch that is not printed: the same move and the same score.
#[test]
fn s1_as_printed_is_the_printed_program() {
    let game = game("connect4:6x7,players=3");
    let mut by_column = [0; 7];
    for seed in 0..1000 {
        let level = 1 + seed as i32 % 4;
        let mirrors = seed % 3 == 0;
        let (state, matrix) = random_position(&game, (6, 7), 3, seed);
        let name = if mirrors { "mirrored" } else { "printed" };
        let report = think(&format!("s1-as-{name}:level={level}"), &game, &state, seed);
        let mut slow = Minimax2L {
            deepest: 2 + level as usize,
            level,
            ai: matrix.turn,
            mirrors,
            coin: &mut seeded(seed),
        };
        let (f, column) = slow.call(&matrix, 0, i32::MIN, i32::MAX);
        // An empty board's column is 0; where that is full, the next.
        let column = column.unwrap_or_else(|| matrix.free()[0]);
        assert_eq!(
            (index(report.choice), report.value.get()),
            (column, f),
            "seed {seed}, level {level}, {name}"
        );
        by_column[column] += 1;
    }
    assert!(by_column.iter().all(|&count| count > 10), "{by_column:?}");
}

/// A thousand positions on S4's boards: the same move, and without pruning the same number of positions.
#[test]
fn s4_as_described_is_the_described_program() {
    let (mut past_the_end, mut differ) = (0, 0);
    for seed in 0..1000 {
        let (rows, columns, deepest) = [(6, 7, 4), (7, 8, 3), (7, 10, 3)][seed as usize % 3];
        let depth = 1 + seed as usize / 3 % deepest;
        let game = game(&format!("connect4:{rows}x{columns}"));
        let (state, matrix) = random_position(&game, (rows, columns), 2, seed);
        let mut calls = 0;
        let (value, column) = as_described(&matrix, depth, matrix.turn, &mut calls);
        let report = think(
            &format!("s4-as-described:depth={depth}"),
            &game,
            &state,
            seed,
        );
        let found = (Some(index(report.choice)), report.value.get());
        assert_eq!(found, (column, value), "seed {seed}, depth {depth}");
        let plain = format!("minimax:depth={depth},eval=s4,ends=ignored,ties=first");
        let plain = think(&plain, &game, &state, seed);
        assert_eq!(
            (plain.choice, plain.value, plain.nodes),
            (report.choice, report.value, calls),
            "seed {seed}, depth {depth}"
        );
        let stops = think(&format!("s4:depth={depth}"), &game, &state, seed);
        past_the_end += i32::from(stops.nodes != report.nodes);
        differ += i32::from(stops.choice != report.choice);
    }
    // Otherwise the positions would not show what the switch does.
    assert!(past_the_end > 50 && differ > 20, "{past_the_end} {differ}");
}

/// From level 2 on every move is worth -999 to the printed program, unless the board may be full before its depth: it plays by coin, and late
/// columns are likelier.
#[test]
fn from_level_two_on_s1_as_printed_plays_by_coin() {
    let game = game("connect4:6x7,players=3");
    for seed in 0..60 {
        let (state, _) = random_position(&game, (6, 7), 3, seed);
        if game.plies_left(&state) < 7 {
            continue;
        }
        for level in 2..=4 {
            let report = think(&format!("s1-as-printed:level={level}"), &game, &state, seed);
            assert!(report.moves.iter().all(|root| root.value.get() == -999));
        }
        let mirrored = think("s1-as-mirrored:level=1", &game, &state, seed);
        assert!(mirrored.moves.iter().all(|root| root.value.get() == 999));
    }
    let last = (0..1000).filter(|&seed| {
        let report = think("s1-as-printed:level=2", &game, &game.start(), seed);
        index(report.choice) == 6
    });
    let last = last.count();
    assert!((450..550).contains(&last), "one half: {last}");
}
