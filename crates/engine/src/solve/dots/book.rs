//! What an opening book has to know of Dots and Boxes.

use std::sync::Arc;

use super::grid::Grid;
use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::dots::{Dots, Position};
use crate::solve::book::{BookError, BookRules};

/// A board of at most 64 edges.
struct OpeningRules<B> {
    dots: Dots<B>,
    grid: Grid<B>,
}

pub(super) fn rules<B: Bits>(dots: &Dots<B>) -> Result<Arc<dyn BookRules<Dots<B>>>, BookError> {
    let spec = dots.spec();
    if spec.edges() > 64 {
        return Err(BookError::NotPossible(format!(
            "{spec} can have no opening book: at most 64 lines are possible"
        )));
    }
    Ok(Arc::new(OpeningRules {
        dots: dots.clone(),
        grid: Grid::new(dots),
    }))
}

impl<B: Bits> BookRules<Dots<B>> for OpeningRules<B> {
    fn game(&self) -> &Dots<B> {
        &self.dots
    }

    fn board(&self) -> [u8; 3] {
        let spec = self.dots.spec();
        [spec.rows() as u8, spec.columns() as u8, 1]
    }

    /// The future depends on the free edges alone.
    fn key(&self, position: &Position<B>) -> u64 {
        let free = self.grid.free(&self.dots, position.edges());
        let (least, _) = self.grid.images(free).canonical();
        let [key, _] = least.words();
        key
    }

    fn worth(
        &self,
        before: &Position<B>,
        after: &Position<B>,
        known: &dyn Fn(&Position<B>) -> i32,
    ) -> i32 {
        let player = self.dots.to_move(before);
        let taken = after.margin(player) - before.margin(player);
        let rest = known(after);
        if self.dots.to_move(after) == player {
            taken + rest
        } else {
            taken - rest
        }
    }

    fn possible(&self, position: &Position<B>, value: i32) -> bool {
        let spec = self.dots.spec();
        let taken: i32 = position.scores().map(i32::from).iter().sum();
        let left = (spec.rows() * spec.columns()) as i32 - taken;
        (-left..=left).contains(&value) && (value + left) % 2 == 0
    }
}
