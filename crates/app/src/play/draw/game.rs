//! A game: the board, what is going on, who plays, the moves.

use poda_coach::Board;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::board::BoardView;
use super::column::Column;
use super::{Hits, Key, keys, study, title};
use crate::play::look::Look;
use crate::play::state::{Action, Gone, Place, State, Table};
use crate::play::words::Words;

/// From this width on, what is said stands beside the board.
const WIDE: u16 = 64;

pub(super) fn draw(
    frame: &mut Frame<'_>,
    state: &State,
    look: &Look,
    table: &Table,
    hits: &mut Hits,
) {
    let words = &state.words;
    let area = frame.area();
    let wide = area.width >= WIDE;
    let [top, body, below] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(2),
    ])
    .areas(area);
    title(
        frame,
        top,
        words,
        look,
        &words.describe(&table.game.position.rules),
    );
    let [left, _, right] = match wide {
        true => Layout::horizontal([
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length((area.width * 2 / 5).clamp(32, 60)),
        ])
        .areas(body),
        false => Layout::vertical([
            Constraint::Fill(3),
            Constraint::Length(0),
            Constraint::Fill(2),
        ])
        .areas(body),
    };
    let board = BoardView {
        at: table.shown(),
        cursor: table.cursor,
        active: table.mover().is_some(),
        marked: marked(table),
    };
    board.draw(frame.buffer_mut(), left, look, hits);
    side(frame, right, state, look, table, hits);
    keys(frame, below, look, game_keys(words, table), hits);
}

/// Places to consider: a hint, or the best moves of an analysis or a review.
fn marked(table: &Table) -> Vec<Place> {
    let at = table.shown();
    if let Some(hint) = table.hint.as_ref().filter(|_| !table.is_past()) {
        return Place::of(&at.board, &hint.mv, hint.cell)
            .into_iter()
            .collect();
    }
    let best = study::best(table);
    let legal = at.legal.iter().filter(|legal| best.contains(&legal.mv));
    legal
        .filter_map(|legal| Place::of(&at.board, &legal.mv, legal.cell))
        .collect()
}

/// What is beside the board, or below it.
fn side(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &State,
    look: &Look,
    table: &Table,
    hits: &mut Hits,
) {
    let words = &state.words;
    let mut column = Column {
        buffer: frame.buffer_mut(),
        left: area,
    };
    for line in players(words, look, table, area.width) {
        column.line(line);
    }
    column.skip(1);
    for (text, tone) in status(state, table) {
        let style = match tone {
            Tone::Strong => look.strong(),
            Tone::Plain => Style::new(),
            Tone::Quiet => look.quiet(),
            Tone::Alarm => look.alarm(),
        };
        column.say(&text, style);
    }
    if table.study.is_on() {
        column.skip(1);
        study::draw(&mut column, words, look, table);
    }
    column.skip(1);
    let left = column.left;
    moves(frame, left, words, look, table, hits);
}

/// A line for each player: whose turn it is, mark, colour, who it is, boxes. Who it is stands on a line of its own where one is too short.
fn players<'a>(words: &Words, look: &Look, table: &Table, width: u16) -> Vec<Line<'a>> {
    let at = table.shown();
    let scores = match &at.board {
        Board::Boxes { scores, .. } => Some(scores),
        Board::Grid { .. } => None,
    };
    (0u8..)
        .zip(&table.game.seats)
        .flat_map(|(player, seat)| {
            let turn = at.to_move == Some(player);
            let arrow = if turn { look.sign("▶", ">") } else { " " };
            let score = scores.map(|scores| scores[usize::from(player)]);
            let score = score.map_or(String::new(), |score| format!(" {score}"));
            let mut line = Line::from(vec![
                Span::styled(arrow, look.strong()),
                Span::raw(" "),
                Span::styled(format!(" {} ", look.mark(player)), look.piece(player)),
                Span::styled(format!(" {}{score}", words.player(player)), look.strong()),
            ]);
            let seat = words.seat(seat);
            let fits = line.width() + 2 + seat.chars().count() <= usize::from(width);
            if fits {
                line.push_span(Span::raw(format!(", {seat}")));
                vec![line]
            } else {
                vec![line, Line::raw(format!("      {seat}"))]
            }
        })
        .collect()
}

enum Tone {
    Strong,
    Plain,
    Quiet,
    Alarm,
}

