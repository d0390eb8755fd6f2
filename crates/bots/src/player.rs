//! A bot at the board.

use poda_engine::{AnyGame, AnyMove, Player, PlayerFailure, Request, SearchReport, Situation};

use crate::bot::{Bot, BotError};
use crate::program::Program;

/// A program that plays a seat of one game, in a process of its own, which ends with it.
#[derive(Debug)]
pub struct ProgramPlayer {
    /// None once it has failed.
    bot: Option<Bot>,
}

impl ProgramPlayer {
    /// Starts the program for a game.
    ///
    /// # Errors
    /// It cannot be started, does not play the game, or does not get ready.
    pub fn new(program: &Program, game: &AnyGame, seed: u64) -> Result<ProgramPlayer, BotError> {
        let mut bot = Bot::start(program)?;
        bot.new_game(game.spec(), seed)?;
        Ok(ProgramPlayer { bot: Some(bot) })
    }

    /// The same for a game that is given up as soon as anybody says stop: the bot is not asked for a last move then, but ended.
    #[must_use]
    pub fn given_up_when_stopped(mut self) -> ProgramPlayer {
        if let Some(bot) = &mut self.bot {
            bot.unheard_when_stopped();
        }
        self
    }
}

impl Player for ProgramPlayer {
    fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        let gone = || PlayerFailure::crash("it failed before and has left the game");
        let bot = self.bot.as_mut().ok_or_else(gone)?;
        bot.think(at, request).map_err(|error| {
            // Whatever it does from now on is no answer to anything.
            self.bot = None;
            error.into()
        })
    }
}
