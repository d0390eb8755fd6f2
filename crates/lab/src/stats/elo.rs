//! Which of two is stronger: ratings and tests from pairs of games.
//!
//! A pair is two games from one opening with the seats exchanged. What the opening gives to one of the seats cancels within the
//! pair, so pairs vary less than games, and their five results (0 to 2 points in halves) say all that is needed: the
//! pentanomial.

use super::share::clustered_ends;
use super::{Figure, Z, normal_below};

/// How many pairs brought 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference with its interval; infinite where every point, or none, was won.
    pub difference: Figure,
    /// In units of the standard deviation of a game: comparable between tests with many draws and with few.
    pub normalized: Figure,
    /// The likelihood that the first is the stronger one.
    pub superiority: f64,
}

/// 800 / ln 10: a normalized difference of one standard deviation in these units, close to Elo where games are balanced.
const NORMALIZED: f64 = 347.435_585_522_601_3;

/// The rating difference at which this share of points is expected.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The share of points that is expected at this difference.
fn score_at(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// One more pair; `points` is 0 to 2 in steps of a half.
    pub fn push(&mut self, points: f64) {
        self.0[(2.0 * points).round() as usize] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean share of the points in a pair, and its variance.
    fn moments(&self) -> Option<(f64, f64)> {
        let n = self.pairs() as f64;
        if n == 0.0 {
            return None;
        }
        let share = |place: usize| place as f64 / 4.0;
        let all = || {
            self.0
                .iter()
                .enumerate()
                .map(|(i, &k)| (share(i), k as f64))
        };
        let mean = all().map(|(x, k)| x * k).sum::<f64>() / n;
        let variance = all().map(|(x, k)| k * (x - mean).powi(2)).sum::<f64>() / n;
        Some((mean, variance))
    }

    /// The difference in rating; `None` without a pair. Its interval is that of the share of points, end by end: where all pairs are alike it is
    /// not certain either.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, variance) = self.moments()?;
        let n = self.pairs();
        // What pairs differ from their own mean is a little less than from the true one.
        let error = (variance / n.saturating_sub(1).max(1) as f64).sqrt();
        let (low, high) = clustered_ends(mean, error, n as usize);
        let lead = mean - 0.5;
        let superiority = if error > 0.0 {
            normal_below(lead / error)
        } else {
            0.5 + 0.5 * lead.signum() * f64::from(lead != 0.0)
        };
        let scale = NORMALIZED / (2.0 * variance).sqrt();
        let nelo = if lead == 0.0 { 0.0 } else { lead * scale };
        let half = Z * NORMALIZED / (2.0 * n as f64).sqrt();
        Some(Elo {
            difference: Figure {
                value: elo_of(mean),
                low: elo_of(low),
                high: elo_of(high),
                n,
            },
            normalized: Figure {
                value: nelo,
                low: nelo - half,
                high: nelo + half,
                n,
            },
            superiority,
        })
    }
}

/// In which units the two hypotheses of an [`Sprt`] are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo as usual.
    Logistic,
    /// Normalized Elo: the test takes as long whether many games are drawn or few.
    Normalized,
}

/// A sequential test: is the difference `elo0` or `elo1`? It ends as soon as the games so far answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference if the first is not better.
    pub elo0: f64,
    /// The difference if it is.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
    /// The units of the two.
    pub model: EloModel,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not enough games yet.
    Open,
    /// `elo0`: not better.
    Rejected,
    /// `elo1`: better.
    Accepted,
}

