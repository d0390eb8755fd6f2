//! What a pool of players needs besides pairings: openings of one's own, games that a solver ends, ratings, and games for other programs.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use poda_coach::read_pasted;
use poda_engine::{AnyGame, Game, Limits, line_text};
use poda_lab::{
    Adjudicator, BadRecord, Experiment, ExperimentReport, Players, Record, RunOptions, export,
    find, run,
};

fn experiment(text: &str) -> Experiment {
    Experiment::parse("test", text, &Players::builtin()).expect("a good spec")
}

fn refused(text: &str) -> String {
    let read = Experiment::parse("test", text, &Players::builtin());
    read.expect_err("a bad spec").to_string()
}

fn played(experiment: &Experiment) -> BTreeMap<u64, Record> {
    let mut records = BTreeMap::new();
    let keep = &mut |record: Record, _| -> Result<(), Infallible> {
        records.insert(record.game, record);
        Ok(())
    };
    let (players, stop) = (Players::builtin(), AtomicBool::new(false));
    let options = RunOptions::default();
    let Ok(_) = run(
        experiment.plan(),
        &players,
        &BTreeMap::new(),
        &options,
        &stop,
        keep,
    );
    records
}

const HEAD: &str = "title = \"A test\"\ngame = \"tictactoe\"\ngames = 6\n";
const PAIR: &str = "\n[[pairing]]\nagents = [\"greedy\", \"random\"]\n";

#[test]
fn openings_of_ones_own_are_played_in_turn() {
    let listed = experiment(&format!("{HEAD}openings = [\"a1 b2\", \"\"]{PAIR}"));
    let records = played(&listed);
    let starts = records
        .values()
        .map(|record| (record.opening, record.opened));
    let starts: Vec<(u64, usize)> = starts.collect();
    assert_eq!(starts, [(0, 2), (0, 2), (1, 0), (1, 0), (2, 2), (2, 2)]);
    for record in records.values() {
        assert_eq!(
            record.moves.starts_with("a1 b2") || record.moves.starts_with("a1b2"),
            record.opened == 2
        );
        record.check(listed.plan()).expect("it is of this plan");
    }

    // A file beside the spec becomes part of the spec: whoever reads the run needs no other file.
    let folder = tempfile::tempdir().expect("a new folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the disk works");
        path.display().to_string()
    };
    write("book.txt", "# two\na1 b2 # a corner\n\n-\n");
    let path = write("own.toml", &format!("{HEAD}openings = \"book.txt\"{PAIR}"));
    let from_file = find(&path, &Players::builtin()).expect("a good spec");
    assert_eq!(from_file.plan(), listed.plan());
    let again = Experiment::parse("own", from_file.text(), &Players::builtin());
    assert_eq!(again.expect("a good spec").plan(), listed.plan());

    let gone = write("gone.toml", &format!("{HEAD}openings = \"none.txt\"{PAIR}"));
    let gone = find(&gone, &Players::builtin()).expect_err("there is no such file");
    assert!(gone.to_string().contains("none.txt"), "{gone}");
    for (line, why) in [
        (
            "openings = [\"a1 a1\"]",
            "test: `a1 a1` is no opening of tictactoe:3x3: ",
        ),
        (
            "openings = [\"a1 b1 a2 b2 a3\"]",
            "test: the game is over after `a1 b1 a2 b2 a3`: an opening leaves it open",
        ),
        (
            "openings = []",
            "test: `openings` is a list of openings or the name of a file with some, and stands instead of `opening`",
        ),
        (
            "opening = 2\nopenings = [\"a1\"]",
            "test: `openings` is a list of openings or the name of a file with some, and stands instead of `opening`",
        ),
        (
            "openings = \"book.txt\"",
            "test: the file of openings `book.txt` can be read only where the spec itself is a file: list the openings instead",
        ),
    ] {
        let told = refused(&format!("{HEAD}{line}{PAIR}"));
        assert!(told.starts_with(why), "{told}");
    }
}

/// Ended games have the outcome that perfect play has, in the place where the solver first knows it; nobody can write another outcome down.
#[test]
fn a_solver_ends_games_only_where_it_is_asked() {
    let head = "title = \"A test\"\ngames = 10\nopening = 2\n";
    let pairs = "[[pairing]]\ngame = \"connect4:4x5\"\nagents = [\"random\", \"random\"]\n\
                 [[pairing]]\ngame = \"dots:2x3\"\nagents = [\"random\", \"random\"]\n";
    let whole = played(&experiment(&format!("{head}{pairs}")));
    assert!(whole.values().all(|record| !record.adjudicated));

    let ended = experiment(&format!("{head}[limits]\nadjudicate = 300\n{pairs}"));
    let solver = ended.plan().adjudicator.expect("the spec asks for it");
    let mut early = 0;
    for (game, record) in played(&ended) {
        record.check(ended.plan()).expect("it is of this plan");
        assert!(
            whole[&game].moves.starts_with(&record.moves),
            "the same game until then"
        );
        early += usize::from(record.adjudicated);
        if !record.adjudicated {
            continue;
        }
        let rules: AnyGame = record.rules.parse().expect("a game");
        let (line, state) = rules.read_position(&record.moves).expect("a position");
        let exact = Adjudicator { nodes: 10_000_000 };
        assert_eq!(
            exact.outcome(&rules, &state, Limits::default()),
            Some(record.outcome)
        );
        if line.len() > record.opened {
            let before = line_text(&line[..line.len() - 1]);
            let (_, before) = rules.read_position(&before).expect("a position");
            let known = solver.outcome(&rules, &before, Limits::default());
            assert_eq!(known, None, "not known before");
        }
        let lie = Record {
            outcome: match record.outcome {
                poda_engine::Outcome::Draw => "first".parse().expect("an outcome"),
                _ => poda_engine::Outcome::Draw,
            },
            ..record.clone()
        };
        assert!(matches!(lie.check(ended.plan()), Err(BadRecord::Outcome)));
        let plain = experiment(&format!("{head}{pairs}"));
        assert!(matches!(
            record.check(plain.plan()),
            Err(BadRecord::Outcome)
        ));
    }
    assert!(early > 10, "{early} of 20");

    let limits = |nodes: &str| format!("{HEAD}[limits]\nadjudicate = {nodes}{PAIR}");
    assert_eq!(
        refused(&limits("0")),
        "test: adjudicate is a number of positions from 1 to 10000000"
    );
    let three = limits("5").replace("tictactoe", "connect4:6x7,players=3");
    let three = three.replace("\"random\"]", "\"random\", \"random\"]");
    assert!(refused(&three).starts_with("test: adjudicate needs a solver, and "));
}

