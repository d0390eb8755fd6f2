//! How far a long piece of work is: one line on standard error that changes, or, where that is no terminal, a new line every ten seconds.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that fills up as `done` grows to `total`. The unit says what is counted, such as "games"; a message may follow it.
pub(crate) fn bar(total: u64, done: u64, unit: &'static str) -> ProgressBar {
    let bar = shown("{bar:32} {pos} of {len} {prefix}{msg}, {elapsed}, {eta} to go");
    bar.set_length(total);
    bar.set_position(done);
    bar.set_prefix(unit);
    bar
}

/// A sign of life for work whose end nobody knows: what is counted so far, and a message.
pub(crate) fn spinner(unit: &'static str) -> ProgressBar {
    let spinner = shown("{spinner} {elapsed}  {human_pos} {prefix}, {per_sec}{msg}");
    spinner.set_prefix(unit);
    spinner
}

fn shown(template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::no_length().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Lines for a log, where there is no terminal: at most one in ten seconds.
pub(crate) struct Log {
    next: Cell<Option<Instant>>,
}

impl Log {
    const EVERY: Duration = Duration::from_secs(10);

    /// The first line comes after ten seconds: what is quickly done says nothing.
    pub(crate) fn new() -> Log {
        let quiet = io::stderr().is_terminal();
        Log {
            next: Cell::new((!quiet).then(|| Instant::now() + Log::EVERY)),
        }
    }

    /// Writes a line if one is due.
    pub(crate) fn line(&self, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.next.get().is_some_and(|next| now >= next) {
            self.next.set(Some(now + Log::EVERY));
            anstream::eprintln!("{}", text());
        }
    }
}
