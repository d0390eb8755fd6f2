//! The other side of the protocol: an agent of Poda's that answers a host.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, GAMES, Game, GameSpec, Knowledge, Limits, Player, Request,
    SearchReport, Situation,
};

use crate::lines::{Line, next_line};
use crate::protocol::{
    BotMessage, GoLimits, HostMessage, IdKey, Info, LONGEST_LINE, VERSION, Worth,
};

/// A game with its moves so far.
struct Position {
    game: AnyGame,
    line: Vec<AnyMove>,
    state: <AnyGame as Game>::State,
}

/// What the thinking thread is to do next.
enum Task {
    NewGame { game: AnyGame, seed: u64 },
    Ready,
    Go(Position, GoLimits, Instant),
}

/// What both threads know.
struct Shared<W> {
    out: Mutex<W>,
    stop: AtomicBool,
    /// Whether a `go` is not answered yet.
    thinking: AtomicBool,
}

impl<W: Write> Shared<W> {
    /// Whoever does not listen any more ends the conversation by closing our input, too.
    fn say(&self, message: &BotMessage) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{message}").and_then(|()| out.flush());
    }

    fn error(&self, sentence: impl ToString) {
        self.say(&BotMessage::Error(sentence.to_string()));
    }
}

/// Answers a host until it says `quit` or its input ends: a thought under way is then broken off, and its best move told.
///
/// # Errors
/// The input cannot be read.
pub fn speak(
    agent: &AgentSpec,
    knowledge: &Knowledge,
    mut input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let shared = Shared {
        out: Mutex::new(output),
        stop: AtomicBool::new(false),
        thinking: AtomicBool::new(false),
    };
    let (tasks, todo) = channel();
    std::thread::scope(|scope| {
        let thinker = Thinker {
            agent,
            knowledge,
            shared: &shared,
            player: None,
        };
        scope.spawn(move || thinker.work(&todo));
        let mut reader = Reader {
            agent,
            shared: &shared,
            tasks,
            position: None,
        };
        let end = loop {
            match next_line(&mut input) {
                Err(error) => break Err(error),
                Ok(None) => break Ok(()),
                Ok(Some(Line::TooLong)) => {
                    shared.error(format!("a line has at most {LONGEST_LINE} bytes"));
                }
                Ok(Some(Line::Text(line))) => {
                    if line.trim().is_empty() {
                        continue;
                    }
                    match HostMessage::parse(&line) {
                        Ok(HostMessage::Quit) => break Ok(()),
                        Ok(message) => reader.hear(message),
                        Err(error) => shared.error(error),
                    }
                }
            }
        };
        shared.stop.store(true, Ordering::Relaxed);
        end
    })
}

/// Reads what the host says while the other thread thinks.
struct Reader<'a, W> {
    agent: &'a AgentSpec,
    shared: &'a Shared<W>,
    tasks: Sender<Task>,
    position: Option<Position>,
}

