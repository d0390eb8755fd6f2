//! Keeps what whole runs showed: `cargo run -p poda-lab --example keep -- runs/s3-matrix …` writes crates/lab/reference/s3-matrix.json, and anew the
//! picture that docs/lab has of it. Without a run it only takes up the words of the experiments and draws the pictures of what is kept, after a
//! change of either.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use poda_lab::{ExperimentReport, Players, export};

fn main() -> ExitCode {
    if std::env::args().len() == 1 {
        for experiment in poda_lab::catalogue() {
            if let Some(mut report) = poda_lab::reference(experiment.name()) {
                report.take_words(&experiment);
                write(&report).expect("the result can be written");
            }
        }
    }
    for run in std::env::args().skip(1) {
        if let Err(problem) = keep(Path::new(&run)) {
            eprintln!("{run}: {problem}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn keep(run: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let (experiment, records) = poda_lab::read(run, &Players::builtin())?;
    // Words may have been improved since; what is played must be the same, and the tests compare it.
    let experiment = poda_lab::find(experiment.name(), &Players::builtin())?;
    let mut report = ExperimentReport::new(&experiment, &records, true);
    if report.played < report.games {
        return Err(format!(
            "only {} of {} games were played",
            report.played, report.games
        )
        .into());
    }
    report.round();
    write(&report)?;
    Ok(())
}

/// The result, and its picture.
fn write(report: &ExperimentReport) -> std::io::Result<()> {
    let text = serde_json::to_string(report)? + "\n";
    let name = format!("crates/lab/reference/{}.json", report.name);
    std::fs::write(root().join(name), text)?;
    draw(report)
}

/// The picture of a result, if it has one.
fn draw(report: &ExperimentReport) -> std::io::Result<()> {
    match report.cover().and_then(|(_, part)| export::svg(part)) {
        Some(svg) => std::fs::write(root().join(format!("docs/lab/{}.svg", report.name)), svg),
        None => Ok(()),
    }
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
