//! The contract of `Game`, kept by every game on every kind of board.

use crate::common;

use std::collections::HashSet;

use common::{GAMES, moves, playout, rng};
use poda_engine::{Game, MoveList, PlayerId, TreeGame, TreeNode, line_text, with_game};

/// Plays random games and holds each position to the words of the trait.
fn holds<G: Game>(game: &G, games: u64) {
    let players = game.players();
    assert!((2..=PlayerId::MOST).contains(&players));
    let mut foreign: HashSet<G::Move> = HashSet::new();
    assert!(!G::ALTERNATES || players == 2);
    for seed in 0..games {
        let (line, states) = playout(game, &mut rng(seed));
        assert_eq!(states[0], game.start());
        for (ply, state) in states.iter().enumerate() {
            assert_eq!(game.ply(state) as usize, ply);
            assert!(game.to_move(state).index() < players);
            let list = moves(game, state);
            assert_eq!(list.len(), game.count_moves(state));
            assert_eq!(list.is_empty(), game.outcome(state).is_some());
            assert_eq!(
                list.iter().collect::<HashSet<_>>().len(),
                list.len(),
                "a move stands twice"
            );
            foreign.extend(list.iter().copied());
            for &mv in &foreign {
                assert_eq!(
                    game.check(state, mv).is_ok(),
                    list.contains(&mv),
                    "{mv} after {}",
                    line_text(&line[..ply])
                );
            }
            symmetric(game, state, &list);
            if G::ALTERNATES {
                assert_eq!(game.to_move(state).index(), ply % 2);
            }
            if game.outcome(state).is_none() {
                agree_on_what_lies_ahead(game, &states[..=ply], &list);
            }
        }
        text_round_trip(game, &line, &states);
    }
}

/// The last position has the moves that each earlier one sees ahead of it and that the last one allows, in the same order.
fn agree_on_what_lies_ahead<G: Game>(game: &G, states: &[G::State], list: &[G::Move]) {
    let state = &states[states.len() - 1];
    for earlier in states {
        let mut ahead = MoveList::new();
        game.moves_ahead(earlier, &mut ahead);
        ahead.retain(|&mut mv| game.allows(state, mv));
        assert_eq!(&ahead[..], list);
    }
}

fn symmetric<G: Game>(game: &G, state: &G::State, list: &[G::Move]) {
    assert_eq!(game.image(state, 0), *state);
    for symmetry in 0..game.symmetries() {
        let image = game.image(state, symmetry);
        assert_eq!(game.outcome(&image), game.outcome(state));
        assert_eq!(game.to_move(&image), game.to_move(state));
        assert_eq!(
            game.margin(&image, PlayerId::FIRST),
            game.margin(state, PlayerId::FIRST)
        );
        for &mv in list {
            let after = game
                .play(&image, game.image_move(mv, symmetry))
                .expect("the image of a legal move is legal");
            assert_eq!(after, game.image(&game.play_unchecked(state, mv), symmetry));
        }
    }
}

fn text_round_trip<G: Game>(game: &G, line: &[G::Move], states: &[G::State]) {
    let text = line_text(line);
    let (read, end) = game
        .read_position(&text)
        .expect("what is written can be read");
    assert_eq!(read, line);
    assert_eq!(end, states[states.len() - 1]);
    let spaced: Vec<String> = line.iter().map(ToString::to_string).collect();
    assert_eq!(
        game.read_position(&format!(" {} ", spaced.join("  ")))
            .expect("spaces are optional")
            .1,
        end
    );
    if let Some(mv) = line.first() {
        let error = game
            .read_position(&format!("{text}{mv}"))
            .expect_err("finished games refuse");
        assert_eq!(error.number, line.len() + 1);
        assert!(error.to_string().contains("the game is over"));
    }
}

#[test]
fn every_game_keeps_the_contract() {
    for spec in GAMES {
        let any = common::game(spec);
        assert_eq!(
            any.spec().to_string(),
            *spec,
            "specs print as they are written"
        );
        with_game!(&any, |game| holds(game, 12));
        holds(&any, 3);
    }
}

#[test]
fn explicit_trees_keep_the_contract() {
    holds(
        &"((3 12 8) (2 4 6) (14 5 2))"
            .parse::<TreeGame>()
            .expect("a tree"),
        9,
    );
    for seed in 0..50 {
        holds(&common::random_tree(&mut rng(seed)), 5);
    }
}

#[test]
fn trees_that_cannot_be_played_are_refused() {
    for text in ["", "(", ")", "(1 2", "1 2", "(1 x)", "()", "((1 2) ()"] {
        assert!(text.parse::<TreeGame>().is_err(), "{text}");
    }
    let looping = vec![TreeNode::Choice {
        player: PlayerId::FIRST,
        children: vec![0],
    }];
    assert!(TreeGame::new(2, looping).is_err());
}
