//! The games of a folder for somebody who is not a browser: opened here, or served by somebody else. The same must be true of both.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use poda_bots::Programs;
use poda_engine::Knowledge;
use poda_web::api::{GameView, NewGame};
use poda_web::{Act, Caps, GameEvent, Games, ServeError, Settings, Which, open_games, serve};

use crate::common::Folder;

const LONG: Duration = Duration::from_secs(60);

fn open(folder: &Path) -> Arc<dyn Games> {
    open_games(
        folder,
        Caps::default(),
        Knowledge::default(),
        Programs::new(),
    )
    .expect("the games can be opened")
}

fn new(game: &str, seats: [&str; 2]) -> NewGame {
    NewGame {
        game: game.to_owned(),
        seats: seats.map(str::to_owned).to_vec(),
        moves: String::new(),
        analysis: true,
    }
}

fn moves(game: &GameView) -> String {
    let moves = game.position.moves.iter();
    moves.map(|played| played.mv.as_str()).collect()
}

/// A server on the folder; its address, and the thread that ends with it.
fn start(folder: &Path) -> (String, thread::JoinHandle<Result<(), ServeError>>) {
    let settings = Settings {
        host: "127.0.0.1".to_owned(),
        port: 0,
        data: folder.to_owned(),
        caps: Caps::default(),
        knowledge: Knowledge::default(),
    };
    let (tell, told) = mpsc::channel();
    let server =
        thread::spawn(move || serve(&settings, |found| tell.send(found.here.clone()).unwrap()));
    (told.recv_timeout(LONG).expect("it starts"), server)
}

/// Whatever a person does, and what is told of it.
fn everything_can_be_done(games: &dyn Games) {
    let game = games.make(&new("connect4", ["human", "level:1"])).unwrap();
    let (tell, told) = mpsc::channel();
    let following = games
        .follow(&game.id, Box::new(move |event| drop(tell.send(event))))
        .unwrap();
    let wait = |wanted: &dyn Fn(&GameView) -> bool| loop {
        if let GameEvent::Game(game) = told.recv_timeout(LONG).expect("an event")
            && wanted(&game)
        {
            break *game;
        }
    };
    assert_eq!(wait(&|_| true), game, "first the game as it is");
    let act = |game: &GameView, act: Act| games.act(&game.id, game.version, &act);
    act(&game, Act::Play("4".to_owned())).unwrap();
    let answered = wait(&|game| game.position.moves.len() == 2);
    let refused = act(&game, Act::Play("4".to_owned())).unwrap_err();
    assert_eq!(
        refused.game,
        Some(Box::new(answered.clone())),
        "it has moved on"
    );
    let hint = games.hint(&game.id, answered.version).unwrap();
    assert_eq!(hint.version, answered.version);
    let refused = act(&answered, Act::Play("9".to_owned())).unwrap_err();
    assert_eq!(refused.error, "column 9 does not exist: columns are 1 to 7");
    let back = act(&answered, Act::Undo).unwrap();
    assert_eq!(moves(&back), "");
    let again = act(&back, Act::Redo).unwrap();
    assert_eq!(moves(&again), moves(&answered));
    assert!(act(&again, Act::MoveNow).is_err() && act(&again, Act::Step).is_err());
    let over = act(&again, Act::Resign).unwrap();
    assert!(over.ending.is_some());
    assert_eq!(games.look(&game.id).unwrap(), over);
    let swapped = games.rematch(&game.id, true).unwrap();
    assert_eq!(swapped.seats[1].name, "human");
    assert!(games.act(&swapped.id, 0, &Act::Pause(true)).is_ok());
    let listed = |which| games.list(which, None, 10).unwrap().games;
    assert_eq!(listed(Which::All)[0].id, swapped.id);
    assert_eq!(listed(Which::Open)[0].id, swapped.id);
    assert_eq!(listed(Which::Over)[0].id, game.id);
    games.delete(&game.id).unwrap();
    while told.recv_timeout(LONG).expect("an event") != GameEvent::Gone {}
    drop(following);
    assert!(games.delete(&game.id).is_err() && games.look(&game.id).is_err());
    assert!(games.follow(&game.id, Box::new(|_| {})).is_err());
    games.delete(&swapped.id).unwrap();
}

#[test]
fn a_game_begun_here_goes_on_where_it_is_served_and_back() {
    let folder = Folder::new();
    let own = open(folder.path());
    assert_eq!(own.address(), None);
    everything_can_be_done(&*own);
    let game = own.make(&new("dots:2x2", ["human", "human"])).unwrap();
    let game = own.act(&game.id, 0, &Act::Play("h11".to_owned())).unwrap();
    let busy = open_games(
        folder.path(),
        Caps::default(),
        Knowledge::default(),
        Programs::new(),
    )
    .err();
    let busy = busy.expect("the games are open").to_string();
    assert!(
        busy.starts_with("another Poda is using the games"),
        "{busy}"
    );
    drop(own);

    let (address, server) = start(folder.path());
    let served = open(folder.path());
    assert_eq!(served.address(), Some(address.as_str()));
    assert_eq!(served.look(&game.id).unwrap(), game);
    let play = Act::Play("v11".to_owned());
    let game = served.act(&game.id, game.version, &play).unwrap();
    everything_can_be_done(&*served);
    let (tell, told) = mpsc::channel();
    let _following = served
        .follow(&game.id, Box::new(move |event| drop(tell.send(event))))
        .unwrap();
    ureq::post(format!("{address}api/quit"))
        .send_json(serde_json::json!({}))
        .unwrap();
    while told.recv_timeout(LONG).expect("an event") != GameEvent::Lost {}
    server.join().unwrap().unwrap();
    let lost = served.look(&game.id).unwrap_err().error;
    assert!(lost.contains("does not answer"), "{lost}");

    let own = open(folder.path());
    assert_eq!(moves(&own.look(&game.id).unwrap()), "h11v11");
}
