//! Line plots.

use super::number::{interval, of, plain};
use super::palette::LINES;
use super::svg::{Anchor, document, escaped, label, width_of};
use crate::report::{Field, Grid, Row, Section, Unit};

const TOP: f64 = 44.0;
const WIDE: f64 = 520.0;
const HIGH: f64 = 300.0;

struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

impl Axis {
    /// Upwards: shares from 0 to 1, powers of ten, or from zero with some air above.
    fn upwards(numbers: &[f64], kind: Unit, log: bool) -> Axis {
        let (least, most) = if numbers.is_empty() {
            (1.0, 10.0)
        } else {
            ends(numbers)
        };
        if kind == Unit::Share {
            return Axis {
                low: 0.0,
                high: 1.0,
                log: false,
            };
        }
        if log {
            let low = 10_f64.powf(least.log10().floor());
            let high = 10_f64.powf(most.log10().ceil()).max(10.0 * low);
            return Axis { low, high, log };
        }
        let low = least.min(0.0);
        let span = if most > low { most - low } else { 1.0 };
        let high = low + 1.05 * span;
        Axis { low, high, log }
    }

    fn place(&self, value: f64) -> f64 {
        let scaled = |v: f64| if self.log { v.max(1e-9).log10() } else { v };
        let span = scaled(self.high) - scaled(self.low);
        if span > 0.0 {
            (scaled(value) - scaled(self.low)) / span
        } else {
            0.5
        }
    }

    /// Round numbers from end to end.
    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let (from, to) = (
                self.low.log10().floor() as i32,
                self.high.log10().ceil() as i32,
            );
            return (from..=to)
                .map(|power| 10_f64.powi(power))
                .filter(|t| (self.low..=self.high).contains(t))
                .collect();
        }
        let rough = (self.high - self.low) / 5.0;
        let unit = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|m| m * unit)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(unit);
        let first = (self.low / step).ceil() as i64;
        (first..first + 20)
            .map(|n| n as f64 * step)
            .take_while(|t| *t <= self.high + 1e-9)
            .collect()
    }
}

/// The least and the greatest.
fn ends(numbers: &[f64]) -> (f64, f64) {
    let wider = |(low, high): (f64, f64), &number: &f64| (low.min(number), high.max(number));
    numbers.iter().fold((f64::MAX, f64::MIN), wider)
}

/// Whether a number has a place on this kind of axis.
fn has_place(number: f64, log: bool) -> bool {
    number.is_finite() && (!log || number > 0.0)
}

/// The rows as lines, the published ones dashed.
pub(super) fn draw(section: &Section, log: bool) -> String {
    let plot = Plot::new(&section.grid, log);
    let mut body = plot.frame();
    let mut entries = Vec::new();
    for (number, row) in plot.grid.rows.iter().enumerate() {
        body += &plot.measured(number, row, &mut entries);
        body += &plot.published(number, row, &mut entries);
    }
    let (legend, width) = plot.legend(&entries);
    body += &legend;
    let height = (TOP + HIGH + 56.0).max(TOP + 30.0 + 22.0 * entries.len() as f64);
    document(width, height, &section.title, &body)
}

/// Where everything is.
struct Plot<'a> {
    grid: &'a Grid,
    /// What the figures are.
    kind: Unit,
    /// One for each column.
    xs: Vec<f64>,
    across: Axis,
    up: Axis,
    /// Where the plot begins, right of the numbers.
    left: f64,
    log: bool,
}

/// A line of the legend.
struct Entry {
    name: String,
    /// Which row.
    number: usize,
    published: bool,
}

