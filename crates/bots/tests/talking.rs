//! Bots as processes: what they may do, and what becomes of those that do something else.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use poda_bots::{Bot, Finding, Program, ProgramPlayer, Programs, check};
use poda_engine::{
    AnyGame, AnyMove, FailureKind, Game, Limits, Player, PlayerFailure, Request, SearchReport,
    Situation,
};
use tempfile::TempDir;

use crate::common::{bot_script, script};

fn ask(
    player: &mut ProgramPlayer,
    moves: &str,
    request: Request<'_, AnyMove>,
) -> Result<SearchReport<AnyMove>, PlayerFailure> {
    let game: AnyGame = "connect4".parse().expect("a game");
    let (line, state) = game.read_position(moves).expect("a position");
    let at = Situation {
        game: &game,
        line: &line,
        state: &state,
    };
    player.think(&at, request)
}

fn sit_down(program: &Program) -> ProgramPlayer {
    let game: AnyGame = "connect4".parse().expect("a game");
    ProgramPlayer::new(program, &game, 1).expect("it gets ready")
}

/// The processes that are at home in a folder.
fn processes_in(folder: &Path) -> usize {
    let folder = folder.canonicalize().expect("it is there");
    let entries = std::fs::read_dir("/proc").expect("Linux");
    let at_home = |entry: &std::fs::DirEntry| {
        let home = std::fs::read_link(entry.path().join("cwd"));
        // One that has ended and that nobody has waited for has no home any more.
        home.is_ok_and(|home| home == folder)
    };
    entries.filter_map(Result::ok).filter(at_home).count()
}

#[test]
fn a_bot_plays_and_tells_what_it_thinks() {
    let go = "echo 'info depth 3 value 12 nodes 99 line 4 4 9 1'; echo 'info value win 3 nodes 120'; echo bestmove $first";
    let (folder, program) = script(go);
    let mut player = sit_down(&program);
    let mut told = Vec::new();
    let mut observer = |report: &SearchReport<AnyMove>| told.push(report.clone());
    let request = Request {
        observer: Some(&mut observer),
        ..Request::default()
    };
    let report = ask(&mut player, "44", request).expect("a move");
    assert_eq!(report.choice.to_string(), "1");
    assert_eq!((report.depth, report.nodes), (3, 120));
    assert_eq!(report.value.decided_at(), Some(5), "three plies from ply 2");
    assert!(!report.solved, "nobody is believed to have proved anything");
    assert_eq!(told.len(), 2);
    assert_eq!(told[0].value.get(), 12);
    assert_eq!(told[0].line.len(), 2, "the third move cannot be made");
    assert_eq!(processes_in(folder.path()), 1);
    drop(player);
    assert_eq!(processes_in(folder.path()), 0);
}

/// Time enough on any machine, where time is not what a test is about.
const AGES: u64 = 60_000;

/// How a bot fails that does this when it is asked for a move, and that it is gone then.
fn failure(go: &str, millis: u64) -> PlayerFailure {
    let (folder, mut program) = script(go);
    program.time = Some(Duration::from_millis(millis));
    program.limits.memory = 64;
    let mut player = sit_down(&program);
    let failure = ask(&mut player, "44", Request::default()).expect_err("it fails");
    assert_eq!(processes_in(folder.path()), 0, "{failure}");
    let again = ask(&mut player, "44", Request::default()).expect_err("it has gone");
    assert_eq!(again.kind, FailureKind::Crash);
    failure
}

