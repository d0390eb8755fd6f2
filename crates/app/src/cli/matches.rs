//! `poda match`

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::ensure;
use poda_engine::{
    Agent, AgentSpec, AnyGame, Game, GameSpec, Knowledge, Outcome, play_game, random_opening,
};

use super::knowledge::Kept;

/// Let agents play each other and count who wins
///
/// Every opening of random moves is played once with each order of seats, so that neither the opening nor the first move
/// favours anybody. The interval of a score holds the true one with 95 % confidence; it takes openings as its sample, as games
/// from the same opening are alike.
#[derive(clap::Args)]
#[command(
    after_help = "Example: poda match connect4 level:3 level:2 --games 200\n         \
    poda match connect4:6x7,players=3 maxn:nodes=2000 paranoid:nodes=2000 brs:nodes=2000 --games 600"
)]
pub(super) struct Match {
    /// The game
    #[arg(value_parser = super::game)]
    game: GameSpec,
    /// The agents, as many as players
    #[arg(value_parser = super::agent, num_args = 2..=3, required = true)]
    agents: Vec<AgentSpec>,
    /// How many games; rounded up so that every opening is played in all orders
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Random moves before the agents take over
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=64))]
    opening: u32,
    /// Decides the openings and whatever the agents leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; left out: one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    #[command(flatten)]
    kept: Kept,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Which agent sits where, in every order.
fn seatings(players: usize) -> Vec<Vec<usize>> {
    match players {
        2 => vec![vec![0, 1], vec![1, 0]],
        _ => vec![
            vec![0, 1, 2],
            vec![1, 2, 0],
            vec![2, 0, 1],
            vec![0, 2, 1],
            vec![2, 1, 0],
            vec![1, 0, 2],
        ],
    }
}

/// Different for every game and seat, the same in every run.
fn seed_of(seed: u64, game: usize, seat: usize) -> u64 {
    let number = (game as u64) << 8 | seat as u64;
    (seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .rotate_left(23)
        .wrapping_mul(0xd134_2543_de82_ef95)
}

#[derive(Clone, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// The mean score of each opening: a win counts one, a draw its share of one.
    openings: Vec<f64>,
}

impl Tally {
    /// The score and half the width of its 95 % interval.
    fn score(&self) -> (f64, f64) {
        let n = self.openings.len() as f64;
        let mean = self.openings.iter().sum::<f64>() / n;
        let variance = self
            .openings
            .iter()
            .map(|x| (x - mean).powi(2))
            .sum::<f64>()
            / (n - 1.0).max(1.0);
        (mean, 1.96 * (variance / n).sqrt())
    }
}

impl Match {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let game = AnyGame::new(self.game);
        let players = game.players();
        ensure!(
            self.agents.len() == players,
            "{} agents were given, but {} is for {players}: give one for each player",
            self.agents.len(),
            self.game
        );
        for agent in &self.agents {
            agent.check(self.game)?;
        }
        let knowledge = self.kept.knowledge(&self.agents, self.game)?;
        let orders = seatings(players);
        let openings = (self.games as usize).div_ceil(orders.len());
        let games = openings * orders.len();
        let jobs = self.jobs.map_or_else(
            || std::thread::available_parallelism().map_or(1, usize::from),
            |jobs| jobs as usize,
        );

        let next = AtomicUsize::new(0);
        let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; games]);
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(games) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return;
                        }
                        let outcome = self.play(
                            &game,
                            number,
                            &orders[number % orders.len()],
                            number / orders.len(),
                            &knowledge,
                        );
                        outcomes.lock().unwrap_or_else(PoisonError::into_inner)[number] =
                            Some(outcome);
                    }
                });
            }
        });
        let outcomes = outcomes
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        self.print(&self.count(&outcomes, &orders), games, openings)
    }

    fn play(
        &self,
        game: &AnyGame,
        number: usize,
        order: &[usize],
        opening: usize,
        knowledge: &Knowledge,
    ) -> Outcome {
        let line = random_opening(
            game,
            self.opening as usize,
            seed_of(self.seed, opening, 255),
        );
        let mut agents: Vec<Agent> = order
            .iter()
            .enumerate()
            .map(|(seat, &agent)| {
                let seed = seed_of(self.seed, number, seat);
                Agent::with_knowledge(&self.agents[agent], game, seed, knowledge)
                    .expect("the agents were checked")
            })
            .collect();
        play_game(game, &mut agents, &line).1
    }

    fn count(&self, outcomes: &[Option<Outcome>], orders: &[Vec<usize>]) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); self.agents.len()];
        for opening in outcomes.chunks(orders.len()) {
            let mut scores = vec![0.0; self.agents.len()];
            for (outcome, order) in opening.iter().zip(orders) {
                let winner = outcome
                    .and_then(Outcome::winner)
                    .map(|player| order[player.index()]);
                for (agent, tally) in tallies.iter_mut().enumerate() {
                    match winner {
                        None => {
                            tally.draws += 1;
                            scores[agent] += 1.0 / self.agents.len() as f64;
                        }
                        Some(winner) if winner == agent => {
                            tally.wins += 1;
                            scores[agent] += 1.0;
                        }
                        Some(_) => tally.losses += 1,
                    }
                }
            }
            for (tally, score) in tallies.iter_mut().zip(scores) {
                tally.openings.push(score / orders.len() as f64);
            }
        }
        tallies
    }

    fn print(&self, tallies: &[Tally], games: usize, openings: usize) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.json {
            let rows: Vec<serde_json::Value> = self
                .agents
                .iter()
                .zip(tallies)
                .map(|(agent, tally)| {
                    let (score, margin) = tally.score();
                    serde_json::json!({ "agent": agent, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                        "score": score, "interval": [score - margin, score + margin] })
                })
                .collect();
            let json = serde_json::json!({ "game": self.game, "games": games, "openings": openings, "seed": self.seed, "agents": rows });
            return Ok(writeln!(out, "{json:#}")?);
        }
        let width = self
            .agents
            .iter()
            .map(|agent| agent.to_string().len())
            .max()
            .unwrap_or(0);
        writeln!(
            out,
            "{:width$}  {:>6} {:>6} {:>6}   score",
            "", "won", "drawn", "lost"
        )?;
        for (agent, tally) in self.agents.iter().zip(tallies) {
            let (score, margin) = tally.score();
            writeln!(
                out,
                "{:width$}  {:>6} {:>6} {:>6}   {:.1} % ± {:.1}",
                agent.to_string(),
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * score,
                100.0 * margin
            )?;
        }
        Ok(writeln!(
            out,
            "{games} games of {} from {openings} openings, seed {}",
            self.game, self.seed
        )?)
    }
}
