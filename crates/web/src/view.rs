//! Positions as the page sees them.

use poda_engine::{AnyGame, AnyMove, Game, GameSpec, MoveList, Outcome, PlayerId, View, line_text};

use crate::api::{Board, CellView, EdgeView, Ending, LegalMove, MoveView, PositionView, Rules};

fn number(player: PlayerId) -> u8 {
    player.index() as u8
}

/// How a game ended by the rules.
pub(crate) fn ending(outcome: Option<Outcome>) -> Option<Ending> {
    outcome.map(|outcome| match outcome.winner() {
        Some(winner) => Ending::Won {
            winner: number(winner),
        },
        None => Ending::Draw,
    })
}

/// The rules of a game.
pub(crate) fn rules(spec: GameSpec) -> Rules {
    match spec {
        GameSpec::Connect4(board) => Rules {
            spec: spec.to_string(),
            game: "connect4".to_owned(),
            rows: board.rows() as u8,
            columns: board.columns() as u8,
            run: board.connect() as u8,
            players: board.players() as u8,
        },
        GameSpec::Dots(board) => Rules {
            spec: spec.to_string(),
            game: "dots".to_owned(),
            rows: board.rows() as u8,
            columns: board.columns() as u8,
            run: 0,
            players: 2,
        },
    }
}

fn cell(cell: poda_engine::connect4::Cell) -> CellView {
    CellView {
        row: cell.row as u8,
        column: cell.column as u8,
    }
}

/// A board as something to draw.
pub(crate) fn board(view: &View) -> Board {
    let owners = |rows: &[Vec<Option<PlayerId>>]| {
        let row = |row: &Vec<Option<PlayerId>>| row.iter().map(|cell| cell.map(number)).collect();
        rows.iter().map(row).collect()
    };
    match view {
        View::Grid(grid) => Board::Grid {
            gravity: true,
            cells: owners(&grid.cells),
            last: grid.last.map(cell),
            winning: grid.winning.iter().copied().map(cell).collect(),
        },
        View::Boxes(boxes) => Board::Boxes {
            boxes: owners(&boxes.boxes),
            edges: boxes
                .edges
                .iter()
                .map(|&(edge, player)| EdgeView {
                    edge: edge.to_string(),
                    player: number(player),
                })
                .collect(),
            scores: boxes.scores.to_vec(),
        },
    }
}

/// Where the next piece of a column will come to rest.
struct Heights([u8; 16]);

impl Heights {
    fn of(line: &[AnyMove]) -> Heights {
        let mut heights = Heights([0; 16]);
        for &mv in line {
            heights.drop(mv);
        }
        heights
    }

    fn landing(&self, mv: AnyMove) -> Option<CellView> {
        match mv {
            AnyMove::Column(column) => Some(CellView {
                row: self.0[column.index()],
                column: column.index() as u8,
            }),
            AnyMove::Edge(_) => None,
        }
    }

    fn drop(&mut self, mv: AnyMove) -> Option<CellView> {
        let cell = self.landing(mv);
        if let Some(cell) = cell {
            self.0[usize::from(cell.column)] += 1;
        }
        cell
    }
}

/// Where the piece of a move comes to rest after these moves; none in Dots and Boxes.
pub(crate) fn landing(line: &[AnyMove], mv: AnyMove) -> Option<CellView> {
    Heights::of(line).landing(mv)
}

/// What there is to see after moves that were checked.
pub(crate) fn position(game: &AnyGame, line: &[AnyMove]) -> PositionView {
    let mut heights = Heights::of(&[]);
    let mut state = game.start();
    let mut moves = Vec::with_capacity(line.len());
    for &mv in line {
        let player = game.to_move(&state);
        let before = game.margin(&state, player);
        state = game.play_unchecked(&state, mv);
        let closed = game.margin(&state, player).zip(before);
        moves.push(MoveView {
            mv: mv.to_string(),
            player: number(player),
            cell: heights.drop(mv),
            closed: closed.map_or(0, |(after, before)| (after - before) as u8),
        });
    }
    let outcome = game.outcome(&state);
    let to_move = outcome.is_none().then(|| number(game.to_move(&state)));
    let mut legal = MoveList::new();
    game.moves(&state, &mut legal);
    let spec = game.spec().to_string();
    let name = spec.strip_suffix(":6x7").unwrap_or(&spec);
    PositionView {
        rules: rules(game.spec()),
        again: to_move.is_some() && moves.last().map(|last| last.player) == to_move,
        moves,
        board: board(&View::new(game, line)),
        to_move,
        legal: legal
            .into_iter()
            .map(|mv| LegalMove {
                mv: mv.to_string(),
                cell: heights.landing(mv),
            })
            .collect(),
        ending: ending(outcome),
        link: format!("{name}/{}", line_text(line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(game: &str, moves: &str) -> PositionView {
        let game: AnyGame = game.parse().unwrap();
        let (line, _) = game.read_position(moves).unwrap();
        position(&game, &line)
    }

    #[test]
    fn pieces_and_legal_moves_know_where_they_rest() {
        let view = at("connect4", "4453");
        assert_eq!(view.link, "connect4/4453");
        assert_eq!(view.moves[1].cell, Some(CellView { row: 1, column: 3 }));
        assert_eq!(view.legal.len(), 7);
        assert_eq!(view.legal[3].cell, Some(CellView { row: 2, column: 3 }));
        assert_eq!((view.to_move, view.again), (Some(0), false));
    }

    #[test]
    fn boxes_are_counted_and_give_another_turn() {
        let view = at("dots:1x2", "h11 h21 v11 v12");
        assert_eq!(view.link, "dots:1x2/h11h21v11v12");
        assert_eq!(view.moves[3].closed, 1);
        assert_eq!((view.to_move, view.again), (Some(1), true));
        assert_eq!(view.legal[0].cell, None);
    }

    #[test]
    fn a_finished_game_has_no_moves() {
        let view = at("connect4", "4455667");
        assert_eq!(view.ending, Some(Ending::Won { winner: 0 }));
        assert_eq!((view.to_move, view.legal.len()), (None, 0));
        assert!(matches!(view.board, Board::Grid { winning, .. } if winning.len() == 4));
    }
}
