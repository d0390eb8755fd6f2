//! What analysis and review say, beside the board.

use poda_coach::{Analysis, Grade, MoveReview, MoveWorth, PositionView, Review};
use ratatui::style::Style;

use super::column::Column;
use crate::play::look::Look;
use crate::play::state::{Study, Table};
use crate::play::words::Words;

/// The moves that are known to be right in the position after so many.
pub(super) fn best(study: &Study, ply: usize) -> Vec<String> {
    match study {
        Study::Analysis(_, Some(analysis)) => analysis.best.clone(),
        Study::Review(..) => study
            .graded(ply)
            .map_or_else(Vec::new, |graded| graded.best.clone()),
        _ => Vec::new(),
    }
}

/// How good a move was, as chess players write it.
pub(super) fn grade_sign(study: &Study, at: usize) -> &'static str {
    match study.graded(at).map(|graded| graded.grade) {
        Some(Grade::Blunder) => "??",
        Some(Grade::Mistake) => "?",
        Some(Grade::Slower) => "~",
        Some(Grade::Best) => "!",
        None => "",
    }
}

pub(super) fn has_mistakes(study: &Study) -> bool {
    study.mistake_after(0).is_some()
}

/// Says what is known.
pub(super) fn draw(column: &mut Column<'_>, words: &Words, look: &Look, table: &Table) {
    match &table.study {
        Study::Off => {}
        Study::Analysis(_, found) => {
            column.say(&words.text("analysis-title"), look.strong());
            match found {
                None => column.say(&words.text("analysis-looks"), look.quiet()),
                Some(found) => analysis(column, words, table.shown(), found),
            }
        }
        Study::Review(_, found) => {
            column.say(&words.text("review-title"), look.strong());
            match found {
                None => column.say(&words.text("review-looks"), look.quiet()),
                Some(found) => review(column, words, look, table, found),
            }
        }
    }
}

/// What the position is worth, then each move, on as many lines as leave some for the moves that were made.
fn analysis(column: &mut Column<'_>, words: &Words, at: &PositionView, found: &Analysis) {
    if let (Some(verdict), Some(player)) = (found.verdict, found.to_move) {
        let certain = words.certainty(found.exact, found.depth);
        let more = match found.done {
            true => String::new(),
            false => format!(" ({})", words.text("analysis-goes-on")),
        };
        let text = format!("{} {certain}{more}", words.verdict(verdict, player));
        column.say(&text, Style::new());
    }
    let room = usize::from(column.left.height.saturating_sub(4));
    for worth in ordered(&found.moves).into_iter().take(room) {
        column.line(worth_line(words, at, worth, &found.best));
    }
}

/// Each player in figures, then the next move of what is shown.
fn review(column: &mut Column<'_>, words: &Words, look: &Look, table: &Table, found: &Review) {
    if !found.done {
        let (done, of) = (found.moves.len(), table.game.position.moves.len());
        let progress = [("done", done.into()), ("of", of.into())];
        column.say(&words.with("review-progress", &progress), look.quiet());
    }
    for figures in &found.players {
        let text = format!(
            "{} {}: {} % {}, {} {}, {} {}, {} {}",
            look.mark(figures.player),
            words.player(figures.player),
            figures.accuracy,
            words.text("figure-accuracy"),
            figures.slower,
            words.text("figure-slower"),
            figures.mistakes,
            words.text("figure-mistakes"),
            figures.blunders,
            words.text("figure-blunders"),
        );
        column.say(&text, Style::new());
    }
    if let Some(graded) = table.study.graded(table.ply()) {
        column.say(&graded_text(words, table.shown(), graded), look.strong());
    } else if found.done && !has_mistakes(&table.study) {
        column.say(&words.text("review-none"), look.strong());
    }
}

/// The best first; those that are not known yet last.
fn ordered(moves: &[MoveWorth]) -> Vec<&MoveWorth> {
    let mut moves: Vec<&MoveWorth> = moves.iter().collect();
    moves.sort_by_key(|worth| std::cmp::Reverse(worth.value));
    moves
}

/// "* column 4: wins in 5 moves", with a sign for a bound.
fn worth_line(words: &Words, at: &PositionView, worth: &MoveWorth, best: &[String]) -> String {
    let star = if best.contains(&worth.mv) { "*" } else { " " };
    let name = words.move_name(at, &worth.mv);
    let Some(verdict) = worth.verdict else {
        return format!("{star} {name}: {}", words.text("worth-unknown"));
    };
    let text = words.worth(verdict);
    let bound = serde_json::to_value(worth.bound).ok();
    let bound = bound.as_ref().and_then(serde_json::Value::as_str);
    let text = match bound {
        None | Some("exact") => text,
        Some(bound) => words.with(&format!("bound-{bound}"), &[("text", text.into())]),
    };
    let seen = match worth.exact {
        true => String::new(),
        false => {
            let depth = words.with("short-depth", &[("depth", worth.depth.into())]);
            format!(" ({depth})")
        }
    };
    format!("{star} {name}: {text}{seen}")
}

/// The move that was played next, how good it was, and what was right.
fn graded_text(words: &Words, at: &PositionView, graded: &MoveReview) -> String {
    let grade = match graded.grade {
        Grade::Best => words.text("grade-best"),
        Grade::Slower => words.text("grade-slower"),
        Grade::Mistake => words.text("grade-mistake"),
        Grade::Blunder => words.text("grade-blunder"),
    };
    let played = words.move_name(at, &graded.mv);
    let values = [
        ("ply", graded.ply.into()),
        ("move", played.into()),
        ("grade", grade.into()),
    ];
    let mut text = format!("{}. ", words.with("review-move", &values));
    if graded.grade != Grade::Best {
        let best: Vec<String> = graded
            .best
            .iter()
            .map(|mv| words.move_name(at, mv))
            .collect();
        let moves = [("moves", best.join(", ").into())];
        text += &format!("{}. ", words.with("retry-answer", &moves));
    }
    if let Some(reason) = &graded.reason {
        text += &format!("{} ", words.reason(reason));
    }
    let after = words.verdict(graded.after, graded.player);
    text += &words.with("grade-after", &[("verdict", after.into())]);
    format!("{text} {}", words.certainty(graded.exact, graded.depth))
}
