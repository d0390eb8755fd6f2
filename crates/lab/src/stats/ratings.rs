//! Ratings of a pool: the Bradley–Terry model.
//!
//! A player with rating r beats one with rating s with the chance 1 / (1 + 10^((s − r) / 400)); a draw is half a win and half a loss. The ratings are
//! the likeliest ones, given that they lie within some hundred points of the middle of the scale: that keeps somebody who won every
//! game finite, and matters little to anybody else. Errors come from the curvature of the likelihood there. They take the games as
//! independent, although two games from one opening are not quite: with the seats exchanged such games balance each other, so true
//! errors are a little smaller, unless games repeat each other.

use super::Z;

/// Points and games of every pair of players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoolResults {
    players: usize,
    /// `points[i * players + j]`: what i has won against j.
    points: Vec<f64>,
}

/// A rating with its 95 % interval: to either side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate.
    pub value: f64,
    /// Half of the interval; nothing for a fixed one.
    pub error: f64,
}

/// The standard deviation of ratings that nothing is known of.
const SPREAD: f64 = 800.0;

/// Points of a rating for one unit of the natural logarithm of the odds.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

impl PoolResults {
    /// So many players, who have not met.
    pub fn new(players: usize) -> PoolResults {
        PoolResults {
            players,
            points: vec![0.0; players * players],
        }
    }

    /// A game: `points` is 1, ½ or 0 for the first.
    pub fn push(&mut self, first: usize, second: usize, points: f64) {
        self.add(first, second, points, 1.0);
    }

    /// Several games: what the first has won of them.
    pub fn add(&mut self, first: usize, second: usize, points: f64, games: f64) {
        self.points[first * self.players + second] += points;
        self.points[second * self.players + first] += games - points;
    }

    /// What the first has won against the second, and how many games they played.
    pub fn between(&self, first: usize, second: usize) -> (f64, f64) {
        let won = self.points[first * self.players + second];
        (won, won + self.points[second * self.players + first])
    }

    /// The likeliest ratings. Those that are given are fixed; the others are free, and taken to be about the middle of the scale before any game.
    ///
    /// # Panics
    /// If there are not as many entries as players.
    pub fn ratings(&self, fixed: &[Option<f64>], middle: f64) -> Vec<Rating> {
        assert_eq!(fixed.len(), self.players);
        let free: Vec<usize> = (0..self.players).filter(|&i| fixed[i].is_none()).collect();
        let start = fixed.iter().map(|rating| rating.unwrap_or(middle));
        let (values, covariance) = self.likeliest(start.collect(), &free, middle);
        let error = |player: usize| {
            let place = free.iter().position(|&other| other == player);
            place.map_or(0.0, |place| {
                Z * covariance[place * free.len() + place].sqrt()
            })
        };
        let rating = |(player, &value): (usize, &f64)| Rating {
            value,
            error: error(player),
        };
        values.iter().enumerate().map(rating).collect()
    }

    /// The likeliest ratings of players none of whom is fixed: games say only how they differ, so their mean is the middle of the scale, and an error is
    /// that of the distance from the mean.
    pub fn ratings_around(&self, middle: f64) -> Vec<Rating> {
        let count = self.players;
        let free: Vec<usize> = (0..count).collect();
        let (values, covariance) = self.likeliest(vec![middle; count], &free, middle);
        let mean = values.iter().sum::<f64>() / count as f64;
        let row = |i: usize| covariance[i * count..][..count].iter().sum::<f64>() / count as f64;
        let all = free.iter().map(|&i| row(i)).sum::<f64>() / count as f64;
        let rating = |(i, value): (usize, f64)| Rating {
            value: value - mean + middle,
            error: Z
                * (covariance[i * count + i] - 2.0 * row(i) + all)
                    .max(0.0)
                    .sqrt(),
        };
        values.into_iter().enumerate().map(rating).collect()
    }

