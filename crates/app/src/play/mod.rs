//! A game in the terminal.
//!
//! Keys, clicks, signals and news come as messages to one loop; the state, which is pure, says what becomes of them; a worker does
//! what is asked of the games, which are the page's own; the screen is drawn from the state alone.

mod draw;
mod keys;
mod look;
mod phrases;
#[cfg(unix)]
mod signals;
mod state;
mod terminal;
mod words;
mod worker;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use poda_engine::Knowledge;
use poda_web::Games;
use poda_web::api::GameView;
use ratatui::crossterm::event::{self, Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use draw::Hits;
use look::{Depth, Look, is_utf8};
#[cfg(unix)]
use signals::SignalMeaning;
use state::{Action, Ask, News, State};
use terminal::TerminalScreen;
pub(crate) use terminal::expect_terminal;
pub(crate) use words::Words;
use worker::Worker;

/// A seat as the games know it: whoever plays here may name a command.
pub(crate) fn seat(text: &str) -> String {
    match text.starts_with(poda_bots::PREFIX) {
        true => format!("program:{text}"),
        false => text.to_owned(),
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The player left.
    Left,
    /// A signal ended it, or Ctrl-C.
    Stopped,
}

/// What comes to the loop.
enum Message {
    Terminal(Event),
    News(News),
    #[cfg(unix)]
    Signal(SignalMeaning),
    /// There is nobody at the keys any more.
    Lost,
}

/// What the games and the screen are told before they begin.
pub(crate) struct Play {
    pub(crate) games: Arc<dyn Games>,
    pub(crate) knowledge: Knowledge,
    /// The game to show first; without it, the menu.
    pub(crate) first: Option<GameView>,
    /// Whether nothing but ASCII is to be shown, whatever the locale says.
    pub(crate) ascii: bool,
}

impl Play {
    /// Plays until the player leaves.
    pub(crate) fn run(self) -> anyhow::Result<End> {
        let set = |name: &str| std::env::var(name).unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(set);
        let utf8 = cfg!(windows) || is_utf8(locale.each_ref().map(String::as_str));
        let ascii = self.ascii || !utf8;
        let depth = Depth::of(&set("NO_COLOR"), &set("COLORTERM"), &set("TERM"));
        let look = Look::new(depth, ascii);

        let (tell, told) = mpsc::channel();
        let mut screen = TerminalScreen::enter()?;
        listen(&tell)?;
        let served = self.games.address().is_some();
        let (mut state, mut asks) = State::new(Words::new(ascii), served);
        asks.extend(self.first.map(|game| Ask::Open(game.id)));
        let news = tell.clone();
        let hear = move |heard| drop(news.send(Message::News(heard)));
        let mut worker = Worker::new(self.games, self.knowledge, Arc::new(hear));
        let end = turn(&mut screen, &mut state, &look, &mut worker, asks, &told);
        // The terminal first: what is still to be stored needs no screen.
        drop(screen);
        worker.finish();
        end
    }
}

/// Hears and draws until it is over.
fn turn(
    screen: &mut TerminalScreen,
    state: &mut State,
    look: &Look,
    worker: &mut Worker,
    mut asks: Vec<Ask>,
    told: &Receiver<Message>,
) -> anyhow::Result<End> {
    let mut hits = Hits::new();
    // Keys that were pressed while a move was on its way: they are meant for what comes after it.
    let (mut waits, mut held) = (false, VecDeque::new());
    loop {
        for ask in asks.drain(..) {
            waits |= matches!(ask, Ask::Act { .. });
            match ask {
                Ask::Quit => return Ok(End::Left),
                Ask::Suspend => screen.suspend()?,
                Ask::Bell => screen.ring(),
                other => worker.ask(other),
            }
        }
        screen
            .terminal
            .draw(|frame| hits = draw::draw(frame, state, look))?;
        // What has come meanwhile is heard before the screen is drawn again.
        let first = if waits { None } else { held.pop_front() };
        let mut next = match first {
            Some(event) => Some(Message::Terminal(event)),
            None => Some(told.recv()?),
        };
        while let Some(message) = next {
            match message {
                Message::Terminal(event) if is_interrupt(&event) => return Ok(End::Stopped),
                Message::Terminal(event) if waits => held.push_back(event),
                Message::Terminal(event) => {
                    if let Some(action) = action(state, &hits, &event) {
                        asks.extend(state.act(&action));
                    }
                }
                Message::News(news) => {
                    waits &= !matches!(news, News::Acted(_) | News::Refused(_));
                    asks.extend(state.hear(news));
                }
                #[cfg(unix)]
                Message::Signal(meaning) => match meaning {
                    SignalMeaning::End => return Ok(End::Stopped),
                    SignalMeaning::Suspend => asks.push(Ask::Suspend),
                    SignalMeaning::Continue => screen.take_again()?,
                },
                Message::Lost => return Ok(End::Stopped),
            }
            // A key may mean something else after what was asked for, or what is held comes first.
            next = match asks.is_empty() && held.is_empty() {
                true => told.try_recv().ok(),
                false => None,
            };
        }
    }
}

fn is_interrupt(event: &Event) -> bool {
    use ratatui::crossterm::event::{KeyCode, KeyModifiers};
    matches!(event, Event::Key(key)
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL))
}

/// What a key or a click means.
fn action(state: &State, hits: &Hits, event: &Event) -> Option<Action> {
    match event {
        Event::Key(key) => keys::action(state, *key),
        Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            ..
        }) => {
            let place = Position::new(*column, *row);
            let hit = hits.iter().rev().find(|(area, _)| area.contains(place));
            hit.map(|(_, action)| action.clone())
        }
        _ => None,
    }
}

/// Listens to keys and signals, on threads that end with the program.
fn listen(tell: &Sender<Message>) -> anyhow::Result<()> {
    let keys = tell.clone();
    thread::Builder::new()
        .name("keys".to_owned())
        .spawn(move || {
            while let Ok(event) = event::read() {
                if keys.send(Message::Terminal(event)).is_err() {
                    return;
                }
            }
            let _ = keys.send(Message::Lost);
        })?;
    #[cfg(unix)]
    {
        let signals = tell.clone();
        signals::watch(move |meaning| drop(signals.send(Message::Signal(meaning))))?;
    }
    Ok(())
}
