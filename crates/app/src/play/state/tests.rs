//! What becomes of keys and news.

use poda_web::api::Refusal;

use super::*;
use crate::play::draw::tests::{game, reviewed, showing};

fn table(state: &State) -> &Table {
    match &state.screen {
        Screen::Game(table) => table,
        _ => panic!("no game is shown"),
    }
}

fn play(mv: &str, version: u64) -> Vec<Ask> {
    vec![Ask::Act {
        id: "x".to_owned(),
        version,
        act: Act::Play(mv.to_owned()),
    }]
}

#[test]
fn a_column_is_played_by_its_number_or_where_the_cursor_is() {
    let mut state = showing(game("connect4", &["human", "human"], "44"));
    assert_eq!(state.act(&Action::Digit(7)), play("7", 2));
    assert_eq!(state.act(&Action::Digit(8)), [], "there is none");
    state.act(&Action::Go(Direction::Left));
    assert_eq!(state.act(&Action::Accept), play("6", 2));
    let place = Place { row: 0, column: 0 };
    assert_eq!(state.act(&Action::PlayAt(place)), play("1", 2));
}

#[test]
fn what_cannot_be_played_is_said_in_the_words_of_the_page() {
    let mut full = showing(game("connect4:2x3,connect=3", &["human", "human"], "22"));
    assert_eq!(full.act(&Action::Digit(2)), []);
    assert_eq!(
        table(&full).problem.as_deref(),
        Some("Column 2 is full. Choose another one.")
    );
    let mut waiting = showing(game("connect4", &["level:1", "human"], ""));
    assert_eq!(waiting.act(&Action::Digit(2)), []);
    let problem = table(&waiting).problem.clone().unwrap();
    assert!(problem.starts_with("It is not your turn"), "{problem}");
    let mut taken = showing(game("tictactoe", &["human", "human"], "b2"));
    taken.act(&Action::Accept);
    assert_eq!(
        table(&taken).problem.as_deref(),
        Some("Square b2 is taken. Choose a free one.")
    );
}

#[test]
fn earlier_positions_are_looked_at_and_not_played_in() {
    let mut state = showing(game("dots:2x2", &["human", "human"], "h11 v11 v12 h21"));
    state.act(&Action::Look(-1));
    state.act(&Action::Look(-1));
    assert_eq!(table(&state).ply(), 2);
    assert_eq!(state.act(&Action::Accept), []);
    assert!(table(&state).problem.is_some());
    state.act(&Action::LookAt(0));
    assert_eq!(table(&state).ply(), 0);
    state.act(&Action::Look(-1));
    assert_eq!(table(&state).ply(), 0, "there is nothing before the start");
    // Esc comes back to now before it leaves.
    assert_eq!(state.act(&Action::Back), []);
    assert!(!table(&state).is_past());
    assert_eq!(state.act(&Action::Back), [Ask::Leave, Ask::List]);
}

#[test]
fn older_news_do_not_take_the_game_back() {
    let mut state = showing(game("connect4", &["human", "human"], "445"));
    state.hear(News::Acted(Box::new(game(
        "connect4",
        &["human", "human"],
        "44",
    ))));
    assert_eq!(table(&state).game.version, 3);
    let mut other = game("connect4", &["human", "human"], "4455");
    other.id = "y".to_owned();
    state.hear(News::Acted(Box::new(other)));
    assert_eq!(table(&state).game.version, 3);
    let moved = Refusal {
        error: "the game has moved on".to_owned(),
        game: Some(Box::new(game("connect4", &["human", "human"], "4455"))),
    };
    state.hear(News::Refused(moved));
    assert_eq!(table(&state).game.version, 4);
    assert!(
        table(&state)
            .problem
            .as_deref()
            .unwrap()
            .contains("moved on")
    );
}

#[test]
fn giving_up_and_starting_again_are_asked_about() {
    let mut state = showing(game("connect4", &["human", "level:1"], "44"));
    assert_eq!(state.act(&Action::Resign), []);
    assert_eq!(state.act(&Action::Accept).len(), 1);
    assert_eq!(state.question, None);
    state.act(&Action::Rematch);
    assert_eq!(state.question, Some(Question::Restart));
    assert_eq!(state.act(&Action::No), []);
    assert_eq!(state.question, None);
    let mut over = showing(game("connect4", &["human", "level:1"], "4455667"));
    assert_eq!(over.act(&Action::Resign), []);
    assert_eq!(over.question, None);
    let swapped = Ask::Rematch {
        id: "x".to_owned(),
        swap: true,
    };
    assert_eq!(over.act(&Action::Rematch), [swapped]);
}