impl<W: Write> Reader<'_, W> {
    fn hear(&mut self, message: HostMessage) {
        let thinking = self.shared.thinking.load(Ordering::Acquire);
        let done = match message {
            HostMessage::Hello(version) => self.introduce(version),
            HostMessage::Stop => {
                self.shared.stop.store(true, Ordering::Relaxed);
                Ok(())
            }
            HostMessage::IsReady if thinking => {
                self.shared.say(&BotMessage::Ready);
                Ok(())
            }
            HostMessage::IsReady => self.give(Task::Ready),
            HostMessage::Quit => Ok(()),
            _ if thinking => Err("a `go` is not answered yet: send stop first".to_owned()),
            HostMessage::NewGame { game, seed } => self.new_game(&game, seed.unwrap_or(0)),
            HostMessage::Position { moves, .. } => self.set_position(&moves),
            HostMessage::Go(limits) => self.go(limits),
        };
        if let Err(sentence) = done {
            self.shared.error(sentence);
        }
    }

    fn give(&self, task: Task) -> Result<(), String> {
        let gone = |_| "the agent has failed".to_owned();
        self.tasks.send(task).map_err(gone)
    }

    fn introduce(&self, version: u32) -> Result<(), String> {
        if version != VERSION {
            return Err(format!(
                "version {version} of the protocol is not known here: it is {VERSION}"
            ));
        }
        let plays = |name: &&str| {
            let game = name.parse::<GameSpec>();
            game.is_ok_and(|game| self.agent.check(game).is_ok())
        };
        let games = GAMES.iter().map(|game| game.name).filter(plays);
        let id = |key, text: &str| self.shared.say(&BotMessage::Id(key, text.to_owned()));
        id(IdKey::Name, &format!("Poda {}", self.agent));
        id(IdKey::Version, env!("CARGO_PKG_VERSION"));
        self.shared
            .say(&BotMessage::Games(games.map(str::to_owned).collect()));
        self.shared.say(&BotMessage::Ok);
        Ok(())
    }

    fn new_game(&mut self, game: &str, seed: u64) -> Result<(), String> {
        let spec: GameSpec = game.parse().map_err(|error| format!("{error}"))?;
        self.agent.check(spec).map_err(|error| error.to_string())?;
        let game = AnyGame::new(spec);
        self.position = Some(Position {
            state: game.start(),
            line: Vec::new(),
            game: game.clone(),
        });
        self.give(Task::NewGame { game, seed })
    }

    fn set_position(&mut self, moves: &[String]) -> Result<(), String> {
        let position = self.position.as_mut();
        let position = position.ok_or("send newgame before position")?;
        let game = &position.game;
        let (mut line, mut state) = (Vec::new(), game.start());
        for (number, text) in moves.iter().enumerate() {
            let next = game.parse_move(text);
            let next = next.and_then(|mv| Ok((mv, game.play(&state, mv)?)));
            let (mv, after) = next.map_err(|error| format!("move {}: {error}", number + 1))?;
            line.push(mv);
            state = after;
        }
        (position.line, position.state) = (line, state);
        Ok(())
    }

    fn go(&self, limits: GoLimits) -> Result<(), String> {
        let position = self.position.as_ref();
        let position = position.ok_or("send newgame before go")?;
        if position.game.outcome(&position.state).is_some() {
            return Err("the game is over: there is no move to find".to_owned());
        }
        let position = Position {
            game: position.game.clone(),
            line: position.line.clone(),
            state: position.state,
        };
        self.shared.stop.store(false, Ordering::Relaxed);
        self.shared.thinking.store(true, Ordering::Release);
        self.give(Task::Go(position, limits, Instant::now()))
    }
}

/// Does one task after another.
struct Thinker<'a, W> {
    agent: &'a AgentSpec,
    knowledge: &'a Knowledge,
    shared: &'a Shared<W>,
    player: Option<Agent>,
}

impl<W: Write> Thinker<'_, W> {
    fn work(mut self, todo: &Receiver<Task>) {
        for task in todo {
            match task {
                Task::Ready => self.shared.say(&BotMessage::Ready),
                Task::NewGame { game, seed } => {
                    let player = Agent::with_knowledge(self.agent, &game, seed, self.knowledge);
                    match player {
                        Ok(player) => self.player = Some(player),
                        Err(error) => self.shared.error(error),
                    }
                }
                Task::Go(position, limits, asked) => {
                    let answer = self.answer(&position, limits, asked);
                    // First, so that whoever reads the answer may ask again at once.
                    self.shared.thinking.store(false, Ordering::Release);
                    self.shared.say(&answer);
                }
            }
        }
    }

    fn answer(&mut self, position: &Position, limits: GoLimits, asked: Instant) -> BotMessage {
        let Some(player) = &mut self.player else {
            return BotMessage::Error("there is nobody to think about this game".to_owned());
        };
        let at = Situation {
            game: &position.game,
            line: &position.line,
            state: &position.state,
        };
        let ply = position.game.ply(&position.state);
        let shared = self.shared;
        let mut observer = |report: &SearchReport<AnyMove>| {
            shared.say(&BotMessage::Info(info(report, ply)));
        };
        // A time beyond all clocks is none.
        let time = limits.time.map(Duration::from_millis);
        let request = Request {
            limits: Limits {
                depth: limits.depth.map(|depth| depth.max(1)),
                nodes: limits.nodes,
                deadline: time.and_then(|time| asked.checked_add(time)),
                stop: Some(&shared.stop),
            },
            all_moves: false,
            observer: Some(&mut observer),
        };
        match Player::think(player, &at, request) {
            Err(failure) => BotMessage::Error(failure.to_string()),
            Ok(report) => {
                shared.say(&BotMessage::Info(info(&report, ply)));
                BotMessage::BestMove(report.choice.to_string())
            }
        }
    }
}

/// What a report says, as a line.
fn info(report: &SearchReport<AnyMove>, ply: u32) -> Info {
    let value = match report.value.decided_at() {
        Some(at) if report.value.get() > 0 => Worth::Win(at.saturating_sub(ply)),
        Some(at) => Worth::Loss(at.saturating_sub(ply)),
        None => Worth::Points(report.value.get()),
    };
    Info {
        depth: Some(report.depth),
        // Whoever did not search has no opinion.
        value: (report.depth > 0 || report.solved).then_some(value),
        proved: report.solved,
        nodes: Some(report.nodes),
        line: report.line.iter().map(ToString::to_string).collect(),
        text: None,
    }
}
