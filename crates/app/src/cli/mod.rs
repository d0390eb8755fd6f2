//! The command line: raw arguments in, one command run, an exit code out.

mod analyze;
mod bench;
mod book;
mod bot;
mod cluster;
mod engine;
mod interrupt;
mod knowledge;
mod lab;
mod league;
mod match_report;
mod matches;
mod openings;
mod perft;
mod picture;
mod play;
mod players;
mod position;
mod progress;
mod puzzles;
mod review;
mod seal;
mod serve;
mod show;
mod solve;
mod tree;

pub(crate) use players::label;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use poda_engine::{AgentSpec, AgentSpecError, GAMES, GameInfo, GameSpec, GameSpecError};

/// The exit code for arguments or input that cannot be used.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code for work that was stopped with Ctrl-C, as shells have it.
pub(crate) const STOPPED: u8 = 130;

/// The exit code for a negative answer.
pub(crate) const NO: u8 = 1;

/// What the parts of names are, from the engine's own list of games.
fn after_help() -> String {
    let each = |text: fn(&GameInfo) -> String| GAMES.iter().map(text).collect::<Vec<_>>();
    let presets = GAMES.iter().flat_map(|game| game.presets);
    let mut presets: Vec<String> = presets
        .map(|preset| format!("{}:{}={}", preset.name, preset.key, preset.usual))
        .collect();
    presets.sort();
    let sections = [
        ("Games:", each(|game| game.boards.to_owned()).join(", ")),
        (
            "Positions:",
            format!(
                "the moves so far, spaces optional. {}",
                each(|game| format!("{}: {}", game.title, game.positions)).join(". ")
            ),
        ),
        (
            "Agents:",
            format!(
                "random, greedy, minimax:depth=5,eval=s4, strong:time=1s, level:1 to level:4, character:pip to \
                 character:oak (the evenly spaced ladder), perfect, \
                 perfect:time=2s,threads=2 (exact where the solvers can in time), \
                 alphabeta:depth=6,eval=s2,order=centre (order natural, centre or busy; prune on or off; window \
                 narrow or full; wins distance or flat; ends counted or ignored; ties random, first or bounds), \
                 maxn:depth=6 (table=on keeps what it found), \
                 paranoid:depth=5, brs:depth=5, printed:depth=4,eval=s1 (S1's search with the mistakes that its paper prints; min \
                 keeps or mirrors), and the presets {}; another program by its command: cmd:./bot.py, \
                 cmd:python3 bot.py,name=alice,time=500ms,memory=512,dir=FOLDER,log=FILE (also start, nodes, depth, cpu, files, env)",
                presets.join(", ")
            ),
        ),
        (
            "Evaluations:",
            each(|game| format!("{} for {}", game.evaluations.join(", "), game.name)).join("; "),
        ),
    ];
    let hung = |(title, text): (&str, String)| hanging(title, &text);
    let exit = "0 fine, 1 a negative answer, 2 bad usage or input, 130 stopped with Ctrl-C";
    format!("{}\n\nExit codes: {exit}", sections.map(hung).join("\n"))
}

/// A paragraph with its title in the margin.
fn hanging(title: &str, text: &str) -> String {
    const MARGIN: usize = 13;
    const WIDTH: usize = 86;
    let (mut lines, mut line) = (String::new(), format!("{title:MARGIN$}"));
    for word in text.split(' ') {
        if line.len() + word.len() > WIDTH {
            lines += line.trim_end();
            lines.push('\n');
            line = " ".repeat(MARGIN);
        }
        line += word;
        line.push(' ');
    }
    lines + line.trim_end()
}

/// Plays, solves and studies Connect 4 (two or three players, any board), Dots and Boxes and tic-tac-toe. Without a command it opens in the browser.
#[derive(Parser)]
#[command(name = "poda", version, after_help = after_help(), max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Play(play::Play),
    Show(show::Show),
    Analyze(analyze::Analyze),
    Review(review::Review),
    Tree(tree::Tree),
    Puzzles(puzzles::Puzzles),
    Match(matches::Match),
    Lab(lab::Lab),
    League(league::LeagueArguments),
    Bot(bot::Bot),
    Engine(engine::Engine),
    Solve(solve::Solve),
    Book(book::BookArguments),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Completions(Completions),
    Man(Man),
    Licences(Licences),
}

