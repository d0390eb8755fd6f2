//! Games that other machines have made: none of them may fill the server for everybody else.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::listener::Origin;
use crate::refused::Refused;

/// The other machine that a request comes from, if it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest(Option<IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Guest, Infallible> {
        let origin = parts.extensions.get::<ConnectInfo<Origin>>();
        Ok(Guest(origin.and_then(|ConnectInfo(origin)| match origin {
            Origin::Here => None,
            Origin::Elsewhere(from) => Some(network(*from)),
        })))
    }
}

/// A machine chooses the second half of its number in IPv6 itself.
fn network(from: IpAddr) -> IpAddr {
    match from {
        IpAddr::V4(_) => from,
        IpAddr::V6(number) => IpAddr::V6(Ipv6Addr::from_bits(number.to_bits() >> 64 << 64)),
    }
}

/// The games that each other machine has made since the server started, as far as they are not known to be over.
#[derive(Default)]
pub(crate) struct Guests(Mutex<HashMap<IpAddr, Vec<String>>>);

impl Guests {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a machine that has made `most` games that are not over.
    pub(crate) fn may_make(
        &self,
        Guest(from): Guest,
        most: usize,
        is_open: impl Fn(&str) -> bool,
    ) -> Result<(), Refused> {
        let mut games = self.lock();
        let own = from.and_then(|from| games.get_mut(&from));
        let Some(own) = own.filter(|own| own.len() >= most) else {
            return Ok(());
        };
        own.retain(|id| is_open(id));
        if own.len() < most {
            return Ok(());
        }
        Err(Refused::not_allowed(format!(
            "{most} games that your machine has made are open here, and that is the most for one: finish or delete some"
        )))
    }

    /// Counts a game that a machine has made.
    pub(crate) fn made(&self, Guest(from): Guest, id: &str) {
        let Some(from) = from else { return };
        let mut games = self.lock();
        let own = games.entry(from).or_default();
        // Two who ask for a rematch meet in one.
        if !own.iter().any(|other| other == id) {
            own.push(id.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_has_made_too_many_is_refused_until_some_are_over() {
        let guests = Guests::default();
        let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
        let may = |guest, open: &[&str]| {
            let made = guests.may_make(Guest(guest), 2, |id| open.contains(&id));
            made.is_ok()
        };
        for id in ["a", "b"] {
            assert!(may(Some(one), &["a", "b"]));
            // Counted once, however often somebody comes to it.
            for guest in [Some(one), Some(one), None] {
                guests.made(Guest(guest), id);
            }
        }
        assert!(!may(Some(one), &["a", "b"]));
        assert!(may(Some(other), &["a", "b"]) && may(None, &["a", "b"]));
        assert!(may(Some(one), &["b"]), "one of them is over");
        guests.made(Guest(Some(one)), "c");
        assert!(!may(Some(one), &["b", "c"]));
    }

    #[test]
    fn one_machine_has_one_number() {
        let number = |text: &str| network(text.parse().unwrap());
        assert_eq!(number("2001:db8::1"), number("2001:db8::ffff:1:2:3"));
        assert_ne!(number("2001:db8::1"), number("2001:db8:0:1::1"));
        assert_ne!(number("192.0.2.1"), number("192.0.2.2"));
    }
}
