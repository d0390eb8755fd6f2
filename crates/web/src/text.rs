//! A game as text, to read and to paste: what can be played again is in one line.

use std::fmt::Write;

use poda_coach::{Board, look};
use poda_engine::{AnyMove, Game, Outcome};

use crate::api::{Finding, Source};
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
    thinking(game, &mut text);
    text
}

/// What computers found before their moves: a line for each.
fn thinking(game: &StoredGame, text: &mut String) {
    let moves = (1..).zip(game.session.line()).zip(&game.findings);
    let mut found = moves.filter_map(|(mv, finding)| Some((mv, finding.as_ref()?)));
    let Some(first) = found.next() else { return };
    let _ = writeln!(
        text,
        "\nThinking: number, move, what was expected and why, positions, seconds, line"
    );
    for ((number, mv), finding) in std::iter::once(first).chain(found) {
        let seconds = f64::from(finding.elapsed_ms) / 1000.0;
        let _ = writeln!(
            text,
            "{number:>3} {mv:<4} {:<14} {:<20} {:>11} {seconds:>8.3}  {}",
            finding.verdict,
            basis(finding),
            finding.nodes,
            finding.line.join(" ")
        );
    }
}

/// What a finding rests on. How far a search looked says nothing where the book or a solver decided.
fn basis(finding: &Finding) -> String {
    match finding.source {
        Source::Rules => "by the rules".to_owned(),
        Source::Book => "known from the book".to_owned(),
        Source::Solver => "solved to the end".to_owned(),
        Source::Search => format!("looked {} ahead", finding.depth),
    }
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
