//! Other machines: where each request comes from, and how much one of them may have, so that none fills the server for everybody else.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::refused::Refused;

/// The other machine that something comes from, by its network; or this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guest(Option<IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Guest, Infallible> {
        let from = parts.extensions.get::<ConnectInfo<Guest>>();
        Ok(from.map_or(Guest::HERE, |ConnectInfo(from)| *from))
    }
}

impl Guest {
    /// Nobody else's machine.
    pub(crate) const HERE: Guest = Guest(None);

    /// Whoever comes from our own number is here, too: that is what a browser of this machine does which opens the address for other devices.
    pub(crate) fn of(from: IpAddr, to: Option<IpAddr>) -> Guest {
        let from = from.to_canonical();
        match from.is_loopback() || to.is_some_and(|to| to.to_canonical() == from) {
            true => Guest::HERE,
            false => Guest(Some(network(from))),
        }
    }

    /// Whether one more of its requests may wait where so many find room and these wait. One other machine has a quarter of it at the most.
    pub(crate) fn may_wait(
        self,
        room: usize,
        waiting: impl ExactSizeIterator<Item = Guest>,
    ) -> Result<(), NoRoom> {
        if waiting.len() >= room {
            return Err(NoRoom::Full);
        }
        let own = waiting.filter(|other| *other == self).count();
        match self != Guest::HERE && own >= room.div_ceil(4) {
            true => Err(NoRoom::Share),
            false => Ok(()),
        }
    }
}

/// A machine chooses the second half of its number in IPv6 itself.
fn network(from: IpAddr) -> IpAddr {
    match from {
        IpAddr::V4(_) => from,
        IpAddr::V6(number) => IpAddr::V6(Ipv6Addr::from_bits(number.to_bits() >> 64 << 64)),
    }
}

/// Why something may not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// Too much waits.
    Full,
    /// Too much of one other machine does.
    Share,
}

impl NoRoom {
    /// What is answered; `full` where there is no room for anybody.
    pub(crate) fn refused(self, full: Refused) -> Refused {
        match self {
            NoRoom::Full => full,
            NoRoom::Share => Refused::TooMuch(
                "your machine waits for as much here as one may: wait a moment and do that again",
            ),
        }
    }
}

/// Whoever waits for something that has no list of its own.
pub(crate) struct WaitingRoom {
    room: usize,
    waiting: Mutex<Vec<Guest>>,
}

