//! Nim with one heap: take one, two or three; whoever takes the last has won.

use std::fmt;

use poda_engine::{
    EvalSpec, Evaluator, Game, GameInfo, MoveError, MoveList, NoOpinion, Outcome, Playable,
    PlayerId, Solvable,
};

/// The rules: how much the heap has at the start.
#[derive(Clone, Debug)]
pub struct Nim {
    /// At most 60.
    pub heap: u8,
}

/// How much is left, and how many moves were made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    left: u8,
    ply: u8,
}

/// How much is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(pub u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Game for Nim {
    type State = Heap;
    type Move = Take;
    const ALTERNATES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Heap {
        Heap {
            left: self.heap,
            ply: 0,
        }
    }

    fn ply(&self, heap: &Heap) -> u32 {
        heap.ply.into()
    }

    fn to_move(&self, heap: &Heap) -> PlayerId {
        PlayerId::new(usize::from(heap.ply % 2))
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        let last = PlayerId::new(usize::from((heap.ply + 1) % 2));
        (heap.left == 0).then_some(Outcome::Win(last))
    }

    fn moves(&self, heap: &Heap, list: &mut MoveList<Take>) {
        list.extend((1..=heap.left.min(3)).map(Take));
    }

    fn check(&self, heap: &Heap, take: Take) -> Result<(), MoveError> {
        let most = heap.left.min(3);
        match self.outcome(heap) {
            Some(outcome) => Err(MoveError::GameOver { outcome }),
            None if (1..=most).contains(&take.0) => Ok(()),
            None => Err(MoveError::NotAllowed(format!(
                "{take} cannot be taken: take 1 to {most}"
            ))),
        }
    }

    fn play_unchecked(&self, heap: &Heap, take: Take) -> Heap {
        Heap {
            left: heap.left.saturating_sub(take.0),
            ply: heap.ply + 1,
        }
    }

    fn code(take: Take) -> u8 {
        take.0
    }

    fn plies_left(&self, heap: &Heap) -> u32 {
        heap.left.into()
    }

    fn hash(&self, heap: &Heap) -> u64 {
        // A good mixer from the literature (splitmix64); any will do.
        let word = u64::from(heap.left) << 8 | u64::from(heap.ply);
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb)
    }

    fn read_move(&self, text: &str) -> Result<(Take, usize), MoveError> {
        match text.bytes().next() {
            Some(digit @ b'1'..=b'3') => Ok((Take(digit - b'0'), 1)),
            _ => Err(MoveError::Unreadable("moves are 1, 2 and 3".to_owned())),
        }
    }
}

/// What Poda's agents ask about it. Everything else has a default.
impl Playable for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        title: "Nim",
        boards: "nim",
        positions: "what was taken, one digit a move",
        opening: 0,
        evaluations: &["none"],
        presets: &[],
        solved: "",
    };
    type Eval = NoOpinion;

    fn spec_text(&self) -> String {
        format!("nim:{}", self.heap)
    }

    fn evaluation_named(&self, name: &str) -> Option<NoOpinion> {
        (name == "none").then_some(NoOpinion)
    }

    fn best_evaluation(&self) -> EvalSpec {
        EvalSpec::new("none")
    }
}

/// No exact solver of its own.
impl Solvable for Nim {}

/// For a heap that is not a multiple of four it is good to be on the move.
pub struct Remainder;

impl Evaluator<Nim> for Remainder {
    fn evaluate(&self, game: &Nim, heap: &Heap, player: PlayerId) -> i32 {
        let mover_wins = heap.left % 4 != 0;
        if mover_wins == (game.to_move(heap) == player) {
            1
        } else {
            -1
        }
    }
}
