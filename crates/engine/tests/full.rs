//! Searching a game to its end finds what the solvers find that know their game.

use crate::common::{position, rng};
use poda_engine::solve::{FullSearch, Solvable, Solver, SolverOptions};
use poda_engine::{AnyGame, Concrete, Game, Limits, with_game};

fn agree<G: Concrete + Solvable>(game: &G, seeds: u64) {
    let options = SolverOptions::default();
    let own = game.solver(&options).expect("it has a solver");
    let full = FullSearch::new(game.clone(), &options);
    let solve = |solver: &dyn Solver<G>, state: &G::State| {
        let solution = solver.solve(state, Limits::default(), &mut |_| ());
        solution.expect("nothing limits it").value
    };
    for seed in 0..seeds {
        let state = position(game, (seed % 9) as usize, &mut rng(seed));
        let (found, expected) = (solve(&full, &state), solve(&*own, &state));
        assert_eq!(found, expected, "seed {seed}: {state:?}");
        let (found, expected) = (full.score(&state, found), own.score(&state, expected));
        assert_eq!(found, expected, "seed {seed}: {state:?}");
    }
}

#[test]
fn the_search_to_the_end_agrees_with_the_solvers() {
    for (spec, seeds) in [
        ("connect4:4x4", 60),
        ("connect4:3x5", 60),
        ("connect4:4x5", 20),
        ("dots:2x2", 40),
        ("dots:1x4", 40),
    ] {
        let game: AnyGame = spec.parse().expect("a game");
        with_game!(&game, |rules| agree(rules, seeds));
    }
}

#[test]
fn a_limit_ends_it_without_an_answer() {
    let game: AnyGame = "connect4".parse().expect("a game");
    let AnyGame::Connect4(rules) = &game else {
        unreachable!("the usual board has 49 bits");
    };
    let full = FullSearch::new(rules.clone(), &SolverOptions::default());
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    assert_eq!(full.solve(&rules.start(), limits, &mut |_| ()), None);
}
