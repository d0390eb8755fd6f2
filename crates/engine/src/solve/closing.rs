//! From questions, "at least so much?", to a value.

use super::{Solution, SolveObserver, SolveProgress};

/// Closes in on a value from what is known of it, until only one is left.
///
/// `next` chooses a question between the lower bound, exclusive, and the upper, inclusive. `ask` gets it with the nodes so far,
/// and answers with a bound and the nodes it took: at least the question and the value is no less, or less than the question and
/// the value is no more.
pub(super) fn close_in(
    (mut lower, mut upper): (i32, i32),
    mut next: impl FnMut(i32, i32) -> i32,
    mut ask: impl FnMut(i32, u64, &mut dyn FnMut(u64)) -> Option<(i32, u64)>,
    observer: SolveObserver<'_>,
) -> Option<Solution> {
    let mut nodes = 0;
    let mut tell = |nodes, lower, upper| {
        observer(&SolveProgress {
            nodes,
            bounds: Some((lower, upper)),
        });
    };
    tell(nodes, lower, upper);
    while lower < upper {
        let question = next(lower, upper);
        let (answer, more) = ask(question, nodes, &mut |more| {
            tell(nodes + more, lower, upper)
        })?;
        nodes += more;
        if answer >= question {
            lower = answer.min(upper);
        } else {
            upper = answer.max(lower);
        }
        tell(nodes, lower, upper);
    }
    Some(Solution {
        value: lower,
        nodes,
    })
}
