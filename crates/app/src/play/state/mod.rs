//! What is on the screen and what becomes of it. Pure: keys and news go in, what is to be asked of the games comes out.

mod action;
mod form;
mod place;
mod study;
mod table;

use poda_coach::{Analysis, Review};
use poda_web::api::{GameSummary, GameView, Hint, NewGame, Refusal};
use poda_web::{Act, GameEvent};

pub(crate) use action::Action;
pub(crate) use form::{Field, Form, SeatChoice};
pub(crate) use place::{Direction, Place};
pub(crate) use study::Study;
pub(crate) use table::{Gone, Table};

use super::words::Words;

/// What somebody else is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// The games, newest first.
    List,
    Make(NewGame),
    Open(String),
    Rematch {
        id: String,
        swap: bool,
    },
    Delete(String),
    Act {
        id: String,
        version: u64,
        act: Act,
    },
    Hint {
        id: String,
        version: u64,
    },
    /// Nobody looks at the game any more.
    Leave,
    Analyse((String, String)),
    Review((String, String)),
    StopStudy,
    Bell,
    Suspend,
    Quit,
}

/// What somebody else has done, or found.
#[derive(Clone, Debug)]
pub(crate) enum News {
    Listed(Vec<GameSummary>),
    /// A game to be shown from now on.
    Opened(Box<GameView>),
    /// What happens in a game.
    Event(String, GameEvent),
    Acted(Box<GameView>),
    Hinted(Hint),
    Analysed(Analysis),
    Reviewed(Review),
    Refused(Refusal),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MenuItem {
    New,
    Continue,
    Past,
    Help,
    Quit,
}

/// A question that is asked before something is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Resign,
    Restart,
    Delete(String),
}

pub(crate) enum Screen {
    Menu { at: usize },
    New(Box<Form>),
    Games { at: usize },
    Game(Box<Table>),
}

pub(crate) struct State {
    pub(crate) words: Words,
    pub(crate) screen: Screen,
    pub(crate) question: Option<Question>,
    /// How far the help is scrolled, while it is open.
    pub(crate) help: Option<u16>,
    pub(crate) muted: bool,
    /// All games, newest first.
    pub(crate) games: Vec<GameSummary>,
    /// What is said below everything.
    pub(crate) note: Option<String>,
    /// The form as it was left.
    form: Form,
}

impl State {
    /// The menu, and what to ask first.
    pub(crate) fn new(words: Words, served: bool) -> (State, Vec<Ask>) {
        let note = served.then(|| words.text("terminal-served"));
        let state = State {
            words,
            screen: Screen::Menu { at: 0 },
            question: None,
            help: None,
            muted: false,
            games: Vec::new(),
            note,
            form: Form::new(),
        };
        (state, vec![Ask::List])
    }

    /// What the menu offers.
    pub(crate) fn menu(&self) -> Vec<MenuItem> {
        let mut items = vec![MenuItem::New];
        if self.latest().is_some() {
            items.push(MenuItem::Continue);
        }
        items.extend([MenuItem::Past, MenuItem::Help, MenuItem::Quit]);
        items
    }

    /// The game that was played last and goes on.
    pub(crate) fn latest(&self) -> Option<&GameSummary> {
        self.games.iter().find(|game| game.ending.is_none())
    }

    /// Whether letters are text now, not keys.
    pub(crate) fn is_typing(&self) -> bool {
        matches!(&self.screen, Screen::New(form) if form.is_text()) && self.help.is_none()
    }

