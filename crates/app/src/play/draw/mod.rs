//! Everything that is seen, and what a click on it means.

mod board;
mod canvas;
mod column;
mod game;
mod help;
mod lists;
mod study;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};
use ratatui::{buffer::Buffer, symbols::border};

pub(crate) use canvas::Hits;

use super::look::Look;
use super::state::{Action, Question, Screen, State};
use super::words::Words;

/// The smallest window in which a game can be played.
const LEAST: (u16, u16) = (34, 12);

/// Draws the screen; what a click on each part of it means.
pub(crate) fn draw(frame: &mut Frame<'_>, state: &State, look: &Look) -> Hits {
    let mut hits = Hits::new();
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let size = [("columns", LEAST.0.into()), ("rows", LEAST.1.into())];
        let text = state.words.with("terminal-small", &size);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return hits;
    }
    match &state.screen {
        Screen::Menu { at } => lists::menu(frame, state, look, *at, &mut hits),
        Screen::New(form) => lists::form(frame, state, look, form, &mut hits),
        Screen::Games { at } => lists::games(frame, state, look, *at, &mut hits),
        Screen::Game(table) => game::draw(frame, state, look, table, &mut hits),
    }
    if let Some(scroll) = state.help {
        hits.clear();
        help::draw(frame, state, look, scroll);
    }
    if let Some(question) = &state.question {
        hits.clear();
        ask(frame, &state.words, look, question, &mut hits);
    }
    hits
}

/// A key and what it does, as the last line of a screen shows them.
struct Key {
    key: &'static str,
    does: String,
    action: Action,
}

impl Key {
    fn new(key: &'static str, does: String, action: Action) -> Key {
        Key { key, does, action }
    }
}

/// The keys that mean something now, on as many lines as there are; those that do not fit are in the help.
fn keys(frame: &mut Frame<'_>, area: Rect, look: &Look, keys: Vec<Key>, hits: &mut Hits) {
    let (mut x, mut y) = (area.x, area.y);
    for Key { key, does, action } in keys {
        let width = (key.chars().count() + 1 + does.chars().count()) as u16;
        if x + width > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() || x + width > area.right() {
            break;
        }
        let line = Line::from(vec![
            Span::styled(key, look.strong()),
            Span::raw(" "),
            Span::styled(does, look.quiet()),
        ]);
        frame.buffer_mut().set_line(x, y, &line, width);
        hits.push((Rect::new(x, y, width, 1), action));
        x += width + 2;
    }
}

/// The name of the screen, above everything.
fn title(frame: &mut Frame<'_>, area: Rect, words: &Words, look: &Look, text: &str) {
    let between = words.between();
    let line = Line::from(vec![
        Span::styled(words.text("poda"), look.strong()),
        Span::styled(format!("{between}{text}"), look.quiet()),
    ]);
    frame.render_widget(line, area);
}

/// A frame with a title, in signs that the terminal has.
fn card<'a>(look: &Look, title: impl Into<Line<'a>>) -> Block<'a> {
    const PLAIN: border::Set<'_> = border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    };
    let block = Block::bordered().title(title).border_style(look.quiet());
    if look.ascii {
        block.border_set(PLAIN)
    } else {
        block.border_type(BorderType::Rounded)
    }
}

/// A box in the middle of the screen.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let [area] = Layout::horizontal([Constraint::Length(width)])
        .flex(ratatui::layout::Flex::Center)
        .areas(area);
    let [area] = Layout::vertical([Constraint::Length(height)])
        .flex(ratatui::layout::Flex::Center)
        .areas(area);
    area
}

fn ask(frame: &mut Frame<'_>, words: &Words, look: &Look, question: &Question, hits: &mut Hits) {
    let (title, text) = match question {
        Question::Resign => (words.text("resign-title"), words.text("resign-text")),
        Question::Restart => (words.text("restart-title"), words.text("restart-text")),
        Question::Delete(_) => (
            words.text("games-delete-title"),
            words.text("games-delete-text"),
        ),
    };
    let area = middle(frame.area(), 46.min(frame.area().width), 6);
    frame.render_widget(Clear, area);
    let block = card(look, Span::styled(format!(" {title} "), look.strong()));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let [above, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(inside);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), above);
    let choices = vec![
        Key::new("y", words.text("key-yes"), Action::Yes),
        Key::new("n", words.text("key-no"), Action::No),
    ];
    keys(frame, below, look, choices, hits);
}

/// Text on several lines, as many as fit; how many it took.
fn paragraph(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    let mut used = 0;
    for line in wrap(text, area.width.into()) {
        if used >= area.height {
            break;
        }
        buffer.set_stringn(area.x, area.y + used, line, area.width.into(), style);
        used += 1;
    }
    used
}

/// A text in lines of a width; words that are longer are cut.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        let length = line.chars().count() + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if length < width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
pub(crate) mod tests;
