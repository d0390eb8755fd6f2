//! scratch
use poda_engine::{
    dots::{Dots, DotsSpec},
    solve::dots::*,
    *,
};
use rand::{RngExt, SeedableRng};
use std::time::Instant;
fn pos(g: &Dots<u64>, drawn: usize, seed: u64) -> dots::Position<u64> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let mut p = g.start();
    for _ in 0..drawn {
        let mut l = MoveList::new();
        g.moves(&p, &mut l);
        let m = l[rng.random_range(..l.len())];
        p = g.play_unchecked(&p, m);
    }
    p
}
fn suite(r: usize, c: usize, drawn: usize, count: u64, mem: usize) {
    let g: Dots<u64> = Dots::new(DotsSpec::new(r, c).unwrap());
    let mut s = Solver::new(&g, mem << 20);
    let mut ts = vec![];
    let mut n = 0;
    let mut sum = 0;
    for seed in 0..count {
        s.clear();
        let p = pos(&g, drawn, seed);
        let t = Instant::now();
        let v = s.solve(&p, &Limits::default(), &mut |_| ()).unwrap();
        ts.push(t.elapsed().as_secs_f64());
        n += v.nodes;
        sum = sum * 3 + v.to_come as i64 * (seed as i64 + 1);
    }
    let total: f64 = ts.iter().sum();
    ts.sort_by(f64::total_cmp);
    println!(
        "{r}x{c} drawn {drawn}: nodes {n} total {total:.2} s median {:.4} max {:.3} ns/node {:.0} check {sum}",
        ts[ts.len() / 2],
        ts[ts.len() - 1],
        total * 1e9 / n as f64
    );
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "suite" {
        suite(3, 4, 0, 1, 64);
        suite(2, 6, 0, 1, 128);
        suite(4, 4, 8, 8, 128);
        suite(5, 5, 22, 20, 64);
        return;
    }
    let spec = DotsSpec::new(a[1].parse().unwrap(), a[2].parse().unwrap()).unwrap();
    let mem: usize = a
        .get(3)
        .map_or(1 << 30, |m| m.parse::<usize>().unwrap() << 20);
    let threads: usize = a.get(4).map_or(1, |m| m.parse().unwrap());
    let g: Dots<u64> = Dots::new(spec);
    let t = Instant::now();
    let s = Solver::new(&g, mem);
    println!("alloc {:?}", t.elapsed());
    let t = Instant::now();
    let v = s
        .solve(
            &g.start(),
            &Limits {
                threads,
                ..Default::default()
            },
            &mut |_| (),
        )
        .unwrap();
    println!("{v:?} {:?} table {} MiB", t.elapsed(), s.memory() >> 20);

    let spread = |f: u32| {
        let mut b = vec![];
        let n = s.save(f, &mut b).unwrap();
        println!("free>={f}: {n} entries {} bytes", b.len());
        b
    };
    if a.len() > 5 {
        for f in [36, 34, 32, 31, 30, 29, 28, 26, 24] {
            let b = spread(f);
            std::fs::write(format!("/tmp/dots44.{f}"), b).unwrap();
        }
    }
}
