//! Programs by name, each asked once who it is.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use poda_engine::{AnyGame, GameSpec};
use sha2::{Digest, Sha256};

use crate::bot::{Bot, BotError, Introduction};
use crate::player::ProgramPlayer;
use crate::program::{PREFIX, Program};

/// Which program it is that plays: what it says of itself, and what its files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its name and version, as it says.
    pub says: String,
    /// The hash of its files, as [`Program::hash`] has it.
    pub hash: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.says, self.hash)
    }
}

struct Known {
    program: Program,
    introduction: Introduction,
    identity: Identity,
}

/// Programs that may take part: `cmd:…` where anybody may name a command, and some under names of their own.
#[derive(Default)]
pub struct Programs {
    named: Vec<(String, Program)>,
    commands: bool,
    known: Mutex<HashMap<String, Arc<Known>>>,
}

impl Programs {
    /// Anything that follows `cmd:`.
    pub fn new() -> Programs {
        Programs {
            commands: true,
            ..Programs::default()
        }
    }

    /// Nobody but those who are added: for whoever takes names from strangers.
    pub fn only_named() -> Programs {
        Programs::default()
    }

    /// The names of those who were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.iter().map(|(name, _)| name.as_str())
    }

    /// The same, and a program under this name. Whoever was added last has a name.
    #[must_use]
    pub fn with(mut self, name: &str, program: Program) -> Programs {
        self.named.push((name.to_owned(), program));
        self
    }

    /// The program of this name; `None` if the name is not one of a program.
    ///
    /// # Errors
    /// It is, but cannot be read.
    pub fn find(&self, name: &str) -> Option<Result<Program, BotError>> {
        let named = self.named.iter().rev().find(|(known, _)| known == name);
        if let Some((_, program)) = named {
            return Some(Ok(program.clone()));
        }
        let is_command = self.commands && name.starts_with(PREFIX);
        let program = is_command.then(|| Program::parse(name))?;
        Some(program.map_err(|error| BotError::Refused(error.to_string())))
    }

    /// The name as it is written down, if it is a program's that says it plays this game.
    ///
    /// # Errors
    /// It does not, cannot be started, or does not say who it is.
    pub fn check(&self, name: &str, game: GameSpec) -> Option<Result<String, BotError>> {
        let program = match self.find(name)? {
            Ok(program) => program,
            Err(error) => return Some(Err(error)),
        };
        Some(self.known(name, program).and_then(|known| {
            if !known.introduction.plays(game) {
                return Err(BotError::OtherGame {
                    game,
                    plays: known.introduction.games.join(" "),
                });
            }
            let named = self.named.iter().any(|(own, _)| own == name);
            Ok(match named {
                true => name.to_owned(),
                false => known.program.to_string(),
            })
        }))
    }

    /// A new player for one seat of one game; `None` if the name is not one of a program.
    ///
    /// # Errors
    /// It cannot be started, does not play the game, or does not get ready.
    pub fn player(
        &self,
        name: &str,
        game: &AnyGame,
        seed: u64,
    ) -> Option<Result<ProgramPlayer, BotError>> {
        let program = self.find(name)?;
        Some(program.and_then(|program| ProgramPlayer::new(&program, game, seed)))
    }

    /// Which program it is; `None` if the name is not one of a program, or the program does not say.
    pub fn identity(&self, name: &str) -> Option<Identity> {
        let program = self.find(name)?.ok()?;
        Some(self.known(name, program).ok()?.identity.clone())
    }

    /// Starts a program to ask who it is, unless that is known.
    fn known(&self, name: &str, program: Program) -> Result<Arc<Known>, BotError> {
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(name) {
            return Ok(Arc::clone(known));
        }
        let hash = program.hash().map_err(|source| BotError::Start {
            command: program.label().to_owned(),
            source,
        })?;
        let bot = Bot::start(&program)?;
        let introduction = bot.introduction().clone();
        bot.quit();
        let Introduction {
            name: says,
            version,
            ..
        } = &introduction;
        let known = Arc::new(Known {
            identity: Identity {
                says: format!("{says} {version}").trim().to_owned(),
                hash,
            },
            program,
            introduction,
        });
        lock().insert(name.to_owned(), Arc::clone(&known));
        Ok(known)
    }
}

impl Program {
    /// The first half of the SHA-256 of its files and their names, in hexadecimal digits; `-` if no word of its command is a file.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn hash(&self) -> io::Result<String> {
        hash_of(&self.files())
    }
}

fn hash_of(files: &[PathBuf]) -> io::Result<String> {
    if files.is_empty() {
        return Ok("-".to_owned());
    }
    let mut hash = Sha256::new();
    for path in files {
        let name = path.file_name().unwrap_or(path.as_os_str());
        hash.update(name.as_encoded_bytes());
        hash.update([0]);
        digest(path, &mut hash)?;
    }
    let bytes = hash.finalize();
    Ok(bytes
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

fn digest(path: &Path, hash: &mut Sha256) -> io::Result<()> {
    use std::io::Read;
    let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            count => hash.update(&buffer[..count]),
        }
    }
}
