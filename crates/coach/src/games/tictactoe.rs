//! Tic-tac-toe.

use poda_engine::tictactoe::{Position, Square, TicTacToe, TicTacToeSpec};
use poda_engine::{Game, MoveList, Playable, PlayerId};

use super::{Coached, Shape, slipped};
use crate::board::{Board, CellView, replay};
use crate::offer::{GameOffer, Range, RunOffer, Size};
use crate::position::number;
use crate::reason::Reason;
use crate::verdict::Verdict;

pub(super) fn offer() -> GameOffer {
    let size = |(rows, columns)| Size { rows, columns };
    GameOffer {
        name: TicTacToe::INFO.name.to_owned(),
        usual: size((3, 3)),
        boards: [(3, 3), (4, 4), (5, 5), (8, 8)].map(size).to_vec(),
        rows: Range::new(1, TicTacToeSpec::MOST),
        columns: Range::new(1, TicTacToeSpec::MOST),
        run: Some(RunOffer {
            key: "row".to_owned(),
            least: *TicTacToeSpec::ROW.start() as u8,
            most: *TicTacToeSpec::ROW.end() as u8,
            usual: 3,
        }),
        players: Range::new(2, 2),
        ladders: Vec::new(),
    }
}

fn view(square: Square) -> CellView {
    CellView {
        row: square.row() as u8,
        column: square.column() as u8,
    }
}

impl Coached for TicTacToe {
    fn shape(&self) -> Shape {
        let spec = self.spec();
        Shape {
            rows: spec.rows(),
            columns: spec.columns(),
            run: spec.row(),
        }
    }

    fn board(&self, line: &[Square]) -> Board {
        let mut cells = vec![vec![None; self.spec().columns()]; self.spec().rows()];
        let end = replay(self, line, |before, square, _| {
            cells[square.row()][square.column()] = Some(number(before.to_move()));
        });
        Board::Grid {
            gravity: false,
            cells,
            last: line.last().copied().map(view),
            winning: self.winning(&end).into_iter().map(view).collect(),
        }
    }

    fn rests(&self, _: &Position, square: Square) -> Option<CellView> {
        Some(view(square))
    }

    fn reason(&self, state: &Position, square: Square, verdict: Verdict) -> Reason {
        let mark = self.bit(square).map_or(0, |bit| 1u64 << bit);
        let mover = state.to_move();
        let own = state.of(mover) | mark;
        let theirs = state.of(PlayerId::new(1 - mover.index()));
        if self.has_row(own) {
            return Reason::WinsNow;
        }
        if self.has_row(theirs | mark) {
            return Reason::Blocks;
        }
        // How many squares would win with the next mark.
        let free = self.squares() & !state.taken() & !mark;
        let lacks_one = |&&line: &&u64| (line & !own).count_ones() == 1 && line & !own & free != 0;
        let wins = self.lines().iter().filter(lacks_one);
        let threats = wins.fold(0, |all, line| all | line & !own).count_ones();
        match verdict {
            Verdict::Loses { .. } => Reason::LastsLongest,
            _ if threats >= 2 => Reason::DoubleThreat,
            Verdict::Wins { .. } => Reason::Forced,
            _ if threats == 1 => Reason::Threatens,
            Verdict::Draw => Reason::KeepsDraw,
            _ => Reason::LooksBest,
        }
    }

    fn fault(
        &self,
        state: &Position,
        square: Square,
        before: Verdict,
        after: Verdict,
    ) -> Option<Reason> {
        if let Verdict::Wins { moves: 1 } = before {
            return Some(Reason::MissesWin);
        }
        let next = self.play_unchecked(state, square);
        let other = next.to_move();
        let wins = |at: &Position| {
            let mut moves = MoveList::new();
            self.moves(at, &mut moves);
            let marked = |square: &Square| {
                let mark = self.bit(*square).map_or(0, |bit| 1u64 << bit);
                self.has_row(at.of(other) | mark)
            };
            moves.iter().filter(|square| marked(square)).count()
        };
        if wins(&next) > 0 {
            return Some(Reason::LeavesWin);
        }
        let mut replies = MoveList::new();
        self.moves(&next, &mut replies);
        let doubles = |reply| wins(&self.play_unchecked(&next, reply)) >= 2;
        if replies.into_iter().any(doubles) && matches!(after, Verdict::Loses { .. }) {
            return Some(Reason::AllowsDoubleThreat);
        }
        slipped(before, after)
    }

    fn half(evaluation: &str) -> i32 {
        match evaluation {
            "rows" => 30,
            _ => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::tests::why;

    #[test]
    fn reasons() {
        const OPEN: Verdict = Verdict::Opinion { percent: 0 };
        let why = |moves, mv, verdict| why("tictactoe", moves, mv, verdict);
        assert_eq!(why("a1 a2 b1 b2", "c1", OPEN), Reason::WinsNow);
        assert_eq!(why("a1 a2 b1", "c1", OPEN), Reason::Blocks);
        assert_eq!(why("a1 b2 c3 a2 c2", "c1", OPEN), Reason::Blocks);
        // Two corners and the third: both lines between them are open.
        let wins = Verdict::Wins { moves: 2 };
        assert_eq!(why("a1 b1 c3 b2 b3 a2", "a3", wins), Reason::WinsNow);
        assert_eq!(why("a1 b1 a3 a2", "c3", wins), Reason::DoubleThreat);
        assert_eq!(why("b2 a1", "c2", OPEN), Reason::Threatens);
        assert_eq!(why("", "b2", OPEN), Reason::LooksBest);
        let loses = Verdict::Loses { moves: 2 };
        assert_eq!(why("a1 b1 a3", "c2", loses), Reason::LastsLongest);
    }

    #[test]
    fn a_won_board_shows_its_row() {
        let game: poda_engine::AnyGame = "tictactoe".parse().unwrap();
        let (line, _) = game.read_position("a1 a2 b1 b2 c1").unwrap();
        let Board::Grid {
            winning, gravity, ..
        } = Board::new(&game, &line)
        else {
            panic!("a board with cells");
        };
        assert!(!gravity);
        assert_eq!(winning.len(), 3);
        assert!(winning.iter().all(|cell| cell.row == 0));
    }
}
