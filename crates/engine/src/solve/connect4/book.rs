//! What an opening book has to know of Connect 4.

use std::any::Any;
use std::sync::Arc;

use super::super::book::{BookError, BookRules, EmbeddedBook};
use crate::connect4::{Connect4, Position};
use crate::game::Game;
use crate::games::bits::Bits;
use crate::types::Outcome;

/// Every position of eight pieces on the usual board, and the first plies of boards that take longer than a second without them.
pub(crate) const BOOKS: [&[u8]; 3] = [
    include_bytes!("book-6x7.bin"),
    include_bytes!("book-6x6.bin"),
    include_bytes!("book-7x6.bin"),
];

static EMBEDDED: [EmbeddedBook<Connect4<u64, 2>>; 3] = [
    EmbeddedBook::new(BOOKS[0]),
    EmbeddedBook::new(BOOKS[1]),
    EmbeddedBook::new(BOOKS[2]),
];

/// A board of at most 64 bits.
struct OpeningRules<B>(Connect4<B, 2>);

pub(super) fn rules<B: Bits>(
    rules: &Connect4<B, 2>,
) -> Result<Arc<dyn BookRules<Connect4<B, 2>>>, BookError> {
    let spec = rules.spec();
    if spec.connect() == 4 && spec.bits() <= 64 {
        return Ok(Arc::new(OpeningRules(rules.clone())));
    }
    Err(BookError::NotPossible(format!(
        "{spec} can have no opening book: two players, connect four and at most 64 bits are needed"
    )))
}

fn board<B: Bits>(rules: &Connect4<B, 2>) -> [u8; 3] {
    let spec = rules.spec();
    [spec.rows() as u8, spec.columns() as u8, 0]
}

/// What the book that comes with the engine says.
pub(super) fn embedded<B: Bits>(rules: &Connect4<B, 2>, at: &Position<B, 2>) -> Option<(i32, i32)> {
    let narrow = (rules as &dyn Any).downcast_ref()?;
    let at = (at as &dyn Any).downcast_ref()?;
    let connects_four = rules.spec().connect() == 4;
    let mut books = EMBEDDED.iter().filter(|_| connects_four);
    books.find_map(|book| book.bounds(narrow, board(rules), at))
}

impl<B: Bits> BookRules<Connect4<B, 2>> for OpeningRules<B> {
    fn game(&self) -> &Connect4<B, 2> {
        &self.0
    }

    fn board(&self) -> [u8; 3] {
        board(&self.0)
    }

    fn key(&self, position: &Position<B, 2>) -> u64 {
        let (mine, all) = (position.of(position.to_move()), position.occupied());
        let image = self.0.mirror(mine).plus(self.0.mirror(all));
        let [key, _] = mine.plus(all).min(image).words();
        key
    }

    fn worth(
        &self,
        _: &Position<B, 2>,
        after: &Position<B, 2>,
        known: &dyn Fn(&Position<B, 2>) -> i32,
    ) -> i32 {
        match self.0.outcome(after) {
            Some(Outcome::Draw) => 0,
            // As of the position before: he wins with his next piece.
            Some(Outcome::Win(_)) => ((self.0.cells().count() - after.ply() + 2) / 2) as i32,
            None => -known(after),
        }
    }

    fn before(&self, position: &Position<B, 2>) -> Vec<(Position<B, 2>, Position<B, 2>)> {
        let before = self.0.before(position);
        before.map(|before| (before, *position)).collect()
    }

    /// Whoever moves next wins with his next piece at the best, and loses with the one after at the worst.
    fn possible(&self, position: &Position<B, 2>, value: i32) -> bool {
        value.unsigned_abs() <= (self.0.cells().count() - position.ply()).div_ceil(2)
    }
}
