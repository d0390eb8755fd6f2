//! What a host says to a bot.

use std::fmt;

use poda_engine::excerpt;

use super::{ProtocolError, Words};

/// How much a bot may think about its move. What is left out is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// Milliseconds.
    pub time: Option<u64>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

/// A line from the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostMessage {
    /// `poda 1`: who are you? The number is the version of the protocol.
    Hello(u32),
    /// `isready`: say `ready` when everything before this line is done.
    IsReady,
    /// `newgame connect4:6x7 seed 17`
    NewGame {
        /// The game as people type it.
        game: String,
        /// Decides what the bot leaves to chance, if it likes.
        seed: Option<u64>,
    },
    /// `position turn 1 moves 4 4 5 legal 1 2 3 4 5 6 7`
    Position {
        /// Whose turn it is, counted from 1.
        turn: Option<u8>,
        /// All moves from the start.
        moves: Vec<String>,
        /// What can be played.
        legal: Vec<String>,
    },
    /// `go time 1000 nodes 50000 depth 8`
    Go(GoLimits),
    /// `stop`: answer now.
    Stop,
    /// `quit`: end.
    Quit,
}

impl HostMessage {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no message, and what is allowed.
    pub fn parse(line: &str) -> Result<HostMessage, ProtocolError> {
        let mut words = Words::of(line);
        let keyword = words.next().unwrap_or_default();
        let message = match keyword {
            "poda" => HostMessage::Hello(words.number("poda")?),
            "isready" => HostMessage::IsReady,
            "newgame" => new_game(&mut words)?,
            "position" => return position(&mut words),
            "go" => return go(&mut words),
            "stop" => HostMessage::Stop,
            "quit" => HostMessage::Quit,
            other => {
                let other = excerpt(other);
                return Err(ProtocolError(format!(
                    "`{other}` is no message of a host: they are poda, isready, newgame, position, go, stop and quit"
                )));
            }
        };
        words.end(keyword)?;
        Ok(message)
    }
}

fn new_game(words: &mut Words<'_>) -> Result<HostMessage, ProtocolError> {
    let Some(game) = words.next() else {
        return Err(ProtocolError::new(
            "`newgame` is followed by a game, such as connect4:6x7",
        ));
    };
    let seed = match words.next() {
        None => None,
        Some("seed") => Some(words.number("seed")?),
        Some(other) => {
            let other = excerpt(other);
            return Err(ProtocolError(format!(
                "`newgame` takes a game and a seed, but `{other}` stands there"
            )));
        }
    };
    Ok(HostMessage::NewGame {
        game: game.to_owned(),
        seed,
    })
}

fn position(words: &mut Words<'_>) -> Result<HostMessage, ProtocolError> {
    let (mut turn, mut moves, mut legal) = (None, Vec::new(), Vec::new());
    let mut list: Option<&mut Vec<String>> = None;
    while let Some(word) = words.next() {
        match (word, &mut list) {
            ("turn", _) => {
                turn = Some(words.number("turn")?);
                list = None;
            }
            ("moves", _) => list = Some(&mut moves),
            ("legal", _) => list = Some(&mut legal),
            (word, Some(list)) => list.push(word.to_owned()),
            (word, None) => {
                let word = excerpt(word);
                return Err(ProtocolError(format!(
                    "`position` takes turn, moves and legal, but `{word}` stands there"
                )));
            }
        }
    }
    Ok(HostMessage::Position { turn, moves, legal })
}

fn go(words: &mut Words<'_>) -> Result<HostMessage, ProtocolError> {
    let mut limits = GoLimits::default();
    while let Some(word) = words.next() {
        match word {
            "time" => limits.time = Some(words.number("time")?),
            "nodes" => limits.nodes = Some(words.number("nodes")?),
            "depth" => limits.depth = Some(words.number("depth")?),
            other => {
                let other = excerpt(other);
                return Err(ProtocolError(format!(
                    "`go` takes time, nodes and depth, but `{other}` stands there"
                )));
            }
        }
    }
    Ok(HostMessage::Go(limits))
}

impl fmt::Display for HostMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostMessage::Hello(version) => write!(f, "poda {version}"),
            HostMessage::IsReady => f.write_str("isready"),
            HostMessage::NewGame { game, seed } => {
                write!(f, "newgame {game}")?;
                seed.map_or(Ok(()), |seed| write!(f, " seed {seed}"))
            }
            HostMessage::Position { turn, moves, legal } => {
                f.write_str("position")?;
                if let Some(turn) = turn {
                    write!(f, " turn {turn}")?;
                }
                for (key, list) in [("moves", moves), ("legal", legal)] {
                    if !list.is_empty() {
                        write!(f, " {key} {}", list.join(" "))?;
                    }
                }
                Ok(())
            }
            HostMessage::Go(GoLimits { time, nodes, depth }) => {
                f.write_str("go")?;
                let depth = depth.map(u64::from);
                for (key, limit) in [("time", *time), ("nodes", *nodes), ("depth", depth)] {
                    if let Some(limit) = limit {
                        write!(f, " {key} {limit}")?;
                    }
                }
                Ok(())
            }
            HostMessage::Stop => f.write_str("stop"),
            HostMessage::Quit => f.write_str("quit"),
        }
    }
}
