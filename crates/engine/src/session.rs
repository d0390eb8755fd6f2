//! One game in progress: who sits where, what was played, what can be played. Every interface uses this.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Game, MoveError, MoveList, PositionError, line_text};
use crate::games::{AnyGame, AnyMove, AnyState, GameSpec};
use crate::players::{AgentSpec, AgentSpecError};
use crate::types::{Outcome, PlayerId, serde_as_text};

/// Who plays for a player. Text form: `human`, `program:NAME`, or what names the agent.
#[derive(Clone, PartialEq, Debug)]
pub enum Seat {
    /// A person.
    Human,
    /// The computer.
    Agent(AgentSpec),
    /// Another program, by the name under which whoever keeps the session knows it. What it is, the session does not know.
    Program(String),
}

/// What stands before the name of a program.
const PROGRAM: &str = "program:";

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Agent(spec) => spec.fmt(f),
            Seat::Program(name) => write!(f, "{PROGRAM}{name}"),
        }
    }
}

impl FromStr for Seat {
    type Err = AgentSpecError;

    fn from_str(text: &str) -> Result<Seat, AgentSpecError> {
        match text.trim() {
            "human" => Ok(Seat::Human),
            text => match text.strip_prefix(PROGRAM) {
                Some(name) => Ok(Seat::Program(name.to_owned())),
                None => text.parse().map(Seat::Agent),
            },
        }
    }
}

serde_as_text!(Seat);

/// Why a session did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SessionError {
    /// As many seats as players are needed.
    #[error("{seats} seats were given, but {game} is for {players} players: give one seat to each")]
    Seats {
        /// The game.
        game: GameSpec,
        /// The seats given.
        seats: usize,
        /// The seats needed.
        players: usize,
    },
    /// An agent cannot play this game.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// The move cannot be read or is not allowed.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The caller saw an older or a newer session.
    #[error("the game has moved on: you saw version {seen}, now it is version {now}")]
    Version {
        /// What the caller saw.
        seen: u64,
        /// What it is.
        now: u64,
    },
    /// There is no move to take back.
    #[error("no move can be taken back: the game is at its start")]
    NothingToUndo,
    /// There is no move to play again.
    #[error("no move can be played again: none was taken back since the last move")]
    NothingToRedo,
    /// A record's moves cannot be played.
    #[error("the record cannot be replayed: {0}")]
    Record(#[from] PositionError),
}

/// One game in progress.
///
/// It counts its changes: whoever acts on what they saw gives the [`version`](Session::version) they saw, and is told if it
/// is no longer true.
///
/// ```
/// use poda_engine::{Seat, Session};
///
/// let mut session = Session::new("connect4".parse()?, vec![Seat::Human, "random".parse()?])?;
/// session.play("4")?;
/// session.play("4")?;
/// session.undo()?;
/// assert_eq!(session.moves(), "4");
/// assert_eq!(session.version(), 3);
///
/// let stored = serde_json::to_string(&session)?;
/// assert_eq!(serde_json::from_str::<Session>(&stored)?, session);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "SessionRecord", into = "SessionRecord")]
pub struct Session {
    game: AnyGame,
    seats: Vec<Seat>,
    /// All moves, those taken back included.
    line: Vec<AnyMove>,
    /// The positions before and after each move that counts: one more than moves played.
    states: Vec<AnyState>,
    version: u64,
}

impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        SessionRecord::from(self.clone()) == SessionRecord::from(other.clone())
    }
}

impl Session {
    /// A new game with these seats, one for each player in order of play.
    ///
    /// # Errors
    /// Too many or too few seats, or an agent that does not play this game.
    pub fn new(game: GameSpec, seats: Vec<Seat>) -> Result<Session, SessionError> {
        let rules = AnyGame::new(game);
        if seats.len() != rules.players() {
            return Err(SessionError::Seats {
                game,
                seats: seats.len(),
                players: rules.players(),
            });
        }
        for seat in &seats {
            if let Seat::Agent(agent) = seat {
                agent.check(game)?;
            }
        }
        let states = vec![rules.start()];
        Ok(Session {
            game: rules,
            seats,
            line: Vec::new(),
            states,
            version: 0,
        })
    }

    /// The rules.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who plays, in order of play.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The position now.
    pub fn state(&self) -> &AnyState {
        self.states.last().expect("there is always the start")
    }

    /// How often the session has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The moves that count, oldest first.
    pub fn line(&self) -> &[AnyMove] {
        &self.line[..self.states.len() - 1]
    }

    /// The moves that count, as text.
    pub fn moves(&self) -> String {
        line_text(self.line())
    }

    /// The moves taken back, the next to be played again first.
    pub fn undone(&self) -> &[AnyMove] {
        &self.line[self.states.len() - 1..]
    }

    /// Whose turn it is, or `None` when the game is over.
    pub fn to_move(&self) -> Option<PlayerId> {
        self.outcome()
            .is_none()
            .then(|| self.game.to_move(self.state()))
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(self.state())
    }

    /// What can be played now.
    pub fn legal_moves(&self) -> MoveList<AnyMove> {
        let mut list = MoveList::new();
        self.game.moves(self.state(), &mut list);
        list
    }

    /// Refuses to go on if the caller saw another version.
    ///
    /// # Errors
    /// The version is not the current one.
    pub fn expect_version(&self, seen: u64) -> Result<(), SessionError> {
        let now = self.version;
        if seen == now {
            Ok(())
        } else {
            Err(SessionError::Version { seen, now })
        }
    }

    /// Plays a move given as text. Moves taken back are forgotten.
    ///
    /// # Errors
    /// The text is not exactly one legal move; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<(), SessionError> {
        let mv = self.game.parse_move(text.trim())?;
        self.play_move(mv)
    }

    /// Plays a move. Moves taken back are forgotten.
    ///
    /// # Errors
    /// The move is not legal; nothing has changed then.
    pub fn play_move(&mut self, mv: AnyMove) -> Result<(), SessionError> {
        let next = self.game.play(self.state(), mv)?;
        self.line.truncate(self.states.len() - 1);
        self.line.push(mv);
        self.states.push(next);
        self.version += 1;
        Ok(())
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// There is none.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        if self.states.len() == 1 {
            return Err(SessionError::NothingToUndo);
        }
        self.states.pop();
        self.version += 1;
        Ok(())
    }

    /// Plays the move again that was taken back last.
    ///
    /// # Errors
    /// There is none.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let &mv = self.undone().first().ok_or(SessionError::NothingToRedo)?;
        self.states.push(self.game.play(self.state(), mv)?);
        self.version += 1;
        Ok(())
    }
}

/// A [`Session`] as it is stored: what people type, and nothing that can be derived from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SessionRecord {
    game: GameSpec,
    seats: Vec<Seat>,
    moves: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    undone: String,
    version: u64,
}

impl From<Session> for SessionRecord {
    fn from(session: Session) -> SessionRecord {
        SessionRecord {
            game: session.game.spec(),
            moves: session.moves(),
            undone: line_text(session.undone()),
            seats: session.seats,
            version: session.version,
        }
    }
}

impl TryFrom<SessionRecord> for Session {
    type Error = SessionError;

    fn try_from(record: SessionRecord) -> Result<Session, SessionError> {
        let mut session = Session::new(record.game, record.seats)?;
        let (played, _) = session.game.read_position(&record.moves)?;
        let (all, _) = session
            .game
            .read_position(&(record.moves + &record.undone))?;
        for &mv in &all {
            session.play_move(mv)?;
        }
        session.states.truncate(played.len() + 1);
        session.version = record.version;
        Ok(session)
    }
}
