//! `poda show`

use std::io::{IsTerminal, Write};

use poda_coach::{Board, Style, svg};
use poda_engine::{EvalError, EvalSpec, Game, MoveList, Outcome, PlayerId, line_text};

use super::picture;
use super::position::Position;

/// Draw a position
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda show connect4 4453\n         poda show dots:2x2 \"h11 v12\" --json\n         \
    poda show connect4 4453 --format png > board.png"
)]
pub(super) struct Show {
    #[command(flatten)]
    position: Position,
    /// Print what an evaluation thinks of it, from the view of the player to move
    #[arg(long, value_name = "NAME", value_parser = evaluation)]
    eval: Option<EvalSpec>,
    /// How to draw it
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with_all = ["eval", "raw", "json"])]
    format: Format,
    /// Print numbers only: -1 for an empty place, 0, 1 and 2 for the players
    #[arg(long, conflicts_with = "json")]
    raw: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Format {
    /// Signs, with colours where the terminal has them
    Text,
    /// A picture, as the page draws it
    Svg,
    /// The same as pixels; for a file, not for a terminal
    Png,
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
        let board = Board::new(&game, &line);
        if self.format != Format::Text {
            return draw(&board, self.format);
        }
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
                "board": board,
            });
            if let Some(value) = eval {
                json["eval"] = value.into();
            }
            writeln!(out, "{json:#}")?;
        } else if self.raw {
            write!(out, "{}", picture::numbers(&board))?;
        } else {
            write!(out, "{}", picture::draw(&board))?;
            writeln!(out, "{}", caption(&board, outcome, game.to_move(&state)))?;
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

/// The board as a picture, to standard output.
fn draw(board: &Board, format: Format) -> anyhow::Result<()> {
    let drawing = svg(board, &Style::default());
    let mut out = std::io::stdout().lock();
    if format == Format::Svg {
        return Ok(write!(out, "{drawing}")?);
    }
    anyhow::ensure!(
        !out.is_terminal(),
        "a terminal cannot show a PNG: send it to a file, as in `poda show connect4 4453 --format png > board.png`"
    );
    Ok(out.write_all(&poda_coach::png(&drawing, 1.0)?)?)
}

/// One line that says how things stand.
fn caption(board: &Board, outcome: Option<Outcome>, to_move: PlayerId) -> String {
    let mut text = match outcome {
        None => format!("{} to move", picture::name(to_move)),
        Some(Outcome::Draw) => "Draw".to_owned(),
        Some(Outcome::Win(player)) => format!("{} has won", picture::name(player)),
    };
    if let Board::Boxes { scores, .. } = board {
        let scores: Vec<String> = scores.iter().map(u8::to_string).collect();
        text += &format!(", boxes {}", scores.join(" : "));
    }
    text
}
