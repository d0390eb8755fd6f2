//! The Dots and Boxes player of S3 as it was when its tables were published: with false ties, and draws at every node.
//!
//! At each inner node it keeps the moves whose returned value equals the best so far, narrows the window with that best, and
//! after the loop draws one of them at random. A value that comes back from a narrowed window may be only a bound, so the list
//! holds moves that are worse than the best: that is why its deeper players lost. The draws of inner nodes change no value, but
//! they move the generator on, and both players of a game share it: to repeat a game, every one of them must be made.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use poda_engine::dots::{Direction, Dots, Edge, Position};
use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, AnyState, Bits, Game, GameSpec, Limits, Player,
    PlayerFailure, PlayerId, Request, SearchReport, Situation, Stop,
};

use super::Mt19937;
use crate::factory::{FactoryError, SeatSetup};

/// One generator for both players of a game.
pub type SharedTwister = Arc<Mutex<Mt19937>>;

const NAME: &str = "s3-as-reported";

/// The published player at one depth.
pub struct S3AsReported {
    game: Dots<u64>,
    depth: u32,
    /// In the program's order: horizontals by column then row, verticals by row then column.
    edges: Vec<(Edge, u64)>,
    twister: SharedTwister,
}

/// The seed of a game in the published matrix: seed number `s`, repetition `r`, with the player of depth `n` (A) or the one of
/// depth `m` (B) starting.
pub fn matrix_seed(s: u64, r: u64, n: u64, m: u64, a_starts: bool) -> u64 {
    let base = 100_000 * s + 97 * n + 131 * m;
    if a_starts {
        base + 10_000 + 17 * r
    } else {
        base + 20_000 + 19 * r
    }
}

impl S3AsReported {
    /// The player; both players of a game draw from the same generator. `None` if it does not play this game.
    pub fn new(game: &AnyGame, depth: u32, twister: SharedTwister) -> Option<S3AsReported> {
        let AnyGame::Dots(game) = game else {
            return None;
        };
        let (rows, columns) = (game.spec().rows(), game.spec().columns());
        let horizontal = (0..columns)
            .flat_map(|c| (0..=rows).map(move |r| Edge::new(Direction::Horizontal, r, c)));
        let vertical = (0..rows)
            .flat_map(|r| (0..=columns).map(move |c| Edge::new(Direction::Vertical, r, c)));
        let place = |edge: Edge| (edge, game.bit(edge).map_or(0, u64::place));
        Some(S3AsReported {
            game: game.clone(),
            depth,
            edges: horizontal.chain(vertical).map(place).collect(),
            twister,
        })
    }

    /// Whether a name is meant to be this player's, whatever its parameters.
    pub(crate) fn is_named(name: &str) -> bool {
        name.starts_with(NAME)
    }

    /// The depth in a name: `s3-as-reported:depth=3`.
    pub(crate) fn depth_in(name: &str) -> Option<u32> {
        let depth = name.strip_prefix(NAME)?.strip_prefix(":depth=")?;
        depth.parse().ok().filter(|depth| (1..=6).contains(depth))
    }

    /// The name as it is written down.
    pub(crate) fn check(name: &str, game: GameSpec) -> Result<String, FactoryError> {
        let depth = S3AsReported::depth_in(name).ok_or(FactoryError::AsReported)?;
        match game {
            GameSpec::Dots(spec) if spec.edges() < 64 => Ok(format!("{NAME}:depth={depth}")),
            _ => Err(FactoryError::OtherGame(game)),
        }
    }

    /// The player with this name.
    pub(crate) fn named(name: &str, seat: &SeatSetup<'_>) -> Result<S3AsReported, FactoryError> {
        let depth = S3AsReported::depth_in(name).ok_or(FactoryError::AsReported)?;
        S3AsReported::new(seat.game, depth, seat.twister.clone())
            .ok_or(FactoryError::OtherGame(seat.game.spec()))
    }

    /// A correct search to the same depth.
    pub(crate) fn critic(name: &str, seat: &SeatSetup<'_>) -> Result<Agent, FactoryError> {
        let depth = S3AsReported::depth_in(name).ok_or(FactoryError::AsReported)?;
        let correct: AgentSpec = format!("s3:depth={depth}").parse()?;
        Ok(Agent::new(&correct, seat.game, 0)?)
    }
}

impl Player for S3AsReported {
    fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        let AnyState::Dots(position) = at.state else {
            return Err(PlayerFailure::crash(format!("{NAME} plays dots alone")));
        };
        let mut twister = self.twister.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = Search {
            game: &self.game,
            edges: &self.edges,
            root: self.game.to_move(position),
            limits: request.limits,
            twister: &mut twister,
            nodes: 0,
            leaves: 0,
        };
        match search.value(position, self.depth, i32::MIN, i32::MAX) {
            Ok((_, Some(choice))) => Ok(SearchReport {
                depth: self.depth,
                nodes: search.nodes,
                leaves: search.leaves,
                ..SearchReport::unsearched(AnyMove::Edge(choice))
            }),
            Ok((_, None)) => Err(PlayerFailure::crash("the game is over")),
            // A part of its search is no answer: the published program knew no limits.
            Err(Stop) => Err(PlayerFailure::late(
                "the search came to a limit before its end".to_owned(),
            )),
        }
    }
}

struct Search<'a> {
    game: &'a Dots<u64>,
    edges: &'a [(Edge, u64)],
    root: PlayerId,
    limits: Limits<'a>,
    twister: &'a mut Mt19937,
    nodes: u64,
    leaves: u64,
}

/// How many nodes pass between two looks at the limits.
const INTERVAL: u64 = 1 << 10;

impl Search<'_> {
    fn look(&self) -> Result<(), Stop> {
        let Limits {
            nodes,
            deadline,
            stop,
            ..
        } = self.limits;
        let over = nodes.is_some_and(|most| self.nodes > most)
            || stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over { Err(Stop) } else { Ok(()) }
    }

    fn value(
        &mut self,
        position: &Position<u64>,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<(i32, Option<Edge>), Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) {
            self.look()?;
        }
        let drawn = position.edges();
        if depth == 0 || self.game.outcome(position).is_some() {
            self.leaves += 1;
            return Ok((position.margin(self.root), None));
        }
        let max = self.game.to_move(position) == self.root;
        let mut best = if max { i32::MIN } else { i32::MAX };
        let mut tied = [Edge::new(Direction::Horizontal, 0, 0); 64];
        let mut count = 0;
        for &(edge, bit) in self.edges {
            if drawn & bit != 0 {
                continue;
            }
            let next = self.game.play_unchecked(position, edge);
            let (value, _) = self.value(&next, depth - 1, alpha, beta)?;
            if if max { value > best } else { value < best } {
                (best, count) = (value, 0);
            }
            if value == best {
                tied[count] = edge;
                count += 1;
            }
            if max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if beta <= alpha {
                break;
            }
        }
        Ok((best, Some(tied[self.twister.choice(count)])))
    }
}
