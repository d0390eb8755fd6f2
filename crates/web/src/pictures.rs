//! Moving pictures and reports: made one at a time, so that games never wait for them, and kept while nothing changed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Semaphore, oneshot};

use crate::caps;
use crate::extract::Answer;
use crate::guests::{Guest, WaitingRoom};
use crate::refused::Refused;
use crate::routes::broken;

/// How much less of the processor whoever makes a picture gets than those that answer requests: as little as there is, so that nobody's move waits
/// for a picture. At 10 a picture took a third as much as a search.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 19;

const BUSY: Refused =
    Refused::TooMuch("too many pictures and reports are made at once: wait a moment and ask again");

/// What is made in its own lane, by a key that says all that it depends on.
pub(crate) struct Pictures {
    lane: Arc<Semaphore>,
    /// Whoever is in here makes a picture or waits to.
    waiting: Arc<WaitingRoom>,
    kept: Arc<Kept>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures {
            lane: Arc::new(Semaphore::new(1)),
            waiting: WaitingRoom::new(caps::PICTURES_WAITING),
            kept: Arc::default(),
        }
    }
}

impl Pictures {
    /// What was made for this key, or is made now.
    pub(crate) async fn get(
        &self,
        guest: Guest,
        key: String,
        make: impl FnOnce() -> Answer<Vec<u8>> + Send + 'static,
    ) -> Answer<Arc<[u8]>> {
        if let Some(found) = self.kept.find(&key) {
            return Ok(found);
        }
        let waiting = self.waiting.enter(guest);
        let waiting = waiting.map_err(|none| none.refused(BUSY))?;
        let turn = Arc::clone(&self.lane).acquire_owned().await;
        let turn = turn.map_err(|_| broken())?;
        // Somebody before us may have wanted the same.
        if let Some(found) = self.kept.find(&key) {
            return Ok(found);
        }
        let kept = Arc::clone(&self.kept);
        let (tell, told) = oneshot::channel();
        let thread = std::thread::Builder::new().name("picture".to_owned());
        let started = thread.spawn(move || {
            // A thread of its own, because whoever has given way once does so for ever.
            #[cfg(target_os = "linux")]
            let _ = rustix::process::nice(NICENESS);
            // Whoever asked may be gone before it is made: the lane is free when the work is done, not when they go; and the place before it, so that
            // whoever comes next does not count them any more.
            let _held = (waiting, turn);
            let made = make().map(|bytes| {
                let made: Arc<[u8]> = bytes.into();
                kept.keep(key, &made);
                made
            });
            let _ = tell.send(made);
        });
        started.map_err(|_| broken())?;
        // Nothing is told by a thread that panicked.
        told.await.map_err(|_| broken())?
    }
}

/// What was made, the one asked for last at the end.
#[derive(Default)]
struct Kept(Mutex<VecDeque<(String, Arc<[u8]>)>>);

impl Kept {
    fn find(&self, key: &str) -> Option<Arc<[u8]>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == key)?;
        let found = kept.remove(at)?;
        kept.push_back(found.clone());
        Some(found.1)
    }

    fn keep(&self, key: String, made: &Arc<[u8]>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, Arc::clone(made)));
        let mut bytes: usize = kept.iter().map(|(_, made)| made.len()).sum();
        while bytes > caps::PICTURE_BYTES
            && let Some((_, made)) = kept.pop_front()
        {
            bytes -= made.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::Poll;

    #[tokio::test]
    async fn the_same_is_made_once_and_too_many_are_refused() {
        let pictures = Arc::new(Pictures::default());
        let first = pictures
            .get(Guest::HERE, "a".to_owned(), || Ok(vec![1]))
            .await
            .unwrap();
        let again = pictures
            .get(Guest::HERE, "a".to_owned(), || panic!("made twice"))
            .await;
        assert!(Arc::ptr_eq(&first, &again.unwrap()));
        assert!(
            pictures
                .get(Guest::HERE, "b".to_owned(), || Err(broken()))
                .await
                .is_err()
        );
        assert!(
            pictures
                .get(Guest::HERE, "b".to_owned(), || Ok(vec![2]))
                .await
                .is_ok(),
            "a failure is not kept"
        );

        // One that is not finished, and all who may wait for it: the next is refused, and nobody is lost.
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let mut all = Vec::new();
        let own = Arc::clone(&pictures);
        all.push(tokio::spawn(async move {
            own.get(Guest::HERE, "slow".to_owned(), move || {
                let _ = begun.send(());
                let _ = wait.recv();
                Ok(vec![3])
            })
            .await
        }));
        begins.await.unwrap();
        let mut waiting = Vec::new();
        for number in 1..caps::PICTURES_WAITING {
            let own = Arc::clone(&pictures);
            waiting.push(Box::pin(async move {
                own.get(Guest::HERE, number.to_string(), || Ok(vec![4]))
                    .await
            }));
        }
        for one in &mut waiting {
            let polled = std::future::poll_fn(|context| Poll::Ready(one.as_mut().poll(context)));
            assert!(polled.await.is_pending());
        }
        let refused = pictures
            .get(Guest::HERE, "more".to_owned(), || Ok(vec![5]))
            .await;
        assert!(matches!(refused, Err(Refused::TooMuch(_))));
        go.send(()).unwrap();
        for one in waiting {
            assert!(one.await.is_ok());
        }
        assert!(all.pop().unwrap().await.unwrap().is_ok());
    }

    #[tokio::test]
    async fn one_other_machine_leaves_room_for_the_pictures_of_others() {
        let pictures = Pictures::default();
        let lane = pictures.lane.acquire().await;
        let stranger = Guest::of([192, 0, 2, 1].into(), None);
        let ask = |guest, number: usize| {
            Box::pin(pictures.get(guest, number.to_string(), || Ok(vec![1])))
        };
        let mut waiting: Vec<_> = (0..16).map(|number| ask(stranger, number)).collect();
        waiting.push(ask(Guest::HERE, 16));
        for one in &mut waiting {
            let polled = std::future::poll_fn(|context| Poll::Ready(one.as_mut().poll(context)));
            assert!(polled.await.is_pending());
        }
        let mut more = ask(stranger, 17);
        let polled = std::future::poll_fn(|context| Poll::Ready(more.as_mut().poll(context)));
        let Poll::Ready(Err(refused)) = polled.await else {
            panic!("it is not refused");
        };
        let refused = refused.to_string();
        assert!(refused.starts_with("your machine waits for"), "{refused}");
        drop(lane);
        for one in waiting {
            assert!(one.await.is_ok());
        }
    }

    /// Asking and leaving at once, again and again, must not have many made at the same time.
    #[tokio::test]
    async fn whoever_leaves_keeps_the_lane_until_the_work_is_done() {
        let pictures = Pictures::default();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let left = pictures.get(Guest::HERE, "left".to_owned(), move || {
            let _ = begun.send(());
            let _ = wait.recv();
            Ok(vec![1])
        });
        tokio::select! {
            _ = left => panic!("nobody has let it finish"),
            _ = begins => {}
        }
        assert_eq!(pictures.lane.available_permits(), 0);
        assert_eq!(pictures.waiting.waiting(), 1);
        go.send(()).unwrap();
        let next = pictures
            .get(Guest::HERE, "next".to_owned(), || Ok(vec![2]))
            .await;
        assert_eq!(next.unwrap()[..], [2]);
        let kept = pictures.get(Guest::HERE, "left".to_owned(), || panic!("made twice"));
        assert_eq!(kept.await.unwrap()[..], [1], "what was made is kept");
    }
}
