//! What people do to a game.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::{BUSY, GameService};
use crate::api::{GameView, MoveRequest, PauseRequest, SeatRequest, Seen};
use crate::caps;
use crate::holders::Visitor;
use crate::refused::Refused;
use crate::seats::lane;
use crate::stored_game::StoredGame;

impl GameService {
    /// Changes a game: on a copy, stored, and only then shown to anybody. The change says whether there was one.
    pub(super) fn change(
        self: &Arc<GameService>,
        id: &str,
        seen: Option<u64>,
        who: Visitor,
        change: impl FnOnce(&mut StoredGame) -> Result<bool, Refused>,
    ) -> Result<GameView, Refused> {
        if self.is_stopping() {
            return Err(Refused::Stopping);
        }
        let live = self.live(id)?;
        let mut state = live.lock()?;
        if let Some(seen) = seen {
            state.expect(seen, who)?;
        }
        state.looked = Instant::now();
        let mut next = state.stored.clone();
        if change(&mut next)? {
            self.can_think_about(&next, self.guests.maker(id))?;
            self.replace(&mut state, next)?;
            self.go_on(&live, &mut state, false);
            live.tell_game(&state);
        }
        Ok(state.view(who))
    }

    pub(crate) fn play(
        self: &Arc<GameService>,
        id: &str,
        request: &MoveRequest,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        self.change(id, Some(request.version), who, |game| {
            game.play(&request.mv, who).map(|()| true)
        })
    }

    pub(crate) fn undo(
        self: &Arc<GameService>,
        id: &str,
        seen: Seen,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        self.change(id, Some(seen.version), who, |game| {
            game.undo(who).map(|()| true)
        })
    }

    pub(crate) fn redo(
        self: &Arc<GameService>,
        id: &str,
        seen: Seen,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        self.change(id, Some(seen.version), who, |game| {
            game.redo(who).map(|()| true)
        })
    }

    pub(crate) fn resign(
        self: &Arc<GameService>,
        id: &str,
        seen: Seen,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        self.change(id, Some(seen.version), who, |game| {
            game.resign(who).map(|()| true)
        })
    }

    pub(crate) fn pause(
        self: &Arc<GameService>,
        id: &str,
        request: PauseRequest,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        self.change(id, None, who, |game| {
            game.holders.admit(who)?;
            let changes = game.paused != request.paused;
            game.paused = request.paused;
            Ok(changes)
        })
    }

    /// Takes a seat that is free, or one that was given up long ago.
    pub(crate) fn take(
        self: &Arc<GameService>,
        id: &str,
        request: SeatRequest,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        let now = self.now();
        self.change(id, None, who, |game| {
            let lapsed = now.saturating_sub(game.changed) >= caps::HELD.as_millis() as u64;
            let seats = game.session.seats();
            game.holders.take(who, request.seat, seats, lapsed)
        })
    }

    /// Leaves a seat to whoever comes next.
    pub(crate) fn leave(
        self: &Arc<GameService>,
        id: &str,
        request: SeatRequest,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        self.change(id, None, who, |game| {
            game.holders.leave(who, request.seat, game.session.seats())
        })
    }

    /// Lets the computer of a paused game make one move.
    pub(crate) fn step(
        self: &Arc<GameService>,
        id: &str,
        seen: Seen,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        let live = self.live(id)?;
        let mut state = live.lock()?;
        state.stored.holders.admit(who)?;
        state.expect(seen.version, who)?;
        let Some((_, seat)) = state.stored.computer() else {
            return Err(Refused::not_allowed("it is not a computer's turn"));
        };
        let lane = lane(seat, state.stored.session.game());
        if !state.stored.paused {
            return Err(Refused::not_allowed(
                "pause the game first: then it can be played step by step",
            ));
        }
        state.looked = Instant::now();
        if state.search.is_none() {
            let room = self.queue.has_room(lane, self.guests.maker(id));
            room.map_err(|none| none.refused(BUSY))?;
            self.go_on(&live, &mut state, true);
            live.tell_game(&state);
        }
        Ok(state.view(who))
    }

    /// Has the computer play the best that it has found so far.
    pub(crate) fn move_now(
        self: &Arc<GameService>,
        id: &str,
        seen: Seen,
        who: Visitor,
    ) -> Result<GameView, Refused> {
        let live = self.live(id)?;
        let state = live.lock()?;
        state.stored.holders.admit(who)?;
        state.expect(seen.version, who)?;
        match &state.search {
            Some(search) => search.stop.store(true, Ordering::Relaxed),
            None => return Err(Refused::not_allowed("no computer is thinking here")),
        }
        Ok(state.view(who))
    }
}
