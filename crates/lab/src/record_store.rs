//! A directory of records: one line for each finished game, appended and never changed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use poda_engine::fnv1a;
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, SpecError};
use crate::factory::PlayerFactory;
use crate::record::{BadRecord, Record};
use crate::stretch::{self, OpenStretch, Stretch};
use crate::summed;

/// Something is wrong with a directory of records.
#[derive(Debug, thiserror::Error)]
pub enum RecordStoreError {
    /// The disk says no.
    // The cause stands in the sentence; as `source` it would be told twice.
    #[error("{}: {error}: see that it can be read and written, or give another directory", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What.
        error: io::Error,
    },
    /// A line that is no record.
    #[error("{}: line {line} is not a record of this experiment: {why}. Remove the line, and its game is played again", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: BadRecord,
    },
    /// What the directory says about itself cannot be read.
    #[error("{} does not say what the games beside it are of: {error}: give another directory, or bring it back", path.display())]
    BadRun {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
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
    /// What the directory says about itself is not what was written.
    #[error("{} is damaged: {SPEC} and {RUN} do not fit their check sum, so nobody knows what its games are of: give another directory, or bring them back", path.display())]
    Damaged {
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
    /// A program is another one than when the games were played.
    #[error("{} holds games that {agent} played as {was}, but now it is {now}: give another directory", path.display())]
    Changed {
        /// The directory.
        path: PathBuf,
        /// The program.
        agent: String,
        /// What it was.
        was: String,
        /// What it is.
        now: String,
    },
    /// The spec in the directory cannot be read.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// The names of what lies in the directory.
const SPEC: &str = "experiment.toml";
const RUN: &str = "run.json";
const GAMES: &str = "games.jsonl";
const STRETCHES: &str = "stretches.jsonl";
/// Locked by whoever writes; a file of its own, as some systems let nobody read a locked one.
const LOCK: &str = "lock";

/// How long a line may wait in memory of the operating system: a kill loses nothing, a power cut at most this.
const SYNC: Duration = Duration::from_secs(1);

/// What a directory is about.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    name: String,
    quick: bool,
    /// Of what stands here and in the spec beside it; runs from before there were sums have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<String>,
}

impl Run {
    fn new(name: &str, quick: bool, spec: &str) -> Run {
        let all = format!("{name}\n{quick}\n{spec}");
        Run {
            name: name.to_owned(),
            quick,
            sum: Some(format!("{:016x}", fnv1a(all.as_bytes()))),
        }
    }
}

/// A directory of records, open for appending.
pub struct RecordStore {
    folder: PathBuf,
    file: File,
    records: BTreeMap<u64, Record>,
    synced: Instant,
    /// Held open, and so locked, as long as this lives.
    _lock: File,
}

impl RecordStore {
    /// Opens a directory, or makes it. A line that was cut off when the last run was killed is dropped. The factory reads the spec that
    /// lies there.
    ///
    /// # Errors
    /// The directory cannot be used, holds another experiment, or is in use.
    pub fn open(
        folder: &Path,
        experiment: &Experiment,
        players: &dyn PlayerFactory,
    ) -> Result<RecordStore, RecordStoreError> {
        let here = at(folder);
        fs::create_dir_all(folder).map_err(&here)?;
        let lock = folder.join(LOCK);
        let lock_file = File::create(&lock).map_err(at(&lock))?;
        match lock_file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(RecordStoreError::Busy {
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
        match experiment_in(folder, players) {
            Ok(known) if known.plan() == experiment.plan() => {}
            Ok(_) => {
                return Err(RecordStoreError::Other {
                    path: folder.to_owned(),
                });
            }
            Err(RecordStoreError::NoRun { .. }) => write_head(folder, experiment)?,
            Err(error) => return Err(error),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(at(&games))?;
        let whole = whole_lines(&games, &text)?;
        if whole < text.len() {
            file.set_len(whole as u64).map_err(at(&games))?;
            file.seek(SeekFrom::End(0)).map_err(at(&games))?;
        }
        let records = parse(&games, &text[..whole], experiment)?;
        same_programs(folder, &records, players)?;
        Ok(RecordStore {
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
    pub fn append(&mut self, record: Record) -> Result<(), RecordStoreError> {
        let line = record.to_line();
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
    pub fn sync(&mut self) -> Result<(), RecordStoreError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(at(&self.folder))
    }

    /// From now on games are played, on this machine.
    pub fn begin(&self) -> OpenStretch {
        OpenStretch::begin(self.records.len())
    }

    /// No more are: writes down when and where they were, and sees to it that everything is on the disk.
    ///
    /// # Errors
    /// The disk says no.
    pub fn end(&mut self, stretch: OpenStretch) -> Result<(), RecordStoreError> {
        if let Some(stretch) = stretch.end(self.records.len()) {
            self.note(&stretch)?;
        }
        self.sync()
    }

    fn note(&mut self, stretch: &Stretch) -> Result<(), RecordStoreError> {
        let path = self.folder.join(STRETCHES);
        let line = summed::write(stretch);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(&line));
        written.map_err(at(&path))
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

/// The experiment that a directory is about. The factory says who can take part.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn experiment_in(
    folder: &Path,
    players: &dyn PlayerFactory,
) -> Result<Experiment, RecordStoreError> {
    let run = folder.join(RUN);
    let text = match fs::read(&run) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RecordStoreError::NoRun {
                path: folder.to_owned(),
            });
        }
        read => read.map_err(at(&run))?,
    };
    let Run { name, quick, sum } = serde_json::from_slice(&text)
        .map_err(|error| RecordStoreError::BadRun { path: run, error })?;
    let spec = folder.join(SPEC);
    let text = fs::read_to_string(&spec).map_err(at(&spec))?;
    if sum.is_some() && sum != Run::new(&name, quick, &text).sum {
        return Err(RecordStoreError::Damaged {
            path: folder.to_owned(),
        });
    }
    let experiment = Experiment::parse(&name, &text, players)?;
    Ok(if quick {
        experiment.quick(players)?
    } else {
        experiment
    })
}

/// The records in a directory that nobody need be writing to, by number of game. Nothing is changed.
///
/// # Errors
/// The directory holds no run, or a line of it is no record.
pub fn read(
    folder: &Path,
    players: &dyn PlayerFactory,
) -> Result<(Experiment, BTreeMap<u64, Record>), RecordStoreError> {
    let experiment = experiment_in(folder, players)?;
    let games = folder.join(GAMES);
    let text = fs::read(&games).map_err(at(&games))?;
    let records = parse(&games, &text[..whole_lines(&games, &text)?], &experiment)?;
    Ok((experiment, records))
}

/// When and where the games in a directory were played, as far as it is known: a run that was killed tells nothing.
pub fn stretches(folder: &Path) -> Vec<Stretch> {
    stretch::read(&folder.join(STRETCHES))
}

/// How many games a directory has on record. The file is read again only when its length or its time of change is another.
#[derive(Clone, Debug, Default)]
pub struct PlayedCount {
    seen: Option<(u64, SystemTime)>,
    played: u64,
}

impl PlayedCount {
    /// The count as of now; none if there is no run.
    pub fn get(&mut self, folder: &Path) -> u64 {
        let games = folder.join(GAMES);
        let seen = fs::metadata(&games)
            .and_then(|file| Ok((file.len(), file.modified()?)))
            .ok();
        if seen.is_none() || seen != self.seen {
            let text = fs::read(games).unwrap_or_default();
            self.played = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.seen = seen;
        }
        self.played
    }
}

/// Joins directories of one experiment into another: every game once.
///
/// # Errors
/// They are of different experiments, or tell different things about a game.
pub fn merge(
    from: &[PathBuf],
    into: &Path,
    players: &dyn PlayerFactory,
) -> Result<RecordStore, RecordStoreError> {
    let mut all: Option<(Experiment, BTreeMap<u64, Record>)> = None;
    for folder in from {
        let (experiment, records) = read(folder, players)?;
        let (known, merged) = all.get_or_insert_with(|| (experiment.clone(), BTreeMap::new()));
        if known.plan() != experiment.plan() {
            return Err(RecordStoreError::Other {
                path: folder.clone(),
            });
        }
        for (game, record) in records {
            if is_new(merged, &record, folder)? {
                merged.insert(game, record);
            }
        }
    }
    let Some((experiment, merged)) = all else {
        return Err(RecordStoreError::NoRun {
            path: into.to_owned(),
        });
    };
    let mut store = RecordStore::open(into, &experiment, players)?;
    for record in merged.into_values() {
        if is_new(&store.records, &record, into)? {
            store.append(record)?;
        }
    }
    for stretch in from.iter().flat_map(|folder| stretches(folder)) {
        if !stretches(into).contains(&stretch) {
            store.note(&stretch)?;
        }
    }
    store.sync()?;
    Ok(store)
}

/// Whether a game is not on record yet. If it is, both must tell the same; times may differ.
fn is_new(
    known: &BTreeMap<u64, Record>,
    record: &Record,
    path: &Path,
) -> Result<bool, RecordStoreError> {
    match known.get(&record.game) {
        None => Ok(true),
        Some(other) if other.without_times() == record.without_times() => Ok(false),
        Some(_) => Err(RecordStoreError::Contradiction {
            game: record.game,
            path: path.to_owned(),
        }),
    }
}

/// Refuses to add games to those of a program that has changed since. What nobody can ask is not compared.
fn same_programs(
    folder: &Path,
    records: &BTreeMap<u64, Record>,
    players: &dyn PlayerFactory,
) -> Result<(), RecordStoreError> {
    let met = records
        .values()
        .flat_map(|record| record.agents.iter().zip(&record.programs));
    let met: BTreeSet<(&String, &String)> = met.filter(|(_, was)| !was.is_empty()).collect();
    for (agent, was) in met {
        if let Some(now) = players.identity(agent).filter(|now| now != was) {
            return Err(RecordStoreError::Changed {
                path: folder.to_owned(),
                agent: agent.clone(),
                was: was.clone(),
                now,
            });
        }
    }
    Ok(())
}

/// How much of a text is whole lines. What follows them was cut off when a run was killed; but a whole record that ends with
/// something else than the end of a line was not.
fn whole_lines(path: &Path, text: &[u8]) -> Result<usize, RecordStoreError> {
    let last = text.iter().rposition(|&b| b == b'\n');
    let whole = last.map_or(0, |end| end + 1);
    let damaged = text[whole..]
        .split_last()
        .is_some_and(|(_, line)| !line.is_empty() && Record::from_line(line).is_ok());
    if damaged {
        return Err(RecordStoreError::BadLine {
            path: path.to_owned(),
            line: 1 + text[..whole].iter().filter(|&&b| b == b'\n').count(),
            why: BadRecord::Sum,
        });
    }
    Ok(whole)
}

fn write_head(folder: &Path, experiment: &Experiment) -> Result<(), RecordStoreError> {
    let spec = folder.join(SPEC);
    fs::write(&spec, experiment.text()).map_err(at(&spec))?;
    let run = Run::new(experiment.name(), experiment.is_quick(), experiment.text());
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
) -> Result<BTreeMap<u64, Record>, RecordStoreError> {
    let plan = experiment.plan();
    let mut records: BTreeMap<u64, Record> = BTreeMap::new();
    for (number, line) in text.split(|&b| b == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let bad = |why| RecordStoreError::BadLine {
            path: path.to_owned(),
            line: number + 1,
            why,
        };
        let record = Record::from_line(line).map_err(bad)?;
        record.check(plan).map_err(bad)?;
        match records.entry(record.game) {
            Entry::Vacant(place) => drop(place.insert(record)),
            Entry::Occupied(known) => {
                if known.get().without_times() != record.without_times() {
                    return Err(bad(BadRecord::Twice(record.game)));
                }
            }
        }
    }
    Ok(records)
}

fn at(path: &Path) -> impl Fn(io::Error) -> RecordStoreError {
    let path = path.to_owned();
    move |error| RecordStoreError::Io {
        path: path.clone(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::Duration;

    use super::{GAMES, PlayedCount};

    #[test]
    fn games_are_counted_anew_only_when_the_file_has_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = folder.path().join(GAMES);
        let mut count = PlayedCount::default();
        assert_eq!(count.get(folder.path()), 0, "no run");

        fs::write(&games, "a\nb\n").expect("the disk works");
        assert_eq!(count.get(folder.path()), 2);
        let file = File::options().append(true).open(&games).expect("a file");
        let time = file.metadata().and_then(|data| data.modified());
        let time = time.expect("a time of change");

        // As long as before and as old as before: nobody looks inside.
        fs::write(&games, "\n\n\n\n").expect("the disk works");
        file.set_modified(time).expect("the time can be set");
        assert_eq!(count.get(folder.path()), 2);
        file.set_modified(time + Duration::from_secs(1))
            .expect("the time can be set");
        assert_eq!(count.get(folder.path()), 4);

        fs::remove_file(&games).expect("the disk works");
        assert_eq!(count.get(folder.path()), 0, "the run is gone");
    }
}
