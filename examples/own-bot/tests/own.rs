//! What must come out.

use own_bot::{Copycat, Nim, Remainder, Take};
use poda_engine::{
    Evaluator, Game, GameAgent, MoveList, Outcome, Player, PlayerId, Request, Situation, Wins,
    minimax, play_game,
};

/// Whoever leaves a multiple of four wins.
#[test]
fn podas_agents_know_how_to_play_nim() {
    for name in [
        "minimax:depth=12",
        "alphabeta:depth=12",
        "strong:depth=12",
        "level:4",
    ] {
        let spec = name.parse().expect("an agent of Poda's");
        for heap in [9, 10, 11] {
            let game = Nim { heap };
            let mut agent = GameAgent::new(&spec, game.clone(), 1).expect("it plays every game");
            let state = game.start();
            let at = Situation {
                game: &game,
                line: &[],
                state: &state,
            };
            let report = agent.think(&at, Request::default()).expect("a move");
            assert_eq!(report.choice, Take(heap % 4), "{name} with {heap}");
        }
    }
}

#[test]
fn a_player_of_ours_meets_an_agent_of_podas_in_a_game_of_ours() {
    let game = Nim { heap: 21 };
    let spec = "strong:depth=21".parse().expect("an agent of Poda's");
    let strong = GameAgent::new(&spec, game.clone(), 1).expect("it plays every game");
    let mut seats: [Box<dyn Player<Nim>>; 2] = [Box::new(strong), Box::new(Copycat)];
    let (_, outcome) = play_game(&game, &mut seats, &[]).expect("legal moves");
    assert_eq!(outcome, Outcome::Win(PlayerId::FIRST));
}

#[test]
fn an_evaluation_of_ours_agrees_with_a_search_to_the_end() {
    let game = Nim { heap: 14 };
    let mut state = game.start();
    while game.outcome(&state).is_none() {
        let player = game.to_move(&state);
        let value = minimax(&game, &Remainder, &state, 20, player, Wins::Distance);
        assert_eq!(
            value.get() > 0,
            Remainder.evaluate(&game, &state, player) > 0
        );
        let mut moves = MoveList::new();
        game.moves(&state, &mut moves);
        state = game.play_unchecked(&state, moves[0]);
    }
}

#[test]
fn what_poda_says_about_a_game_that_it_does_not_know() {
    let spec: poda_engine::AgentSpec = "s4:depth=3".parse().expect("an agent of Poda's");
    let error = spec
        .resolve_for(&Nim { heap: 21 })
        .expect_err("it plays Connect 4");
    assert_eq!(
        error.to_string(),
        "s4:depth=3 does not play nim:21: it plays connect4"
    );
}
