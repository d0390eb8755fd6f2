//! Screens as they are seen, on ratatui's test backend.

use poda_coach::{PositionView, SeatView};
use poda_engine::{AnyGame, Game};
use poda_web::GameEvent;
use poda_web::api::{GameView, Hint, Thought};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::*;
use crate::play::look::Depth;
use crate::play::state::{Direction, News, Place};

/// A game as a service would show it.
pub(crate) fn game(spec: &str, seats: &[&str], moves: &str) -> GameView {
    let game: AnyGame = spec.parse().unwrap();
    let (line, _) = game.read_position(moves).unwrap();
    let position = PositionView::new(&game, &line);
    let seats: Vec<SeatView> = seats
        .iter()
        .map(|seat| SeatView::new(&seat.parse().unwrap(), &game))
        .collect();
    // What a service adds is filled in from JSON, so that a new part of it needs no line here.
    let value = serde_json::json!({
        "id": "x", "version": line.len(), "seats": seats, "ending": position.ending, "position": position, "undone": [],
        "can_undo": !line.is_empty(), "can_redo": false, "thinking": false, "paused": false, "created": 0, "changed": 0,
        "holds": vec!["anybody"; seats.len()], "yours": true, "next": null, "analysis": true, "findings": vec![(); line.len()],
    });
    serde_json::from_value(value).unwrap()
}

/// A state with this game on the screen.
pub(crate) fn showing(game: GameView) -> State {
    showing_in(game, false)
}

fn showing_in(game: GameView, ascii: bool) -> State {
    let (mut state, _) = State::new(Words::new(ascii), false);
    state.hear(News::Opened(Box::new(game)));
    state
}

/// A game of tic-tac-toe whose second move loses, with its review.
pub(crate) fn reviewed(ascii: bool) -> State {
    let moves = "b2a2a1c3c1b1a3";
    let mut state = showing_in(game("tictactoe", &["human", "human"], moves), ascii);
    assert_eq!(state.act(&Action::Review).len(), 1);
    let rules: AnyGame = "tictactoe".parse().unwrap();
    let line = rules.read_position(moves).unwrap().0;
    let mut analyst = poda_coach::Analyst::new(&rules, 1, &poda_engine::Knowledge::default());
    let review = analyst.review(&line, poda_engine::Limits::default(), &mut |_| ());
    state.hear(News::Reviewed(review));
    state
}

fn seen(state: &State, look: &Look, width: u16, height: u16) -> (String, Hits) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut hits = Hits::new();
    terminal
        .draw(|frame| hits = draw(frame, state, look))
        .unwrap();
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(width.into());
    let lines = rows.map(|row| {
        let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        line.trim_end().to_owned() + "\n"
    });
    (lines.collect(), hits)
}

fn screen(state: &State, width: u16, height: u16) -> String {
    let ascii = state.words.is_ascii();
    seen(state, &Look::new(Depth::All, ascii), width, height).0
}

const WON: &str = "4455667";

#[test]
fn the_menu_and_the_form() {
    let (mut state, _) = State::new(Words::new(false), true);
    insta::assert_snapshot!("menu", screen(&state, 80, 24));
    state.act(&Action::Accept);
    insta::assert_snapshot!("form", screen(&state, 80, 24));
    state.act(&Action::Help);
    insta::assert_snapshot!("help", screen(&state, 80, 24));
}

/// The value over the game, a mistake to be done better, a try that is wrong, and the answer.
#[test]
fn a_review_with_its_graph_and_a_task() {
    let mut state = reviewed(false);
    insta::assert_snapshot!("review", screen(&state, 80, 24));
    state.act(&Action::NextMistake);
    insta::assert_snapshot!("review_task", screen(&state, 80, 24));
    state.act(&Action::PlayAt(Place { row: 0, column: 1 }));
    state.act(&Action::Tell);
    insta::assert_snapshot!("review_told", screen(&state, 80, 24));
    let mut plain = reviewed(true);
    plain.act(&Action::NextMistake);
    assert!(screen(&plain, 80, 24).is_ascii());
}

#[test]
fn who_plays_is_said_in_full() {
    let programs = ["program:cmd:python3 bot.py,time=2s", "level:1"];
    for seats in [&["level:1", "level:2"], &programs] {
        let game = game("dots:2x2", seats, "");
        let names = game.seats.clone();
        let state = showing(game);
        let seen = screen(&state, 80, 24);
        for seat in &names {
            assert!(seen.contains(&state.words.seat(seat)), "{seen}");
        }
    }
}

#[test]
fn an_analysis_ends_with_the_game() {
    let mut state = showing(game("connect4", &["human", "human"], WON));
    state.act(&Action::Analyse);
    assert!(!screen(&state, 80, 24).contains("Analysis\n"));
}

