//! The form for a new game: which game, which board, who plays. It makes names as people type them.

use poda_coach::{CharacterView, GameOffer, Size, offers};
use poda_web::api::NewGame;

/// A choice of the first line: a game, and for how many.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) offer: GameOffer,
    pub(crate) players: u8,
}

impl Variant {
    /// Whom to play against.
    fn ladder(&self) -> &[CharacterView] {
        let place = u32::from(self.players) - self.offer.players.least;
        self.offer
            .ladders
            .get(place as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// Everybody who can be chosen for a seat.
    fn choices(&self) -> Vec<SeatChoice> {
        let mut all = vec![SeatChoice::Human, SeatChoice::Friend];
        let names = self.ladder().iter().map(|one| one.name.clone());
        all.extend(names.map(SeatChoice::Character));
        all.push(SeatChoice::Named);
        all
    }

    /// Somebody gentle to begin with.
    fn gentle(&self) -> SeatChoice {
        let ladder = self.ladder();
        let one = ladder.get(ladder.len() / 3);
        one.map_or(SeatChoice::Human, |one| {
            SeatChoice::Character(one.name.clone())
        })
    }
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatChoice {
    Human,
    /// Whoever comes by the page's link.
    Friend,
    /// One of the game's ladder, by name.
    Character(String),
    /// An agent by name, which is typed.
    Named,
}

#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) choice: SeatChoice,
    pub(crate) name: String,
}

impl Seat {
    fn text(&self) -> String {
        match &self.choice {
            SeatChoice::Human => "human".to_owned(),
            SeatChoice::Friend => "friend".to_owned(),
            SeatChoice::Character(name) => format!("character:{name}"),
            SeatChoice::Named => crate::play::seat(self.name.trim()),
        }
    }
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Game,
    Board,
    Rows,
    Columns,
    Run,
    Seat(usize),
    Agent(usize),
    Start,
}

#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) variants: Vec<Variant>,
    pub(crate) variant: usize,
    /// Which of the boards that are offered; one more is a board of one's own.
    pub(crate) board: usize,
    pub(crate) own: Size,
    pub(crate) run: u8,
    pub(crate) seats: Vec<Seat>,
    pub(crate) at: usize,
    pub(crate) problem: Option<String>,
}

/// The longest name of an agent that can be typed.
const NAME: usize = 120;

impl Form {
    pub(crate) fn new() -> Form {
        let variants = offers().into_iter().flat_map(|offer| {
            let players = offer.players.least as u8..=offer.players.most as u8;
            players.map(move |players| Variant {
                offer: offer.clone(),
                players,
            })
        });
        // The others get somebody to play with when the game is chosen.
        let seat = |player| Seat {
            choice: match player {
                0 => SeatChoice::Human,
                _ => SeatChoice::Character(String::new()),
            },
            name: String::new(),
        };
        let mut form = Form {
            variants: variants.collect(),
            variant: 0,
            board: 0,
            own: Size {
                rows: 1,
                columns: 1,
            },
            run: 0,
            seats: (0..3).map(seat).collect(),
            at: 0,
            problem: None,
        };
        form.choose_variant(0);
        form
    }

    pub(crate) fn chosen(&self) -> &Variant {
        &self.variants[self.variant]
    }

    fn choose_variant(&mut self, variant: usize) {
        self.variant = variant;
        let offer = self.chosen().offer.clone();
        let usual = |size: &Size| *size == offer.usual;
        self.board = offer.boards.iter().position(usual).unwrap_or(0);
        self.own = offer.usual;
        self.run = offer.run.as_ref().map_or(0, |run| run.usual);
        // Another game may have other characters.
        let (choices, gentle) = (self.chosen().choices(), self.chosen().gentle());
        for seat in &mut self.seats {
            if !choices.contains(&seat.choice) {
                seat.choice = gentle.clone();
            }
        }
    }

    pub(crate) fn is_own_board(&self) -> bool {
        self.board >= self.chosen().offer.boards.len()
    }

    /// The board's size.
    pub(crate) fn size(&self) -> Size {
        let offered = self.chosen().offer.boards.get(self.board);
        offered.copied().unwrap_or(self.own)
    }

    /// The lines there are now.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Game, Field::Board];
        if self.is_own_board() {
            fields.extend([Field::Rows, Field::Columns]);
            if self.chosen().offer.run.is_some() {
                fields.push(Field::Run);
            }
        }
        for seat in 0..usize::from(self.chosen().players) {
            fields.push(Field::Seat(seat));
            if self.seats[seat].choice == SeatChoice::Named {
                fields.push(Field::Agent(seat));
            }
        }
        fields.push(Field::Start);
        fields
    }

    pub(crate) fn field(&self) -> Field {
        let fields = self.fields();
        fields[self.at.min(fields.len() - 1)]
    }

