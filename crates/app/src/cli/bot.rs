//! `poda bot`

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use poda_bots::{Finding, Program, Starter, check, starters};
use poda_engine::GameSpec;

/// Write a bot of your own, and see whether it speaks the protocol
///
/// A bot is any program that reads lines and answers with lines; docs/protocol.md explains them. It takes part wherever an agent
/// does: cmd:./my-bot in a match, in an experiment, in a league; in the page after poda serve --bot NAME=COMMAND.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda bot new python my-bot\n         poda bot check \"python3 my-bot/bot.py\""
)]
pub(super) struct Bot {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    New(New),
    Check(Check),
}

/// Write a small complete bot into a new folder, to begin with
#[derive(clap::Args)]
#[command(after_help = "Example: poda bot new python my-bot")]
struct New {
    /// The language
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(starters().iter().map(|starter| starter.language)))]
    language: String,
    /// The folder
    folder: PathBuf,
}

/// Try a bot against the protocol and say what is wrong, with the line that it sent
#[derive(clap::Args)]
#[command(after_help = "Ends with exit code 1 if something is wrong.\n\n\
    Example: poda bot check ./my-bot\n         poda bot check \"python3 bot.py,time=1s\" --game connect4:7x10")]
struct Check {
    /// The command that starts the bot, with options as after cmd:
    #[arg(value_parser = Program::parse)]
    command: Program,
    /// Only this game; left out: every game that the bot says it plays
    #[arg(long, value_parser = super::game)]
    game: Option<GameSpec>,
    /// Decides the positions that it is asked about
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bot {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::New(new) => new.run().map(|()| ExitCode::SUCCESS),
            Command::Check(check) => check.run(),
        }
    }
}

impl New {
    fn run(&self) -> anyhow::Result<()> {
        let found = starters()
            .iter()
            .find(|starter| starter.language == self.language);
        let starter = found.ok_or_else(|| anyhow!("there is no such language"))?;
        let folder = &self.folder;
        match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
            Ok(true) => bail!("{} is not empty: give a new folder", folder.display()),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| folder.display().to_string());
            }
            _ => {}
        }
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for file in starter.files {
            let path = folder.join(file.path);
            fs::write(&path, file.text).with_context(|| path.display().to_string())?;
        }
        self.next_steps(starter, folder)
    }

    fn next_steps(&self, starter: &Starter, folder: &Path) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{} has a bot. Try it:\n", folder.display())?;
        writeln!(out, "    cd {}", folder.display())?;
        if let Some(build) = starter.build {
            writeln!(out, "    {build}")?;
        }
        let run = starter.run;
        writeln!(out, "    poda bot check \"{run}\"")?;
        writeln!(
            out,
            "    poda match connect4 \"cmd:{run}\" level:1 --games 20"
        )?;
        Ok(writeln!(out, "\nIts README says what to do next.")?)
    }
}

impl Check {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let mut out = anstream::stdout().lock();
        let mut findings: Vec<Finding> = Vec::new();
        let json = self.json;
        let right = check(
            &self.command,
            self.game,
            u64::from(self.seed),
            &mut |finding| {
                if !json {
                    let mark = if finding.right { "ok   " } else { "WRONG" };
                    let _ = writeln!(out, "{mark}  {}", finding.sentence);
                }
                findings.push(finding);
            },
        );
        if json {
            let each = |finding: &Finding| serde_json::json!({ "right": finding.right, "sentence": finding.sentence });
            let findings: Vec<serde_json::Value> = findings.iter().map(each).collect();
            let json = serde_json::json!({ "right": right, "findings": findings });
            writeln!(out, "{json:#}")?;
        } else if right {
            writeln!(out, "\nEverything is right.")?;
        } else {
            writeln!(
                out,
                "\nSomething is wrong: docs/protocol.md explains each message."
            )?;
        }
        Ok(match right {
            true => ExitCode::SUCCESS,
            false => ExitCode::from(super::NO),
        })
    }
}
