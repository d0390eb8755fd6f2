//! What a bot says to its host.

use std::fmt;

use poda_engine::excerpt;

use super::{ProtocolError, Words, one_line, rest_after};

/// What a bot says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKey {
    /// Its name.
    Name,
    /// Its version.
    Version,
    /// Who wrote it.
    Author,
}

impl IdKey {
    const ALL: [(&'static str, IdKey); 3] = [
        ("name", IdKey::Name),
        ("version", IdKey::Version),
        ("author", IdKey::Author),
    ];
}

/// What a position is worth to whoever is asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// `value 12`: points, the more the better.
    Points(i32),
    /// `value win 7`: a win, so many moves of both sides from now.
    Win(u32),
    /// `value loss 8`: a loss, likewise.
    Loss(u32),
}

/// `info depth 7 value 12 nodes 5000 line 4 4 5`: what a bot has found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// How many plies it has looked ahead.
    pub depth: Option<u32>,
    /// What the position is worth.
    pub value: Option<Worth>,
    /// Whether that is proved.
    pub proved: bool,
    /// How many positions it has looked at.
    pub nodes: Option<u64>,
    /// What it expects to be played.
    pub line: Vec<String>,
    /// Anything else, for people.
    pub text: Option<String>,
}

/// A line from the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotMessage {
    /// `id name Alice`
    Id(IdKey, String),
    /// `games connect4 dots`: what it plays, by names of games or of boards.
    Games(Vec<String>),
    /// `ok`: that is who I am.
    Ok,
    /// `ready`: everything before `isready` is done.
    Ready,
    /// `info …`
    Info(Info),
    /// `bestmove 4`
    BestMove(String),
    /// `error …`: a sentence about what it cannot do.
    Error(String),
}

impl BotMessage {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no message, and what is allowed.
    pub fn parse(line: &str) -> Result<BotMessage, ProtocolError> {
        let mut words = Words::of(line);
        let keyword = words.next().unwrap_or_default();
        let message = match keyword {
            "id" => return id(line, &mut words),
            "games" => {
                let mut games = Vec::new();
                while let Some(game) = words.next() {
                    games.push(game.to_owned());
                }
                return Ok(BotMessage::Games(games));
            }
            "ok" => BotMessage::Ok,
            "ready" => BotMessage::Ready,
            "info" => return info(line, &mut words),
            "bestmove" => match words.next() {
                Some(mv) => BotMessage::BestMove(mv.to_owned()),
                None => {
                    return Err(ProtocolError::new("`bestmove` is followed by a move"));
                }
            },
            "error" => return Ok(BotMessage::Error(one_line(rest_after(line, "error")))),
            other => {
                let other = excerpt(other);
                return Err(ProtocolError(format!(
                    "`{other}` is no message of a bot: they are id, games, ok, ready, info, bestmove and error"
                )));
            }
        };
        words.end(keyword)?;
        Ok(message)
    }
}

fn id(line: &str, words: &mut Words<'_>) -> Result<BotMessage, ProtocolError> {
    let word = words.next().unwrap_or_default();
    let Some(&(name, key)) = IdKey::ALL.iter().find(|(name, _)| *name == word) else {
        let word = excerpt(word);
        return Err(ProtocolError(format!(
            "`id` is followed by name, version or author, but `{word}` stands there"
        )));
    };
    let text = rest_after(rest_after(line, "id"), name);
    Ok(BotMessage::Id(key, one_line(text)))
}

fn info(line: &str, words: &mut Words<'_>) -> Result<BotMessage, ProtocolError> {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = Some(words.number("depth")?),
            "nodes" => info.nodes = Some(words.number("nodes")?),
            "value" => info.value = Some(worth(words)?),
            "proved" => info.proved = true,
            "line" => {
                while let Some(mv) = words.next() {
                    info.line.push(mv.to_owned());
                }
            }
            // The first `text` of the line: a word of this spelling is nothing else before it.
            "text" => {
                let text = line.split_once("text").map_or("", |(_, text)| text);
                info.text = Some(one_line(text));
                break;
            }
            other => {
                let other = excerpt(other);
                return Err(ProtocolError(format!(
                    "`info` takes depth, value, proved, nodes, line and text, but `{other}` stands there"
                )));
            }
        }
    }
    Ok(BotMessage::Info(info))
}

fn worth(words: &mut Words<'_>) -> Result<Worth, ProtocolError> {
    match words.next().unwrap_or_default() {
        "win" => Ok(Worth::Win(words.number("win")?)),
        "loss" => Ok(Worth::Loss(words.number("loss")?)),
        number => number.parse().map(Worth::Points).map_err(|_| {
            let number = excerpt(number);
            ProtocolError(format!(
                "`value` is followed by `{number}`, but a whole number, win or loss belongs there"
            ))
        }),
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Points(points) => write!(f, "{points}"),
            Worth::Win(plies) => write!(f, "win {plies}"),
            Worth::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}

impl fmt::Display for BotMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotMessage::Id(key, text) => {
                let found = IdKey::ALL.iter().find(|(_, known)| known == key);
                let name = found.map_or("", |(name, _)| name);
                write!(f, "id {name} {}", one_line(text))
            }
            BotMessage::Games(games) => write!(f, "games {}", games.join(" ")),
            BotMessage::Ok => f.write_str("ok"),
            BotMessage::Ready => f.write_str("ready"),
            BotMessage::Info(info) => info.fmt(f),
            BotMessage::BestMove(mv) => write!(f, "bestmove {mv}"),
            BotMessage::Error(sentence) => write!(f, "error {}", one_line(sentence)),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(value) = self.value {
            write!(f, " value {value}")?;
        }
        if self.proved {
            f.write_str(" proved")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        // A line takes every word to the end, so a text cannot stand beside it.
        match &self.text {
            Some(text) => write!(f, " text {}", one_line(text)),
            None if self.line.is_empty() => Ok(()),
            None => write!(f, " line {}", self.line.join(" ")),
        }
    }
}
