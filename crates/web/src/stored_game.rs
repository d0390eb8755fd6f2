//! A game that is stored: the session, and what a session does not know. Everything in here only changes the value; storing
//! and telling is the [`GameService`](crate::service::GameService)'s.

use poda_engine::{AnyMove, Game, PlayerId, Seat, Session};

use crate::api::{
    Board, Ending, Finding, GameSummary, GameView, Hold, PositionView, Rules, SeatView,
};
use crate::holders::{Holders, Visitor};
use crate::refused::Refused;

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) id: String,
    pub(crate) session: Session,
    /// Goes up by one at each change, however many moves it takes back; the session's own version counts moves.
    pub(crate) version: u64,
    pub(crate) resigned: Option<PlayerId>,
    pub(crate) paused: bool,
    pub(crate) seed: u64,
    pub(crate) created: u64,
    pub(crate) changed: u64,
    /// Who may act for which seat.
    pub(crate) holders: Holders,
    /// The rematch.
    pub(crate) next: Option<String>,
    /// Whether it may be analysed while it goes on.
    pub(crate) analysis: bool,
    /// What computers found before they made their moves: a place for each move of the session, those taken back included.
    pub(crate) findings: Vec<Option<Finding>>,
    /// Whether anybody has begun to play: a person has moved or given up, or somebody else was expected from the start; among
    /// computers, one has moved. So has a game that was made with moves to its end.
    pub(crate) begun: bool,
}

impl StoredGame {
    pub(crate) fn ending(&self) -> Option<Ending> {
        let Some(player) = self.resigned else {
            return self.session.outcome().map(Ending::of);
        };
        let number = |player: PlayerId| player.index() as u8;
        let others: Vec<PlayerId> = PlayerId::all(self.session.game().players())
            .filter(|&other| other != player)
            .collect();
        Some(Ending::Resigned {
            player: number(player),
            winner: match others[..] {
                [winner] => Some(number(winner)),
                _ => None,
            },
        })
    }

    /// Whose turn it is, or `None` when the game is over.
    pub(crate) fn to_move(&self) -> Option<PlayerId> {
        match self.resigned {
            None => self.session.to_move(),
            Some(_) => None,
        }
    }

    fn seat(&self, player: PlayerId) -> &Seat {
        &self.session.seats()[player.index()]
    }

    fn is_human(&self, player: PlayerId) -> bool {
        *self.seat(player) == Seat::Human
    }

    pub(crate) fn has_humans(&self) -> bool {
        self.session.seats().contains(&Seat::Human)
    }

    /// The computer whose turn it is, if it is a computer's.
    pub(crate) fn computer(&self) -> Option<(PlayerId, &Seat)> {
        let player = self.to_move()?;
        let seat = self.seat(player);
        (*seat != Seat::Human).then_some((player, seat))
    }

    /// A computer gives up: it has failed.
    pub(crate) fn give_up(&mut self, player: PlayerId) {
        self.resigned = Some(player);
    }

    /// Whether the visitor is the person who plays this seat.
    fn is_person(&self, who: Visitor, player: PlayerId) -> bool {
        self.is_human(player) && self.holders.may(who, player)
    }

    /// Refuses whoever does not play the seat whose turn it is, if that is a person's.
    pub(crate) fn admit_mover(&self, who: Visitor) -> Result<(), Refused> {
        self.holders.admit(who)?;
        let Some(player) = self.to_move().filter(|&player| self.is_human(player)) else {
            return Ok(());
        };
        match self.holders.hold(who, player) {
            Hold::Mine | Hold::Anybody => Ok(()),
            Hold::Taken => Err(Refused::not_yours(format!(
                "somebody else plays for the {player} player: wait until it is your turn"
            ))),
            Hold::Free => Err(Refused::not_yours(format!(
                "the {player} player's seat is still free: somebody must take it first"
            ))),
        }
    }

