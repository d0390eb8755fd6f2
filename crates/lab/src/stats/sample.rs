//! Means and middles.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::share::{clustered_ends, wilson_ends};
use super::{Figure, Z, student};

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

/// Numbers by the opening of the game in which they were measured: games from the same opening are alike, and moves of one game more so. So
/// openings are the sample, however many games and moves there are.
///
/// A key is an opening; whoever adds up pairings can keep theirs apart with a larger key.
#[derive(Clone, Debug, PartialEq)]
pub struct Clusters<K = u64> {
    /// For each opening the sum of its numbers and how many there are.
    openings: BTreeMap<K, (f64, u32)>,
}

impl<K> Default for Clusters<K> {
    fn default() -> Clusters<K> {
        Clusters {
            openings: BTreeMap::new(),
        }
    }
}

/// A mean, how far off it may be by one standard error, and from how many openings.
struct Estimate {
    mean: f64,
    error: f64,
    openings: usize,
    /// Whether no opening has more than one number.
    single: bool,
}

impl<K: Ord + Copy> Clusters<K> {
    /// One more number.
    pub fn push(&mut self, opening: K, number: f64) {
        let (sum, count) = self.openings.entry(opening).or_default();
        *sum += number;
        *count += 1;
    }

    /// With N openings of n_i numbers and the mean m of all, the variance of m is N/(N−1) · Σ (sum_i − n_i·m)² / (Σ n_i)².
    fn estimate(&self) -> Option<Estimate> {
        let count: u64 = self.openings.values().map(|(_, n)| u64::from(*n)).sum();
        let (openings, all) = (self.openings.len(), count as f64);
        let mean =
            (count > 0).then(|| self.openings.values().map(|(sum, _)| sum).sum::<f64>() / all)?;
        let off = |(sum, n): &(f64, u32)| (sum - f64::from(*n) * mean).powi(2);
        let square: f64 = self.openings.values().map(off).sum();
        let n = openings as f64;
        Some(Estimate {
            mean,
            error: (n / (n - 1.0).max(1.0) * square).sqrt() / all,
            openings,
            single: count == openings as u64,
        })
    }

    /// The mean of numbers of any size, with Student's interval.
    pub fn mean(&self) -> Option<Figure> {
        let Estimate {
            mean,
            error,
            openings,
            ..
        } = self.estimate()?;
        let half = student(openings) * error;
        Some(Figure {
            value: mean,
            low: mean - half,
            high: mean + half,
            n: openings as u64,
        })
    }

    /// The mean of numbers from 0 to 1, such as points, or 1 for what happened and 0 for what did not.
    pub fn share(&self) -> Option<Figure> {
        let Estimate {
            mean,
            error,
            openings,
            single,
        } = self.estimate()?;
        let (low, high) = if single && self.openings.values().all(|(x, _)| *x == 0.0 || *x == 1.0) {
            wilson_ends(mean, openings as f64, Z)
        } else {
            clustered_ends(mean, error, openings)
        };
        Some(Figure {
            value: mean,
            low,
            high,
            n: openings as u64,
        })
    }

    /// How many times as large the mean of these numbers is as that of others from the same openings: pairs of openings are the sample, and openings
    /// that only one side has do not count. `None` if there is no pair, or the others are all zero.
    pub fn times(&self, others: &Clusters<K>) -> Option<Figure> {
        let pair = |(key, (mine, _)): (&K, &(f64, u32))| {
            let (theirs, _) = others.openings.get(key)?;
            Some((*mine, *theirs))
        };
        let pairs: Vec<(f64, f64)> = self.openings.iter().filter_map(pair).collect();
        let (mine, theirs) = pairs
            .iter()
            .fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
        let ratio = (theirs > 0.0).then(|| mine / theirs)?;
        let off: f64 = pairs.iter().map(|(x, y)| (x - ratio * y).powi(2)).sum();
        let n = pairs.len() as f64;
        let half = student(pairs.len()) * (n / (n - 1.0).max(1.0) * off).sqrt() / theirs;
        Some(Figure {
            value: ratio,
            low: (ratio - half).max(0.0),
            high: ratio + half,
            n: pairs.len() as u64,
        })
    }

    /// The sums of the openings that have exactly this many numbers, in order.
    pub fn complete(&self, count: u32) -> impl Iterator<Item = f64> {
        self.openings
            .values()
            .filter(move |(_, played)| *played == count)
            .map(|(sum, _)| *sum)
    }
}

