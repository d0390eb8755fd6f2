//! One game: players at a board, and a referee who never trusts them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use poda_engine::{
    AnyGame, AnyMove, AnyState, Bound, FailureKind, Game, Limits, Outcome, Player, PlayerFailure,
    PlayerId, Request, Situation, line_text,
};

use crate::adjudicator::Adjudicator;
use crate::factory::{FactoryError, PlayerFactory, SeatSetup};
use crate::historic::{Mt19937, SharedTwister};
use crate::mistakes;
use crate::plan::{Bout, Cell, Plan};
use crate::record::{Forfeit, Reason, Record};

/// Somebody at the board.
pub struct SeatedPlayer {
    /// Who plays.
    pub player: Box<dyn Player>,
    /// Who knows the exact values of all moves by the player's own lights, if that is to be written down and anybody does.
    pub critic: Option<Box<dyn Player>>,
}

impl SeatedPlayer {
    /// A player whose moves nobody judges.
    pub fn new(player: Box<dyn Player>) -> SeatedPlayer {
        SeatedPlayer {
            player,
            critic: None,
        }
    }
}

/// What everybody is held to.
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// The longest a move may take.
    pub move_time: Option<Duration>,
    /// Who ends games whose outcome is clear.
    pub adjudicator: Option<Adjudicator>,
    /// Set when the game is to be given up: nothing is returned then.
    pub stop: &'a AtomicBool,
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
    /// Whether a solver ended it.
    pub adjudicated: bool,
    /// For each move after the opening, positions searched.
    pub nodes: Vec<u64>,
    /// Likewise, those without children.
    pub leaves: Vec<u64>,
    /// Likewise, microseconds.
    pub micros: Vec<u64>,
    /// Likewise, whether a better move was known to the critic; `None` without one.
    pub lapses: Vec<Option<bool>>,
    /// Likewise, whether it gave the result away; `None` where nothing could be. Empty if nobody asked.
    pub mistakes: Vec<Option<bool>>,
}

impl Course {
    fn after(opening: &[AnyMove]) -> Course {
        Course {
            line: opening.to_vec(),
            ..Course::default()
        }
    }

    fn push(&mut self, turn: &Turn) {
        self.line.push(turn.mv);
        self.nodes.push(turn.nodes);
        self.leaves.push(turn.leaves);
        self.micros.push(turn.taken.as_micros() as u64);
        self.lapses.push(turn.lapse);
    }

    /// The end by forfeit.
    fn given_away(mut self, game: &AnyGame, seat: usize, failing: Failing) -> Course {
        self.forfeit = Some(Forfeit {
            seat,
            reason: failing.reason,
            why: failing.why,
        });
        self.outcome = Some(match game.players() {
            2 => Outcome::Win(PlayerId::new(1 - seat)),
            _ => Outcome::Draw,
        });
        self
    }
}

/// A move that was made.
struct Turn {
    mv: AnyMove,
    next: AnyState,
    nodes: u64,
    leaves: u64,
    taken: Duration,
    lapse: Option<bool>,
}

/// A move that was not.
struct Failing {
    reason: Reason,
    why: Option<String>,
}

impl From<Reason> for Failing {
    fn from(reason: Reason) -> Failing {
        Failing { reason, why: None }
    }
}

impl From<PlayerFailure> for Failing {
    /// With what was said of it: the first line, and not endlessly.
    fn from(failure: PlayerFailure) -> Failing {
        const MOST: usize = 300;
        let line = failure.why.lines().next().unwrap_or_default();
        Failing {
            reason: match failure.kind {
                FailureKind::Crash => Reason::Crash,
                FailureKind::Late => Reason::Timeout,
                FailureKind::Illegal => Reason::Illegal,
            },
            why: Some(line.chars().take(MOST).collect()),
        }
    }
}

impl Referee<'_> {
    /// Lets players play from an opening to the end; `None` if it was stopped.
    ///
    /// # Panics
    /// If the opening is not legal or there are fewer players than the game needs.
    pub fn play(
        &self,
        game: &AnyGame,
        opening: &[AnyMove],
        seats: &mut [SeatedPlayer],
    ) -> Option<Course> {
        let mut course = Course::after(opening);
        let mut state = opening.iter().fold(game.start(), |state, &mv| {
            game.play(&state, mv).expect("the opening is legal")
        });
        while game.outcome(&state).is_none() {
            let limits = Limits::until(self.stop);
            let known = self
                .adjudicator
                .and_then(|by| by.outcome(game, &state, limits));
            if known.is_some() {
                (course.outcome, course.adjudicated) = (known, true);
                return Some(course);
            }
            let seat = game.to_move(&state).index();
            let at = Situation {
                game,
                line: &course.line,
                state: &state,
            };
            let turn = self.turn(&at, &mut seats[seat]);
            // A thought that was cut short says nothing about the player.
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            match turn {
                Ok(turn) => {
                    course.push(&turn);
                    state = turn.next;
                }
                Err(failing) => return Some(course.given_away(game, seat, failing)),
            }
        }
        course.outcome = game.outcome(&state);
        Some(course)
    }

    /// Asks for a move. The player knows its limits; whether it was late, the clock says afterwards.
    fn turn(&self, at: &Situation<'_>, seat: &mut SeatedPlayer) -> Result<Turn, Failing> {
        let start = Instant::now();
        let limits = Limits {
            deadline: self.move_time.map(|time| start + time),
            ..Limits::until(self.stop)
        };
        let player = &mut seat.player;
        let think = || player.think(at, Request::within(limits));
        let answer = catch_unwind(AssertUnwindSafe(think));
        let taken = start.elapsed();
        let late = self.move_time.is_some_and(|time| taken > time);
        let report = match answer {
            Err(_) => return Err(Reason::Crash.into()),
            Ok(Err(failure)) => return Err(failure.into()),
            Ok(_) if late => return Err(Reason::Timeout.into()),
            Ok(Ok(report)) => report,
        };
        let mv = report.choice;
        let next = at.game.play(at.state, mv);
        let next = next.map_err(|error| PlayerFailure::illegal(error.to_string()))?;
        let critic = seat.critic.as_mut();
        Ok(Turn {
            mv,
            next,
            nodes: report.nodes,
            leaves: report.leaves,
            taken,
            lapse: critic.and_then(|critic| self.is_lapse(&mut **critic, at, mv)),
        })
    }

    /// Whether a critic who values every move exactly knows a better one; `None` if it has no exact values.
    fn is_lapse(&self, critic: &mut dyn Player, at: &Situation<'_>, mv: AnyMove) -> Option<bool> {
        let request = Request {
            all_moves: true,
            ..Request::within(Limits::until(self.stop))
        };
        let report = critic.think(at, request).ok()?;
        let exact = report
            .moves
            .iter()
            .filter(|root| root.bound == Bound::Exact);
        let played = exact.clone().find(|root| root.mv == mv)?;
        let best = exact.map(|root| root.value).max()?;
        Some(played.value < best)
    }
}

