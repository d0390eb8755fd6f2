//! How often something happened.

use super::{Figure, Z};

/// A share with Wilson's interval, which stays inside 0 to 1 and is honest for few games and for shares near the ends.
/// `None` if nothing was counted.
pub fn wilson(hits: u64, of: u64) -> Option<Figure> {
    if of == 0 {
        return None;
    }
    let (n, share) = (of as f64, hits as f64 / of as f64);
    let z2 = Z * Z;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    Some(Figure {
        value: share,
        low: if hits == 0 { 0.0 } else { middle - half },
        high: if hits == of { 1.0 } else { middle + half },
        n: of,
    })
}

#[cfg(test)]
mod tests {
    use super::wilson;

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
