//! What a server holds in memory while it is played on, and after: one person who plays 100 games in a row against `level:4`, then 20 games at
//! once for five minutes, five idle minutes, ten minutes of everything mixed, three more with people beside them who study, and five idle minutes again. Each second goes
//! into `target/soak.csv`. More than 300 MB while people only play, 560 MB while some study, or more than 100 MB when everybody has gone, is an error.
//!
//! `cargo build --release && cargo run --release --package poda-web --example soak` takes 28 minutes and the time of the 100 games; `-- short`
//! a minute and a half;
//! `-- draw target/soak.csv` prints the picture of a run.

mod rig;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use poda_coach::{Palette, Pieces, Theme};
use rig::{Manner, Opponent, Rig, browse, told};
use serde_json::{Value, json};

/// How long each part takes.
struct Plan {
    in_a_row: usize,
    at_once: Duration,
    idle: Duration,
    mixed: Duration,
    studied: Duration,
    between: Duration,
}

const WHOLE: Plan = Plan {
    in_a_row: 100,
    at_once: Duration::from_secs(300),
    idle: Duration::from_secs(300),
    mixed: Duration::from_secs(600),
    studied: Duration::from_secs(180),
    between: Duration::from_secs(1),
};

const SHORT: Plan = Plan {
    in_a_row: 5,
    at_once: Duration::from_secs(20),
    idle: Duration::from_secs(10),
    mixed: Duration::from_secs(30),
    studied: Duration::from_secs(20),
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
    part: String,
    megabytes: f64,
}

/// The most memory while people play, in MB; while some study, two analysts have tables of up to 128 MB each besides; and at the end of an idle part.
const CEILING: f64 = 300.0;
const STUDIED_CEILING: f64 = CEILING + 2.0 * 130.0;
const IDLE_CEILING: f64 = 100.0;

/// The part in which people study.
const BESIDE_STUDY: &str = "beside people who study";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let plan = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => WHOLE,
        ["short"] => SHORT,
        ["draw", file] => {
            let text = std::fs::read_to_string(file).expect("a run can be read");
            print!("{}", picture(&samples(&text)));
            return ExitCode::SUCCESS;
        }
        _ => panic!("say `short`, `draw FILE`, or nothing"),
    };
    let rig = Rig::start();
    let (part, over) = (Mutex::new("start"), AtomicBool::new(false));
    let samples = std::thread::scope(|scope| {
        let sampler = scope.spawn(|| sample(&rig, &part, &over, plan.between));
        let begin = |name| *part.lock().expect("nobody panicked") = name;
        // Nobody waits for the sampler of a run that failed.
        let end = End(&over);

        begin("100 in a row");
        for game in 0..plan.in_a_row {
            browse(&rig.address, &[STRONGEST], game, Manner::default());
        }
        begin("20 at once");
        keep_playing(&rig.address, &[STRONGEST; 20], plan.at_once);
        begin("idle");
        std::thread::sleep(plan.idle);
        begin("all mixed");
        let everything: Vec<Opponent> = MIXED.into_iter().cycle().take(20).collect();
        keep_playing(&rig.address, &everything, plan.mixed);
        begin(BESIDE_STUDY);
        std::thread::scope(|people| {
            for number in 0..4 {
                let address = &rig.address;
                people.spawn(move || keep_studying(address, number, plan.studied));
            }
            keep_playing(&rig.address, &everything, plan.studied);
        });
        begin("idle again");
        std::thread::sleep(plan.idle);
        drop(end);
        sampler.join().expect("it counts")
    });
    let most = rig.most_memory();
    println!("at any moment at most {most:.0} MB");
    let holds = report(&samples) && most <= STUDIED_CEILING;
    // In a short run nobody waits until the players leave.
    ExitCode::from(u8::from(!holds && plan.in_a_row == WHOLE.in_a_row))
}

/// Ends a run when it goes, however that comes about.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
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
                        let seed = 100 * person + game;
                        let met = browse(address, &[*opponent], seed, Manner::default());
                        answers.extend(met.answers);
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

