//! A league: everybody meets everybody, and whoever comes later plays only the games that are missing.
//!
//! A league is a directory. `league.json` says what is played, `entrants.jsonl` who takes part, one line for each version that was entered. Every
//! pairing of two versions is an experiment of its own below `pairings/`, with records that a kill does not harm: who enters a new
//! version starts new pairings and changes none of the old ones.

mod entrant;
mod page;
mod pairing;
mod table;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use poda_bots::Programs;
use poda_engine::{GameSpec, Knowledge};
use serde::{Deserialize, Serialize};

pub use entrant::{Entrant, LeaguePlayers};
pub use page::league_page;
pub use pairing::LeaguePairing;
pub use table::{LeagueTable, Standing};

use crate::experiment::SpecError;
use crate::record_store::{RecordStore, RecordStoreError};
use crate::runner::{RunOptions, run};

/// What everybody in a league plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueRules {
    /// What it is called.
    pub title: String,
    /// The game, for two.
    pub game: GameSpec,
    /// How many games two entrants play, at least; each opening once from either side.
    pub games: u32,
    /// How many random moves open a game.
    pub opening: u32,
    /// Decides the openings and whatever players leave to chance, together with the names of those who meet.
    pub seed: u32,
    /// The longest a move may take, in seconds.
    pub move_time: f64,
    /// Agents of Poda's that take part as fixed points of the scale: the first has 1000 points, the others what they win among themselves.
    pub anchors: Vec<String>,
}

/// The rating of the first fixed point, and the middle of a scale without any.
pub const ANCHOR_RATING: f64 = 1000.0;

/// What is wrong with a league, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// The disk says no.
    #[error("{}: {source}: see that it can be read and written, or give another directory", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What.
        source: io::Error,
    },
    /// There is none.
    #[error("{} holds no league: `poda league init` makes one", .0.display())]
    NoLeague(PathBuf),
    /// There is one already.
    #[error("{} holds a league already: give another directory", .0.display())]
    Exists(PathBuf),
    /// A file cannot be read.
    #[error("{}: line {line} is not what Poda wrote: {source}: correct it, or give another directory", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// Whoever wants to enter cannot, and why.
    #[error("{0}")]
    Entry(String),
    /// A program is not what it was when it was entered.
    #[error(
        "the files of {0} have changed since it was entered: `poda league add {0} …` enters the new version"
    )]
    Changed(String),
    /// A program is not on this machine, which is to play for another one.
    #[error(
        "{0}, as it was entered, is not on a machine that should play: a bot must be on each of them, under the same path and with the same files"
    )]
    NotHere(String),
    /// The records say no.
    #[error(transparent)]
    Records(#[from] RecordStoreError),
    /// The spec of a pairing says no.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// How far a league has come.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueProgress {
    /// Games on record.
    pub done: u64,
    /// Games in all.
    pub total: u64,
    /// Who plays.
    pub pairing: String,
}

/// A league, open.
pub struct League {
    folder: PathBuf,
    rules: LeagueRules,
    /// Every version that was ever entered, oldest first.
    entered: Vec<Entrant>,
}

const RULES: &str = "league.json";
const ENTRANTS: &str = "entrants.jsonl";
const LOGS: &str = "logs";

/// A league without its directory, for other machines.
#[derive(Serialize, Deserialize)]
struct Abroad {
    rules: LeagueRules,
    entrants: Vec<Entrant>,
}

impl League {
    /// Makes a new league.
    ///
    /// # Errors
    /// There is one already, an agent does not play the game, or the disk says no.
    pub fn create(folder: &Path, rules: LeagueRules) -> Result<League, LeagueError> {
        let path = folder.join(RULES);
        if path.exists() {
            return Err(LeagueError::Exists(folder.to_owned()));
        }
        let mut league = League {
            folder: folder.to_owned(),
            rules,
            entered: Vec::new(),
        };
        league.check_rules()?;
        fs::create_dir_all(folder).map_err(at(folder))?;
        for anchor in league.rules.anchors.clone() {
            league.enter(&anchor, &anchor)?;
        }
        let json = serde_json::to_string_pretty(&league.rules).expect("it is JSON") + "\n";
        // Last, and in one step: a directory without it is no league yet.
        let draft = folder.join("league.json.new");
        fs::write(&draft, json).map_err(at(&draft))?;
        fs::rename(&draft, &path).map_err(at(&path))?;
        Ok(league)
    }

