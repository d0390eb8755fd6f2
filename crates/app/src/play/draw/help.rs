//! The keys, and the rules of the games.

use poda_coach::offers;
use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::{card, wrap};
use crate::play::look::Look;
use crate::play::state::State;

pub(super) fn draw(frame: &mut Frame<'_>, state: &State, look: &Look, scroll: u16) {
    let words = &state.words;
    let arrows = look.sign("← → ↑ ↓", "arrows");
    let keys = [
        (arrows, words.text("help-arrows")),
        ("1 … 9, 0", words.text("key-column")),
        ("Enter, Space", words.text("help-enter")),
        ("u r", words.text("help-undo")),
        ("i", words.text("help-hint")),
        ("a", words.text("help-analysis")),
        ("v n t", words.text("help-review")),
        ("[ ] { }", words.text("help-step")),
        ("Enter", words.text("help-now")),
        ("p s", words.text("help-pause")),
        ("x", words.text("help-resign")),
        ("R", words.text("help-rematch")),
        ("m", words.text("help-mute")),
        (".", words.text("help-repeat")),
        ("?", words.text("help-help")),
        ("Esc, q", words.text("help-leave")),
    ];
    let mut lines: Vec<Line<'_>> = keys
        .into_iter()
        .map(|(key, does)| {
            let key = if look.ascii {
                key.replace('…', "-")
            } else {
                key.to_owned()
            };
            Line::from(vec![
                Span::styled(format!("{key:<13}"), look.strong()),
                Span::raw(does),
            ])
        })
        .collect();
    let area = frame.area();
    let width = usize::from(area.width.saturating_sub(2));
    lines.push(Line::default());
    lines.push(Line::styled(words.text("help-rules"), look.strong()));
    for offer in offers() {
        lines.push(Line::styled(words.text(&offer.name), look.strong()));
        let rules = words.text(&format!("{}-rules", offer.name));
        lines.extend(wrap(&rules, width).into_iter().map(Line::from));
    }
    frame.render_widget(Clear, area);
    let title = format!(" {} ", words.text("help-title"));
    let close = format!(" Esc: {} ", words.text("close"));
    let block = card(look, Span::styled(title, look.strong())).title_bottom(close);
    let room = block.inner(area).height;
    // The last line stays in sight.
    let most = (lines.len() as u16).saturating_sub(room);
    let text = Paragraph::new(lines).scroll((scroll.min(most), 0));
    frame.render_widget(text.block(block), area);
}
