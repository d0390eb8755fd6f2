//! Threads that are after the same answer.

use std::cell::RefCell;

use crate::search::{Budget, Limits, SharedBudget, Stop};

/// One thread of a team: counts its nodes and looks at the limits. The first one also says how far all are.
pub(super) struct SolveThread<'a> {
    /// Which thread this is.
    pub(super) number: usize,
    budget: Budget<'a>,
    observer: Option<&'a dyn Fn(u64)>,
}

impl SolveThread<'_> {
    /// Counts one node.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Stop> {
        if self.count() { self.look() } else { Ok(()) }
    }

    /// Counts one node and says whether it is time to look.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.budget.count()
    }

    /// Looks at the limits.
    #[cold]
    pub(super) fn look(&mut self) -> Result<(), Stop> {
        let result = self.budget.look();
        if let Some(observer) = self.observer {
            observer(self.budget.total());
        }
        result
    }

    /// The nodes of this thread.
    #[inline(always)]
    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes
    }
}

/// Gives all threads the same task until one of them has the answer; returns it with the nodes of all. `None` if a limit was
/// reached first. `observer` is told of the nodes now and then.
pub(super) fn first_answer<T: Send>(
    threads: usize,
    limits: Limits<'_>,
    observer: &mut dyn FnMut(u64),
    task: impl Fn(SolveThread<'_>) -> Option<T> + Sync,
) -> Option<(T, u64)> {
    let shared = SharedBudget::new(limits);
    let observer = RefCell::new(observer);
    let tell = |nodes| (observer.borrow_mut())(nodes);
    let work = |number, observer| {
        let answer = task(SolveThread {
            number,
            budget: shared.share(),
            observer,
        });
        if answer.is_some() {
            shared.end();
        }
        answer
    };
    let answer = std::thread::scope(|scope| {
        let work = &work;
        let helpers: Vec<_> = (1..threads)
            .map(|number| scope.spawn(move || work(number, None)))
            .collect();
        let answer = work(0, Some(&tell));
        helpers.into_iter().fold(answer, |answer, helper| {
            let other = helper.join().expect("a thread of the solver panicked");
            answer.or(other)
        })
    });
    Some((answer?, shared.nodes()))
}
