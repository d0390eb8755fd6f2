//! `poda play`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use poda_bots::Programs;
use poda_engine::{AnyGame, Game, GameSpec};
use poda_web::api::NewGame;
use poda_web::{Caps, open_games};

use super::knowledge::kept_in;
use crate::play::{self, End, expect_terminal};

/// Play in the terminal: the same games as in the browser
///
/// Without a game there is a menu: a new game, the last one, past ones. The games are those of the page, and a game begun in one goes
/// on in the other. Arrows or hjkl move, Enter plays, ? shows all keys.
#[derive(clap::Args)]
#[command(after_help = "\
Seats are human, an agent, or another program as cmd:COMMAND; those left out are human first, level:2 then. Colours go with NO_COLOR, the mouse works where the
terminal has one.

Example: poda play connect4 --first human --second level:3
         poda play dots:5x5 --first perfect --second human
         poda play")]
pub(super) struct Play {
    /// The game; without it, the menu
    #[arg(value_parser = super::game)]
    game: Option<GameSpec>,
    /// Who plays first
    #[arg(long, value_name = "SEAT", requires = "game")]
    first: Option<String>,
    /// Who plays second
    #[arg(long, value_name = "SEAT", requires = "game")]
    second: Option<String>,
    /// Who plays third, in a game for three
    #[arg(long, value_name = "SEAT", requires = "game")]
    third: Option<String>,
    /// Moves that are made already
    #[arg(long, default_value = "", hide_default_value = true, requires = "game")]
    moves: String,
    /// Draw with ASCII alone; so it is where the locale is not UTF-8
    #[arg(long)]
    ascii: bool,
    /// The folder with the games; without it, poda's own in your data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Play {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let new = self.new_game()?;
        expect_terminal()?;
        let data = match self.data {
            Some(folder) => folder,
            None => poda_web::data_folder()?,
        };
        let knowledge = kept_in(&data);
        let games = open_games(&data, Caps::default(), knowledge.clone(), Programs::new())?;
        let made = new.map(|new| games.make(&new));
        let first = made.transpose().map_err(|refusal| anyhow!(refusal.error))?;
        let play = play::Play {
            games,
            knowledge,
            first,
            ascii: self.ascii,
        };
        Ok(match play.run()? {
            End::Left => ExitCode::SUCCESS,
            End::Stopped => ExitCode::from(super::STOPPED),
        })
    }

    /// The game that is to start at once, if one is.
    fn new_game(&self) -> anyhow::Result<Option<NewGame>> {
        let Some(game) = self.game else {
            return Ok(None);
        };
        let players = AnyGame::new(game).players();
        anyhow::ensure!(
            players > 2 || self.third.is_none(),
            "{game} is for {players}: --third is for a game for three"
        );
        let seats = [
            (&self.first, "human"),
            (&self.second, "level:2"),
            (&self.third, "level:2"),
        ];
        let seats = seats.into_iter().take(players);
        Ok(Some(NewGame {
            game: game.to_string(),
            seats: seats
                .map(|(seat, usual)| play::seat(seat.as_deref().unwrap_or(usual)))
                .collect(),
            moves: self.moves.clone(),
            analysis: true,
        }))
    }
}
