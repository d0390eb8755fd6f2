//! Connections: only so many at a time, only so many of one neighbour, and none for ever.
//!
//! Whoever connects gets a place. A connection to which nothing was written for a while is closed, whatever it sends meanwhile, unless it is
//! we who owe it an answer: a review may wait behind others. Streams of events write every 15 seconds. When all places are taken, a newcomer gets the place of
//! the connection that has waited longest without ever being answered, or else of the one that was answered longest ago.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::Request;
use axum::extract::connect_info::{ConnectInfo, Connected};
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::{IncomingStream, Listener};
use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

use crate::guests::Guest;

/// How many connections there may be, and how long one may last without an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionCaps {
    pub(crate) all: usize,
    /// Of one other machine.
    pub(crate) neighbour: usize,
    pub(crate) unanswered: Duration,
}

/// One connection, as the list of all of them knows it.
struct Place {
    from: Guest,
    /// When something was last written to it, or it was made; in milliseconds since the listener was.
    touched: AtomicU64,
    /// Whether anything was ever written to it.
    answered: AtomicBool,
    /// How many of its requests have been read and are not answered yet.
    owed: AtomicUsize,
    /// Set when somebody else is to have the place.
    leave: AtomicBool,
    waker: AtomicWaker,
}

struct Places {
    since: Instant,
    caps: ConnectionCaps,
    taken: Mutex<HashMap<u64, Arc<Place>>>,
    next: AtomicU64,
    freed: Notify,
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Place>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.since.elapsed().as_millis() as u64
    }

    /// A place for whoever comes from there, unless there are too many of them, or nobody has left yet.
    fn take(&self, from: Guest) -> Result<(u64, Arc<Place>), Full> {
        let mut taken = self.lock();
        let neighbours = taken.values().filter(|place| place.from == from).count();
        if from != Guest::HERE && neighbours >= self.caps.neighbour {
            return Err(Full::Neighbour);
        }
        if taken.len() >= self.caps.all {
            let staying = taken.values().filter(|place| !place.is_leaving());
            // One leaves for each that waits; who leaves already makes a place.
            if taken.len() - staying.clone().count() == 0
                && let Some(place) = staying.min_by_key(|place| place.worth())
            {
                place.leave.store(true, Ordering::Relaxed);
                place.waker.wake();
            }
            return Err(Full::All);
        }
        let place = Arc::new(Place {
            from,
            touched: AtomicU64::new(self.now()),
            answered: AtomicBool::new(false),
            owed: AtomicUsize::new(0),
            leave: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        taken.insert(number, Arc::clone(&place));
        Ok((number, place))
    }
}

enum Full {
    Neighbour,
    All,
}

impl Place {
    fn is_leaving(&self) -> bool {
        self.leave.load(Ordering::Relaxed)
    }

    fn is_owed(&self) -> bool {
        self.owed.load(Ordering::Relaxed) > 0
    }

    /// Whoever is worth least leaves first.
    fn worth(&self) -> (bool, u64) {
        let answered = self.answered.load(Ordering::Relaxed);
        (
            answered || self.is_owed(),
            self.touched.load(Ordering::Relaxed),
        )
    }
}

/// A listener that keeps count.
pub(crate) struct LimitedListener {
    listener: TcpListener,
    places: Arc<Places>,
}

impl LimitedListener {
    pub(crate) fn new(listener: TcpListener, caps: ConnectionCaps) -> LimitedListener {
        let places = Places {
            since: Instant::now(),
            caps,
            taken: Mutex::default(),
            next: AtomicU64::new(0),
            freed: Notify::new(),
        };
        LimitedListener {
            listener,
            places: Arc::new(places),
        }
    }

    /// A place, as soon as there is one; `None` for a neighbour who has too many.
    async fn place(&self, from: Guest) -> Option<TakenPlace> {
        loop {
            let freed = self.places.freed.notified();
            match self.places.take(from) {
                Ok((number, place)) => {
                    return Some(TakenPlace {
                        places: Arc::clone(&self.places),
                        number,
                        place,
                    });
                }
                Err(Full::Neighbour) => return None,
                Err(Full::All) => freed.await,
            }
        }
    }
}

/// A place that is free again when this goes.
struct TakenPlace {
    places: Arc<Places>,
    number: u64,
    place: Arc<Place>,
}

impl Drop for TakenPlace {
    fn drop(&mut self) {
        self.places.lock().remove(&self.number);
        // Remembered if nobody waits just now: only one ever does.
        self.places.freed.notify_one();
    }
}

impl Listener for LimitedListener {
    type Io = LimitedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedStream, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let to = stream.local_addr().ok().map(|to| to.ip());
            if let Some(taken) = self.place(Guest::of(address.ip(), to)).await {
                // Events are small and must not wait for more to come. If it cannot be set, they only come later.
                let _ = stream.set_nodelay(true);
                return (LimitedStream::new(taken, stream), address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// What a request knows of its connection.
#[derive(Clone)]
pub(crate) struct Connection {
    from: Guest,
    place: Arc<Place>,
}

impl Connected<IncomingStream<'_, LimitedListener>> for Connection {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> Connection {
        let place = &stream.io().taken.place;
        Connection {
            from: place.from,
            place: Arc::clone(place),
        }
    }
}

/// Says where a request comes from, and keeps its connection until it is answered.
pub(crate) async fn keep(
    ConnectInfo(connection): ConnectInfo<Connection>,
    mut request: Request,
    next: Next,
) -> Response {
    let from = ConnectInfo(connection.from);
    let _owed = Owed::new(connection.place);
    request.extensions_mut().insert(from);
    next.run(request).await
}

/// An answer that is owed until this goes.
struct Owed(Arc<Place>);

impl Owed {
    fn new(place: Arc<Place>) -> Owed {
        place.owed.fetch_add(1, Ordering::Relaxed);
        Owed(place)
    }
}

impl Drop for Owed {
    fn drop(&mut self) {
        self.0.owed.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection, and its place.
pub(crate) struct LimitedStream {
    stream: TcpStream,
    taken: TakenPlace,
    /// Ends when nothing was written for too long.
    patience: Pin<Box<Sleep>>,
}

impl LimitedStream {
    fn new(taken: TakenPlace, stream: TcpStream) -> LimitedStream {
        let patience = Box::pin(sleep(taken.places.caps.unanswered));
        LimitedStream {
            stream,
            taken,
            patience,
        }
    }

    /// What is returned instead of waiting on, if this connection has had its time.
    fn overdue(&mut self, context: &mut Context<'_>) -> Option<io::Error> {
        let TakenPlace { places, place, .. } = &self.taken;
        place.waker.register(context.waker());
        if place.is_leaving() {
            return Some(io::ErrorKind::TimedOut.into());
        }
        while self.patience.as_mut().poll(context).is_ready() {
            if !place.is_owed() {
                return Some(io::ErrorKind::TimedOut.into());
            }
            let until = Instant::now() + places.caps.unanswered;
            self.patience.as_mut().reset(until);
        }
        None
    }

    /// Something was answered, or could not be.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match result {
            Poll::Ready(Ok(count)) if count > 0 => {
                let TakenPlace { places, place, .. } = &self.taken;
                place.touched.store(places.now(), Ordering::Relaxed);
                place.answered.store(true, Ordering::Relaxed);
                let until = Instant::now() + places.caps.unanswered;
                self.patience.as_mut().reset(until);
                result
            }
            Poll::Pending => match self.overdue(context) {
                Some(error) => Poll::Ready(Err(error)),
                None => Poll::Pending,
            },
            _ => result,
        }
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        // Before reading: whoever sends a byte now and then must not last for ever.
        if let Some(error) = this.overdue(context) {
            return Poll::Ready(Err(error));
        }
        Pin::new(&mut this.stream).poll_read(context, to)
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let result = Pin::new(&mut this.stream).poll_write(context, from);
        this.wrote(context, result)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        from: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let result = Pin::new(&mut this.stream).poll_write_vectored(context, from);
        this.wrote(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever has a network of IPv6 has one machine's places, and this machine has no cap, by whatever number it comes.
    #[tokio::test]
    async fn a_machine_is_counted_once_whatever_its_numbers() {
        let (listener, _) = listener(100, LONG).await;
        let take = |from: &str, to: &str| {
            let number = |text: &str| text.parse().unwrap();
            let from = Guest::of(number(from), Some(number(to)));
            listener.places.take(from).is_ok()
        };
        let ours = "2001:db8:ffff::1";
        assert!(take("2001:db8::1", ours) && take("2001:db8::2", ours));
        assert!(!take("2001:db8::3", ours), "the same machine");
        assert!(take("2001:db8:0:1::3", ours), "another one");
        assert!(take("::ffff:192.0.2.1", ours) && take("192.0.2.1", ours));
        assert!(!take("192.0.2.1", ours), "the same number");
        for here in ["::ffff:127.0.0.1", ours, "192.0.2.9"] {
            let to = if here == "192.0.2.9" {
                "::ffff:192.0.2.9"
            } else {
                ours
            };
            assert!((0..3).all(|_| take(here, to)), "{here}");
        }
    }

    /// Waits for a byte.
    async fn read(stream: &mut LimitedStream) -> io::Result<usize> {
        let mut bytes = [0; 1];
        let mut to = ReadBuf::new(&mut bytes);
        std::future::poll_fn(|context| Pin::new(&mut *stream).poll_read(context, &mut to)).await?;
        Ok(to.filled().len())
    }

    async fn answer(stream: &mut LimitedStream) -> io::Result<usize> {
        std::future::poll_fn(|context| Pin::new(&mut *stream).poll_write(context, b"x")).await
    }

    async fn listener(all: usize, unanswered: Duration) -> (LimitedListener, SocketAddr) {
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let caps = ConnectionCaps {
            all,
            neighbour: 2,
            unanswered,
        };
        (LimitedListener::new(socket, caps), address)
    }

    const LONG: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn newcomers_get_the_places_of_those_who_were_never_answered() {
        let (mut listener, address) = listener(3, LONG).await;
        let mut clients = Vec::new();
        let mut served = Vec::new();
        for number in 0..3 {
            clients.push(TcpStream::connect(address).await.unwrap());
            let (mut stream, _) = listener.accept().await;
            if number != 1 {
                answer(&mut stream).await.unwrap();
            }
            served.push(tokio::spawn(async move { read(&mut stream).await }));
        }
        clients.push(TcpStream::connect(address).await.unwrap());
        // The second has to leave, and its reader hears of it.
        let (fourth, _) = listener.accept().await;
        let left = served.remove(1).await.unwrap();
        assert_eq!(left.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(served.iter().all(|reader| !reader.is_finished()));
        drop(fourth);
    }

    #[tokio::test]
    async fn whoever_sends_a_byte_now_and_then_does_not_last_for_ever() {
        let (mut listener, address) = listener(3, Duration::from_millis(20)).await;
        let client = TcpStream::connect(address).await.unwrap();
        let (mut stream, _) = listener.accept().await;
        let sender = tokio::spawn(async move {
            // Until the other side closes.
            loop {
                match client.try_write(b"x") {
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => return,
                    _ => tokio::task::yield_now().await,
                }
            }
        });
        let error = loop {
            if let Err(error) = read(&mut stream).await {
                break error;
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(stream);
        sender.await.unwrap();
    }

    /// A review that waits behind others may take minutes, and nothing is written meanwhile.
    #[tokio::test]
    async fn whoever_is_owed_an_answer_is_waited_for() {
        let (mut listener, address) = listener(1, Duration::from_millis(5)).await;
        let client = TcpStream::connect(address).await.unwrap();
        let (mut stream, _) = listener.accept().await;
        let owed = Owed::new(Arc::clone(&stream.taken.place));
        for _ in 0..3 {
            stream.patience.as_mut().await;
            let late = std::future::poll_fn(|context| Poll::Ready(stream.overdue(context)));
            assert!(late.await.is_none(), "it was closed");
        }
        drop(owed);
        let error = read(&mut stream).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(client);
    }

    #[test]
    fn a_neighbour_gets_only_so_many_and_this_machine_all() {
        let places = Places {
            since: Instant::now(),
            caps: ConnectionCaps {
                all: 5,
                neighbour: 2,
                unanswered: LONG,
            },
            taken: Mutex::default(),
            next: AtomicU64::new(0),
            freed: Notify::new(),
        };
        let neighbour = Guest::of([192, 0, 2, 7].into(), None);
        assert!(places.take(neighbour).is_ok() && places.take(neighbour).is_ok());
        assert!(matches!(places.take(neighbour), Err(Full::Neighbour)));
        for _ in 0..3 {
            assert!(places.take(Guest::HERE).is_ok());
        }
        assert!(matches!(places.take(Guest::HERE), Err(Full::All)));
    }
}
