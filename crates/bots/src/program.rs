//! A program by name: `cmd:./bot.py,name=alice,time=500ms`.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use std::{fmt, fs};

use poda_engine::excerpt;

use crate::confine::ResourceLimits;

/// What stands before a command.
pub const PREFIX: &str = "cmd:";

/// A program that plays: what to start, and what it is held to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command as it was typed.
    command: String,
    /// The program and its arguments.
    words: Vec<String>,
    /// What people call it.
    pub name: Option<String>,
    /// The longest it may think about a move, where whoever asks sets no limit of their own.
    pub time: Option<Duration>,
    /// How many positions it is asked to look at, at most.
    pub nodes: Option<u64>,
    /// How deep it is asked to look, at most.
    pub depth: Option<u32>,
    /// How long it may take to start, and to get ready for a game.
    pub start: Duration,
    /// What the process may use.
    pub limits: ResourceLimits,
    /// The directory that it runs in.
    pub folder: Option<PathBuf>,
    /// Variables of the environment that it is given, besides the few that everybody is.
    pub environment: Vec<String>,
    /// The file that its standard error is added to.
    pub log: Option<PathBuf>,
}

/// A name that names no program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// There is nothing to start.
    #[error("a program is named by its command, such as cmd:./bot.py or cmd:python3 bot.py")]
    NoCommand,
    /// A quotation mark without its partner.
    #[error("a quotation mark in the command has no partner: {0}")]
    Quote(String),
    /// An option with a value that it cannot have.
    #[error("`{key}={found}` is not allowed: {key} is {allowed}")]
    Value {
        /// The option.
        key: &'static str,
        /// What stands there.
        found: String,
        /// What could stand there.
        allowed: &'static str,
    },
    /// An option that stands twice.
    #[error("`{0}` stands twice: give each option once")]
    Twice(&'static str),
}

/// The options, in the order in which they are written.
const KEYS: [&str; 11] = [
    "name", "time", "nodes", "depth", "start", "memory", "cpu", "files", "dir", "env", "log",
];

/// How long a program may take to start, unless it says otherwise.
const START: Duration = Duration::from_secs(10);
const LONGEST: Duration = Duration::from_secs(3600);

impl Program {
    /// A program that is started like this, without options: nothing in the text is taken for one.
    ///
    /// # Errors
    /// There is no command, or its quotation marks do not match.
    pub fn new(command: &str) -> Result<Program, ProgramError> {
        let words = words(command)?;
        if words.is_empty() {
            return Err(ProgramError::NoCommand);
        }
        Ok(Program {
            command: command.trim().to_owned(),
            words,
            name: None,
            time: None,
            nodes: None,
            depth: None,
            start: START,
            limits: ResourceLimits::default(),
            folder: None,
            environment: Vec::new(),
            log: None,
        })
    }

    /// Reads what follows `cmd:`, which may be left out: the command and its options.
    ///
    /// # Errors
    /// What is wrong, in one sentence.
    pub fn parse(text: &str) -> Result<Program, ProgramError> {
        let text = text.trim();
        let text = text.strip_prefix(PREFIX).unwrap_or(text);
        let mut marks: Vec<(usize, &'static str)> = Vec::new();
        for key in KEYS {
            let mark = format!(",{key}=");
            let places: Vec<usize> = text.match_indices(&mark).map(|(at, _)| at).collect();
            match places[..] {
                [] => {}
                [at] => marks.push((at, key)),
                _ => return Err(ProgramError::Twice(key)),
            }
        }
        marks.sort_unstable();
        let end = marks.first().map_or(text.len(), |&(at, _)| at);
        let mut program = Program::new(&text[..end])?;
        for (number, &(at, key)) in marks.iter().enumerate() {
            let end = marks.get(number + 1).map_or(text.len(), |&(next, _)| next);
            program.set(key, text[at + key.len() + 2..end].trim())?;
        }
        Ok(program)
    }

    fn set(&mut self, key: &'static str, text: &str) -> Result<(), ProgramError> {
        let wrong = |allowed| ProgramError::Value {
            key,
            found: excerpt(text),
            allowed,
        };
        let number = |least: u64, most: u64, allowed| {
            let number = text.parse().ok();
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| wrong(allowed))
        };
        let span = || {
            let span = duration(text).filter(|span| *span <= LONGEST);
            span.ok_or_else(|| wrong("a time such as 500ms or 2s, up to 3600s"))
        };
        match key {
            "name" => {
                let plain = |c: char| c.is_alphanumeric() || " -_.+'".contains(c);
                if text.is_empty() || text.chars().count() > 40 || !text.chars().all(plain) {
                    return Err(wrong("1 to 40 letters, digits, spaces and -_.+'"));
                }
                self.name = Some(text.to_owned());
            }
            "time" => self.time = Some(span()?),
            "start" => self.start = span()?,
            "nodes" => {
                let allowed = "a number of positions from 1 to 1000000000000";
                self.nodes = Some(number(1, 1_000_000_000_000, allowed)?);
            }
            "depth" => self.depth = Some(number(1, 128, "a number from 1 to 128")? as u32),
            "memory" => {
                self.limits.memory = number(16, 1 << 20, "a number of MiB from 16 to 1048576")?;
            }
            "cpu" => {
                self.limits.cpu = number(1, 1_000_000, "a number of seconds from 1 to 1000000")?;
            }
            "files" => self.limits.files = number(8, 4096, "a number from 8 to 4096")?,
            "dir" | "log" if text.is_empty() => return Err(wrong("a path")),
            "dir" => self.folder = Some(PathBuf::from(text)),
            "log" => self.log = Some(PathBuf::from(text)),
            _ => {
                let names: Vec<String> = text.split('+').map(str::to_owned).collect();
                let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
                if names.len() > 16 || !names.iter().all(|n| !n.is_empty() && n.chars().all(plain))
                {
                    return Err(wrong("up to 16 names of variables, joined by +"));
                }
                self.environment = names;
            }
        }
        Ok(())
    }

