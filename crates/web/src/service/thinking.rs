//! Computers at work: who thinks when, and what becomes of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use poda_engine::{
    Agent, AgentSpec, AnyGame, AnyMove, Certainty, Knowledge, Limits, Observer, Player,
    PlayerFailure, Request, ResolvedPlayer, SearchReport, Seat, Session, Situation,
};

use super::seated_players::Place;
use super::{BUSY, GameService};
use crate::api::{Finding, Source, Thought, Verdict};
use crate::caps;
use crate::guests::Guest;
use crate::live_game::{Event, LiveGame, LiveState, Search, json};
use crate::refused::Refused;
use crate::search_queue::Lane;
use crate::seats::{can_hasten, lane};
use crate::stored_game::StoredGame;

/// Thoughts go out at most this often.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);

/// How many positions a solver may look at before a computer thinks, to know what is certain: a millisecond.
const KNOWN_NODES: u64 = 20_000;

/// What a computer is to think about.
struct Turn {
    place: Place,
    session: Session,
    seat: Seat,
    means: ResolvedPlayer,
    version: u64,
    seed: u64,
    /// What is certain of the position, and what that rests on. In a game without analysis nobody is told.
    known: Option<(Verdict, Source)>,
    /// Where the same is found of a move.
    knowledge: Knowledge,
}

impl Turn {
    fn of(stored: &StoredGame, knowledge: &Knowledge) -> Option<Turn> {
        let (player, seat) = stored.computer()?;
        Some(Turn {
            place: Place {
                game: stored.id.clone(),
                seat: player,
            },
            session: stored.session.clone(),
            seat: seat.clone(),
            // A session has no agent that does not play its game.
            means: means(seat, stored.session.game())?,
            version: stored.version,
            seed: stored.seed,
            known: None,
            knowledge: knowledge.clone(),
        })
    }

    fn situation(&self) -> Situation<'_> {
        Situation {
            game: self.session.game(),
            line: self.session.line(),
            state: self.session.state(),
        }
    }

    fn thought(&self, report: &SearchReport<AnyMove>, since: Instant) -> Thought {
        let (verdict, source) = self.judged(report);
        Thought {
            version: self.version,
            player: self.place.seat.index() as u8,
            depth: report.depth,
            nodes: report.nodes,
            elapsed_ms: since.elapsed().as_millis() as u32,
            best: report.choice.to_string(),
            verdict,
            source,
        }
    }

    /// What is to be kept of a thought; nothing of a move that was made without one.
    fn finding(&self, report: &SearchReport<AnyMove>, since: Instant) -> Option<Finding> {
        if report.depth == 0 && !report.solved {
            return None;
        }
        let (verdict, source) = self.judged(report);
        Some(Finding {
            verdict,
            source,
            value: report.value.get(),
            depth: report.depth,
            nodes: report.nodes,
            elapsed_ms: since.elapsed().as_millis() as u32,
            line: report
                .line
                .iter()
                .take(caps::FINDING_LINE)
                .map(AnyMove::to_string)
                .collect(),
        })
    }

    /// What the player expects of its move, unless more is known, and what that rests on. Where a position is known, its moves nearly
    /// always are.
    fn judged(&self, report: &SearchReport<AnyMove>) -> (Verdict, Source) {
        let (game, state) = (self.session.game(), self.session.state());
        let own = || {
            let source = match report.solved {
                true => Source::Solver,
                false => Source::Search,
            };
            (Verdict::of(game, state, &self.means, report), source)
        };
        let Some(known) = self.known else {
            return own();
        };
        poda_coach::known_of_move(game, state, report.choice, &self.knowledge, KNOWN_NODES)
            .unwrap_or(known)
    }
}

/// What is known of whoever sits there. Another program's wins and losses are never certain.
fn means(seat: &Seat, game: &AnyGame) -> Option<ResolvedPlayer> {
    match seat {
        Seat::Human => None,
        Seat::Agent(agent) => agent.resolve(game).ok(),
        Seat::Program(_) => {
            let stand_in = AgentSpec::Random.resolve(game).ok()?;
            Some(ResolvedPlayer {
                certainty: Certainty::Neither,
                ..stand_in
            })
        }
    }
}

impl GameService {
    /// Refuses a change after which a computer would have to think, if too many wait already.
    pub(super) fn can_think_about(&self, next: &StoredGame, maker: Guest) -> Result<(), Refused> {
        let Some((_, seat)) = next.computer().filter(|_| !next.paused) else {
            return Ok(());
        };
        let lane = lane(seat, next.session.game());
        let room = self.queue.has_room(lane, maker);
        room.map_err(|none| none.refused(BUSY))
    }

