//! A directory of records: one line for each finished game, appended and never changed.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, SpecError};
use crate::record::Record;

/// Something is wrong with a directory of records.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What.
        source: io::Error,
    },
    /// A line that is no record.
    #[error("{}: line {line} is not a record of this experiment: {why}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The directory is about something else.
    #[error("{} holds games of another experiment: give another directory, or remove it", path.display())]
    Other {
        /// The directory.
        path: PathBuf,
    },
    /// The directory holds no run.
    #[error("{} holds no run: a run is made by `poda lab run`", path.display())]
    NoRun {
        /// The directory.
        path: PathBuf,
    },
    /// Another process is at work.
    #[error("{} is in use by another run: wait for it, or give another directory", path.display())]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// Two directories tell different things about a game.
    #[error("game {game} is not the same in {} and in another directory: were they played by different versions?", path.display())]
    Contradiction {
        /// The game.
        game: u64,
        /// One of the directories.
        path: PathBuf,
    },
    /// The spec in the directory cannot be read.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// The names of what lies in the directory.
const SPEC: &str = "experiment.toml";
const RUN: &str = "run.json";
const GAMES: &str = "games.jsonl";
/// Locked by whoever writes; a file of its own, as some systems let nobody read a locked one.
const LOCK: &str = "lock";

/// How long a line may wait in memory of the operating system: a kill loses nothing, a power cut at most this.
const SYNC: Duration = Duration::from_secs(1);

/// What a directory is about.
#[derive(Serialize, Deserialize)]
struct Run {
    name: String,
    quick: bool,
}

/// A directory of records, open for appending.
pub struct Store {
    folder: PathBuf,
    file: File,
    records: BTreeMap<u64, Record>,
    synced: Instant,
    /// Held open, and so locked, as long as this lives.
    _lock: File,
}

impl Store {
    /// Opens a directory, or makes it. A line that was cut off when the last run was killed is dropped.
    ///
    /// # Errors
    /// The directory cannot be used, holds another experiment, or is in use.
    pub fn open(folder: &Path, experiment: &Experiment) -> Result<Store, StoreError> {
        let here = at(folder);
        fs::create_dir_all(folder).map_err(&here)?;
        let lock = folder.join(LOCK);
        let lock_file = File::create(&lock).map_err(at(&lock))?;
        match lock_file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Busy {
                    path: folder.to_owned(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(here(error)),
        }
        let games = folder.join(GAMES);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&games)
            .map_err(at(&games))?;
        match experiment_in(folder) {
            Ok(known) if known.plan() == experiment.plan() => {}
            Ok(_) => {
                return Err(StoreError::Other {
                    path: folder.to_owned(),
                });
            }
            Err(StoreError::NoRun { .. }) => write_head(folder, experiment)?,
            Err(error) => return Err(error),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(at(&games))?;
        let whole = text
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(at(&games))?;
            file.seek(SeekFrom::End(0)).map_err(at(&games))?;
        }
        let records = parse(&games, &text[..whole], experiment)?;
        Ok(Store {
            folder: folder.to_owned(),
            file,
            records,
            synced: Instant::now(),
            _lock: lock_file,
        })
    }

    /// Writes a record down. Once this returns, killing the process does not lose it.
    ///
    /// # Errors
    /// The disk says no.
    pub fn append(&mut self, record: Record) -> Result<(), StoreError> {
        let mut line = serde_json::to_vec(&record).expect("a record is JSON");
        line.push(b'\n');
        // One call for the whole line, so that a kill tears at most the last one.
        let games = self.folder.join(GAMES);
        self.file.write_all(&line).map_err(at(&games))?;
        self.records.insert(record.game, record);
        if self.synced.elapsed() > SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Sees to it that everything is on the disk.
    ///
    /// # Errors
    /// The disk says no.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(at(&self.folder))
    }

    /// All records, by number of game.
    pub fn records(&self) -> &BTreeMap<u64, Record> {
        &self.records
    }

    /// The directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The experiment that a directory is about.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn experiment_in(folder: &Path) -> Result<Experiment, StoreError> {
    let run = folder.join(RUN);
    let text = match fs::read(&run) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(StoreError::NoRun {
                path: folder.to_owned(),
            });
        }
        read => read.map_err(at(&run))?,
    };
    let Run { name, quick } =
        serde_json::from_slice(&text).map_err(|error| StoreError::BadLine {
            path: run,
            line: 1,
            why: error.to_string(),
        })?;
    let spec = folder.join(SPEC);
    let text = fs::read_to_string(&spec).map_err(at(&spec))?;
    let experiment = Experiment::parse(&name, &text)?;
    Ok(if quick {
        experiment.quick()?
    } else {
        experiment
    })
}

