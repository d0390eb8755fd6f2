//! What following up proves, without search.
//!
//! One player is to move, the *leader*; the other answers each of his moves, the *follower*. Where a column has room for two,
//! the follower answers in the same column, on top. So the free cells of a column fall into pairs from the top down, and of
//! each pair the leader gets the lower cell or none, the follower the upper one. In a column with an odd number of free cells
//! the landing cell is left over: a *single*.
//!
//! * **Even** (the number of free cells is even, so the number of singles is, too): a single is answered by another single.
//!   The leader gets at most his pieces, the low cells and the singles. If there is no four among them, he cannot win; if
//!   moreover the follower has a four among his pieces and the upper cells of the pairs, he must win.
//! * **Odd**: one single is left without an answer. Let the follower have a winning cell in a column with an odd number of free
//!   cells, an odd number of them below it. In that column, pairs are counted from the landing cell up: the follower
//!   gets every second cell, the winning one among them. Everything else is answered as before. The leader runs out of other
//!   moves, must play below the winning cell, and loses: if there was no four among the cells that he can get.
//!
//! docs/solving-connect4.md has the proofs, and `tests` below tries every position of several small boards.

use std::ops::Not;

use super::geometry::Geometry;
use super::lines::{Cells, fours, slanted_fours};
use crate::games::bits::Bits;

/// A position in which the leader is to move, nobody has a four and the leader cannot win at once; or several side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed<S> {
    pub(super) leader: S,
    pub(super) follower: S,
    /// Where the next piece lands in each column.
    pub(super) landing: S,
    /// All free cells.
    pub(super) free: S,
}

/// The even rule, first half: no four among the result means that the leader cannot win. `low` are the board's low cells.
///
/// Upright fours count: he can get a single and the low cell above it.
#[inline(always)]
pub(super) fn leader_fours<S: Cells>(stride: u32, at: &Followed<S>, low: S) -> S {
    fours(stride, at.leader | (at.free & low) | at.landing)
}

/// The even rule, second half: a four among the result, and none for the leader, means that the follower wins.
///
/// Upper cells are never next to each other in a column, so upright fours need not be looked for.
#[inline(always)]
pub(super) fn follower_fours<S: Cells + Not<Output = S>>(
    stride: u32,
    at: &Followed<S>,
    low: S,
) -> S {
    slanted_fours(stride, at.follower | (at.free & !(low | at.landing)))
}

/// The odd rule: what the follower wins at least, or 0 if the rule does not apply. `wins` are his winning cells, free and not
/// playable at once.
#[inline(always)]
pub(super) fn odd_threat<G: Geometry>(geometry: &G, at: &Followed<G::B>, wins: G::B) -> i32 {
    let masks = geometry.masks();
    let mut best = 0;
    // A winning cell with an odd number of free cells below, in a column with an odd number of free cells, is a low cell.
    let mut candidates = wins & masks.low;
    while !candidates.is_empty() {
        let place = candidates.lowest();
        candidates = candidates.without_lowest();
        let winning = G::B::place(place);
        let (column, row) = (place / geometry.stride(), place % geometry.stride());
        let column = masks.column << (column * geometry.stride());
        if (at.landing & column & !masks.low).is_empty() {
            continue;
        }
        let below = column & at.free & winning.plus(!G::B::ZERO);
        let leader =
            at.leader | (at.free & masks.low & !column) | at.landing | (below & !masks.low);
        if fours(geometry.stride(), leader).is_empty() {
            best = best.max((masks.rows as i32 + 1 - row as i32) / 2);
        }
    }
    best
}

