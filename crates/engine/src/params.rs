//! The grammar that game and agent specs share: `name:value,key=value,…`.

use thiserror::Error;

/// A spec that does not follow the grammar, or a parameter that has no place in it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// The same key stands twice.
    #[error("`{key}` stands twice: give each parameter once")]
    Twice {
        /// The key.
        key: String,
    },
    /// A key that this spec does not know.
    #[error("`{name}` has no parameter `{key}`: it takes {allowed}")]
    Unknown {
        /// What the spec names.
        name: String,
        /// The key that was found.
        key: String,
        /// What could stand there.
        allowed: &'static str,
    },
    /// A value that is not of the right kind or out of range.
    #[error("`{key}={found}` is not allowed: {key} is {allowed}")]
    Value {
        /// The key.
        key: &'static str,
        /// What was found.
        found: String,
        /// What could stand there.
        allowed: String,
    },
}

/// `name:first,key=value,…` taken apart. Parameters are taken out one by one; [`Params::finish`] refuses what is left.
pub(crate) struct Params<'a> {
    pub(crate) name: &'a str,
    rest: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Params<'a> {
    pub(crate) fn parse(text: &'a str) -> Result<Params<'a>, ParamError> {
        let (name, list) = text.split_once(':').unwrap_or((text, ""));
        let mut rest: Vec<(&str, Option<&str>)> = Vec::new();
        for part in list
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim())),
                None => (part, None),
            };
            if rest.iter().any(|&(other, _)| other == key) {
                return Err(ParamError::Twice { key: excerpt(key) });
            }
            rest.push((key, value));
        }
        Ok(Params {
            name: name.trim(),
            rest,
        })
    }

    /// The parameter without `=`, such as the `6x7` of `connect4:6x7`.
    pub(crate) fn bare(&mut self) -> Option<&'a str> {
        let at = self.rest.iter().position(|(_, value)| value.is_none())?;
        Some(self.rest.remove(at).0)
    }

    /// The text of `key=…`.
    pub(crate) fn text(&mut self, key: &str) -> Option<&'a str> {
        let at = self
            .rest
            .iter()
            .position(|&(other, value)| other == key && value.is_some())?;
        self.rest.remove(at).1
    }

    /// The number of `key=…`, which must lie in `range`.
    pub(crate) fn number(
        &mut self,
        key: &'static str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<Option<u64>, ParamError> {
        let Some(found) = self.text(key) else {
            return Ok(None);
        };
        match found.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(ParamError::Value {
                key,
                found: excerpt(found),
                allowed: format!("a number from {} to {}", range.start(), range.end()),
            }),
        }
    }

    /// Refuses any parameter that nobody asked for.
    pub(crate) fn finish(self, allowed: &'static str) -> Result<(), ParamError> {
        match self.rest.first() {
            None => Ok(()),
            Some((key, _)) => Err(ParamError::Unknown {
                name: excerpt(self.name),
                key: excerpt(key),
                allowed,
            }),
        }
    }
}

/// `6x7` as two numbers. A number that is too large to hold is none: what is refused is repeated as it was typed.
pub(crate) fn read_size(text: &str) -> Option<(usize, usize)> {
    let number = |part: &str| {
        let part = part.trim();
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| digits)?.try_into().ok()
    };
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    Some((number(rows)?, number(columns)?))
}

/// The word that somebody who wrote another one probably meant.
pub fn meant<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    let distance = |known: &&&str| strsim::damerau_levenshtein(word, known);
    let nearest = words.iter().min_by_key(distance)?;
    (distance(&nearest) <= 1 + word.len() / 4).then_some(*nearest)
}

/// `a, b and c`.
pub(crate) fn listed(words: &[impl AsRef<str>]) -> String {
    let (mut list, mut rest) = (String::new(), words.len());
    for word in words {
        rest -= 1;
        list.push_str(word.as_ref());
        list.push_str(match rest {
            0 => "",
            1 => " and ",
            _ => ", ",
        });
    }
    list
}

/// As much of a user's text as an error message should repeat: printable, at most 24 characters.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 24;
    let mut kept: String = text.chars().take(MOST).flat_map(printable).collect();
    if text.chars().nth(MOST).is_some() {
        kept.push('…');
    }
    kept
}

/// The character itself, or an escape where it would garble a line of output.
pub(crate) fn printable(c: char) -> impl Iterator<Item = char> {
    let invisible = c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let mut escaped = c.escape_unicode();
    let mut plain = Some(c);
    std::iter::from_fn(move || {
        if invisible {
            escaped.next()
        } else {
            plain.take()
        }
    })
}

/// A parameter that is one of a few words.
pub(crate) trait Choice: Sized + Copy + PartialEq + 'static {
    /// All of them with their words.
    const ALL: &'static [(&'static str, Self)];

    /// The word for it.
    fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, choice)| *choice == self);
        found.map_or("", |(word, _)| word)
    }
}

impl<'a> Params<'a> {
    /// The choice of `key=…`.
    pub(crate) fn choice<C: Choice>(&mut self, key: &'static str) -> Result<Option<C>, ParamError> {
        let Some(found) = self.text(key) else {
            return Ok(None);
        };
        match C::ALL.iter().find(|(word, _)| *word == found) {
            Some(&(_, choice)) => Ok(Some(choice)),
            None => {
                let words: Vec<&str> = C::ALL.iter().map(|(word, _)| *word).collect();
                Err(ParamError::Value {
                    key,
                    found: excerpt(found),
                    allowed: words.join(" or "),
                })
            }
        }
    }
}

/// Declares an enum whose variants are words that people type.
macro_rules! choices {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name { $($(#[$variant_doc])* $variant),+ }

        impl Choice for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),+];
        }
    };
}
pub(crate) use choices;