impl<K: Ord + Copy> AddAssign<&Clusters<K>> for Clusters<K> {
    fn add_assign(&mut self, other: &Clusters<K>) {
        for (&opening, (sum, count)) in &other.openings {
            let mine = self.openings.entry(opening).or_default();
            mine.0 += sum;
            mine.1 += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Clusters, Sample};

    #[test]
    fn hand_computed_means_and_middles() {
        let (mut sample, mut clusters) = (Sample::default(), Clusters::default());
        for (opening, value) in [2, 4, 4, 4, 5, 5, 7, 9].into_iter().enumerate() {
            sample.push(value);
            clusters.push(opening, value as f64);
        }
        // Σ(x − 5)² = 32, so the standard error is √(32 / 7 / 8) = 0.75593.
        let mean = clusters.mean().expect("eight values");
        assert!((mean.value - 5.0).abs() < 1e-12);
        assert!((mean.high - 5.0 - 2.365 * 0.755_929).abs() < 1e-5);
        assert_eq!(sample.quantile(0.5), Some(4));
        assert_eq!(sample.quantile(0.95), Some(9));
        assert_eq!(sample.quantile(0.0), Some(2));
        assert_eq!(Clusters::<u64>::default().mean(), None);
        assert_eq!(Clusters::<u64>::default().share(), None);
        assert_eq!(Sample::default().quantile(0.5), None);
    }

    #[test]
    fn openings_are_the_sample() {
        let mut clusters = Clusters::default();
        for (opening, number) in [
            (0, 10.0),
            (0, 10.0),
            (1, 0.0),
            (1, 10.0),
            (2, 0.0),
            (2, 0.0),
        ] {
            clusters.push(opening, number);
        }
        // Means of openings 10, 5, 0: mean 5, variance 25, standard error √(25 / 3) = 2.88675.
        let mean = clusters.mean().expect("six numbers");
        assert_eq!((mean.value, mean.n), (5.0, 3));
        assert!((mean.high - 5.0 - 4.303 * 2.88675).abs() < 1e-4, "{mean:?}");
        assert_eq!(clusters.complete(2).collect::<Vec<_>>(), [20.0, 10.0, 0.0]);
        let mut twice = clusters.clone();
        twice += &clusters;
        assert_eq!(twice.mean().map(|mean| mean.n), Some(3));
    }

    /// Of alike openings one game each counts, so that nothing is certain: Wilson's interval of 0 of 10 ends at z² / (10 + z²).
    #[test]
    fn what_never_varied_is_not_certain() {
        let alike = |score: f64, openings: u64| {
            let mut clusters = Clusters::default();
            for opening in 0..openings {
                clusters.push(opening, score);
                clusters.push(opening, 1.0 - score);
            }
            clusters.share().expect("games")
        };
        let mut none = Clusters::default();
        for opening in 0..10 {
            none.push(opening, 0.0);
            none.push(opening, 0.0);
        }
        let none = none.share().expect("20 games");
        assert_eq!((none.value, none.low, none.n), (0.0, 0.0, 10));
        assert!((none.high - 0.27754).abs() < 1e-5, "{none:?}");
        for openings in [1, 2] {
            let even = alike(1.0, openings);
            assert!(even.low < 0.2 && even.high > 0.8, "{even:?}");
        }
    }

    /// With one game for each opening a share has the interval that Wilson gave it.
    #[test]
    fn single_games_are_as_wilson_has_them() {
        let mut clusters = Clusters::default();
        for opening in 0..263 {
            clusters.push(opening, f64::from(opening < 81));
        }
        assert_eq!(clusters.share(), crate::stats::wilson(81, 263));
    }

    /// Twice as many each time: no doubt. Once three and once one time as many: R = 8 / 4, residuals ±2, so √(2 · 8) / 4 = 1.
    #[test]
    fn ratios_are_paired() {
        let of = |numbers: &[f64]| {
            let mut clusters = Clusters::default();
            for (opening, number) in numbers.iter().enumerate() {
                clusters.push(opening, *number);
            }
            clusters
        };
        let sure = of(&[20.0, 200.0, 2.0]).times(&of(&[10.0, 100.0, 1.0]));
        let sure = sure.expect("three pairs");
        assert_eq!((sure.value, sure.n), (2.0, 3));
        assert!(sure.high - sure.low < 1e-9);
        let unsure = of(&[6.0, 2.0]).times(&of(&[2.0, 2.0, 99.0]));
        let unsure = unsure.expect("two pairs");
        assert_eq!((unsure.value, unsure.n, unsure.low), (2.0, 2, 0.0));
        assert!((unsure.high - 2.0 - 12.706).abs() < 1e-9, "{unsure:?}");
        assert_eq!(of(&[1.0]).times(&of(&[])), None);
    }
}
