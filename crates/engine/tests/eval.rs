//! Every evaluation against a slow one that looks at cells one by one and shares no code with it.

use crate::common;

use common::{game, position, rng};
use poda_coach::Board;
use poda_engine::{AnyGame, AnyState, EvalSpec, Game, Outcome, PlayerId};
use rand::RngExt;

/// A Connect 4 board as numbers: `at(row, column)` is -2 off the board, -1 empty, else the player.
struct Cells {
    cells: Vec<Vec<i8>>,
    connect: usize,
    players: usize,
}

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Cells {
    fn at(&self, row: isize, column: isize) -> i8 {
        let cell = |r: usize, c: usize| self.cells.get(r)?.get(c).copied();
        usize::try_from(row)
            .ok()
            .zip(usize::try_from(column).ok())
            .and_then(|(r, c)| cell(r, c))
            .unwrap_or(-2)
    }

    /// Every line of `length` cells that starts anywhere, off the board included, as what stands in them.
    fn lines(&self, length: usize) -> impl Iterator<Item = Vec<i8>> + '_ {
        self.lines_along(length, &DIRECTIONS)
    }

    fn lines_along<'a>(
        &'a self,
        length: usize,
        directions: &'a [(isize, isize)],
    ) -> impl Iterator<Item = Vec<i8>> + 'a {
        let (rows, columns) = (self.cells.len() as isize, self.cells[0].len() as isize);
        let starts = (-1..=rows).flat_map(move |r| (-1..=columns).map(move |c| (r, c)));
        starts.flat_map(move |(r, c)| {
            directions.iter().map(move |(up, right)| {
                (0..length as isize)
                    .map(|n| self.at(r + n * up, c + n * right))
                    .collect()
            })
        })
    }

    /// Windows with `own` pieces of the player and otherwise empty cells.
    fn windows(&self, player: i8, own: usize) -> i32 {
        let fits = |line: &Vec<i8>| {
            line.iter().filter(|&&cell| cell == player).count() == own
                && line.iter().all(|&cell| cell == player || cell == -1)
        };
        self.lines(self.connect).filter(fits).count() as i32
    }

    /// Maximal runs of the player, those with an empty cell at an end or all.
    fn runs(&self, player: i8, length: usize, along: &[(isize, isize)], open: bool) -> i32 {
        let is_run = |line: &Vec<i8>| {
            let (first, last) = (line[0], line[length + 1]);
            line[1..=length].iter().all(|&cell| cell == player)
                && first != player
                && last != player
                && (!open || first == -1 || last == -1)
        };
        // The cell before the run may lie two steps off the board: lines start at -1, runs at 0.
        let lines = self.lines_along(length + 2, along);
        lines.filter(is_run).count() as i32
    }

    fn central(&self, player: i8) -> i32 {
        let columns = self.cells[0].len() as i32;
        let worth = |column: i32| (column + 1).min(columns - column);
        let cells = self.cells.iter().flat_map(|row| row.iter().enumerate());
        cells
            .filter(|(_, cell)| **cell == player)
            .map(|(column, _)| worth(column as i32))
            .sum()
    }

    fn in_middle(&self, player: i8) -> i32 {
        let last = self.cells[0].len() - 1;
        let cells = self.cells.iter().flat_map(|row| row.iter().enumerate());
        let middle = cells.filter(|(column, cell)| {
            **cell == player && (*column == last / 2 || *column == last.div_ceil(2))
        });
        middle.count() as i32
    }

    /// The empty cells that complete a run, and whether they can be played now.
    fn threats(&self, player: i8) -> Vec<(isize, isize, bool)> {
        let (rows, columns) = (self.cells.len() as isize, self.cells[0].len() as isize);
        let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let completes = |r: isize, c: isize| {
            DIRECTIONS.iter().any(|(up, right)| {
                let reach = |sign: isize| {
                    (1..)
                        .take_while(|n| self.at(r + sign * n * up, c + sign * n * right) == player)
                        .count()
                };
                1 + reach(1) + reach(-1) >= self.connect
            })
        };
        all.filter(|&(r, c)| self.at(r, c) == -1 && completes(r, c))
            .map(|(r, c)| (r, c, r == 0 || self.at(r - 1, c) >= 0))
            .collect()
    }

    fn slow(&self, eval: EvalSpec, player: i8, outcome: Option<Outcome>) -> i32 {
        let others = || (0..self.players as i8).filter(move |&other| other != player);
        let k = self.connect;
        let weighted = |player: i8, weights: [i32; 4]| -> i32 {
            (0..4.min(k + 1))
                .map(|missing| weights[missing] * self.windows(player, k - missing))
                .sum()
        };
        match eval.name() {
            "s0" => {
                let theirs: i32 = others()
                    .map(|other| weighted(other, [10_000, 40, 6, 1]))
                    .sum();
                weighted(player, [10_000, 30, 6, 1]) - theirs + 3 * self.in_middle(player)
            }
            s1 @ ("s1" | "s1-4") => {
                let level = if s1 == "s1" { 1 } else { 4 };
                let theirs: i32 = others()
                    .map(|other| weighted(other, [100_000, 20 * level, 4 * level, 0]))
                    .sum();
                weighted(player, [100_000, 50, 10, 0]) - theirs
            }
            "s2" => match outcome.and_then(Outcome::winner) {
                Some(winner) if winner.index() as i8 == player => 1_000_000,
                Some(_) => -1_000_000,
                None => {
                    let theirs: i32 = others().map(|other| 80 * self.windows(other, k - 1)).sum();
                    100 * self.windows(player, k - 1) + 10 * self.windows(player, k - 2) - theirs
                        + 6 * self.in_middle(player)
                }
            },
            "s2-one" => match outcome.and_then(Outcome::winner) {
                Some(_) => self.slow(EvalSpec::new("s2"), player, outcome),
                None => {
                    let middle = self.cells[0].len() / 2;
                    let in_it = self.cells.iter().filter(|row| row[middle] == player);
                    let without = self.slow(EvalSpec::new("s2"), player, outcome)
                        - 6 * self.in_middle(player);
                    without + 6 * in_it.count() as i32
                }
            },
            s4 @ ("s4" | "s4-closed" | "s4-even" | "s4-level") => {
                let three = if s4 == "s4-even" { 1 } else { 4 };
                let runs = |player: i8, length: usize| match s4 {
                    _ if length < 2 => 0,
                    "s4-closed" => self.runs(player, length, &DIRECTIONS, false),
                    "s4-level" => self.runs(player, length, &DIRECTIONS[..1], true),
                    _ => self.runs(player, length, &DIRECTIONS, true),
                };
                let one = |player: i8| {
                    1_000 * self.windows(player, k)
                        + three * runs(player, k - 1)
                        + runs(player, k - 2)
                };
                one(player) - others().map(one).sum::<i32>()
            }
            "ref1" => {
                let one = |player: i8| -> i32 {
                    self.lines(k)
                        .filter(|line| line.iter().all(|&cell| cell != -2))
                        .map(|line| line.iter().filter(|&&cell| cell == player).count() as i32)
                        .sum()
                };
                one(player) - others().map(one).sum::<i32>()
            }
            "ref2" => {
                let one = |player: i8| -> i32 {
                    (1..=k)
                        .filter(|pieces| k - pieces <= 3)
                        .map(|pieces| pieces as i32 * self.windows(player, pieces))
                        .sum()
                };
                one(player) - others().map(one).sum::<i32>()
            }
            "centre" => {
                self.central(player) - others().map(|other| self.central(other)).sum::<i32>()
            }
            "threats" => {
                let one = |owner: i8| {
                    let later: Vec<_> = self
                        .threats(owner)
                        .into_iter()
                        .filter(|(.., now)| !now)
                        .collect();
                    let mut total = 3 * self.windows(owner, k - 2) + self.central(owner);
                    total += self.windows(owner, k - 3);
                    for &(r, c, _) in &later {
                        let lowest = !later
                            .iter()
                            .any(|&(below, column, _)| (below, column) == (r - 1, c));
                        let odd = r % 2 == 0;
                        let good = self.players == 2 && odd == (owner == 0);
                        total += if lowest && good { 40 } else { 14 };
                    }
                    total
                };
                one(player) - others().map(one).sum::<i32>()
            }
            other => panic!("no slow version of {other}"),
        }
    }
}

