//! Connect 4.

use poda_engine::connect4::{Cell, Column, Connect4, Connect4Spec, Position};
use poda_engine::{Bits, Concrete, Game, MoveList, Playable, PlayerId};

use super::{Coached, Shape, slipped};
use crate::board::{Board, CellView, replay};
use crate::offer::{GameOffer, Range, RunOffer, Size};
use crate::position::number;
use crate::puzzle::PuzzleTheme;
use crate::reason::Reason;
use crate::verdict::Verdict;

pub(super) fn offer() -> GameOffer {
    let size = |(rows, columns)| Size { rows, columns };
    GameOffer {
        name: <Connect4<u64, 2> as Playable>::INFO.name.to_owned(),
        usual: size((6, 7)),
        boards: [(6, 7), (7, 8), (7, 10), (8, 8)].map(size).to_vec(),
        rows: Range::new(1, Connect4Spec::MOST_ROWS),
        columns: Range::new(1, Connect4Spec::MOST_COLUMNS),
        run: Some(RunOffer {
            key: "connect".to_owned(),
            least: 3,
            most: 6,
            usual: 4,
        }),
        players: Range::new(2, 3),
        ladders: Vec::new(),
    }
}

fn view(cell: Cell) -> CellView {
    CellView {
        row: cell.row as u8,
        column: cell.column as u8,
    }
}

impl<B: Bits, const P: usize> Coached for Connect4<B, P>
where
    Connect4<B, P>: Concrete + Game<State = Position<B, P>, Move = Column>,
{
    fn shape(&self) -> Shape {
        let spec = self.spec();
        Shape {
            rows: spec.rows(),
            columns: spec.columns(),
            run: spec.connect(),
        }
    }

    fn board(&self, line: &[Column]) -> Board {
        let mut cells = vec![vec![None; self.spec().columns()]; self.spec().rows()];
        let mut last = None;
        let end = replay(self, line, |before, column, _| {
            let cell = (self.height(before, column), column.index());
            cells[cell.0][cell.1] = Some(number(before.to_move()));
            last = self.rests(before, column);
        });
        let winning = self.winning_cells(&end);
        Board::Grid {
            gravity: true,
            cells,
            last,
            winning: winning.into_iter().map(view).collect(),
        }
    }

    fn rests(&self, state: &Position<B, P>, column: Column) -> Option<CellView> {
        Some(view(Cell {
            row: self.height(state, column),
            column: column.index(),
        }))
    }

    fn reason(&self, state: &Position<B, P>, column: Column, verdict: Verdict) -> Reason {
        let mover = state.to_move();
        let piece = self.landing(state) & self.column(column.index());
        if self.has_run(state.of(mover) | piece) {
            return Reason::WinsNow;
        }
        let mut others = PlayerId::all(P).filter(|&player| player != mover);
        if others.any(|player| self.has_run(state.of(player) | piece)) {
            return Reason::Blocks;
        }
        let own = state.of(mover) | piece;
        let taken = state.occupied() | piece;
        // Where the mover could win with the next piece, and right above such a place.
        let winning = self.threats(own) & self.cells() & !taken;
        let landing = taken.plus(self.bottom()) & self.cells();
        let now = winning & landing;
        let above = winning & now << 1;
        match verdict {
            Verdict::Loses { .. } => Reason::LastsLongest,
            _ if now.count() + above.count() >= 2 => Reason::DoubleThreat,
            Verdict::Wins { .. } => Reason::Forced,
            _ if !now.is_empty() => Reason::Threatens,
            Verdict::Draw => Reason::KeepsDraw,
            _ => Reason::LooksBest,
        }
    }

    fn fault(
        &self,
        state: &Position<B, P>,
        column: Column,
        before: Verdict,
        after: Verdict,
    ) -> Option<Reason> {
        if let Verdict::Wins { moves: 1 } = before {
            return Some(Reason::MissesWin);
        }
        let next = self.play_unchecked(state, column);
        let wins_now =
            |player: PlayerId, at: &Position<B, P>| self.threats(at.of(player)) & self.landing(at);
        let other = next.to_move();
        let wins = wins_now(other, &next);
        if !wins.is_empty() {
            return Some(match (wins & self.landing(state)).is_empty() {
                true => Reason::AllowsWin,
                false => Reason::LeavesWin,
            });
        }
        // A reply after which one more move wins in two places.
        let doubles = |reply: Column| {
            let there = self.play_unchecked(&next, reply);
            wins_now(other, &there).count() >= 2
        };
        let mut replies = MoveList::new();
        self.moves(&next, &mut replies);
        if P == 2 && replies.into_iter().any(doubles) && matches!(after, Verdict::Loses { .. }) {
            return Some(Reason::AllowsDoubleThreat);
        }
        slipped(before, after)
    }

    fn theme(&self, state: &Position<B, P>, goal: Verdict, line: &[Column]) -> Option<PuzzleTheme> {
        match (goal, self.reason(state, *line.first()?, goal)) {
            (_, Reason::WinsNow) => Some(PuzzleTheme::WinNow),
            (_, Reason::Blocks) => Some(PuzzleTheme::Block),
            (Verdict::Wins { .. }, Reason::DoubleThreat) => Some(PuzzleTheme::DoubleThreat),
            (Verdict::Wins { .. }, _) if ends_in_zugzwang(self, state, line) => {
                Some(PuzzleTheme::Zugzwang)
            }
            (Verdict::Wins { .. }, _) => Some(PuzzleTheme::Force),
            (Verdict::Draw, _) => Some(PuzzleTheme::Defence),
            _ => None,
        }
    }

    fn half(evaluation: &str) -> i32 {
        match evaluation {
            "s0" => 60,
            "s2" => 200,
            "s4" => 8,
            "none" | "centre" => 20,
            name if name.starts_with("s1") => 200,
            _ => 100,
        }
    }
}

