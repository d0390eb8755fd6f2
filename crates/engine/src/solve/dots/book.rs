//! What an opening book has to know of Dots and Boxes.

use std::any::Any;
use std::sync::Arc;

use super::grid::{Grid, Images};
use super::index::Index;
use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::dots::{Dots, Position};
use crate::solve::book::{BookError, BookIndex, BookRules, EmbeddedBook};

/// Every position of eight edges on the usual board.
pub(crate) const BYTES: &[u8] = include_bytes!("book-4x4.bin");

static EMBEDDED: EmbeddedBook<Dots<u64>> = EmbeddedBook::new(BYTES);

/// A board of at most 64 edges.
struct OpeningRules<B> {
    board: Arc<Board<B>>,
    /// Of the start: all edges are free.
    start: Images<B>,
}

struct Board<B> {
    dots: Dots<B>,
    grid: Grid<B>,
    /// The bit of each edge of the rules as the solver numbers them.
    bits: Vec<B>,
}

impl<B: Bits> Board<B> {
    /// The drawn edges of a position as the solver numbers them: normal.
    fn drawn(&self, position: &Position<B>) -> B {
        let drawn = position.edges().places();
        let drawn = drawn.fold(B::ZERO, |set, edge| set | self.bits[edge as usize]);
        self.grid.all & !self.grid.normal(self.grid.all & !drawn)
    }

    /// A position in which these edges of the rules are drawn.
    fn drawing(&self, edges: B) -> Position<B> {
        edges.places().fold(self.dots.start(), |at, edge| {
            self.dots.play_unchecked(&at, self.dots.edge(edge))
        })
    }
}

pub(super) fn rules<B: Bits>(dots: &Dots<B>) -> Result<Arc<dyn BookRules<Dots<B>>>, BookError> {
    let spec = dots.spec();
    if spec.edges() > 64 {
        return Err(BookError::NotPossible(format!(
            "{spec} can have no opening book: at most 64 lines are possible"
        )));
    }
    let grid = Grid::new(dots);
    let edges = 0..spec.edges() as u32;
    Ok(Arc::new(OpeningRules {
        start: grid.images(grid.all),
        board: Arc::new(Board {
            dots: dots.clone(),
            bits: edges
                .map(|edge| B::place(grid.bit(dots.edge(edge))))
                .collect(),
            grid,
        }),
    }))
}

fn board<B: Bits>(dots: &Dots<B>) -> [u8; 3] {
    let spec = dots.spec();
    [spec.rows() as u8, spec.columns() as u8, 1]
}

/// What the book that comes with the engine says of the final margin.
pub(super) fn embedded<B: Bits>(dots: &Dots<B>, at: &Position<B>) -> Option<(i32, i32)> {
    let narrow = (dots as &dyn Any).downcast_ref()?;
    let position = (at as &dyn Any).downcast_ref()?;
    let (lower, upper) = EMBEDDED.bounds(narrow, board(dots), position)?;
    let now = at.margin(dots.to_move(at));
    Some((lower.saturating_add(now), upper.saturating_add(now)))
}

impl<B: Bits> BookRules<Dots<B>> for OpeningRules<B> {
    fn game(&self) -> &Dots<B> {
        &self.board.dots
    }

    fn board(&self) -> [u8; 3] {
        board(&self.board.dots)
    }

    /// The future depends on the free edges alone.
    fn key(&self, position: &Position<B>) -> u64 {
        // Early in the game few edges are drawn and many are free.
        let drawn = self.board.drawn(position);
        let least = self.board.grid.draw(&self.start, drawn).least();
        let [key, _] = least.words();
        key
    }

    fn worth(
        &self,
        before: &Position<B>,
        after: &Position<B>,
        known: &dyn Fn(&Position<B>) -> i32,
    ) -> i32 {
        let player = self.game().to_move(before);
        let taken = after.margin(player) - before.margin(player);
        let rest = known(after);
        if self.game().to_move(after) == player {
            taken + rest
        } else {
            taken - rest
        }
    }

    /// Any of the drawn edges may have been the last.
    fn before(&self, position: &Position<B>) -> Vec<(Position<B>, Position<B>)> {
        let drawn = position.edges();
        let moves = drawn.places().map(|last| {
            let before = self.board.drawing(drawn & !B::place(last));
            let edge = self.game().edge(last);
            (before, self.game().play_unchecked(&before, edge))
        });
        moves.collect()
    }

    fn possible(&self, position: &Position<B>, value: i32) -> bool {
        let spec = self.game().spec();
        let taken: i32 = position.scores().map(i32::from).iter().sum();
        let left = (spec.rows() * spec.columns()) as i32 - taken;
        (-left..=left).contains(&value) && (value + left) % 2 == 0
    }

    fn index(&self, ply: u32) -> Option<Box<dyn BookIndex<Dots<B>>>> {
        let index = Index::new(&self.board.grid, ply as usize)?;
        let board = Arc::clone(&self.board);
        Some(Box::new(Numbered { board, index }))
    }
}

/// The positions of one ply by number.
struct Numbered<B> {
    board: Arc<Board<B>>,
    index: Index,
}

impl<B: Bits> BookIndex<Dots<B>> for Numbered<B> {
    fn count(&self) -> usize {
        self.index.count()
    }

    fn number(&self, position: &Position<B>) -> usize {
        self.index
            .number(&self.board.grid, self.board.drawn(position))
    }

    fn position(&self, number: usize) -> Option<Position<B>> {
        let Board { grid, bits, .. } = &*self.board;
        let drawn = self.index.drawn(grid, number)?;
        let edges = (0..bits.len()).filter(|&edge| !(bits[edge] & drawn).is_empty());
        let edges = edges.fold(B::ZERO, |set, edge| set | B::place(edge as u32));
        Some(self.board.drawing(edges))
    }
}