    /// Whether letters are typed into this line.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.field(), Field::Agent(_))
    }

    pub(crate) fn go(&mut self, down: bool) {
        let last = self.fields().len() - 1;
        self.at = match down {
            true => (self.at + 1).min(last),
            false => self.at.min(last).saturating_sub(1),
        };
    }

    /// The next or the last value of the line.
    pub(crate) fn turn(&mut self, on: bool) {
        self.problem = None;
        let offer = self.chosen().offer.clone();
        let number = |value: u8, least: u32, most: u32| {
            let next = if on {
                u32::from(value) + 1
            } else {
                u32::from(value).saturating_sub(1)
            };
            next.clamp(least, most) as u8
        };
        match self.field() {
            Field::Game => self.choose_variant(round(self.variant, self.variants.len(), on)),
            Field::Board => self.board = round(self.board, offer.boards.len() + 1, on),
            Field::Rows => self.own.rows = number(self.own.rows, offer.rows.least, offer.rows.most),
            Field::Columns => {
                let range = offer.columns;
                self.own.columns = number(self.own.columns, range.least, range.most);
            }
            Field::Run => {
                if let Some(run) = offer.run {
                    self.run = number(self.run, run.least.into(), run.most.into());
                }
            }
            Field::Seat(seat) => {
                let all = self.chosen().choices();
                let seat = &mut self.seats[seat];
                let now = all.iter().position(|choice| *choice == seat.choice);
                seat.choice = all[round(now.unwrap_or(0), all.len(), on)].clone();
            }
            Field::Agent(_) | Field::Start => {}
        }
    }

    /// A letter of an agent's name, or none to take the last one back.
    pub(crate) fn type_letter(&mut self, letter: Option<char>) {
        if let Field::Agent(seat) = self.field() {
            self.problem = None;
            let name = &mut self.seats[seat].name;
            match letter {
                Some(letter) if name.len() < NAME && !letter.is_control() => name.push(letter),
                Some(_) => {}
                None => drop(name.pop()),
            }
        }
    }

    /// The game that the form describes.
    pub(crate) fn request(&self) -> NewGame {
        let Variant { offer, players } = self.chosen();
        let Size { rows, columns } = self.size();
        let mut game = format!("{}:{rows}x{columns}", offer.name);
        if u32::from(*players) != offer.players.least {
            game += &format!(",players={players}");
        }
        if self.is_own_board()
            && let Some(run) = offer.run.as_ref().filter(|run| run.usual != self.run)
        {
            game += &format!(",{}={}", run.key, self.run);
        }
        let seats = self.seats[..usize::from(*players)].iter();
        NewGame {
            game,
            seats: seats.map(Seat::text).collect(),
            moves: String::new(),
            analysis: true,
        }
    }
}

/// The next number below a count, or the one before, round and round.
fn round(at: usize, count: usize, on: bool) -> usize {
    (at + if on { 1 } else { count - 1 }) % count
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_engine::{Seat as EngineSeat, Session};

    fn field(form: &mut Form, wanted: Field) {
        form.at = form.fields().iter().position(|f| *f == wanted).unwrap();
    }

    /// Every game and board that can be chosen is one that can be played.
    #[test]
    fn whatever_can_be_chosen_can_be_played() {
        let mut form = Form::new();
        for _ in 0..form.variants.len() {
            for _ in 0..=form.chosen().offer.boards.len() {
                let new = form.request();
                let seats: Vec<EngineSeat> =
                    new.seats.iter().map(|seat| seat.parse().unwrap()).collect();
                let made = Session::new(new.game.parse().unwrap(), seats);
                assert!(made.is_ok(), "{new:?}");
                field(&mut form, Field::Board);
                form.turn(true);
            }
            field(&mut form, Field::Game);
            form.turn(true);
        }
        assert_eq!(form.request().game, "connect4:6x7", "round and round");
    }

    /// Everybody who can be chosen can play that game; a friend's seat is left free.
    #[test]
    fn whoever_can_be_chosen_plays() {
        let mut form = Form::new();
        for _ in 0..form.variants.len() {
            let choices = form.chosen().choices();
            assert!(choices.len() >= 6, "{choices:?}");
            for _ in &choices {
                field(&mut form, Field::Seat(1));
                form.turn(true);
                let new = form.request();
                let game: poda_engine::AnyGame = new.game.parse().unwrap();
                match &form.seats[1].choice {
                    SeatChoice::Character(name) => {
                        assert_eq!(new.seats[1], format!("character:{name}"));
                        let agent: poda_engine::AgentSpec = new.seats[1].parse().unwrap();
                        assert!(agent.resolve(&game).is_ok(), "{new:?}");
                    }
                    SeatChoice::Friend => assert_eq!(new.seats[1], "friend"),
                    SeatChoice::Human | SeatChoice::Named => {}
                }
            }
            field(&mut form, Field::Game);
            form.turn(true);
        }
    }

    #[test]
    fn a_board_of_ones_own_stays_within_what_is_allowed() {
        let mut form = Form::new();
        field(&mut form, Field::Board);
        form.turn(false);
        for (wanted, turns) in [(Field::Rows, 30), (Field::Columns, 1), (Field::Run, 30)] {
            field(&mut form, wanted);
            (0..turns).for_each(|_| form.turn(true));
        }
        assert_eq!(form.request().game, "connect4:12x8,connect=6");
        field(&mut form, Field::Run);
        (0..30).for_each(|_| form.turn(false));
        assert_eq!(form.request().game, "connect4:12x8,connect=3");
    }

    #[test]
    fn an_agent_is_typed_by_name() {
        let mut form = Form::new();
        field(&mut form, Field::Seat(1));
        while form.seats[1].choice != SeatChoice::Named {
            form.turn(true);
        }
        form.go(true);
        assert!(form.is_text());
        "greedyx".chars().for_each(|c| form.type_letter(Some(c)));
        form.type_letter(None);
        assert_eq!(form.request().seats, ["human", "greedy"]);
        (0..1_000).for_each(|_| form.type_letter(Some('y')));
        assert!(form.request().seats[1].len() <= NAME);
    }
}
