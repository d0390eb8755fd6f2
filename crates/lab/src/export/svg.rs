//! What all drawings share. They are written by hand: a few rectangles and lines need no library, every byte is ours to keep the
//! same, and one style sheet makes a drawing fit a light page and a dark one.

use super::palette::{DRAWING, DRAWING_AT_NIGHT, LINES, LITTLE, MUCH, NEITHER};

/// Text as it may stand in XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A drawing of this size.
pub(super) fn document(width: f64, height: f64, title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n",
        styles()
    )
}

/// The style sheet of a drawing that stands alone. What has one of the colours of lines is filled with it; strokes and open marks have it as
/// their outline.
fn styles() -> String {
    let lines = LINES.map(|(class, colour)| format!(".{class}{{fill:{colour};stroke:{colour}}}"));
    let lines = lines.concat();
    let heat = [("little", LITTLE), ("neither", NEITHER), ("much", MUCH)];
    let heat = heat.map(|(class, [r, g, b])| format!(".{class}{{fill:#{r:02x}{g:02x}{b:02x}}}"));
    let heat = heat.concat();
    format!(
        "{DRAWING}{heat}{lines}.stroke{{fill:none}}.open{{fill:#ffffff}}{TEXT}{DRAWING_AT_NIGHT}"
    )
}

const TEXT: &str = "\
text{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:13px}.small{font-size:10.5px}.head{font-weight:600}";

/// Where a text stands.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

pub(super) fn label(x: f64, y: f64, anchor: Anchor, class: &str, text: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>\n",
        escaped(text)
    )
}

/// About how wide a text is drawn.
pub(super) fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * 7.4
}
