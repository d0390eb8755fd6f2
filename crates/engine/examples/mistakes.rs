//! How often each character gives the result away: `cargo run --release -p poda-engine --example mistakes -- connect4 40 8`.
//!
//! Characters play themselves. Before and after each move, from the given ply on, a solver says what the position is worth: a win or a draw
//! that the move did not keep counts, of all moves that had one to keep.

use poda_engine::solve::{Solvable, Solver, SolverOptions};
use poda_engine::{
    AgentSpec, AnyGame, Concrete, GameAgent, Limits, Playable, Player, Request, Situation,
    random_opening, with_game,
};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "connect4".to_owned());
    let mut number = |usual| {
        arguments
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let (games, from) = (number(40), number(8));
    let game: AnyGame = game.parse().expect("a game, as `poda --help` lists them");
    with_game!(&game, |rules| {
        let solver = rules
            .solver(&SolverOptions::default())
            .expect("a game with a solver");
        for character in rules.characters() {
            let (given, had) = count(&game, rules, &*solver, character.name, games, from);
            println!(
                "{:8} {given:4} of {had:5}  {:.1} %",
                character.name,
                100.0 * given as f64 / had as f64
            );
        }
    });
}

/// Moves that gave a result away, and moves that had one to keep.
fn count<G: Concrete + Solvable>(
    any: &AnyGame,
    rules: &G,
    solver: &dyn Solver<G>,
    name: &'static str,
    games: u64,
    from: u64,
) -> (u64, u64) {
    let spec = AgentSpec::Character(name);
    let (mut given, mut had) = (0, 0);
    for game in 0..games {
        let seats = (0..2).map(|seat| GameAgent::new(&spec, rules.clone(), 2 * game + seat));
        let mut seats: Vec<_> = seats
            .map(|agent| agent.expect("it plays this game"))
            .collect();
        let opening = random_opening(any, 2, game);
        let mut line: Vec<G::Move> = opening.into_iter().map(G::own_move).collect();
        let mut state = line
            .iter()
            .fold(rules.start(), |state, &mv| rules.play_unchecked(&state, mv));
        while rules.outcome(&state).is_none() {
            let at = Situation {
                game: rules,
                line: &line,
                state: &state,
            };
            let seat = rules.to_move(&state).index();
            let found = Player::<G>::think(&mut seats[seat], &at, Request::default());
            let mv = found.expect("agents always have a move").choice;
            let next = rules.play_unchecked(&state, mv);
            if line.len() as u64 >= from {
                let result = |position: &G::State| {
                    let solution = solver.solve(position, Limits::default(), &mut |_| {});
                    solution.expect("nothing limits it").value.signum()
                };
                let kept = match rules.to_move(&next) == rules.to_move(&state) {
                    true => result(&next),
                    false => -result(&next),
                };
                let before = result(&state);
                had += u64::from(before >= 0);
                given += u64::from(before >= 0 && kept < before);
            }
            (line, state) = ([line, vec![mv]].concat(), next);
        }
    }
    (given, had)
}
