//! Connect 4 as a [`Game`].

use super::board::{Connect4, Position};
use super::notation::Column;
use crate::game::{Game, MoveError, MoveList, mix};
use crate::games::bits::Bits;
use crate::types::{Outcome, PlayerId};

impl<B: Bits, const P: usize> Connect4<B, P> {
    fn check_column(&self, position: &Position<B, P>, column: Column) -> Result<(), MoveError> {
        let landing = self.landing(position);
        let width = self.spec().columns();
        if column.index() >= width {
            let last = Column::new(width - 1);
            return Err(MoveError::NotAllowed(format!(
                "column {column} does not exist: columns are 1 to {last}"
            )));
        }
        if (landing & self.columns[column.index()]).is_empty() {
            let open = (0..width).filter(|&index| !(landing & self.columns[index]).is_empty());
            let open: Vec<String> = open.map(|index| Column::new(index).to_string()).collect();
            return Err(MoveError::NotAllowed(format!(
                "column {column} is full: the columns with room are {}",
                open.join(", ")
            )));
        }
        Ok(())
    }
}

impl<B: Bits, const P: usize> Game for Connect4<B, P> {
    type State = Position<B, P>;
    type Move = Column;
    const ALTERNATES: bool = P == 2;

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

    #[inline(always)]
    fn to_move(&self, position: &Position<B, P>) -> PlayerId {
        position.to_move()
    }

    #[inline(always)]
    fn outcome(&self, position: &Position<B, P>) -> Option<Outcome> {
        if self.has_run(position.last_moved()) {
            let winner = (usize::from(position.ply) + P - 1) % P;
            Some(Outcome::Win(PlayerId::new(winner)))
        } else if position.occupied() == self.cells {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, position: &Position<B, P>, list: &mut MoveList<Column>) {
        if !self.has_run(position.last_moved()) {
            self.moves_unfinished(position, list);
        }
    }

    #[inline(always)]
    fn moves_unfinished(&self, position: &Position<B, P>, list: &mut MoveList<Column>) {
        let landing = self.landing(position);
        for (index, &column) in self.columns[..self.spec.columns()].iter().enumerate() {
            if !(landing & column).is_empty() {
                list.push(Column::on_board(index));
            }
        }
    }

    #[inline(always)]
    fn allows(&self, position: &Position<B, P>, column: Column) -> bool {
        !(self.landing(position) & self.columns[column.index()]).is_empty()
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

    #[inline(always)]
    fn play_unchecked(&self, position: &Position<B, P>, column: Column) -> Position<B, P> {
        let piece = position.occupied().plus(self.bottom) & self.columns[column.index()];
        let mut pieces = position.pieces;
        pieces[0] |= piece;
        pieces.rotate_left(1);
        Position {
            pieces,
            ply: position.ply + 1,
        }
    }

    #[inline]
    fn code(column: Column) -> u8 {
        column.index() as u8
    }

    #[inline]
    fn plies_left(&self, position: &Position<B, P>) -> u32 {
        (self.spec.rows() * self.spec.columns()) as u32 - position.ply()
    }

    /// For two: all pieces plus the mover's plus a bit below each column is a number of its own for each position, as a
    /// column then reads as its height in ones followed by the owners.
    #[inline]
    fn hash(&self, position: &Position<B, P>) -> u64 {
        let words = position.pieces[0]
            .plus(position.occupied())
            .plus(self.bottom)
            .fold();
        match P {
            2 => mix(words),
            _ => mix(words ^ mix(position.pieces[1].fold())),
        }
    }

    #[inline]
    fn centrality(&self, column: Column) -> i32 {
        column.index().min(self.spec.columns() - 1 - column.index()) as i32
    }

    fn busyness(&self, position: &Position<B, P>, column: Column) -> i32 {
        let near = self.columns[column.index()]
            | self.columns[column.index()] << self.stride
            | self.columns[column.index()] >> self.stride;
        (position.occupied() & near).count() as i32
    }

    /// A win before a block before the centre; but not below a cell where the next player would then win.
    #[inline]
    fn promises(&self, position: &Position<B, P>, moves: &MoveList<Column>) -> MoveList<i32> {
        let landing = self.landing(position);
        let wins = self.threats(position.pieces[0]);
        let others = position.pieces[1..]
            .iter()
            .fold(B::ZERO, |all, &pieces| all | self.threats(pieces));
        let promise = |column: Column| {
            let piece = landing & self.columns[column.index()];
            if !(piece & wins).is_empty() {
                1_000_000
            } else if !(piece & others).is_empty() {
                100_000
            } else if !(piece << 1 & others).is_empty() {
                -1_000 + self.centrality(column)
            } else {
                self.centrality(column)
            }
        };
        moves.iter().map(|&column| promise(column)).collect()
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
