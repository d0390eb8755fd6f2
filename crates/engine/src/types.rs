//! Who plays and how it ended: absolute facts, the same from every chair.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A player by order of play: the first is number 0.
///
/// Text form: `first`, `second`, `third`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(u8);

const NAMES: [&str; PlayerId::MOST] = ["first", "second", "third"];

impl PlayerId {
    /// The player who moves first.
    pub const FIRST: PlayerId = PlayerId(0);
    /// The player who moves second.
    pub const SECOND: PlayerId = PlayerId(1);
    /// The player who moves third, where there are three.
    pub const THIRD: PlayerId = PlayerId(2);
    /// No game has more players than this.
    pub const MOST: usize = 3;

    /// The player with this number, counted from 0.
    ///
    /// # Panics
    /// If no game has that many players.
    #[inline]
    pub const fn new(index: usize) -> PlayerId {
        assert!(index < PlayerId::MOST);
        PlayerId(index as u8)
    }

    /// The player's number, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The players of a game for `players`, in order of play.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = PlayerId> + Clone {
        (0..players).map(PlayerId::new)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[self.index()])
    }
}

/// How a finished game ended: an absolute fact, not a view of one player.
///
/// Text form: the winner (`first`, `second`, `third`) or `draw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won, all others lost.
    Win(PlayerId),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<PlayerId> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => player.fmt(f),
            Outcome::Draw => f.pad("draw"),
        }
    }
}

/// The text is not an [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an outcome: write first, second, third or draw")]
pub struct ParseOutcomeError(String);

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        if text == "draw" {
            return Ok(Outcome::Draw);
        }
        match NAMES.iter().position(|&name| name == text) {
            Some(index) => Ok(Outcome::Win(PlayerId::new(index))),
            None => Err(ParseOutcomeError(crate::params::excerpt(text))),
        }
    }
}

/// How good a position is, from the view of one side: the higher, the better for it. Negating changes the view.
///
/// Three bands that never meet: points that an evaluation gives, wins above them, losses below. A win counts the ply at which
/// it happens, so that a quicker one is better and a later loss too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Above every score.
    pub const INFINITE: Score = Score(i32::MAX);
    /// Nobody is ahead.
    pub const ZERO: Score = Score(0);

    const WON: i32 = 100_000_000;
    /// No game is longer than this.
    const MOST_PLIES: i32 = 1_000;
    const MOST_POINTS: i32 = Score::WON - Score::MOST_PLIES - 1;

    /// What an evaluation gives, cut to its band.
    #[inline]
    pub const fn points(points: i32) -> Score {
        if points > Score::MOST_POINTS {
            Score(Score::MOST_POINTS)
        } else if points < -Score::MOST_POINTS {
            Score(-Score::MOST_POINTS)
        } else {
            Score(points)
        }
    }

    /// A win that happens at this ply of the game.
    #[inline]
    pub const fn won_at(ply: u32) -> Score {
        Score(Score::WON - ply as i32)
    }

    /// Whether it is a win or a loss, and the ply at which that happens.
    #[inline]
    pub const fn decided_at(self) -> Option<u32> {
        let distance = Score::WON - self.0.abs();
        // Below zero is beyond every win: the ends of an open window.
        if 0 <= distance && distance <= Score::MOST_PLIES {
            Some(distance.unsigned_abs())
        } else {
            None
        }
    }

    /// The number: points, or a very large one for a win.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The number that [`get`](Score::get) gave.
    #[inline]
    pub(crate) const fn from_raw(number: i32) -> Score {
        Score(number)
    }

    /// The least score above this one, for windows that ask only "more than this?".
    #[inline]
    pub(crate) const fn next(self) -> Score {
        Score(self.0.saturating_add(1))
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided_at() {
            Some(ply) if self.0 > 0 => write!(f, "win at ply {ply}"),
            Some(ply) => write!(f, "loss at ply {ply}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

impl serde::Serialize for Score {
    /// As its number.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i32(self.0)
    }
}

/// Serialises through the text form, so that records read like what people type.
macro_rules! serde_as_text {
    ($($type:ty),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use serde_as_text;

serde_as_text!(Outcome);

impl serde::Serialize for PlayerId {
    /// As a number, counted from 0.
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_of_a_score_never_meet() {
        assert_eq!(Score::won_at(41).decided_at(), Some(41));
        assert_eq!((-Score::won_at(0)).decided_at(), Some(0));
        for open in [
            Score::INFINITE,
            -Score::INFINITE,
            Score::ZERO,
            Score::points(i32::MAX),
            Score::points(i32::MIN),
        ] {
            assert_eq!(open.decided_at(), None);
        }
        assert!(Score::INFINITE > Score::won_at(0) && Score::won_at(1) > Score::won_at(2));
        assert!(Score::won_at(Score::MOST_PLIES.unsigned_abs()) > Score::points(i32::MAX));
    }
}
