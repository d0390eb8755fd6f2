//! A game on the screen: what is shown of it, and what a person does to it.

use poda_coach::{Board, MoveView, Plays, PositionView};
use poda_engine::AnyGame;
use poda_web::api::{GameView, Hint, Hold, Refusal, Thought};
use poda_web::{Act, GameEvent};

use super::place::{Direction, Place};
use super::study::{Study, Task};
use super::{Action, Ask};
use crate::play::phrases::only_human;
use crate::play::words::Words;

pub(crate) struct Table {
    pub(crate) game: GameView,
    pub(crate) cursor: Place,
    /// An earlier position that is looked at, and after how many moves it is.
    past: Option<(usize, PositionView)>,
    pub(crate) thought: Option<Thought>,
    pub(crate) hint: Option<Hint>,
    pub(crate) hinting: bool,
    pub(crate) problem: Option<String>,
    pub(crate) study: Study,
    /// What is to be done better, while a review is on.
    task: Option<Task>,
    /// Why the game cannot be gone on with here, if it cannot.
    pub(crate) gone: Option<Gone>,
}

/// Why a game is not there any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    /// It was deleted elsewhere.
    Deleted,
    /// Whoever served it is gone.
    Lost,
}

/// A thought after which the person may have looked away, in milliseconds.
const LONG_THOUGHT: u32 = 1_000;

impl Table {
    pub(crate) fn new(game: GameView) -> Table {
        Table {
            cursor: Place::start(&game.position.board),
            past: None,
            thought: None,
            hint: None,
            hinting: false,
            problem: None,
            study: Study::default(),
            task: None,
            gone: None,
            game,
        }
    }

    /// The position on the screen: the one now, or an earlier one.
    pub(crate) fn shown(&self) -> &PositionView {
        let past = self.past.as_ref();
        past.map_or(&self.game.position, |(_, position)| position)
    }

    /// After how many moves that is.
    pub(crate) fn ply(&self) -> usize {
        self.shown().moves.len()
    }

    pub(crate) fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// The person who may move in what is shown.
    pub(crate) fn mover(&self) -> Option<u8> {
        let mover = self.game.position.to_move?;
        let hold = self.game.holds.get(usize::from(mover));
        let ours = hold.is_none_or(|hold| matches!(hold, Hold::Mine | Hold::Anybody));
        let may = self.is_human(mover) && ours;
        (may && !self.is_past() && self.gone.is_none()).then_some(mover)
    }

    fn is_human(&self, player: u8) -> bool {
        self.game.seats[usize::from(player)].plays == Plays::Human
    }

    /// Whether computers play among themselves.
    pub(crate) fn is_automatic(&self) -> bool {
        !(0..self.game.seats.len() as u8).any(|player| self.is_human(player))
    }

    /// The last move, which is said.
    pub(crate) fn last(&self) -> Option<&MoveView> {
        self.shown().moves.last()
    }

    fn ask(&self, act: Act) -> Vec<Ask> {
        vec![Ask::Act {
            id: self.game.id.clone(),
            version: self.game.version,
            act,
        }]
    }

    pub(crate) fn act(&mut self, action: &Action, words: &Words) -> Vec<Ask> {
        match action {
            Action::Go(direction) => self.go(*direction),
            Action::Digit(number) => return self.digit(*number, words),
            Action::PlayAt(place) => {
                self.cursor = *place;
                return self.play(words);
            }
            Action::Accept if self.game.thinking && !self.is_past() => {
                return self.ask(Act::MoveNow);
            }
            Action::Accept => return self.play(words),
            Action::Undo if self.game.can_undo => return self.ask(Act::Undo),
            Action::Redo if self.game.can_redo => return self.ask(Act::Redo),
            Action::Hint => return self.ask_hint(words),
            Action::Pause if self.is_automatic() && self.game.ending.is_none() => {
                return self.ask(Act::Pause(!self.game.paused));
            }
            Action::Step if self.is_automatic() && self.game.paused => return self.ask(Act::Step),
            Action::Look(by) => return self.look(self.ply().saturating_add_signed(*by)),
            Action::LookAt(ply) => return self.look(*ply),
            Action::Analyse if !self.game.analysis && self.game.ending.is_none() => {
                self.problem = Some(words.text("analysis-agreed"));
            }
            Action::Analyse => {
                let asks = self.study.turn_analysis(self.shown_key());
                return asks.into_iter().collect();
            }
            Action::Review if !self.game.analysis && self.game.ending.is_none() => {
                self.problem = Some(words.text("analysis-agreed"));
            }
            Action::Review if self.game.position.moves.is_empty() => {
                self.problem = Some(words.text("terminal-no-review"));
            }
            Action::Review => {
                let whole = key(&self.game.position);
                return self.study.turn_review(whole).into_iter().collect();
            }
            Action::NextMistake => return self.next_mistake(),
            Action::Tell => {
                if let Some(task) = &mut self.task {
                    task.told = true;
                }
            }
            Action::Repeat => {
                self.problem = None;
                self.hint = None;
            }
            _ => {}
        }
        Vec::new()
    }

