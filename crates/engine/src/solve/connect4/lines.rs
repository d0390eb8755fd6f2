//! Runs of four on a whole board at once.

use super::geometry::Geometry;
use crate::games::bits::Bits;

/// The cells that complete a four together with three of `pieces`. Free or not, and also beyond the board: mask the result.
#[inline(always)]
pub(super) fn completions<G: Geometry>(geometry: &G, pieces: G::B) -> G::B {
    // Up a column only the topmost cell can complete.
    let mut all = pieces << 1 & pieces << 2 & pieces << 3;
    let stride = geometry.stride();
    for step in [stride, stride + 1, stride - 1] {
        let (before, after) = (pieces << step, pieces >> step);
        let two_before = before & pieces << (2 * step);
        let two_after = after & pieces >> (2 * step);
        // xxx_  xx_x  x_xx  _xxx
        all |= two_before & (pieces << (3 * step) | after);
        all |= two_after & (pieces >> (3 * step) | before);
    }
    all
}

/// The ends of all fours that are not upright; empty if there is none.
#[inline(always)]
pub(super) fn slanted_fours<G: Geometry>(geometry: &G, cells: G::B) -> G::B {
    let stride = geometry.stride();
    let mut all = G::B::ZERO;
    for step in [stride, stride + 1, stride - 1] {
        let pairs = cells & cells >> step;
        all |= pairs & pairs >> (2 * step);
    }
    all
}

/// The ends of all fours; empty if there is none.
#[inline(always)]
pub(super) fn fours<G: Geometry>(geometry: &G, cells: G::B) -> G::B {
    let pairs = cells & cells >> 1;
    slanted_fours(geometry, cells) | (pairs & pairs >> 2)
}