impl Plan {
    /// Plays a game of the plan and writes it down; `None` if it was stopped.
    pub fn play(
        &self,
        bout: &Bout,
        players: &dyn PlayerFactory,
        stop: &AtomicBool,
    ) -> Option<Record> {
        let cell = &self.cells[bout.cell];
        let game = AnyGame::new(cell.game);
        let opening = self.opening(bout, &game);
        let referee = Referee {
            move_time: self.move_time,
            adjudicator: self.adjudicator,
            stop,
        };
        let mut course = match self.seats(bout, &game, players) {
            Ok(mut seats) => referee.play(&game, &opening, &mut seats)?,
            Err((seat, error)) => {
                let failing = PlayerFailure::crash(error.to_string()).into();
                Course::after(&opening).given_away(&game, seat, failing)
            }
        };
        if self.measures.mistakes {
            course.mistakes = mistakes::given_away(&game, &course.line, opening.len(), stop)?;
        }
        Some(self.record(bout, &game, opening.len(), course, players))
    }

    /// The players of a game; the first seat that nobody can be found for, and why.
    fn seats(
        &self,
        bout: &Bout,
        game: &AnyGame,
        players: &dyn PlayerFactory,
    ) -> Result<Vec<SeatedPlayer>, (usize, FactoryError)> {
        let cell = &self.cells[bout.cell];
        let twister: SharedTwister = Arc::new(Mutex::new(Mt19937::new(bout.seeds[0])));
        let seated = |(&agent, &seed): (&usize, &u64)| {
            let name = &cell.agents[agent];
            let setup = SeatSetup {
                game,
                seed,
                twister: &twister,
            };
            Ok(SeatedPlayer {
                player: players.player(name, &setup)?,
                critic: match self.measures.lapses {
                    true => players.critic(name, &setup)?,
                    false => None,
                },
            })
        };
        let seats = bout.seats.iter().zip(&bout.seeds).map(seated);
        seats
            .enumerate()
            .map(|(seat, player)| player.map_err(|error| (seat, error)))
            .collect()
    }

    fn record(
        &self,
        bout: &Bout,
        game: &AnyGame,
        opened: usize,
        course: Course,
        players: &dyn PlayerFactory,
    ) -> Record {
        let Cell {
            game: rules,
            agents,
            ..
        } = &self.cells[bout.cell];
        let keep = |wanted: bool, values: Vec<u64>| if wanted { values } else { Vec::new() };
        let digit = |judged: &Option<bool>| match judged {
            None => '-',
            Some(false) => '0',
            Some(true) => '1',
        };
        let lapses = course.lapses.iter().map(digit);
        Record {
            game: bout.index,
            cell: bout.cell,
            rules: rules.to_string(),
            agents: agents.clone(),
            programs: programs(agents, players),
            seats: bout.seats.clone(),
            opening: bout.opening,
            seeds: bout.seeds.clone(),
            moves: line_text(&course.line),
            opened,
            plies: course.line.len(),
            outcome: course.outcome.expect("the game is over"),
            forfeit: course.forfeit,
            adjudicated: course.adjudicated,
            lapses: lapses.filter(|_| self.measures.lapses).collect(),
            mistakes: course.mistakes.iter().map(digit).collect(),
            nodes: keep(self.measures.nodes, course.nodes),
            leaves: keep(self.measures.leaves, course.leaves),
            micros: keep(self.measures.time, course.micros),
            movers: movers(game, &course.line, opened),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Who made each move after the opening, as digits.
pub(crate) fn movers(game: &AnyGame, line: &[AnyMove], opened: usize) -> String {
    let mut state = game.start();
    let mut movers = String::new();
    for (ply, &mv) in line.iter().enumerate() {
        if ply >= opened {
            movers.push(char::from(b'0' + game.to_move(&state).index() as u8));
        }
        state = game.play_unchecked(&state, mv);
    }
    movers
}

/// Which programs the agents are; nothing if all are Poda's own.
pub(crate) fn programs(agents: &[String], players: &dyn PlayerFactory) -> Vec<String> {
    let identities = agents.iter().map(|name| players.identity(name));
    let identities: Vec<Option<String>> = identities.collect();
    if identities.iter().all(Option::is_none) {
        return Vec::new();
    }
    identities
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect()
}
