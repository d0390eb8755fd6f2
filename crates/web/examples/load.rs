//! 200 games at once against `level:2`, and four against `perfect` beside them, all over loopback, while as many positions as are
//! asked for are analysed: `cargo run --release --package poda-web --example load -- [GAMES [ANALYSES]]`

#[path = "../tests/common/load.rs"]
mod load;

fn main() {
    let games = std::env::args().nth(1).map_or(200, |count| {
        count
            .parse()
            .expect("give the number of games, at most 296")
    });
    assert!(
        games <= 296,
        "the server makes at most 300 games at once, and 4 are for perfect"
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let analyses = std::env::args().nth(2).map_or(0, |count| {
        count
            .parse()
            .expect("give the number of analyses, at most 16")
    });
    let load = load::play(folder.path(), games, 4, analyses);
    let seconds = load.time.as_secs_f64();
    println!(
        "{games} + 4 games and {analyses} analyses, {} moves, none lost, no error, {seconds:.1} s",
        load.moves
    );
    for (name, answers) in [("level:2", &load.quick), ("perfect", &load.slow)] {
        let at = |share: f64| answers[((answers.len() - 1) as f64 * share) as usize].as_millis();
        println!(
            "{name}: {} answers, p50 {} ms, p99 {} ms, longest {} ms",
            answers.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
    if let Some(memory) = most_memory() {
        println!("most memory, server and players together: {memory}");
    }
}

/// As Linux has it.
fn most_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().to_owned())
}
