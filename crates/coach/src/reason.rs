//! Why a move is good.

use std::fmt;

use poda_engine::{AnyGame, AnyMove, AnyState, with_game};
use serde::{Deserialize, Serialize};

use crate::games::{self, Coached};
use crate::schema;
use crate::verdict::Verdict;

schema! {
    /// Why a move is good, or what is wrong with it. Interfaces have the words.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(tag = "why", rename_all = "kebab-case")]
    pub enum Reason {
        /// It wins at once.
        WinsNow,
        /// It stops an opponent from winning at once.
        Blocks,
        /// It makes two threats at once.
        DoubleThreat,
        /// It makes a threat to win with the next move.
        Threatens,
        /// It wins by force.
        Forced,
        /// Everything loses; this lasts longest.
        LastsLongest,
        /// It closes boxes.
        Closes {
            /// How many at once.
            boxes: u8,
        },
        /// It gives away the last two boxes of a chain to keep control.
        GivesTwo,
        /// It gives away the last four boxes of a loop to keep control.
        GivesFour,
        /// It opens nothing for the other player.
        Safe,
        /// Something must be opened; this gives the fewest boxes away.
        OpensLeast {
            /// How many.
            boxes: u8,
        },
        /// It keeps the draw.
        KeepsDraw,
        /// It keeps the most chances, as far as can be seen.
        LooksBest,
        /// There was a win at once, and this is not it.
        MissesWin,
        /// It does not stop an opponent from winning at once.
        LeavesWin,
        /// It lets an opponent win at once who could not before: right above the piece.
        AllowsWin,
        /// It lets the next player make two threats at once.
        AllowsDoubleThreat,
        /// There was a win by force, and now there is none.
        LetsWinSlip {
            /// In how many moves.
            moves: u16,
        },
        /// Now an opponent wins by force.
        AllowsForced {
            /// In how many moves.
            moves: u16,
        },
        /// It opens boxes for the other player.
        OpensChain {
            /// How many.
            boxes: u8,
        },
        /// It leaves boxes to the other player that could have been taken.
        LeavesBoxes {
            /// How many.
            boxes: u8,
        },
        /// It takes boxes, and then something must be opened: giving the last ones up would have kept control.
        TakesTooMuch,
        /// It changes who must open the first long chain.
        LosesControl,
    }
}

/// As the end of a sentence that begins with the move: "4 wins at once".
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = |boxes: u8| match boxes {
            1 => "a box".to_owned(),
            _ => format!("{boxes} boxes"),
        };
        let text = match *self {
            Reason::WinsNow => "wins at once",
            Reason::Blocks => "stops a win next move",
            Reason::DoubleThreat => "threatens to win in two places",
            Reason::Threatens => "threatens to win with the next move",
            Reason::Forced => "wins by force",
            Reason::LastsLongest => "holds out longest",
            Reason::Closes { boxes } => return write!(f, "closes {}", some(boxes)),
            Reason::GivesTwo => "gives up two boxes to keep control",
            Reason::GivesFour => "gives up four boxes to keep control",
            Reason::Safe => "opens nothing",
            Reason::OpensLeast { boxes } => return write!(f, "opens only {}", some(boxes)),
            Reason::KeepsDraw => "keeps the draw",
            Reason::LooksBest => "keeps the most chances",
            Reason::MissesWin => "misses a win at once",
            Reason::LeavesWin => "does not stop a win next move",
            Reason::AllowsWin => "lets the other side win at once",
            Reason::AllowsDoubleThreat => "lets the other side threaten two wins",
            Reason::LetsWinSlip { moves } => return write!(f, "lets a win in {moves} slip"),
            Reason::AllowsForced { moves } => {
                return write!(f, "lets the other side win by force, in {moves}");
            }
            Reason::OpensChain { boxes } => return write!(f, "opens {}", some(boxes)),
            Reason::LeavesBoxes { boxes } => return write!(f, "leaves {}", some(boxes)),
            Reason::TakesTooMuch => "takes a box too many and must open something",
            Reason::LosesControl => "changes who must open the first long chain",
        };
        f.pad(text)
    }
}

impl Reason {
    /// Why this move, if the position is worth that.
    pub fn of(game: &AnyGame, state: &AnyState, mv: AnyMove, verdict: Verdict) -> Reason {
        with_game!(game, |rules| {
            let (state, mv) = (games::own_state(rules, state), games::own_move(rules, mv));
            rules.reason(state, mv, verdict)
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use poda_engine::Game;

    /// The reason for a move, all by name.
    pub(crate) fn why(game: &str, moves: &str, mv: &str, verdict: Verdict) -> Reason {
        let game: AnyGame = game.parse().unwrap();
        let (_, state) = game.read_position(moves).unwrap();
        let mv = game.parse_move(mv).unwrap();
        Reason::of(&game, &state, mv, verdict)
    }
}
