#![allow(clippy::print_stdout)]
// scratch: tune GAME GAMES OPENING A B C ... : each against the one before. Agents: `slips/kind/agent`.
use poda_engine::*;
use poda_lab::*;
use rand::RngExt;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
struct Slip {
    slips: f64,
    careless: Agent,
    agent: Agent,
    rng: rand_chacha::ChaCha8Rng,
}
impl Player for Slip {
    fn think(
        &mut self,
        at: &Situation<'_>,
        request: Request<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        if self.rng.random_range(0.0..100.0) < self.slips {
            return Ok(self.careless.think(at.state, request));
        }
        Ok(self.agent.think(at.state, request))
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game: GameSpec = args[0].parse().unwrap();
    let games: u32 = args[1].parse().unwrap();
    let opening: u32 = args[2].parse().unwrap();
    let knowledge = Knowledge::default();
    let mut players = Players::builtin();
    for name in &args[3..] {
        let parts: Vec<&str> = name.splitn(3, '/').collect();
        let (slips, kind, spec) = (
            parts[0].parse::<f64>().unwrap(),
            if parts[1] == "r" { "random" } else { "greedy" },
            parts[2].parse::<AgentSpec>().unwrap(),
        );
        let kind: AgentSpec = kind.parse().unwrap();
        let k = knowledge.clone();
        players = players.with(name, move |game, seed| {
            Box::new(Slip {
                slips,
                careless: Agent::new(&kind, game, seed ^ 77).unwrap(),
                agent: Agent::with_knowledge(&spec, game, seed ^ 1234567, &k).unwrap(),
                rng: seeded(seed),
            })
        });
    }
    let n = AnyGame::new(game).players();
    for pair in args[3..].windows(2) {
        let mut agents = vec![pair[1].clone()];
        agents.resize(n, pair[0].clone());
        let orders = if n == 2 {
            seatings(2)
        } else {
            vec![vec![0, 1, 2], vec![1, 0, 2], vec![1, 2, 0]]
        };
        let cell = Cell {
            game,
            agents,
            coordinates: vec![],
            openings: games.div_ceil(orders.len() as u32),
            orders,
            seeding: Seeding::Own,
        };
        let plan = Plan::new(vec![cell], 1, opening, None, Measures::default(), None);
        let mut tally = Tally::default();
        let stop = AtomicBool::new(false);
        let start = std::time::Instant::now();
        run::<()>(
            &plan,
            &players,
            &BTreeMap::new(),
            &RunOptions {
                games: None,
                jobs: Some(1),
            },
            &stop,
            &mut |record, _| {
                tally.push(&record, 0);
                Ok(())
            },
        )
        .unwrap();
        let f = tally.figure(Value::Score).unwrap();
        let d = tally.figure(Value::Decided);
        let Results { won, drawn, lost } = tally.results;
        println!(
            "{:>34} v {:<34} {:.3} [{:.3} {:.3}] decided {:.3} w{won} d{drawn} l{lost} {:.1}s",
            pair[1],
            pair[0],
            f.value,
            f.low,
            f.high,
            d.map_or(0.5, |d| d.value),
            start.elapsed().as_secs_f64()
        );
    }
}
