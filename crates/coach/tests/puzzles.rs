//! The puzzles that come with Poda: what stands in the files is so, and the same command makes the same puzzles.

#[path = "common/proof.rs"]
mod proof;

use std::collections::{BTreeSet, HashMap, HashSet};

use poda_coach::{
    Difficulty, KeptPuzzle, PuzzleFinder, PuzzleOrder, PuzzleTheme, make_puzzles, puzzles,
    read_puzzles,
};
use poda_engine::{AnyGame, AnyState, Game, Knowledge, Limits, MoveList};

fn of(game: &str) -> Vec<&'static KeptPuzzle> {
    let own = puzzles().iter().filter(|one| one.game() == game);
    own.collect()
}

#[test]
fn there_are_enough_of_each_theme_and_they_rise() {
    for (game, least, themes) in [
        (
            "connect4",
            400,
            [
                PuzzleTheme::WinNow,
                PuzzleTheme::Block,
                PuzzleTheme::DoubleThreat,
                PuzzleTheme::Force,
                PuzzleTheme::Zugzwang,
                PuzzleTheme::Defence,
            ]
            .to_vec(),
        ),
        (
            "dots",
            200,
            [
                PuzzleTheme::Take,
                PuzzleTheme::DoubleDealing,
                PuzzleTheme::Quiet,
                PuzzleTheme::Sacrifice,
                PuzzleTheme::Handout,
            ]
            .to_vec(),
        ),
    ] {
        let own = of(game);
        assert!(own.len() >= least, "{game}: {}", own.len());
        let points = |one: &&KeptPuzzle| one.puzzle.rating.points();
        assert!(own.is_sorted_by_key(points), "{game} is not sorted");
        assert!(own.is_sorted_by_key(|one| one.difficulty));
        for theme in themes {
            let count = own.iter().filter(|one| one.puzzle.theme == theme).count();
            assert!(count >= 8, "{game}: {count} of {theme}");
        }
        for &part in Difficulty::ALL {
            let count = own.iter().filter(|one| one.difficulty == part).count();
            assert!(count.abs_diff(own.len() / 3) <= 1, "{game}: {count} {part}");
        }
    }
}

/// What a position and its mirror images have in common; in a game for points, whoever owns the boxes.
fn images(game: &AnyGame, state: &AnyState) -> BTreeSet<Vec<u8>> {
    let mut moves = MoveList::new();
    game.moves(state, &mut moves);
    let image = |symmetry| {
        if game.margin(state, game.to_move(state)).is_none() {
            let image = game.image(state, symmetry);
            return game.hash(&image).to_be_bytes().to_vec();
        }
        let image = moves.iter().map(|&mv| game.image_move(mv, symmetry));
        let codes: BTreeSet<u8> = image.map(AnyGame::code).collect();
        codes.into_iter().collect()
    };
    (0..game.symmetries()).map(image).collect()
}

#[test]
fn no_two_are_alike_not_even_in_a_mirror() {
    let (mut ids, mut seen) = (HashSet::new(), HashMap::new());
    for one in puzzles() {
        assert!(ids.insert(&one.id), "{}", one.id);
        let game = AnyGame::new(one.puzzle.game);
        let (_, state) = game.read_position(&one.puzzle.moves).unwrap();
        for image in images(&game, &state) {
            let twin = seen.insert((one.puzzle.game, image), &one.id);
            assert!(twin.is_none(), "{} is {}", one.id, twin.unwrap());
        }
    }
}

/// All of them: the solver takes two seconds.
#[test]
fn exactly_one_move_keeps_the_value() {
    let knowledge = Knowledge::default();
    for one in puzzles() {
        let fault = proof::fault(&one.puzzle, &knowledge);
        assert_eq!(fault, None, "{}", one.puzzle);
    }
}

#[test]
fn a_puzzle_with_another_answer_is_noticed() {
    let one = puzzles().last().unwrap();
    let game = AnyGame::new(one.puzzle.game);
    let (_, state) = game.read_position(&one.puzzle.moves).unwrap();
    let mut moves = MoveList::new();
    game.moves(&state, &mut moves);
    let wrong = moves.iter().map(ToString::to_string);
    let wrong = wrong.filter(|mv| mv != one.puzzle.solution()).take(3);
    for mv in wrong {
        let mut puzzle = one.puzzle.clone();
        puzzle.line = vec![mv];
        assert!(proof::fault(&puzzle, &Knowledge::default()).is_some());
    }
}

#[test]
fn what_is_kept_is_found_again() {
    for one in puzzles().iter().step_by(53) {
        let game = AnyGame::new(one.puzzle.game);
        let (line, _) = game.read_position(&one.puzzle.moves).unwrap();
        let finder = PuzzleFinder::new(&game).unwrap();
        let found = finder.find(&line, Limits::default()).expect("a puzzle");
        let told = |puzzle: &poda_coach::Puzzle| {
            let rating = puzzle.rating;
            let solution = puzzle.solution().to_owned();
            (solution, puzzle.goal, rating.length, rating.traps)
        };
        assert_eq!(told(&found), told(&one.puzzle), "{}", one.puzzle);
    }
}

#[test]
fn the_same_order_gives_the_same_puzzles() {
    let order = |games: &[&str], seed| PuzzleOrder {
        games: games.iter().map(|game| game.parse().unwrap()).collect(),
        count: 5,
        seed,
        left: 30,
    };
    for games in [&["connect4"][..], &["dots:3x3", "dots:2x3"]] {
        let made = |seed| make_puzzles(&order(games, seed), &mut |_, _| ()).unwrap();
        let first = made(1);
        assert_eq!(first.len(), 5, "{games:?}");
        assert_eq!(first, made(1));
        assert_ne!(first, made(2));
        for puzzle in &first {
            assert_eq!(proof::fault(puzzle, &Knowledge::default()), None);
            assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()));
        }
    }
    let three = order(&["connect4:6x7,players=3"], 1);
    let refused = make_puzzles(&three, &mut |_, _| ()).unwrap_err();
    assert!(refused.to_string().contains("has no solver"), "{refused}");
}

#[test]
fn a_text_that_is_no_puzzle_says_why() {
    let good = puzzles()[0].puzzle.to_string();
    assert_eq!(
        read_puzzles(&format!("# a head\n\n{good}\n"))
            .unwrap()
            .len(),
        1
    );
    for (from, to, why) in [
        ("win-now", "luck", "there is no theme `luck`"),
        ("wins:1", "wins", "`wins` is no goal"),
        ("connect4:6x7", "connect4:9", "`9` is not a board size"),
        ("  win-now", "", "it has 8 words and not nine"),
    ] {
        assert!(good.contains(from), "{good}");
        let text = format!("\n{}", good.replacen(from, to, 1));
        let error = read_puzzles(&text).unwrap_err().to_string();
        assert!(error.starts_with("line 2 is no puzzle: "), "{error}");
        assert!(error.contains(why), "{error}");
    }
    let points = good.replacen(good.trim_start().split(' ').next().unwrap(), "77", 1);
    let error = read_puzzles(&points).unwrap_err().to_string();
    assert!(error.contains("and not 77"), "{error}");
}
