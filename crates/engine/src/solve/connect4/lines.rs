//! Runs of four on a whole board at once; on one board or on four side by side.

use std::ops::{BitAnd, BitOr, Shl, Shr};

/// One set of cells, or several side by side.
pub(super) trait Cells:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

impl<S> Cells for S where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + Shl<u32, Output = S> + Shr<u32, Output = S>
{
}

/// The cells that complete a four together with three of `pieces`. Free or not, and also beyond the board: mask the result.
#[inline(always)]
pub(super) fn completions<S: Cells>(stride: u32, pieces: S) -> S {
    // Up a column only the topmost cell can complete.
    let mut all = pieces << 1 & pieces << 2 & pieces << 3;
    for step in [stride, stride + 1, stride - 1] {
        let (before, after) = (pieces << step, pieces >> step);
        let two_before = before & pieces << (2 * step);
        let two_after = after & pieces >> (2 * step);
        // xxx_  xx_x  x_xx  _xxx
        all = all | (two_before & (pieces << (3 * step) | after));
        all = all | (two_after & (pieces >> (3 * step) | before));
    }
    all
}

/// The ends of all fours that are not upright; empty if there is none.
#[inline(always)]
pub(super) fn slanted_fours<S: Cells>(stride: u32, cells: S) -> S {
    let ends = |step| {
        let pairs = cells & cells >> step;
        pairs & pairs >> (2 * step)
    };
    ends(stride) | ends(stride + 1) | ends(stride - 1)
}

/// The ends of all fours; empty if there is none.
#[inline(always)]
pub(super) fn fours<S: Cells>(stride: u32, cells: S) -> S {
    let pairs = cells & cells >> 1;
    slanted_fours(stride, cells) | (pairs & pairs >> 2)
}