    fn check_rules(&self) -> Result<(), LeagueError> {
        let LeagueRules {
            game,
            games,
            opening,
            move_time,
            ..
        } = self.rules;
        let players = poda_engine::Game::players(&poda_engine::AnyGame::new(game));
        let problem = match players {
            2 if !(2..=10_000).contains(&games) => "two entrants play 2 to 10000 games",
            2 if opening > 64 => "an opening has at most 64 moves",
            2 if !(0.001..=3600.0).contains(&move_time) => "a move takes 0.001 to 3600 seconds",
            2 => return Ok(()),
            _ => "a league is for games of two",
        };
        Err(LeagueError::Entry(problem.to_owned()))
    }

    /// Opens a league.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn open(folder: &Path) -> Result<League, LeagueError> {
        let path = folder.join(RULES);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LeagueError::NoLeague(folder.to_owned()));
            }
            text => text.map_err(at(&path))?,
        };
        let rules = serde_json::from_str(&text).map_err(unreadable(&path, 1))?;
        let path = folder.join(ENTRANTS);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(at(&path))?,
        };
        let mut entered = Vec::new();
        for (number, line) in text.lines().enumerate() {
            // A line that a kill has torn is the last one, and nobody was told that it counts.
            match serde_json::from_str(line) {
                Ok(entrant) => entered.push(entrant),
                Err(_) if number + 1 == text.lines().count() && !text.ends_with('\n') => {}
                Err(source) => return Err(unreadable(&path, number + 1)(source)),
            }
        }
        Ok(League {
            folder: folder.to_owned(),
            rules,
            entered,
        })
    }

    /// What is played.
    pub fn rules(&self) -> &LeagueRules {
        &self.rules
    }

    /// The directory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Who takes part, each in the last version, in the order in which they first came.
    pub fn entrants(&self) -> Vec<&Entrant> {
        let mut names: Vec<&str> = Vec::new();
        for entrant in &self.entered {
            if !names.contains(&entrant.name.as_str()) {
                names.push(&entrant.name);
            }
        }
        let last = |name: &&str| {
            self.entered
                .iter()
                .rev()
                .find(|entrant| entrant.name == *name)
        };
        names
            .iter()
            .filter_map(last)
            .filter(|entrant| !entrant.left)
            .collect()
    }

    /// Enters a player: an agent's name, or a command. A name that is known gets a new version, unless nothing has changed: then the
    /// version that is there.
    ///
    /// # Errors
    /// The name cannot be used, or the player does not play the game.
    pub fn enter(&mut self, name: &str, player: &str) -> Result<Entrant, LeagueError> {
        let entrant = Entrant::new(name, player, self.rules.game, &self.rules.anchors)?;
        let known = self.entered.iter().rev().find(|known| known.name == name);
        if let Some(known) = known
            && !known.left
            && (&known.player, &known.hash) == (&entrant.player, &entrant.hash)
        {
            return Ok(known.clone());
        }
        let entrant = Entrant {
            version: known.map_or(1, |known| known.version + 1),
            ..entrant
        };
        self.append(entrant.clone())?;
        Ok(entrant)
    }

    /// Takes somebody out. The games stay on record.
    ///
    /// # Errors
    /// There is nobody of this name.
    pub fn leave(&mut self, name: &str) -> Result<(), LeagueError> {
        let entrants = self.entrants();
        let Some(entrant) = entrants.iter().find(|entrant| entrant.name == name) else {
            let names: Vec<&str> = entrants
                .iter()
                .map(|entrant| entrant.name.as_str())
                .collect();
            return Err(LeagueError::Entry(format!(
                "nobody is called {name} here: there are {}",
                names.join(", ")
            )));
        };
        let entrant = Entrant {
            left: true,
            ..(*entrant).clone()
        };
        self.append(entrant)
    }

    fn append(&mut self, entrant: Entrant) -> Result<(), LeagueError> {
        let path = self.folder.join(ENTRANTS);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let line = serde_json::to_string(&entrant).expect("it is JSON") + "\n";
        let written = file.and_then(|mut file| {
            file.write_all(line.as_bytes())?;
            file.sync_data()
        });
        written.map_err(at(&path))?;
        self.entered.push(entrant);
        Ok(())
    }

    /// Every two who take part.
    ///
    /// # Errors
    /// The spec of a pairing cannot be read.
    pub fn pairings(&self) -> Result<Vec<LeaguePairing>, LeagueError> {
        let entrants = self.entrants();
        let players = self.players(Knowledge::default());
        let mut pairings = Vec::new();
        for (number, first) in entrants.iter().enumerate() {
            for second in &entrants[number + 1..] {
                pairings.push(LeaguePairing::new(self, first, second, &players)?);
            }
        }
        Ok(pairings)
    }

    /// What another machine needs to play games of this league: the rules and who takes part.
    pub fn to_text(&self) -> String {
        let entrants = self.entrants().into_iter().cloned().collect();
        let text = Abroad {
            rules: self.rules.clone(),
            entrants,
        };
        serde_json::to_string(&text).expect("it is JSON")
    }

    /// The league on such a machine. What bots print is kept in the directory, if the machine has it, too.
    ///
    /// # Errors
    /// This is not such a text, or a program is not here as it was entered: it would lose games that it should play.
    pub fn abroad(text: &str, folder: &Path) -> Result<League, LeagueError> {
        let path = folder.join(RULES);
        let read = serde_json::from_str(text);
        let Abroad { rules, entrants } = read.map_err(unreadable(&path, 1))?;
        let programs = Programs::new();
        for entrant in &entrants {
            if !entrant.is_here(&programs) {
                return Err(LeagueError::NotHere(entrant.name.clone()));
            }
        }
        Ok(League {
            folder: folder.to_owned(),
            rules,
            entered: entrants,
        })
    }

    /// Refuses to go on with programs whose files have changed since they were entered.
    ///
    /// # Errors
    /// One has.
    pub fn check_entrants(&self) -> Result<(), LeagueError> {
        match self.entrants().iter().find(|who| who.has_changed()) {
            Some(entrant) => Err(LeagueError::Changed(entrant.name.clone())),
            None => Ok(()),
        }
    }

    /// Everybody who takes part, by name; perfect agents know this beforehand.
    pub fn players(&self, knowledge: Knowledge) -> LeaguePlayers {
        let entrants = self.entrants().into_iter().cloned().collect();
        LeaguePlayers::new(entrants, &self.folder, knowledge)
    }

    /// Makes the directory for what bots print.
    ///
    /// # Errors
    /// The disk says no.
    pub fn make_logs(&self) -> Result<(), LeagueError> {
        let logs = self.folder.join(LOGS);
        fs::create_dir_all(&logs).map_err(at(&logs))
    }

    /// Plays every game that is not on record yet. Returns whether it came to the end; it does not if `stop` was set.
    ///
    /// # Errors
    /// A program has changed since it was entered, or the disk says no.
    pub fn run(
        &self,
        options: &RunOptions,
        knowledge: Knowledge,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&LeagueProgress),
    ) -> Result<bool, LeagueError> {
        self.check_entrants()?;
        self.make_logs()?;
        let players = self.players(knowledge);
        let pairings = self.pairings()?;
        let mut progress = LeagueProgress {
            done: 0,
            total: 0,
            pairing: String::new(),
        };
        for pairing in &pairings {
            progress.total += pairing.games();
            progress.done += pairing.records()?.len() as u64;
        }
        tell(&progress);
        for pairing in &pairings {
            progress.pairing = pairing.name();
            let mut store = RecordStore::open(&pairing.folder, &pairing.experiment, &players)?;
            let known = store.records().clone();
            let plan = pairing.experiment.plan();
            let stretch = store.begin();
            let finished = run(plan, &players, &known, options, stop, &mut |record, _| {
                progress.done += 1;
                store.append(record)?;
                tell(&progress);
                Ok::<(), RecordStoreError>(())
            });
            store.end(stretch)?;
            if !finished? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn unreadable(path: &Path, line: usize) -> impl Fn(serde_json::Error) -> LeagueError {
    let path = path.to_owned();
    move |source| LeagueError::Unreadable {
        path: path.clone(),
        line,
        source,
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> LeagueError {
    let path = path.to_owned();
    move |source| LeagueError::Io {
        path: path.clone(),
        source,
    }
}
