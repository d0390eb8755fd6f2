//! A position with everything that an interface shows of it.

use poda_engine::{
    AnyGame, AnyMove, Game, GameSpec, MoveList, Outcome, PlayerId, line_text, with_game,
};
use serde::{Deserialize, Serialize};

use crate::board::{Board, CellView};
use crate::games::{self, Coached};
use crate::schema;

schema! {
    /// The rules of a game.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct Rules {
        /// As people type it: `connect4:6x7`.
        pub spec: String,
        /// The name of the game: `connect4`, `dots`.
        pub game: String,
        /// Rows, of boxes in Dots and Boxes.
        pub rows: u8,
        /// Columns.
        pub columns: u8,
        /// How many in a row win; 0 where boxes count.
        pub run: u8,
        /// How many play.
        pub players: u8,
    }
}

impl Rules {
    /// The rules of this game.
    pub fn of(game: &AnyGame) -> Rules {
        let shape = with_game!(game, |rules| rules.shape());
        Rules {
            spec: game.spec().to_string(),
            game: game.spec().info().name.to_owned(),
            rows: shape.rows as u8,
            columns: shape.columns as u8,
            run: shape.run as u8,
            players: game.players() as u8,
        }
    }
}

schema! {
    /// Something that can be played.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct LegalMove {
        /// As it is sent: `4`, `h12`.
        #[serde(rename = "move")]
        pub mv: String,
        /// Where the piece will come to rest; none where edges are drawn.
        pub cell: Option<CellView>,
    }
}

schema! {
    /// A move that was made.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct MoveView {
        /// The move.
        #[serde(rename = "move")]
        pub mv: String,
        /// Who made it.
        pub player: u8,
        /// Where the piece came to rest; none where edges are drawn.
        pub cell: Option<CellView>,
        /// How many boxes it closed.
        pub closed: u8,
    }
}

schema! {
    /// How a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(tag = "how", rename_all = "lowercase")]
    pub enum Ending {
        /// By a run or by boxes.
        Won {
            /// The winner.
            winner: u8,
        },
        /// Nobody won.
        Draw,
        /// Somebody gave up; with two players the other has won.
        Resigned {
            /// Who gave up.
            player: u8,
            /// Who has won by it; nobody where three played.
            winner: Option<u8>,
        },
    }
}

impl Ending {
    /// How a game ended by its rules.
    pub fn of(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Win(winner) => Ending::Won {
                winner: number(winner),
            },
            Outcome::Draw => Ending::Draw,
        }
    }
}

schema! {
    /// A position, whoever plays it.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    pub struct PositionView {
        /// The rules.
        pub rules: Rules,
        /// The moves so far, oldest first.
        pub moves: Vec<MoveView>,
        /// What there is to see.
        pub board: Board,
        /// Whose turn it is; none when the game is over.
        pub to_move: Option<u8>,
        /// Whether the mover has just moved and moves again.
        pub again: bool,
        /// What can be played.
        pub legal: Vec<LegalMove>,
        /// How the game ended by the rules.
        pub ending: Option<Ending>,
        /// What follows the `#` of a link to this position: `connect4/4453`.
        pub link: String,
    }
}

/// A player's number, counted from 0.
pub(crate) fn number(player: PlayerId) -> u8 {
    player.index() as u8
}

/// Where the piece of a move comes to rest; none where edges are drawn.
pub fn landing(game: &AnyGame, state: &<AnyGame as Game>::State, mv: AnyMove) -> Option<CellView> {
    with_game!(game, |rules| {
        rules.rests(games::own_state(rules, state), games::own_move(rules, mv))
    })
}

impl PositionView {
    /// What there is to see after moves that were checked.
    pub fn new(game: &AnyGame, line: &[AnyMove]) -> PositionView {
        let mut state = game.start();
        let mut moves = Vec::with_capacity(line.len());
        for &mv in line {
            let player = game.to_move(&state);
            let before = game.margin(&state, player);
            let cell = landing(game, &state, mv);
            state = game.play_unchecked(&state, mv);
            let closed = game.margin(&state, player).zip(before);
            moves.push(MoveView {
                mv: mv.to_string(),
                player: number(player),
                cell,
                closed: closed.map_or(0, |(after, before)| (after - before) as u8),
            });
        }
        let outcome = game.outcome(&state);
        let to_move = outcome.is_none().then(|| number(game.to_move(&state)));
        let mut legal = MoveList::new();
        game.moves(&state, &mut legal);
        PositionView {
            rules: Rules::of(game),
            again: to_move.is_some() && moves.last().map(|last| last.player) == to_move,
            moves,
            board: Board::new(game, line),
            to_move,
            legal: legal
                .into_iter()
                .map(|mv| LegalMove {
                    mv: mv.to_string(),
                    cell: landing(game, &state, mv),
                })
                .collect(),
            ending: outcome.map(Ending::of),
            link: format!("{}/{}", short_name(game.spec()), line_text(line)),
        }
    }
}

/// The shortest text that names the game: `connect4` where the whole is `connect4:6x7`.
fn short_name(spec: GameSpec) -> String {
    let name = spec.info().name;
    if name.parse() == Ok(spec) {
        name.to_owned()
    } else {
        spec.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(game: &str, moves: &str) -> PositionView {
        let game: AnyGame = game.parse().unwrap();
        let (line, _) = game.read_position(moves).unwrap();
        PositionView::new(&game, &line)
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
