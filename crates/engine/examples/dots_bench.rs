//! scratch
use poda_engine::{
    dots::{Dots, DotsSpec},
    solve::dots::*,
    *,
};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
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
}
