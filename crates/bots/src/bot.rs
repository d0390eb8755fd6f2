//! A bot that runs: the conversation with it, from its introduction to its moves.

use std::fmt;
use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use poda_engine::{
    AnyGame, AnyMove, Game, GameSpec, MoveList, PlayerFailure, Request, Score, SearchReport,
    Situation, excerpt,
};

use crate::lines::Line;
use crate::process::{Heard, Process};
use crate::program::Program;
use crate::protocol::{
    BotMessage, GoLimits, HostMessage, IdKey, Info, LONGEST_LINE, VERSION, Worth,
};

/// How long a bot may think where nobody says so.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// What an answer may take on its way, on top of the time that the bot was told.
pub(crate) const GRACE: Duration = Duration::from_millis(100);

/// How long a bot that was told to stop may take to answer, where anybody waits for that.
const STOPPING: Duration = Duration::from_millis(1000);

/// How often a flag that somebody else may set is looked at. Times need no such looks: the system wakes us.
const LOOK: Duration = Duration::from_millis(20);

/// More lines than any bot needs before it answers.
const MOST_LINES: usize = 100_000;

/// What a bot says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// What it plays, by names of games or of boards.
    pub games: Vec<String>,
}

impl Introduction {
    /// Whether it says that it plays this game.
    pub fn plays(&self, game: GameSpec) -> bool {
        let same = |text: &str| text.parse().is_ok_and(|other: GameSpec| other == game);
        // A bare name stands for all boards of the game.
        let plays = |text: &String| *text == game.info().name || same(text);
        self.games.iter().any(plays)
    }
}

/// What a bot did wrong, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// It cannot be started.
    #[error("{command} cannot be started: {}", reason(.source))]
    Start {
        /// The command.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// It ended although nobody asked it to.
    #[error("it ended {when}{how}{last_words}")]
    Ended {
        /// What it was to do.
        when: String,
        /// Its exit code or signal.
        how: String,
        /// The last line of its standard error.
        last_words: String,
    },
    /// It said nothing of what was waited for.
    #[error("it did not {task} within {millis} ms{heard}")]
    Silent {
        /// What it was to do.
        task: String,
        /// How long it had.
        millis: u128,
        /// The last line that it sent.
        heard: String,
    },
    /// A line without an end.
    #[error("it sent a line of more than {LONGEST_LINE} bytes")]
    TooLong,
    /// Lines without an end.
    #[error("it sent more than {MOST_LINES} lines before it did what it was to do: {task}")]
    Flood {
        /// What it was to do.
        task: String,
    },
    /// It says itself that it cannot.
    #[error("it says: {0}")]
    Refused(String),
    /// It does not say that it plays this game.
    #[error("it does not play {game}: it says `games {plays}`")]
    OtherGame {
        /// The game.
        game: GameSpec,
        /// What it plays.
        plays: String,
    },
    /// No move, or none that can be made.
    #[error("it sent `{line}`: {why}")]
    Illegal {
        /// The line.
        line: String,
        /// What is wrong with it.
        why: String,
    },
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "it is not executable (chmod +x makes it so, or name its interpreter: cmd:python3 bot.py)"
                .to_owned()
        }
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

impl From<BotError> for PlayerFailure {
    fn from(error: BotError) -> PlayerFailure {
        let why = error.to_string();
        match error {
            BotError::Silent { .. } => PlayerFailure::late(why),
            BotError::Illegal { .. } => PlayerFailure::illegal(why),
            _ => PlayerFailure::crash(why),
        }
    }
}

/// A bot that runs and has said who it is. Dropping it ends its process, and everybody that it started.
pub struct Bot {
    process: Process,
    program: Program,
    introduction: Introduction,
    /// Lines that were no messages, in the order in which they came; the first few of them.
    nonsense: Vec<String>,
    last: Option<String>,
    /// How long it may take to answer `stop`.
    stopping: Duration,
}

impl fmt::Debug for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bot")
            .field("program", &self.program)
            .finish_non_exhaustive()
    }
}

impl Bot {
    /// Starts a program and has it say who it is.
    ///
    /// # Errors
    /// It cannot be started, or does not say.
    pub fn start(program: &Program) -> Result<Bot, BotError> {
        let process = Process::start(program).map_err(|source| BotError::Start {
            command: program.label().to_owned(),
            source,
        })?;
        let mut bot = Bot {
            process,
            program: program.clone(),
            introduction: Introduction::default(),
            nonsense: Vec::new(),
            last: None,
            stopping: STOPPING,
        };
        bot.introduce()?;
        Ok(bot)
    }