    /// How many moves to take back so that it is the visitor's turn again. Among computers a paused game goes back by one.
    fn moves_to_undo(&self, who: Visitor) -> Option<usize> {
        let played = self.session.line().len();
        if !self.has_humans() {
            return (self.paused && played > 0).then_some(1);
        }
        let mut before = self.session.clone();
        (1..=played).find(|_| {
            before.undo().is_ok()
                && before
                    .to_move()
                    .is_some_and(|player| self.is_person(who, player))
        })
    }

    fn can_undo(&self, who: Visitor) -> bool {
        self.holders.includes(who)
            && match self.resigned {
                Some(player) => self.holders.may(who, player),
                None => self.moves_to_undo(who).is_some(),
            }
    }

    fn can_redo(&self, who: Visitor) -> bool {
        self.resigned.is_none()
            && !self.session.undone().is_empty()
            && self.admit_mover(who).is_ok()
    }

    /// A person's move.
    pub(crate) fn play(&mut self, text: &str, who: Visitor) -> Result<(), Refused> {
        self.admit_mover(who)?;
        let Some(player) = self.to_move() else {
            return Err(Refused::not_allowed(
                "the game is over: no move is allowed, but one can be taken back",
            ));
        };
        if !self.is_human(player) {
            return Err(Refused::not_allowed(format!(
                "it is the {player} player's turn, and the computer plays for them"
            )));
        }
        self.session.play(text)?;
        self.found(None);
        self.begun = true;
        Ok(())
    }

    /// A computer's move, and what it found before.
    pub(crate) fn play_move(
        &mut self,
        mv: AnyMove,
        finding: Option<Finding>,
    ) -> Result<(), Refused> {
        self.session.play_move(mv)?;
        self.found(finding);
        self.begun |= !self.has_humans();
        Ok(())
    }

    /// Puts what was found beside the last move. Games that are older than findings have none for their first moves.
    fn found(&mut self, finding: Option<Finding>) {
        self.findings.resize(self.session.line().len() - 1, None);
        self.findings.push(finding);
    }

    /// Takes a resignation back, or the moves since the visitor's last turn.
    pub(crate) fn undo(&mut self, who: Visitor) -> Result<(), Refused> {
        self.holders.admit(who)?;
        if let Some(player) = self.resigned {
            if !self.holders.may(who, player) {
                return Err(Refused::not_yours(format!(
                    "the {player} player gave up: only they can take that back"
                )));
            }
            self.resigned = None;
            return Ok(());
        }
        let Some(count) = self.moves_to_undo(who) else {
            let why = match (self.has_humans(), self.session.line().is_empty()) {
                (_, true) => "no move can be taken back: the game is at its start",
                (true, false) => "no move can be taken back: no person has moved yet",
                (false, false) => "pause the game first: then its moves can be taken back",
            };
            return Err(Refused::not_allowed(why));
        };
        for _ in 0..count {
            self.session.undo()?;
        }
        Ok(())
    }

    /// Plays again what was taken back, until it is a person's turn.
    pub(crate) fn redo(&mut self, who: Visitor) -> Result<(), Refused> {
        self.admit_mover(who)?;
        if self.resigned.is_some() {
            return Err(Refused::not_allowed(
                "the game was given up: take that back first",
            ));
        }
        self.session.redo()?;
        if self.has_humans() {
            while self.computer().is_some() && !self.session.undone().is_empty() {
                self.session.redo()?;
            }
        }
        Ok(())
    }

    /// Gives up for the visitor: for the seat whose turn it is, or is next.
    pub(crate) fn resign(&mut self, who: Visitor) -> Result<(), Refused> {
        self.holders.admit(who)?;
        let Some(mover) = self.to_move() else {
            return Err(Refused::not_allowed("the game is over already"));
        };
        let players = self.session.game().players();
        let person = (0..players)
            .map(|steps| PlayerId::new((mover.index() + steps) % players))
            .find(|&player| self.is_person(who, player));
        let Some(person) = person else {
            if self.has_humans() {
                return Err(Refused::not_yours(
                    "only a person who sits in the game can give up: you have no seat",
                ));
            }
            return Err(Refused::not_allowed(
                "only a person can give up: here computers play among themselves",
            ));
        };
        self.resigned = Some(person);
        self.begun = true;
        Ok(())
    }

