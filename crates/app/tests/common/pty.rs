//! A program in a terminal of its own, whose screen can be read and whose keys can be pressed.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use portable_pty::{
    Child, CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system,
};
use vt100::{MouseProtocolMode, Parser};

/// How long anything may take on a machine that has much to do.
const LONG: Duration = Duration::from_secs(60);

pub(crate) struct Pty {
    master: Box<dyn MasterPty + Send>,
    /// Kept, so that the terminal is there when the program has ended.
    _slave: Box<dyn SlavePty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    screen: Arc<(Mutex<Parser>, Condvar)>,
}

impl Pty {
    /// Starts a program in a terminal of so many columns and rows.
    pub(crate) fn start(program: &str, arguments: &[&str], (columns, rows): (u16, u16)) -> Pty {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        for (name, value) in [
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
            ("LC_ALL", "C.UTF-8"),
            ("PS1", "shell> "),
        ] {
            command.env(name, value);
        }
        for name in ["NO_COLOR", "ENV", "COLORTERM"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).expect("it starts");
        let size = |count| NonZero::new(count).expect("a screen has some");
        let parser = Parser::new(size(rows), size(columns), 0);
        let screen = Arc::new((Mutex::new(parser), Condvar::new()));
        let mut out = pair.master.try_clone_reader().expect("a reader");
        let seen = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                let mut parser = seen.0.lock().unwrap_or_else(PoisonError::into_inner);
                parser.process(&bytes[..count]);
                drop(parser);
                seen.1.notify_all();
            }
        });
        Pty {
            keys: pair.master.take_writer().expect("a writer"),
            master: pair.master,
            _slave: pair.slave,
            child,
            screen,
        }
    }

    /// Waits until the screen is as wanted; what it shows then.
    pub(crate) fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) -> String {
        let (screen, changed) = &*self.screen;
        let seen = screen.lock().unwrap();
        let (seen, timeout) = changed
            .wait_timeout_while(seen, LONG, |parser| !wanted(parser.screen()))
            .unwrap();
        let text = seen.screen().contents();
        assert!(!timeout.timed_out(), "{what} did not come:\n{text}");
        text
    }

    /// Waits for a text on the screen of a game.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contents().contains(text))
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it reads keys");
        self.keys.flush().expect("it reads keys");
    }

    pub(crate) fn id(&self) -> String {
        self.child.process_id().expect("it runs").to_string()
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }

    /// The usual screen is shown, with the cursor, and nobody watches the mouse.
    pub(crate) fn assert_is_usual_screen(&self) {
        self.wait("the usual screen", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == MouseProtocolMode::None
        });
    }

    /// The terminal is as it was: the usual screen, lines and echo.
    pub(crate) fn assert_sane(&self) {
        self.assert_is_usual_screen();
        let settings = self.master.get_termios().expect("settings");
        let settings = format!("{:?}", settings.local_flags);
        for flag in ["ICANON", "ECHO", "ISIG"] {
            assert!(settings.contains(flag), "{flag}: {settings}");
        }
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // It is our own child, and may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