fn cells(game: &AnyGame, state: &AnyState, line: &[poda_engine::AnyMove]) -> Cells {
    let Board::Grid { cells, .. } = Board::new(game, line) else {
        panic!("Connect 4 is a grid")
    };
    let number = |cell: &Option<u8>| cell.map_or(-1, |player| player.cast_signed());
    let poda_engine::GameSpec::Connect4(spec) = game.spec() else {
        unreachable!()
    };
    assert_eq!(game.ply(state) as usize, line.len());
    Cells {
        cells: cells
            .iter()
            .map(|row| row.iter().map(number).collect())
            .collect(),
        connect: spec.connect(),
        players: spec.players(),
    }
}

#[test]
fn evaluations_agree_with_slow_ones() {
    let evaluations = [
        "s0",
        "s1",
        "s1-4",
        "s2",
        "s2-one",
        "s4",
        "s4-closed",
        "s4-even",
        "s4-level",
        "ref1",
        "ref2",
        "centre",
        "threats",
    ];
    for spec in [
        "connect4:6x7",
        "connect4:7x8",
        "connect4:5x4,connect=3",
        "connect4:9x12",
        "connect4:7x10,connect=5",
        "connect4:8x8,connect=6",
        "connect4:6x7,players=3",
        "connect4:7x10,players=3",
    ] {
        let game = game(spec);
        for seed in 0..6 {
            let (line, states) = common::playout(&game, &mut rng(seed));
            for (ply, state) in states.iter().enumerate() {
                let slow = cells(&game, state, &line[..ply]);
                for eval in evaluations.map(EvalSpec::new) {
                    for player in PlayerId::all(game.players()) {
                        let expected = slow.slow(eval, player.index() as i8, game.outcome(state));
                        let found = game
                            .evaluate(state, eval, player)
                            .expect("it fits the game");
                        assert_eq!(
                            found,
                            expected,
                            "{eval} for {player} on {spec} after {}",
                            poda_engine::line_text(&line[..ply])
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn s3_is_the_margin() {
    for seed in 0..50 {
        let game = game("dots:4x4");
        let mut rng = rng(seed);
        let plies = rng.random_range(0..40);
        let state = position(&game, plies, &mut rng);
        for player in PlayerId::all(2) {
            let margin = game.margin(&state, player);
            assert_eq!(
                game.evaluate(&state, EvalSpec::new("s3"), player).ok(),
                margin
            );
        }
    }
}

/// The numbers of the published descriptions, worked out by hand on boards small enough to count.
#[test]
fn hand_counted_examples() {
    let value = |spec: &str, moves: &str, eval: &str, player| {
        let game = game(spec);
        let (_, state) = game.read_position(moves).expect("legal");
        game.evaluate(&state, eval.parse().expect("an evaluation"), player)
            .expect("it fits")
    };
    // One piece each in columns 4 and 3: 4 - 3.
    assert_eq!(value("connect4", "43", "centre", PlayerId::FIRST), 1);
    assert_eq!(value("connect4", "43", "centre", PlayerId::SECOND), -1);
    // Pieces 3 and 4 at the bottom are a run of two, open at both ends: one run.
    assert_eq!(value("connect4", "3141", "s4", PlayerId::FIRST), 1 - 1);
    // ... and for S2 the windows 1-4 (blocked by column 1), 2-5 and 3-6, and 4 in the middle; the opponent has a column of two.
    assert_eq!(value("connect4", "3141", "s2", PlayerId::FIRST), 2 * 10 + 6);
    assert_eq!(
        value("connect4", "1122334", "s2", PlayerId::FIRST),
        1_000_000
    );
    assert_eq!(
        value("connect4", "1122334", "s2", PlayerId::SECOND),
        -1_000_000
    );
    // On 6x7 a bottom corner has 3 lines of four, the middle of the bottom row 4 + 1 + 1 + 1.
    assert_eq!(value("connect4", "41", "ref1", PlayerId::FIRST), 7 - 3);
    // Column 4: of its seven windows four lie in the bottom row, and one of them is touched by column 1; column 1 loses one of three.
    assert_eq!(value("connect4", "41", "ref2", PlayerId::FIRST), 6 - 2);
    // Four in a row at the bottom; above it the opponent's three with one open end.
    assert_eq!(
        value("connect4", "1122334", "s4", PlayerId::FIRST),
        1000 - 4
    );
}
