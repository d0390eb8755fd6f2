//! What each move of a game gave away.

use std::fmt;

use serde::Serialize;

use crate::reason::Reason;
use crate::schema;
use crate::verdict::{LIKELY, Verdict};

schema! {
    /// How good a move was, by what it gave away.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Grade {
        /// It kept everything.
        Best,
        /// It kept the result, for a later win or an earlier loss; or for a win that was certain and is now only likely.
        Slower,
        /// It let a win become a draw or a draw a loss, or gave boxes away.
        Mistake,
        /// It let a win become a loss; where boxes count, it changed the result.
        Blunder,
    }
}

schema! {
    /// A move that was made, and what it gave away.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct MoveReview {
        /// The number of the move, counted from 1.
        pub ply: u32,
        /// The move.
        #[serde(rename = "move")]
        pub mv: String,
        /// Who made it.
        pub player: u8,
        /// What the position was worth before it, to whoever made it: in the solvers' unit, or in points of a search.
        pub value: i32,
        /// What the move kept of that.
        pub kept: i32,
        /// What was to be expected before it.
        pub verdict: Verdict,
        /// What is to be expected after it, for the same player.
        pub after: Verdict,
        /// Every move that keeps the value, in natural order.
        pub best: Vec<String>,
        /// Why each of them is right.
        pub why: Vec<Reason>,
        /// How good the move was.
        pub grade: Grade,
        /// Whether that is proved.
        pub exact: bool,
        /// How many plies ahead a search looked, where it is not.
        pub depth: u32,
        /// Why the move was right, or what it allowed.
        pub reason: Option<Reason>,
        /// The answer that shows what was wrong, where something was and it is known.
        pub reply: Option<String>,
        /// How good the position after the move is for each player, from −100, a certain loss, to 100, a certain win.
        pub shares: Vec<i8>,
    }
}

schema! {
    /// A player's moves in figures.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct PlayerReview {
        /// Who.
        pub player: u8,
        /// How many moves were graded.
        pub moves: u32,
        /// How many of them kept everything.
        pub best: u32,
        /// How many kept the result, but not as well as possible.
        pub slower: u32,
        /// How many were mistakes.
        pub mistakes: u32,
        /// How many were blunders.
        pub blunders: u32,
        /// How many of a hundred moves were no mistakes.
        pub accuracy: u8,
    }
}

schema! {
    /// A game and what each of its moves gave away. It grows from the last move to the first.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct Review {
        /// The game as people type it: `connect4:6x7`.
        pub game: String,
        /// All moves.
        pub position: String,
        /// Each player in figures, in order of play.
        pub players: Vec<PlayerReview>,
        /// The moves that are graded so far, the first one first.
        pub moves: Vec<MoveReview>,
        /// Whether nothing more will come.
        pub done: bool,
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Grade::Best => "best",
            Grade::Slower => "slower",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        })
    }
}

/// The least loss of an opinion, in hundredths, that counts as a mistake, and as a blunder.
const OPINION_MISTAKE: i32 = 50;
const OPINION_BLUNDER: i32 = 120;

impl Grade {
    /// The grade of a move that was to be expected to keep the one and keeps the other. Numbers tell apart what the words do not.
    pub(crate) fn of((before, value): (Verdict, i32), (after, kept): (Verdict, i32)) -> Grade {
        let lost = before.outcome() - after.outcome();
        match (before, after) {
            (Verdict::Opinion { .. }, _) | (_, Verdict::Opinion { .. }) if lost <= 0 => {
                match i32::from(before.share()) - i32::from(after.share()) {
                    OPINION_BLUNDER.. => Grade::Blunder,
                    OPINION_MISTAKE.. => Grade::Mistake,
                    _ => Grade::Best,
                }
            }
            // Among three the others may still give it: nothing says that the win is gone. One that was at hand always counts.
            (Verdict::Wins { moves: 3.. }, Verdict::Opinion { percent: LIKELY.. }) => Grade::Slower,
            (Verdict::Boxes { .. }, _) if lost > 0 => Grade::Blunder,
            (Verdict::Boxes { margin }, Verdict::Boxes { margin: kept }) if kept < margin => {
                Grade::Mistake
            }
            _ if lost > 1 => Grade::Blunder,
            _ if lost > 0 => Grade::Mistake,
            _ if kept < value => Grade::Slower,
            _ => Grade::Best,
        }
    }

    /// Whether the move gave something of the result away.
    pub fn is_mistake(self) -> bool {
        matches!(self, Grade::Mistake | Grade::Blunder)
    }
}

impl PlayerReview {
    /// The figures of one player.
    pub(crate) fn new(player: u8, moves: &[MoveReview]) -> PlayerReview {
        let own = || moves.iter().filter(|mv| mv.player == player);
        let count = |grade| own().filter(|mv| mv.grade == grade).count() as u32;
        let (best, slower) = (count(Grade::Best), count(Grade::Slower));
        let all = own().count() as u32;
        PlayerReview {
            player,
            moves: all,
            best,
            slower,
            mistakes: count(Grade::Mistake),
            blunders: count(Grade::Blunder),
            // Rounded down: a hundred is for whoever made no mistake.
            accuracy: match all {
                0 => 100,
                all => ((best + slower) * 100 / all) as u8,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(before: Verdict, after: Verdict) -> Grade {
        Grade::of((before, 0), (after, 0))
    }

    #[test]
    fn a_win_that_is_only_likely_now_is_slower_unless_it_was_at_hand() {
        let (wins, opinion) = (
            |moves| Verdict::Wins { moves },
            |percent| Verdict::Opinion { percent },
        );
        assert_eq!(grade(wins(3), opinion(95)), Grade::Slower);
        assert_eq!(grade(wins(9), opinion(99)), Grade::Slower);
        for missed in [1, 2] {
            assert_eq!(grade(wins(missed), opinion(95)), Grade::Mistake);
        }
        assert_eq!(grade(wins(3), opinion(94)), Grade::Mistake);
        assert_eq!(grade(wins(3), Verdict::Draw), Grade::Mistake);
        assert_eq!(grade(wins(3), Verdict::Loses { moves: 3 }), Grade::Blunder);
    }
}
