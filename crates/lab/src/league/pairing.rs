//! Two who meet.

use std::collections::BTreeMap;
use std::path::PathBuf;

use poda_engine::fnv1a;

use super::entrant::LeaguePlayers;
use super::{Entrant, League, LeagueError, LeagueRules};
use crate::experiment::Experiment;
use crate::record::Record;
use crate::record_store::{RecordStoreError, read};

/// Two versions that meet: an experiment of its own.
#[derive(Clone, Debug)]
pub struct LeaguePairing {
    /// The one and the other.
    pub entrants: [Entrant; 2],
    /// Where the records are.
    pub folder: PathBuf,
    /// What is played.
    pub experiment: Experiment,
}

impl LeaguePairing {
    pub(super) fn new(
        league: &League,
        first: &Entrant,
        second: &Entrant,
        players: &LeaguePlayers,
    ) -> Result<LeaguePairing, LeagueError> {
        let mut both = [first.clone(), second.clone()];
        // Whoever came first: the same pairing whatever the order of the list.
        both.sort_by(|a, b| a.name.cmp(&b.name));
        let plain = |entrant: &Entrant| {
            let name: String = entrant.name.replace(':', "");
            format!("{name}-{}", entrant.version)
        };
        let name = both.each_ref().map(plain).join("--");
        let experiment = Experiment::parse(&name, &spec(league.rules(), &both), players)?;
        Ok(LeaguePairing {
            folder: league.folder().join("pairings").join(&name),
            entrants: both,
            experiment,
        })
    }

    /// Who meets whom.
    pub fn name(&self) -> String {
        let [a, b] = &self.entrants;
        format!("{} – {}", a.name, b.name)
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.experiment.plan().games()
    }

    /// The games on record, by number.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn records(&self) -> Result<BTreeMap<u64, Record>, LeagueError> {
        match read(&self.folder, &Anybody) {
            Ok((_, records)) => Ok(records),
            Err(RecordStoreError::NoRun { .. }) => Ok(BTreeMap::new()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Takes every name: records are read after their players have gone.
struct Anybody;

impl crate::factory::PlayerFactory for Anybody {
    fn check(
        &self,
        name: &str,
        _: poda_engine::GameSpec,
    ) -> Result<String, crate::factory::FactoryError> {
        Ok(name.to_owned())
    }

    fn player(
        &self,
        name: &str,
        _: &crate::factory::SeatSetup<'_>,
    ) -> Result<Box<dyn poda_engine::Player>, crate::factory::FactoryError> {
        let nobody = format!("{name} is known by name only");
        Err(crate::factory::FactoryError::Other(nobody))
    }
}

/// The seed of a pairing: its own, since two copies of one bot would otherwise play the same games against everybody, and their results would
/// not be independent. Versions do not change it, so that a new one starts from the openings of the old one.
fn seed(league: u32, both: &[Entrant; 2]) -> u32 {
    let names = both.each_ref().map(|entrant| entrant.name.as_str());
    let hash = fnv1a(format!("{league} {}", names.join(" ")).as_bytes());
    (hash ^ hash >> 32) as u32
}

/// The spec of a pairing. JSON's texts are TOML's, too.
fn spec(rules: &LeagueRules, both: &[Entrant; 2]) -> String {
    let quoted = |text: &str| serde_json::to_string(text).expect("a text");
    let LeagueRules {
        game,
        games,
        opening,
        move_time,
        ..
    } = rules;
    let seed = seed(rules.seed, both);
    let [a, b] = both;
    let title = format!("{} {} – {} {}", a.name, a.version, b.name, b.version);
    format!(
        "title = {}\ngame = {}\ngames = {games}\nopening = {opening}\nseed = {seed}\nmeasure = [\"time\"]\n\
         [limits]\nmove_time = {move_time:?}\n[[pairing]]\nagents = [{}, {}]\n[[view]]\nkind = \"standings\"\ntitle = \"Standings\"\n",
        quoted(&title),
        quoted(&game.to_string()),
        quoted(a.agent_name()),
        quoted(b.agent_name())
    )
}
