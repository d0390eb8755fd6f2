//! The two arguments that most commands begin with.

use poda_engine::{AnyGame, AnyMove, AnyState, Game, GameSpec};

/// A game and a position in it.
#[derive(clap::Args)]
pub(super) struct Position {
    /// The game, such as connect4:7x10 or dots:4x4
    #[arg(value_parser = super::game)]
    pub(super) game: GameSpec,
    /// The moves so far; left out: the start
    #[arg(default_value = "", hide_default_value = true)]
    pub(super) position: String,
}

impl Position {
    /// The rules, the moves, and where they lead.
    pub(super) fn read(&self) -> anyhow::Result<(AnyGame, Vec<AnyMove>, AnyState)> {
        let game = AnyGame::new(self.game);
        let (line, state) = game.read_position(&self.position)?;
        Ok((game, line, state))
    }

    /// As [`read`](Position::read), for whoever needs a move to be possible.
    pub(super) fn read_unfinished(&self) -> anyhow::Result<(AnyGame, Vec<AnyMove>, AnyState)> {
        let (game, line, state) = self.read()?;
        anyhow::ensure!(
            game.outcome(&state).is_none(),
            "the game is over in this position: give one in which a move is possible"
        );
        Ok((game, line, state))
    }
}