    /// A person does something.
    pub(crate) fn act(&mut self, action: &Action) -> Vec<Ask> {
        match action {
            Action::Quit => return vec![Ask::Quit],
            Action::Suspend => return vec![Ask::Suspend],
            _ => {}
        }
        if let Some(question) = self.question.clone() {
            return self.answer(question, action);
        }
        if let Some(scroll) = self.help {
            self.help = match action {
                Action::Go(Direction::Down) => Some(scroll.saturating_add(1)),
                Action::Go(Direction::Up) => Some(scroll.saturating_sub(1)),
                Action::Help | Action::Back | Action::Accept => None,
                _ => Some(scroll),
            };
            return Vec::new();
        }
        self.note = None;
        match action {
            Action::Help => {
                self.help = Some(0);
                return Vec::new();
            }
            Action::Mute => {
                self.muted = !self.muted;
                let name = match self.muted {
                    true => self.words.text("terminal-sounds-off"),
                    false => self.words.text("terminal-sounds-on"),
                };
                self.note = Some(name);
                return Vec::new();
            }
            _ => {}
        }
        match &mut self.screen {
            Screen::Menu { .. } => self.act_in_menu(action),
            Screen::New(_) => self.act_in_form(action),
            Screen::Games { .. } => self.act_in_list(action),
            Screen::Game(_) => self.act_in_game(action),
        }
    }

