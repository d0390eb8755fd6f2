//! `poda review`

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use poda_coach::{Analyst, Grade, MoveReview, PlayerReview};
use poda_engine::{Limits, PlayerId};

use super::knowledge::KeptSolutionArgs;
use super::position::Position;
use super::{STOPPED, interrupt, picture, progress};

/// Go through a game and grade every move by what it gave away
///
/// Exact where the solvers reach; where not, it says how many plies a search looked ahead. Values are to whoever moved. A slower win
/// or an earlier loss is called slower; a mistake lets the result slip, or gives boxes away; a blunder turns a win into a loss, or changes
/// the result of a game for boxes.
#[derive(clap::Args)]
#[command(after_help = "Example: poda review connect4 4453521\n         \
    poda review dots:3x3 \"h11 v12 h22\" --json")]
pub(super) struct Review {
    #[command(flatten)]
    position: Position,
    #[command(flatten)]
    kept: KeptSolutionArgs,
    /// The most seconds to take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time: u64,
    /// How many threads work together; left out: as many as there are cores
    #[arg(long, value_parser = super::solve::threads)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let (game, line, _) = self.position.read()?;
        let knowledge = self.kept.found(self.position.game)?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or_else(cores);
        let stop = interrupt::stop_flag()?;
        let limits = Limits {
            deadline: Some(Instant::now() + Duration::from_secs(self.time)),
            ..Limits::until(stop)
        };
        let bar = progress::bar(line.len() as u64, 0, "moves");
        let mut analyst = Analyst::new(&game, threads, &knowledge);
        let review = analyst.review(&line, limits, &mut |so_far| {
            bar.set_position(so_far.moves.len() as u64);
        });
        bar.finish_and_clear();
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{:#}", serde_json::to_value(&review)?)?;
        } else {
            write!(out, "{}", in_words(&review))?;
        }
        let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
        Ok(ExitCode::from(if stopped { STOPPED } else { 0 }))
    }
}

fn in_words(review: &poda_coach::Review) -> String {
    let mut text = String::from(" ply  move  grade    before        after         best moves\n");
    for mv in &review.moves {
        text += &row(mv);
    }
    for player in &review.players {
        text += &figures(player);
    }
    text
}

fn row(mv: &MoveReview) -> String {
    let best = match mv.grade {
        Grade::Best => String::new(),
        _ => mv.best.join(" "),
    };
    let seen = match mv.exact {
        true => String::new(),
        false => format!("  (looked {} ahead)", mv.depth),
    };
    let mut line = format!(
        "{:>4}  {:<4}  {:<7}  {:<12}  {:<12}  {best}{seen}",
        mv.ply, mv.mv, mv.grade, mv.verdict, mv.after
    );
    line.truncate(line.trim_end().len());
    line.push('\n');
    if mv.grade != Grade::Best {
        let played = mv.reason.map(|reason| reason.to_string());
        let reply = mv
            .reply
            .as_ref()
            .map(|reply| format!("the answer is {reply}"));
        let better = mv.why.first().map(|why| format!("{} {why}", mv.best[0]));
        let parts: Vec<String> = [played, reply, better].into_iter().flatten().collect();
        if !parts.is_empty() {
            line += &format!("            {}\n", parts.join("; "));
        }
    }
    line
}

fn figures(player: &PlayerReview) -> String {
    let many = |count: u32, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    };
    format!(
        "{}: {}, {} best, {} slower, {}, {}, {} % without a mistake\n",
        picture::name(PlayerId::new(player.player.into())),
        many(player.moves, "move", "moves"),
        player.best,
        player.slower,
        many(player.mistakes, "mistake", "mistakes"),
        many(player.blunders, "blunder", "blunders"),
        player.accuracy
    )
}
