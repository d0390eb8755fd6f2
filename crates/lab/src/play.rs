//! One game: contestants at a board, and a referee who never trusts them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use poda_engine::{
    Agent, AnyGame, AnyMove, AnyState, Bound, Game, Knowledge, Limits, Outcome, Request, line_text,
    random_opening,
};

use crate::contender::Contender;
use crate::historic::{Mt19937, S3AsReported};
use crate::plan::{Bout, Measures, Plan};
use crate::record::{Forfeit, Reason, Record};

/// What a contestant answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move.
    pub mv: AnyMove,
    /// Positions searched.
    pub nodes: u64,
    /// Those without children.
    pub leaves: u64,
}

/// Somebody who plays one seat of one game.
pub trait Contestant: Send {
    /// Finds a move in a position that is not finished. Once `stop` is set, the answer is not waited for any longer.
    fn think(&mut self, state: &AnyState, stop: &AtomicBool) -> Thought;

    /// Whether, by the contestant's own exact values at its own depth, another move is better; `None` if it has none.
    fn lapse(&mut self, _state: &AnyState, _mv: AnyMove) -> Option<bool> {
        None
    }
}

/// An agent of the engine, and a second one that is asked for exact values of all moves.
struct Engine {
    agent: Agent,
    critic: Option<Agent>,
}

impl Contestant for Engine {
    fn think(&mut self, state: &AnyState, stop: &AtomicBool) -> Thought {
        let thinking = Request::within(Limits::until(stop));
        let report = self.agent.think(state, thinking);
        Thought {
            mv: report.choice,
            nodes: report.nodes,
            leaves: report.leaves,
        }
    }

    fn lapse(&mut self, state: &AnyState, mv: AnyMove) -> Option<bool> {
        is_lapse(self.critic.as_mut()?, state, mv)
    }
}

/// Whether a critic who values every move exactly knows a better one; `None` if it has no exact values.
pub(crate) fn is_lapse(critic: &mut Agent, state: &AnyState, mv: AnyMove) -> Option<bool> {
    let thinking = Request {
        all_moves: true,
        ..Request::default()
    };
    let report = critic.think(state, thinking);
    let exact = report
        .moves
        .iter()
        .filter(|root| root.bound == Bound::Exact);
    let played = exact.clone().find(|root| root.mv == mv)?;
    let best = exact.map(|root| root.value).max()?;
    Some(played.value < best)
}

/// What the referee holds everybody to.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// The longest a move may take.
    pub move_time: Option<Duration>,
    /// What to write down.
    pub measures: Measures,
    /// Set when the game is to be given up: nothing is returned then.
    pub stop: &'a AtomicBool,
    /// Told when a contestant starts and stops thinking, so that somebody can set `overtime` at the right moment.
    pub clock: &'a dyn Fn(Option<Instant>),
    /// Set when the contestant at work has thought too long.
    pub overtime: &'a AtomicBool,
    /// What perfect agents know beforehand, and share.
    pub knowledge: &'a Knowledge,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Course {
    /// All moves, the opening included.
    pub line: Vec<AnyMove>,
    /// How it ended: for a forfeit the win of the others, where there is one other.
    pub outcome: Option<Outcome>,
    /// Who gave it away, and how.
    pub forfeit: Option<Forfeit>,
    /// For each move after the opening, as far as it was measured.
    pub nodes: Vec<u64>,
    /// Likewise.
    pub leaves: Vec<u64>,
    /// Microseconds; likewise.
    pub micros: Vec<u64>,
    /// Zero or one; only moves of agents with values of their own count, the others have `None`.
    pub lapses: Vec<Option<bool>>,
}

