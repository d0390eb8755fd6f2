//! A game as text, to read and to paste: what can be played again is in one line.

use std::fmt::Write;

use poda_coach::{Board, look};
use poda_engine::{AnyMove, Game, Outcome};

use crate::stored_game::StoredGame;

/// Players, moves, result, and the board.
pub(crate) fn of(game: &StoredGame) -> String {
    let session = &game.session;
    let mut text = format!("Game:    {}\n", session.game().spec());
    for (player, seat) in (0..).zip(session.seats()) {
        let look = look(player);
        let _ = writeln!(text, "{:<8} {} {seat}", look.name, look.letter);
    }
    let moves: Vec<String> = session.line().iter().map(AnyMove::to_string).collect();
    let _ = writeln!(text, "Moves:   {}", moves.join(" "));
    let _ = writeln!(text, "Result:  {}\n", result(game));
    let _ = write!(text, "{}", Board::new(session.game(), session.line()));
    text
}

fn result(game: &StoredGame) -> String {
    let session = &game.session;
    let count = match session.line().len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    if let Some(player) = game.resigned {
        return format!("the {player} player gave up after {count}");
    }
    match session.outcome() {
        None => format!("not over yet after {count}"),
        Some(Outcome::Draw) => format!("a draw after {count}"),
        Some(Outcome::Win(player)) => match session.game().margin(session.state(), player) {
            Some(margin) => format!("the {player} player won by {margin} after {count}"),
            None => format!("the {player} player won after {count}"),
        },
    }
}