impl Sprt {
    /// The values of the log-likelihood ratio at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of the two hypotheses, by Van den Bergh's generalized test: under each of them the results are as likely as the
    /// most favourable distribution with that mean makes them. Few results say little then, whatever they are; the normal approximation
    /// N (s1 − s0)(2m − s0 − s1) / 2v would take the variance of a handful of pairs at its word.
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        // A thousandth of a pair where there is none, as fishtest does: the best distribution may need what was not seen yet.
        let counts = results.0.map(|k| if k == 0 { 1e-3 } else { k as f64 });
        let n: f64 = counts.iter().sum();
        let shares: [(f64, f64); 5] = std::array::from_fn(|i| (i as f64 / 4.0, counts[i] / n));
        let mean: f64 = shares.iter().map(|(x, p)| x * p).sum();
        let variance: f64 = shares.iter().map(|(x, p)| p * (x - mean).powi(2)).sum();
        let expected = |elo: f64| match self.model {
            EloModel::Logistic => score_at(elo),
            EloModel::Normalized => {
                (0.5 + elo / NORMALIZED * (2.0 * variance).sqrt()).clamp(1e-3, 1.0 - 1e-3)
            }
        };
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        let (tilt0, tilt1) = (tilt(&shares, s0), tilt(&shares, s1));
        let each =
            |(x, p): &(f64, f64)| p * ((tilt0 * (x - s0)).ln_1p() - (tilt1 * (x - s1)).ln_1p());
        n * shares.iter().map(each).sum::<f64>()
    }

    /// What the test says of these results.
    pub fn verdict(&self, results: &Pentanomial) -> Verdict {
        self.verdict_at(self.ratio(results))
    }

    /// What the test says at this ratio.
    pub fn verdict_at(&self, ratio: f64) -> Verdict {
        let (low, high) = self.bounds();
        match ratio {
            ratio if ratio <= low => Verdict::Rejected,
            ratio if ratio >= high => Verdict::Accepted,
            _ => Verdict::Open,
        }
    }
}