    /// Lets the computer think whose turn it is, if it is one's. Whether it does now.
    pub(super) fn go_on(
        self: &Arc<GameService>,
        live: &Arc<LiveGame>,
        state: &mut LiveState,
        step: bool,
    ) -> bool {
        let Some((_, seat)) = state.stored.computer() else {
            return false;
        };
        let lane = lane(seat, state.stored.session.game());
        let watched = live.has_listeners() || state.looked.elapsed() < caps::UNWATCHED;
        let waits = state.stored.paused && !step;
        if waits || (!state.stored.has_humans() && !watched) {
            return false;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (service, to, flag) = (Arc::clone(self), Arc::clone(live), Arc::clone(&stop));
        let maker = self.guests.maker(&state.stored.id);
        let think = move |limits: Limits<'_>| service.think(&to, &flag, limits);
        let taken = self.queue.submit(lane, maker, Arc::clone(&stop), think);
        // Where too many wait, the next look tries again.
        state.search = taken.is_ok().then_some(Search {
            stop,
            thought: None,
        });
        taken.is_ok()
    }

    /// Thinks about a computer's move and plays it, unless the game has moved on meanwhile.
    fn think(self: &Arc<GameService>, live: &Arc<LiveGame>, stop: &AtomicBool, limits: Limits<'_>) {
        let wanted = |state: &LiveState| state.is_searching(stop) && !self.is_stopping();
        let found = live.lock().ok().filter(|state| wanted(state));
        let found = found.and_then(|state| {
            let turn = Turn::of(&state.stored, &self.knowledge)?;
            Some((turn, state.stored.analysis))
        });
        let Some((mut turn, analysis)) = found else {
            return;
        };
        let start = Instant::now();
        let report = {
            let guard = Unfinished { live, stop };
            if analysis {
                let (game, state) = (turn.session.game(), turn.session.state());
                turn.known = poda_coach::known(game, state, &self.knowledge, KNOWN_NODES);
            }
            let limits = limits.and(self.haste(&turn));
            let report = self.find_move(&turn, limits, &mut teller(live, stop, &turn));
            // Another program that fails gives the game up; one of ours is shown not to think, and tried again.
            if report.is_ok() || matches!(turn.seat, Seat::Program(_)) {
                std::mem::forget(guard);
            }
            report
        };
        let leave = || self.players.leave(&turn.place.game);
        let Ok(mut state) = live.lock() else {
            return leave();
        };
        if !wanted(&state) {
            // Of a game that ended meanwhile, nobody waits for another turn.
            if state.stored.ending().is_some() {
                leave();
            }
            return;
        }
        let mut next = state.stored.clone();
        let played = match report {
            Ok(report) => next.play_move(report.choice, turn.finding(&report, start)),
            Err(failure) if matches!(turn.seat, Seat::Program(_)) => {
                self.tell_of_failure(&turn, &failure);
                next.give_up(turn.place.seat);
                Ok(())
            }
            Err(_) => return,
        };
        state.search = None;
        let played = played.and_then(|()| self.replace(&mut state, next));
        if played.is_ok() {
            self.go_on(live, &mut state, false);
        }
        // If it could not be stored, the computer is shown not to think; the next look has it try again.
        live.tell_game(&state);
    }

    /// Where many wait, whoever counts positions looks at fewer: a move that is a little weaker is better than one that nobody waits for.
    fn haste(&self, turn: &Turn) -> Limits<'static> {
        let nodes = can_hasten(&turn.means);
        Limits {
            nodes: nodes.map(|nodes| self.queue.share(Lane::Quick, nodes)),
            ..Limits::default()
        }
    }

    /// Has the player of the seat find its move, and wait there for its next turn.
    fn find_move(
        &self,
        turn: &Turn,
        limits: Limits<'_>,
        observer: Observer<'_, AnyMove>,
    ) -> Result<SearchReport<AnyMove>, PlayerFailure> {
        let mut player = match self.players.take(&turn.place) {
            Some(player) => player,
            None => self.sit_down(turn)?,
        };
        let request = Request {
            limits,
            observer: Some(observer),
            all_moves: false,
        };
        let report = player.think(&turn.situation(), request)?;
        let place = turn.place.clone();
        self.players.give_back(place, turn.means.memory(), player);
        Ok(report)
    }

    /// Says to whoever started the server why a program of theirs gave up.
    fn tell_of_failure(&self, turn: &Turn, failure: &PlayerFailure) {
        eprintln!(
            "poda: {} gave up game {}: {failure}",
            turn.seat, turn.place.game
        );
    }

    /// A new player for a seat: the first one, or one for whom there was no space meanwhile.
    fn sit_down(&self, turn: &Turn) -> Result<Box<dyn Player>, PlayerFailure> {
        // A move that was taken back may be played differently the next time.
        let seed = turn
            .seed
            .wrapping_add(turn.version.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let game = turn.session.game();
        match &turn.seat {
            Seat::Human => Err(PlayerFailure::crash("a person plays here")),
            Seat::Agent(agent) => {
                let agent = Agent::with_knowledge(agent, game, seed, &self.knowledge);
                let agent = agent.map_err(|error| PlayerFailure::crash(error.to_string()))?;
                Ok(Box::new(agent))
            }
            Seat::Program(name) => {
                let gone = || PlayerFailure::crash("this server was started without it");
                let program = self.programs().player(name, game, seed);
                Ok(Box::new(program.ok_or_else(gone)??))
            }
        }
    }
}

/// Tells those who follow the game what its computer thinks.
fn teller<'a>(
    live: &'a LiveGame,
    stop: &'a AtomicBool,
    turn: &'a Turn,
) -> impl FnMut(&SearchReport<AnyMove>) + 'a {
    let start = Instant::now();
    let mut last: Option<Instant> = None;
    move |report| {
        if last.is_some_and(|last| last.elapsed() < BETWEEN_THOUGHTS) {
            return;
        }
        last = Some(Instant::now());
        let thought = json(&turn.thought(report, start));
        if let Ok(mut state) = live.lock()
            && state.is_searching(stop)
            && let Some(search) = &mut state.search
        {
            search.thought = Some(Arc::clone(&thought));
            live.tell(Event::Thinking(thought));
        }
    }
}

/// Takes the search off the game if the player fails or panics, so that the game does not seem to think for ever.
struct Unfinished<'a> {
    live: &'a LiveGame,
    stop: &'a AtomicBool,
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if let Ok(mut state) = self.live.lock()
            && state.is_searching(self.stop)
        {
            state.search = None;
            self.live.tell_game(&state);
        }
    }
}
