//! Heat maps.

use super::number::{has_published, interval, of, plain, value};
use super::palette::{LITTLE, MUCH, NEITHER};
use super::svg::{Anchor, document, escaped, label, width_of};
use crate::report::{Field, Grid, Section, Unit};

const HIGH: f64 = 52.0;
const TOP: f64 = 62.0;
const GAP: f64 = 40.0;

/// The grid as colours, and the published one beside it.
pub(super) fn draw(section: &Section) -> String {
    let grid = &section.grid;
    let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(width_of).fold(0.0, f64::max);
    let left = 16.0
        + longest(&mut grid.rows.iter().map(|row| row.name.as_str())).max(width_of(&grid.corner));
    let heads = longest(&mut grid.columns.iter().map(String::as_str));
    let fields = || grid.rows.iter().flat_map(|row| &row.fields);
    // Intervals are written smaller.
    let inside = fields()
        .filter_map(interval)
        .map(|text| 0.85 * width_of(&text))
        .fold(96.0, f64::max);
    let wide = heads.max(inside) + 12.0;
    let published = has_published(grid);
    let panel = wide * grid.columns.len() as f64;
    let width = left + panel + 16.0 + if published { GAP + panel } else { 0.0 };
    let height = TOP + HIGH * grid.rows.len() as f64 + 16.0;

    let ours = |field: &Field| field.figure.map(|figure| figure.value);
    let theirs = |field: &Field| field.published;
    let scale = Scale::new(
        grid,
        fields().filter_map(ours).chain(fields().filter_map(theirs)),
    );

    let mut body = label(left - 8.0, TOP - 12.0, Anchor::End, "soft", &grid.corner);
    for (row_number, row) in grid.rows.iter().enumerate() {
        let y = TOP + HIGH * row_number as f64;
        body += &label(
            left - 8.0,
            y + HIGH / 2.0 + 4.0,
            Anchor::End,
            "ink",
            &row.name,
        );
    }
    let mut draw_panel =
        |from: f64, name: &str, of_field: &dyn Fn(&Field) -> Option<f64>, is_ours: bool| {
            body += &label(from + 4.0, 22.0, Anchor::Start, "ink head", name);
            for (number, column) in grid.columns.iter().enumerate() {
                let x = from + wide * (number as f64 + 0.5);
                body += &label(x, TOP - 12.0, Anchor::Middle, "ink", column);
            }
            for (row_number, row) in grid.rows.iter().enumerate() {
                for (column_number, field) in row.fields.iter().enumerate() {
                    let x = from + wide * column_number as f64;
                    let y = TOP + HIGH * row_number as f64;
                    body += &tile(
                        grid,
                        row_number,
                        column_number,
                        field,
                        of_field(field),
                        is_ours,
                        &scale,
                        (x, y, wide),
                    );
                }
            }
        };
    draw_panel(left, if published { "measured" } else { "" }, &ours, true);
    if published {
        draw_panel(left + panel + GAP, "published", &theirs, false);
    }
    document(width, height, &section.title, &body)
}

#[expect(clippy::too_many_arguments, reason = "one place, one figure")]
fn tile(
    grid: &Grid,
    row: usize,
    column: usize,
    field: &Field,
    number: Option<f64>,
    ours: bool,
    scale: &Scale,
    (x, y, wide): (f64, f64, f64),
) -> String {
    let (w, h) = (wide - 2.0, HIGH - 2.0);
    let Some(number) = number else {
        return format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" class=\"void\"/>\n"
        );
    };
    let tint = scale.tint(number);
    let text = if ours {
        value(field)
    } else {
        of(field.kind, number)
    };
    let below = if ours { interval(field) } else { None };
    let mut hover = format!("{} / {}: {text}", grid.rows[row].name, grid.columns[column]);
    if let (true, Some(figure)) = (ours, field.figure) {
        hover += &format!(
            " {}, n = {}",
            below.clone().unwrap_or_default(),
            plain(figure.n as f64)
        );
    }
    let middle = y + h / 2.0;
    let place = format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\"");
    let mut out = format!(
        "<g><title>{}</title><rect {place} class=\"neither\"/><rect {place} class=\"{}\" fill-opacity=\"{:.2}\"/>\n",
        escaped(&hover),
        tint.towards,
        tint.part
    );
    let ink = tint.ink();
    let up = if below.is_some() { -3.0 } else { 5.0 };
    out += &label(x + w / 2.0, middle + up, Anchor::Middle, ink, &text);
    if let Some(below) = below {
        out += &label(
            x + w / 2.0,
            middle + 14.0,
            Anchor::Middle,
            &format!("{ink} small"),
            &below,
        );
    }
    out + "</g>\n"
}

/// From numbers to colours.
enum Scale {
    /// Shares: one half is neutral.
    Share,
    /// Anything else, by the logarithm.
    Log { low: f64, high: f64 },
}

impl Scale {
    fn new(grid: &Grid, numbers: impl Iterator<Item = f64>) -> Scale {
        let kind = grid
            .rows
            .first()
            .and_then(|row| row.fields.first())
            .map(|field| field.kind);
        if kind == Some(Unit::Share) {
            return Scale::Share;
        }
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for number in numbers.filter(|number| number.is_finite()) {
            low = low.min(number.max(0.0));
            high = high.max(number);
        }
        Scale::Log { low, high }
    }

    fn tint(&self, number: f64) -> Tint {
        let (part, towards) = match *self {
            Scale::Share if number < 0.5 => (1.0 - 2.0 * number, "little"),
            Scale::Share => (2.0 * number - 1.0, "much"),
            Scale::Log { low, high } => {
                let log = |x: f64| (1.0 + x.max(0.0)).ln();
                let span = log(high) - log(low);
                let part = (log(number) - log(low)) / span;
                (if span > 0.0 { part } else { 0.0 }, "much")
            }
        };
        Tint {
            towards,
            part: part.clamp(0.0, 1.0),
        }
    }
}

/// The colour of a tile: so much of one laid over the neutral one. Classes, so that a page can give them colours of its own.
struct Tint {
    towards: &'static str,
    part: f64,
}

impl Tint {
    /// The class of the text on it, where the drawing stands alone.
    fn ink(&self) -> &'static str {
        let towards = if self.towards == "much" { MUCH } else { LITTLE };
        // Weights of the channels in perceived brightness.
        let bright =
            |[r, g, b]: [u8; 3]| 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
        let mixed = bright(NEITHER) + (bright(towards) - bright(NEITHER)) * self.part;
        if mixed > 140.0 { "dark" } else { "pale" }
    }
}
