//! The ladder: each character beats the one below, and a child who only blocks beats the first.

use crate::common;

use common::game;
use poda_engine::{
    Agent, AgentSpec, AnyGame, CHARACTERS, Character, Game, Method, Outcome, Playable, PlayerId,
    Slip, play_game, random_opening, with_game,
};

const LADDERS: [&str; 4] = [
    "connect4",
    "connect4:6x7,players=3",
    "dots:4x4",
    "tictactoe",
];

fn characters(game: &AnyGame) -> Vec<Character> {
    with_game!(game, |rules| rules.characters())
}

/// What the first wins of the games that somebody won, against as many of the second as there are other seats.
fn share(game: &AnyGame, first: AgentSpec, second: AgentSpec, games: u64) -> f64 {
    let players = game.players() as u64;
    let (mut won, mut decided) = (0.0, 0.0);
    for number in 0..games {
        let seat = (number % players) as usize;
        let agents = (0..players as usize).map(|player| {
            let spec = if player == seat { first } else { second };
            let seed = 100 * number + player as u64;
            Agent::new(&spec, game, seed).expect("it plays this game")
        });
        let mut agents: Vec<Agent> = agents.collect();
        let opening = random_opening(game, 1, number / players);
        let (_, outcome) = play_game(game, &mut agents, &opening).expect("legal moves");
        if outcome != Outcome::Draw {
            decided += 1.0;
            won += f64::from(u8::from(outcome == Outcome::Win(PlayerId::new(seat))));
        }
    }
    won / decided
}

/// Without those that think by the clock, whose moves hang on the machine; on 3×3 they are done at once.
#[test]
fn each_beats_the_one_below() {
    for spec in LADDERS {
        let game = game(spec);
        for pair in characters(&game).windows(2) {
            let [lower, higher] = [pair[0], pair[1]].map(|of| AgentSpec::Character(of.name));
            let player = higher.resolve(&game).expect("it plays this game");
            let slow = player.effort.nodes.is_some_and(|nodes| nodes > 20_000);
            let timed = matches!(player.method, Method::Perfect { .. }) && spec != "tictactoe";
            if slow || timed {
                continue;
            }
            let share = share(&game, higher, lower, 120);
            let even = 1.0 / game.players() as f64;
            assert!(
                share > even + 0.05,
                "{spec}: {higher} wins {share} against {lower}"
            );
        }
    }
}

#[test]
fn a_child_who_blocks_beats_the_first() {
    for spec in LADDERS {
        let game = game(spec);
        let share = share(&game, AgentSpec::Greedy, AgentSpec::Character("pip"), 400);
        let even = 1.0 / game.players() as f64;
        assert!(share > even + 0.05, "{spec}: {share}");
    }
}

/// Those that slip do so less and less, as long as they slip in the same way and think alike.
#[test]
fn a_ladder_has_an_order_and_an_end() {
    for spec in common::GAMES {
        let game = game(spec);
        let ladder = characters(&game);
        let places = ladder.iter().map(|character| {
            let place = CHARACTERS.iter().position(|name| *name == character.name);
            place.expect("a name that people can type")
        });
        let places: Vec<usize> = places.collect();
        assert!(places.is_sorted_by(|a, b| a < b), "{spec}: {places:?}");
        assert_eq!(places.first(), Some(&0), "{spec}");
        assert_eq!(places.last(), Some(&(CHARACTERS.len() - 1)), "{spec}");
        assert_eq!(ladder[ladder.len() - 1].plays.slips, 0, "{spec}");
        for character in ladder {
            let name = format!("character:{}", character.name);
            let agent: AgentSpec = name.parse().expect("an agent");
            assert_eq!(agent.to_string(), name);
            agent.resolve(&game).expect("it plays this game");
        }
    }
}

#[test]
fn names_that_are_not_there_are_refused_in_a_sentence() {
    let error = "character:elm".parse::<AgentSpec>().expect_err("nobody");
    assert_eq!(
        error.to_string(),
        "`elm` is not a character: there are pip, clover, fern, hazel, rowan, ash, cedar and oak"
    );
    let cedar: AgentSpec = "character:cedar".parse().expect("a character");
    let error = cedar.resolve(&game("tictactoe")).expect_err("not there");
    assert_eq!(
        error.to_string(),
        "character:cedar does not play tictactoe:3x3: its characters are pip, clover, hazel and oak"
    );
}

/// A move made at a glance still blocks; any move at all need not.
#[test]
fn whoever_glances_sees_a_row_of_three() {
    let game = game("connect4");
    let (_, state) = game.read_position("11223").expect("legal");
    let blocks = |name: &'static str| {
        let spec = AgentSpec::Character(name);
        let chosen = |seed| {
            let mut agent = Agent::new(&spec, &game, seed).expect("it plays");
            agent.think(&state, poda_engine::Request::default()).choice
        };
        (0..60).all(|seed| chosen(seed).to_string() == "4")
    };
    let glances = |name| {
        let player = AgentSpec::Character(name).resolve(&game).expect("it plays");
        player.slip == Slip::Glance
    };
    assert!(glances("clover") && blocks("clover"));
    assert!(!glances("pip") && !blocks("pip"));
}