/// What people study, and the search that they walk through.
const STUDIED: [Opponent; 4] = [
    Opponent {
        game: "connect4",
        agent: "minimax:depth=6",
    },
    Opponent {
        game: "dots:4x4",
        agent: "alphabeta:depth=4",
    },
    Opponent {
        game: "connect4:7x10",
        agent: "alphabeta:depth=7",
    },
    Opponent {
        game: "dots:3x3",
        agent: "minimax:depth=3",
    },
];

/// One who makes a few moves in a game, asks for a hint at each, for all that can be studied of where that led, and for the moving picture; and again,
/// in one game after another, until the time is over.
fn keep_studying(address: &str, number: usize, time: Duration) {
    let end = Instant::now() + time;
    let agent = ureq::Agent::new_with_config(
        ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build(),
    );
    for round in number.. {
        let Opponent { game, agent: who } = STUDIED[round % STUDIED.len()];
        let new = json!({ "game": game, "seats": ["human", "human"] });
        let mut now = ask(&agent, &format!("{address}api/games"), Some(&new));
        let path = format!("{address}api/games/{}", now["id"].as_str().expect("an id"));
        let mut moves = String::new();
        for ply in 0..10 {
            if Instant::now() >= end {
                return;
            }
            if !now["ending"].is_null() {
                break;
            }
            let seen = json!({ "version": now["version"] });
            ask(&agent, &format!("{path}/hint"), Some(&seen));
            let legal = now["position"]["legal"].as_array().expect("moves");
            let mv = &legal[(round * 5 + ply * 3) % legal.len()]["move"];
            moves += mv.as_str().expect("a text");
            let body = json!({ "version": now["version"], "move": mv });
            now = ask(&agent, &format!("{path}/moves"), Some(&body));
        }
        let position = format!("game={game}&moves={moves}");
        let mut parts = vec![
            format!("api/analysis?{position}"),
            format!("api/review?{position}"),
        ];
        // A game that is over has nothing to search.
        if now["ending"].is_null() {
            parts.push(format!("api/tree?{position}&agent={who}"));
        }
        for part in parts {
            if Instant::now() >= end {
                return;
            }
            ask(&agent, &format!("{address}{part}"), None);
        }
        ask(&agent, &format!("{path}/game.gif"), None);
    }
}

/// What is answered to this, which is posted if there is a body, as soon as there is room. Null for a picture.
fn ask(agent: &ureq::Agent, path: &str, body: Option<&Value>) -> Value {
    loop {
        let answer = match body {
            Some(body) => agent.post(path).send_json(body),
            None => agent.get(path).call(),
        };
        let mut answer = answer.expect("the server answers");
        let bytes = answer.body_mut().read_to_vec().expect("a body");
        match answer.status().as_u16() {
            200 | 201 => return serde_json::from_slice(&bytes).unwrap_or_default(),
            429 => std::thread::sleep(Duration::from_millis(100)),
            status => panic!("{status} {path}: {}", String::from_utf8_lossy(&bytes)),
        }
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
            part: (*part.lock().expect("nobody panicked")).to_owned(),
            megabytes: rig.memory(),
        });
        std::thread::sleep(between);
    }
    samples
}

/// The samples of each part, one after another.
fn parts(samples: &[Sample]) -> Vec<&[Sample]> {
    samples
        .chunk_by(|one, next| one.part == next.part)
        .collect()
}

fn most(samples: &[Sample]) -> f64 {
    samples.iter().map(|one| one.megabytes).fold(0.0, f64::max)
}