#[test]
fn every_game_at_80_by_24() {
    for (name, spec, seats, moves) in [
        ("connect4", "connect4", &["human", "level:3"][..], "4453"),
        ("connect4_won", "connect4", &["human", "level:3"], WON),
        (
            "connect4_large_board",
            "connect4:9x12",
            &["human", "human"],
            "1c1c",
        ),
        (
            "three",
            "connect4:6x7,players=3",
            &["human", "level:1", "perfect:time=1s"],
            "44435",
        ),
        (
            "dots",
            "dots:4x4",
            &["human", "level:2"],
            "h11 v11 h21 v12 h22",
        ),
        ("dots_7x7", "dots:7x7", &["human", "human"], "h11"),
        ("tictactoe", "tictactoe", &["human", "level:4"], "b2 a1"),
        (
            "tictactoe_draw",
            "tictactoe",
            &["human", "human"],
            "a1 b2 c3 c2 a2 a3 c1 b1 b3",
        ),
    ] {
        let game = if name == "three" {
            // Three players have no perfect one.
            game(spec, &["human", "level:1", "strong:time=1s"], moves)
        } else {
            game(spec, seats, moves)
        };
        let text = screen(&showing(game), 80, 24);
        assert!(!text.contains('{'), "a text is missing: {text}");
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn large_windows_have_large_boards_and_small_ones_scroll() {
    let won = showing(game("connect4", &["human", "level:3"], WON));
    insta::assert_snapshot!("large", screen(&won, 200, 60));
    insta::assert_snapshot!("small", screen(&won, 40, 16));
    insta::assert_snapshot!("too_small", screen(&won, 20, 5));
    let mut wide = showing(game("connect4:9x12", &["human", "human"], ""));
    for _ in 0..20 {
        wide.act(&Action::Go(Direction::Right));
    }
    let text = screen(&wide, 34, 14);
    assert!(text.contains(" c"), "the last column is in sight: {text}");
}

#[test]
fn ascii_is_ascii() {
    for (spec, moves) in [
        ("connect4", WON),
        ("dots:4x4", "h11 v11 h21 v12 h22"),
        ("tictactoe", "b2 a1"),
    ] {
        let mut state = showing_in(game(spec, &["human", "level:3"], moves), true);
        for size in [(80, 24), (200, 60), (40, 16)] {
            let text = screen(&state, size.0, size.1);
            assert!(text.is_ascii(), "{text}");
        }
        state.act(&Action::Help);
        let text = screen(&state, 80, 60);
        assert!(text.is_ascii(), "{text}");
    }
    let won = showing_in(game("connect4", &["human", "level:3"], WON), true);
    insta::assert_snapshot!("ascii_won", screen(&won, 80, 24));
}

#[test]
fn without_colours_nothing_is_coloured() {
    let state = showing(game("connect4", &["human", "level:3"], WON));
    let look = Look::new(Depth::None, false);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal
        .draw(|frame| drop(draw(frame, &state, &look)))
        .unwrap();
    let cells = terminal.backend().buffer().content();
    assert!(
        cells
            .iter()
            .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
}

#[test]
fn a_thought_and_a_hint_are_told_in_words() {
    let mut thinking = game("connect4", &["human", "level:3"], "4");
    thinking.thinking = true;
    let mut state = showing(thinking);
    let thought: Thought = serde_json::from_value(serde_json::json!({
        "version": 1, "player": 1, "depth": 12, "nodes": 1_234_567, "elapsed_ms": 800, "best": "4",
        "verdict": { "is": "opinion", "percent": 20 }, "exact": false, "source": "search", "line": [], "value": null, "done": false,
    }))
    .unwrap();
    state.hear(News::Event("x".to_owned(), GameEvent::Thinking(thought)));
    let text = screen(&state, 80, 24);
    for part in [
        "Blue is thinking",
        "looked 12 moves ahead",
        "1.2M",
        "Enter move now",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mut state = showing(game("connect4", &["human", "level:3"], "112233"));
    let hint: Hint = serde_json::from_value(serde_json::json!({
        "version": 6, "move": "4", "cell": { "row": 0, "column": 3 },
        "verdict": { "is": "wins", "moves": 1 }, "reason": { "why": "wins-now" },
    }))
    .unwrap();
    state.hear(News::Hinted(hint));
    insta::assert_snapshot!("hint", screen(&state, 80, 24));
}

#[test]
fn every_place_of_every_board_can_be_clicked() {
    for (spec, places) in [
        ("connect4", 7),
        ("dots:3x4", 31),
        ("tictactoe:4x5,row=3", 20),
    ] {
        for (width, height) in [(80, 24), (200, 60), (60, 30)] {
            let state = showing(game(spec, &["human", "human"], ""));
            let (_, hits) = seen(&state, &Look::new(Depth::All, false), width, height);
            let mut found: Vec<Place> = Vec::new();
            for (area, action) in &hits {
                assert!(area.right() <= width && area.bottom() <= height);
                if let Action::PlayAt(place) = action
                    && !found.contains(place)
                {
                    found.push(*place);
                }
            }
            assert_eq!(found.len(), places, "{spec} {width}");
            // The middle of each area means what it says, whatever lies on top.
            for (area, action) in &hits {
                let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
                let place = ratatui::layout::Position::new(x, y);
                let top = hits
                    .iter()
                    .rev()
                    .find(|(area, _)| area.contains(place))
                    .unwrap();
                assert_eq!(&top.1, action, "{spec}");
            }
        }
    }
}

#[test]
fn words_are_wrapped() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("one two three", 8), ["one two", "three"]);
    assert_eq!(wrap("", 8), [""]);
}
