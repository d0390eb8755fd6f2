//! Deeper and deeper until a limit: for searches that only know a fixed depth.

use super::{Limits, SearchReport, Stopped};

/// Runs `search` at depth 1, 2, 3, … and returns the report of the last depth that was finished.
///
/// It ends at a limit, at `most` plies, or when the value is a win or a loss. Depth 1 is not limited, so there is always a move. The costs
/// are those of all depths, and of the one that was broken off.
pub fn deepen<'a, M: Copy>(
    limits: Limits<'a>,
    most: u32,
    mut search: impl FnMut(u32, Limits<'a>) -> Result<SearchReport<M>, Stopped>,
    each_depth: &mut dyn FnMut(&SearchReport<M>),
) -> SearchReport<M> {
    let mut report = search(1, Limits::default()).expect("nothing limits the first depth");
    each_depth(&report);
    for depth in 2..=limits.depth.unwrap_or(u32::MAX).min(most) {
        if report.value.decided_at().is_some() {
            break;
        }
        let left = limits.nodes.map(|most| most.saturating_sub(report.nodes));
        if left == Some(0) {
            break;
        }
        let limits = Limits {
            nodes: left,
            ..limits
        };
        let mut deeper = match search(depth, limits) {
            Ok(deeper) => deeper,
            Err(stopped) => {
                report.nodes += stopped.nodes;
                report.leaves += stopped.leaves;
                report.cutoffs += stopped.cutoffs;
                break;
            }
        };
        deeper.nodes += report.nodes;
        deeper.leaves += report.leaves;
        deeper.cutoffs += report.cutoffs;
        report = deeper;
        each_depth(&report);
    }
    report
}
