//! The protocol as values: what a host says, what a bot says, and nothing about processes. docs/protocol.md explains it to people.
//!
//! Each message is one line. [`HostMessage`] and [`BotMessage`] are read with `parse` and written with `Display`, and what is written
//! reads as the same value.

mod bot;
mod host;

pub use bot::{BotMessage, IdKey, Info, Worth};
pub use host::{GoLimits, HostMessage};

use poda_engine::excerpt;

/// The version that Poda speaks.
pub const VERSION: u32 = 1;

/// No line of either side is longer, the end of the line not counted.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line that is no message, in one sentence that says what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProtocolError(String);

impl ProtocolError {
    fn new(sentence: impl Into<String>) -> ProtocolError {
        ProtocolError(sentence.into())
    }
}

/// The words of a line, taken one by one.
struct Words<'a>(std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    fn of(line: &'a str) -> Words<'a> {
        Words(line.split_whitespace())
    }

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The number after a key.
    fn number<N: std::str::FromStr>(&mut self, key: &str) -> Result<N, ProtocolError> {
        let word = self.next();
        word.and_then(|word| word.parse().ok()).ok_or_else(|| {
            let found = word.map_or("nothing".to_owned(), |word| format!("`{}`", excerpt(word)));
            ProtocolError(format!(
                "`{key}` is followed by {found}, but a whole number belongs there"
            ))
        })
    }

    /// Refuses anything that is left.
    fn end(&mut self, message: &str) -> Result<(), ProtocolError> {
        match self.next() {
            None => Ok(()),
            Some(word) => {
                let word = excerpt(word);
                Err(ProtocolError(format!(
                    "nothing belongs after `{message}`, but `{word}` stands there"
                )))
            }
        }
    }
}

/// What follows a keyword, without the spaces around it.
fn rest_after<'a>(line: &'a str, keyword: &str) -> &'a str {
    let rest = line.trim_start().strip_prefix(keyword);
    rest.unwrap_or_default().trim()
}

/// Text that is safe in one line.
fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(plain).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