/// What is going on.
fn status(state: &State, table: &Table) -> Vec<(String, Tone)> {
    let (words, game) = (&state.words, &table.game);
    let mut said = Vec::new();
    if let Some(gone) = table.gone {
        let why = match gone {
            Gone::Deleted => words.text("game-gone"),
            Gone::Lost => words.text("no-server"),
        };
        said.push((why, Tone::Alarm));
    } else if let Some(ending) = &game.ending {
        said.push((words.result(game, ending), Tone::Strong));
    } else if game.thinking {
        let who = words.player(game.position.to_move.unwrap_or(0));
        said.push((words.with("thinking", &[("who", who.into())]), Tone::Strong));
        if let Some(thought) = &table.thought {
            said.push((words.thought(&game.position, thought), Tone::Plain));
        }
    } else {
        said.push((words.turn(game), Tone::Strong));
    }
    if table.is_past() {
        said.push((words.text("looking-back"), Tone::Quiet));
    }
    if let Some(last) = table.last() {
        said.push((words.move_said(table.shown(), last), Tone::Quiet));
        // What a computer thought of its move stays with it.
        let finding = game.findings.get(table.ply() - 1);
        if let Some(Some(finding)) = finding.filter(|_| table.is_past() || game.ending.is_some()) {
            said.push((
                words.finding(&game.position, finding, last.player),
                Tone::Quiet,
            ));
        }
    }
    if let Some(problem) = &table.problem {
        said.push((problem.clone(), Tone::Alarm));
    } else if let Some(note) = &state.note {
        said.push((note.clone(), Tone::Quiet));
    } else if table.hinting {
        said.push((words.text("hinting"), Tone::Quiet));
    } else if let Some(hint) = &table.hint {
        said.push((words.hint(&game.position, hint), Tone::Plain));
    }
    said
}

/// The moves in columns, with the mark of whoever made them; the one that led to what is shown is in reverse video.
fn moves(
    frame: &mut Frame<'_>,
    area: Rect,
    words: &Words,
    look: &Look,
    table: &Table,
    hits: &mut Hits,
) {
    let all = &table.game.position.moves;
    if area.height < 2 || all.is_empty() {
        return;
    }
    let heading = words.text("moves-title");
    frame
        .buffer_mut()
        .set_string(area.x, area.y, heading, look.quiet());
    // "12 ○ h34 ?" and a gap.
    let label = all.iter().map(|played| played.mv.len()).max().unwrap_or(1) as u16;
    let width = 3 + 2 + label + 3 + 1;
    let columns = (area.width / width).max(1) as usize;
    let room = usize::from(area.height - 1) * columns;
    // The current move is always in sight.
    let ply = table.ply();
    let first = ply.saturating_sub(room).next_multiple_of(columns);
    let shown = all.iter().enumerate().skip(first).take(room);
    for (place, (at, played)) in shown.enumerate() {
        let x = area.x + (place % columns) as u16 * width;
        let y = area.y + 1 + (place / columns) as u16;
        let grade = study::grade_sign(&table.study, at);
        let (number, mark) = (at + 1, look.mark(played.player));
        let text = format!(
            "{number:>3} {mark} {:<1$}{grade}",
            played.mv,
            usize::from(label)
        );
        let style = if at + 1 == ply {
            look.chosen()
        } else {
            Style::new()
        };
        frame
            .buffer_mut()
            .set_stringn(x, y, &text, (width - 1).into(), style);
        hits.push((Rect::new(x, y, width - 1, 1), Action::LookAt(at + 1)));
    }
}

/// What can be done now.
fn game_keys(words: &Words, table: &Table) -> Vec<Key> {
    let game = &table.game;
    let mut keys = Vec::new();
    let mut key = |key, does: &str, action| keys.push(Key::new(key, words.text(does), action));
    if table.is_automatic() && game.ending.is_none() {
        key("p", "key-pause", Action::Pause);
        if game.paused {
            key("s", "key-one", Action::Step);
        }
    } else if game.ending.is_none() {
        match game.thinking {
            true => key("Enter", "key-now", Action::Accept),
            false => key("Enter", "key-play", Action::Accept),
        }
    } else {
        key("R", "key-rematch", Action::Rematch);
        if !table.study.is_review() {
            key("n", "key-new", Action::New);
        }
    }
    if game.can_undo {
        key("u", "key-undo", Action::Undo);
    }
    if game.can_redo {
        key("r", "key-redo", Action::Redo);
    }
    if table.mover().is_some() {
        key("i", "key-hint", Action::Hint);
    }
    key("a", "key-analysis", Action::Analyse);
    if !game.position.moves.is_empty() {
        key("v", "key-review", Action::Review);
        key("[ ]", "key-step", Action::Look(-1));
    }
    if study::has_mistakes(&table.study) {
        key("n", "key-mistake", Action::NextMistake);
    }
    if table.task().is_some_and(|task| !task.told) {
        key("t", "key-tell", Action::Tell);
    }
    if game.ending.is_none() && !table.is_automatic() {
        key("x", "key-resign", Action::Resign);
    }
    key("?", "key-help", Action::Help);
    key("Esc", "key-menu", Action::Back);
    keys
}
