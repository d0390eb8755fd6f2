//! Dots and Boxes as agents play it: what is obvious, the ladder, the published system.

use super::ladder;
use super::{Chains, Dots, DotsEval, DotsSpec, Edge, Position};
use crate::eval::EvalSpec;
use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::playable::{GameInfo, Playable};
use crate::players::{AgentSpec, Character, Level, Preset, PresetInfo};
use crate::search::{AlphaBeta, Order};

/// The published system that played it.
pub(super) const PRESETS: &[PresetInfo] = &[PresetInfo::by_depth("s3")];

impl<B: Bits> Playable for Dots<B> {
    const INFO: GameInfo = DotsSpec::INFO;
    type Eval = DotsEval;

    fn spec_text(&self) -> String {
        self.spec().to_string()
    }

    fn evaluation_named(&self, name: &str) -> Option<DotsEval> {
        DotsEval::named(name)
    }

    fn best_evaluation(&self) -> EvalSpec {
        EvalSpec::new("chains")
    }

    /// Closes boxes, else draws a safe edge, else gives away as little as it can.
    fn obvious(&self, state: &Position<B>) -> MoveList<Edge> {
        let mut moves = MoveList::new();
        self.moves(state, &mut moves);
        // What the edge gains, or what the opponent can take after it, as a loss.
        let gain = |edge: Edge| {
            let next = self.play_unchecked(state, edge);
            let mover = self.to_move(state);
            let gained = next.margin(mover) - state.margin(mover);
            if gained > 0 {
                gained
            } else {
                -(Chains::of(self, &next).captures() as i32)
            }
        };
        let best = moves.iter().map(|&edge| gain(edge)).max().unwrap_or(0);
        let worth = |gain: i32| if best > 0 { gain > 0 } else { gain == best };
        moves.retain(|edge| worth(gain(*edge)));
        moves
    }

    /// docs/findings.md has the games that calibrated the ladder. Nodes, not time, so that a level is as strong on every machine.
    fn level(&self, level: u8) -> Level {
        match level {
            1 => Level::slipping(35, AgentSpec::Greedy),
            2 => Level::slipping(5, AgentSpec::Greedy),
            3 => Level::sure(AgentSpec::strong_nodes(2_000)),
            _ => Level::sure(AgentSpec::strong_nodes(500_000)),
        }
    }

    fn characters(&self) -> Vec<Character> {
        ladder::characters()
    }

    fn preset(&self, preset: Preset) -> Option<AgentSpec> {
        let search = AlphaBeta {
            order: Order::Natural,
            ..AlphaBeta::to_depth(preset.number)
        };
        (preset.name() == "s3").then(|| AgentSpec::fixed(search, EvalSpec::new("s3")))
    }

    /// Each line that is drawn is one less to draw.
    fn width(&self, plies: u32) -> usize {
        self.spec().edges().saturating_sub(plies as usize).max(1)
    }

    fn solvable(&self) -> bool {
        true
    }

    /// What docs/solving-dots.md measured: all of 3×4 in 0.6 s; with 32 edges left on 4×4 it may take four seconds.
    fn exact_plies(&self) -> u32 {
        31
    }
}
