//! Bots that do everything wrong, in one run with those that do not: they lose, are named, leave nobody behind, and everybody else plays.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use poda_bots::Programs;
use poda_lab::{Experiment, Players, Reason, Record, RunOptions, run};

/// A bot that does everything right, but for what it does when it is asked for a move.
fn script(go: &str) -> String {
    format!(
        "while read -r word rest; do
case $word in
poda) echo 'id name Tester'; echo 'id version 7'; echo 'games connect4'; echo ok;;
isready) echo ready;;
position) legal=${{rest##*legal }}; first=${{legal%% *}};;
go) {go};;
quit) exit;;
esac
done"
    )
}

/// What they do, how they lose by it, and what is said of it.
const HOSTILE: [(&str, &str, Reason, &str); 8] = [
    ("hangs", "sleep 1000", Reason::Timeout, "it did not answer"),
    (
        "floods",
        "while :; do echo info depth 1; done",
        Reason::Timeout,
        "it did not answer",
    ),
    (
        "forks",
        "for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done; setsid sleep 1000 & wait",
        Reason::Timeout,
        "it did not answer",
    ),
    (
        "eats",
        "x=$(head -c 200000000 /dev/zero | tr '\\0' x) || exit 5; [ ${#x} -gt 100 ] && echo bestmove $first",
        Reason::Crash,
        "it ended",
    ),
    (
        "cheats",
        "echo bestmove 0",
        Reason::Illegal,
        "it sent `bestmove 0`",
    ),
    (
        "dawdles",
        "sleep 1; echo bestmove $first",
        Reason::Timeout,
        "it did not answer",
    ),
    (
        "chatters",
        "head -c 1000000 /dev/zero | tr '\\0' x; echo; echo bestmove $first",
        Reason::Crash,
        "it sent a line of more than 65536 bytes",
    ),
    (
        "dies",
        "echo 'I am dying' >&2; exit 3",
        Reason::Crash,
        "it ended when it was to answer `go` with `bestmove` (exit status: 3); the last line of its standard error: I am dying",
    ),
];

/// The processes that are at home in a folder.
fn processes_in(folder: &Path) -> usize {
    let folder = folder.canonicalize().expect("it is there");
    let entries = std::fs::read_dir("/proc").expect("Linux");
    let homes = entries.filter_map(|entry| std::fs::read_link(entry.ok()?.path().join("cwd")).ok());
    homes.filter(|home| *home == folder).count()
}

fn bot(folder: &Path, name: &str, go: &str, time: &str) -> String {
    let file = format!("{name}.sh");
    std::fs::write(folder.join(&file), script(go)).expect("the disk works");
    format!(
        "cmd:sh {file},name={name},time={time},memory=64,dir={}",
        folder.display()
    )
}

/// Plays an experiment with programs; the games, and whether they are all.
fn play(spec: &str, jobs: Option<usize>) -> (BTreeMap<u64, Record>, bool) {
    let players = Players::builtin().with_programs(Programs::new());
    let experiment = Experiment::parse("hostile", spec, &players).expect("a spec");
    let mut records: BTreeMap<u64, Record> = BTreeMap::new();
    let Ok(finished) = run::<Infallible>(
        experiment.plan(),
        &players,
        &BTreeMap::new(),
        &RunOptions { games: None, jobs },
        &AtomicBool::new(false),
        &mut |record, _| {
            records.insert(record.game, record);
            Ok(())
        },
    );
    (records, finished)
}

