//! Tic-tac-toe as a [`Game`].

use super::board::{Position, TicTacToe};
use super::notation::Square;
use crate::game::{Game, MoveError, MoveList, mix};
use crate::types::{Outcome, PlayerId};

impl Game for TicTacToe {
    type State = Position;
    type Move = Square;
    const ALTERNATES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { marks: [0; 2] }
    }

    #[inline]
    fn ply(&self, position: &Position) -> u32 {
        position.ply()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> PlayerId {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.has_row(position.marks[1]) {
            let last = 1 - position.to_move().index();
            Some(Outcome::Win(PlayerId::new(last)))
        } else if position.taken() == self.squares {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, position: &Position, list: &mut MoveList<Square>) {
        if !self.has_row(position.marks[1]) {
            self.moves_unfinished(position, list);
        }
    }

    #[inline]
    fn moves_unfinished(&self, position: &Position, list: &mut MoveList<Square>) {
        list.extend(self.each(self.squares & !position.taken()));
    }

    #[inline]
    fn allows(&self, position: &Position, square: Square) -> bool {
        self.bit(square)
            .is_some_and(|bit| position.taken() >> bit & 1 == 0)
    }

    fn count_moves(&self, position: &Position) -> usize {
        if self.has_row(position.marks[1]) {
            0
        } else {
            (self.squares & !position.taken()).count_ones() as usize
        }
    }

    fn check(&self, position: &Position, square: Square) -> Result<(), MoveError> {
        if let Some(outcome) = self.outcome(position) {
            return Err(MoveError::GameOver { outcome });
        }
        let Some(bit) = self.bit(square) else {
            let last = Square::new(self.spec.rows() - 1, self.spec.columns() - 1);
            return Err(MoveError::NotAllowed(format!(
                "square {square} does not exist: the squares are a1 to {last}"
            )));
        };
        if position.taken() >> bit & 1 == 0 {
            Ok(())
        } else {
            let free = (self.squares & !position.taken()).count_ones();
            Err(MoveError::NotAllowed(format!(
                "square {square} is taken: choose one of the {free} that are not"
            )))
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &Position, square: Square) -> Position {
        let bit = (square.row() * self.spec.columns() + square.column()) as u32;
        let [mine, theirs] = position.marks;
        // A square that the board does not have changes the turn, and nothing else.
        let marks = [
            theirs,
            mine | 1u64.checked_shl(bit).unwrap_or(0) & self.squares,
        ];
        Position { marks }
    }

    #[inline]
    fn code(square: Square) -> u8 {
        square.code()
    }

    #[inline]
    fn plies_left(&self, position: &Position) -> u32 {
        (self.squares & !position.taken()).count_ones()
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let [mine, theirs] = position.marks;
        if self.spec.squares() <= 32 {
            mix(mine | theirs << 32)
        } else {
            mix(mine ^ mix(theirs))
        }
    }

    /// The number of rows through a square in the middle of the board is the largest.
    fn centrality(&self, square: Square) -> i32 {
        let from_edge = |index: usize, count: usize| index.min(count - 1 - index) as i32;
        from_edge(square.row(), self.spec.rows()) + from_edge(square.column(), self.spec.columns())
    }

    /// A win before a block before the centre.
    fn promises(&self, position: &Position, moves: &MoveList<Square>) -> MoveList<i32> {
        let [mine, theirs] = position.marks;
        let promise = |square: Square| {
            let mark = self.bit(square).map_or(0, |bit| 1u64 << bit);
            if self.has_row(mine | mark) {
                1_000_000
            } else if self.has_row(theirs | mark) {
                100_000
            } else {
                self.centrality(square)
            }
        };
        moves.iter().map(|&square| promise(square)).collect()
    }

    fn symmetries(&self) -> usize {
        self.tables.images.len()
    }

    fn image(&self, position: &Position, symmetry: usize) -> Position {
        let images = &self.tables.images[symmetry];
        let image = |mut bits: u64| {
            let mut seen = 0;
            while bits != 0 {
                seen |= 1 << images[bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
            seen
        };
        Position {
            marks: position.marks.map(image),
        }
    }

    fn image_move(&self, square: Square, symmetry: usize) -> Square {
        match self.bit(square) {
            Some(bit) => self.square(u32::from(self.tables.images[symmetry][bit as usize])),
            None => square,
        }
    }

    fn read_move(&self, text: &str) -> Result<(Square, usize), MoveError> {
        Square::read(text)
    }
}
