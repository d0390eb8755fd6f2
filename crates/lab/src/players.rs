//! Everybody in Poda by name, and whoever is added.

use poda_engine::{Agent, AgentSpec, AnyGame, GameSpec, Knowledge, Player};

use crate::factory::{FactoryError, PlayerFactory, SeatSetup};
use crate::historic::S3AsReported;

type Maker = dyn Fn(&AnyGame, u64) -> Box<dyn Player> + Send + Sync;

/// Every agent of the engine, `s3-as-reported:depth=3`, and players of your own.
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
        if S3AsReported::is_named(name) {
            return Ok(Box::new(S3AsReported::named(name, seat)?));
        }
        self.agent(name, seat)
    }

    fn critic(
        &self,
        name: &str,
        seat: &SeatSetup<'_>,
    ) -> Result<Option<Box<dyn Player>>, FactoryError> {
        if self.own(name).is_some() {
            return Ok(None);
        }
        if S3AsReported::is_named(name) {
            return Ok(Some(Box::new(S3AsReported::critic(name, seat)?)));
        }
        self.agent(name, seat).map(Some)
    }
}