    fn act_in_menu(&mut self, action: &Action) -> Vec<Ask> {
        let items = self.menu();
        let Screen::Menu { at } = &mut self.screen else {
            return Vec::new();
        };
        *at = (*at).min(items.len() - 1);
        match action {
            Action::Go(Direction::Down) => *at = (*at + 1).min(items.len() - 1),
            Action::Go(Direction::Up) => *at = at.saturating_sub(1),
            Action::New => return self.choose(MenuItem::New),
            Action::Back => return vec![Ask::Quit],
            Action::Accept => {
                let item = items[*at];
                return self.choose(item);
            }
            Action::Pick(line) => {
                if let Some(&item) = items.get(*line) {
                    *at = *line;
                    return self.choose(item);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn choose(&mut self, item: MenuItem) -> Vec<Ask> {
        match item {
            MenuItem::New => self.screen = Screen::New(Box::new(self.form.clone())),
            MenuItem::Continue => {
                let latest = self.latest().map(|game| Ask::Open(game.id.clone()));
                return latest.into_iter().collect();
            }
            MenuItem::Past => {
                self.screen = Screen::Games { at: 0 };
                return vec![Ask::List];
            }
            MenuItem::Help => self.help = Some(0),
            MenuItem::Quit => return vec![Ask::Quit],
        }
        Vec::new()
    }

    fn act_in_form(&mut self, action: &Action) -> Vec<Ask> {
        let Screen::New(form) = &mut self.screen else {
            return Vec::new();
        };
        match action {
            Action::Go(Direction::Down) => form.go(true),
            Action::Go(Direction::Up) => form.go(false),
            Action::Go(Direction::Right) => form.turn(true),
            Action::Go(Direction::Left) => form.turn(false),
            Action::Type(letter) => form.type_letter(*letter),
            Action::Pick(line) if form.at == *line => match form.field() {
                Field::Start => return vec![Ask::Make(form.request())],
                _ => form.turn(true),
            },
            Action::Pick(line) => {
                form.at = *line;
                if form.field() == Field::Start {
                    return vec![Ask::Make(form.request())];
                }
            }
            Action::Accept => return vec![Ask::Make(form.request())],
            Action::Back => return self.leave_to_menu(),
            _ => {}
        }
        if let Screen::New(form) = &self.screen {
            self.form = (**form).clone();
        }
        Vec::new()
    }

    fn act_in_list(&mut self, action: &Action) -> Vec<Ask> {
        let Screen::Games { at } = &mut self.screen else {
            return Vec::new();
        };
        let last = self.games.len().saturating_sub(1);
        *at = (*at).min(last);
        match action {
            Action::Go(Direction::Down) => *at = (*at + 1).min(last),
            Action::Go(Direction::Up) => *at = at.saturating_sub(1),
            Action::Pick(line) if *line <= last => {
                if *at == *line {
                    return self.open_listed();
                }
                *at = *line;
            }
            Action::Accept => return self.open_listed(),
            Action::Delete => {
                let game = self.games.get(*at);
                self.question = game.map(|game| Question::Delete(game.id.clone()));
            }
            Action::New => return self.choose(MenuItem::New),
            Action::Back => return self.leave_to_menu(),
            _ => {}
        }
        Vec::new()
    }

    fn open_listed(&self) -> Vec<Ask> {
        let Screen::Games { at } = &self.screen else {
            return Vec::new();
        };
        let game = self.games.get(*at);
        game.map(|game| Ask::Open(game.id.clone()))
            .into_iter()
            .collect()
    }

    fn act_in_game(&mut self, action: &Action) -> Vec<Ask> {
        let Screen::Game(table) = &mut self.screen else {
            return Vec::new();
        };
        let over = table.game.ending.is_some();
        match action {
            Action::Back => match table.close() {
                Some(asks) => asks,
                None => self.leave_to_menu(),
            },
            Action::Resign if !over && !table.is_automatic() => {
                self.question = Some(Question::Resign);
                Vec::new()
            }
            Action::Rematch if over => vec![Ask::Rematch {
                id: table.game.id.clone(),
                swap: true,
            }],
            Action::Rematch => {
                self.question = Some(Question::Restart);
                Vec::new()
            }
            Action::New => {
                let mut asks = self.leave_to_menu();
                asks.extend(self.choose(MenuItem::New));
                asks
            }
            _ => table.act(action, &self.words),
        }
    }

    fn leave_to_menu(&mut self) -> Vec<Ask> {
        self.screen = Screen::Menu { at: 0 };
        vec![Ask::Leave, Ask::List]
    }

    fn answer(&mut self, question: Question, action: &Action) -> Vec<Ask> {
        match action {
            Action::Yes | Action::Accept => self.question = None,
            Action::No | Action::Back => {
                self.question = None;
                return Vec::new();
            }
            _ => return Vec::new(),
        }
        match (question, &self.screen) {
            (Question::Resign, Screen::Game(table)) => vec![Ask::Act {
                id: table.game.id.clone(),
                version: table.game.version,
                act: Act::Resign,
            }],
            (Question::Restart, Screen::Game(table)) => vec![Ask::Rematch {
                id: table.game.id.clone(),
                swap: false,
            }],
            (Question::Delete(id), _) => vec![Ask::Delete(id), Ask::List],
            _ => Vec::new(),
        }
    }

    /// Somebody else has done or found something.
    pub(crate) fn hear(&mut self, news: News) -> Vec<Ask> {
        match (news, &mut self.screen) {
            (News::Listed(games), _) => self.games = games,
            (News::Opened(game), _) => {
                self.note = None;
                self.screen = Screen::Game(Box::new(Table::new(*game)));
            }
            (News::Event(id, event), Screen::Game(table)) if table.game.id == id => {
                return self.rung(|table| table.hear(event));
            }
            (News::Acted(game), Screen::Game(_)) => return self.rung(|table| table.update(*game)),
            (News::Hinted(hint), Screen::Game(table)) => table.hinted(hint),
            (News::Analysed(analysis), Screen::Game(table)) => table.study.analysed(analysis),
            (News::Reviewed(review), Screen::Game(table)) => table.study.reviewed(review),
            (News::Refused(refusal), Screen::Game(table)) => {
                return table.refused(refusal, &self.words);
            }
            (News::Refused(refusal), Screen::New(form)) => form.problem = Some(refusal.error),
            (News::Refused(refusal), _) => self.note = Some(refusal.error),
            _ => {}
        }
        Vec::new()
    }

    /// What the game on the table has to say; silently, if so wished.
    fn rung(&mut self, say: impl FnOnce(&mut Table) -> Vec<Ask>) -> Vec<Ask> {
        let Screen::Game(table) = &mut self.screen else {
            return Vec::new();
        };
        let mut asks = say(table);
        if self.muted {
            asks.retain(|ask| *ask != Ask::Bell);
        }
        asks
    }
}

#[cfg(test)]
mod tests;
