//! Long work: other threads of Python go on meanwhile, and Ctrl-C ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;

/// How often somebody looks whether Ctrl-C was pressed. The searches look at their flag every few milliseconds.
const LOOK: Duration = Duration::from_millis(20);

/// The flag of one piece of work, and what was raised by what it called.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Inner>);

#[derive(Default)]
struct Inner {
    stop: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Interrupt {
    /// The flag that searches look at.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0.stop
    }

    pub(crate) fn is_set(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// Ends the work with an exception; the first one counts.
    pub(crate) fn raise(&self, error: PyErr) {
        let mut raised = self.0.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.get_or_insert(error);
        self.flag().store(true, Ordering::Relaxed);
    }

    /// Does something that looks at this flag, which is set as soon as another one is.
    pub(crate) fn following<T>(&self, other: Option<&AtomicBool>, work: impl FnOnce() -> T) -> T {
        let Some(other) = other else {
            return work();
        };
        let (at_work, done) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(LOOK) {
                    if other.load(Ordering::Relaxed) {
                        self.flag().store(true, Ordering::Relaxed);
                    }
                }
            });
            // Gone when the work is over, also by a panic: nobody watches any more.
            let _at_work = at_work;
            work()
        })
    }

    /// What was raised, once.
    pub(crate) fn take(&self) -> Option<PyErr> {
        let mut raised = self.0.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.take()
    }
}

/// Works on a thread of its own, without the interpreter, until it is done or Ctrl-C is pressed and it has seen that.
///
/// # Errors
/// KeyboardInterrupt, or what was raised on the way.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (send, mut receive) = channel();
    let done = std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            // Nobody hears it only if this function is gone.
            let _ = send.send(work());
        });
        let mut done = None;
        loop {
            let receive = &mut receive;
            match py.detach(move || receive.recv_timeout(LOOK)) {
                Ok(value) => done = Some(value),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        interrupt.raise(error);
                    }
                }
            }
        }
        // It is at its end: this waits for nothing.
        if let Err(panic) = worker.join() {
            std::panic::resume_unwind(panic);
        }
        done
    });
    match (interrupt.take(), done) {
        (Some(error), _) => Err(error),
        (None, Some(value)) => Ok(value),
        (None, None) => unreachable!("a worker that did not panic has sent its value"),
    }
}

/// The same for work that calls no Python and leaves nothing behind: Ctrl-C ends the call at once. The work ends when it next looks at
/// the flag, if it ever does, and nobody hears of it.
///
/// # Errors
/// KeyboardInterrupt.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (send, mut receive) = channel();
    let worker = std::thread::spawn(move || {
        let _ = send.send(work());
    });
    loop {
        let receive = &mut receive;
        match py.detach(move || receive.recv_timeout(LOOK)) {
            Ok(value) => return Ok(value),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    interrupt.flag().store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    match worker.join() {
        Err(panic) => std::panic::resume_unwind(panic),
        Ok(()) => unreachable!("a worker that did not panic has sent its value"),
    }
}

/// [`abandonable`] for work that calls no Python, [`interruptible`] for work that may.
///
/// # Errors
/// KeyboardInterrupt, or what was raised on the way.
pub(crate) fn ended_by_ctrl_c<T: Send + 'static>(
    py: Python<'_>,
    interrupt: &Interrupt,
    calls_python: bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    match calls_python {
        true => interruptible(py, interrupt, work),
        false => abandonable(py, interrupt, work),
    }
}
