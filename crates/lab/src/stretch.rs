//! When and where the games of a run were played: what times depend on, and nothing else does.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::summed;

/// One stretch of playing: from the start of a run until its end, or until somebody stopped it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stretch {
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How many games were played.
    pub games: u64,
    /// What the processor calls itself.
    pub machine: String,
    /// How many there are.
    pub processors: usize,
    /// How many processes wanted one, on average over a minute, at the beginning and at the end; left out where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<[f64; 2]>,
    /// The version of Poda that played.
    pub version: String,
}

/// A stretch that goes on.
pub struct OpenStretch {
    /// How many games were on record before.
    known: usize,
    clock: Instant,
    stretch: Stretch,
}

impl OpenStretch {
    /// Begins one where so many games are on record.
    pub(crate) fn begin(known: usize) -> OpenStretch {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        OpenStretch {
            known,
            clock: Instant::now(),
            stretch: Stretch {
                began: now.map_or(0, |time| time.as_secs()),
                seconds: 0.0,
                games: 0,
                machine: machine(),
                processors: std::thread::available_parallelism().map_or(1, NonZero::get),
                load: load().map(|load| [load, load]),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
        }
    }

    /// Ends it where now so many games are on record; `None` if none was played.
    pub(crate) fn end(mut self, now: usize) -> Option<Stretch> {
        self.stretch.games = now.checked_sub(self.known).filter(|&games| games > 0)? as u64;
        self.stretch.seconds = (self.clock.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        if let (Some(both), Some(load)) = (&mut self.stretch.load, load()) {
            both[1] = load;
        }
        Some(self.stretch)
    }
}

fn machine() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find(|line| line.starts_with("model name"));
    let name = name.and_then(|line| Some(line.split_once(':')?.1.trim().to_owned()));
    name.unwrap_or_else(|| format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))
}

fn load() -> Option<f64> {
    let told = fs::read_to_string("/proc/loadavg").ok()?;
    told.split(' ').next()?.parse().ok()
}

/// The stretches of a run; a line that cannot be read or is damaged is left out.
pub(crate) fn read(path: &Path) -> Vec<Stretch> {
    let text = fs::read(path).unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n').map(summed::read);
    lines.filter_map(Result::ok).collect()
}

/// What a reader of times must know, in one sentence; `None` if nothing is known.
pub fn told(stretches: &[Stretch]) -> Option<String> {
    if stretches.is_empty() {
        return None;
    }
    let seconds: f64 = stretches.iter().map(|stretch| stretch.seconds).sum();
    // Whatever a file says, it ends nothing.
    let games = stretches.iter().map(|stretch| stretch.games);
    let games = games.fold(0, u64::saturating_add);
    let mut machines: Vec<String> = stretches
        .iter()
        .map(|stretch| format!("{} × {}", stretch.processors, stretch.machine))
        .collect();
    machines.sort_unstable();
    machines.dedup();
    let loads = || {
        stretches
            .iter()
            .filter_map(|stretch| stretch.load)
            .flatten()
    };
    let load = match loads().count() {
        0 => String::new(),
        _ => format!(
            ", load {:.1} to {:.1}",
            loads().fold(f64::INFINITY, f64::min),
            loads().fold(0.0, f64::max)
        ),
    };
    let count = stretches.len();
    let stretches = if count == 1 { "stretch" } else { "stretches" };
    Some(format!(
        "{games} games were played in {seconds:.0} s, {count} {stretches}, on {}{load}.",
        machines.join(" and ")
    ))
}

#[cfg(test)]
mod tests {
    use super::{OpenStretch, Stretch, read, told};
    use crate::summed;

    #[test]
    fn stretches_add_up() {
        assert_eq!(told(&[]), None);
        assert_eq!(OpenStretch::begin(2).end(2), None);
        let mut first = OpenStretch::begin(2).end(5).expect("three games");
        (first.seconds, first.machine, first.processors) = (10.0, "a computer".to_owned(), 2);
        first.load = Some([0.5, 1.0]);
        let mut second = first.clone();
        (second.seconds, second.load) = (5.4, Some([3.0, 0.25]));
        assert_eq!(
            told(&[first, second]).as_deref(),
            Some("6 games were played in 15 s, 2 stretches, on 2 × a computer, load 0.2 to 3.0.")
        );
    }

    #[test]
    fn what_is_damaged_is_left_out_and_old_lines_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("stretches.jsonl");
        let found = |bytes: &[u8]| -> Vec<Stretch> {
            std::fs::write(&path, bytes).expect("the disk works");
            read(&path)
        };
        let stretch = OpenStretch::begin(0).end(3).expect("three games");
        let good = summed::write(&stretch);
        let old = serde_json::to_vec(&stretch).expect("JSON");
        let both = [&good[..], &old].concat();
        assert_eq!(found(&both), [stretch.clone(), stretch.clone()]);
        for place in 0..8 * (good.len() - 1) {
            let mut bad = good.clone();
            bad[place / 8] ^= 1 << (place % 8);
            let left = found(&bad);
            assert!(left.is_empty(), "bit {place}: {left:?}");
        }
    }

    /// Two such lines once ended whoever read them.
    #[test]
    fn no_number_of_games_is_too_large() {
        let mut stretch = OpenStretch::begin(0).end(1 << 63).expect("games");
        stretch.seconds = 1.0;
        let told = told(&[stretch.clone(), stretch]).expect("a sentence");
        assert!(told.starts_with("18446744073709551615 games"), "{told}");
    }
}
