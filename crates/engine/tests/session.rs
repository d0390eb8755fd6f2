//! A session keeps what was played, takes it back, and survives being stored.

use crate::common;

use common::{GAMES, rng};
use poda_engine::{Game, Outcome, PlayerId, Seat, Session, SessionError};
use rand::RngExt;

fn humans(spec: &str) -> Session {
    let game = common::game(spec);
    Session::new(game.spec(), vec![Seat::Human; game.players()]).expect("a session")
}

#[test]
fn a_stored_session_is_the_same_session() {
    for spec in GAMES {
        for seed in 0..8 {
            let (mut session, mut rng) = (humans(spec), rng(seed));
            for _ in 0..rng.random_range(0..60) {
                let legal = session.legal_moves();
                match rng.random_range(0..6) {
                    0 => drop(session.undo()),
                    1 => drop(session.redo()),
                    _ if legal.is_empty() => break,
                    _ => session
                        .play_move(legal[rng.random_range(..legal.len())])
                        .expect("legal"),
                }
                let stored = serde_json::to_string(&session).expect("it can be stored");
                let read: Session = serde_json::from_str(&stored).expect("it can be read");
                assert_eq!(read, session);
                assert_eq!(read.state(), session.state());
                assert_eq!(read.undone(), session.undone());
                assert_eq!(read.state(), session.state());
            }
        }
    }
}

#[test]
fn undo_and_redo_walk_the_same_positions() {
    for spec in GAMES {
        let mut session = humans(spec);
        let (line, states) = common::playout(session.game(), &mut rng(7));
        for &mv in &line {
            session.play_move(mv).expect("legal");
        }
        assert_eq!(session.to_move(), None);
        for state in states.iter().rev() {
            assert_eq!(session.state(), state);
            let _ = session.undo();
        }
        assert_eq!(session.undo(), Err(SessionError::NothingToUndo));
        for state in &states[1..] {
            session.redo().expect("there is a move to play again");
            assert_eq!(session.state(), state);
        }
        assert_eq!(session.redo(), Err(SessionError::NothingToRedo));
        assert_eq!(session.version(), 3 * line.len() as u64);
    }
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut session = humans("connect4");
    for mv in ["4", "4", "5"] {
        session.play(mv).expect("legal");
    }
    session.undo().expect("a move");
    session.undo().expect("a move");
    session.play("7").expect("legal");
    assert_eq!(session.moves(), "47");
    assert!(session.undone().is_empty());
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut session = humans("connect4");
    let before = session.clone();
    for text in ["9", "", "44", "x", "h11", "٤", "4 4"] {
        let error = session.play(text).expect_err("not a move").to_string();
        assert!(error.contains("column"), "{error}");
        assert_eq!(session, before);
    }
    session.play("4").expect("legal");
    assert_eq!(session.expect_version(1), Ok(()));
    let stale = session.expect_version(0).expect_err("the session moved on");
    assert_eq!(
        stale.to_string(),
        "the game has moved on: you saw version 0, now it is version 1"
    );
}

#[test]
fn a_finished_session_knows_its_end() {
    let mut session = humans("connect4");
    for mv in "1122334".chars() {
        session.play(&mv.to_string()).expect("legal");
    }
    assert_eq!(session.outcome(), Some(Outcome::Win(PlayerId::FIRST)));
    assert_eq!(session.to_move(), None);
    let error = session.play("5").expect_err("the game is over").to_string();
    assert_eq!(
        error,
        "the game is over (the first player won): no move is allowed"
    );
}

#[test]
fn records_that_cannot_be_replayed_say_why() {
    for (record, part) in [
        (
            r#"{"game":"connect4","seats":["human"],"moves":"","version":0}"#,
            "1 seats were given",
        ),
        (
            r#"{"game":"connect4","seats":["human","nobody"],"moves":"","version":0}"#,
            "no agent `nobody`",
        ),
        (
            r#"{"game":"chess","seats":["human","human"],"moves":"","version":0}"#,
            "no game `chess`",
        ),
        (
            r#"{"game":"connect4","seats":["human","human"],"moves":"4449","version":4}"#,
            "move 4: column 9",
        ),
        (
            r#"{"game":"dots:1x1","seats":["human","human"],"moves":"h11","undone":"h11","version":3}"#,
            "move 2: edge h11",
        ),
        (
            r#"{"game":"connect4","seats":["human","human"],"moves":"","version":0,"x":1}"#,
            "unknown field",
        ),
    ] {
        let error = serde_json::from_str::<Session>(record)
            .expect_err("a broken record")
            .to_string();
        assert!(error.contains(part), "{error}");
    }
}
