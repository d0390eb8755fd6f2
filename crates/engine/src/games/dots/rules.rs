//! Dots and Boxes as a [`Game`].

use super::board::{Dots, NOWHERE, Position};
use super::notation::{Direction, Edge};
use crate::game::{Game, MoveError, MoveList, mix};
use crate::games::bits::Bits;
use crate::types::{Outcome, PlayerId};

impl<B: Bits> Dots<B> {
    fn check_edge(&self, position: &Position<B>, edge: Edge) -> Result<(), MoveError> {
        let free = self.tables.all & !position.edges;
        let Some(bit) = self.bit(edge) else {
            let (rows, columns) = (self.spec.rows(), self.spec.columns());
            return Err(MoveError::NotAllowed(format!(
                "edge {edge} does not exist: the edges are h11 to {} and v11 to {}",
                Edge::new(Direction::Horizontal, rows, columns - 1),
                Edge::new(Direction::Vertical, rows - 1, columns)
            )));
        };
        if (free & B::place(bit)).is_empty() {
            return Err(MoveError::NotAllowed(format!(
                "edge {edge} is already drawn: choose one of the {} that are not",
                free.count()
            )));
        }
        Ok(())
    }
}

impl<B: Bits> Game for Dots<B> {
    type State = Position<B>;
    type Move = Edge;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position<B> {
        Position {
            edges: B::ZERO,
            scores: [0; 2],
            to_move: 0,
            ply: 0,
        }
    }

    #[inline]
    fn ply(&self, position: &Position<B>) -> u32 {
        u32::from(position.ply)
    }

    #[inline]
    fn to_move(&self, position: &Position<B>) -> PlayerId {
        PlayerId::new(usize::from(position.to_move))
    }

    #[inline]
    fn outcome(&self, position: &Position<B>) -> Option<Outcome> {
        if position.edges != self.tables.all {
            return None;
        }
        Some(match position.margin(PlayerId::FIRST) {
            0 => Outcome::Draw,
            1.. => Outcome::Win(PlayerId::FIRST),
            _ => Outcome::Win(PlayerId::SECOND),
        })
    }

    #[inline]
    fn moves(&self, position: &Position<B>, list: &mut MoveList<Edge>) {
        for bit in (self.tables.all & !position.edges).places() {
            list.push(self.edge(bit));
        }
    }

    #[inline]
    fn allows(&self, position: &Position<B>, edge: Edge) -> bool {
        let bit = self.tables.bit[edge.index()];
        (position.edges & B::place(u32::from(bit))).is_empty()
    }

    #[inline]
    fn count_moves(&self, position: &Position<B>) -> usize {
        (self.tables.all & !position.edges).count() as usize
    }

    fn check(&self, position: &Position<B>, edge: Edge) -> Result<(), MoveError> {
        match self.outcome(position) {
            Some(outcome) => Err(MoveError::GameOver { outcome }),
            None => self.check_edge(position, edge),
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &Position<B>, edge: Edge) -> Position<B> {
        let bit = self.tables.bit[edge.index()];
        debug_assert_ne!(bit, NOWHERE);
        let mut next = *position;
        next.edges |= B::place(u32::from(bit));
        next.ply += 1;
        let closed = self.closed_by(next.edges, usize::from(bit));
        next.scores[usize::from(position.to_move & 1)] += closed;
        next.to_move ^= u8::from(closed == 0);
        next
    }

    #[inline]
    fn margin(&self, position: &Position<B>, player: PlayerId) -> Option<i32> {
        Some(position.margin(player))
    }

    #[inline]
    fn code(edge: Edge) -> u8 {
        edge.code()
    }

    #[inline]
    fn plies_left(&self, position: &Position<B>) -> u32 {
        self.spec.edges() as u32 - u32::from(position.ply)
    }

    #[inline]
    fn hash(&self, position: &Position<B>) -> u64 {
        // Drawn edges and the first score give the second one; five bits stay free of edges only up to 59 of them.
        let rest = u64::from(position.scores[0]) << 1 | u64::from(position.to_move);
        mix(position.edges.fold() ^ mix(rest))
    }

    #[inline]
    fn centrality(&self, edge: Edge) -> i32 {
        self.tables.centrality[edge.index()].into()
    }

    fn busyness(&self, position: &Position<B>, edge: Edge) -> i32 {
        let bit = usize::from(self.tables.bit[edge.index()]);
        let beside = self.tables.beside[bit]
            .iter()
            .filter(|&&sides| sides != !B::ZERO);
        beside
            .map(|&sides| (position.edges & sides).count() as i32)
            .sum()
    }

    /// Closing boxes first, giving some away last, and from the centre outwards in between.
    fn promises(&self, position: &Position<B>, moves: &MoveList<Edge>) -> MoveList<i32> {
        let promise = |edge: Edge| {
            let bit = usize::from(self.tables.bit[edge.index()]);
            let mut promise = self.centrality(edge);
            for &sides in self.tables.beside[bit]
                .iter()
                .filter(|&&sides| sides != !B::ZERO)
            {
                promise += match (position.edges & sides).count() {
                    3 => 1_000,
                    2 => -100,
                    _ => 0,
                };
            }
            promise
        };
        moves.iter().map(|&edge| promise(edge)).collect()
    }

    fn symmetries(&self) -> usize {
        self.tables.images.len()
    }

    fn image(&self, position: &Position<B>, symmetry: usize) -> Position<B> {
        let to = &self.tables.images[symmetry];
        let edges = position.edges.places();
        let edges = edges.fold(B::ZERO, |all, bit| {
            all | B::place(u32::from(to[bit as usize]))
        });
        Position { edges, ..*position }
    }

    fn image_move(&self, edge: Edge, symmetry: usize) -> Edge {
        let bit = self.tables.bit[edge.index()];
        self.edge(u32::from(self.tables.images[symmetry][usize::from(bit)]))
    }

    fn read_move(&self, text: &str) -> Result<(Edge, usize), MoveError> {
        Edge::read(text)
    }
}
