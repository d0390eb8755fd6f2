//! The Dots and Boxes player of S3 as it was when its tables were published: with false ties, and draws at every node.
//!
//! At each inner node it keeps the moves whose returned value equals the best so far, narrows the window with that best, and
//! after the loop draws one of them at random. A value that comes back from a narrowed window may be only a bound, so the list
//! holds moves that are worse than the best: that is why its deeper players lost. The draws of inner nodes change no value, but
//! they move the generator on, and both players of a game share it: to repeat a game, every one of them must be made.

use std::sync::{Arc, Mutex, PoisonError};

use poda_engine::dots::{Direction, Dots, Edge, Position};
use poda_engine::{Agent, AgentSpec, AnyGame, AnyMove, AnyState, Bits, Game, PlayerId};

use super::Mt19937;
use crate::play::{Contestant, Thought, is_lapse};

/// The published player at one depth.
pub struct S3AsReported {
    game: Dots<u64>,
    depth: u32,
    /// In the program's order: horizontals by column then row, verticals by row then column.
    edges: Vec<(Edge, u64)>,
    twister: Arc<Mutex<Mt19937>>,
    /// A correct search to the same depth.
    critic: Agent,
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
    pub fn new(any: &AnyGame, depth: u32, twister: Arc<Mutex<Mt19937>>) -> Option<S3AsReported> {
        let AnyGame::Dots(game) = any else {
            return None;
        };
        let critic: AgentSpec = format!("s3:depth={depth}").parse().ok()?;
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
            critic: Agent::new(&critic, any, 0).ok()?,
        })
    }
}

impl Contestant for S3AsReported {
    fn think(&mut self, state: &AnyState, _: &std::sync::atomic::AtomicBool) -> Thought {
        let AnyState::Dots(position) = state else {
            panic!("a position of another game");
        };
        let mut twister = self.twister.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = Search {
            game: &self.game,
            edges: &self.edges,
            root: self.game.to_move(position),
            twister: &mut twister,
            nodes: 0,
            leaves: 0,
        };
        let (_, choice) = search.value(position, self.depth, i32::MIN, i32::MAX);
        Thought {
            mv: AnyMove::Edge(choice.expect("an unfinished game has a move")),
            nodes: search.nodes,
            leaves: search.leaves,
        }
    }

    fn lapse(&mut self, state: &AnyState, mv: AnyMove) -> Option<bool> {
        is_lapse(&mut self.critic, state, mv)
    }
}

struct Search<'a> {
    game: &'a Dots<u64>,
    edges: &'a [(Edge, u64)],
    root: PlayerId,
    twister: &'a mut Mt19937,
    nodes: u64,
    leaves: u64,
}

impl Search<'_> {
    fn value(
        &mut self,
        position: &Position<u64>,
        depth: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> (i32, Option<Edge>) {
        self.nodes += 1;
        let drawn = position.edges();
        if depth == 0 || self.game.outcome(position).is_some() {
            self.leaves += 1;
            return (position.margin(self.root), None);
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
            let (value, _) = self.value(&next, depth - 1, alpha, beta);
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
        (best, Some(tied[self.twister.choice(count)]))
    }
}
