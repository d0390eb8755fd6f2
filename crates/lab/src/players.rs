//! Everybody in Poda by name, and whoever is added.

use poda_bots::{BotError, PREFIX, Program, Programs};
use poda_engine::{Agent, AgentSpec, AnyGame, GameSpec, Knowledge, Player};

use crate::factory::{FactoryError, PlayerFactory, SeatSetup};
use crate::historic::S3AsReported;

type Maker = dyn Fn(&AnyGame, u64) -> Box<dyn Player> + Send + Sync;

/// Every agent of the engine, `s3-as-reported:depth=3`, other programs where they are allowed, and players of your own.
///
/// ```
/// use poda_engine::{Game, MoveList, Player, PlayerFailure, Request, SearchReport, Situation};
/// use poda_lab::{PlayerFactory, Players};
///
/// struct Leftmost;
///
/// impl<G: Game> Player<G> for Leftmost {
///     fn think(
///         &mut self,
///         at: &Situation<'_, G>,
///         _: Request<'_, G::Move>,
///     ) -> Result<SearchReport<G::Move>, PlayerFailure> {
///         let mut moves = MoveList::new();
///         at.game.moves(at.state, &mut moves);
///         Ok(SearchReport::unsearched(moves[0]))
///     }
/// }
///
/// let players = Players::builtin().with("leftmost", |_, _| Box::new(Leftmost));
/// let game = "connect4".parse()?;
/// assert_eq!(players.check("leftmost", game)?, "leftmost");
/// assert_eq!(players.check("level:3", game)?, "level:3");
/// assert!(players.check("rightmost", game).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Players {
    knowledge: Knowledge,
    own: Vec<(String, Box<Maker>)>,
    programs: ProgramUse,
}

/// What becomes of a program's name.
#[derive(Default)]
enum ProgramUse {
    /// It is refused: whoever names players here may not start programs.
    #[default]
    Refused,
    /// It is taken as it is: nobody plays, as in a report.
    Named,
    /// It is started.
    Started(Programs),
}

impl Players {
    /// Those that come with Poda.
    pub fn builtin() -> Players {
        Players::default()
    }

    /// The same, with something that perfect agents know beforehand, and share.
    #[must_use]
    pub fn knowing(self, knowledge: Knowledge) -> Players {
        Players { knowledge, ..self }
    }

    /// The same, and other programs by their commands: `cmd:./bot.py`. Whoever may name players may then start anything.
    #[must_use]
    pub fn with_programs(self, programs: Programs) -> Players {
        Players {
            programs: ProgramUse::Started(programs),
            ..self
        }
    }

    /// The same, with other programs by name only: enough to read records, whose programs may be gone.
    #[must_use]
    pub fn with_program_names(self) -> Players {
        Players {
            programs: ProgramUse::Named,
            ..self
        }
    }

    /// The same, and a player of your own under this name. It is made anew for every game, from the rules and a seed that decides
    /// what it leaves to chance. Whoever was added last has a name, even one of Poda's own.
    #[must_use]
    pub fn with(
        mut self,
        name: &str,
        make: impl Fn(&AnyGame, u64) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Players {
        self.own.push((name.to_owned(), Box::new(make)));
        self
    }

    fn own(&self, name: &str) -> Option<&Maker> {
        let found = self.own.iter().rev().find(|(own, _)| own == name);
        found.map(|(_, make)| &**make)
    }

    /// The name of a program as it is written down, if it may play this game; `None` if the name is not one of a program.
    fn check_program(&self, name: &str, game: GameSpec) -> Option<Result<String, FactoryError>> {
        let checked = match &self.programs {
            ProgramUse::Started(programs) => {
                return Some(
                    programs
                        .check(name, game)?
                        .map_err(|error| in_words(name, &error)),
                );
            }
            _ if !name.starts_with(PREFIX) => return None,
            ProgramUse::Named => Program::parse(name).map(|program| program.to_string()),
            ProgramUse::Refused => return Some(Err(FactoryError::NoPrograms)),
        };
        Some(checked.map_err(|error| FactoryError::Other(error.to_string())))
    }

    fn is_program(&self, name: &str) -> bool {
        match &self.programs {
            ProgramUse::Started(programs) => programs.find(name).is_some(),
            _ => name.starts_with(PREFIX),
        }
    }

    /// A program at the board; `None` if the name is not one of a program.
    fn program(
        &self,
        name: &str,
        seat: &SeatSetup<'_>,
    ) -> Option<Result<Box<dyn Player>, FactoryError>> {
        let ProgramUse::Started(programs) = &self.programs else {
            return name
                .starts_with(PREFIX)
                .then_some(Err(FactoryError::NoPrograms));
        };
        let player = programs.player(name, seat.game, seat.seed)?;
        Some(match player {
            Ok(player) => Ok(Box::new(player.given_up_when_stopped())),
            Err(error) => Err(in_words(name, &error)),
        })
    }

    fn agent(&self, name: &str, seat: &SeatSetup<'_>) -> Result<Box<dyn Player>, FactoryError> {
        let spec: AgentSpec = name.parse()?;
        let agent = Agent::with_knowledge(&spec, seat.game, seat.seed, &self.knowledge)?;
        Ok(Box::new(agent))
    }
}

impl PlayerFactory for Players {
    fn check(&self, name: &str, game: GameSpec) -> Result<String, FactoryError> {
        if self.own(name).is_some() {
            return Ok(name.to_owned());
        }
        if let Some(checked) = self.check_program(name, game) {
            return checked;
        }
        if S3AsReported::is_named(name) {
            return S3AsReported::check(name, game);
        }
        let spec: AgentSpec = name.parse()?;
        spec.check(game)?;
        Ok(spec.to_string())
    }

    fn player(&self, name: &str, seat: &SeatSetup<'_>) -> Result<Box<dyn Player>, FactoryError> {
        if let Some(make) = self.own(name) {
            return Ok(make(seat.game, seat.seed));
        }
        if let Some(player) = self.program(name, seat) {
            return player;
        }
        if S3AsReported::is_named(name) {
            return Ok(Box::new(S3AsReported::named(name, seat)?));
        }
        self.agent(name, seat)
    }

    fn identity(&self, name: &str) -> Option<String> {
        match &self.programs {
            ProgramUse::Started(programs) => Some(programs.identity(name)?.to_string()),
            _ => None,
        }
    }

    fn critic(
        &self,
        name: &str,
        seat: &SeatSetup<'_>,
    ) -> Result<Option<Box<dyn Player>>, FactoryError> {
        if self.own(name).is_some() || self.is_program(name) {
            return Ok(None);
        }
        if S3AsReported::is_named(name) {
            return Ok(Some(Box::new(S3AsReported::critic(name, seat)?)));
        }
        self.agent(name, seat).map(Some)
    }
}

/// What is wrong with a program, and with which.
fn in_words(name: &str, error: &BotError) -> FactoryError {
    let label =
        Program::parse(name).map_or_else(|_| name.to_owned(), |program| program.label().to_owned());
    FactoryError::Other(format!("{label}: {error}"))
}