/// The records in a directory that nobody need be writing to, by number of game. Nothing is changed.
///
/// # Errors
/// The directory holds no run, or a line of it is no record.
pub fn read(folder: &Path) -> Result<(Experiment, BTreeMap<u64, Record>), StoreError> {
    let experiment = experiment_in(folder)?;
    let games = folder.join(GAMES);
    let text = fs::read(&games).map_err(at(&games))?;
    let whole = text
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |end| end + 1);
    let records = parse(&games, &text[..whole], &experiment)?;
    Ok((experiment, records))
}

/// How many games a directory has on record; none if there is no run.
pub fn played(folder: &Path) -> u64 {
    let text = fs::read(folder.join(GAMES)).unwrap_or_default();
    text.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// Joins directories of one experiment into another: every game once.
///
/// # Errors
/// They are of different experiments, or tell different things about a game.
pub fn merge(from: &[PathBuf], into: &Path) -> Result<Store, StoreError> {
    let mut all: Option<(Experiment, BTreeMap<u64, Record>)> = None;
    for folder in from {
        let (experiment, records) = read(folder)?;
        let (known, merged) = all.get_or_insert_with(|| (experiment.clone(), BTreeMap::new()));
        if known.plan() != experiment.plan() {
            return Err(StoreError::Other {
                path: folder.clone(),
            });
        }
        for (game, record) in records {
            match merged.get(&game) {
                Some(other) if other.without_times() != record.without_times() => {
                    return Err(StoreError::Contradiction {
                        game,
                        path: folder.clone(),
                    });
                }
                Some(_) => {}
                None => {
                    merged.insert(game, record);
                }
            }
        }
    }
    let Some((experiment, merged)) = all else {
        return Err(StoreError::NoRun {
            path: into.to_owned(),
        });
    };
    let mut store = Store::open(into, &experiment)?;
    for (game, record) in merged {
        match store.records.get(&game) {
            Some(other) if other.without_times() != record.without_times() => {
                return Err(StoreError::Contradiction {
                    game,
                    path: into.to_owned(),
                });
            }
            Some(_) => {}
            None => store.append(record)?,
        }
    }
    store.sync()?;
    Ok(store)
}

fn write_head(folder: &Path, experiment: &Experiment) -> Result<(), StoreError> {
    let spec = folder.join(SPEC);
    fs::write(&spec, experiment.text()).map_err(at(&spec))?;
    let run = Run {
        name: experiment.name().to_owned(),
        quick: experiment.is_quick(),
    };
    let json = serde_json::to_string_pretty(&run).expect("it is JSON") + "\n";
    // Last, and in one step: a directory without it is not a run yet.
    let (path, draft) = (folder.join(RUN), folder.join("run.json.new"));
    fs::write(&draft, json).map_err(at(&draft))?;
    fs::rename(&draft, &path).map_err(at(&path))
}

/// The records of a text of whole lines. The same game twice is kept once.
fn parse(
    path: &Path,
    text: &[u8],
    experiment: &Experiment,
) -> Result<BTreeMap<u64, Record>, StoreError> {
    let plan = experiment.plan();
    let mut records = BTreeMap::new();
    for (number, line) in text.split(|&b| b == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let bad = |why: String| StoreError::BadLine {
            path: path.to_owned(),
            line: number + 1,
            why,
        };
        let record: Record = serde_json::from_slice(line).map_err(|e| bad(e.to_string()))?;
        if record.game >= plan.games() {
            return Err(bad(format!("there are {} games", plan.games())));
        }
        let bout = plan.bout(record.game);
        if bout.cell != record.cell || bout.seats != record.seats || bout.seeds != record.seeds {
            return Err(bad(format!("game {} is another one", record.game)));
        }
        if !record.is_sound() {
            return Err(bad("its parts do not fit each other".to_owned()));
        }
        records.entry(record.game).or_insert(record);
    }
    Ok(records)
}

fn at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Io {
        path: path.clone(),
        source,
    }
}
