//! Dots and Boxes.

use poda_engine::dots::{Chains, Dots, DotsSpec, Edge, Position};
use poda_engine::{Bits, Concrete, Game, Playable};

use super::{Coached, Shape};
use crate::board::{Board, CellView, EdgeView, replay};
use crate::offer::{GameOffer, Range, Size};
use crate::position::number;
use crate::puzzle::PuzzleTheme;
use crate::reason::Reason;
use crate::verdict::Verdict;

pub(super) fn offer() -> GameOffer {
    let square = |side| Size {
        rows: side,
        columns: side,
    };
    GameOffer {
        name: <Dots<u64> as Playable>::INFO.name.to_owned(),
        usual: square(4),
        boards: (2..=DotsSpec::MOST as u8).map(square).collect(),
        rows: Range::new(1, DotsSpec::MOST),
        columns: Range::new(1, DotsSpec::MOST),
        run: None,
        players: Range::new(2, 2),
        ladders: Vec::new(),
    }
}

impl<B: Bits> Coached for Dots<B>
where
    Dots<B>: Concrete + Game<State = Position<B>, Move = Edge>,
{
    fn shape(&self) -> Shape {
        Shape {
            rows: self.spec().rows(),
            columns: self.spec().columns(),
            run: 0,
        }
    }

    /// The state does not say who owns a box: whoever closed it does.
    fn board(&self, line: &[Edge]) -> Board {
        let mut boxes = vec![vec![None; self.spec().columns()]; self.spec().rows()];
        let mut edges = Vec::new();
        let end = replay(self, line, |before, edge, after| {
            let player = number(self.to_move(before));
            edges.push(EdgeView {
                edge: edge.to_string(),
                player,
            });
            for (row, owners) in boxes.iter_mut().enumerate() {
                for (column, owner) in owners.iter_mut().enumerate() {
                    let sides = self.sides(row, column);
                    if owner.is_none() && after.edges() & sides == sides {
                        *owner = Some(player);
                    }
                }
            }
        });
        Board::Boxes {
            boxes,
            edges,
            scores: end.scores().to_vec(),
        }
    }

    fn rests(&self, _: &Position<B>, _: Edge) -> Option<CellView> {
        None
    }

    fn reason(&self, state: &Position<B>, edge: Edge, _: Verdict) -> Reason {
        let mover = self.to_move(state);
        let next = self.play_unchecked(state, edge);
        let closed = next.margin(mover) - state.margin(mover);
        if closed > 0 {
            return Reason::Closes {
                boxes: closed as u8,
            };
        }
        let given = Chains::of(self, &next).captures();
        match (Chains::of(self, state).captures(), given) {
            (1.., 2) => Reason::GivesTwo,
            (1.., 4) => Reason::GivesFour,
            (_, 0) => Reason::Safe,
            (_, given) => Reason::OpensLeast {
                boxes: given.min(u32::from(u8::MAX)) as u8,
            },
        }
    }

    fn fault(
        &self,
        state: &Position<B>,
        edge: Edge,
        before: Verdict,
        after: Verdict,
    ) -> Option<Reason> {
        let mover = self.to_move(state);
        let next = self.play_unchecked(state, edge);
        let few = |boxes: u32| boxes.min(u32::from(u8::MAX)) as u8;
        if next.margin(mover) > state.margin(mover) {
            return (before != after).then_some(Reason::TakesTooMuch);
        }
        let open = Chains::of(self, state).captures();
        let given = Chains::of(self, &next).captures();
        Some(match (open, given) {
            (1.., _) => Reason::LeavesBoxes { boxes: few(given) },
            (_, 0) => Reason::LosesControl,
            _ => Reason::OpensChain { boxes: few(given) },
        })
    }

    fn theme(&self, state: &Position<B>, _: Verdict, line: &[Edge]) -> Option<PuzzleTheme> {
        let mover = self.to_move(state);
        let next = self.play_unchecked(state, *line.first()?);
        let now = Chains::of(self, state);
        let given = Chains::of(self, &next).captures();
        let closes = next.margin(mover) > state.margin(mover);
        match (now.captures(), now.safe_edges(), given) {
            _ if closes => Some(PuzzleTheme::Take),
            // Whoever leaves boxes leaves the last two of a chain or all four of a loop.
            (1.., _, 2 | 4) => Some(PuzzleTheme::DoubleDealing),
            (1.., ..) => None,
            (0, _, 0) => Some(PuzzleTheme::Quiet),
            (0, 1.., _) => Some(PuzzleTheme::Sacrifice),
            (0, 0, _) => Some(PuzzleTheme::Handout),
        }
    }

    fn half(evaluation: &str) -> i32 {
        match evaluation {
            "none" => 20,
            _ => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons() {
        let why = |game, moves, mv| {
            crate::reason::tests::why(game, moves, mv, Verdict::Opinion { percent: 0 })
        };
        assert_eq!(why("dots:3x3", "", "h11"), Reason::Safe);
        assert_eq!(
            why("dots:1x1", "h11 h21 v11", "v12"),
            Reason::Closes { boxes: 1 }
        );
        // A chain of four, entered at its left end: take all, or all but two and let the other one open the rest.
        let chain = "h11 h12 h13 h14 h21 h22 h23 h24 v11";
        assert_eq!(why("dots:2x4", chain, "v12"), Reason::Closes { boxes: 1 });
        let (taken, last) = ("v12 v13", "v15");
        let two_left = format!("{chain} {taken}");
        assert_eq!(why("dots:2x4", &two_left, last), Reason::GivesTwo);
        // A loop of four boxes that was opened above: the edge below leaves all four to the other.
        let opened = "h11 h12 h31 h32 v11 v21 v13 v23 v12";
        assert_eq!(why("dots:2x2", opened, "v22"), Reason::GivesFour);
        // Only chains are left: three boxes above, three below.
        let rows = "h11 h12 h13 h21 h22 h23 h31 h32 h33";
        assert_eq!(
            why("dots:2x3", rows, "v11"),
            Reason::OpensLeast { boxes: 3 }
        );
    }
}