/// Lets contestants play from an opening to the end; `None` if it was stopped.
///
/// # Panics
/// If the opening is not legal.
pub fn play(
    game: &AnyGame,
    opening: &[AnyMove],
    contestants: &mut [Box<dyn Contestant>],
    rules: &Rules<'_>,
) -> Option<Course> {
    let mut course = Course {
        line: opening.to_vec(),
        ..Course::default()
    };
    let mut state = opening.iter().fold(game.start(), |state, &mv| {
        game.play(&state, mv).expect("the opening is legal")
    });
    while game.outcome(&state).is_none() {
        let seat = game.to_move(&state).index();
        let contestant = &mut contestants[seat];
        let start = Instant::now();
        (rules.clock)(rules.move_time.map(|time| start + time));
        let thought = catch_unwind(AssertUnwindSafe(|| {
            contestant.think(&state, rules.overtime)
        }));
        (rules.clock)(None);
        let taken = start.elapsed();
        if rules.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        let late = rules.move_time.is_some_and(|time| taken > time);
        let next = match &thought {
            Err(_) => Err(Reason::Crash),
            Ok(_) if late => Err(Reason::Timeout),
            Ok(thought) => game.play(&state, thought.mv).map_err(|_| Reason::Illegal),
        };
        let (next, thought) = match (next, thought) {
            (Ok(next), Ok(thought)) => (next, thought),
            (next, _) => {
                let reason = next.err().unwrap_or(Reason::Crash);
                course.forfeit = Some(Forfeit { seat, reason });
                course.outcome = Some(match game.players() {
                    2 => Outcome::Win(poda_engine::PlayerId::new(1 - seat)),
                    _ => Outcome::Draw,
                });
                return Some(course);
            }
        };
        course.nodes.push(thought.nodes);
        course.leaves.push(thought.leaves);
        course.micros.push(taken.as_micros() as u64);
        if rules.measures.lapses {
            course.lapses.push(contestant.lapse(&state, thought.mv));
        }
        course.line.push(thought.mv);
        state = next;
    }
    course.outcome = game.outcome(&state);
    Some(course)
}

impl Plan {
    /// Plays a game of the plan and writes it down; `None` if it was stopped.
    pub fn play(&self, bout: &Bout, rules: &Rules<'_>) -> Option<Record> {
        let cell = &self.cells[bout.cell];
        let game = AnyGame::new(cell.game);
        let opening = random_opening(&game, self.opening as usize, bout.opening_seed);
        let twister = Arc::new(Mutex::new(Mt19937::new(bout.seeds[0])));
        let mut contestants: Vec<Box<dyn Contestant>> = bout
            .seats
            .iter()
            .zip(&bout.seeds)
            .map(|(&agent, &seed)| -> Box<dyn Contestant> {
                match &cell.agents[agent] {
                    Contender::Agent(spec) => {
                        let new = || {
                            Agent::with_knowledge(spec, &game, seed, rules.knowledge)
                                .expect("the plan was checked")
                        };
                        Box::new(Engine {
                            agent: new(),
                            critic: self.measures.lapses.then(new),
                        })
                    }
                    Contender::S3AsReported { depth } => Box::new(
                        S3AsReported::new(&game, *depth, twister.clone())
                            .expect("the plan was checked"),
                    ),
                }
            })
            .collect();
        let course = play(&game, &opening, &mut contestants, rules)?;
        let keep = |wanted: bool, values: Vec<u64>| if wanted { values } else { Vec::new() };
        let lapses = course.lapses.iter().map(|lapse| match lapse {
            None => '-',
            Some(false) => '0',
            Some(true) => '1',
        });
        Some(Record {
            game: bout.index,
            cell: bout.cell,
            rules: cell.game.to_string(),
            agents: cell.agents.iter().map(ToString::to_string).collect(),
            seats: bout.seats.clone(),
            opening: bout.opening,
            seeds: bout.seeds.clone(),
            moves: line_text(&course.line),
            opened: opening.len(),
            plies: course.line.len(),
            outcome: course.outcome.expect("the game is over"),
            forfeit: course.forfeit,
            nodes: keep(self.measures.nodes, course.nodes),
            leaves: keep(self.measures.leaves, course.leaves),
            lapses: lapses.collect(),
            micros: keep(self.measures.time, course.micros),
            movers: movers(&game, &course.line[opening.len()..], &opening),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }
}

/// Who made each move after the opening, as digits.
fn movers(game: &AnyGame, line: &[AnyMove], opening: &[AnyMove]) -> String {
    let mut state = game.start();
    let mut movers = String::new();
    for (ply, &mv) in opening.iter().chain(line).enumerate() {
        if ply >= opening.len() {
            movers.push(char::from(b'0' + game.to_move(&state).index() as u8));
        }
        state = game.play_unchecked(&state, mv);
    }
    movers
}
