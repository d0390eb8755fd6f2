//! Evaluations by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::any::GameSpec;
use crate::games::connect4::Connect4Spec;
use crate::games::dots::DotsSpec;
use crate::params::excerpt;

/// An evaluation by name: what people type after `eval=`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvalSpec {
    /// `none`: every unfinished position is worth nothing.
    None,
    /// `s0`: open alignments and the centre, the opponent's threats penalised.
    S0,
    /// `s1`, `s1-2`, `s1-3`, `s1-4`: windows of four, the opponents' threats penalised more with each level.
    S1(u8),
    /// `s2`: windows of four and the central columns.
    S2,
    /// `s3`: own boxes minus the opponent's.
    S3,
    /// `s4`: runs of two and three with an open end.
    S4,
    /// `ref1`: pieces count by how many lines of four go through their cell. A reference for S2's tables.
    Ref1,
    /// `ref2`: pieces count in every window that no other player has touched. A reference for S2's tables.
    Ref2,
    /// `centre`: pieces count by how central their column is.
    Centre,
    /// `threats`: cells that would win, with their parity. Our best for Connect 4.
    Threats,
    /// `chains`: who will have to open the first long chain. Our best for Dots and Boxes.
    Chains,
}

/// All names, for messages.
const NAMES: &str = "none, s0, s1 (to s1-4), s2, s4, ref1, ref2, centre and threats for connect4; none, s3 and chains for dots";

/// The evaluation does not exist, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvalError {
    /// No such name.
    #[error("there is no evaluation `{name}`: there are {NAMES}")]
    NoSuchEvaluation {
        /// The name.
        name: String,
    },
    /// Not about this game.
    #[error("the evaluation {eval} is not for {game}: there are {NAMES}")]
    OtherGame {
        /// The evaluation.
        eval: EvalSpec,
        /// The game's name.
        game: &'static str,
    },
}

const FIXED: [(&str, EvalSpec); 10] = [
    ("none", EvalSpec::None),
    ("s0", EvalSpec::S0),
    ("s2", EvalSpec::S2),
    ("s3", EvalSpec::S3),
    ("s4", EvalSpec::S4),
    ("ref1", EvalSpec::Ref1),
    ("ref2", EvalSpec::Ref2),
    ("centre", EvalSpec::Centre),
    ("threats", EvalSpec::Threats),
    ("chains", EvalSpec::Chains),
];

impl EvalSpec {
    /// Whether it is about this game.
    ///
    /// # Errors
    /// It is not.
    pub fn check(self, game: GameSpec) -> Result<(), EvalError> {
        let about_dots = matches!(self, EvalSpec::S3 | EvalSpec::Chains);
        match game {
            _ if self == EvalSpec::None => Ok(()),
            GameSpec::Connect4(_) if about_dots => Err(EvalError::OtherGame {
                eval: self,
                game: Connect4Spec::NAME,
            }),
            GameSpec::Dots(_) if !about_dots => Err(EvalError::OtherGame {
                eval: self,
                game: DotsSpec::NAME,
            }),
            _ => Ok(()),
        }
    }
}

impl FromStr for EvalSpec {
    type Err = EvalError;

    fn from_str(text: &str) -> Result<EvalSpec, EvalError> {
        if let Some(&(_, eval)) = FIXED.iter().find(|(name, _)| *name == text) {
            return Ok(eval);
        }
        match text {
            "s1" | "s1-1" => Ok(EvalSpec::S1(1)),
            "s1-2" => Ok(EvalSpec::S1(2)),
            "s1-3" => Ok(EvalSpec::S1(3)),
            "s1-4" => Ok(EvalSpec::S1(4)),
            _ => Err(EvalError::NoSuchEvaluation {
                name: excerpt(text),
            }),
        }
    }
}

impl fmt::Display for EvalSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalSpec::S1(1) => f.write_str("s1"),
            EvalSpec::S1(level) => write!(f, "s1-{level}"),
            fixed => {
                let name = FIXED
                    .iter()
                    .find(|(_, eval)| eval == fixed)
                    .map(|(name, _)| *name);
                f.write_str(name.expect("every other evaluation has a name"))
            }
        }
    }
}
