//! Connect 4 as a [`Game`].

use super::board::{Connect4, Position};
use super::notation::Column;
use crate::game::{Game, MoveError, MoveList};
use crate::games::bits::Bits;
use crate::types::{Outcome, Player};

impl<B: Bits, const P: usize> Connect4<B, P> {
    fn check_column(&self, position: &Position<B, P>, column: Column) -> Result<(), MoveError> {
        let landing = self.landing(position);
        let width = self.spec().columns();
        if column.index() >= width {
            let last = Column::new(width - 1).to_string();
            return Err(MoveError::NoSuchColumn {
                column: column.to_string(),
                last,
            });
        }
        if (landing & self.columns[column.index()]).is_empty() {
            let open = (0..width).filter(|&index| !(landing & self.columns[index]).is_empty());
            let open: Vec<String> = open.map(|index| Column::new(index).to_string()).collect();
            return Err(MoveError::ColumnFull {
                column: column.to_string(),
                open: open.join(", "),
            });
        }
        Ok(())
    }
}

impl<B: Bits, const P: usize> Game for Connect4<B, P> {
    type State = Position<B, P>;
    type Move = Column;

    fn players(&self) -> usize {
        P
    }

    fn start(&self) -> Position<B, P> {
        Position {
            pieces: [B::ZERO; P],
            ply: 0,
        }
    }

    #[inline]
    fn ply(&self, position: &Position<B, P>) -> u32 {
        position.ply()
    }

    #[inline]
    fn to_move(&self, position: &Position<B, P>) -> Player {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position<B, P>) -> Option<Outcome> {
        if self.has_run(position.last_moved()) {
            let winner = (usize::from(position.ply) + P - 1) % P;
            Some(Outcome::Win(Player::new(winner)))
        } else if position.occupied() == self.cells {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, position: &Position<B, P>, list: &mut MoveList<Column>) {
        if self.has_run(position.last_moved()) {
            return;
        }
        let landing = self.landing(position);
        for (index, &column) in self.columns[..self.spec.columns()].iter().enumerate() {
            if !(landing & column).is_empty() {
                list.push(Column::new(index));
            }
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position<B, P>) -> usize {
        if self.has_run(position.last_moved()) {
            0
        } else {
            self.landing(position).count() as usize
        }
    }

    fn check(&self, position: &Position<B, P>, column: Column) -> Result<(), MoveError> {
        match self.outcome(position) {
            Some(outcome) => Err(MoveError::GameOver { outcome }),
            None => self.check_column(position, column),
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &Position<B, P>, column: Column) -> Position<B, P> {
        let piece = self.landing(position) & self.columns[column.index()];
        let mut pieces = position.pieces;
        pieces[0] |= piece;
        pieces.rotate_left(1);
        Position {
            pieces,
            ply: position.ply + 1,
        }
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, position: &Position<B, P>, symmetry: usize) -> Position<B, P> {
        match symmetry {
            0 => *position,
            _ => Position {
                pieces: position.pieces.map(|set| self.mirror(set)),
                ..*position
            },
        }
    }

    fn image_move(&self, column: Column, symmetry: usize) -> Column {
        match symmetry {
            0 => column,
            _ => Column::new(self.spec.columns() - 1 - column.index()),
        }
    }

    fn read_move(&self, text: &str) -> Result<(Column, usize), MoveError> {
        Column::read(text)
    }
}
