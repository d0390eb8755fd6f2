//! Kept solutions: where perfect agents look for them.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use poda_engine::dots::DotsSpec;
use poda_engine::{AgentSpec, AnyGame, GameSpec, Knowledge};

use super::said;
use super::seal::read_kept;

/// Options of commands that let agents play.
#[derive(clap::Args)]
pub(super) struct KeptSolutionArgs {
    /// Dots: a solution that `poda solve --save` kept, for the agent perfect; left out: poda/dots-RxC.solved in the data folder,
    /// if it is there
    #[arg(long, value_name = "FILE")]
    dots_file: Option<PathBuf>,
}

impl KeptSolutionArgs {
    /// What is known before these agents think about this game.
    pub(super) fn knowledge(
        &self,
        agents: &[AgentSpec],
        game: GameSpec,
    ) -> anyhow::Result<Knowledge> {
        let knowledge = Knowledge::default();
        let perfect = agents
            .iter()
            .any(|agent| matches!(agent, AgentSpec::Perfect { .. }));
        ensure!(
            self.dots_file.is_none() || perfect,
            "--dots-file is for the agent perfect: no other has a use for it"
        );
        match perfect {
            true => self.found(game),
            false => Ok(knowledge),
        }
    }

    /// What is known of this game before anybody thinks.
    pub(super) fn found(&self, game: GameSpec) -> anyhow::Result<Knowledge> {
        let knowledge = Knowledge::default();
        let GameSpec::Dots(spec) = game else {
            ensure!(
                self.dots_file.is_none(),
                "--dots-file is for dots: {game} has none"
            );
            return Ok(knowledge);
        };
        let usual = || kept_file(spec).filter(|path| path.exists());
        if let Some(path) = self.dots_file.clone().or_else(usual) {
            load(&knowledge, spec, &path)?;
        }
        Ok(knowledge)
    }
}

fn load(knowledge: &Knowledge, spec: DotsSpec, path: &Path) -> anyhow::Result<()> {
    let game = GameSpec::Dots(spec);
    let solution = read_kept(path, game, false)?;
    knowledge
        .load(&AnyGame::new(game), &solution[..])
        .with_context(|| path.display().to_string())?;
    Ok(())
}

/// All solutions that are kept in a folder. A file that cannot be used is named, and left out.
pub(super) fn kept_in(folder: &Path) -> Knowledge {
    let knowledge = Knowledge::default();
    let sizes = 1..=DotsSpec::MOST;
    let boards = sizes
        .clone()
        .flat_map(|rows| sizes.clone().map(move |columns| (rows, columns)));
    for spec in boards.filter_map(|(rows, columns)| DotsSpec::new(rows, columns).ok()) {
        let path = folder.join(kept_name(GameSpec::Dots(spec)));
        if path.exists()
            && let Err(error) = load(&knowledge, spec, &path)
        {
            anstream::eprintln!("poda: {}; perfect players do without it", said(&error));
        }
    }
    knowledge
}

/// The name of the file in which what is known of a board is kept.
pub(super) fn kept_name(game: GameSpec) -> String {
    format!("{}.solved", game.to_string().replace(':', "-"))
}

/// Where the solution of a board is looked for: in the data folder, if there is one.
fn kept_file(spec: DotsSpec) -> Option<PathBuf> {
    let folder = poda_web::data_folder().ok()?;
    Some(folder.join(kept_name(GameSpec::Dots(spec))))
}