impl WaitingRoom {
    pub(crate) fn new(room: usize) -> Arc<WaitingRoom> {
        Arc::new(WaitingRoom {
            room,
            waiting: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Guest>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place, which is free again when it is dropped.
    pub(crate) fn enter(self: &Arc<WaitingRoom>, guest: Guest) -> Result<Waits, NoRoom> {
        let mut waiting = self.lock();
        guest.may_wait(self.room, waiting.iter().copied())?;
        waiting.push(guest);
        Ok(Waits {
            room: Arc::clone(self),
            guest,
        })
    }

    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.lock().len()
    }
}

/// A place in a waiting room.
pub(crate) struct Waits {
    room: Arc<WaitingRoom>,
    guest: Guest,
}

impl Drop for Waits {
    fn drop(&mut self) {
        let mut waiting = self.room.lock();
        // Places are alike: it matters only whose is free.
        if let Some(at) = waiting.iter().position(|guest| *guest == self.guest) {
            waiting.swap_remove(at);
        }
    }
}

/// The games that other machines have made since the server started, as far as they are not known to be over.
#[derive(Default)]
pub(crate) struct Guests(Mutex<HashMap<String, Guest>>);

impl Guests {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Guest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a machine that has made `most` games that are not over.
    pub(crate) fn may_make(
        &self,
        guest: Guest,
        most: usize,
        is_open: impl Fn(&str) -> bool,
    ) -> Result<(), Refused> {
        let mut games = self.lock();
        let own =
            |games: &HashMap<String, Guest>| games.values().filter(|by| **by == guest).count();
        if own(&games) < most {
            return Ok(());
        }
        games.retain(|id, by| *by != guest || is_open(id));
        if own(&games) < most {
            return Ok(());
        }
        Err(Refused::not_allowed(format!(
            "{most} games that your machine has made are open here, and that is the most for one: finish or delete some"
        )))
    }

    /// Remembers who has made a game.
    pub(crate) fn made(&self, guest: Guest, id: &str) {
        if guest != Guest::HERE {
            self.lock().insert(id.to_owned(), guest);
        }
    }

    /// Who has made a game; whoever plays in it waits on their account.
    pub(crate) fn maker(&self, id: &str) -> Guest {
        self.lock().get(id).copied().unwrap_or(Guest::HERE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(number: &str) -> Guest {
        Guest::of(number.parse().unwrap(), None)
    }

    #[test]
    fn a_machine_that_has_made_too_many_is_refused_until_some_are_over() {
        let guests = Guests::default();
        let (one, other) = (guest("192.0.2.1"), guest("192.0.2.2"));
        let may = |guest, open: &[&str]| {
            let made = guests.may_make(guest, 2, |id| open.contains(&id));
            made.is_ok()
        };
        for id in ["a", "b"] {
            assert!(may(one, &["a", "b"]));
            guests.made(one, id);
            guests.made(Guest::HERE, "c");
        }
        assert!(!may(one, &["a", "b"]));
        assert!(may(other, &["a", "b"]) && may(Guest::HERE, &["a", "b"]));
        assert_eq!((guests.maker("b"), guests.maker("c")), (one, Guest::HERE));
        assert!(may(one, &["b"]), "one of them is over");
        guests.made(one, "d");
        assert!(!may(one, &["b", "d"]));
    }

    #[test]
    fn this_machine_is_known_by_its_numbers() {
        let number = |text: &str| text.parse::<IpAddr>().unwrap();
        for (from, to, here) in [
            ("127.0.0.1", "127.0.0.1", true),
            ("::1", "::1", true),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1", true),
            ("192.168.1.7", "192.168.1.7", true),
            ("::ffff:192.168.1.7", "::ffff:192.168.1.7", true),
            ("192.168.1.8", "192.168.1.7", false),
            ("::ffff:192.168.1.8", "::ffff:192.168.1.7", false),
        ] {
            let guest = Guest::of(number(from), Some(number(to)));
            assert_eq!(guest == Guest::HERE, here, "{from}");
        }
        assert_ne!(guest("192.168.1.8"), Guest::HERE);
    }

    #[test]
    fn one_machine_has_one_number() {
        assert_eq!(guest("2001:db8::1"), guest("2001:db8::ffff:1:2:3"));
        assert_ne!(guest("2001:db8::1"), guest("2001:db8:0:1::1"));
        assert_ne!(guest("192.0.2.1"), guest("192.0.2.2"));
        assert_eq!(guest("::ffff:192.0.2.1"), guest("192.0.2.1"));
    }

    #[test]
    fn one_other_machine_has_a_quarter_of_a_waiting_room() {
        let room = WaitingRoom::new(8);
        let (one, other) = (guest("2001:db8::1"), guest("192.0.2.2"));
        let enter = |who| room.enter(who);
        let mut held = vec![enter(one).ok(), enter(one).ok()];
        assert_eq!(enter(guest("2001:db8::2")).err(), Some(NoRoom::Share));
        held.pop();
        assert!(enter(one).is_ok(), "one place is free again");
        held.extend([enter(one).ok(), enter(other).ok(), enter(other).ok()]);
        assert_eq!(enter(other).err(), Some(NoRoom::Share));
        held.extend([(); 4].map(|()| enter(Guest::HERE).ok()));
        assert!(held.iter().all(Option::is_some));
        assert_eq!(enter(Guest::HERE).err(), Some(NoRoom::Full));
        held.clear();
        assert_eq!(room.waiting(), 0);
    }
}
