//! The terminal while a game is on it: its own screen, raw keys, the mouse. However this ends, the terminal is as it was before.

use std::io::{self, IsTerminal, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

use anyhow::{Context, bail};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal is ours now.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// What other threads had to say while nobody could read it.
static UNREAD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Refuses to start where there is no screen to draw on.
pub(crate) fn expect_terminal() -> anyhow::Result<()> {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() || dumb {
        bail!(
            "a game needs a terminal to be played in, and this is none: `poda` alone opens the page, `poda show` prints a board"
        );
    }
    Ok(())
}

/// The screen; dropped, it is left.
pub(crate) struct TerminalScreen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl TerminalScreen {
    pub(crate) fn enter() -> anyhow::Result<TerminalScreen> {
        watch_for_panics();
        start().context("the terminal cannot be used")?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(TerminalScreen { terminal })
    }

    /// Takes the terminal again, whatever was done to it meanwhile.
    pub(crate) fn take_again(&mut self) -> io::Result<()> {
        // Whoever had it may have left it in any state.
        let _ = disable_raw_mode();
        start()?;
        // Terminal::clear would ask the terminal where its cursor is, and the answer would go to whoever reads the keys.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }

    /// Gives the terminal back until the process is continued, if there is a shell that will.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        if super::signals::shell_waits() {
            leave();
            super::signals::stop_here()?;
            self.take_again()?;
        }
        Ok(())
    }

    #[cfg(not(unix))]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn ring(&self) {
        // A bell that cannot be rung is not missed.
        let mut out = io::stdout();
        let _ = out.write_all(b"\x07").and_then(|()| out.flush());
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        leave();
        let mut unread = UNREAD.lock().unwrap_or_else(PoisonError::into_inner);
        for text in unread.drain(..) {
            anstream::eprintln!("poda: {text}");
        }
    }
}

fn start() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back. Does nothing the second time.
fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // What cannot be given back cannot be helped.
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// A panic of the thread that draws leaves the screen first, so that its words can be read. Those of other threads, which are caught,
/// would spoil the screen: they are said when it is left.
fn watch_for_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let drawing: ThreadId = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !ENTERED.load(Ordering::SeqCst) || thread::current().id() == drawing {
                leave();
                before(info);
            } else {
                let mut unread = UNREAD.lock().unwrap_or_else(PoisonError::into_inner);
                unread.push(info.to_string());
            }
        }));
    });
}

#[cfg(all(test, unix))]
#[path = "../../tests/common/pty.rs"]
#[allow(dead_code, reason = "the other tests use all of it")]
mod pty;

#[cfg(all(test, unix))]
mod tests {
    use super::pty::Pty;
    use super::*;

    /// Not a test: what the test of panics runs in a terminal of its own.
    #[test]
    #[ignore = "only for the test of panics"]
    fn threads_that_panic() {
        let _screen = TerminalScreen::enter().unwrap();
        let other = thread::spawn(|| panic!("another thread broke"));
        assert!(other.join().is_err());
        panic!("the drawing thread broke");
    }

    #[test]
    fn a_panic_leaves_a_sane_terminal_and_can_be_read() {
        let program = std::env::current_exe().unwrap();
        let program = program.to_str().unwrap();
        let name = "play::terminal::tests::threads_that_panic";
        let arguments = [name, "--exact", "--ignored", "--nocapture"];
        let mut broken = Pty::start(program, &arguments, (100, 40));
        assert!(!broken.ended().success());
        broken.assert_sane();
        let text = broken.wait_for("test result: FAILED");
        let drawing = text.find("the drawing thread broke").expect("it is told");
        let other = text.find("another thread broke").expect("it is told, too");
        assert!(
            drawing < other,
            "what would have spoilt the screen comes after it: {text}"
        );
    }
}