    /// Closes what is open, the last first. Whether anything was.
    pub(crate) fn close(&mut self) -> Option<Vec<Ask>> {
        if self.study.is_on() {
            return Some(self.study.close().into_iter().collect());
        }
        self.past.is_some().then(|| self.look(usize::MAX))
    }

    fn go(&mut self, direction: Direction) {
        self.problem = None;
        self.cursor = self.cursor.step(&self.shown().board, direction);
    }

    /// Chooses a column by its number and plays it, where a column is a move.
    fn digit(&mut self, number: usize, words: &Words) -> Vec<Ask> {
        let Board::Grid {
            gravity: true,
            cells,
            ..
        } = &self.shown().board
        else {
            return Vec::new();
        };
        match number.checked_sub(1).filter(|&at| at < cells[0].len()) {
            Some(column) => {
                self.cursor = Place { row: 0, column };
                self.play(words)
            }
            None => Vec::new(),
        }
    }

    /// What is to be done better in what is shown.
    pub(crate) fn task(&self) -> Option<&Task> {
        let task = self.task.as_ref();
        task.filter(|task| self.study.is_review() && task.ply == self.ply())
    }

    /// Tries the move where the cursor is in the place of the one that was played. Whether that is what a move means now.
    fn try_again(&mut self, words: &Words) -> bool {
        let Some(told) = self.task().map(|task| task.told) else {
            return false;
        };
        let at = self.shown();
        match self.cursor.legal(at).map(|legal| legal.mv.clone()) {
            None => {
                let there = self.cursor.played(at).unwrap_or_default();
                self.problem = Some(words.not_free(at, there));
            }
            Some(tried) => {
                let graded = self.study.graded(self.ply());
                let right = graded.is_some_and(|graded| graded.best.contains(&tried));
                let ply = self.ply();
                self.problem = None;
                self.task = Some(Task {
                    ply,
                    tried: Some(tried),
                    told: told || right,
                });
            }
        }
        true
    }

    /// Plays where the cursor is, or says why not.
    fn play(&mut self, words: &Words) -> Vec<Ask> {
        if self.try_again(words) {
            return Vec::new();
        }
        if self.game.ending.is_some() || self.gone.is_some() {
            return Vec::new();
        }
        let at = &self.game.position;
        let why = if self.is_past() {
            words.text("looking-back")
        } else if self.mover().is_none() {
            let turn = words.turn(&self.game);
            words.with("not-your-turn", &[("turn", turn.into())])
        } else if let Some(legal) = self.cursor.legal(at) {
            let act = Act::Play(legal.mv.clone());
            self.problem = None;
            return self.ask(act);
        } else {
            words.not_free(at, self.cursor.played(at).unwrap_or_default())
        };
        self.problem = Some(why);
        Vec::new()
    }

    fn ask_hint(&mut self, words: &Words) -> Vec<Ask> {
        if self.mover().is_none() {
            if self.game.ending.is_none() && !self.is_past() {
                let turn = words.turn(&self.game);
                self.problem = Some(words.with("not-your-turn", &[("turn", turn.into())]));
            }
            return Vec::new();
        }
        self.hinting = true;
        self.problem = None;
        vec![Ask::Hint {
            id: self.game.id.clone(),
            version: self.game.version,
        }]
    }

