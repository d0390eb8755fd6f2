//! Who may act for which seat. A browser is known by a random cookie that the page gives it; whoever sends none (a program, a
//! line of curl) is nobody in particular. What nobody in particular made is anybody's, so that programs need no cookies. Whoever
//! has the data folder, such as a game in the terminal, sits where the one browser of a game sits.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use poda_engine::{PlayerId, Seat};

use crate::api::Hold;
use crate::guests::Guest;
use crate::refused::Refused;

/// The cookie's name. Ports share cookies, so a server that had to move to another port still knows its browsers.
const COOKIE: &str = "poda";
/// As long as browsers keep a cookie: 400 days, from the last visit.
const KEPT: &str = "Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax";

/// What a browser is known by: 128 random bits, never shown to anybody else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key(u128);

impl Key {
    fn random() -> Option<Key> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(Key(u128::from_le_bytes(bytes)))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A key does not get into messages by accident.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl FromStr for Key {
    type Err = ();

    fn from_str(text: &str) -> Result<Key, ()> {
        let hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u128::from_str_radix(text, 16).map_err(|_| ())?;
        if hex { Ok(Key(bits)) } else { Err(()) }
    }
}

/// Whoever sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visitor(pub(crate) Option<Key>);

/// What whoever has the data folder of this process is known by.
static OWNER: LazyLock<Option<Key>> = LazyLock::new(Key::random);

impl Visitor {
    /// Whoever has the data folder.
    pub(crate) fn owner() -> Visitor {
        Visitor(*OWNER)
    }

    /// What such a visitor sends as a cookie.
    pub(crate) fn owner_cookie() -> String {
        OWNER.map_or(String::new(), |key| format!("{COOKIE}={key}"))
    }

    fn is_owner(self) -> bool {
        self.0.is_some() && self.0 == *OWNER
    }

    pub(crate) fn of(headers: &HeaderMap) -> Visitor {
        let texts = headers.get_all(header::COOKIE).iter();
        let pairs = texts.filter_map(|text| text.to_str().ok());
        let mut pairs = pairs.flat_map(|text| text.split(';'));
        Visitor(pairs.find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == COOKIE).then(|| value.parse().ok())?
        }))
    }

    /// The cookie that this browser shall keep: its own for longer, or a new one.
    pub(crate) fn cookie(self) -> Option<HeaderValue> {
        let key = self.0.or_else(Key::random)?;
        HeaderValue::from_str(&format!("{COOKIE}={key}; {KEPT}")).ok()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(Visitor::of(&parts.headers))
    }
}

/// Whoever may stop the server and run experiments: this machine, or whoever has the data folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner;

impl<S: Send + Sync> OptionalFromRequestParts<S> for Owner {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Owner>, Infallible> {
        // Not `Guest`'s own way: what came through no connection is nobody's.
        let from = parts.extensions.get::<ConnectInfo<Guest>>();
        let here = from.is_some_and(|ConnectInfo(from)| *from == Guest::HERE);
        let owns = here || Visitor::of(&parts.headers).is_owner();
        Ok(owns.then_some(Owner))
    }
}

/// Who may act for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Whoever likes.
    Anybody,
    /// Nobody yet: it waits for somebody to take it.
    Free,
    /// One browser.
    Browser(Key),
}

/// Who may act for each seat. A computer's seat is held by whoever made the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holders(Vec<Holder>);

impl Holders {
    /// All seats for whoever makes the game, but for those that are left free.
    pub(crate) fn new(maker: Visitor, free: &[bool]) -> Holders {
        // What is made in the terminal can be gone on with in any browser.
        let browser = maker.0.filter(|_| !maker.is_owner());
        let own = browser.map_or(Holder::Anybody, Holder::Browser);
        let of = |&free: &bool| if free { Holder::Free } else { own };
        Holders(free.iter().map(of).collect())
    }

