//! Whatever is typed gets an answer in one sentence, never a panic.

use crate::common;

use common::{GAMES, game};
use poda_engine::connect4::{Column, Connect4Spec};
use poda_engine::dots::{DotsSpec, Edge};
use poda_engine::{AgentSpec, Game, GameSpec, Outcome, Seat, TreeGame};
use proptest::prelude::*;

/// One sentence: one line, no trailing stop, not the user's whole text back.
fn one_sentence(error: impl std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && text.chars().count() < 400, "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Text of any script, and text that is nearly right.
fn anything() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[0-9a-zA-Z]{0,40}",
        "(connect4|dots|tree|random|human)?[:=,x0-9 a-z×]{0,30}",
        "([hv][0-9]{2} ?){0,60}",
        "[()0-9 -]{0,40}",
        "[1-7]{0,60}",
    ]
}

proptest! {
    #![proptest_config(common::seeds(4000))]

    #[test]
    fn parsers_answer_any_text(text in anything(), spec in prop::sample::select(GAMES)) {
        if let Err(error) = game(spec).read_position(&text) { one_sentence(error); }
        if let Err(error) = game(spec).parse_move(&text) { one_sentence(error); }
        if let Err(error) = text.parse::<Column>() { one_sentence(error); }
        if let Err(error) = text.parse::<Edge>() { one_sentence(error); }
        if let Err(error) = text.parse::<Outcome>() { one_sentence(error); }
        if let Err(error) = text.parse::<TreeGame>() { one_sentence(error); }
        match text.parse::<GameSpec>() {
            Err(error) => one_sentence(error),
            Ok(spec) => prop_assert_eq!(spec.to_string().parse::<GameSpec>().expect("it prints what it reads"), spec),
        }
        match text.parse::<AgentSpec>() {
            Err(error) => one_sentence(error),
            Ok(spec) => prop_assert_eq!(spec.to_string().parse::<AgentSpec>().expect("it prints what it reads"), spec),
        }
        match text.parse::<Seat>() {
            Err(error) => one_sentence(error),
            Ok(seat) => prop_assert_eq!(seat.to_string().parse::<Seat>().expect("it prints what it reads"), seat),
        }
    }

    #[test]
    fn every_size_is_playable_or_refused(rows in 0usize..20, columns in 0usize..20, players in 0usize..6, connect in 0usize..9) {
        let spec = Connect4Spec::new(rows, columns).and_then(|s| s.with_players(players)).and_then(|s| s.with_connect(connect));
        let allowed = (1..=12).contains(&rows) && (1..=12).contains(&columns) && (rows + 1) * columns <= 128
            && (2..=3).contains(&players) && (3..=6).contains(&connect);
        prop_assert_eq!(spec.is_ok(), allowed);
        let text = format!("connect4:{rows}x{columns},players={players},connect={connect}");
        prop_assert_eq!(text.parse::<GameSpec>().is_ok(), allowed);
        if allowed {
            let (line, states) = common::playout(&game(&text), &mut common::rng(1));
            prop_assert!(line.len() <= rows * columns);
            prop_assert!(game(&text).outcome(&states[line.len()]).is_some());
        }
        let dots = DotsSpec::new(rows, columns);
        prop_assert_eq!(dots.is_ok(), (1..=7).contains(&rows) && (1..=7).contains(&columns));
    }

    #[test]
    fn heights_count_the_pieces(seed: u64, plies in 0usize..42) {
        let spec = Connect4Spec::new(6, 7).expect("the usual board");
        let rules = poda_engine::connect4::Connect4::<u64, 2>::new(spec);
        let (line, states) = common::playout(&rules, &mut common::rng(seed));
        let plies = plies.min(line.len());
        for index in 0..7 {
            let column = Column::new(index);
            let pieces = line[..plies].iter().filter(|&&mv| mv == column).count();
            prop_assert_eq!(rules.height(&states[plies], column), pieces);
        }
    }
}

#[test]
fn errors_say_what_is_allowed() {
    let position = |spec, text| {
        game(spec)
            .read_position(text)
            .expect_err("not a position")
            .to_string()
    };
    assert_eq!(
        position("connect4", "9"),
        "move 1: column 9 does not exist: columns are 1 to 7"
    );
    assert_eq!(
        position("connect4", "4444444"),
        "move 7: column 4 is full: the columns with room are 1, 2, 3, 5, 6, 7"
    );
    assert_eq!(
        position("connect4", "11223344"),
        "move 8: the game is over (the first player won): no move is allowed"
    );
    assert_eq!(
        position("connect4", "4٤"),
        "move 2: `٤` is not a column: columns are written 1 to 9, then a, b and c"
    );
    assert_eq!(
        position("dots:2x2", "h11h11"),
        "move 2: edge h11 is already drawn: choose one of the 11 that are not"
    );
    assert_eq!(
        position("dots:2x2", "h44"),
        "move 1: edge h44 does not exist: the edges are h11 to h32 and v11 to v23"
    );
    let spec = |text: &str| {
        text.parse::<GameSpec>()
            .expect_err("not a game")
            .to_string()
    };
    assert_eq!(
        spec("chess"),
        "there is no game `chess`: the games are connect4, dots and tictactoe"
    );
    assert_eq!(
        spec("connect4:40x40"),
        "a board of 40x40 is not possible: rows and columns are 1 to 12 each, and (rows + 1) x columns at most 128"
    );
    assert_eq!(
        spec("connect4:12x12"),
        "a board of 12x12 is too large: (rows + 1) x columns may be at most 128, and here it is 156"
    );
    assert_eq!(
        spec("connect4:6x7,players=5"),
        "`players=5` is not allowed: players is 2 or 3"
    );
    assert_eq!(
        spec("connect4:6x7,connect=2"),
        "`connect=2` is not allowed: connect is a number from 3 to 6"
    );
    assert_eq!(
        spec("dots:0x3"),
        "a board of 0x3 boxes is not possible: rows and columns of boxes are 1 to 7 each"
    );
    assert_eq!(
        spec("dots:3"),
        "`3` is not a board size: write rows x columns of boxes, such as 4x4"
    );
    assert_eq!(
        spec("connect4:6x7,players=2,players=3"),
        "`players` stands twice: give each parameter once"
    );
}