#[test]
fn ratings_stand_in_reports() {
    let text = format!(
        "{}[[pairing]]\nkind = \"round-robin\"\nagents = [\"random\", \"greedy\", \"minimax:depth=9\"]\n\
         [[view]]\nkind = \"ratings\"\ntitle = \"Ratings\"\n",
        HEAD.replace('6', "40")
    );
    let experiment = experiment(&text);
    let report = ExperimentReport::new(&experiment, &played(&experiment), false);
    let [section] = &report.sections[..] else {
        panic!("one part");
    };
    let names: Vec<&str> = section
        .grid
        .rows
        .iter()
        .map(|row| row.name.as_str())
        .collect();
    assert_eq!(names, ["minimax:depth=9", "greedy", "random"]);
    let rating = |row: usize| section.grid.rows[row].fields[0].figure.expect("a rating");
    assert!(rating(0).value > rating(1).value && rating(1).low > rating(2).high);
    let middle: f64 = (0..3).map(|row| rating(row).value).sum();
    assert!(middle.abs() < 1.0, "around zero: {middle}");
    assert!(export::text(&report).contains("rating"));

    let three = "title = \"A test\"\ngame = \"connect4:6x7,players=3\"\ngames = 6\n[[pairing]]\n\
                 agents = [\"random\", \"random\", \"random\"]\n[[view]]\nkind = \"ratings\"\ntitle = \"R\"\n";
    assert_eq!(
        refused(three),
        "test: the view \"R\": ratings are for games of two among 2 to 200 agents"
    );
}

#[test]
fn a_spec_without_views_shows_who_met_whom() {
    let text = format!(
        "{HEAD}[sweep]\ndepth = [1, 2]\n[[pairing]]\nagents = [\"minimax:depth={{depth}}\", \"random\"]\n"
    );
    let several = experiment(&text);
    let report = ExperimentReport::new(&several, &played(&several), false);
    let titles: Vec<&str> = report
        .sections
        .iter()
        .map(|part| part.title.as_str())
        .collect();
    assert_eq!(titles, ["Standings", "Who met whom"]);
    let table = &report.sections[1].grid;
    assert_eq!(table.corner, "depth, player");
    assert_eq!(table.rows.len(), 2);
    let one = experiment(&format!("{HEAD}{PAIR}"));
    assert_eq!(
        ExperimentReport::new(&one, &BTreeMap::new(), false)
            .sections
            .len(),
        1
    );
}

#[test]
fn games_can_be_read_by_others_and_again_by_poda() {
    let text = "title = \"A test\"\ngames = 6\n[[pairing]]\ngame = \"dots:2x2\"\nagents = [\"greedy\", \"random\"]\n\
                [[pairing]]\ngame = \"connect4:4x5,players=3\"\nagents = [\"greedy\", \"random\", \"random\"]\n";
    let experiment = experiment(text);
    let records = played(&experiment);
    let written = export::games_text(records.values());
    let games: Vec<&str> = written.split_terminator("\n\n").collect();
    assert_eq!(games.len(), records.len());
    for (game, record) in games.iter().zip(records.values()) {
        let (rules, line) = read_pasted(game, None).expect("Poda reads its own text");
        assert_eq!(rules.spec().to_string(), record.rules);
        assert_eq!(line_text(&line), record.moves);
        assert!(game.contains(&format!("Result:  {}", record.outcome)));
    }

    let table = export::games_csv(records.values());
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let head = reader.headers().expect("a head").clone();
    let place = |name: &str| head.iter().position(|head| head == name).expect(name);
    let lines: Vec<csv::StringRecord> =
        reader.records().map(|line| line.expect("a line")).collect();
    assert_eq!(lines.len(), records.len());
    for (line, record) in lines.iter().zip(records.values()) {
        assert_eq!(line[place("moves")], record.moves);
        assert_eq!(line[place("player first")], record.agents[record.seats[0]]);
        let seats = ["nodes first", "nodes second", "nodes third"];
        let told = seats
            .iter()
            .filter_map(|seat| line[place(seat)].parse::<u64>().ok());
        assert_eq!(told.sum::<u64>(), record.nodes.iter().sum::<u64>());
        assert_eq!(
            line[place("player third")].is_empty(),
            record.seats.len() == 2
        );
    }
    // Nobody has played yet.
    assert_eq!(export::games_csv(std::iter::empty()).lines().count(), 1);
}

#[test]
fn a_solver_that_ends_games_ends_when_it_is_told_to() {
    let rules: AnyGame = "connect4:7x9".parse().expect("a game");
    let solver = Adjudicator { nodes: u64::MAX };
    let stop = AtomicBool::new(true);
    let known = solver.outcome(&rules, &rules.start(), Limits::until(&stop));
    assert_eq!(known, None);
}
