//! The screens that are lists of lines: the menu, the form for a new game, the games that are kept.

use poda_coach::offers;
use poda_web::api::GameSummary;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use super::{Hits, Key, keys, paragraph, title};
use crate::play::look::Look;
use crate::play::state::{Action, Field, Form, MenuItem, SeatChoice, State};
use crate::play::words::Words;

/// Where the parts of such a screen are: the title, the lines, what is said, the keys.
fn parts(frame: &mut Frame<'_>, state: &State, look: &Look, name: &str) -> [Rect; 2] {
    let [top, _, body, note, below] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    title(frame, top, &state.words, look, name);
    if let Some(text) = &state.note {
        paragraph(frame.buffer_mut(), note, text, look.alarm());
    }
    [body, below]
}

/// One line of a list, in reverse video if it is chosen, with an arrow before it for those who see no reverse video.
fn entry(frame: &mut Frame<'_>, area: Rect, look: &Look, text: &str, chosen: bool) {
    let arrow = if chosen { look.sign("▶", ">") } else { " " };
    let style = if chosen {
        look.chosen()
    } else {
        Default::default()
    };
    let line = Line::from(vec![
        Span::styled(arrow, look.strong()),
        Span::raw(" "),
        Span::styled(text.to_owned(), style),
    ]);
    frame.render_widget(line, area);
}

pub(super) fn menu(frame: &mut Frame<'_>, state: &State, look: &Look, at: usize, hits: &mut Hits) {
    let words = &state.words;
    let names: Vec<String> = offers()
        .iter()
        .map(|offer| words.text(&offer.name))
        .collect();
    let names = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => {
            let values = [
                ("others", others.join(", ").into()),
                ("last", last.as_str().into()),
            ];
            words.with("terminal-and", &values)
        }
        None => String::new(),
    };
    let [body, below] = parts(frame, state, look, &words.text("menu"));
    let slogan = words.with("slogan", &[("games", names.into())]);
    let used = paragraph(frame.buffer_mut(), body, &slogan, look.quiet());
    let items = state.menu();
    let at = at.min(items.len() - 1);
    for (number, item) in items.into_iter().enumerate() {
        let text = match item {
            MenuItem::New => words.text("menu-new"),
            MenuItem::Continue => match state.latest() {
                Some(game) => format!("{}: {}", words.text("menu-continue"), summary(words, game)),
                None => words.text("menu-continue"),
            },
            MenuItem::Past => words.text("menu-past"),
            MenuItem::Help => words.text("terminal-menu-help"),
            MenuItem::Quit => words.text("menu-quit"),
        };
        let y = body.y + used + 1 + number as u16;
        if y < body.bottom() {
            let line = Rect::new(body.x, y, body.width, 1);
            entry(frame, line, look, &text, number == at);
            hits.push((line, Action::Pick(number)));
        }
    }
    let choices = vec![
        Key::new("Enter", words.text("key-choose"), Action::Accept),
        Key::new("?", words.text("key-help"), Action::Help),
        Key::new("q", words.text("key-quit"), Action::Quit),
    ];
    keys(frame, below, look, choices, hits);
}

/// A game in one line: what, who, how far, how it ended.
fn summary(words: &Words, game: &GameSummary) -> String {
    let seats: Vec<String> = game.seats.iter().map(|seat| words.seat(seat)).collect();
    let mut parts = vec![
        words.describe(&game.rules),
        seats.join(" / "),
        words.with("games-moves", &[("plies", game.plies.into())]),
    ];
    parts.extend(words.ended(game.ending.as_ref()));
    parts.join(words.between())
}

pub(super) fn games(frame: &mut Frame<'_>, state: &State, look: &Look, at: usize, hits: &mut Hits) {
    let words = &state.words;
    let [body, below] = parts(frame, state, look, &words.text("games-title"));
    if state.games.is_empty() {
        let none = format!(
            "{} {}",
            words.text("games-none-open"),
            words.text("games-none-over")
        );
        paragraph(frame.buffer_mut(), body, &none, look.quiet());
    }
    // The chosen line is always in sight.
    let room = usize::from(body.height).max(1);
    let from = (at + 1).saturating_sub(room);
    let shown = state.games.iter().enumerate().skip(from).take(room);
    for (y, (number, game)) in (body.y..).zip(shown) {
        let line = Rect::new(body.x, y, body.width, 1);
        entry(frame, line, look, &summary(words, game), number == at);
        hits.push((line, Action::Pick(number)));
    }
    let choices = vec![
        Key::new("Enter", words.text("games-resume"), Action::Accept),
        Key::new("d", words.text("games-delete"), Action::Delete),
        Key::new("n", words.text("key-new"), Action::New),
        Key::new("Esc", words.text("key-menu"), Action::Back),
        Key::new("?", words.text("key-help"), Action::Help),
    ];
    keys(frame, below, look, choices, hits);
}