/// The odd rule, if it proves that the follower gets at least the target. `wins` are his winning cells.
#[inline(always)]
pub(super) fn odd_rule<G: Geometry>(
    geometry: &G,
    at: &Followed<G::B>,
    wins: G::B,
    target: i32,
) -> Option<i32> {
    let masks = geometry.masks();
    let wins = wins & !at.landing & masks.low;
    // No winning cell is in the lowest row, so the rule never proves more than half the rows.
    if wins.is_empty() || target > masks.rows as i32 / 2 {
        return None;
    }
    let lower = odd_threat(geometry, at, wins);
    (lower > 0 && lower >= target).then_some(lower)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::connect4::{Connect4, Connect4Spec, Position};
    use crate::game::{Game, MoveList};
    use crate::games::bits::Bits;
    use crate::solve::connect4::engine::Engine;
    use crate::solve::connect4::geometry::{Bytes, Strided};
    use crate::solve::connect4::lines::completions;

    type Scores = HashMap<Position<u64, 2>, i32>;

    /// The scores of all positions of a board, by plain minimax.
    fn minimax(rules: &Connect4<u64, 2>, at: &Position<u64, 2>, scores: &mut Scores) -> i32 {
        if let Some(&score) = scores.get(at) {
            return score;
        }
        let left = (rules.cells().count() - at.ply()) as i32;
        let score = match rules.outcome(at) {
            Some(crate::Outcome::Draw) => 0,
            Some(crate::Outcome::Win(_)) => -(left / 2 + 1),
            None => {
                let mut moves = MoveList::new();
                rules.moves(at, &mut moves);
                let values = moves.iter().map(|&column| {
                    let next = rules.play_unchecked(at, column);
                    -minimax(rules, &next, scores)
                });
                values.max().expect("a move")
            }
        };
        scores.insert(*at, score);
        score
    }

    /// How often each rule spoke.
    #[derive(Debug, Default)]
    struct Heard {
        cannot_win: usize,
        must_lose: usize,
        odd_threat: usize,
    }

    /// Compares every rule with the score on every position of the board that is not finished and has no win at once.
    fn check<G: Geometry<B = u64>>(geometry: G, spec: Connect4Spec) -> Heard {
        let rules = Connect4::<u64, 2>::new(spec);
        let mut scores = Scores::new();
        minimax(&rules, &rules.start(), &mut scores);
        let engine = Engine::new(geometry, 1);
        let mut heard = Heard::default();
        for (position, &score) in &scores {
            if rules.outcome(position).is_some() {
                continue;
            }
            let root = engine.root(position);
            let masks = engine.geometry.masks();
            let free = masks.cells & !root.occupied;
            let landing = masks.landing(root.occupied);
            if completions(engine.geometry.stride(), root.mine) & landing != 0 {
                continue;
            }
            let at = Followed {
                leader: root.mine,
                follower: root.occupied & !root.mine,
                landing,
                free,
            };
            if free.count().is_multiple_of(2) {
                let safe = leader_fours(engine.geometry.stride(), &at, masks.low).is_empty();
                if safe {
                    heard.cannot_win += 1;
                    assert!(score <= 0, "{spec} {position:?} {score}");
                    if !follower_fours(engine.geometry.stride(), &at, masks.low).is_empty() {
                        heard.must_lose += 1;
                        assert!(score < 0, "{spec} {position:?} {score}");
                    }
                }
            } else {
                let wins = completions(engine.geometry.stride(), at.follower) & free & !landing;
                let bound = odd_threat(&engine.geometry, &at, wins);
                if bound > 0 {
                    heard.odd_threat += 1;
                    assert!(score <= -bound, "{spec} {position:?} {score} {bound}");
                }
            }
        }
        heard
    }

    #[test]
    fn every_rule_holds_on_every_position_of_small_boards() {
        let mut all = Heard::default();
        for (rows, columns) in [(4, 4), (5, 4), (3, 5), (2, 7), (3, 4), (6, 3), (2, 5)] {
            let spec = Connect4Spec::new(rows, columns).unwrap();
            let heard = check(Bytes::new(spec), spec);
            all.cannot_win += heard.cannot_win;
            all.must_lose += heard.must_lose;
            all.odd_threat += heard.odd_threat;
        }
        let spec = Connect4Spec::new(4, 4).unwrap();
        check(Strided::<u64>::new(spec), spec);
        assert!(
            all.cannot_win > 10_000 && all.must_lose > 100 && all.odd_threat > 100,
            "{all:?}"
        );
    }
}
