//! Computers at work: who thinks when, and what becomes of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use poda_engine::{
    Agent, AgentSpec, AnyMove, Limits, Observer, Player, Request, ResolvedPlayer, SearchReport,
    Session, Situation,
};

use super::seated_players::Place;
use super::{BUSY, GameService};
use crate::api::{Finding, Source, Thought, Verdict};
use crate::caps;
use crate::live_game::{Event, LiveGame, LiveState, Search, json};
use crate::refused::Refused;
use crate::seats::lane;
use crate::stored_game::StoredGame;

/// Thoughts go out at most this often.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(100);

/// How many positions a solver may look at before a computer thinks, to know what is certain: a millisecond.
const KNOWN_NODES: u64 = 20_000;

/// What a computer is to think about.
struct Turn {
    place: Place,
    session: Session,
    agent: AgentSpec,
    means: ResolvedPlayer,
    version: u64,
    seed: u64,
    /// What is certain of the position, and what that rests on. In a game without analysis nobody is told.
    known: Option<(Verdict, Source)>,
}

impl Turn {
    fn of(stored: &StoredGame) -> Option<Turn> {
        let (seat, agent) = stored.computer()?;
        Some(Turn {
            place: Place {
                game: stored.id.clone(),
                seat,
            },
            session: stored.session.clone(),
            agent,
            // A session has no agent that does not play its game.
            means: agent.resolve(stored.session.game()).ok()?,
            version: stored.version,
            seed: stored.seed,
            known: None,
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

    /// What the player expects, unless more is known, and what that rests on.
    fn judged(&self, report: &SearchReport<AnyMove>) -> (Verdict, Source) {
        let (game, state) = (self.session.game(), self.session.state());
        let own = || {
            let source = match report.solved {
                true => Source::Solver,
                false => Source::Search,
            };
            (Verdict::of(game, state, &self.means, report), source)
        };
        self.known.unwrap_or_else(own)
    }
}

impl GameService {
    /// Refuses a change after which a computer would have to think, if too many wait already.
    pub(super) fn can_think_about(&self, next: &StoredGame) -> Result<(), Refused> {
        let Some((_, agent)) = next.computer().filter(|_| !next.paused) else {
            return Ok(());
        };
        if self.queue.has_room(lane(&agent, next.session.game())) {
            Ok(())
        } else {
            Err(BUSY)
        }
    }

    /// Lets the computer think whose turn it is, if it is one's. Whether it does now.
    pub(super) fn go_on(
        self: &Arc<GameService>,
        live: &Arc<LiveGame>,
        state: &mut LiveState,
        step: bool,
    ) -> bool {
        let Some((_, agent)) = state.stored.computer() else {
            return false;
        };
        let watched = live.has_listeners() || state.looked.elapsed() < caps::UNWATCHED;
        let waits = state.stored.paused && !step;
        if waits || (!state.stored.has_humans() && !watched) {
            return false;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (service, to, flag) = (Arc::clone(self), Arc::clone(live), Arc::clone(&stop));
        let lane = lane(&agent, state.stored.session.game());
        let taken = self.queue.submit(lane, Arc::clone(&stop), move |limits| {
            service.think(&to, &flag, limits);
        });
        // Where too many wait, the next look tries again.
        state.search = taken.then_some(Search {
            stop,
            thought: None,
        });
        taken
    }

    /// Thinks about a computer's move and plays it, unless the game has moved on meanwhile.
    fn think(self: &Arc<GameService>, live: &Arc<LiveGame>, stop: &AtomicBool, limits: Limits<'_>) {
        let wanted = |state: &LiveState| state.is_searching(stop) && !self.is_stopping();
        let found = live.lock().ok().filter(|state| wanted(state));
        let found = found.and_then(|state| Some((Turn::of(&state.stored)?, state.stored.analysis)));
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
            let report = self.find_move(&turn, limits, &mut teller(live, stop, &turn));
            if report.is_some() {
                std::mem::forget(guard);
            }
            report
        };
        let (Some(report), Ok(mut state)) = (report, live.lock()) else {
            return;
        };
        if !wanted(&state) {
            return;
        }
        state.search = None;
        let mut next = state.stored.clone();
        let played = next
            .play_move(report.choice, turn.finding(&report, start))
            .and_then(|()| self.replace(&mut state, next));
        if played.is_ok() {
            self.go_on(live, &mut state, false);
        }
        if state.stored.ending().is_some() {
            self.players.leave(&turn.place.game);
        }
        // If it could not be stored, the computer is shown not to think; the next look has it try again.
        live.tell_game(&state);
    }

    /// Has the player of the seat find its move, and wait there for its next turn.
    fn find_move(
        &self,
        turn: &Turn,
        limits: Limits<'_>,
        observer: Observer<'_, AnyMove>,
    ) -> Option<SearchReport<AnyMove>> {
        let mut player = match self.players.take(&turn.place) {
            Some(player) => player,
            None => self.sit_down(turn)?,
        };
        let request = Request {
            limits,
            observer: Some(observer),
            all_moves: false,
        };
        let report = player.think(&turn.situation(), request).ok()?;
        let place = turn.place.clone();
        self.players.give_back(place, turn.means.memory(), player);
        Some(report)
    }

    /// A new player for a seat: the first one, or one for whom there was no space meanwhile.
    fn sit_down(&self, turn: &Turn) -> Option<Box<dyn Player>> {
        // A move that was taken back may be played differently the next time.
        let seed = turn
            .seed
            .wrapping_add(turn.version.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let game = turn.session.game();
        let agent = Agent::with_knowledge(&turn.agent, game, seed, &self.knowledge).ok()?;
        Some(Box::new(agent))
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
