//! A game as text, to read and to paste: what can be played again is in one line.

use std::fmt::Write;

use poda_engine::{AnyMove, Game, Outcome, PlayerId, mark};

use crate::kept::Kept;

/// Players, moves, result, and the board.
pub(crate) fn of(game: &Kept) -> String {
    let session = &game.session;
    let mut text = format!("Game:    {}\n", session.game().spec());
    for (player, seat) in PlayerId::all(session.game().players()).zip(session.seats()) {
        let name = capital(&player.to_string());
        let _ = writeln!(text, "{name:<8} {} {seat}", mark(player));
    }
    let moves: Vec<String> = session.line().iter().map(AnyMove::to_string).collect();
    let _ = writeln!(text, "Moves:   {}", moves.join(" "));
    let _ = writeln!(text, "Result:  {}\n", result(game));
    let _ = write!(text, "{}", session.view());
    text
}

fn result(game: &Kept) -> String {
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

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
