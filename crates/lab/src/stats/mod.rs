//! Numbers about games: shares, ratings, tests, and how sure they are. Every interval is for 95 % confidence.

mod elo;
mod sample;
mod share;

pub use elo::{Elo, EloModel, Pentanomial, Sprt, Verdict};
pub use sample::{Clusters, Sample};
pub use share::wilson;

/// A figure with its 95 % interval and what it rests on.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Figure {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// How many independent observations it rests on.
    pub n: u64,
}

/// 97.5 % of a normal distribution lie below this many standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// The share of a normal distribution below `x` standard deviations. The error is below 1e-7 (Abramowitz and Stegun 26.2.17).
pub fn normal_below(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let above = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if x < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::normal_below;

    #[test]
    fn normal_distribution_as_in_tables() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.0, 0.158_655_3),
            (1.959_964, 0.975),
            (-2.575_829, 0.005),
            (3.0, 0.998_650_1),
        ] {
            assert!((normal_below(x) - below).abs() < 2e-7, "{x}");
        }
    }
}
