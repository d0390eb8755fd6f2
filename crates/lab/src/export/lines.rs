//! Line plots.

use super::number::{interval, of, plain};
use super::svg::{Anchor, document, escaped, label, width_of};
use crate::report::{Section, Unit};

/// Colours that people with colour blindness tell apart too (Okabe and Ito).
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a",
];

const TOP: f64 = 44.0;
const WIDE: f64 = 520.0;
const HIGH: f64 = 300.0;

struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

impl Axis {
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

/// The rows as lines, the published ones dashed.
pub(super) fn draw(section: &Section, log: bool) -> String {
    let grid = &section.grid;
    let kind = grid
        .rows
        .first()
        .and_then(|row| row.fields.first())
        .map_or(Unit::Mean, |field| field.kind);
    let xs: Vec<f64> = grid
        .columns
        .iter()
        .map(|text| text.parse().unwrap_or(0.0))
        .collect();
    let shown = |v: &f64| v.is_finite() && (!log || *v > 0.0);
    let numbers: Vec<f64> = grid
        .rows
        .iter()
        .flat_map(|row| &row.fields)
        .flat_map(|field| {
            let ours = field.figure.map(|f| [f.value, f.low, f.high]);
            ours.into_iter().flatten().chain(field.published)
        })
        .filter(shown)
        .collect();
    let (least, most) = numbers
        .iter()
        .fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
    let (least, most) = if numbers.is_empty() {
        (1.0, 10.0)
    } else {
        (least, most)
    };
    let up = match kind {
        Unit::Share => Axis {
            low: 0.0,
            high: 1.0,
            log: false,
        },
        _ if log => Axis {
            low: 10_f64.powf(least.log10().floor()),
            high: 10_f64
                .powf(most.log10().ceil())
                .max(10.0 * 10_f64.powf(least.log10().floor())),
            log,
        },
        _ => {
            let low = least.min(0.0);
            let span = if most > low { most - low } else { 1.0 };
            Axis {
                low,
                high: low + 1.05 * span,
                log,
            }
        }
    };
    let (x_low, x_high) = xs
        .iter()
        .fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
    let across = Axis {
        low: x_low,
        high: x_high,
        log: false,
    };
    let written = |tick: f64| match kind {
        Unit::Share => of(kind, tick),
        _ => plain(tick),
    };
    let ticks = up.ticks();
    let widest = ticks.iter().map(|&tick| width_of(&written(tick)));
    let left = 24.0 + widest.fold(50.0, f64::max);
    let px = |x: f64| left + 16.0 + (WIDE - 32.0) * across.place(x);
    let py = |y: f64| TOP + HIGH * (1.0 - up.place(y).clamp(0.0, 1.0));

    let mut body = label(
        16.0,
        22.0,
        Anchor::Start,
        "ink head",
        &grid.what.clone().unwrap_or_default(),
    );
    for tick in ticks {
        let y = py(tick);
        body += &format!(
            "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" class=\"rule\"/>\n",
            left + WIDE
        );
        body += &label(left - 8.0, y + 4.0, Anchor::End, "soft", &written(tick));
    }
    for (x, text) in xs.iter().zip(&grid.columns) {
        body += &label(px(*x), TOP + HIGH + 20.0, Anchor::Middle, "soft", text);
    }
    let name = grid.corner.rsplit(" \\ ").next().unwrap_or_default();
    body += &label(
        left + WIDE / 2.0,
        TOP + HIGH + 42.0,
        Anchor::Middle,
        "ink",
        name,
    );

    // Without coordinates for series there is one line, and no name for it.
    let series = grid.corner.split_once(" \\ ").map(|(series, _)| series);
    let mut legend: Vec<(String, &str, usize, bool)> = Vec::new();
    for (number, row) in grid.rows.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let points: Vec<(f64, f64, &crate::report::Field)> = xs
            .iter()
            .zip(&row.fields)
            .filter_map(|(&x, field)| {
                field
                    .figure
                    .filter(|f| shown(&f.value))
                    .map(|f| (px(x), py(f.value), field))
            })
            .collect();
        body += &polyline(points.iter().map(|(x, y, _)| (*x, *y)), colour, false);
        for (x, y, field) in &points {
            let Some(figure) = field.figure else { continue };
            if interval(field).is_some() && figure.low.is_finite() && figure.high.is_finite() {
                let (low, high) = (py(figure.low), py(figure.high));
                body += &format!(
                    "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n"
                );
            }
            let hover = format!(
                "{}: {} {}, n = {}",
                row.name,
                of(kind, figure.value),
                interval(field).unwrap_or_default(),
                figure.n
            );
            body += &format!(
                "<g><title>{}</title>{}</g>\n",
                escaped(&hover),
                mark(number, *x, *y, colour)
            );
        }
        let name = series.map_or("measured", |_| row.name.as_str());
        legend.push((name.to_owned(), colour, number, false));
        let theirs: Vec<(f64, f64)> = xs
            .iter()
            .zip(&row.fields)
            .filter_map(|(&x, field)| field.published.filter(shown).map(|y| (px(x), py(y))))
            .collect();
        if !theirs.is_empty() {
            body += &polyline(theirs.iter().copied(), colour, true);
            for (x, y) in &theirs {
                body += &format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" class=\"paper\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n"
                );
            }
            let name = match series {
                Some(_) => format!("{}, published", row.name),
                None => "published".to_owned(),
            };
            legend.push((name, colour, number, true));
        }
    }
    let right = left + WIDE + 24.0;
    let named = series.is_some() || legend.len() > 1;
    let mut width = left + WIDE + 24.0;
    if named {
        body += &label(
            right,
            22.0,
            Anchor::Start,
            "soft",
            series.unwrap_or_default(),
        );
        width = width.max(right + width_of(series.unwrap_or_default()) + 12.0);
        for (place, (name, colour, number, dashed)) in legend.iter().enumerate() {
            let y = TOP + 10.0 + 22.0 * place as f64;
            body += &polyline([(right, y), (right + 26.0, y)].into_iter(), colour, *dashed);
            if !dashed {
                body += &mark(*number, right + 13.0, y, colour);
                body.push('\n');
            }
            body += &label(right + 34.0, y + 4.0, Anchor::Start, "ink", name);
            width = width.max(right + 34.0 + width_of(name) + 12.0);
        }
    }
    let height = (TOP + HIGH + 56.0).max(TOP + 30.0 + 22.0 * legend.len() as f64);
    document(width, height, &section.title, &body)
}

fn polyline(points: impl Iterator<Item = (f64, f64)>, colour: &str, dashed: bool) -> String {
    let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let dash = if dashed {
        " stroke-dasharray=\"5 4\""
    } else {
        ""
    };
    format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\n",
        points.join(" ")
    )
}

/// A shape for each line, so that colour is not all that tells them apart.
fn mark(number: usize, x: f64, y: f64, colour: &str) -> String {
    match number % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{colour}\"/>"),
        1 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\" fill=\"{colour}\"/>",
            x - 4.0,
            y - 4.0
        ),
        2 => format!(
            "<path d=\"M{x:.1} {:.1}l5.5 9.5h-11z\" fill=\"{colour}\"/>",
            y - 5.5
        ),
        _ => format!(
            "<path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\" fill=\"{colour}\"/>",
            y - 5.5
        ),
    }
}