/// Writes the samples down and says what there was in each part. Whether all ceilings held.
fn report(samples: &[Sample]) -> bool {
    let mut holds = true;
    for part in parts(samples) {
        let (name, end) = (&part[0].part, part[part.len() - 1].megabytes);
        println!(
            "{name}: at most {:.0} MB, at its end {end:.0} MB",
            most(part)
        );
        let ceiling = if name == BESIDE_STUDY {
            STUDIED_CEILING
        } else {
            CEILING
        };
        holds &= most(part) <= ceiling && (end <= IDLE_CEILING || !name.starts_with("idle"));
    }
    let mut csv = String::from(HEAD);
    for Sample {
        seconds,
        part,
        megabytes,
    } in samples
    {
        let _ = writeln!(csv, "{seconds:.2},{part},{megabytes:.1}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/soak.csv");
    std::fs::write(&path, csv).expect("the disk works");
    println!("{}", path.canonicalize().expect("it is there").display());
    holds
}

const HEAD: &str = "seconds,part,megabytes\n";

/// What a run has written down.
fn samples(csv: &str) -> Vec<Sample> {
    let lines = csv
        .strip_prefix(HEAD)
        .expect("the samples of a run")
        .lines();
    let sample = |line: &str| {
        let mut fields = line.splitn(3, ',');
        Some(Sample {
            seconds: fields.next()?.parse().ok()?,
            part: fields.next()?.to_owned(),
            megabytes: fields.next()?.parse().ok()?,
        })
    };
    let samples = lines.map(|line| sample(line).expect("a sample"));
    samples.collect()
}

const LEFT: f64 = 56.0;
const TOP: f64 = 40.0;
const WIDE: f64 = 760.0;
const HIGH: f64 = 280.0;

/// Memory over time in the colours of the page, with a line where each part begins, and the ceiling.
fn picture(samples: &[Sample]) -> String {
    let seconds = samples.last().map_or(1.0, |last| last.seconds.max(1.0));
    let top = (most(samples).max(CEILING) / 50.0).ceil() * 50.0 + 20.0;
    let x = |at: f64| LEFT + at / seconds * WIDE;
    let y = |megabytes: f64| TOP + HIGH * (1.0 - megabytes / top);
    let (width, height) = (LEFT + WIDE + 20.0, TOP + HIGH + 48.0);
    let (right, floor) = (LEFT + WIDE, TOP + HIGH);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Memory of the server in MB while it is played on, and after</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" class=\"head\">Memory of the server, MB</text>\n",
        style()
    );
    for value in (0..=top as u32).step_by(50).map(f64::from) {
        let (at, class) = match value == CEILING {
            true => (y(value), "ceiling"),
            false => (y(value), "rule"),
        };
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{right}\" class=\"{class}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{value}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    for minute in (0..=(seconds / 60.0) as u32).step_by(5) {
        let at = x(f64::from(minute) * 60.0);
        let _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{:.1}\" class=\"middle\">{minute}</text>",
            floor + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{right}\" y=\"{:.1}\" class=\"end\">minutes</text>",
        floor + 38.0
    );
    // A name that would begin within the one before it goes below it.
    let (mut free, mut line) = (LEFT, 0.0);
    for part in parts(samples)
        .into_iter()
        .filter(|part| part[0].part != "start")
    {
        let at = x(part[0].seconds);
        line = if at < free { line + 1.0 } else { 0.0 };
        free = at + 90.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{floor}\" class=\"part\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"name\">{}</text>",
            at + 5.0,
            TOP + 12.0 + 16.0 * line,
            part[0].part
        );
    }
    let points = samples
        .iter()
        .map(|one| format!("{:.1},{:.1}", x(one.seconds), y(one.megabytes)));
    let points: Vec<String> = points.collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" class=\"memory\"/>\n</svg>",
        points.join(" ")
    );
    svg
}

/// The page's colours, light and dark.
fn style() -> String {
    let names = |theme| {
        let Palette {
            paper,
            ink,
            quiet,
            moss,
            moss_soft,
            alarm,
            ..
        } = Palette::new(theme, Pieces::Orchard);
        format!(
            "--paper:{paper};--ink:{ink};--quiet:{quiet};--moss:{moss};--soft:{moss_soft};--alarm:{alarm}"
        )
    };
    format!(
        "svg{{font:12px \"Atkinson Hyperlegible Next\",system-ui,sans-serif;{}}}\n\
         @media (prefers-color-scheme:dark){{svg{{{}}}}}\n\
         .paper{{fill:var(--paper)}}text{{fill:var(--quiet)}}.head{{fill:var(--ink);font-size:14px;font-weight:700}}.name{{fill:var(--ink)}}\n\
         .end{{text-anchor:end}}.middle{{text-anchor:middle}}path{{fill:none}}.rule{{stroke:var(--soft)}}.part{{stroke:var(--quiet);stroke-dasharray:2 3}}\n\
         .ceiling{{stroke:var(--alarm);stroke-dasharray:6 4}}.memory{{fill:none;stroke:var(--moss);stroke-width:1.6;stroke-linejoin:round}}",
        names(Theme::Light),
        names(Theme::Dark)
    )
}