    fn introduce(&mut self) -> Result<(), BotError> {
        const TASK: &str = "answer `poda 1` with `ok`";
        self.send(&HostMessage::Hello(VERSION), TASK)?;
        let until = Instant::now() + self.program.start;
        let mut introduction = Introduction::default();
        self.listen(
            TASK,
            self.program.start,
            until,
            &mut |message| match message {
                BotMessage::Id(key, text) => {
                    let text = text.chars().take(80).collect();
                    match key {
                        IdKey::Name => introduction.name = text,
                        IdKey::Version => introduction.version = text,
                        IdKey::Author => introduction.author = text,
                    }
                    None
                }
                BotMessage::Games(games) => {
                    introduction.games.extend(games);
                    None
                }
                BotMessage::Ok => Some(()),
                _ => None,
            },
        )?;
        self.introduction = introduction;
        Ok(())
    }

    /// Nobody waits for what it says when it is stopped.
    pub(crate) fn unheard_when_stopped(&mut self) {
        self.stopping = Duration::ZERO;
    }

    /// Who it says that it is.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// The first lines that it sent and that were no messages.
    pub fn nonsense(&self) -> &[String] {
        &self.nonsense
    }

    /// Tells it of a new game and waits until it is ready.
    ///
    /// # Errors
    /// It does not play it, or does not get ready.
    pub fn new_game(&mut self, game: GameSpec, seed: u64) -> Result<(), BotError> {
        if !self.introduction.plays(game) {
            return Err(BotError::OtherGame {
                game,
                plays: excerpt(&self.introduction.games.join(" ")),
            });
        }
        let message = HostMessage::NewGame {
            game: game.to_string(),
            seed: Some(seed),
        };
        self.send(&message, "read `newgame`")?;
        self.ready()
    }

    /// Waits until it has done everything that it was told.
    ///
    /// # Errors
    /// It does not say so.
    pub fn ready(&mut self) -> Result<(), BotError> {
        const TASK: &str = "answer `isready` with `ready`";
        self.send(&HostMessage::IsReady, TASK)?;
        let until = Instant::now() + self.program.start;
        self.listen(TASK, self.program.start, until, &mut |message| {
            (message == BotMessage::Ready).then_some(())
        })
    }

    /// Sends any line, for whoever wants to know what comes of it.
    ///
    /// # Errors
    /// It has gone.
    pub fn send_line(&mut self, line: &str) -> Result<(), BotError> {
        let sent = self.process.send(line);
        sent.map_err(|_| self.ended(&format!("when it was sent `{}`", excerpt(line))))
    }

    /// Tells it to end: whether it did so by itself.
    pub fn quit(mut self) -> bool {
        self.process.quit()
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// There is none that can be made. Then it is of no more use.
    pub fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, BotError> {
        const TASK: &str = "answer `go` with `bestmove`";
        // Whatever it said since its last move is about no question of ours.
        while let Some(line) = self.process.heard_already() {
            if let Line::Text(line) = line {
                self.read(&line);
            }
        }
        let Request {
            limits,
            mut observer,
            ..
        } = request;
        let start = Instant::now();
        let (told, until) = self.times(start, limits.deadline);
        self.send(&position(at), TASK)?;
        let go = HostMessage::Go(GoLimits {
            time: Some((told.as_millis() as u64).max(1)),
            nodes: limits.nodes.into_iter().chain(self.program.nodes).min(),
            depth: limits.depth.into_iter().chain(self.program.depth).min(),
        });
        self.send(&go, TASK)?;

        let mut report: Option<SearchReport<AnyMove>> = None;
        let mut hear = |message: BotMessage| match message {
            BotMessage::Info(info) => {
                let found = thought(at, &info, report.take());
                if let (Some(found), Some(observer)) = (&found, &mut observer) {
                    observer(found);
                }
                report = found;
                None
            }
            BotMessage::BestMove(mv) => Some(mv),
            _ => None,
        };
        // Without a flag that somebody may set there is nothing to look at before the end of the time.
        let answer = loop {
            let stop = limits.stop;
            if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.send(&HostMessage::Stop, "answer `stop` with `bestmove`")?;
                let (allowed, until) = (self.stopping, Instant::now() + self.stopping);
                break self.listen("answer `stop` with `bestmove`", allowed, until, &mut hear)?;
            }
            let look = match stop {
                Some(_) => until.min(Instant::now() + LOOK),
                None => until,
            };
            match self.listen(TASK, until - start, look, &mut hear) {
                Err(BotError::Silent { .. }) if Instant::now() < until => {}
                answer => break answer?,
            }
        };
        let mv = legal(at, &answer)?;
        Ok(match report {
            Some(report) => SearchReport {
                choice: mv,
                ..report
            },
            None => SearchReport::unsearched(mv),
        })
    }

    /// The time that it is told, and the moment at which it is late.
    fn times(&self, start: Instant, deadline: Option<Instant>) -> (Duration, Instant) {
        let own = self.program.time.unwrap_or(match deadline {
            Some(_) => Duration::MAX,
            None => USUAL_TIME,
        });
        let Some(deadline) = deadline else {
            return (own, start + own + GRACE);
        };
        // The way to us and back is on its account: whoever set the deadline knows nothing of it.
        let left = deadline.saturating_duration_since(start);
        let told = left.saturating_sub(GRACE).max(left / 2).min(own);
        (told, deadline.min(start + told + GRACE))
    }

