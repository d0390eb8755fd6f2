//! The schedule: which games there are. Game i is a pure function of the plan and i, its random numbers included.

use std::time::Duration;

use poda_engine::{AnyGame, AnyMove, GameSpec, random_opening, seeded};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::adjudicator::Adjudicator;
use crate::historic;
use crate::stats::Sprt;

/// What is written down about every move, besides the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measures {
    /// `nodes`: how many positions were searched.
    pub nodes: bool,
    /// `leaves`: how many of them had no children.
    pub leaves: bool,
    /// `time`: how long it took.
    pub time: bool,
    /// `lapses`: whether the move is worse than the best by the agent's own exact values at its own depth.
    pub lapses: bool,
    /// `mistakes`: whether the move gives the result away, by an exact solver.
    pub mistakes: bool,
}

/// Where the random numbers of a cell come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeding {
    /// From the master seed: for each game and seat its own.
    Own,
    /// As in the published matrix of S3: three repetitions for each of ten seeds, one generator for both players.
    S3Matrix {
        /// How deep its two players look.
        depths: [u32; 2],
    },
    /// As in the published starter test of S3: seed number k for game k.
    S3Start,
}

/// One pairing: agents that meet in some number of games. Results are counted by cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The game.
    pub game: GameSpec,
    /// The names of those who meet, one for each player. Results are told from the view of the first.
    pub agents: Vec<String>,
    /// Where the cell stands in the tables: names and values.
    pub coordinates: Vec<(String, String)>,
    /// How many openings are played; each in every order of seats.
    pub openings: u32,
    /// The orders of seats: who of `agents` sits where.
    pub orders: Vec<Vec<usize>>,
    /// Where its random numbers come from.
    pub seeding: Seeding,
}

impl Cell {
    /// The value of a coordinate.
    pub fn coordinate(&self, name: &str) -> Option<&str> {
        let found = self.coordinates.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        u64::from(self.openings) * self.orders.len() as u64
    }
}

/// Everything that decides what is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The pairings.
    pub cells: Vec<Cell>,
    /// Decides every opening and whatever agents leave to chance.
    pub seed: u64,
    /// How many random plies open a game.
    pub opening: u32,
    /// The openings instead, in turn: positions that are not finished. Empty: random ones.
    pub openings: Vec<Vec<AnyMove>>,
    /// The longest a move may take; later is a forfeit.
    pub move_time: Option<Duration>,
    /// Ends games whose outcome a solver knows; left out, all are played to their end.
    pub adjudicator: Option<Adjudicator>,
    /// What is written down about each move.
    pub measures: Measures,
    /// Ends a cell as soon as this test has an answer.
    pub sprt: Option<Sprt>,
    /// Cell and number within it, for every game.
    order: Vec<(u32, u32)>,
}

/// One game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bout {
    /// Which game of the plan.
    pub index: u64,
    /// Which cell.
    pub cell: usize,
    /// Which opening.
    pub opening: u64,
    /// Who of the cell's agents sits where.
    pub seats: Vec<usize>,
    /// Decides the opening moves.
    pub opening_seed: u64,
    /// For each seat, what decides that agent's random choices.
    pub seeds: Vec<u64>,
}

impl Plan {
    /// Puts the games in order: opening by opening through all cells, so that unfinished runs tell something of each.
    pub fn new(
        cells: Vec<Cell>,
        seed: u64,
        opening: u32,
        move_time: Option<Duration>,
        measures: Measures,
        sprt: Option<Sprt>,
    ) -> Plan {
        let rounds = cells.iter().map(|cell| cell.openings).max().unwrap_or(0);
        let mut order = Vec::new();
        for round in 0..rounds {
            for (number, cell) in cells.iter().enumerate() {
                if round < cell.openings {
                    let seats = cell.orders.len() as u32;
                    order.extend((0..seats).map(|seat| (number as u32, round * seats + seat)));
                }
            }
        }
        Plan {
            cells,
            seed,
            opening,
            openings: Vec::new(),
            move_time,
            adjudicator: None,
            measures,
            sprt,
            order,
        }
    }

    /// The same with these openings in turn: positions of all its games that are not finished.
    #[must_use]
    pub fn with_openings(self, openings: Vec<Vec<AnyMove>>) -> Plan {
        Plan { openings, ..self }
    }

    /// The same with a solver that ends games. Their boards have one.
    #[must_use]
    pub fn with_adjudicator(self, adjudicator: Option<Adjudicator>) -> Plan {
        Plan {
            adjudicator,
            ..self
        }
    }

    /// The moves that a game starts with.
    pub(crate) fn opening(&self, bout: &Bout, game: &AnyGame) -> Vec<AnyMove> {
        match self.openings.len() as u64 {
            0 => random_opening(game, self.opening as usize, bout.opening_seed),
            count => self.openings[(bout.opening % count) as usize].clone(),
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.order.len() as u64
    }

    /// Game number `index`.
    ///
    /// # Panics
    /// If there are not so many games.
    pub fn bout(&self, index: u64) -> Bout {
        let (cell_number, number) = self.order[index as usize];
        let cell = &self.cells[cell_number as usize];
        let orders = cell.orders.len() as u64;
        let (opening, turn) = (u64::from(number) / orders, u64::from(number) % orders);
        let seats = cell.orders[turn as usize].clone();
        let seeds = match cell.seeding {
            Seeding::Own => {
                let mut random = stream(self.seed, index);
                seats.iter().map(|_| seed_from(&mut random)).collect()
            }
            Seeding::S3Start => vec![opening; seats.len()],
            Seeding::S3Matrix { depths } => {
                let [n, m] = depths.map(u64::from);
                let (s, r) = (opening / 3, opening % 3);
                vec![historic::matrix_seed(s, r, n, m, turn == 0); seats.len()]
            }
        };
        Bout {
            index,
            cell: cell_number as usize,
            opening,
            seats,
            opening_seed: seed_from(&mut stream(self.seed, u64::MAX - opening)),
            seeds,
        }
    }
}

/// One stream of random numbers for each game, and one for each opening from the other end.
fn stream(seed: u64, number: u64) -> ChaCha8Rng {
    let mut random = seeded(seed);
    random.set_stream(number);
    random
}

/// 53 bits, so that every reader of JSON keeps them.
fn seed_from(random: &mut ChaCha8Rng) -> u64 {
    random.next_u64() >> 11
}

/// Every order of seats for this many players: who sits where.
pub fn seatings(players: usize) -> Vec<Vec<usize>> {
    match players {
        2 => vec![vec![0, 1], vec![1, 0]],
        _ => vec![
            vec![0, 1, 2],
            vec![1, 2, 0],
            vec![2, 0, 1],
            vec![0, 2, 1],
            vec![2, 1, 0],
            vec![1, 0, 2],
        ],
    }
}