#[test]
fn whoever_breaks_the_protocol_fails_with_a_sentence() {
    for (go, kind, sentence) in [
        (
            "echo bestmove 9",
            FailureKind::Illegal,
            "it sent `bestmove 9`: ",
        ),
        (
            "echo bestmove pass",
            FailureKind::Illegal,
            "it sent `bestmove pass`: ",
        ),
        (
            "echo 'Traceback: oh dear' >&2; exit 3",
            FailureKind::Crash,
            "it ended when it was to answer `go` with `bestmove` (exit status: 3); the last line of its standard error: Traceback: oh dear",
        ),
        (
            "kill -9 $$",
            FailureKind::Crash,
            "it ended when it was to answer `go` with `bestmove` (signal: 9 (SIGKILL))",
        ),
        (
            "echo hm; sleep 1000",
            FailureKind::Late,
            "it did not answer `go` with `bestmove` within 300 ms; the last line that it sent is `hm`",
        ),
        (
            "echo error I am tired",
            FailureKind::Crash,
            "it says: I am tired",
        ),
        (
            "head -c 1000000 /dev/zero | tr '\\0' x; echo; sleep 1000",
            FailureKind::Crash,
            "it sent a line of more than 65536 bytes",
        ),
        (
            "while :; do echo y; done",
            FailureKind::Late,
            "it did not answer",
        ),
    ] {
        let failure = failure(go, if kind == FailureKind::Late { 200 } else { AGES });
        let said = failure.to_string();
        // A fast machine gets to the bound of lines before the time is over.
        let flood = said.starts_with("it sent more than 100000 lines");
        assert!(said.starts_with(sentence) || flood, "{go}: {said}");
        assert!(failure.kind == kind || flood, "{go}: {said}");
    }
}

/// Children in its group, and one that leaves it: all end with the bot.
#[test]
fn nobody_is_left_behind() {
    let failure = failure(
        "for i in 1 2 3 4 5; do sleep 1000 & done; setsid sh -c 'sleep 1000 & exec sleep 1000' >/dev/null 2>&1 </dev/null & sleep 1000",
        300,
    );
    assert_eq!(failure.kind, FailureKind::Late);
}

/// 64 MiB are allowed. The shell itself cannot eat, so it has somebody else do it.
#[test]
fn memory_has_a_bound() {
    let eat = "python3 -c 'x = bytearray(400 << 20)' || exit 4; echo bestmove $first";
    let failure = failure(eat, AGES);
    assert_eq!(failure.kind, FailureKind::Crash);
    assert!(failure.why.contains("exit status: 4"), "{failure}");
}

#[test]
fn a_flag_that_is_set_stops_a_thought() {
    // It thinks until the next line comes, which is `stop`.
    let (_folder, program) = script("read -r word; [ $word = stop ] && echo bestmove $first");
    let mut player = sit_down(&program);
    let stop = AtomicBool::new(true);
    let request = Request::within(Limits::until(&stop));
    let report = ask(&mut player, "", request).expect("a move");
    assert_eq!(report.choice.to_string(), "1");
}

#[test]
fn a_bot_whose_game_is_given_up_is_not_waited_for() {
    let (folder, program) = script("sleep 1000");
    let mut player = sit_down(&program).given_up_when_stopped();
    let stop = AtomicBool::new(true);
    let failure = ask(&mut player, "", Request::within(Limits::until(&stop)));
    let failure = failure.expect_err("it says nothing");
    assert!(failure.why.contains("within 0 ms"), "{failure}");
    assert_eq!(processes_in(folder.path()), 0);
}

#[test]
fn it_is_told_its_limits() {
    let (_folder, mut program) =
        script("echo \"info text $rest\" >&2; echo \"$rest\" > told; echo bestmove $first");
    program.depth = Some(9);
    program.time = Some(Duration::from_secs(5));
    let mut player = sit_down(&program);
    let limits = Limits {
        nodes: Some(77),
        depth: Some(12),
        ..Limits::default()
    };
    ask(&mut player, "", Request::within(limits)).expect("a move");
    let folder = program.folder.as_deref().expect("it has one");
    let told = std::fs::read_to_string(folder.join("told")).expect("it was told");
    assert_eq!(told, "time 5000 nodes 77 depth 9\n");
    // Of a second that is left, the way there and back is not its own.
    let limits = Limits {
        deadline: Some(Instant::now() + Duration::from_secs(1)),
        ..Limits::default()
    };
    ask(&mut player, "", Request::within(limits)).expect("a move");
    let told = std::fs::read_to_string(folder.join("told")).expect("it was told");
    let time: u64 = told
        .split(' ')
        .nth(1)
        .expect("a time")
        .parse()
        .expect("a number");
    assert!((500..=900).contains(&time), "{told}");
}

