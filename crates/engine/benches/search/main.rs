//! The searches beside loops by hand, in the same run: read the ratios, not the seconds.
//!
//! `cargo bench -p poda-engine` prints the ratios that matter first; give a machine with nothing else to do.

mod by_hand;
mod ratios;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use poda_engine::connect4::{Connect4, Connect4Spec};
use poda_engine::{
    AlphaBeta, Ends, EvalSpec, Game, Limits, NoTrace, Order, Playable, RootWindow, Strong, Ties,
    Wins, seeded,
};

fn board() -> Connect4<u64, 2> {
    Connect4::new(Connect4Spec::new(6, 7).expect("the usual board"))
}

/// Alpha-beta for any game, and the same search written out for this one: 271,613 nodes each.
fn fixed_depth(c: &mut Criterion) {
    let game = board();
    let eval = game.evaluation(EvalSpec::new("centre")).expect("it fits");
    let search = AlphaBeta {
        depth: 8,
        prune: true,
        order: Order::Natural,
        window: RootWindow::Narrow,
        wins: Wins::Flat,
        ends: Ends::Counted,
        ties: Ties::First,
    };
    let generic = || {
        let report = search.search(
            &game,
            &eval,
            &game.start(),
            Limits::default(),
            &mut seeded(1),
            &mut NoTrace,
        );
        report.expect("no limit").nodes
    };
    assert_eq!(generic(), 271_613);
    let (rows, columns) = black_box((6, 7));
    assert_eq!(by_hand::nodes_sized(rows, columns, 8), 271_613);
    assert_eq!(by_hand::nodes_fixed(8), 271_613);
    println!(
        "generic loop against the loop by hand: {:.3} times its time, {:.3} times that of the one for 6x7 only",
        ratios::of(400, generic, || by_hand::nodes_sized(rows, columns, 8)),
        ratios::of(400, generic, || by_hand::nodes_fixed(8)),
    );
    let mut group = c.benchmark_group("fixed depth 8, 6x7, centre");
    group.bench_function("generic", |b| b.iter(|| black_box(generic())));
    group.bench_function("by hand, any size", |b| {
        b.iter(|| black_box(by_hand::nodes_sized(rows, columns, 8)))
    });
    group.bench_function("by hand, 6x7 only", |b| {
        b.iter(|| black_box(by_hand::nodes_fixed(8)))
    });
    group.finish();
}

/// Iterative deepening with a table. `cargo xtask bench-minimax` compares it with a peer.
fn deepening(c: &mut Criterion) {
    let game = board();
    let eval = game.evaluation(EvalSpec::new("centre")).expect("it fits");
    let mut group = c.benchmark_group("deepening, 6x7, centre");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(20));
    for threads in [1, 2] {
        group.bench_function(format!("strong, depth 16, {threads} thread(s)"), |b| {
            b.iter(|| {
                let (game, eval) = (game.clone(), eval.clone());
                let start = game.start();
                let mut strong = Strong::new(game, eval, Wins::Distance, 64 << 20);
                strong.threads = threads;
                let limits = Limits {
                    depth: Some(16),
                    ..Limits::default()
                };
                black_box(strong.search(&start, limits, &mut seeded(1), &mut |_| {}))
            });
        });
    }
    group.finish();
}

fn threads(_: &mut Criterion) {
    ratios::print_threads(5);
}

criterion_group!(benches, fixed_depth, threads, deepening);
criterion_main!(benches);