    /// What a visitor is known by in this game. Whoever has the data folder counts as the only browser that sits there; where two
    /// do, they are left to themselves.
    fn key(&self, who: Visitor) -> Option<Key> {
        if !who.is_owner() {
            return who.0;
        }
        let mut browsers = self.0.iter().filter_map(|holder| match holder {
            Holder::Browser(key) => Some(*key),
            _ => None,
        });
        let first = browsers.next()?;
        browsers.all(|key| key == first).then_some(first)
    }

    fn of(&self, seat: PlayerId) -> Holder {
        // Games from before there were holders are anybody's.
        self.0.get(seat.index()).copied().unwrap_or(Holder::Anybody)
    }

    /// Whether this visitor may act for this seat.
    pub(crate) fn may(&self, who: Visitor, seat: PlayerId) -> bool {
        match self.of(seat) {
            Holder::Anybody => true,
            Holder::Free => false,
            Holder::Browser(key) => self.key(who) == Some(key),
        }
    }

    /// Whether this visitor has a say in the game: sits in it, or nobody does.
    pub(crate) fn includes(&self, who: Visitor) -> bool {
        let seats = 0..self.0.len();
        let held = |holder: &Holder| matches!(holder, Holder::Browser(_));
        seats.map(PlayerId::new).any(|seat| self.may(who, seat)) || !self.0.iter().any(held)
    }

    /// Refuses those who only watch.
    pub(crate) fn admit(&self, who: Visitor) -> Result<(), Refused> {
        if self.includes(who) {
            Ok(())
        } else {
            Err(Refused::not_yours(
                "you are watching this game: only those who sit in it may do that",
            ))
        }
    }

    /// Whether somebody is waited for.
    pub(crate) fn waits(&self) -> bool {
        self.0.contains(&Holder::Free)
    }

    /// Whether another browser holds one of the people's seats.
    pub(crate) fn shared(&self, who: Visitor, seats: &[Seat]) -> bool {
        let (own, held) = (self.key(who), self.0.iter().zip(seats));
        held.into_iter().any(|(holder, seat)| {
            *seat == Seat::Human && matches!(holder, Holder::Browser(key) if own != Some(*key))
        })
    }

    /// The seat as the visitor sees it.
    pub(crate) fn hold(&self, who: Visitor, seat: PlayerId) -> Hold {
        match self.of(seat) {
            Holder::Anybody => Hold::Anybody,
            Holder::Free => Hold::Free,
            Holder::Browser(key) if self.key(who) == Some(key) => Hold::Mine,
            Holder::Browser(_) => Hold::Taken,
        }
    }

    /// Seats the visitor, at this seat or at the first that is free. A seat that has `lapsed` counts as free. Whether that
    /// changed anything.
    pub(crate) fn take(
        &mut self,
        who: Visitor,
        wanted: Option<u8>,
        seats: &[Seat],
        lapsed: bool,
    ) -> Result<bool, Refused> {
        let Some(key) = self.key(who) else {
            return Err(Refused::not_yours(
                "a seat is kept by a cookie: send the one that /api/catalogue gives you",
            ));
        };
        let own = Holder::Browser(key);
        let people = |at: &usize| seats[*at] == Seat::Human;
        let free = |at: &usize| match self.of(PlayerId::new(*at)) {
            Holder::Free => true,
            Holder::Anybody => false,
            Holder::Browser(_) => lapsed,
        };
        let mut all = (0..seats.len()).filter(people);
        let at = match wanted.map(usize::from) {
            None if all.clone().any(|at| self.0.get(at) == Some(&own)) => return Ok(false),
            None => all.find(free),
            Some(at) if self.0.get(at) == Some(&own) => return Ok(false),
            Some(at) => Some(at).filter(|at| all.any(|seat| seat == *at) && free(at)),
        };
        let Some(at) = at else {
            return Err(Refused::not_allowed(
                "no seat is free there: you can watch this game",
            ));
        };
        self.0.resize(seats.len(), Holder::Anybody);
        self.0[at] = own;
        Ok(true)
    }

