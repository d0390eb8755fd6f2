//! Bots for tests: small scripts of the system's shell.

use std::path::Path;

use poda_bots::Program;
use tempfile::TempDir;

/// A folder with a bot in it that does everything right, but for what it does when it is asked for a move.
pub(crate) fn script(go: &str) -> (TempDir, Program) {
    bot_script(&format!(
        "while read -r word rest; do
case $word in
poda) echo 'id name Tester'; echo 'id version 7'; echo 'games connect4'; echo ok;;
isready) echo ready;;
position) moves=$rest; legal=${{rest##*legal }}; first=${{legal%% *}};;
go) {go};;
quit) exit;;
esac
done"
    ))
}

/// A folder with this script in it.
pub(crate) fn bot_script(text: &str) -> (TempDir, Program) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bot.sh"), text).expect("the disk works");
    let program = in_folder("sh bot.sh", folder.path());
    (folder, program)
}

/// A program in a folder.
pub(crate) fn in_folder(command: &str, folder: &Path) -> Program {
    let mut program = Program::new(command).expect("a command");
    program.folder = Some(folder.to_owned());
    program
}
