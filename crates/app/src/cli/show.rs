//! `poda show`

use std::io::Write;

use poda_engine::{EvalError, EvalSpec, Game, MoveList, Outcome, PlayerId, View, line_text};

use super::picture;
use super::position::Position;

/// Draw a position
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda show connect4 4453\n         poda show dots:2x2 \"h11 v12\" --json"
)]
pub(super) struct Show {
    #[command(flatten)]
    position: Position,
    /// Print what an evaluation thinks of it, from the view of the player to move
    #[arg(long, value_name = "NAME", value_parser = evaluation)]
    eval: Option<EvalSpec>,
    /// Print numbers only: -1 for an empty place, 0, 1 and 2 for the players
    #[arg(long, conflicts_with = "json")]
    raw: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn evaluation(text: &str) -> Result<EvalSpec, EvalError> {
    text.parse()
}

impl Show {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let (game, line, state) = self.position.read()?;
        let eval = self
            .eval
            .map(|eval| game.evaluate(&state, eval, game.to_move(&state)))
            .transpose()?;
        let view = View::new(&game, &line);
        let outcome = game.outcome(&state);
        let mut moves = MoveList::new();
        game.moves(&state, &mut moves);

        let mut out = anstream::stdout().lock();
        if self.json {
            let mut json = serde_json::json!({
                "game": self.position.game,
                "moves": line_text(&line),
                "to_move": outcome.is_none().then(|| game.to_move(&state)),
                "outcome": outcome,
                "legal": moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "board": view,
            });
            if let Some(value) = eval {
                json["eval"] = value.into();
            }
            writeln!(out, "{json:#}")?;
        } else if self.raw {
            write!(out, "{}", picture::numbers(&view))?;
        } else {
            write!(out, "{}", picture::draw(&view))?;
            writeln!(out, "{}", caption(&view, outcome, game.to_move(&state)))?;
            if let (Some(name), Some(value)) = (self.eval, eval) {
                writeln!(
                    out,
                    "{name}: {value:+} for {}",
                    picture::name(game.to_move(&state))
                )?;
            }
        }
        Ok(())
    }
}

/// One line that says how things stand.
fn caption(view: &View, outcome: Option<Outcome>, to_move: PlayerId) -> String {
    let mut text = match outcome {
        None => format!("{} to move", picture::name(to_move)),
        Some(Outcome::Draw) => "Draw".to_owned(),
        Some(Outcome::Win(player)) => format!("{} has won", picture::name(player)),
    };
    if let View::Boxes(boxes) = view {
        let [first, second] = boxes.scores;
        text += &format!(", boxes {first} : {second}");
    }
    text
}
