//! Where the cursor is on a board, and how it goes. No rules: what can be played there is in the position.

use poda_coach::{Board, CellView, LegalMove, PositionView, edge_name};

/// A place of a board. On cells the row counts from the bottom. Between dots, rows of edges count from the top: across, down,
/// across …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) row: usize,
    pub(crate) column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Place {
    /// Where to begin: in the middle.
    pub(crate) fn start(board: &Board) -> Place {
        match board {
            Board::Grid { gravity, cells, .. } => Place {
                row: if *gravity { 0 } else { cells.len() / 2 },
                column: cells[0].len() / 2,
            },
            Board::Boxes { boxes, .. } => Place {
                row: 2 * (boxes.len() / 2),
                column: boxes[0].len() / 2,
            },
        }
    }

    /// The next place in a direction, or the same one at the border.
    pub(crate) fn step(self, board: &Board, direction: Direction) -> Place {
        let rows = match board {
            // Columns are chosen as a whole.
            Board::Grid { gravity: true, .. } => 1,
            Board::Grid { cells, .. } => cells.len(),
            Board::Boxes { boxes, .. } => 2 * boxes.len() + 1,
        };
        let upwards = matches!(board, Board::Grid { .. });
        let next = match direction {
            Direction::Left => Place {
                column: self.column.saturating_sub(1),
                ..self
            },
            Direction::Right => Place {
                column: self.column + 1,
                ..self
            },
            Direction::Up | Direction::Down if (direction == Direction::Up) == upwards => Place {
                row: (self.row + 1).min(rows - 1),
                ..self
            },
            Direction::Up | Direction::Down => Place {
                row: self.row.saturating_sub(1),
                ..self
            },
        };
        Place {
            column: next.column.min(width(board, next.row) - 1),
            ..next
        }
    }

    /// The edge here, by name.
    pub(crate) fn edge(self) -> String {
        edge_name(self.row.is_multiple_of(2), self.row / 2, self.column)
    }

    /// Where a move is made.
    pub(crate) fn of(board: &Board, mv: &str, cell: Option<CellView>) -> Option<Place> {
        match (board, cell) {
            (Board::Grid { gravity, .. }, Some(cell)) => Some(Place {
                row: if *gravity { 0 } else { cell.row.into() },
                column: cell.column.into(),
            }),
            (Board::Grid { .. }, None) => None,
            (Board::Boxes { .. }, _) => {
                let mut letters = mv.chars();
                let across = letters.next()? == 'h';
                let mut number = || Some(letters.next()?.to_digit(10)?.checked_sub(1)? as usize);
                let (row, column) = (number()?, number()?);
                Some(Place {
                    row: 2 * row + usize::from(!across),
                    column,
                })
            }
        }
    }

    /// What can be played here, if anything can.
    pub(crate) fn legal(self, at: &PositionView) -> Option<&LegalMove> {
        let here = |legal: &&LegalMove| Place::of(&at.board, &legal.mv, legal.cell) == Some(self);
        at.legal.iter().find(here)
    }

    /// What was played here last, if anything was.
    pub(crate) fn played(self, at: &PositionView) -> Option<&str> {
        let here = |played: &&poda_coach::MoveView| {
            Place::of(&at.board, &played.mv, played.cell) == Some(self)
        };
        at.moves.iter().rev().find(here).map(|played| &*played.mv)
    }
}

/// How many places are in a row.
fn width(board: &Board, row: usize) -> usize {
    match board {
        Board::Grid { cells, .. } => cells[0].len(),
        Board::Boxes { boxes, .. } => boxes[0].len() + row % 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{AnyGame, Game};

    fn at(game: &str, moves: &str) -> PositionView {
        let game: AnyGame = game.parse().unwrap();
        let (line, _) = game.read_position(moves).unwrap();
        PositionView::new(&game, &line)
    }

    #[test]
    fn every_legal_move_has_a_place_that_can_be_gone_to() {
        for game in [
            "connect4",
            "connect4:6x12",
            "dots:2x3",
            "tictactoe:4x5,row=3",
        ] {
            let at = at(game, "");
            for legal in &at.legal {
                let goal = Place::of(&at.board, &legal.mv, legal.cell).unwrap();
                assert_eq!(goal.legal(&at).unwrap(), legal);
                // To the border, then there.
                let mut place = Place::start(&at.board);
                for direction in [Direction::Left, Direction::Up] {
                    (0..30).for_each(|_| place = place.step(&at.board, direction));
                }
                for direction in [Direction::Down, Direction::Right] {
                    for _ in 0..30 {
                        let there = match direction {
                            Direction::Down => place.row == goal.row,
                            _ => place.column == goal.column,
                        };
                        if !there {
                            place = place.step(&at.board, direction);
                        }
                    }
                }
                assert_eq!(place, goal, "{game} {}", legal.mv);
            }
        }
    }

    #[test]
    fn the_border_holds() {
        for game in ["connect4:4x5", "dots:2x3", "tictactoe"] {
            let at = at(game, "");
            let mut place = Place::start(&at.board);
            for direction in [
                Direction::Up,
                Direction::Right,
                Direction::Down,
                Direction::Left,
            ] {
                for _ in 0..40 {
                    place = place.step(&at.board, direction);
                    assert!(place.legal(&at).is_some(), "{game} {place:?}");
                }
            }
        }
    }

    #[test]
    fn what_was_played_is_found_again() {
        let full = at("connect4:2x3", "22");
        let place = Place { row: 0, column: 1 };
        assert_eq!((place.legal(&full), place.played(&full)), (None, Some("2")));
        let dots = at("dots:2x2", "v12");
        let edge = Place { row: 1, column: 1 };
        assert_eq!(
            (edge.edge().as_str(), edge.played(&dots)),
            ("v12", Some("v12"))
        );
    }
}