/// Whether the last move of the losing side was forced by no threat: every move lost, but could it have passed, nobody would have won
/// next. The line is one of best play, so that it is the last to lose.
fn ends_in_zugzwang<B: Bits, const P: usize>(
    game: &Connect4<B, P>,
    state: &Position<B, P>,
    line: &[Column],
) -> bool
where
    Connect4<B, P>: Game<State = Position<B, P>, Move = Column>,
{
    let Some((early, _)) = line.split_last_chunk::<2>() else {
        return false;
    };
    let winner = state.to_move();
    let before_last = early
        .iter()
        .fold(*state, |at, &column| game.play_unchecked(&at, column));
    (game.threats(before_last.of(winner)) & game.landing(&before_last)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::tests::why;

    const OPEN: Verdict = Verdict::Opinion { percent: 0 };

    #[test]
    fn reasons_for_two() {
        let why = |moves, mv, verdict| why("connect4", moves, mv, verdict);
        assert_eq!(why("112233", "4", OPEN), Reason::WinsNow);
        assert_eq!(why("11223", "4", OPEN), Reason::Blocks);
        // Two in a row with room on both sides becomes three with two open ends.
        assert_eq!(
            why("4455", "3", Verdict::Wins { moves: 2 }),
            Reason::DoubleThreat
        );
        assert_eq!(why("4455", "2", OPEN), Reason::Threatens);
        assert_eq!(
            why("4", "1", Verdict::Loses { moves: 18 }),
            Reason::LastsLongest
        );
        assert_eq!(why("", "4", Verdict::Wins { moves: 21 }), Reason::Forced);
        assert_eq!(why("", "4", OPEN), Reason::LooksBest);
    }

    #[test]
    fn reasons_among_three_and_on_large_boards() {
        let three = "connect4:6x7,players=3";
        // The first has three at the bottom: both others can block.
        assert_eq!(why(three, "171261377", "4", OPEN), Reason::WinsNow);
        assert_eq!(why(three, "1712613", "4", OPEN), Reason::Blocks);
        assert_eq!(why("connect4:9x12", "112233", "4", OPEN), Reason::WinsNow);
    }
}