    /// The likeliest values by Newton's method, and the covariance of the free ones there.
    fn likeliest(&self, mut values: Vec<f64>, free: &[usize], middle: f64) -> (Vec<f64>, Vec<f64>) {
        const MOST_STEPS: usize = 200;
        /// No step is longer, so that a player who won every game does not overshoot.
        const LONGEST: f64 = 200.0;
        let count = free.len();
        let mut covariance = vec![0.0; count * count];
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = self.likelihood(&values, free, middle);
            covariance = inverse(curvature);
            let steps: Vec<f64> = (0..count)
                .map(|row| {
                    (0..count)
                        .map(|column| covariance[row * count + column] * slope[column])
                        .sum()
                })
                .collect();
            let longest = steps
                .iter()
                .fold(0.0_f64, |most, step| most.max(step.abs()));
            let scale = if longest > LONGEST {
                LONGEST / longest
            } else {
                1.0
            };
            for (&player, step) in free.iter().zip(&steps) {
                values[player] += scale * step;
            }
            if longest < 1e-9 {
                break;
            }
        }
        (values, covariance)
    }

    /// The slope of the logarithm of the likelihood, and its curvature with the sign changed, in the ratings that are free.
    fn likelihood(&self, values: &[f64], free: &[usize], middle: f64) -> (Vec<f64>, Vec<f64>) {
        let count = free.len();
        let (mut slope, mut curvature) = (vec![0.0; count], vec![0.0; count * count]);
        for (row, &i) in free.iter().enumerate() {
            slope[row] -= (values[i] - middle) / (SPREAD * SPREAD);
            curvature[row * count + row] += 1.0 / (SPREAD * SPREAD);
            for j in (0..self.players).filter(|&j| j != i) {
                let (won, games) = self.between(i, j);
                let chance = 1.0 / (1.0 + ((values[j] - values[i]) / UNIT).exp());
                slope[row] += (won - games * chance) / UNIT;
                let bend = games * chance * (1.0 - chance) / (UNIT * UNIT);
                curvature[row * count + row] += bend;
                if let Some(column) = free.iter().position(|&other| other == j) {
                    curvature[row * count + column] -= bend;
                }
            }
        }
        (slope, curvature)
    }
}

/// The inverse of a positive definite matrix, row by row, by Gauss and Jordan; no pivots are needed then.
fn inverse(mut matrix: Vec<f64>) -> Vec<f64> {
    let size = matrix.len().isqrt();
    let mut inverse = vec![0.0; size * size];
    for i in 0..size {
        inverse[i * size + i] = 1.0;
    }
    for pivot in 0..size {
        let by = matrix[pivot * size + pivot];
        for column in 0..size {
            matrix[pivot * size + column] /= by;
            inverse[pivot * size + column] /= by;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let by = matrix[row * size + pivot];
            for column in 0..size {
                matrix[row * size + column] -= by * matrix[pivot * size + column];
                inverse[row * size + column] -= by * inverse[pivot * size + column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    /// Two players, 3 of 4 points: 400 log₁₀ 3 but for the little that is known beforehand.
    #[test]
    fn two_players_as_computed_by_hand() {
        let mut pool = PoolResults::new(2);
        for _ in 0..100 {
            for points in [1.0, 1.0, 0.5, 0.5] {
                pool.push(0, 1, points);
            }
        }
        let ratings = pool.ratings(&[None, Some(1000.0)], 1000.0);
        assert!((ratings[0].value - 1190.85).abs() < 1.0, "{ratings:?}");
        assert_eq!(
            ratings[1],
            Rating {
                value: 1000.0,
                error: 0.0
            }
        );
        // The curvature is 400 · ¾ · ¼ in units of 400 / ln 10 points.
        let error = Z * UNIT / 75_f64.sqrt();
        assert!((ratings[0].error - error).abs() < 0.2, "{ratings:?}");
    }

    #[test]
    fn whoever_wins_everything_stays_finite() {
        let mut pool = PoolResults::new(3);
        for _ in 0..20 {
            pool.push(0, 1, 1.0);
            pool.push(1, 2, 1.0);
        }
        let ratings = pool.ratings(&[None, Some(0.0), None], 0.0);
        assert!(
            ratings[0].value > 400.0 && ratings[0].value < 2000.0,
            "{ratings:?}"
        );
        assert!(
            (ratings[0].value + ratings[2].value).abs() < 1e-6,
            "{ratings:?}"
        );
    }

    /// Planted strengths are found: intervals hold the truth in 93 to 97 % of the cases.
    #[test]
    fn planted_ratings_are_recovered() {
        const TRUTH: [f64; 7] = [1000.0, 1200.0, 800.0, 1000.0, 1100.0, 1300.0, 1450.0];
        let fixed: Vec<Option<f64>> = (0..7).map(|i| (i < 2).then_some(TRUTH[i])).collect();
        let mut random = poda_engine::seeded(11);
        let (mut held, mut around, mut cases) = (0, 0, 0);
        let mean = TRUTH.iter().sum::<f64>() / 7.0;
        for _ in 0..400 {
            let mut pool = PoolResults::new(7);
            for (first, strength) in TRUTH.iter().enumerate() {
                for (second, other) in TRUTH.iter().enumerate().skip(first + 1) {
                    for _ in 0..20 {
                        let chance = 1.0 / (1.0 + 10_f64.powf((other - strength) / 400.0));
                        pool.push(first, second, f64::from(random.random::<f64>() < chance));
                    }
                }
            }
            for (rating, truth) in pool.ratings(&fixed, 1100.0).iter().zip(TRUTH).skip(2) {
                cases += 1;
                held += i32::from((rating.value - truth).abs() <= rating.error);
            }
            for (rating, truth) in pool.ratings_around(0.0).iter().zip(TRUTH).skip(2) {
                around += i32::from((rating.value - (truth - mean)).abs() <= rating.error);
            }
        }
        for held in [held, around] {
            let share = f64::from(held) / f64::from(cases);
            assert!((0.93..=0.97).contains(&share), "{share}");
        }
    }
}
