//! `poda league`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use poda_engine::{AnyGame, GameSpec};
use poda_lab::{League, LeagueRules, LeagueTable, RunOptions, league_page};

use super::cluster;
use super::interrupt::stop_flag;
use super::knowledge::kept_in;
use super::progress;

/// Let bots meet each other, everybody everybody, with ratings, a table and a page of all games
///
/// Two entrants play pairs of games from the same random openings, each from either side. Every finished game is on record at once: stop a
/// run at any moment and run it again, and it plays what is missing. Whoever enters a new version plays new games; all others stay.
/// Poda's levels take part as fixed points of the scale. Whoever plays an illegal move, is late, says nothing or crashes loses that game.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda league init autumn --game connect4 --games 20 --move-time 1\n         \
    poda league add autumn alice \"python3 alice/bot.py\"\n         \
    poda league run autumn && poda league table autumn"
)]
pub(super) struct LeagueArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Init(Init),
    Add(Add),
    Remove(Remove),
    Run(Run),
    Table(Table),
}

/// Make a league
#[derive(clap::Args)]
#[command(after_help = "Example: poda league init autumn --game connect4 --games 20")]
struct Init {
    /// The directory of the league
    dir: PathBuf,
    /// The game, for two
    #[arg(long, value_parser = super::game, default_value = "connect4")]
    game: GameSpec,
    /// What it is called; left out: the name of the directory
    #[arg(long)]
    title: Option<String>,
    /// How many games two entrants play; rounded up to pairs
    #[arg(long, default_value_t = 20)]
    games: u32,
    /// Random moves that open each game; left out: as many as leave the game open
    #[arg(long)]
    opening: Option<u32>,
    /// Decides the openings and whatever the players leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// The longest a move may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    move_time: f64,
    /// Without Poda's levels: the scale then has no fixed points
    #[arg(long)]
    no_levels: bool,
}

/// Enter a player, or a new version of one
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda league add autumn alice \"python3 alice/bot.py\"\n         \
    poda league add autumn greedy-one greedy"
)]
struct Add {
    /// The directory of the league
    dir: PathBuf,
    /// What the table calls it
    name: String,
    /// The command that starts it, with options as after cmd:, or an agent of Poda's
    command: String,
}

/// Take a player out; its games stay on record
#[derive(clap::Args)]
#[command(after_help = "Example: poda league remove autumn alice")]
struct Remove {
    /// The directory of the league
    dir: PathBuf,
    /// Who
    name: String,
}

/// Play what is missing, and write the page
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda league run autumn --jobs 2\n         poda league run autumn --on local:2"
)]
struct Run {
    /// The directory of the league
    dir: PathBuf,
    /// How many games at once; left out: one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Where to play: local:N for N processes here, dask:ADDRESS for a cluster; through the Python package pypoda. Commands of bots must be
    /// on every machine that plays, under the same path and with the same files
    #[arg(long, value_name = "WHERE", conflicts_with = "jobs")]
    on: Option<String>,
    /// About how many seconds a worker plays before it answers; left out: 2. Give 30 to hundreds of workers
    #[arg(long, value_name = "SECONDS", requires = "on")]
    chunk: Option<f64>,
}

/// Print the table of what is on record, and write the page
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda league table autumn\n         poda league table autumn --json"
)]
struct Table {
    /// The directory of the league
    dir: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl LeagueArguments {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Init(init) => init.run()?,
            Command::Add(add) => add.run()?,
            Command::Remove(remove) => League::open(&remove.dir)?.leave(&remove.name)?,
            Command::Run(run) => return run.run(),
            Command::Table(table) => table.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Init {
    fn run(&self) -> anyhow::Result<()> {
        let name = self.dir.file_name();
        let name = name.map_or_else(
            || "League".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        let levels = (1..=4).map(|level| format!("level:{level}"));
        let league = League::create(
            &self.dir,
            LeagueRules {
                title: self.title.clone().unwrap_or(name),
                game: self.game,
                games: self.games,
                opening: self.opening.unwrap_or(self.game.info().opening),
                seed: self.seed,
                move_time: self.move_time,
                anchors: levels.filter(|_| !self.no_levels).collect(),
            },
        )?;
        let dir = self.dir.display();
        let entrants = league.entrants().len();
        writeln!(
            anstream::stdout(),
            "{dir} is a league of {}, with {entrants} of Poda's levels. Enter a bot: poda league add {dir} NAME COMMAND",
            AnyGame::new(self.game).spec()
        )?;
        Ok(())
    }
}

impl Add {
    fn run(&self) -> anyhow::Result<()> {
        let mut league = League::open(&self.dir)?;
        let entrant = league.enter(&self.name, &self.command)?;
        let who = match entrant.says.is_empty() {
            true => entrant.player.clone(),
            false => format!("{} ({})", entrant.player, entrant.says),
        };
        Ok(writeln!(
            anstream::stdout(),
            "{} plays in version {}: {who}",
            entrant.name,
            entrant.version
        )?)
    }
}

impl Run {
    fn run(&self) -> anyhow::Result<ExitCode> {
        if let Some(place) = &self.on {
            return cluster::run(
                "league",
                place,
                self.chunk,
                &["run".into(), (&self.dir).into()],
            );
        }
        let league = League::open(&self.dir)?;
        let options = RunOptions {
            games: None,
            jobs: self.jobs.map(|jobs| jobs as usize),
        };
        let knowledge = poda_web::data_folder()
            .map(|folder| kept_in(&folder))
            .unwrap_or_default();
        let bar = progress::bar(0, 0, "games");
        let log = progress::Log::new();
        let finished = league.run(&options, knowledge, stop_flag()?, &mut |progress| {
            bar.set_length(progress.total);
            bar.set_position(progress.done);
            bar.set_message(format!(", {}", progress.pairing));
            log.line(|| {
                let (done, total) = (progress.done, progress.total);
                format!("{done} of {total} games, {}", progress.pairing)
            });
        });
        bar.finish_and_clear();
        let finished = finished?;
        print_table(&league)?;
        if !finished {
            anstream::eprintln!("stopped: run it again to go on");
            return Ok(ExitCode::from(super::STOPPED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Table {
    fn run(&self) -> anyhow::Result<()> {
        let league = League::open(&self.dir)?;
        if self.json {
            let table = LeagueTable::new(&league)?;
            let json = serde_json::to_string_pretty(&table)?;
            return Ok(writeln!(anstream::stdout(), "{json}")?);
        }
        let page = print_table(&league)?;
        if self.open {
            let page = std::path::absolute(&page).unwrap_or(page);
            poda_web::open_browser(&format!("file://{}", page.display()));
        }
        Ok(())
    }
}

/// Prints the table and writes the page. Returns where.
fn print_table(league: &League) -> anyhow::Result<PathBuf> {
    let table = LeagueTable::new(league)?;
    let page = league.folder().join("league.html");
    std::fs::write(&page, league_page(league)?).with_context(|| page.display().to_string())?;
    let mut out = anstream::stdout().lock();
    write!(out, "{}", table.text())?;
    writeln!(out, "\n{}", page.display())?;
    Ok(page)
}