#[test]
fn the_bell_rings_at_the_end_unless_it_is_muted() {
    for muted in [false, true] {
        let mut state = showing(game("connect4", &["human", "level:1"], "445566"));
        if muted {
            state.act(&Action::Mute);
        }
        let won = game("connect4", &["human", "level:1"], "4455667");
        let asks = state.hear(News::Acted(Box::new(won)));
        assert_eq!(asks.contains(&Ask::Bell), !muted);
    }
}

#[test]
fn an_analysis_follows_what_is_shown_and_a_stale_one_is_not() {
    let mut state = showing(game("connect4", &["human", "human"], "445"));
    let key = |moves: &str| Ask::Analyse(("connect4:6x7".to_owned(), moves.to_owned()));
    assert_eq!(state.act(&Action::Analyse), [key("445")]);
    assert_eq!(state.act(&Action::Look(-1)), [key("44")]);
    let next = game("connect4", &["human", "human"], "4451");
    assert_eq!(
        state.hear(News::Acted(Box::new(next))),
        [],
        "44 is still shown"
    );
    assert_eq!(state.act(&Action::LookAt(usize::MAX)), [key("4451")]);
    assert_eq!(state.act(&Action::Analyse), [Ask::StopStudy]);
}

#[test]
fn computers_among_themselves_wait_and_step() {
    let mut state = showing(game("connect4", &["level:1", "level:2"], "44"));
    let act = |act| Ask::Act {
        id: "x".to_owned(),
        version: 2,
        act,
    };
    assert_eq!(state.act(&Action::Step), [], "only while they wait");
    assert_eq!(state.act(&Action::Pause), [act(Act::Pause(true))]);
    let mut paused = game("connect4", &["level:1", "level:2"], "44");
    paused.paused = true;
    state.hear(News::Acted(Box::new(paused)));
    assert_eq!(state.act(&Action::Step), [act(Act::Step)]);
    assert_eq!(state.act(&Action::Resign), []);
    assert_eq!(state.question, None, "nobody is there to give up");
}

#[test]
fn from_the_menu_to_a_game_and_back() {
    let (mut state, asks) = State::new(Words::new(false), false);
    assert_eq!(asks, [Ask::List]);
    state.act(&Action::Accept);
    assert!(matches!(state.screen, Screen::New(_)));
    let asks = state.act(&Action::Accept);
    assert!(matches!(&asks[..], [Ask::Make(new)] if new.game == "connect4:6x7"));
    let refusal = Refusal {
        error: "too many games".to_owned(),
        game: None,
    };
    state.hear(News::Refused(refusal));
    assert!(matches!(&state.screen, Screen::New(form) if form.problem.is_some()));
    state.act(&Action::Back);
    assert!(matches!(state.screen, Screen::Menu { .. }));
    assert_eq!(state.act(&Action::Back), [Ask::Quit]);
}

#[test]
fn a_mistake_can_be_tried_again() {
    let mut state = reviewed(false);
    state.act(&Action::NextMistake);
    assert_eq!(table(&state).ply(), 1, "before the second move");
    let play = |state: &mut State, mv: &str| {
        let at = table(state).shown().clone();
        let legal = at.legal.iter().find(|legal| legal.mv == mv).unwrap();
        let place = Place::of(&at.board, mv, legal.cell).unwrap();
        assert_eq!(state.act(&Action::PlayAt(place)), [], "nothing is played");
        table(state).task().cloned().unwrap()
    };
    let wrong = play(&mut state, "b3");
    assert_eq!((wrong.tried.as_deref(), wrong.told), (Some("b3"), false));
    let right = play(&mut state, "a3");
    assert_eq!((right.tried.as_deref(), right.told), (Some("a3"), true));
    // Whoever steps on has done with it; whoever gives up is told.
    state.act(&Action::Look(1));
    assert_eq!(table(&state).task(), None);
    state.act(&Action::LookAt(0));
    state.act(&Action::NextMistake);
    assert!(!table(&state).task().unwrap().told);
    state.act(&Action::Tell);
    assert!(table(&state).task().unwrap().told);
    state.act(&Action::Back);
    assert_eq!(table(&state).task(), None, "the review is closed");
}