/// Where the likeliest distribution of mean `s` lies: it gives p / (1 + t (x − s)) to a result x that has the share p. The mean of that falls as
/// t grows, so halving finds t.
fn tilt(shares: &[(f64, f64); 5], s: f64) -> f64 {
    let excess = |t: f64| -> f64 {
        let each = |(x, p): &(f64, f64)| p * (x - s) / (1.0 + t * (x - s));
        shares.iter().map(each).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{EloModel, Pentanomial, Sprt, Verdict};

    /// Results of fishtest, as printed by its own calculator in pull requests 4160 and 6255 of Stockfish.
    #[test]
    fn published_elo() {
        let elo = Pentanomial([39, 5335, 18992, 5622, 12])
            .elo()
            .expect("pairs");
        let half = (elo.difference.high - elo.difference.low) / 2.0;
        assert!((elo.difference.value - 1.35).abs() < 0.005, "{elo:?}");
        assert!((half - 1.2).abs() < 0.05, "{elo:?}");
        assert!((elo.superiority - 0.986).abs() < 0.0005, "{elo:?}");
        assert!((elo.normalized.value - 3.13).abs() < 0.005, "{elo:?}");
        let half = (elo.normalized.high - elo.normalized.low) / 2.0;
        assert!((half - 2.8).abs() < 0.05, "{elo:?}");
        let elo = Pentanomial([1, 137, 4659, 203, 0]).elo().expect("pairs");
        assert!((elo.difference.value - 2.22).abs() < 0.005, "{elo:?}");
        assert!((elo.normalized.value - 12.00).abs() < 0.005, "{elo:?}");
        assert!(elo.superiority > 0.9995);
    }

    #[test]
    fn published_sequential_tests() {
        let sprt = |elo0, elo1| Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::Normalized,
        };
        let (low, high) = sprt(0.0, 1.0).bounds();
        assert!((low + 2.94).abs() < 0.005 && (high - 2.94).abs() < 0.005);
        for (test, counts, ratio) in [
            (sprt(0.5, 2.5), [12, 2318, 9925, 2598, 3], 2.95),
            (sprt(-1.75, 0.25), [317, 12094, 28735, 12231, 319], 2.96),
            (sprt(-1.75, 0.25), [47, 9917, 26934, 10064, 45], 2.94),
        ] {
            let found = test.ratio(&Pentanomial(counts));
            assert!((found - ratio).abs() < 0.02, "{found} {ratio}");
        }
        let test = sprt(0.5, 2.5);
        let passed = Pentanomial([12, 2318, 9925, 2598, 3]);
        assert_eq!(test.verdict(&passed), Verdict::Accepted);
        assert_eq!(
            test.verdict(&Pentanomial([3, 2598, 9925, 2318, 12])),
            Verdict::Rejected
        );
        assert_eq!(test.verdict(&Pentanomial::default()), Verdict::Open);
    }

    /// Ten pairs with 12½ points of 20: a share of 0.625, Elo 400·log₁₀(5/3).
    #[test]
    fn hand_computed_elo() {
        let mut results = Pentanomial::default();
        for points in [2.0, 2.0, 1.5, 1.5, 1.5, 1.0, 1.0, 1.0, 0.5, 0.5] {
            results.push(points);
        }
        let elo = results.elo().expect("pairs");
        assert!((elo.difference.value - 88.739_499_85).abs() < 1e-6);
        // The variance of the share in a pair is 0.065625 - checked by hand below - so the error is √(0.065625 / 9).
        let shares = [1.0, 1.0, 0.75, 0.75, 0.75, 0.5, 0.5, 0.5, 0.25, 0.25];
        let variance: f64 = shares
            .iter()
            .map(|x: &f64| (x - 0.625).powi(2))
            .sum::<f64>()
            / 10.0;
        assert!((variance - 0.065_625).abs() < 1e-12);
        let z = 0.125 / (variance / 9.0_f64).sqrt();
        assert!((elo.superiority - super::normal_below(z)).abs() < 1e-12);
        assert_eq!(
            Pentanomial([0, 0, 0, 0, 4])
                .elo()
                .map(|elo| elo.difference.value),
            Some(f64::INFINITY)
        );
        assert_eq!(
            Pentanomial([0, 0, 9, 0, 0])
                .elo()
                .map(|elo| (elo.difference.value, elo.superiority)),
            Some((0.0, 0.5))
        );
    }

    /// One pair of games of a player who is this much stronger, a fifth of them drawn.
    fn pair(random: &mut rand_chacha::ChaCha8Rng, elo: f64) -> f64 {
        use rand::RngExt;
        let draws = 0.2;
        let wins = super::score_at(elo) - draws / 2.0;
        let mut game = || match random.random::<f64>() {
            x if x < wins => 1.0,
            x if x < wins + draws => 0.5,
            _ => 0.0,
        };
        game() + game()
    }

    /// How often a test says the wrong thing when one of its hypotheses is true: no more often than it promises, but for what chance adds to
    /// so many runs (three standard deviations). The old ratio answered after one pair, and wrongly in a quarter of the runs.
    #[test]
    fn error_rates_are_kept() {
        let mut random = poda_engine::seeded(5);
        // A small difference takes thousands of pairs: fewer runs, and only every tenth pair is looked at.
        for (elo1, model, runs, stride) in [
            (10.0, EloModel::Logistic, 150, 10),
            (30.0, EloModel::Logistic, 400, 1),
            (60.0, EloModel::Logistic, 400, 1),
            (200.0, EloModel::Logistic, 400, 1),
            (60.0, EloModel::Normalized, 400, 1),
        ] {
            let test = Sprt {
                elo0: 0.0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
                model,
            };
            // In normalized units the difference depends on the spread of a game: with a fifth drawn it is √0.8 / 2.
            let true_elo = match model {
                EloModel::Logistic => elo1,
                EloModel::Normalized => {
                    let score = 0.5 + elo1 / super::NORMALIZED * 0.2_f64.sqrt();
                    super::elo_of(score)
                }
            };
            for (truth, wrong) in [(0.0, Verdict::Accepted), (true_elo, Verdict::Rejected)] {
                let mut errors = 0_u32;
                for _ in 0..runs {
                    let mut results = Pentanomial::default();
                    let verdict = loop {
                        (0..stride).for_each(|_| results.push(pair(&mut random, truth)));
                        match test.verdict(&results) {
                            Verdict::Open => {}
                            verdict => break verdict,
                        }
                    };
                    assert!(results.pairs() > 2, "{elo1}: {results:?}");
                    errors += u32::from(verdict == wrong);
                }
                let most = 0.05 + 3.0 * (0.05 * 0.95 / f64::from(runs)).sqrt();
                let rate = f64::from(errors) / f64::from(runs);
                assert!(rate <= most, "elo1 {elo1}, truth {truth}: {rate}");
            }
        }
    }
}
