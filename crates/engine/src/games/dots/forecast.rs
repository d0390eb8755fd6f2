//! Who will take the boxes that are left? A guess at the end of a game of Dots and Boxes.
//!
//! The end is a fight about *control*. When only chains are left, whoever must move opens one, and the other takes it. Taking
//! all of it means having to open the next. Leaving its last two boxes (four of a loop) gives these away and the duty with
//! them. If the rest costs whoever opens it V boxes more than it brings, a chain of c boxes is worth, to whoever takes it,
//! the better of c − V and c − 4 + V, which is c − 2 + |V − 2|; for a loop c − 4 + |V − 4|. A chain of one or two boxes can be
//! opened so that nothing can be left: c − V.
//!
//! Before that, safe edges are drawn, and who runs out of them first must open. Guessing that from their number, or from the
//! number of long chains, made play weaker at every weight tried (docs/findings.md): while safe edges are left, only what can
//! be taken now counts.

use crate::games::bits::Bits;
use crate::games::dots::{Chain, ChainKind, Chains, Dots, Position};

/// The margin still to come for the player to move, as far as chains tell.
pub(super) fn to_come<B: Bits>(game: &Dots<B>, position: &Position<B>) -> i32 {
    let rest = Chains::after_captures(game, position);
    let taken = rest.captures() as i32;
    if rest.safe_edges() > 0 {
        return taken;
    }
    // Having taken some, the mover opens the rest, or leaves two boxes and lets the other open it.
    let cost = cost_of_opening(rest.chains());
    if taken >= 2 {
        taken - 2 + (cost - 2).abs()
    } else {
        taken - cost
    }
}

/// How many boxes more than they get whoever opens these loses, the shortest first: the cost of the last comes in first.
fn cost_of_opening(chains: &[Chain]) -> i32 {
    chains.iter().rev().fold(0, |cost, chain| {
        match (chain.kind, i32::from(chain.length)) {
            (ChainKind::Loop, length) => length - 4 + (cost - 4).abs(),
            (_, length @ ..=2) => length - cost,
            (_, length) => length - 2 + (cost - 2).abs(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_costs_what_a_player_in_control_takes() {
        let cost = |lengths: &[i8]| {
            let chain = |&length: &i8| Chain {
                length: length.unsigned_abs(),
                kind: if length < 0 {
                    ChainKind::Loop
                } else {
                    ChainKind::Free
                },
                edge: 0,
            };
            cost_of_opening(&lengths.iter().map(chain).collect::<Vec<_>>())
        };
        assert_eq!(cost(&[]), 0);
        assert_eq!(cost(&[3]), 3);
        // Of two chains of three: the other takes one box of the first, leaves two, and gets all of the second.
        assert_eq!(cost(&[3, 3]), 3 - 4 + 3);
        assert_eq!(cost(&[3, 3, 3]), 3 - 2);
        // Short chains are handed over and change who must open the long one.
        assert_eq!(cost(&[1, 5]), 1 - 5);
        assert_eq!(cost(&[1, 2, 5]), 1 - (2 - 5));
        // A loop of four (negative here) costs four boxes to keep control over.
        assert_eq!(cost(&[-4]), 4);
        assert_eq!(cost(&[-4, -4]), 0);
    }
}
