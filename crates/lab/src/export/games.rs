//! The games of a run, for other programs: a table with a line for each, and a text that Poda reads again.

use std::fmt::Write;

use poda_engine::PlayerId;

use crate::record::Record;

/// What is told of each seat, before the name of the seat.
const OF_SEATS: [&str; 4] = ["player", "seed", "nodes", "ms"];
const HEAD: [&str; 9] = [
    "game", "rules", "opening", "opened", "moves", "plies", "outcome", "ended", "version",
];

/// A line for each game. Nodes and milliseconds are those of all moves of a seat, empty where they were not measured.
pub fn games_csv<'a>(records: impl Iterator<Item = &'a Record> + Clone) -> String {
    let text = table(records).expect("memory takes every line");
    String::from_utf8(text).expect("all fields are texts")
}

fn table<'a>(records: impl Iterator<Item = &'a Record> + Clone) -> csv::Result<Vec<u8>> {
    let seats = records.clone().map(|record| record.seats.len()).max();
    let seats = seats.unwrap_or(2);
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(HEAD.iter().map(ToString::to_string).chain(
        PlayerId::all(seats).flat_map(|seat| OF_SEATS.map(|what| format!("{what} {seat}"))),
    ))?;
    for record in records {
        out.write_record(line(record, seats))?;
    }
    out.into_inner().map_err(|error| error.into_error().into())
}

fn line(record: &Record, seats: usize) -> Vec<String> {
    let mut line = vec![
        record.game.to_string(),
        record.rules.clone(),
        record.opening.to_string(),
        record.opened.to_string(),
        record.moves.clone(),
        record.plies.to_string(),
        record.outcome.to_string(),
        ended(record),
        record.version.clone(),
    ];
    for seat in 0..seats {
        let sum = |costs: &[u64]| -> Option<u64> {
            let by = record.movers.bytes().map(|mover| usize::from(mover - b'0'));
            let mine = costs.iter().zip(by).filter(|(_, by)| *by == seat);
            (!costs.is_empty()).then(|| mine.map(|(cost, _)| cost).sum())
        };
        let micros = sum(&record.micros).map(|micros| micros as f64 / 1000.0);
        line.push(player(record, seat).map(str::to_owned).unwrap_or_default());
        line.push(told(record.seeds.get(seat).copied()));
        line.push(told(
            sum(&record.nodes).filter(|_| seat < record.seats.len()),
        ));
        line.push(told(micros.filter(|_| seat < record.seats.len())));
    }
    line
}

fn told(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn player(record: &Record, seat: usize) -> Option<&str> {
    let agent = *record.seats.get(seat)?;
    record.agents.get(agent).map(String::as_str)
}

/// How a game came to its end.
fn ended(record: &Record) -> String {
    match &record.forfeit {
        None if record.adjudicated => "adjudicated".to_owned(),
        None => "played".to_owned(),
        Some(forfeit) => format!("{:?}", forfeit.reason).to_lowercase(),
    }
}

/// Every game as lines of `Name: value`, an empty line after each. `Game:` and `Moves:` are all that is needed to play it again.
pub fn games_text<'a>(records: impl Iterator<Item = &'a Record>) -> String {
    let mut text = String::new();
    for record in records {
        let _ = writeln!(text, "Game:    {}", record.rules);
        let _ = writeln!(text, "Number:  {}", record.game);
        for (seat, name) in ["First:", "Second:", "Third:"].iter().enumerate() {
            if let Some(player) = player(record, seat) {
                let _ = writeln!(text, "{name:<8} {player}");
            }
        }
        let _ = writeln!(text, "Opening: {}", record.opened);
        let _ = writeln!(text, "Moves:   {}", record.moves);
        let _ = writeln!(text, "Result:  {}", record.outcome);
        let _ = writeln!(text, "Ended:   {}\n", ended(record));
    }
    text
}