    /// Shows the position after so many moves.
    fn look(&mut self, ply: usize) -> Vec<Ask> {
        let all = &self.game.position.moves;
        self.problem = None;
        self.task = None;
        self.past = (ply < all.len()).then(|| (ply, earlier(&self.game.position, ply)));
        self.study.moved(self.shown_key()).into_iter().collect()
    }

    /// The position before the next move that gave something away, so that another one can be thought of.
    fn next_mistake(&mut self) -> Vec<Ask> {
        match self.study.mistake_after(self.ply()) {
            Some(ply) => {
                let asks = self.look(ply);
                self.task = Some(Task::at(ply));
                asks
            }
            None => Vec::new(),
        }
    }

    fn shown_key(&self) -> (String, String) {
        key(self.shown())
    }

    /// The game as it is now. What is to be done about it, and whether the bell should ring.
    pub(crate) fn update(&mut self, game: GameView) -> Vec<Ask> {
        if game.id != self.game.id || game.version < self.game.version {
            return Vec::new();
        }
        let mut asks = Vec::new();
        let ended = game.ending.is_some() && self.game.ending.is_none();
        let long = self.thought.as_ref();
        let long = long.is_some_and(|thought| thought.elapsed_ms >= LONG_THOUGHT);
        if game.version > self.game.version {
            let turn = only_human(&game.seats).is_some() && game.position.to_move.is_some();
            if ended || (long && turn && !game.thinking) {
                asks.push(Ask::Bell);
            }
            self.thought = None;
            self.hint = None;
            self.hinting = false;
            self.problem = None;
        }
        if !game.thinking {
            self.thought = None;
        }
        let before = self.shown_key();
        let played = game.position.moves.len();
        if self.past.as_ref().is_some_and(|(ply, _)| *ply >= played) {
            self.past = None;
        }
        self.game = game;
        if self.shown_key() != before {
            asks.extend(self.study.moved(self.shown_key()));
        }
        asks
    }

    pub(crate) fn hear(&mut self, event: GameEvent) -> Vec<Ask> {
        match event {
            GameEvent::Game(game) => return self.update(*game),
            GameEvent::Thinking(thought) => {
                if thought.version == self.game.version && self.game.thinking {
                    self.thought = Some(thought);
                }
            }
            GameEvent::Gone => self.gone = Some(Gone::Deleted),
            GameEvent::Lost => self.gone = Some(Gone::Lost),
        }
        Vec::new()
    }

    /// Something was not done.
    pub(crate) fn refused(&mut self, refusal: Refusal, words: &Words) -> Vec<Ask> {
        let moved_on = refusal.game.is_some();
        let asks = refusal
            .game
            .map_or_else(Vec::new, |game| self.update(*game));
        self.hinting = false;
        self.problem = Some(if moved_on {
            words.text("moved-on")
        } else {
            refusal.error
        });
        asks
    }

    pub(crate) fn hinted(&mut self, hint: Hint) {
        if hint.version == self.game.version {
            self.hinting = false;
            self.problem = None;
            let place = Place::of(&self.game.position.board, &hint.mv, hint.cell);
            if let Some(place) = place.filter(|_| !self.is_past()) {
                self.cursor = place;
            }
            self.hint = Some(hint);
        }
    }
}

/// What names a position: the game, and its moves.
fn key(position: &PositionView) -> (String, String) {
    let moves = position.link.split_once('/').map_or("", |(_, moves)| moves);
    (position.rules.spec.clone(), moves.to_owned())
}

/// The position after so many moves of another one.
fn earlier(position: &PositionView, ply: usize) -> PositionView {
    let (spec, _) = key(position);
    let game: AnyGame = spec.parse().expect("a game that is played has a name");
    let moves = position.moves[..ply].iter();
    let moves = moves.map(|played| game.parse_move(&played.mv));
    let line: Result<Vec<_>, _> = moves.collect();
    PositionView::new(&game, &line.expect("moves that were played can be read"))
}
