//! A league: everybody meets everybody once, whatever happens meanwhile.
#![cfg(unix)]

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use poda_engine::Knowledge;
use poda_lab::{League, LeagueError, LeagueRules, LeagueTable, RunOptions, league_page};

fn rules() -> LeagueRules {
    LeagueRules {
        title: "A <test>".to_owned(),
        game: "connect4:4x5".parse().expect("a game"),
        games: 4,
        opening: 2,
        seed: 1,
        move_time: 60.0,
        anchors: vec!["level:1".to_owned(), "level:2".to_owned()],
    }
}

fn script(folder: &Path, name: &str, go: &str) -> String {
    let text = format!(
        "while read -r word rest; do
case $word in
poda) echo 'id name {name}'; echo 'games connect4'; echo ok;;
isready) echo ready;;
position) legal=${{rest##*legal }}; first=${{legal%% *}};;
go) {go};;
quit) exit;;
esac
done"
    );
    std::fs::write(folder.join(format!("{name}.sh")), text).expect("the disk works");
    format!("sh {name}.sh,dir={}", folder.display())
}

/// Plays what is missing, and stops after some games. Returns how many were played.
fn play(league: &League, most: u64) -> u64 {
    let stop = AtomicBool::new(false);
    let (mut before, mut played) = (None, 0);
    let options = RunOptions {
        games: None,
        jobs: Some(1),
    };
    league
        .run(&options, Knowledge::default(), &stop, &mut |progress| {
            let start = *before.get_or_insert(progress.done);
            played = progress.done - start;
            stop.store(played >= most, Ordering::Relaxed);
        })
        .expect("it is played");
    played
}

#[test]
fn a_league_is_played_in_any_number_of_runs_with_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = folder.path();
    let (left, right) = (
        script(bots, "left", "echo bestmove $first"),
        script(bots, "cheat", "echo bestmove 0"),
    );
    let make = |name: &str| {
        let mut league = League::create(&bots.join(name), rules()).expect("a league");
        league.enter("left", &left).expect("it enters");
        league.enter("cheat", &right).expect("it enters");
        league.enter("chance", "random").expect("it enters");
        league
    };
    let whole = make("whole");
    assert_eq!(play(&whole, u64::MAX), 10 * 4);
    let parts = make("parts");
    play(&parts, 7);
    play(&League::open(&bots.join("parts")).expect("a league"), 11);
    // Torn in the middle of a line, as by a kill.
    let pairing = bots.join("parts/pairings/cheat-1--left-1/games.jsonl");
    let text = std::fs::read_to_string(&pairing).unwrap_or_default();
    if !text.is_empty() {
        std::fs::write(&pairing, &text[..text.len() - 20]).expect("the disk works");
    }
    play(&parts, u64::MAX);
    let (table, other) = (LeagueTable::new(&whole), LeagueTable::new(&parts));
    let table = table.expect("a table");
    assert_eq!(table, other.expect("a table"));
    assert_eq!((table.played, table.games), (40, 40));
    let cheat = table
        .standings
        .iter()
        .find(|row| row.name == "cheat")
        .expect("a row");
    assert_eq!((cheat.won, cheat.lost, cheat.forfeits), (0, 16, [16, 0, 0]));
    let anchor = table
        .standings
        .iter()
        .find(|row| row.name == "level:1")
        .expect("a row");
    assert_eq!(
        (anchor.rating, anchor.error, anchor.fixed),
        (1000.0, 0.0, true)
    );
    assert_eq!(
        table.standings.last().map(|row| row.name.as_str()),
        Some("cheat")
    );

    // A new one plays only its own games; a new version, too; and nothing is played twice.
    let mut league = League::open(&bots.join("whole")).expect("a league");
    league.enter("greedy-one", "greedy").expect("it enters");
    assert_eq!(play(&league, u64::MAX), 5 * 4);
    assert_eq!(play(&league, u64::MAX), 0);
    // When and where is beside the games.
    for pairing in league.pairings().expect("pairings") {
        let stretches = poda_lab::stretches(&pairing.folder);
        let games: u64 = stretches.iter().map(|stretch| stretch.games).sum();
        assert_eq!(games, pairing.games());
    }
    let again = league.enter("left", &left).expect("it is there");
    assert_eq!(again.version, 1, "nothing has changed");
    script(bots, "left", "echo info text better; echo bestmove $first");
    let stop = AtomicBool::new(false);
    let error = league.run(
        &RunOptions::default(),
        Knowledge::default(),
        &stop,
        &mut |_| {},
    );
    assert!(
        matches!(&error, Err(LeagueError::Changed(name)) if name == "left"),
        "{error:?}"
    );
    assert_eq!(league.enter("left", &left).expect("it enters").version, 2);
    assert_eq!(play(&league, u64::MAX), 5 * 4);
    // The fixed points stay where they were, whoever comes.
    let later = LeagueTable::new(&league).expect("a table");
    for anchor in ["level:1", "level:2"] {
        let rating = |table: &LeagueTable| {
            let row = table.standings.iter().find(|row| row.name == anchor);
            row.map(|row| row.rating)
        };
        assert_eq!(rating(&later), rating(&table));
    }
    let page = league_page(&league).expect("a page");
    assert!(page.contains("A &lt;test&gt;") && page.contains("id=\"data\""));
    assert!(
        !page.contains("http://") && !page.contains("https://"),
        "it needs no network"
    );
}

#[test]
fn whoever_cannot_enter_is_told_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("league");
    let mut league = League::create(&place, rules()).expect("a league");
    for (name, player, sentence) in [
        ("a b", "random", "`a b` cannot be a name here"),
        ("random", "greedy", "`random` cannot be a name here"),
        ("../x", "greedy", "`../x` cannot be a name here"),
        (
            "deep",
            "s3:depth=3",
            "s3:depth=3 does not play connect4:4x5",
        ),
        (
            "gone",
            "./no-such-bot",
            "gone: gone cannot be started: there is no such file",
        ),
    ] {
        let error = league.enter(name, player).expect_err(name).to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
    assert!(League::create(&place, rules()).is_err());
    assert!(League::open(folder.path()).is_err());
    assert!(league.leave("nobody").is_err());
    league.enter("chance", "random").expect("it enters");
    league.leave("chance").expect("it leaves");
    assert_eq!(league.entrants().len(), 2);
    std::fs::write(place.join("entrants.jsonl"), "{\n").expect("the disk works");
    let refused = League::open(&place).err().expect("refused").to_string();
    assert!(
        refused.contains("line 1 is not what Poda wrote"),
        "{refused}"
    );
    assert!(
        refused.ends_with("correct it, or give another directory"),
        "{refused}"
    );
}
