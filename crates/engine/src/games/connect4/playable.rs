//! Connect 4 as agents play it: what is obvious, the ladder, the published systems.

use super::ladder;
use super::{Column, Connect4, Connect4Eval, Connect4Spec, Position};
use crate::eval::EvalSpec;
use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::playable::{GameInfo, Playable};
use crate::players::{AgentSpec, Character, Level, Preset, PresetInfo};
use crate::search::{AlphaBeta, Ends, MinBranch, Order, Printed, RootWindow, Ties};
use crate::types::PlayerId;

/// The published systems that played it.
pub(super) const PRESETS: &[PresetInfo] = &[
    PresetInfo::by_depth("s0"),
    by_level("s1"),
    by_level("s1-as-printed"),
    by_level("s1-as-mirrored"),
    PresetInfo::by_depth("s2"),
    PresetInfo::by_depth("s4"),
    PresetInfo::by_depth("s4-as-described"),
];

/// One of S1's: four levels, each of which looks one ply further ahead.
const fn by_level(name: &'static str) -> PresetInfo {
    PresetInfo {
        name,
        key: "level",
        range: (1, 4),
        usual: 1,
    }
}

impl<B: Bits, const P: usize> Playable for Connect4<B, P> {
    const INFO: GameInfo = Connect4Spec::INFO;
    type Eval = Connect4Eval<B>;

    fn spec_text(&self) -> String {
        self.spec().to_string()
    }

    fn evaluation_named(&self, name: &str) -> Option<Connect4Eval<B>> {
        Connect4Eval::named(self, name)
    }

    fn best_evaluation(&self) -> EvalSpec {
        EvalSpec::new("threats")
    }

    /// Wins, else blocks the next player who would win, else anything.
    fn obvious(&self, state: &Position<B, P>) -> MoveList<Column> {
        let mut moves = MoveList::new();
        self.moves(state, &mut moves);
        let landing = self.landing(state);
        let pieces = |distance: usize| {
            let player = (state.to_move().index() + distance) % P;
            state.of(PlayerId::new(player))
        };
        for distance in 0..P {
            let completes = |&&column: &&Column| {
                let piece = landing & self.column(column.index());
                self.has_run(pieces(distance) | piece)
            };
            let found: MoveList<Column> = moves.iter().filter(completes).copied().collect();
            if !found.is_empty() {
                return found;
            }
        }
        moves
    }

    /// docs/findings.md has the games that calibrated the ladder. Nodes, not time, so that a level is as strong on every machine.
    fn level(&self, level: u8) -> Level {
        match (P, level) {
            (3, 1) => Level::slipping(30, AgentSpec::Greedy),
            (3, 2) => Level::slipping(10, AgentSpec::maxn_nodes(300)),
            (3, 3) => Level::sure(AgentSpec::maxn_nodes(3_000)),
            (3, _) => Level::sure(AgentSpec::maxn_nodes(200_000)),
            (_, 1) => Level::slipping(30, AgentSpec::alphabeta(1)),
            (_, 2) => Level::slipping(4, AgentSpec::alphabeta(3)),
            (_, 3) => Level::sure(AgentSpec::alphabeta(5)),
            _ => Level::sure(AgentSpec::strong_nodes(500_000)),
        }
    }

    fn characters(&self) -> Vec<Character> {
        if P == 2 {
            ladder::for_two(self.solvable())
        } else {
            ladder::for_three()
        }
    }

    /// S2 gave every move of the root the full window and tried the centre first; S1 searched two plies more than its level. As printed it makes
    /// mistakes (see [`Printed`]), and as described S4 does not stop where a game ends.
    fn preset(&self, preset: Preset) -> Option<AgentSpec> {
        // S0, S2 and S4 keep their order at the root, too, and the first of the best; S1 chooses at random.
        let first = |order, depth| AlphaBeta {
            order,
            ties: Ties::First,
            ..AlphaBeta::to_depth(depth)
        };
        let number = preset.number;
        let printed = |min| {
            let search = Printed {
                depth: 2 + number,
                min,
            };
            let eval = Some(EvalSpec::new(super::eval::S1[number as usize - 1]));
            Some(AgentSpec::Printed { search, eval })
        };
        let (eval, search) = match preset.name() {
            "s1-as-printed" => return printed(MinBranch::Keeps),
            "s1-as-mirrored" => return printed(MinBranch::Mirrors),
            "s4-as-described" => {
                let search = AlphaBeta {
                    ends: Ends::Ignored,
                    ..first(Order::Natural, number)
                };
                ("s4", search)
            }
            "s0" => ("s0", first(Order::Natural, number)),
            "s1" => {
                let search = AlphaBeta {
                    order: Order::Natural,
                    ..AlphaBeta::to_depth(2 + number)
                };
                (super::eval::S1[number as usize - 1], search)
            }
            "s2" => {
                let search = AlphaBeta {
                    window: RootWindow::Full,
                    ..first(Order::Centre, number)
                };
                ("s2", search)
            }
            "s4" => ("s4", first(Order::Natural, number)),
            _ => return None,
        };
        Some(AgentSpec::fixed(search, EvalSpec::new(eval)))
    }

    fn solvable(&self) -> bool {
        P == 2 && self.spec().connect() == 4
    }

    /// What docs/solving-connect4.md measured: empty boards of 35 cells take less than a second, and on 6×7 the book knows the
    /// first seven plies.
    fn exact_plies(&self) -> u32 {
        let spec = self.spec();
        match (self.solvable(), spec.rows(), spec.columns()) {
            (false, ..) => 0,
            (true, 6, 7) => 42,
            _ => 35,
        }
    }
}
