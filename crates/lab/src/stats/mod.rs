//! Numbers about games: shares, ratings, tests, and how sure they are. Every interval is for 95 % confidence.

mod elo;
mod ratings;
mod sample;
mod share;

pub use elo::{Elo, EloModel, Pentanomial, Sprt, Verdict};
pub use ratings::{PoolResults, Rating};
pub use sample::{Clusters, Sample};
pub(crate) use share::games_behind;
pub use share::wilson;

/// A figure with its 95 % interval and what it rests on.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Figure {
    /// The estimate.
    #[serde(with = "endless")]
    pub value: f64,
    /// The lower end of the interval.
    #[serde(with = "endless")]
    pub low: f64,
    /// The upper end of the interval.
    #[serde(with = "endless")]
    pub high: f64,
    /// How many independent observations it rests on.
    pub n: u64,
}

/// 97.5 % of a normal distribution lie below this many standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// How many standard errors to either side of a mean hold it with 95 % confidence, when the spread is estimated from `n` values: Student's
/// distribution, which allows for what few values hide. To three decimals.
pub(crate) fn student(n: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
        2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
        2.052, 2.048, 2.045, 2.042,
    ];
    match n.saturating_sub(1) {
        // One value says nothing about the spread: its interval has no width, and its n says so.
        0 => Z,
        freedom => {
            // Abramowitz and Stegun 26.7.5.
            let many = freedom as f64;
            let beyond = Z
                + (Z.powi(3) + Z) / (4.0 * many)
                + (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / (96.0 * many * many);
            TABLE.get(freedom - 1).copied().unwrap_or(beyond)
        }
    }
}

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

/// Numbers that may be infinite, as differences in rating are: JSON has no word for that, so it is a text, `inf` or `-inf`.
mod endless {
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(f64),
        Text(String),
    }

    pub(super) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        if number.is_finite() {
            to.serialize_f64(*number)
        } else {
            to.collect_str(number)
        }
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<f64, D::Error> {
        match Written::deserialize(from)? {
            Written::Number(number) => Ok(number),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{normal_below, student};

    #[test]
    fn student_as_in_tables() {
        for (n, quantile) in [
            (2, 12.706),
            (5, 2.776),
            (31, 2.042),
            (41, 2.021),
            (61, 2.000),
            (121, 1.980),
        ] {
            assert!((student(n) - quantile).abs() < 0.001, "{n}");
        }
    }

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
