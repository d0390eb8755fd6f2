//! Means and middles.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::share::wilson;
use super::{Figure, student};

/// Numbers that were measured one by one. Two samples add up to one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    values: Vec<u64>,
}

impl Sample {
    /// One more.
    pub fn push(&mut self, value: u64) {
        self.values.push(value);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The mean with its interval, which needs two values or more to have a width.
    pub fn mean(&self) -> Option<Figure> {
        // Whole numbers add up to the same sum in every order; the square deviations are taken in order of size.
        let n = self.values.len() as f64;
        let sum: u128 = self.values.iter().map(|&value| u128::from(value)).sum();
        let mean = (n > 0.0).then(|| sum as f64 / n)?;
        let sorted = self.sorted();
        let square: f64 = sorted.iter().map(|&x| (x as f64 - mean).powi(2)).sum();
        let half = student(self.values.len()) * (square / (n - 1.0).max(1.0) / n).sqrt();
        Some(Figure {
            value: mean,
            low: mean - half,
            high: mean + half,
            n: self.values.len() as u64,
        })
    }

    /// The value below which this share of all lies: by nearest rank, so it is one of the values.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let rank = (share * self.values.len() as f64).ceil() as usize;
        self.sorted().get(rank.saturating_sub(1)).copied()
    }

    fn sorted(&self) -> Vec<u64> {
        let mut sorted = self.values.clone();
        sorted.sort_unstable();
        sorted
    }
}

impl AddAssign<&Sample> for Sample {
    fn add_assign(&mut self, other: &Sample) {
        self.values.extend_from_slice(&other.values);
    }
}

/// Scores of games, by the opening from which they were played: games from the same opening are alike, so openings are the sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters {
    /// For each opening the sum of its scores and the number of its games.
    openings: BTreeMap<u64, (f64, u32)>,
}

impl Clusters {
    /// The score of one more game.
    pub fn push(&mut self, opening: u64, score: f64) {
        let (sum, games) = self.openings.entry(opening).or_default();
        *sum += score;
        *games += 1;
    }

    /// The mean score of a game. Its interval takes openings as the sample: with N openings of n_i games and mean score m, the
    /// variance is N/(N−1) · Σ (sum_i − n_i·m)² / (Σ n_i)². It stays inside 0 to 1. Where all points were won, or none, there is
    /// no variance to go by: then it is Wilson's for as many openings.
    pub fn mean(&self) -> Option<Figure> {
        let games: u32 = self.openings.values().map(|(_, games)| games).sum();
        if games == 0 {
            return None;
        }
        let total: f64 = self.openings.values().map(|(sum, _)| sum).sum();
        let mean = total / f64::from(games);
        let openings = self.openings.len() as u64;
        if openings > 1 && (mean <= 0.0 || mean >= 1.0) {
            return wilson(if mean > 0.0 { openings } else { 0 }, openings);
        }
        let square: f64 = self
            .openings
            .values()
            .map(|(sum, games)| (sum - f64::from(*games) * mean).powi(2))
            .sum();
        let n = openings as f64;
        let error = (n / (n - 1.0).max(1.0) * square).sqrt() / f64::from(games);
        let half = student(self.openings.len()) * error;
        Some(Figure {
            value: mean,
            low: (mean - half).max(0.0),
            high: (mean + half).min(1.0),
            n: openings,
        })
    }

    /// The sums of the openings that were played with exactly this many games, in order.
    pub fn complete(&self, games: u32) -> impl Iterator<Item = f64> {
        self.openings
            .values()
            .filter(move |(_, played)| *played == games)
            .map(|(sum, _)| *sum)
    }
}

impl AddAssign<&Clusters> for Clusters {
    fn add_assign(&mut self, other: &Clusters) {
        for (&opening, (sum, games)) in &other.openings {
            let mine = self.openings.entry(opening).or_default();
            mine.0 += sum;
            mine.1 += games;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Clusters, Sample};

    #[test]
    fn hand_computed_means_and_middles() {
        let mut sample = Sample::default();
        for value in [2, 4, 4, 4, 5, 5, 7, 9] {
            sample.push(value);
        }
        // Σ(x − 5)² = 32, so the standard error is √(32 / 7 / 8) = 0.75593.
        let mean = sample.mean().expect("eight values");
        assert!((mean.value - 5.0).abs() < 1e-12);
        assert!((mean.high - 5.0 - 2.365 * 0.755_929).abs() < 1e-5);
        assert_eq!(sample.quantile(0.5), Some(4));
        assert_eq!(sample.quantile(0.95), Some(9));
        assert_eq!(sample.quantile(0.0), Some(2));
        assert_eq!(Sample::default().mean(), None);
        assert_eq!(Sample::default().quantile(0.5), None);
    }

    #[test]
    fn openings_are_the_sample() {
        let mut clusters = Clusters::default();
        for (opening, score) in [(0, 1.0), (0, 1.0), (1, 0.0), (1, 1.0), (2, 0.0), (2, 0.0)] {
            clusters.push(opening, score);
        }
        // Means of openings 1, ½, 0: mean ½, variance ¼, standard error √(¼ / 3) = 0.288675.
        let mean = clusters.mean().expect("six games");
        assert_eq!((mean.value, mean.n), (0.5, 3));
        // The interval would be 0.5 ± 4.303 · 0.288675, but no score is beyond 0 or 1.
        assert_eq!((mean.low, mean.high), (0.0, 1.0));
        assert_eq!(clusters.complete(2).collect::<Vec<_>>(), [2.0, 1.0, 0.0]);
        for opening in 3..12 {
            for score in [0.0, 1.0] {
                clusters.push(opening, score);
            }
        }
        // Twelve openings, variance ½ / 11, standard error √(½ / 11 / 12) = 0.061546.
        let mean = clusters.mean().expect("24 games");
        assert!((mean.high - 0.5 - 2.201 * 0.061_546).abs() < 1e-5);
        let mut twice = clusters.clone();
        twice += &clusters;
        assert_eq!(twice.mean().map(|mean| mean.n), Some(12));
    }

    #[test]
    fn nothing_won_is_not_certain() {
        let mut clusters = Clusters::default();
        for opening in 0..10 {
            clusters.push(opening, 0.0);
            clusters.push(opening, 0.0);
        }
        // Wilson's interval of 0 of 10 ends at z² / (10 + z²).
        let mean = clusters.mean().expect("20 games");
        assert_eq!((mean.value, mean.low, mean.n), (0.0, 0.0, 10));
        assert!((mean.high - 0.27754).abs() < 1e-5);
    }
}