    /// Leaves a seat, or all that the visitor has: whoever comes next can take it. Whether that changed anything.
    pub(crate) fn leave(
        &mut self,
        who: Visitor,
        wanted: Option<u8>,
        seats: &[Seat],
    ) -> Result<bool, Refused> {
        let leaving: Vec<usize> = (0..seats.len())
            .filter(|&at| wanted.is_none_or(|wanted| at == usize::from(wanted)))
            .filter(|&at| seats[at] == Seat::Human && self.may(who, PlayerId::new(at)))
            .collect();
        if leaving.is_empty() {
            return Err(Refused::not_yours("that is not your seat to leave"));
        }
        self.0.resize(seats.len(), Holder::Anybody);
        for at in leaving {
            self.0[at] = Holder::Free;
        }
        Ok(true)
    }

    /// Everybody moves up one seat.
    pub(crate) fn rotate(&mut self) {
        if !self.0.is_empty() {
            self.0.rotate_left(1);
        }
    }
}

/// One word a seat: `*` for anybody, `-` for nobody yet, or the browser's key.
impl fmt::Display for Holders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, holder) in self.0.iter().enumerate() {
            let space = if at > 0 { " " } else { "" };
            match holder {
                Holder::Anybody => write!(f, "{space}*")?,
                Holder::Free => write!(f, "{space}-")?,
                Holder::Browser(key) => write!(f, "{space}{key}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Holders {
    type Err = ();

    fn from_str(text: &str) -> Result<Holders, ()> {
        let holder = |word: &str| match word {
            "*" => Ok(Holder::Anybody),
            "-" => Ok(Holder::Free),
            key => key.parse().map(Holder::Browser),
        };
        let holders: Result<_, ()> = text.split_whitespace().map(holder).collect();
        holders.map(Holders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: Visitor = Visitor(Some(Key(1)));
    const BEN: Visitor = Visitor(Some(Key(2)));
    const CURL: Visitor = Visitor(None);
    const TWO: [Seat; 2] = [Seat::Human, Seat::Human];
    const FIRST: PlayerId = PlayerId::FIRST;
    const SECOND: PlayerId = PlayerId::SECOND;

    #[test]
    fn a_cookie_is_given_once_and_known_again() {
        let told = CURL.cookie().unwrap();
        let told = told.to_str().unwrap();
        assert!(told.contains("HttpOnly; SameSite=Lax"), "{told}");
        let pair = told.split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        let sent = format!("other=1; {pair}; more=2");
        headers.insert(header::COOKIE, sent.parse().unwrap());
        let visitor = Visitor::of(&headers);
        assert!(visitor.0.is_some());
        assert_eq!(visitor.cookie().unwrap(), told);
        for bad in [
            "poda=1",
            "poda=",
            "poda",
            "poda=+0000000000000000000000000000001",
        ] {
            headers.insert(header::COOKIE, bad.parse().unwrap());
            assert_eq!(Visitor::of(&headers), CURL, "{bad}");
        }
    }

    #[test]
    fn whoever_has_the_folder_sits_where_the_only_browser_sits() {
        let own = Visitor::owner();
        let made = Holders::new(own, &[false, false]);
        assert!(made.may(ANNA, FIRST) && made.may(own, SECOND), "anybody's");
        let mut game = Holders::new(ANNA, &[false, true]);
        assert!(game.may(own, FIRST) && !game.shared(own, &TWO) && game.includes(own));
        assert_eq!(game.hold(own, FIRST), Hold::Mine);
        game.take(BEN, None, &TWO, false).unwrap();
        assert!(!game.may(own, FIRST) && !game.may(own, SECOND) && !game.includes(own));
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, Visitor::owner_cookie().parse().unwrap());
        assert_eq!(Visitor::of(&headers), own);
    }

    #[tokio::test]
    async fn the_owner_is_this_machine_or_has_the_folder() {
        let owns = async |from: Option<Guest>, cookie: String| {
            let mut request = axum::http::Request::new(());
            if let Some(from) = from {
                request.extensions_mut().insert(ConnectInfo(from));
            }
            let cookie = cookie.parse().unwrap();
            request.headers_mut().insert(header::COOKIE, cookie);
            let (mut parts, ()) = request.into_parts();
            let found =
                <Owner as OptionalFromRequestParts<()>>::from_request_parts(&mut parts, &());
            found.await.unwrap().is_some()
        };
        let guest = || format!("{COOKIE}={}", Key(1));
        assert!(owns(Some(Guest::HERE), String::new()).await);
        let elsewhere = Some(Guest::of([192, 0, 2, 7].into(), None));
        assert!(owns(elsewhere, Visitor::owner_cookie()).await);
        for from in [None, elsewhere] {
            assert!(!owns(from, guest()).await && !owns(from, String::new()).await);
        }
    }

    #[test]
    fn what_nobody_in_particular_made_is_anybodys() {
        let game = Holders::new(CURL, &[false, false]);
        for who in [ANNA, BEN, CURL] {
            assert!(game.may(who, FIRST) && game.includes(who) && !game.shared(who, &TWO));
        }
        let old: Holders = "".parse().unwrap();
        assert!(old.may(CURL, SECOND) && old.includes(ANNA));
        assert_eq!(old.hold(ANNA, FIRST), Hold::Anybody);
    }

    #[test]
    fn seats_are_taken_left_and_taken_again() {
        let mut game = Holders::new(ANNA, &[false, true]);
        assert!(game.may(ANNA, FIRST) && !game.may(ANNA, SECOND) && !game.may(BEN, SECOND));
        assert!(!game.includes(BEN));
        assert!(game.take(CURL, None, &TWO, false).is_err(), "no cookie");
        assert!(game.take(BEN, Some(0), &TWO, false).is_err(), "taken");
        assert!(!game.take(ANNA, None, &TWO, false).unwrap(), "she sits");
        assert!(game.take(BEN, None, &TWO, false).unwrap());
        assert!(!game.take(BEN, Some(1), &TWO, false).unwrap());
        assert!(game.may(BEN, SECOND) && !game.may(BEN, FIRST) && game.shared(ANNA, &TWO));
        assert_eq!(game.to_string().parse(), Ok(game.clone()));
        assert_eq!(
            [game.hold(BEN, FIRST), game.hold(BEN, SECOND)],
            [Hold::Taken, Hold::Mine]
        );
        assert!(game.leave(ANNA, Some(1), &TWO).is_err());
        assert!(game.leave(BEN, None, &TWO).unwrap());
        assert_eq!(game.hold(ANNA, SECOND), Hold::Free);
        assert!(
            game.take(ANNA, Some(1), &TWO, false).unwrap(),
            "both at one device"
        );
    }

    #[test]
    fn a_seat_that_lapsed_can_be_taken_and_one_of_a_computer_never() {
        let mut game = Holders::new(ANNA, &[false, false]);
        assert!(game.take(BEN, None, &TWO, false).is_err());
        assert!(game.take(BEN, None, &TWO, true).unwrap());
        let mixed = [Seat::Agent("random".parse().unwrap()), Seat::Human];
        let mut game = Holders::new(ANNA, &[false, false]);
        assert!(game.take(BEN, Some(0), &mixed, true).is_err());
        assert!(game.take(BEN, Some(7), &mixed, true).is_err());
    }

    #[test]
    fn whatever_stands_for_holders_is_read_or_refused() {
        use crate::hostile::{Numbers, hostile};
        let (mut numbers, mut read) = (Numbers::new(), 0);
        let seeds = ["* -".to_owned(), format!("{} {} *", Key(7), Key(u128::MAX))];
        for _ in 0..20_000 {
            let seed = &seeds[numbers.below(seeds.len())];
            let bytes = hostile(seed.as_bytes(), &mut numbers);
            if let Ok(holders) = String::from_utf8_lossy(&bytes).parse::<Holders>() {
                assert_eq!(holders.to_string().parse(), Ok(holders));
                read += 1;
            }
            let mut headers = HeaderMap::new();
            let cookie = [&b"a=1; poda="[..], &bytes].concat();
            if let Ok(cookie) = header::HeaderValue::from_bytes(&cookie) {
                headers.insert(header::COOKIE, cookie);
                let _ = Visitor::of(&headers);
            }
        }
        assert!(read > 100, "{read}");
    }
}