impl<'a> Plot<'a> {
    fn new(grid: &'a Grid, log: bool) -> Plot<'a> {
        let fields = || grid.rows.iter().flat_map(|row| &row.fields);
        let kind = fields().next().map_or(Unit::Mean, |field| field.kind);
        let numbers: Vec<f64> = fields()
            .flat_map(|field| {
                let ours = field.figure.map(|f| [f.value, f.low, f.high]);
                ours.into_iter().flatten().chain(field.published)
            })
            .filter(|&number| has_place(number, log))
            .collect();
        let xs = grid.columns.iter().map(|text| text.parse().unwrap_or(0.0));
        let xs: Vec<f64> = xs.collect();
        let (low, high) = ends(&xs);
        let up = Axis::upwards(&numbers, kind, log);
        let widest = up.ticks().into_iter();
        let widest = widest.map(|tick| width_of(&written(kind, tick)));
        Plot {
            left: 24.0 + widest.fold(50.0, f64::max),
            across: Axis {
                low,
                high,
                log: false,
            },
            grid,
            kind,
            xs,
            up,
            log,
        }
    }

    fn px(&self, x: f64) -> f64 {
        self.left + 16.0 + (WIDE - 32.0) * self.across.place(x)
    }

    fn py(&self, y: f64) -> f64 {
        TOP + HIGH * (1.0 - self.up.place(y).clamp(0.0, 1.0))
    }

    /// The name of what tells the lines apart. Without coordinates for series there is one line, and no name for it.
    fn series(&self) -> Option<&str> {
        let names = self.grid.corner.split_once(" \\ ");
        names.map(|(series, _)| series)
    }

    /// Head, axes and their numbers.
    fn frame(&self) -> String {
        let left = self.left;
        let what = self.grid.what.clone().unwrap_or_default();
        let mut body = label(16.0, 22.0, Anchor::Start, "ink head", &what);
        for tick in self.up.ticks() {
            let y = self.py(tick);
            body += &format!(
                "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" class=\"rule\"/>\n",
                left + WIDE
            );
            let text = written(self.kind, tick);
            body += &label(left - 8.0, y + 4.0, Anchor::End, "soft", &text);
        }
        for (x, text) in self.xs.iter().zip(&self.grid.columns) {
            let x = self.px(*x);
            body += &label(x, TOP + HIGH + 20.0, Anchor::Middle, "soft", text);
        }
        let name = self.grid.corner.rsplit(" \\ ").next().unwrap_or_default();
        let (x, y) = (left + WIDE / 2.0, TOP + HIGH + 42.0);
        body + &label(x, y, Anchor::Middle, "ink", name)
    }

    /// Our line, with intervals and marks.
    fn measured(&self, number: usize, row: &Row, entries: &mut Vec<Entry>) -> String {
        let name = self.series().map_or("measured", |_| &row.name);
        entries.push(Entry {
            name: name.to_owned(),
            number,
            published: false,
        });
        let colour = colour(number);
        let points: Vec<(f64, f64, &Field)> = self
            .xs
            .iter()
            .zip(&row.fields)
            .filter_map(|(&x, field)| {
                let value = field.figure?.value;
                has_place(value, self.log).then(|| (self.px(x), self.py(value), field))
            })
            .collect();
        let line = points.iter().map(|&(x, y, _)| (x, y));
        let mut body = polyline(line, colour, false);
        for (x, y, field) in points {
            body += &self.point(number, row, field, (x, y));
        }
        body
    }

    fn point(&self, number: usize, row: &Row, field: &Field, (x, y): (f64, f64)) -> String {
        let Some(figure) = field.figure else {
            return String::new();
        };
        let (mut body, colour) = (String::new(), colour(number));
        let interval = interval(field);
        if interval.is_some() && figure.low.is_finite() && figure.high.is_finite() {
            let (low, high) = (self.py(figure.low), self.py(figure.high));
            body += &format!(
                "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" class=\"stroke {colour}\" stroke-width=\"1.5\"/>\n"
            );
        }
        let hover = format!(
            "{}: {} {}, n = {}",
            row.name,
            of(self.kind, figure.value),
            interval.unwrap_or_default(),
            figure.n
        );
        body + &format!(
            "<g><title>{}</title>{}</g>\n",
            escaped(&hover),
            mark(number, x, y, colour)
        )
    }

    /// Their line, if there is one.
    fn published(&self, number: usize, row: &Row, entries: &mut Vec<Entry>) -> String {
        let points: Vec<(f64, f64)> = self
            .xs
            .iter()
            .zip(&row.fields)
            .filter_map(|(&x, field)| {
                let value = field.published?;
                has_place(value, self.log).then(|| (self.px(x), self.py(value)))
            })
            .collect();
        if points.is_empty() {
            return String::new();
        }
        entries.push(Entry {
            name: match self.series() {
                Some(_) => format!("{}, published", row.name),
                None => "published".to_owned(),
            },
            number,
            published: true,
        });
        let colour = colour(number);
        let mut body = polyline(points.iter().copied(), colour, true);
        for (x, y) in points {
            body += &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" class=\"open {colour}\" stroke-width=\"1.5\"/>\n"
            );
        }
        body
    }

    /// What the lines are, and how wide the drawing is with it.
    fn legend(&self, entries: &[Entry]) -> (String, f64) {
        let right = self.left + WIDE + 24.0;
        if self.series().is_none() && entries.len() <= 1 {
            return (String::new(), right);
        }
        let series = self.series().unwrap_or_default();
        let mut body = label(right, 22.0, Anchor::Start, "soft", series);
        let mut width = right + width_of(series) + 12.0;
        for (place, entry) in entries.iter().enumerate() {
            let y = TOP + 10.0 + 22.0 * place as f64;
            let (colour, line) = (colour(entry.number), [(right, y), (right + 26.0, y)]);
            body += &polyline(line.into_iter(), colour, entry.published);
            if !entry.published {
                body += &mark(entry.number, right + 13.0, y, colour);
                body.push('\n');
            }
            body += &label(right + 34.0, y + 4.0, Anchor::Start, "ink", &entry.name);
            width = width.max(right + 34.0 + width_of(&entry.name) + 12.0);
        }
        (body, width)
    }
}

/// The class that gives a line its colour.
fn colour(number: usize) -> &'static str {
    LINES[number % LINES.len()].0
}

/// A number beside the axis.
fn written(kind: Unit, tick: f64) -> String {
    match kind {
        Unit::Share => of(kind, tick),
        _ => plain(tick),
    }
}

fn polyline(points: impl Iterator<Item = (f64, f64)>, colour: &str, dashed: bool) -> String {
    let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dash = if dashed {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    format!(
        "<polyline points=\"{}\" class=\"stroke {colour}\" stroke-width=\"2\"{dash}/>\n",
        points.join(" ")
    )
}

/// A shape for each line, so that colour is not all that tells them apart.
fn mark(number: usize, x: f64, y: f64, colour: &str) -> String {
    match number % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" class=\"{colour}\"/>"),
        1 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\" class=\"{colour}\"/>",
            x - 4.0,
            y - 4.0
        ),
        2 => format!(
            "<path d=\"M{x:.1} {:.1}l5.5 9.5h-11z\" class=\"{colour}\"/>",
            y - 5.5
        ),
        _ => format!(
            "<path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\" class=\"{colour}\"/>",
            y - 5.5
        ),
    }
}
