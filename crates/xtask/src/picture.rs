//! A plain picture of times or counts over a logarithmic axis: a mark for each figure, a line where one was fitted.

use std::fmt::{Arguments, Write};

/// What is drawn.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// Where the axis below has words.
    pub(crate) ticks: Vec<(f64, String)>,
    pub(crate) series: Vec<Series>,
    /// A figure in words.
    pub(crate) words: fn(f64) -> String,
}

/// Figures that belong together.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
    /// The ends of a line that was fitted, and what is said of it.
    pub(crate) line: Option<[(f64, f64); 2]>,
}

pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) name: String,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 430.0;
/// Where the axes are, from the left and from the edges above and below.
const LEFT: f64 = 70.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 40.0;

/// Colours that can be told apart in grey and by the colour-blind, on light pages and dark ones; each with a mark of its own.
const LOOKS: [(&str, &str); 6] = [
    ("#d55e00", "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z"),
    ("#0072b2", "M-5 -5h10v10h-10z"),
    ("#009e73", "M0 -7l6.5 12h-13z"),
    ("#b07aa1", "M0 -7l7 7l-7 7l-7 -7z"),
    ("#8c8c00", "M0 7l6.5 -12h-13z"),
    ("#777777", "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z"),
];

/// The picture while it is drawn.
struct Drawing<'a> {
    chart: &'a Chart<'a>,
    svg: String,
    /// The powers of ten at the ends of the axis.
    powers: (f64, f64),
    /// The ends of the axis below.
    ends: (f64, f64),
}

impl Chart<'_> {
    /// An SVG picture that stands by itself.
    pub(crate) fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let lines = || {
            self.series
                .iter()
                .filter_map(|series| series.line)
                .flatten()
        };
        let heights = || {
            points()
                .map(|point| point.y)
                .chain(lines().map(|end| end.1))
        };
        let ticks = self.ticks.iter().map(|tick| tick.0);
        let places: Vec<f64> = points().map(|point| point.x).chain(ticks).collect();
        let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let margin = 0.5;
        let mut drawing = Drawing {
            chart: self,
            svg: String::new(),
            powers: (
                least(&mut heights()).log10().floor(),
                most(&mut heights()).log10().ceil(),
            ),
            ends: (
                least(&mut places.iter().copied()) - margin,
                most(&mut places.iter().copied()) + margin,
            ),
        };
        drawing.head();
        drawing.axes();
        drawing.series();
        drawing.svg + "</svg>\n"
    }
}

impl Drawing<'_> {
    fn line(&mut self, text: Arguments<'_>) {
        self.svg.write_fmt(text).expect("memory takes it");
        self.svg.push('\n');
    }

    fn x(&self, place: f64) -> f64 {
        let (from, to) = self.ends;
        LEFT + (place - from) / (to - from) * (WIDTH - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = self.powers;
        let share = (value.log10() - low) / (high - low).max(1.0);
        HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
    }

    fn head(&mut self) {
        let title = self.chart.title;
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>{title}</title>\n\
             <style>svg {{ background: #fff }} text {{ fill: #222 }} .grid {{ stroke: #8884 }}\n\
             @media (prefers-color-scheme: dark) {{ svg {{ background: #16181c }} text {{ fill: #ddd }} }}</style>\n\
             <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{title}</text>"
        ));
    }

    fn axes(&mut self) {
        for power in self.powers.0 as i32..=self.powers.1 as i32 {
            let value = 10f64.powi(power);
            let (at, words) = (self.y(value), (self.chart.words)(value));
            let (beside, below, end) = (LEFT - 8.0, at + 4.0, WIDTH - 8.0);
            self.line(format_args!(
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{end}\"/>\
                 <text x=\"{beside}\" y=\"{below:.1}\" text-anchor=\"end\">{words}</text>"
            ));
        }
        for (place, words) in &self.chart.ticks {
            let (at, below) = (self.x(*place), HEIGHT - 14.0);
            self.line(format_args!(
                "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{words}</text>"
            ));
        }
    }

    fn series(&mut self) {
        let mut beside = LEFT + 8.0;
        for (place, series) in self.chart.series.iter().enumerate() {
            let (colour, mark) = LOOKS[place % LOOKS.len()];
            let (name, after) = (&series.name, beside + 12.0);
            self.line(format_args!(
                "<path transform=\"translate({beside} 44)\" fill=\"{colour}\" d=\"{mark}\"/>\
                 <text x=\"{after}\" y=\"48\">{name}</text>"
            ));
            beside += 34.0 + 7.2 * name.len() as f64;
            if let Some([from, to]) = series.line {
                let (x, y, end) = (self.x(from.0), self.y(from.1), self.x(to.0));
                let high = self.y(to.1);
                self.line(format_args!(
                    "<path stroke=\"{colour}\" stroke-dasharray=\"6 4\" d=\"M{x:.1} {y:.1}L{end:.1} {high:.1}\"/>"
                ));
            }
            for point in &series.points {
                let (x, y) = (self.x(point.x), self.y(point.y));
                let (what, words) = (&point.name, (self.chart.words)(point.y));
                self.line(format_args!(
                    "<path transform=\"translate({x:.1} {y:.1})\" fill=\"{colour}\" d=\"{mark}\">\
                     <title>{what}: {words}</title></path>"
                ));
            }
        }
    }
}

/// A time as people say it.
pub(crate) fn micros(micros: f64) -> String {
    match micros {
        m if m >= 1e6 => format!("{:.3} s", m / 1e6),
        m if m >= 1e3 => format!("{:.3} ms", m / 1e3),
        m => format!("{m:.3} µs"),
    }
    .replace(".000", "")
}

/// A count as people say it.
pub(crate) fn count(count: f64) -> String {
    match count {
        n if n >= 1e9 => format!("{:.1} G", n / 1e9),
        n if n >= 1e6 => format!("{:.1} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.1}"),
    }
    .replace(".0", "")
}
