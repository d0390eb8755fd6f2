//! Who takes part in a league.

use std::path::{Path, PathBuf};

use poda_bots::{Identity, PREFIX, Program, ProgramPlayer, Programs};
use poda_engine::{AgentSpec, GameSpec, Knowledge, Player};
use serde::{Deserialize, Serialize};

use super::{LOGS, LeagueError};
use crate::factory::{FactoryError, PlayerFactory, SeatSetup};
use crate::players::Players;

/// One version of somebody who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// Counted from 1; a new one whenever somebody enters again with something else.
    pub version: u32,
    /// An agent's name, or `cmd:` and a command.
    pub player: String,
    /// What a program says it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The hash of a program's files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// Whether it has left the league with this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
}

impl Entrant {
    /// Somebody who wants to enter, as version 1. A program is started once to say who it is.
    pub(super) fn new(
        name: &str,
        player: &str,
        game: GameSpec,
        anchors: &[String],
    ) -> Result<Entrant, LeagueError> {
        let refuse = |sentence: String| LeagueError::Entry(sentence);
        let is_anchor = anchors.iter().any(|anchor| anchor == name);
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let named = !name.is_empty() && name.len() <= 40 && name.chars().all(plain);
        if !is_anchor && (!named || name.parse::<AgentSpec>().is_ok()) {
            return Err(refuse(format!(
                "`{}` cannot be a name here: names have 1 to 40 letters, digits, - and _, and are not an agent's",
                poda_engine::excerpt(name)
            )));
        }
        let mut entrant = Entrant {
            name: name.to_owned(),
            version: 1,
            player: player.to_owned(),
            says: String::new(),
            hash: String::new(),
            left: false,
        };
        if let Ok(agent) = player.parse::<AgentSpec>() {
            agent
                .check(game)
                .map_err(|error| refuse(error.to_string()))?;
            entrant.player = agent.to_string();
            return Ok(entrant);
        }
        let mut program = Program::parse(player).map_err(|error| refuse(error.to_string()))?;
        // A command is meant from where it was typed, wherever the league is run.
        let here = std::env::current_dir().unwrap_or_default();
        program.folder = Some(match program.folder.take() {
            Some(folder) => here.join(folder),
            None => here,
        });
        program.name = Some(name.to_owned());
        let text = program.to_string();
        let programs = Programs::new();
        let checked = programs.check(&text, game).transpose();
        checked.map_err(|error| refuse(format!("{name}: {error}")))?;
        let Identity { says, hash } = programs
            .identity(&text)
            .ok_or_else(|| refuse(format!("{name} does not say who it is")))?;
        Ok(Entrant {
            player: text,
            says,
            hash,
            ..entrant
        })
    }

    /// The program that it is, if it is one.
    pub(super) fn program(&self) -> Option<Program> {
        let program = self
            .player
            .starts_with(PREFIX)
            .then(|| Program::parse(&self.player));
        program?.ok()
    }

    /// The name that stands in specs and records: a program's own, or the agent's.
    pub(super) fn agent_name(&self) -> &str {
        match self.player.starts_with(PREFIX) {
            true => &self.name,
            false => &self.player,
        }
    }

    /// Whether a program's files are not what they were. Files that are gone are found out by its games.
    pub(super) fn has_changed(&self) -> bool {
        let hash = self.program().and_then(|program| program.hash().ok());
        hash.is_some_and(|hash| hash != self.hash)
    }

    /// Whether a program is on this machine as it was entered: it is started once to say who it is.
    pub(super) fn is_here(&self, programs: &Programs) -> bool {
        let as_entered = Identity {
            says: self.says.clone(),
            hash: self.hash.clone(),
        };
        self.program().is_none() || programs.identity(&self.player) == Some(as_entered)
    }
}

/// The players of a league: nobody is started before they are to play, so that one who cannot be started only forfeits.
pub struct LeaguePlayers {
    entrants: Vec<Entrant>,
    /// Where the log of each program goes, if it is there.
    logs: PathBuf,
    poda: Players,
}

impl LeaguePlayers {
    pub(super) fn new(
        entrants: Vec<Entrant>,
        league: &Path,
        knowledge: Knowledge,
    ) -> LeaguePlayers {
        let logs = league.join(LOGS);
        LeaguePlayers {
            entrants,
            logs: std::path::absolute(&logs).unwrap_or(logs),
            poda: Players::builtin().knowing(knowledge),
        }
    }

    fn program(&self, name: &str) -> Option<(&Entrant, Program)> {
        let entrant = self.entrants.iter().find(|entrant| entrant.name == name)?;
        let mut program = entrant.program()?;
        let log = || self.logs.join(format!("{name}.log"));
        program.log = self.logs.is_dir().then(log);
        Some((entrant, program))
    }
}

impl PlayerFactory for LeaguePlayers {
    fn check(&self, name: &str, game: GameSpec) -> Result<String, FactoryError> {
        match self.program(name) {
            Some(_) => Ok(name.to_owned()),
            None => self.poda.check(name, game),
        }
    }

    fn player(&self, name: &str, seat: &SeatSetup<'_>) -> Result<Box<dyn Player>, FactoryError> {
        let Some((_, program)) = self.program(name) else {
            return self.poda.player(name, seat);
        };
        let player = ProgramPlayer::new(&program, seat.game, seat.seed);
        let player = player.map_err(|error| FactoryError::Other(format!("{name}: {error}")))?;
        Ok(Box::new(player.given_up_when_stopped()))
    }

    fn identity(&self, name: &str) -> Option<String> {
        let (entrant, _) = self.program(name)?;
        let Entrant { says, hash, .. } = entrant.clone();
        Some(Identity { says, hash }.to_string())
    }
}
