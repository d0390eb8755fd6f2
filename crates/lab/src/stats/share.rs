//! How often something happened.

use super::{Figure, Z, student};

/// A share with Wilson's interval, which stays inside 0 to 1 and is honest for few games and for shares near the ends.
/// `None` if nothing was counted.
pub fn wilson(hits: u64, of: u64) -> Option<Figure> {
    if of == 0 {
        return None;
    }
    let value = hits as f64 / of as f64;
    let (low, high) = wilson_ends(value, of as f64, Z);
    Some(Figure {
        value,
        low,
        high,
        n: of,
    })
}

/// The ends of Wilson's interval for a share of `n` games, `z` standard errors to either side.
pub(super) fn wilson_ends(share: f64, n: f64, z: f64) -> (f64, f64) {
    let z2 = z * z;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    (
        if share <= 0.0 { 0.0 } else { middle - half },
        if share >= 1.0 { 1.0 } else { middle + half },
    )
}

/// The ends of the interval of a share that is off by this standard error, measured on so many openings.
///
/// It is Wilson's interval for as many independent games as would be this uncertain, so it stays inside 0 to 1. Where no opening differs from
/// another there is no spread to go by: then every opening counts as one game.
pub(super) fn clustered_ends(share: f64, error: f64, openings: usize) -> (f64, f64) {
    let alone = share * (1.0 - share);
    if error > 1e-9 && alone > 0.0 {
        wilson_ends(share, alone / (error * error), student(openings))
    } else {
        wilson_ends(share, openings as f64, Z)
    }
}

/// How many independent games would make a share this uncertain: those of which Wilson's interval is as wide.
///
/// The ends of that are the roots of (1 + a) x² − (2p + a) x + p² = 0 with a = z² / n, so their product is p² / (1 + a).
pub(crate) fn games_behind(share: &Figure) -> f64 {
    let Figure {
        value, low, high, ..
    } = *share;
    // From the side of the larger share: nothing times nothing says nothing.
    let (p, product) = if value < 0.5 {
        (1.0 - value, (1.0 - low) * (1.0 - high))
    } else {
        (value, low * high)
    };
    Z * Z / (p * p / product - 1.0).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::{games_behind, wilson};

    #[test]
    fn an_interval_tells_its_games() {
        for (hits, of) in [(81, 263), (0, 20), (20, 20), (1, 29), (100, 200)] {
            let share = wilson(hits, of).expect("something was counted");
            assert!((games_behind(&share) - of as f64).abs() < 1e-6, "{share:?}");
        }
    }

    /// Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3: the score interval of Wilson.
    #[test]
    fn published_intervals() {
        for (hits, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(hits, of).expect("something was counted");
            assert!((found.low - low).abs() < 5e-5, "{found:?}");
            assert!((found.high - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(20, 20).map(|all| all.high), Some(1.0));
    }
}