pub(super) fn form(
    frame: &mut Frame<'_>,
    state: &State,
    look: &Look,
    form: &Form,
    hits: &mut Hits,
) {
    let words = &state.words;
    let [body, below] = parts(frame, state, look, &words.text("new-title"));
    let fields = form.fields();
    let at = form.at.min(fields.len() - 1);
    let room = usize::from(body.height).saturating_sub(3).max(1);
    let from = (at + 1).saturating_sub(room);
    let mut y = body.y;
    for (number, field) in fields.into_iter().enumerate().skip(from).take(room) {
        let line = Rect::new(body.x, y, body.width, 1);
        entry(
            frame,
            line,
            look,
            &field_text(words, look, form, field),
            number == at,
        );
        hits.push((line, Action::Pick(number)));
        y += 1;
    }
    let said = Rect::new(
        body.x,
        y + 1,
        body.width,
        body.bottom().saturating_sub(y + 1),
    );
    match &form.problem {
        Some(problem) => paragraph(frame.buffer_mut(), said, problem, look.alarm()),
        None => {
            let how = match look.ascii {
                true => words.text("terminal-turn-it-plain"),
                false => words.text("terminal-turn-it"),
            };
            paragraph(frame.buffer_mut(), said, &how, look.quiet())
        }
    };
    let choices = vec![
        Key::new("Enter", words.text("new-start"), Action::Accept),
        Key::new("Esc", words.text("key-menu"), Action::Back),
    ];
    keys(frame, below, look, choices, hits);
}

/// A line of the form: what it is about, and what is chosen.
fn field_text(words: &Words, look: &Look, form: &Form, field: Field) -> String {
    let times = look.sign("×", "x");
    let variant = form.chosen();
    let (name, value) = match field {
        Field::Game => {
            let more = variant.players > variant.offer.players.least as u8;
            let name = match more {
                true => words.text(&format!("{}-three", variant.offer.name)),
                false => words.text(&variant.offer.name),
            };
            (words.text("new-which"), name)
        }
        Field::Board => {
            let size = form.size();
            let size = format!("{} {times} {}", size.rows, size.columns);
            let value = match form.is_own_board() {
                true => format!("{}: {size}", words.text("new-own")),
                false => size,
            };
            (words.text("new-board"), value)
        }
        Field::Rows => (words.text("new-rows"), form.own.rows.to_string()),
        Field::Columns => (words.text("new-columns"), form.own.columns.to_string()),
        Field::Run => (words.text("new-run"), form.run.to_string()),
        Field::Seat(seat) => {
            let colour = words.player(seat as u8);
            let values = [("colour", colour.into()), ("order", seat.into())];
            let name = format!(
                "{} {}",
                look.mark(seat as u8),
                words.with("new-seat", &values)
            );
            let value = match &form.seats[seat].choice {
                SeatChoice::Human => words.text("new-kind-human"),
                SeatChoice::Friend => words.text("new-friend"),
                SeatChoice::Character(name) => format!(
                    "{}: {}",
                    words.text(&format!("character-{name}")),
                    words.text(&format!("character-{name}-about"))
                ),
                SeatChoice::Named => words.text("terminal-other"),
            };
            (name, value)
        }
        Field::Agent(seat) => {
            let name = format!("{}_", form.seats[seat].name);
            (format!("  {}", words.text("terminal-agent")), name)
        }
        Field::Start => return format!("[ {} ]", words.text("new-start")),
    };
    let (back, on) = (look.sign("◀", "<"), look.sign("▶", ">"));
    match field {
        Field::Agent(_) => format!("{name:<22} {value}"),
        _ => format!("{name:<22} {back} {value} {on}"),
    }
}
