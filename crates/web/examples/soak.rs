//! What a server holds in memory while it is played on, and after: one person who plays 100 games in a row against `level:4`, then 20 games at
//! once for five minutes, five idle minutes, ten minutes of everything mixed, and five idle minutes again. Each second goes into
//! `target/soak.csv`, and all of it into the picture `target/soak.svg`.
//!
//! `cargo run --release --package poda-web --example soak` takes 25 minutes and the time of the 100 games; `-- short` a minute and a half.

mod rig;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rig::{Opponent, Rig, browse, told};

/// How long each part takes.
struct Plan {
    in_a_row: usize,
    at_once: Duration,
    idle: Duration,
    mixed: Duration,
    between: Duration,
}

const WHOLE: Plan = Plan {
    in_a_row: 100,
    at_once: Duration::from_secs(300),
    idle: Duration::from_secs(300),
    mixed: Duration::from_secs(600),
    between: Duration::from_secs(1),
};

const SHORT: Plan = Plan {
    in_a_row: 5,
    at_once: Duration::from_secs(20),
    idle: Duration::from_secs(10),
    mixed: Duration::from_secs(30),
    between: Duration::from_millis(250),
};

const STRONGEST: Opponent = Opponent {
    game: "connect4",
    agent: "level:4",
};

/// Everybody who can be played against.
const MIXED: [Opponent; 10] = [
    Opponent {
        game: "connect4",
        agent: "level:1",
    },
    Opponent {
        game: "connect4",
        agent: "level:2",
    },
    Opponent {
        game: "connect4",
        agent: "level:3",
    },
    STRONGEST,
    Opponent {
        game: "connect4:7x10",
        agent: "strong:nodes=500000",
    },
    Opponent {
        game: "connect4",
        agent: "perfect:time=1s",
    },
    Opponent {
        game: "dots:4x4",
        agent: "level:3",
    },
    Opponent {
        game: "dots:5x5",
        agent: "level:4",
    },
    Opponent {
        game: "dots:3x3",
        agent: "perfect:time=1s",
    },
    Opponent {
        game: "tictactoe",
        agent: "level:4",
    },
];

struct Sample {
    seconds: f64,
    part: &'static str,
    mebibytes: f64,
}

fn main() {
    if rig::was_server() {
        return;
    }
    let plan = match std::env::args().nth(1).as_deref() {
        None => WHOLE,
        Some("short") => SHORT,
        Some(other) => panic!("`{other}`: say `short`, or nothing"),
    };
    let rig = Rig::start();
    let (part, over) = (Mutex::new("start"), AtomicBool::new(false));
    let samples = std::thread::scope(|scope| {
        let sampler = scope.spawn(|| sample(&rig, &part, &over, plan.between));
        let begin = |name| *part.lock().expect("nobody panicked") = name;

        begin("100 games in a row");
        for game in 0..plan.in_a_row {
            browse(&rig.address, &[STRONGEST], game);
        }
        begin("20 games at once");
        keep_playing(&rig.address, &[STRONGEST; 20], plan.at_once);
        begin("idle");
        std::thread::sleep(plan.idle);
        begin("everything mixed");
        let everything: Vec<Opponent> = MIXED.into_iter().cycle().take(20).collect();
        keep_playing(&rig.address, &everything, plan.mixed);
        begin("idle again");
        std::thread::sleep(plan.idle);
        over.store(true, Ordering::Relaxed);
        sampler.join().expect("it counts")
    });
    report(&samples);
}

/// Twenty people, each with one game after another, until the time is over.
fn keep_playing(address: &str, opponents: &[Opponent], time: Duration) {
    let end = Instant::now() + time;
    let answers = std::thread::scope(|scope| {
        let people: Vec<_> = opponents
            .iter()
            .enumerate()
            .map(|(person, opponent)| {
                scope.spawn(move || {
                    let mut answers = Vec::new();
                    for game in 0.. {
                        if Instant::now() >= end {
                            break;
                        }
                        answers.extend(browse(address, &[*opponent], 100 * person + game).answers);
                    }
                    answers
                })
            })
            .collect();
        let answers = people
            .into_iter()
            .flat_map(|person| person.join().expect("no error"));
        answers.collect::<Vec<_>>()
    });
    for line in told(&answers) {
        println!("{line}");
    }
}

