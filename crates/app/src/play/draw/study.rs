//! What analysis and review say, beside the board.

use poda_coach::{Analysis, Grade, MoveReview, MoveWorth, PositionView, Review, Verdict};
use ratatui::style::Style;

use super::column::Column;
use crate::play::look::Look;
use crate::play::state::{Study, Table};
use crate::play::words::Words;

/// The moves that are known to be right in what is shown; not while somebody looks for them.
pub(super) fn best(table: &Table) -> Vec<String> {
    if table.task().is_some_and(|task| !task.told) {
        return Vec::new();
    }
    let (study, ply) = (&table.study, table.ply());
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
        // Where the game is over there is nothing to say that the result does not say.
        Study::Analysis(..) if table.shown().ending.is_some() => {}
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
        let text = format!(
            "{} {certain}{more}",
            words.verdict(verdict, player, at.rules.players)
        );
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
        let mut text = format!(
            "{} {}: {} % {}",
            look.mark(figures.player),
            words.player(figures.player),
            figures.accuracy,
            words.text("figure-accuracy"),
        );
        for (count, name) in [
            (figures.slower, "figure-slower"),
            (figures.mistakes, "figure-mistakes"),
            (figures.blunders, "figure-blunders"),
        ] {
            if count > 0 {
                text += &format!(", {}", words.with(name, &[("n", count.into())]));
            }
        }
        column.say(&text, Style::new());
    }
    graph(column, words, look, table, found);
    let graded = table.study.graded(table.ply());
    if let (Some(graded), Some(task)) = (graded, table.task()) {
        let tried = task.tried.as_deref();
        for (text, right) in task_lines(words, table.shown(), graded, tried, task.told) {
            column.say(&text, if right { look.strong() } else { Style::new() });
        }
    } else if let Some(graded) = graded {
        column.say(&graded_text(words, table.shown(), graded), look.strong());
    } else if found.done && !has_mistakes(&table.study) {
        column.say(&words.text("review-none"), look.strong());
    }
}

/// How high each of the moves stands for the first player, from −100 to 100; where things are counted, as a part of the largest
/// difference of the game, as in the page's graph.
fn heights(found: &Review, plies: usize) -> Vec<Option<i32>> {
    let margin = |graded: &MoveReview| match graded.after {
        Verdict::Boxes { margin } => Some(i32::from(margin)),
        _ => None,
    };
    let most = found.moves.iter().filter_map(margin).map(i32::abs).max();
    let most = most.unwrap_or(0).max(1);
    let mut heights = vec![None; plies];
    for graded in &found.moves {
        let height = match margin(graded) {
            Some(margin) if graded.player == 0 => 100 * margin / most,
            Some(margin) => -100 * margin / most,
            None => graded.shares.first().copied().unwrap_or(0).into(),
        };
        if let Some(place) = heights.get_mut(graded.ply as usize - 1) {
            *place = Some(height);
        }
    }
    heights
}

/// The value over the game in one line, a sign for each move or for as many as must share one, and below it a mark where one looks.
fn graph(column: &mut Column<'_>, words: &Words, look: &Look, table: &Table, found: &Review) {
    let plies = table.game.position.moves.len();
    let width = usize::from(column.left.width).max(1);
    // The move that is asked about is worth more than the picture.
    if column.left.height < 6 || plies == 0 {
        return;
    }
    let who = words.with("graph-up", &[("who", words.player(0).into())]);
    let room = width.saturating_sub(who.chars().count() + 2).max(1);
    let shared = plies.div_ceil(room);
    let signs: Vec<char> = look.sign("▁▂▃▄▅▆▇█", "_.,-~=+#").chars().collect();
    let heights = heights(found, plies);
    let bars = heights.chunks(shared).map(|moves| {
        // Of those that share a sign, the one that is farthest from the middle.
        let height = moves.iter().flatten().max_by_key(|height| height.abs());
        height.map_or(' ', |height| {
            let place = (height + 100) as usize * (signs.len() - 1) / 200;
            signs[place.min(signs.len() - 1)]
        })
    });
    column.line(format!("{}  {who}", bars.collect::<String>()));
    if let Some(at) = table.ply().checked_sub(1) {
        let mark = look.sign("▲", "^");
        column.line(format!("{}{mark}", " ".repeat(at / shared)));
    } else {
        column.skip(1);
    }
}

/// What was wrong, what is to be found, what was tried, and the answer if it is told; each with whether it is what one wants to know.
fn task_lines(
    words: &Words,
    at: &PositionView,
    graded: &MoveReview,
    tried: Option<&str>,
    told: bool,
) -> Vec<(String, bool)> {
    let played = [
        ("ply", graded.ply.into()),
        ("move", words.move_name(at, &graded.mv).into()),
        ("grade", grade_name(words, graded.grade).into()),
    ];
    // The answer says that, too.
    let mut lines = Vec::new();
    if !told {
        lines.push((words.with("retry-played", &played), false));
    }
    if let Some(tried) = tried {
        let right = graded.best.iter().any(|best| best == tried);
        let name = [("move", words.move_name(at, tried).into())];
        let text = words.with(if right { "retry-right" } else { "retry-wrong" }, &name);
        lines.push((format!("{text}."), right));
    }
    if told {
        lines.push((graded_text(words, at, graded), true));
    } else {
        let who = [("who", words.player(graded.player).into())];
        lines.push((words.with("retry-find", &who), true));
    }
    lines
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
    // What is proved, a bound too, rests on no depth.
    let seen = match worth.depth {
        0 => String::new(),
        depth => format!(
            " ({})",
            words.with("short-depth", &[("depth", depth.into())])
        ),
    };
    format!("{star} {name}: {text}{seen}")
}

fn grade_name(words: &Words, grade: Grade) -> String {
    words.text(match grade {
        Grade::Best => "grade-best",
        Grade::Slower => "grade-slower",
        Grade::Mistake => "grade-mistake",
        Grade::Blunder => "grade-blunder",
    })
}

/// The move that was played next, how good it was, and what was right.
fn graded_text(words: &Words, at: &PositionView, graded: &MoveReview) -> String {
    let grade = grade_name(words, graded.grade);
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
    let after = words.verdict(graded.after, graded.player, at.rules.players);
    text += &words.with("grade-after", &[("verdict", after.into())]);
    format!("{text} {}", words.certainty(graded.exact, graded.depth))
}
