//! Computers that sit in games and wait for their turn. They live as long as their seat, so that what they remember of a
//! search lasts from move to move; when there are too many, those leave that have waited longest.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poda_engine::{Player, PlayerId};

use super::idle::Idle;

/// Where a player sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) game: String,
    pub(super) seat: PlayerId,
}

struct Seated {
    place: Place,
    /// How much memory the player may hold.
    bytes: usize,
    player: Box<dyn Player>,
}

pub(super) struct SeatedPlayers {
    waiting: Mutex<Idle<Seated>>,
    most: usize,
    most_bytes: usize,
}

impl SeatedPlayers {
    pub(super) fn new(most: usize, most_bytes: usize) -> SeatedPlayers {
        SeatedPlayers {
            waiting: Mutex::default(),
            most,
            most_bytes,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Idle<Seated>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player of this seat, if it still waits: whoever takes it gives it back.
    pub(super) fn take(&self, place: &Place) -> Option<Box<dyn Player>> {
        let seated = self.lock().take(|seated| seated.place == *place)?;
        Some(seated.player)
    }

    /// Has the player wait for its next turn.
    pub(super) fn give_back(&self, place: Place, bytes: usize, player: Box<dyn Player>) {
        let mut waiting = self.lock();
        let before = waiting.take(|seated| seated.place == place);
        waiting.put(Seated {
            place,
            bytes,
            player,
        });
        let mut total: usize = waiting.iter().map(|seated| seated.bytes).sum();
        let mut leaving: Vec<Seated> = before.into_iter().collect();
        // The last to sit down stays, however large: the largest solver would else begin anew at each move.
        while waiting.len() > self.most || total > self.most_bytes && waiting.len() > 1 {
            let Some(first) = waiting.take_first() else {
                break;
            };
            total -= first.bytes;
            leaving.push(first);
        }
        // Large tables are given back to the system without the lock.
        drop(waiting);
        drop(leaving);
    }

    /// Those who have waited too long leave: whoever comes back to their game finds another player there.
    pub(super) fn dismiss(&self, longest: Duration) {
        let leaving = self.lock().take_unused(longest);
        drop(leaving);
    }

    /// Nobody plays this game any more.
    pub(super) fn leave(&self, game: &str) {
        let next = || self.lock().take(|seated| seated.place.game == game);
        while let Some(leaving) = next() {
            drop(leaving);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{Agent, AnyGame};

    fn place(game: &str) -> Place {
        Place {
            game: game.to_owned(),
            seat: PlayerId::FIRST,
        }
    }

    fn player() -> Box<dyn Player> {
        let game: AnyGame = "connect4".parse().unwrap();
        Box::new(Agent::new(&"random".parse().unwrap(), &game, 1).unwrap())
    }

    #[test]
    fn whoever_waited_longest_leaves_first() {
        let players = SeatedPlayers::new(2, 100);
        for game in ["a", "b", "c"] {
            players.give_back(place(game), 10, player());
        }
        assert!(players.take(&place("a")).is_none());
        let b = players.take(&place("b")).unwrap();
        assert!(players.take(&place("b")).is_none(), "it was taken");
        players.give_back(place("b"), 10, b);
        players.give_back(place("d"), 10, player());
        assert!(players.take(&place("c")).is_none(), "b was here later");
        players.leave("b");
        assert!(players.take(&place("b")).is_none());
        assert!(players.take(&place("d")).is_some());
    }

    #[test]
    fn whoever_has_waited_too_long_leaves() {
        let players = SeatedPlayers::new(10, 100);
        players.give_back(place("a"), 10, player());
        players.dismiss(Duration::from_secs(3600));
        let a = players.take(&place("a")).unwrap();
        players.give_back(place("a"), 10, a);
        players.dismiss(Duration::ZERO);
        assert!(players.take(&place("a")).is_none());
    }

    #[test]
    fn large_tables_leave_before_there_are_too_many() {
        let players = SeatedPlayers::new(10, 100);
        players.give_back(place("a"), 60, player());
        players.give_back(place("b"), 60, player());
        assert!(players.take(&place("a")).is_none());
        // One that is larger than everything allowed stays alone, until the next one comes.
        players.give_back(place("c"), 101, player());
        assert!(players.take(&place("b")).is_none());
        players.give_back(place("d"), 10, player());
        assert!(players.take(&place("c")).is_none());
        assert!(players.take(&place("d")).is_some());
    }
}