    /// What people call it: its name, or else its command.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.command)
    }

    /// The command as it was typed.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The program and its arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What to start: a path is taken from its directory, a bare word is looked for by the system.
    pub(crate) fn executable(&self) -> PathBuf {
        let word = Path::new(&self.words[0]);
        if word.components().count() < 2 {
            return word.to_owned();
        }
        self.within(word)
    }

    /// The files of the program: every word of its command that names one, or a Java class.
    pub fn files(&self) -> Vec<PathBuf> {
        let paths = self.words.iter().map(|word| self.within(Path::new(word)));
        let paths: Vec<PathBuf> = paths.collect();
        // Java is told a class and where classes lie, not a file.
        let mut folders = vec![self.within(Path::new(""))];
        folders.extend(paths.iter().filter(|path| path.is_dir()).cloned());
        let words = self.words.iter().zip(paths);
        words
            .flat_map(|(word, path)| match path.is_file() {
                true => vec![path],
                false => classes(&folders, word),
            })
            .collect()
    }

    /// A path as it is from here, if the program runs in a directory of its own.
    fn within(&self, path: &Path) -> PathBuf {
        let path = match &self.folder {
            Some(folder) => folder.join(path),
            None => path.to_owned(),
        };
        std::path::absolute(&path).unwrap_or(path)
    }
}

/// The files of a Java class and of those within it, in the first folder that has it.
fn classes(folders: &[PathBuf], name: &str) -> Vec<PathBuf> {
    let inside = name.replace('.', "/");
    let main = |folder: &PathBuf| folder.join(format!("{inside}.class"));
    let Some(main) = folders.iter().map(main).find(|path| path.is_file()) else {
        return Vec::new();
    };
    let (Some(folder), Some(stem)) = (main.parent(), main.file_stem()) else {
        return vec![main];
    };
    let within = format!("{}$", stem.to_string_lossy());
    let beside = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = beside
        .map(|file| file.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&within) && name.ends_with(".class")
        })
        .collect();
    all.push(main);
    all.sort();
    all
}

impl FromStr for Program {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Program, ProgramError> {
        Program::parse(text)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = ResourceLimits::default();
        let changed = |now: u64, usual: u64| (now != usual).then(|| now.to_string());
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let environment = self.environment.join("+");
        write!(f, "{PREFIX}{}", self.command)?;
        for key in KEYS {
            let value = match key {
                "name" => self.name.clone(),
                "time" => self.time.map(millis),
                "nodes" => self.nodes.map(|nodes| nodes.to_string()),
                "depth" => self.depth.map(|depth| depth.to_string()),
                "start" => (self.start != START).then(|| millis(self.start)),
                "memory" => changed(self.limits.memory, usual.memory),
                "cpu" => changed(self.limits.cpu, usual.cpu),
                "files" => changed(self.limits.files, usual.files),
                "dir" => path(&self.folder),
                "log" => path(&self.log),
                _ => Some(environment.clone()).filter(|names| !names.is_empty()),
            };
            if let Some(value) = value {
                write!(f, ",{key}={value}")?;
            }
        }
        Ok(())
    }
}

/// `200ms`, `2s`.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1),
        None => (text.strip_suffix('s')?, 1000),
    };
    let number: u64 = number.parse().ok()?;
    let span = Duration::from_millis(number.checked_mul(unit)?);
    (!span.is_zero()).then_some(span)
}

fn millis(span: Duration) -> String {
    match span.as_millis() {
        millis if millis % 1000 == 0 => format!("{}s", millis / 1000),
        millis => format!("{millis}ms"),
    }
}

/// The words of a command: parted by spaces, held together by `'` or `"`. No shell is asked.
///
/// # Errors
/// A quotation mark has no partner.
pub fn words(command: &str) -> Result<Vec<String>, ProgramError> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(ProgramError::Quote(excerpt(command)));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "cmd:./bot.py",
            "cmd:python3 'my bot.py' --depth=3,fast",
            "cmd:./bot,name=Zoë's 2nd,time=1500ms,nodes=10,depth=3,start=2s,memory=64,cpu=9,files=16,dir=/tmp,env=A+B_C,log=/tmp/log",
        ] {
            let program: Program = text.parse().expect("a program");
            assert_eq!(program.to_string(), text);
        }
        let program: Program = "cmd:python3 'my bot.py' \"\" a'b c'".parse().expect("one");
        assert_eq!(program.words(), ["python3", "my bot.py", "", "ab c"]);
        assert_eq!(program.label(), "python3 'my bot.py' \"\" a'b c'");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, sentence) in [
            (
                "cmd: ",
                "a program is named by its command, such as cmd:./bot.py or cmd:python3 bot.py",
            ),
            (
                "cmd:./bot.py,memory=1",
                "`memory=1` is not allowed: memory is a number of MiB from 16 to 1048576",
            ),
            (
                "cmd:./bot.py,time=0s",
                "`time=0s` is not allowed: time is a time such as 500ms or 2s, up to 3600s",
            ),
            (
                "cmd:./bot.py,name=a,name=b",
                "`name` stands twice: give each option once",
            ),
            (
                "cmd:./bot.py,env=A+",
                "`env=A+` is not allowed: env is up to 16 names of variables, joined by +",
            ),
            (
                "cmd:'./bot.py",
                "a quotation mark in the command has no partner: './bot.py",
            ),
        ] {
            let error = text.parse::<Program>().expect_err(text);
            assert_eq!(error.to_string(), sentence);
        }
    }
}