/// Print the licences of Poda and of everything in it
#[derive(clap::Args)]
#[command(after_help = "Example: poda licences | less")]
struct Licences {}

/// Print a script that completes poda's commands in your shell
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda completions bash > ~/.local/share/bash-completion/completions/poda"
)]
struct Completions {
    /// The shell to write for
    shell: clap_complete::Shell,
}

/// Print the manual page of poda, or of one of its commands
#[derive(clap::Args)]
#[command(after_help = "Example: poda man show | man -l -")]
struct Man {
    /// A command; without it, the page of poda itself
    command: Option<String>,
}

/// Reads the arguments and runs the command they name.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(error),
    };
    let by_default = || Command::Serve(serve::Serve::by_default());
    match arguments.command.unwrap_or_else(by_default) {
        Command::Serve(serve) => return serve.run(),
        Command::Play(play) => return play.run(),
        Command::Show(show) => show.run()?,
        Command::Analyze(analyze) => analyze.run()?,
        Command::Review(review) => return review.run(),
        Command::Match(game) => return game.run(),
        Command::Tree(tree) => tree.run()?,
        Command::Puzzles(puzzles) => return puzzles.run(),
        Command::Lab(lab) => return lab.run(),
        Command::League(league) => return league.run(),
        Command::Bot(bot) => return bot.run(),
        Command::Engine(engine) => engine.run()?,
        Command::Bench(bench) => bench.run()?,
        Command::Solve(solve) => return solve.run(),
        Command::Book(book) => return book.run(),
        Command::Perft(perft) => perft.run()?,
        Command::Completions(Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "poda", &mut script);
            io::stdout().write_all(&script)?;
        }
        Command::Man(man) => man.run()?,
        Command::Licences(Licences {}) => io::stdout().write_all(poda_web::LICENCES.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A value that one of our parsers refused gets its own sentence; everything else is clap's to explain.
fn refuse(error: clap::Error) -> anyhow::Result<ExitCode> {
    match (error.kind(), std::error::Error::source(&error)) {
        (clap::error::ErrorKind::ValueValidation, Some(source)) => {
            let source = source.to_string();
            anyhow::bail!("{}", out_of_range(&error, &source).unwrap_or(source))
        }
        _ => error.exit(),
    }
}

/// What clap says of a number that is too large or too small, "0 is not in 1..=64", as a sentence.
fn out_of_range(error: &clap::Error, sentence: &str) -> Option<String> {
    let (found, range) = sentence.split_once(" is not in ")?;
    let (least, most) = range.split_once("..=")?;
    let argument = error.get(clap::error::ContextKind::InvalidArg)?.to_string();
    let name = argument.split(' ').next()?;
    Some(format!(
        "{name} {found} is not allowed: give a number from {least} to {most}"
    ))
}

impl Man {
    fn run(&self) -> anyhow::Result<()> {
        let mut poda = Arguments::command();
        poda.build();
        let page = match &self.command {
            None => poda,
            Some(name) => {
                let found = poda.find_subcommand(name).cloned();
                found.ok_or_else(|| {
                    let names: Vec<&str> = poda
                        .get_subcommands()
                        .map(clap::Command::get_name)
                        .collect();
                    anyhow::anyhow!(
                        "there is no command `{name}`: the commands are {}",
                        names.join(", ")
                    )
                })?
            }
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        Ok(io::stdout().write_all(&text)?)
    }
}

/// An error and its causes, each once: many errors, ours and others', have their cause in their sentence and hand it out as well.
pub(crate) fn said(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    said
}

/// Whether the reader of our output went away, as `head` does: nothing to complain about.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads a game spec for clap.
fn game(text: &str) -> Result<GameSpec, GameSpecError> {
    text.parse()
}

/// Reads an agent spec for clap.
fn agent(text: &str) -> Result<AgentSpec, AgentSpecError> {
    text.parse()
}
