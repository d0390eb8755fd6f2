//! Keeps what whole runs showed: `cargo run -p poda-lab --example keep -- runs/s3-matrix …` writes crates/lab/reference/s3-matrix.json, and anew the
//! picture that docs/lab has of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use poda_lab::{ExperimentReport, Players, export};

fn main() -> ExitCode {
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
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let text = serde_json::to_string(&report)? + "\n";
    std::fs::write(
        root.join(format!("crates/lab/reference/{}.json", report.name)),
        text,
    )?;
    if let Some(svg) = report.cover().and_then(|(_, part)| export::svg(part)) {
        std::fs::write(root.join(format!("docs/lab/{}.svg", report.name)), svg)?;
    }
    Ok(())
}
