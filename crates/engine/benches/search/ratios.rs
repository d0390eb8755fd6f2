//! Ratios of two things that run in turns, again and again: whatever else the machine does meets both alike, so the median ratio
//! of neighbours says what no single time could.

use std::hint::black_box;
use std::time::Instant;

use poda_engine::{AnyGame, Concrete, EvalSpec, Limits, Strong, Ties, Wins, seeded, with_game};

/// How many times as long the first takes as the second: the median over pairs of runs.
pub(crate) fn of<T>(
    pairs: usize,
    mut first: impl FnMut() -> T,
    mut second: impl FnMut() -> T,
) -> f64 {
    let mut ratios: Vec<f64> = (0..pairs)
        .map(|_| seconds(&mut first) / seconds(&mut second))
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[pairs / 2]
}

fn seconds<T>(mut run: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// Positions that take one thread some tenths of a second: open and crowded ones, of every kind of game.
const POSITIONS: [(&str, &str, EvalSpec, u32); 8] = [
    ("connect4", "", EvalSpec::new("centre"), 20),
    ("connect4", "44444", EvalSpec::new("threats"), 14),
    ("connect4", "4453362", EvalSpec::new("centre"), 19),
    ("connect4", "43526", EvalSpec::new("threats"), 15),
    ("connect4:7x8", "", EvalSpec::new("centre"), 16),
    ("connect4:7x8", "45544", EvalSpec::new("threats"), 12),
    ("dots:4x4", "h11h22v33v44h54", EvalSpec::new("chains"), 8),
    ("dots:5x5", "h11h22v33", EvalSpec::new("chains"), 6),
];

/// What a second thread is worth at a fixed depth, in time and in nodes.
pub(crate) fn print_threads(pairs: usize) {
    println!("two threads of `strong` at a fixed depth, against one");
    let (mut faster, mut more) = (1.0, 1.0);
    for (spec, position, eval, depth) in POSITIONS {
        let any: AnyGame = spec.parse().expect("a game");
        let (time, nodes) = with_game!(&any, |game| {
            two_threads(game, position, eval, depth, pairs)
        });
        println!(
            "  {spec:13} {position:16} depth {depth:2}: {time:.2} times as fast, {nodes:.2} times the nodes"
        );
        faster *= time;
        more *= nodes;
    }
    let mean = |product: f64| product.powf(1.0 / POSITIONS.len() as f64);
    println!(
        "  geometric mean: {:.2} times as fast, {:.2} times the nodes",
        mean(faster),
        mean(more)
    );
}

fn two_threads<G: Concrete>(
    game: &G,
    position: &str,
    eval: EvalSpec,
    depth: u32,
    pairs: usize,
) -> (f64, f64) {
    let (_, state) = game.read_position(position).expect("legal");
    let eval = game.evaluation(eval).expect("it fits");
    let search = |threads: usize, nodes: &mut u64| {
        let mut strong = Strong::new(game.clone(), eval.clone(), Wins::Distance, 64 << 20);
        (strong.threads, strong.ties) = (threads, Ties::First);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        *nodes += strong
            .search(&state, limits, &mut seeded(1), &mut |_| {})
            .nodes;
    };
    let (mut one, mut two) = (0, 0);
    let time = of(pairs, || search(1, &mut one), || search(2, &mut two));
    (time, two as f64 / one as f64)
}
