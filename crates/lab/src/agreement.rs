//! Whether a published figure is what ours says.

use crate::report::{Field, Unit};
use crate::stats::games_behind;

/// What became of a published figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Agreement {
    /// Ours is the same, to the last digit that was published.
    Same,
    /// It lies in our interval.
    Inside,
    /// It lies outside, but no farther than so few published games may lie by chance.
    Chance,
    /// It lies outside.
    Outside,
    /// Times of another machine say nothing about ours.
    OtherMachine,
}

impl Agreement {
    /// All of them, the best first.
    pub const ALL: [Agreement; 5] = [
        Agreement::Same,
        Agreement::Inside,
        Agreement::Chance,
        Agreement::Outside,
        Agreement::OtherMachine,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Agreement::Same => "the same",
            Agreement::Inside => "inside",
            Agreement::Chance => "outside, by chance",
            Agreement::Outside => "outside",
            Agreement::OtherMachine => "another machine",
        }
    }

    /// Compares a figure with the published one, which rests on so many games, if that is known; `None` without either of them.
    ///
    /// A published figure is as exact as it is written: .935 may be anything from .9345 to .9355, 16,500 from 16,450 to 16,550. An interval of n
    /// observations becomes √(1 + n/m) times as wide if it is to hold the mean of m others. Of a share, n is as many independent games as would be as
    /// uncertain; of a mean, the number of openings, as if the games of one were all alike, which never calls chance what is not.
    pub fn of(field: &Field, games: Option<u64>) -> Option<Agreement> {
        let (figure, published) = (field.figure?, field.published?);
        let digit = match field.kind {
            Unit::Time => return Some(Agreement::OtherMachine),
            Unit::Share => 0.001,
            _ => last_digit(published),
        };
        // A little more than half a digit: .471 is not a number that a computer has.
        let off = digit * 0.500_001;
        let exact = (figure.value - published).abs();
        let within = |times: f64| {
            let low = figure.value - times * (figure.value - figure.low);
            let high = figure.value + times * (figure.high - figure.value);
            published >= low - off && published <= high + off
        };
        let ours = match field.kind {
            Unit::Share => games_behind(&figure),
            _ => figure.n as f64,
        };
        let wider = games.map_or(1.0, |games| (1.0 + ours / games as f64).sqrt());
        Some(if exact <= off {
            Agreement::Same
        } else if within(1.0) {
            Agreement::Inside
        } else if within(wider) {
            Agreement::Chance
        } else {
            Agreement::Outside
        })
    }
}

/// The worth of the last digit that is not a zero, but at least of the second: 300 is taken for 295 to 305. Ratios, which are small, are written
/// with three decimals.
fn last_digit(number: f64) -> f64 {
    if number.fract() != 0.0 || number.abs() < 10.0 {
        return 0.001;
    }
    let mut digit = 1.0;
    while number % (10.0 * digit) == 0.0 && number.abs() >= 100.0 * digit {
        digit *= 10.0;
    }
    digit
}

#[cfg(test)]
mod tests {
    use super::Agreement;
    use crate::report::{Field, Unit};
    use crate::stats::Figure;

    fn of(kind: Unit, (value, low, high, n): (f64, f64, f64, u64), published: f64) -> Field {
        Field {
            kind,
            figure: Some(Figure {
                value,
                low,
                high,
                n,
            }),
            published: Some(published),
            word: None,
        }
    }

    #[test]
    fn a_figure_is_as_exact_as_it_is_written() {
        let share = |published| {
            let field = of(Unit::Share, (0.9349, 0.9, 0.96, 100), published);
            Agreement::of(&field, None)
        };
        assert_eq!(share(0.935), Some(Agreement::Same));
        assert_eq!(share(0.9), Some(Agreement::Inside));
        assert_eq!(share(0.899), Some(Agreement::Outside));
        let nodes = |published| {
            let field = of(Unit::Mean, (16_452.0, 16_440.0, 16_470.0, 4), published);
            Agreement::of(&field, None)
        };
        assert_eq!(nodes(16_500.0), Some(Agreement::Same));
        assert_eq!(nodes(16_600.0), Some(Agreement::Outside));
        assert_eq!(nodes(20_000.0), Some(Agreement::Outside));
    }

    #[test]
    fn a_single_game_proves_little() {
        let won = of(Unit::Share, (0.6, 0.5, 0.7, 24), 1.0);
        assert_eq!(Agreement::of(&won, None), Some(Agreement::Outside));
        assert_eq!(Agreement::of(&won, Some(1)), Some(Agreement::Chance));
        assert_eq!(Agreement::of(&won, Some(200)), Some(Agreement::Outside));
        // 200 games from 100 openings: .95 lies within what 200 others may be, though not within what 400 may.
        let ours = crate::stats::wilson(197, 200).expect("games");
        let share = of(Unit::Share, (ours.value, ours.low, ours.high, 100), 0.95);
        assert_eq!(Agreement::of(&share, Some(200)), Some(Agreement::Chance));
        assert_eq!(Agreement::of(&share, Some(400)), Some(Agreement::Outside));
        let time = of(Unit::Time, (1.0, 1.0, 1.0, 9), 14.0);
        assert_eq!(Agreement::of(&time, Some(1)), Some(Agreement::OtherMachine));
        assert_eq!(Agreement::of(&Field::default(), None), None);
    }
}
