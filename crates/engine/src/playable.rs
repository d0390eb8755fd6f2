//! What the engine knows of a game besides its rules: all that a player by name needs to play it.

use crate::eval::{EvalError, EvalSpec, Evaluator};
use crate::game::{Game, MoveList};
use crate::players::{AgentSpec, Character, Level, Preset, PresetInfo};

/// What a game calls its own, for messages and help.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// What people type: `connect4`.
    pub name: &'static str,
    /// What people say: `Connect 4`.
    pub title: &'static str,
    /// Boards as people type them, with a word about what they are.
    pub boards: &'static str,
    /// How a position is written.
    pub positions: &'static str,
    /// How many random moves open a game for a match and leave it open who wins.
    pub opening: u32,
    /// The names of its evaluations.
    pub evaluations: &'static [&'static str],
    /// The published systems that played it: `s0`, `s1`.
    pub presets: &'static [PresetInfo],
    /// Which of its boards the agent `perfect` plays, in words; empty if none.
    pub solved: &'static str,
}

/// A game that Poda's agents play by name. Whoever implements [`Game`] and this for a game of their own can sit any of them
/// down to it.
pub trait Playable: Game {
    /// The game's own names.
    const INFO: GameInfo;

    /// An evaluation, ready to use on one board.
    type Eval: Evaluator<Self> + Clone + 'static;

    /// What people type for these rules: `connect4:6x7`.
    fn spec_text(&self) -> String;

    /// The evaluation with this name, or `None` if the game has none such.
    fn evaluation_named(&self, name: &str) -> Option<Self::Eval>;

    /// The name of the evaluation that plays best.
    fn best_evaluation(&self) -> EvalSpec;

    /// The evaluation with this name.
    ///
    /// # Errors
    /// It is not about this game.
    fn evaluation(&self, name: EvalSpec) -> Result<Self::Eval, EvalError> {
        self.evaluation_named(name.name())
            .ok_or(EvalError::OtherGame {
                eval: name,
                game: Self::INFO.name,
            })
    }

    /// The moves that are obviously best, without any search, one of which a greedy player makes: all of them if nothing is
    /// obvious.
    fn obvious(&self, state: &Self::State) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        self.moves(state, &mut moves);
        moves
    }

    /// How level 1, 2, 3 or 4 plays. The steps are to be even, and the first one for beginners.
    fn level(&self, level: u8) -> Level {
        match level {
            1 => Level::slipping(30, AgentSpec::alphabeta(1)),
            2 => Level::slipping(5, AgentSpec::alphabeta(3)),
            3 => Level::sure(AgentSpec::alphabeta(5)),
            _ => Level::sure(AgentSpec::strong_nodes(500_000)),
        }
    }

    /// Whom people play against, the gentlest first: each wins about seven games of ten against the one below. The last plays as
    /// well as the engine can.
    fn characters(&self) -> Vec<Character> {
        let names = ["pip", "fern", "rowan", "oak"].into_iter();
        let rung = |(name, level)| Character::new(name, self.level(level));
        names.zip(1..).map(rung).collect()
    }

    /// How a published system plays this game; `None` if it does not.
    fn preset(&self, _preset: Preset) -> Option<AgentSpec> {
        None
    }

    /// About how many moves a position has after so many plies of search from the start: what a depth costs.
    fn width(&self, _plies: u32) -> usize {
        self.count_moves(&self.start())
    }

    /// Whether an exact solver knows these rules: what the agent `perfect` needs.
    fn solvable(&self) -> bool {
        false
    }

    /// When at most this many plies are left, the agent `perfect` can be relied on to be exact in its usual time on any machine
    /// of today. 0: nothing is promised.
    fn exact_plies(&self) -> u32 {
        0
    }
}