    pub(crate) fn view(&self, thinking: bool, who: Visitor) -> GameView {
        let mut position = PositionView::new(self.session.game(), self.session.line());
        if self.resigned.is_some() {
            position.to_move = None;
            position.again = false;
            position.legal.clear();
        }
        GameView {
            id: self.id.clone(),
            version: self.version,
            seats: self.seats(),
            holds: PlayerId::all(self.session.seats().len())
                .map(|player| self.holders.hold(who, player))
                .collect(),
            yours: self.holders.includes(who),
            position,
            undone: self
                .session
                .undone()
                .iter()
                .map(AnyMove::to_string)
                .collect(),
            can_undo: self.can_undo(who),
            can_redo: self.can_redo(who),
            ending: self.ending(),
            thinking,
            paused: self.paused,
            next: self.next.clone(),
            analysis: self.analysis,
            findings: {
                let mut findings = self.findings.clone();
                findings.resize(self.session.line().len(), None);
                findings
            },
            created: self.created,
            changed: self.changed,
        }
    }

    fn seats(&self) -> Vec<SeatView> {
        let seats = self.session.seats().iter();
        seats
            .map(|seat| SeatView::new(seat, self.session.game()))
            .collect()
    }

    pub(crate) fn summary(&self, who: Visitor) -> GameSummary {
        GameSummary {
            id: self.id.clone(),
            rules: Rules::of(self.session.game()),
            seats: self.seats(),
            plies: self.session.line().len() as u16,
            board: Board::new(self.session.game(), self.session.line()),
            ending: self.ending(),
            yours: self.holders.includes(who),
            changed: self.changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::GameResult;
    use crate::game_store::Brief;

    const ANYBODY: Visitor = Visitor(None);

    fn stored(game: &str, seats: &[&str], moves: &str) -> StoredGame {
        let seats = seats.iter().map(|seat| seat.parse().unwrap()).collect();
        let mut session = Session::new(game.parse().unwrap(), seats).unwrap();
        for mv in session.game().read_position(moves).unwrap().0 {
            session.play_move(mv).unwrap();
        }
        StoredGame {
            id: "x".to_owned(),
            session,
            version: 0,
            resigned: None,
            paused: false,
            seed: 1,
            created: 0,
            changed: 0,
            holders: Holders::new(ANYBODY, &[]),
            next: None,
            analysis: true,
            findings: Vec::new(),
            begun: false,
        }
    }

    #[test]
    fn a_game_begins_with_a_persons_move_and_among_computers_with_theirs() {
        let column = |text: &str| {
            let game = stored("connect4", &["human", "human"], "");
            game.session.game().parse_move(text).unwrap()
        };
        let mut game = stored("connect4", &["random", "human"], "");
        game.play_move(column("4"), None).unwrap();
        assert!(!game.begun, "the computer opened, and the person went away");
        game.play("4", ANYBODY).unwrap();
        assert!(game.begun);
        game.undo(ANYBODY).unwrap();
        assert!(game.begun, "what was taken back was played");

        let mut alone = stored("connect4", &["random", "random"], "");
        alone.play_move(column("4"), None).unwrap();
        assert!(alone.begun);

        let mut given_up = stored("connect4", &["human", "random"], "");
        given_up.resign(ANYBODY).unwrap();
        assert!(given_up.begun);
    }

    #[test]
    fn a_result_is_won_or_lost_for_the_one_who_sits_there() {
        let result =
            |seats: &[&str], moves| Brief::of(&stored("connect4", seats, moves)).result(ANYBODY);
        let (first, second) = ("4455667", "74455667");
        assert_eq!(result(&["human", "random"], first), Some(GameResult::Won));
        assert_eq!(result(&["random", "human"], first), Some(GameResult::Lost));
        assert_eq!(
            result(&["random", "human"], second),
            None,
            "nobody has won yet"
        );
        assert_eq!(result(&["human", "human"], first), None, "both sit here");
        let draw = stored("tictactoe", &["human", "human"], "a1b1c1b2a2c2b3a3c3");
        assert_eq!(Brief::of(&draw).result(ANYBODY), Some(GameResult::Draw));
    }

    #[test]
    fn undo_goes_back_to_the_persons_turn_and_redo_comes_forward_again() {
        let mut game = stored("connect4", &["human", "random"], "4455");
        game.undo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "44");
        game.undo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "");
        assert!(!game.can_undo(ANYBODY) && game.undo(ANYBODY).is_err());
        game.redo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "44");
        game.redo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "4455");
        assert!(!game.can_redo(ANYBODY) && game.redo(ANYBODY).is_err());
    }

    #[test]
    fn undo_while_the_computer_thinks_takes_back_only_the_persons_move() {
        let mut game = stored("connect4", &["human", "random"], "445");
        game.undo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "44");
        game.redo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "445");
        assert!(game.computer().is_some());
    }

    #[test]
    fn two_people_take_back_one_move_and_three_seats_as_many_as_computers_made() {
        let mut two = stored("connect4", &["human", "human"], "44");
        two.undo(ANYBODY).unwrap();
        assert_eq!(two.session.moves(), "4");
        let seats = ["human", "random", "random"];
        let mut three = stored("connect4:6x7,players=3", &seats, "4441");
        three.undo(ANYBODY).unwrap();
        assert_eq!(three.session.moves(), "444");
        three.undo(ANYBODY).unwrap();
        assert_eq!(three.session.moves(), "");
    }

    #[test]
    fn an_extra_turn_is_taken_back_by_itself() {
        // The person closes the box and moves again.
        let mut game = stored("dots:1x2", &["random", "human"], "h11 h21 v11 v12");
        assert_eq!(game.to_move(), Some(PlayerId::SECOND));
        game.undo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "h11h21v11");
    }

    #[test]
    fn a_computer_that_opened_the_game_is_not_taken_back() {
        let mut game = stored("connect4", &["random", "human"], "4");
        assert!(!game.can_undo(ANYBODY));
        assert_eq!(
            game.undo(ANYBODY).unwrap_err().to_string(),
            "no move can be taken back: no person has moved yet"
        );
        assert_eq!(game.session.moves(), "4");
    }

    #[test]
    fn giving_up_is_for_people_and_can_be_taken_back() {
        let mut game = stored("connect4", &["random", "human"], "");
        game.resign(ANYBODY).unwrap();
        let winner = Some(0);
        assert_eq!(game.ending(), Some(Ending::Resigned { player: 1, winner }));
        assert_eq!(game.to_move(), None);
        assert!(
            game.play("4", ANYBODY).is_err()
                && game.resign(ANYBODY).is_err()
                && game.redo(ANYBODY).is_err()
        );
        game.undo(ANYBODY).unwrap();
        assert_eq!(game.ending(), None);

        let seats = ["random", "human", "human"];
        let mut three = stored("connect4:6x7,players=3", &seats, "44");
        three.resign(ANYBODY).unwrap();
        let (player, winner) = (2, None);
        assert_eq!(three.ending(), Some(Ending::Resigned { player, winner }));

        assert!(
            stored("connect4", &["random", "random"], "")
                .resign(ANYBODY)
                .is_err()
        );
    }

    #[test]
    fn computers_among_themselves_go_back_by_one_when_paused() {
        let mut game = stored("connect4", &["random", "random"], "445");
        assert!(game.undo(ANYBODY).is_err());
        game.paused = true;
        game.undo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "44");
        game.redo(ANYBODY).unwrap();
        assert_eq!(game.session.moves(), "445");
    }
}
