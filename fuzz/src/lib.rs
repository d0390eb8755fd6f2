//! What the fuzz targets call.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

mod readers;
mod requests;

/// No input may take longer.
const MOST: Duration = Duration::from_millis(50);

/// How often an input that took longest is read again, at most. The quickest counts: a busy machine pauses anybody, and whoever is nice often.
const AGAIN: usize = 30;

/// Has one of the readers read an input.
pub fn read(name: &str, input: &[u8]) {
    let reader = readers::READERS.iter().find(|reader| reader.name == name);
    let reader = reader.expect("there is such a reader");
    timed(|| {
        reader.read(input);
    });
}

/// Has the server answer a request.
pub fn request(input: &[u8]) {
    timed(|| {
        requests::request(input);
    });
}

/// Does it, refuses to take too long, and says which time was the longest so far: `cargo xtask fuzz` hears that.
fn timed(work: impl Fn()) {
    static LONGEST: AtomicU64 = AtomicU64::new(0);
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed().as_micros() as u64
    };
    let longest = LONGEST.load(Ordering::Relaxed);
    let mut micros = once();
    for _ in 0..AGAIN {
        if micros <= longest {
            return;
        }
        micros = micros.min(once());
    }
    if micros > longest {
        LONGEST.store(micros, Ordering::Relaxed);
        eprintln!("longest: {micros} µs");
        assert!(
            micros <= MOST.as_micros() as u64,
            "{micros} µs for one input"
        );
    }
}
