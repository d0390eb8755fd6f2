//! `poda serve`, and `poda` alone

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use poda_bots::{Bot, Program, Programs};
use poda_web::{Addresses, Caps, PORT, ServeError, Settings};

use super::knowledge::kept_in;

/// Play in the browser: start the web app and open it (what poda does without a command)
#[derive(clap::Args)]
#[command(after_help = "\
Listens on this machine only, keeps its games in your data folder, and ends with Ctrl-C or from its menu.

With a friend: poda serve --host 0.0.0.0 lets other devices in and shows a QR code for them.

Example: poda serve --port 8080 --no-open")]
pub(super) struct Serve {
    /// The port to listen on; if it is taken, a free one is used
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The name or number to listen on; anything but this machine's own lets others in
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Let another program play, under this name, as program:NAME: a command as after cmd:, with its options; may be given more than once
    #[arg(long = "bot", value_name = "NAME=COMMAND", value_parser = bot)]
    bots: Vec<(String, Program)>,
    /// The folder to keep the games in; without it, poda's own in your data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Serve {
    /// What `poda` alone does.
    pub(super) fn by_default() -> Serve {
        Serve {
            port: PORT,
            host: "127.0.0.1".to_owned(),
            no_open: false,
            bots: Vec::new(),
            data: None,
        }
    }

    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let data = match self.data {
            Some(folder) => folder,
            None => poda_web::data_folder()?,
        };
        let programs = programs(self.bots)?;
        let settings = Settings {
            knowledge: kept_in(&data),
            data,
            host: self.host,
            port: self.port,
            caps: Caps::default(),
        };
        if !poda_web::is_loopback(&settings.host) {
            anstream::eprintln!(
                "poda: whoever can reach {} can watch and play where a seat is free: there are no passwords",
                settings.host
            );
        }
        let open = !self.no_open;
        match poda_web::serve_with_programs(&settings, programs, |addresses| greet(addresses, open))
        {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(ServeError::Running { address }) => {
                say(&format!("Poda is already running at {address}"));
                if open && !poda_web::open_browser(&address) {
                    say("Open that address in a browser.");
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn greet(addresses: &Addresses, open: bool) {
    let address = &addresses.here;
    if open && poda_web::open_browser(address) {
        say(&format!(
            "Poda is at {address} and opens in your browser. Ctrl-C ends it."
        ));
    } else {
        say(&format!(
            "Poda is at {address} - open that address in a browser. Ctrl-C ends it."
        ));
    }
    if let Some(address) = &addresses.elsewhere {
        say(&invitation(address));
    }
}

/// What to do on another device: an address, and a code for its camera.
fn invitation(address: &str) -> String {
    let code = poda_web::qr_text(address).unwrap_or_default();
    // White on black whatever the terminal's colours, where it has any.
    let style = anstyle::AnsiColor::BrightWhite.on(anstyle::AnsiColor::Black);
    let mut text = format!("On other devices in the same network open {address} or scan this:\n");
    for line in code.lines() {
        text += &format!("\n{style}{line}{style:#}");
    }
    text
}

/// A reader that went away is no reason to stop the server.
fn say(line: &str) {
    let mut out = anstream::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// `alice=python3 bot.py`
fn bot(text: &str) -> Result<(String, Program), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let parts = text.split_once('=');
    let parts = parts.filter(|(name, _)| (1..=40).contains(&name.len()) && name.chars().all(plain));
    let Some((name, command)) = parts else {
        return Err(format!(
            "`{}` is not NAME=COMMAND: a name has 1 to 40 letters, digits, - and _, such as alice=./bot.py",
            poda_engine::excerpt(text)
        ));
    };
    let program = Program::parse(command).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), program))
}

/// The programs that the page offers. Each is started once: better now than in the middle of a game.
fn programs(bots: Vec<(String, Program)>) -> anyhow::Result<Programs> {
    let mut programs = Programs::only_named();
    for (name, program) in bots {
        let started = Bot::start(&program).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
        say(&format!(
            "{name} takes part as program:{name}: {}",
            started.introduction().name
        ));
        started.quit();
        programs = programs.with(&name, program);
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_devices_are_told_an_address_and_a_code() {
        let text = invitation("http://192.168.1.7:7632/");
        let text = anstream::adapter::strip_str(&text).to_string();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some(
                "On other devices in the same network open http://192.168.1.7:7632/ or scan this:"
            )
        );
        let code: Vec<&str> = lines.skip(1).collect();
        assert!(
            code.len() > 10 && code.iter().all(|line| line.chars().count() == 33),
            "{text}"
        );
    }
}