fn sample(
    rig: &Rig,
    part: &Mutex<&'static str>,
    over: &AtomicBool,
    between: Duration,
) -> Vec<Sample> {
    let start = Instant::now();
    let mut samples = Vec::new();
    while !over.load(Ordering::Relaxed) {
        samples.push(Sample {
            seconds: start.elapsed().as_secs_f64(),
            part: *part.lock().expect("nobody panicked"),
            mebibytes: rig.memory(),
        });
        std::thread::sleep(between);
    }
    samples
}

/// The part of each sample and where it begins, one after another.
fn parts(samples: &[Sample]) -> Vec<&[Sample]> {
    samples
        .chunk_by(|one, next| one.part == next.part)
        .collect()
}

fn report(samples: &[Sample]) {
    let most = |samples: &[Sample]| samples.iter().map(|one| one.mebibytes).fold(0.0, f64::max);
    for part in parts(samples) {
        println!(
            "{}: at most {:.0} MiB, at its end {:.0} MiB",
            part[0].part,
            most(part),
            part[part.len() - 1].mebibytes
        );
    }
    let mut csv = String::from("seconds,part,mebibytes\n");
    for Sample {
        seconds,
        part,
        mebibytes,
    } in samples
    {
        let _ = writeln!(csv, "{seconds:.2},{part},{mebibytes:.1}");
    }
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    for (name, text) in [
        ("soak.csv", csv),
        ("soak.svg", picture(samples, most(samples))),
    ] {
        let path = target.join(name);
        std::fs::write(&path, text).expect("the disk works");
        println!("{}", path.canonicalize().expect("it is there").display());
    }
}

/// Memory over time, with a line where a part begins.
fn picture(samples: &[Sample], most: f64) -> String {
    const WIDE: f64 = 760.0;
    const HIGH: f64 = 300.0;
    const LEFT: f64 = 52.0;
    let seconds = samples.last().map_or(1.0, |last| last.seconds.max(1.0));
    // A round number of MiB above all of them.
    let top = (most / 50.0).ceil().max(1.0) * 50.0;
    let x = |at: f64| LEFT + at / seconds * WIDE;
    let y = |mebibytes: f64| 20.0 + HIGH - mebibytes / top * HIGH;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Memory of the server while it is played on, in MiB</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        LEFT + WIDE + 20.0,
        HIGH + 60.0
    );
    for step in 0..=5 {
        let value = top * f64::from(step) / 5.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#ddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\" fill=\"#333\">{value:.0}</text>",
            y(value),
            LEFT + WIDE,
            LEFT - 6.0,
            y(value) + 4.0
        );
    }
    for (number, part) in parts(samples).iter().enumerate() {
        let at = x(part[0].seconds);
        // Names of short parts would stand in each other's way on one line.
        let line = 34.0 + 15.0 * (number % 2) as f64;
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} 20V{}\" stroke=\"#999\" stroke-dasharray=\"3 3\"/><text x=\"{:.1}\" y=\"{line}\" fill=\"#333\">{}</text>",
            20.0 + HIGH,
            at + 4.0,
            part[0].part
        );
    }
    let points = samples
        .iter()
        .map(|one| format!("{:.1},{:.1}", x(one.seconds), y(one.mebibytes)));
    let points: Vec<String> = points.collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#0b6e4f\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{0}\" fill=\"#333\">0</text><text x=\"{1}\" y=\"{0}\" text-anchor=\"end\" fill=\"#333\">{2:.0} minutes</text>\n</svg>",
        HIGH + 40.0,
        LEFT + WIDE,
        seconds / 60.0
    );
    svg
}