#[test]
fn hostile_bots_lose_and_everybody_else_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = bot(folder.path(), "good", "echo bestmove $first", "60s");
    let mut agents = vec![format!("{good:?}")];
    for (name, go, reason, _) in HOSTILE {
        // Time enough on any machine, where it is not what the bot fails by.
        let time = if reason == Reason::Timeout {
            "150ms"
        } else {
            "60s"
        };
        agents.push(format!("{:?}", bot(folder.path(), name, go, time)));
    }
    let spec = format!(
        "title = \"Hostile\"\ngame = \"connect4:5x5\"\ngames = 2\n[[pairing]]\nkind = \"gauntlet\"\nagents = [{}]\nagainst = [\"greedy\"]\n",
        agents.join(", ")
    );
    let (records, finished) = play(&spec, None);
    assert!(finished);
    assert_eq!(records.len(), 18, "every game was played");
    assert_eq!(processes_in(folder.path()), 0);
    for record in records.values() {
        let name = &record.agents[0];
        assert!(record.programs[0].starts_with("Tester 7 "), "{record:?}");
        assert_eq!(record.programs[1], "", "greedy is Poda's own");
        let hostile = HOSTILE
            .iter()
            .find(|(hostile, ..)| name.contains(&format!("name={hostile},")));
        let Some((hostile, _, reason, why)) = hostile else {
            assert_eq!(record.forfeit, None, "the good one plays to the end");
            continue;
        };
        let forfeit = record.forfeit.as_ref().expect(hostile);
        let said = forfeit.why.as_deref().unwrap_or_default();
        // A fast machine gets to the bound of lines before the time is over.
        let flood = said.starts_with("it sent more than 100000 lines");
        assert!(forfeit.reason == *reason || flood, "{hostile}: {forfeit:?}");
        assert!(said.starts_with(why) || flood, "{hostile}: {said}");
        assert_eq!(record.seats[forfeit.seat], 0, "{hostile} is named");
        assert_eq!(record.winner(), Some(1), "{hostile} has lost");
    }
}

/// Each of them is hostile in one game of a match of a hundred: that game is lost, and the other 99 are played.
#[test]
fn a_hostile_bot_costs_the_match_one_game() {
    /// Time enough for whoever answers, on any machine; those who do not take all of it, at the same time.
    const TIME: &str = "10s";
    let folder = tempfile::tempdir().expect("a folder");
    let agents = HOSTILE.map(|(name, go, ..)| {
        // Only in the first game that gets so far.
        let go = go.replace("sleep 1;", "sleep 30;");
        let once = format!(
            "if [ ! -e {name}.done ] && (set -C; : > {name}.done) 2>/dev/null; then {go}; else echo bestmove $first; fi"
        );
        format!("{:?}", bot(folder.path(), name, &once, TIME))
    });
    let spec = format!(
        "title = \"Hostile\"\ngame = \"connect4:4x4,connect=3\"\ngames = 100\nopening = 2\n[[pairing]]\nkind = \"gauntlet\"\nagents = [{}]\nagainst = [\"greedy\"]\n",
        agents.join(", ")
    );
    let (records, finished) = play(&spec, Some(6));
    assert!(finished);
    assert_eq!(records.len(), 800, "every game was played");
    assert_eq!(processes_in(folder.path()), 0);
    for (hostile, _, _, why) in HOSTILE {
        let of_bot = |record: &&Record| record.agents[0].contains(&format!("name={hostile},"));
        let games: Vec<&Record> = records.values().filter(of_bot).collect();
        assert_eq!(games.len(), 100, "{hostile}");
        let lost: Vec<_> = games
            .iter()
            .filter_map(|game| game.forfeit.as_ref())
            .collect();
        assert_eq!(lost.len(), 1, "{hostile}: {lost:?}");
        let said = lost[0].why.as_deref().unwrap_or_default();
        let flood = said.starts_with("it sent more than 100000 lines");
        assert!(said.starts_with(why) || flood, "{hostile}: {said}");
    }
}

/// Whoever names players without being allowed to start programs is told so.
#[test]
fn programs_are_started_only_where_that_is_allowed() {
    let spec = "title = \"x\"\ngame = \"connect4\"\ngames = 2\n[[pairing]]\nagents = [\"cmd:touch /tmp/x\", \"greedy\"]\n";
    let error = Experiment::parse("x", spec, &Players::builtin()).expect_err("refused");
    assert!(
        error.to_string().contains("programs do not take part here"),
        "{error}"
    );
}
