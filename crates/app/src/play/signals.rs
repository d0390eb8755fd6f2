//! Signals: the wish that we end, and what job control does. They come as messages, never in the middle of something.

use std::io;
use std::thread;

use rustix::process::{Signal, getpgid, getppid, getsid, kill_current_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

/// What a signal means to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignalMeaning {
    /// The program is to end.
    End,
    /// It is to give the terminal back and wait.
    Suspend,
    /// It goes on, whatever was done to the terminal meanwhile.
    Continue,
}

/// Tells of every signal, on a thread of its own.
pub(crate) fn watch(tell: impl Fn(SignalMeaning) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                tell(match signal {
                    SIGTSTP => SignalMeaning::Suspend,
                    SIGCONT => SignalMeaning::Continue,
                    _ => SignalMeaning::End,
                });
            }
        })?;
    Ok(())
}

/// Whether there is a shell that started us and can continue us. Without one, nobody could.
pub(crate) fn shell_waits() -> bool {
    let parent = getppid();
    let in_session = |process| getsid(process).is_ok_and(|found| Ok(found) == getsid(None));
    let in_group = |process| getpgid(process).is_ok_and(|found| Ok(found) == getpgid(None));
    parent.is_some() && in_session(parent) && !in_group(parent)
}

/// Stops this process and whatever was started with it, until it is continued.
pub(crate) fn stop_here() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}
