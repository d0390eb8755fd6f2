//! Good inputs made hostile by chance, for machines without a fuzzer: the same every time.

/// A stream of numbers that is the same every time.
pub(crate) struct Numbers(u64);

impl Numbers {
    /// The first of them.
    pub(crate) fn new() -> Numbers {
        Numbers(0x9e37_79b9_7f4a_7c15)
    }

    /// One of so many.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }
}

const SPICE: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"999999999999999999999",
    b"-1",
    b"=",
    b",",
    b":",
    b"\0",
    b"\xff",
    b"..",
    b"{1..9}",
    b"\n",
    b"\"",
];

/// One to four changes of a good input.
pub(crate) fn hostile(seed: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..1 + numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            1 if at < bytes.len() => bytes[at] = numbers.below(256) as u8,
            2 => bytes.truncate(at),
            3 => {
                let spice = SPICE[numbers.below(SPICE.len())];
                bytes.splice(at..at, spice.repeat(1 + numbers.below(9)));
            }
            4 => {
                let part = bytes[at..].to_vec();
                bytes.splice(at..at, part.into_iter().take(64));
            }
            _ => {
                let end = (at + 1 + numbers.below(8)).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
        }
    }
    bytes
}

/// The good inputs of a reader: the files of its folder in the corpus, by name.
pub(crate) fn seeds(corpus: &std::path::Path, name: &str) -> Vec<Vec<u8>> {
    let folder = corpus.join(name);
    let files =
        std::fs::read_dir(&folder).unwrap_or_else(|_| panic!("{} is missing", folder.display()));
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| std::fs::read(file).expect("it can be read"))
        .collect()
}

/// How often an input that took longest is read again, at most. The quickest counts: a busy machine pauses anybody, and whoever is nice often.
const AGAIN: usize = 30;

/// Has so many hostile inputs read, from the good ones of a folder, which must be accepted; then says which took longest. With
/// `PODA_FUZZ=N` N inputs, without it `usual`; with `PODA_FUZZ_MS=50` none may take longer than that.
pub(crate) fn attack(
    corpus: &std::path::Path,
    name: &str,
    usual: usize,
    read: &dyn Fn(&[u8]) -> bool,
) {
    let number = |name| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<usize>().expect("a number"))
    };
    let count = number("PODA_FUZZ").unwrap_or(usual);
    let seeds = seeds(corpus, name);
    for seed in &seeds {
        assert!(
            read(seed),
            "{name} refuses a good input: {}",
            String::from_utf8_lossy(seed)
        );
    }
    let mut numbers = Numbers::new();
    let (mut accepted, mut slowest) = (0, (std::time::Duration::ZERO, Vec::new()));
    for _ in 0..count {
        let seed = &seeds[numbers.below(seeds.len())];
        let input = hostile(seed, &mut numbers);
        let once = || {
            let start = std::time::Instant::now();
            (read(&input), start.elapsed())
        };
        let (is_accepted, mut taken) = once();
        accepted += usize::from(is_accepted);
        for _ in 0..AGAIN {
            if taken > slowest.0 {
                taken = taken.min(once().1);
            }
        }
        if taken > slowest.0 {
            slowest = (taken, input);
        }
    }
    let input: String = String::from_utf8_lossy(&slowest.1)
        .chars()
        .take(80)
        .collect();
    println!(
        "{name}: {count} inputs, {accepted} accepted, the slowest {:?}: {input:?}",
        slowest.0
    );
    if let Some(most) = number("PODA_FUZZ_MS") {
        assert!(
            slowest.0.as_millis() <= most as u128,
            "{name}: {:?} for {input:?}",
            slowest.0
        );
    }
}