    fn send(&mut self, message: &HostMessage, task: &str) -> Result<(), BotError> {
        let sent = self.process.send(&message.to_string());
        sent.map_err(|_| self.ended(&format!("when it was to {task}")))
    }

    /// The message in a line. What is none is put aside.
    fn read(&mut self, line: &str) -> Option<BotMessage> {
        const REMEMBERED: usize = 20;
        self.last = Some(line.to_owned());
        let message = BotMessage::parse(line);
        if message.is_err() && !line.trim().is_empty() && self.nonsense.len() < REMEMBERED {
            self.nonsense.push(excerpt(line));
        }
        message.ok()
    }

    /// Listens until a message is what was waited for.
    fn listen<T>(
        &mut self,
        task: &str,
        allowed: Duration,
        until: Instant,
        wanted: &mut dyn FnMut(BotMessage) -> Option<T>,
    ) -> Result<T, BotError> {
        for _ in 0..MOST_LINES {
            match self.process.hear(until) {
                Heard::Line(line) => match self.read(&line) {
                    Some(BotMessage::Error(sentence)) => {
                        return Err(BotError::Refused(sentence.chars().take(200).collect()));
                    }
                    Some(message) => {
                        if let Some(found) = wanted(message) {
                            return Ok(found);
                        }
                    }
                    None => {}
                },
                Heard::TooLong => return Err(BotError::TooLong),
                Heard::Nothing => {
                    let heard = self.last.as_ref();
                    return Err(BotError::Silent {
                        task: task.to_owned(),
                        millis: allowed.as_millis(),
                        heard: heard.map_or_else(
                            || "; it sent nothing at all".to_owned(),
                            |line| format!("; the last line that it sent is `{}`", excerpt(line)),
                        ),
                    });
                }
                Heard::End => return Err(self.ended(&format!("when it was to {task}"))),
            }
        }
        Err(BotError::Flood {
            task: task.to_owned(),
        })
    }

    fn ended(&mut self, when: &str) -> BotError {
        let how = match self.process.status() {
            None => " (its output, at least)".to_owned(),
            Some(status) => format!(" ({status})"),
        };
        let last_words = self.process.last_words();
        BotError::Ended {
            when: when.to_owned(),
            how,
            last_words: last_words
                .map(|line| format!("; the last line of its standard error: {line}"))
                .unwrap_or_default(),
        }
    }
}

/// A position as a bot is told it.
fn position(at: &Situation<'_>) -> HostMessage {
    let mut legal: MoveList<AnyMove> = MoveList::new();
    at.game.moves(at.state, &mut legal);
    HostMessage::Position {
        turn: Some(at.game.to_move(at.state).index() as u8 + 1),
        moves: at.line.iter().map(ToString::to_string).collect(),
        legal: legal.iter().map(ToString::to_string).collect(),
    }
}

/// The move that a bot answered with, if it can be made.
fn legal(at: &Situation<'_>, answer: &str) -> Result<AnyMove, BotError> {
    let mv = at.game.parse_move(answer);
    let mv = mv.and_then(|mv| at.game.check(at.state, mv).map(|()| mv));
    mv.map_err(|error| BotError::Illegal {
        line: format!("bestmove {}", excerpt(answer)),
        why: error.to_string(),
    })
}

/// What a bot says that it has found, as far as it can be believed: moves are checked, and nothing counts as proved.
fn thought(
    at: &Situation<'_>,
    info: &Info,
    before: Option<SearchReport<AnyMove>>,
) -> Option<SearchReport<AnyMove>> {
    let line = playable(at.game, at.state, &info.line);
    let mut report = match (line.first(), before) {
        (_, Some(before)) => before,
        (Some(&first), None) => SearchReport::unsearched(first),
        // Without a move there is nothing to show yet.
        (None, None) => return None,
    };
    if let Some(&first) = line.first() {
        report.choice = first;
        report.line = line;
    }
    if let Some(value) = info.value {
        let ply = at.game.ply(at.state);
        let decided = |plies: u32| Score::won_at(ply.saturating_add(plies).min(1000));
        report.value = match value {
            Worth::Points(points) => Score::points(points),
            Worth::Win(plies) => decided(plies),
            Worth::Loss(plies) => -decided(plies),
        };
    }
    report.depth = info.depth.unwrap_or(report.depth);
    report.nodes = info.nodes.unwrap_or(report.nodes);
    for root in report.moves.iter_mut().take(1) {
        root.mv = report.choice;
        root.value = report.value;
    }
    Some(report)
}

/// As many of the moves as can be made one after another.
fn playable(game: &AnyGame, state: &<AnyGame as Game>::State, moves: &[String]) -> Vec<AnyMove> {
    let (mut line, mut state) = (Vec::new(), *state);
    for text in moves {
        let next = game.parse_move(text);
        let next = next.and_then(|mv| Ok((mv, game.play(&state, mv)?)));
        let Ok((mv, after)) = next else { break };
        line.push(mv);
        state = after;
    }
    line
}
