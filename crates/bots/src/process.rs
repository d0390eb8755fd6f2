//! A bot's process: lines in, lines out, and an end that leaves nobody behind.

use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::confine::{MARK, confine, end};
use crate::lines::{Line, next_line};
use crate::program::Program;

/// The variables that every bot is given.
const ENVIRONMENT: [&str; 6] = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SystemRoot"];

/// How many lines wait to be read; then the bot waits.
const WAITING: usize = 64;

/// How much of its standard error is remembered, and how much of one game's goes to a log.
const REMEMBERED: usize = 16 << 10;
const LOGGED: usize = 1 << 20;

/// How long a process may take to end by itself, and what it last said to arrive.
const GOODBYE: Duration = Duration::from_millis(300);

/// What came of waiting for a line.
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// A line beyond all bounds.
    TooLong,
    /// Nothing, and the time is over.
    Nothing,
    /// The bot has closed its standard output.
    End,
}

/// A process that runs. Dropping it ends it, and everybody that it started.
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    said: Arc<Mutex<Tail>>,
    /// Closed when standard error is.
    silent: Receiver<()>,
    mark: String,
    ended: bool,
}

impl Process {
    pub(crate) fn start(program: &Program) -> io::Result<Process> {
        let mark = new_mark();
        let mut command = Command::new(program.executable());
        command.args(&program.words()[1..]);
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        command.env_clear();
        let names = ENVIRONMENT.into_iter();
        for name in names.chain(program.environment.iter().map(String::as_str)) {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env(MARK, &mark);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let log = program.log.as_ref().map(|path| {
            let mut file = OpenOptions::new();
            file.append(true).create(true).open(path)
        });
        let log = log.transpose()?;
        confine(&mut command, &program.limits);
        let mut child = command.spawn()?;

        let (send, lines) = sync_channel(WAITING);
        let stdout = child.stdout.take().expect("it is piped");
        std::thread::spawn(move || listen(stdout, &send));
        let said = Arc::new(Mutex::new(Tail::default()));
        let (open, silent) = sync_channel(0);
        let stderr = child.stderr.take().expect("it is piped");
        let to = Arc::clone(&said);
        std::thread::spawn(move || {
            note(stderr, &to, log);
            drop(open);
        });
        Ok(Process {
            stdin: child.stdin.take(),
            child,
            lines,
            said,
            silent,
            mark,
            ended: false,
        })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// Waits for the next line until some moment.
    pub(crate) fn hear(&self, until: Instant) -> Heard {
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(Line::Text(line)) => Heard::Line(line),
            Ok(Line::TooLong) => Heard::TooLong,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// A line that is there already.
    pub(crate) fn heard_already(&self) -> Option<Line> {
        self.lines.try_recv().ok()
    }

    /// Lets it end by itself for a moment: whether its output came to an end.
    pub(crate) fn quit(&mut self) -> bool {
        let _ = self.send("quit");
        self.stdin = None;
        let until = Instant::now() + GOODBYE;
        loop {
            match self.hear(until) {
                Heard::Line(_) | Heard::TooLong => {}
                Heard::Nothing => return false,
                Heard::End => return true,
            }
        }
    }

    /// Ends it now, and everybody that it started.
    pub(crate) fn end(&mut self) {
        if !std::mem::replace(&mut self.ended, true) {
            end(&mut self.child, &self.mark);
        }
    }

    /// How a process ended whose output has come to an end; `None` if it has to be ended.
    pub(crate) fn status(&mut self) -> Option<ExitStatus> {
        let _ = self.silent.recv_timeout(GOODBYE);
        // Closing the pipes comes a moment before the end of the process.
        let until = Instant::now() + GOODBYE;
        loop {
            let status = self.child.try_wait().ok()?;
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The last line of its standard error that says anything.
    pub(crate) fn last_words(&self) -> Option<String> {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&said.bytes);
        let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(last.trim().chars().take(160).collect())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// The end of what was said.
#[derive(Default)]
struct Tail {
    bytes: Vec<u8>,
}

impl Tail {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        let over = self.bytes.len().saturating_sub(REMEMBERED);
        self.bytes.drain(..over);
    }
}

fn listen(stdout: impl Read, to: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = next_line(&mut stdout) {
        if to.send(line).is_err() {
            return;
        }
    }
}

fn note(mut stderr: impl Read, tail: &Mutex<Tail>, mut log: Option<File>) {
    let (mut buffer, mut logged) = ([0; 4096], 0);
    while let Ok(count) = stderr.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let bytes = &buffer[..count];
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.push(bytes);
        drop(tail);
        if let Some(file) = log.as_mut().filter(|_| logged < LOGGED) {
            logged += count;
            let _ = file.write_all(bytes);
        }
    }
}

/// A text that no other bot carries.
fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let random = RandomState::new().build_hasher().finish();
    format!("{}-{number}-{random:016x}", std::process::id())
}