#[test]
fn a_program_is_known_by_what_it_says_and_by_its_files() {
    let (folder, program) = script("echo bestmove $first");
    let name = program.to_string();
    let game = "connect4".parse().expect("a game");
    let programs = Programs::new();
    let checked = programs.check(&name, game).expect("a program's name");
    assert_eq!(checked.expect("it plays"), name);
    let identity = programs.identity(&name).expect("it was asked");
    assert_eq!(identity.says, "Tester 7");
    assert_eq!(identity.hash.len(), 32);

    let dots = "dots:2x2".parse().expect("a game");
    let refused = programs.check(&name, dots).expect("a program's name");
    assert_eq!(
        refused.expect_err("another game").to_string(),
        "it does not play dots:2x2: it says `games connect4`"
    );
    let bot = folder.path().join("bot.sh");
    let text = std::fs::read_to_string(&bot).expect("a script") + "\n# another\n";
    std::fs::write(&bot, text).expect("the disk works");
    let again = Programs::new().identity(&name).expect("it was asked");
    assert_ne!(again.hash, identity.hash);
    assert!(programs.check("level:3", game).is_none(), "no program");
    let nowhere = Programs::new().check("cmd:./no-such-bot", game);
    let nowhere = nowhere.expect("a program's name").expect_err("not there");
    assert_eq!(
        nowhere.to_string(),
        "./no-such-bot cannot be started: there is no such file"
    );
}

#[test]
fn a_java_class_is_a_file_of_the_program_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the disk works");
    };
    for name in ["Bot.class", "Bot$Board.class", "Bottle.class"] {
        write(name, name);
    }
    let place = folder.path().display();
    let hash = |command: String| {
        let program = Program::parse(&command).expect("a program");
        program.hash().expect("files that can be read")
    };
    let both = || {
        [
            format!("cmd:java Bot,dir={place}"),
            format!("cmd:java -cp {place} Bot"),
        ]
        .map(hash)
    };
    let before = both();
    assert_eq!(before[0].len(), 32);
    assert_eq!(before[0], before[1]);
    write("Bottle.class", "another");
    assert_eq!(both(), before, "that is no part of it");
    write("Bot$Board.class", "another");
    assert_ne!(both()[0], before[0]);
    assert_eq!(both()[0], both()[1]);
}

#[test]
fn standard_error_is_kept_for_the_author() {
    let (folder, mut program) = script("echo thinking about $rest >&2; echo bestmove $first");
    let log = folder.path().join("log");
    program.log = Some(log.clone());
    let mut player = sit_down(&program);
    ask(&mut player, "", Request::default()).expect("a move");
    drop(player);
    // A second game is added to the first.
    let bot = Bot::start(&program).expect("it starts");
    assert_eq!(bot.introduction().name, "Tester");
    assert!(bot.quit());
    let text = std::fs::read_to_string(log).expect("a log");
    assert_eq!(text, "thinking about time 10000\n");
}

fn findings(program: &Program) -> (bool, Vec<Finding>) {
    let mut program = program.clone();
    program.start = Duration::from_secs(5);
    let mut findings = Vec::new();
    let right = check(&program, None, 1, &mut |finding| findings.push(finding));
    (right, findings)
}

fn wrong(script: (TempDir, Program)) -> Vec<String> {
    let (right, findings) = findings(&script.1);
    assert!(!right);
    let wrong = findings.into_iter().filter(|finding| !finding.right);
    wrong.map(|finding| finding.sentence).collect()
}

#[test]
fn the_check_says_what_is_right_and_what_is_wrong() {
    let (_folder, program) = script("echo bestmove $first");
    let (right, found) = findings(&program);
    assert!(right, "{found:?}");
    assert!(found.len() >= 6, "{found:?}");

    let said = wrong(script("echo thinking...; echo bestmove $first"));
    assert!(
        said[0].starts_with("It sent `thinking...`: `thinking...` is no message of a bot"),
        "{said:?}"
    );
    let said = wrong(script("echo bestmove 0"));
    assert!(
        said[0].starts_with("connect4:6x7: it sent `bestmove 0`: "),
        "{said:?}"
    );
    let said = wrong(bot_script("echo hello; exit 1"));
    assert_eq!(
        said,
        ["Start: it ended when it was to answer `poda 1` with `ok` (exit status: 1)."]
    );
    let said = wrong(bot_script(
        "while read -r word rest; do case $word in poda) echo ok;; isready) echo ready;; esac; done",
    ));
    assert_eq!(
        said,
        [
            "It does not say its name: send `id name …` before `ok`.",
            "It does not say what it plays: send `games …` before `ok`, with some of connect4, dots, tictactoe.",
        ]
    );
}
