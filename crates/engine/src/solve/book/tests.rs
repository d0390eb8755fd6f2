//! Books of small boards against the solver, and what damage does to them.

use super::*;
use crate::connect4::{Connect4, Connect4Spec};
use crate::dots::{Dots, DotsSpec};
use crate::search::Limits;
use crate::solve::{EMBEDDED_BOOKS, Solver, SolverOptions};

fn connect4(rows: usize, columns: usize) -> Connect4<u64, 2> {
    Connect4::new(Connect4Spec::new(rows, columns).expect("a board"))
}

fn dots(rows: usize, columns: usize) -> Dots<u64> {
    Dots::new(DotsSpec::new(rows, columns).expect("a board"))
}

fn solver<G: Solvable>(game: &G) -> Box<dyn Solver<G>> {
    let options = SolverOptions {
        memory: Some(16 << 20),
        book: false,
        ..SolverOptions::default()
    };
    game.solver(&options).expect("a solver")
}

/// What is to come in a position, without a book.
fn solved<G: Game>(solver: &dyn Solver<G>, at: &G::State) -> i32 {
    let game = solver.game();
    let now = game.margin(at, game.to_move(at)).unwrap_or(0);
    let solution = solver.solve(at, Limits::default(), &mut |_| ());
    solution.expect("nothing limits it").value - now
}

fn book<G: Solvable>(game: &G, ply: u32) -> Book<G> {
    let openings = Openings::new(game, ply).expect("openings");
    let solver = solver(game);
    let mut values: Vec<_> = openings
        .positions()
        .map(|position| Some(solved(&*solver, position)))
        .collect();
    let book = openings.book(&values).expect("all have values");
    *values.last_mut().expect("a position") = None;
    let openings = Openings::new(game, ply).expect("openings");
    let unfinished = openings.book(&values).err();
    assert_eq!(unfinished, Some(BookError::Unfinished(1)));
    book
}

#[test]
fn openings_are_as_many_as_known() {
    // The number of positions of 6 × 7 by ply is published; mirror images fall together here.
    let rules = connect4(6, 7);
    let openings = Openings::new(&rules, 6).expect("openings");
    let with_images = |ply: usize| {
        let images = openings.layers[ply].iter().map(|(_, position)| {
            let symmetric = rules.image(position, 1) == *position;
            if symmetric { 1 } else { 2 }
        });
        images.sum::<usize>()
    };
    let counts: Vec<usize> = (0..=6).map(with_images).collect();
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422]);
    // Of sets of edges none falls away but by symmetry, and by the two edges of a corner, which are alike: of the four edges of
    // one box any number is like any other of the same size.
    let openings = Openings::new(&dots(1, 1), 3).expect("openings");
    assert!(openings.layers.iter().all(|layer| layer.len() == 1));
}

#[test]
fn neighbours_are_all_positions_once() {
    let openings = Openings::new(&connect4(4, 5), 6).expect("openings");
    let mut order = openings.neighbours();
    assert!(!order.is_sorted(), "depth first is not the order of keys");
    order.sort_unstable();
    assert!(order.into_iter().eq(0..openings.positions().len()));
}

/// Everything that leads to the last ply, images included, is worth what the solver says; what follows is not known.
fn says_what_the_solver_says<G: Solvable>(game: &G, ply: u32) {
    let (book, solver) = (book(game, ply), solver(game));
    let openings = Openings::new(game, ply).expect("openings");
    for (_, position) in openings.layers.iter().flatten() {
        let value = Some(solved(&*solver, position));
        for symmetry in 0..game.symmetries() {
            assert_eq!(book.value(&game.image(position, symmetry)), value);
        }
    }
    for (_, deepest) in &openings.layers[ply as usize] {
        for next in children(game, deepest) {
            assert_eq!(book.value(&next), None);
            let bounds = book.bounds(&next);
            assert_eq!(bounds.is_some(), game.outcome(&next).is_none());
            let Some((lower, upper)) = bounds else {
                continue;
            };
            let value = solved(&*solver, &next);
            assert!((lower..=upper).contains(&value));
            // What the best move leads to is worth just what follows from the position before.
            let worth = book.rules.worth(deepest, &next, &|_| value);
            if Some(worth) == book.value(deepest) {
                assert!(lower == value || upper == value);
            }
        }
    }
    let (_, deepest) = openings.layers[ply as usize][0];
    for next in children(game, &deepest) {
        for after in children(game, &next) {
            assert_eq!(book.bounds(&after), None);
        }
    }
}

#[test]
fn a_book_says_what_the_solver_says() {
    says_what_the_solver_says(&connect4(4, 4), 9);
    says_what_the_solver_says(&connect4(5, 4), 6);
    says_what_the_solver_says(&connect4(4, 5), 5);
    says_what_the_solver_says(&dots(1, 3), 9);
    says_what_the_solver_says(&dots(2, 2), 11);
    says_what_the_solver_says(&dots(2, 3), 8);
    says_what_the_solver_says(&dots(3, 3), 4);
}

#[test]
fn bytes_round_trip_and_damage_is_noticed() {
    /// How many flipped bits were tried; none is accepted.
    fn tried<G: Solvable>(game: &G, other: &G, ply: u32) -> usize {
        let book = book(game, ply);
        let mut bytes = book.to_bytes();
        let again = Book::from_bytes(game, &bytes).expect("its own bytes");
        let openings = Openings::new(game, ply).expect("openings");
        for (_, position) in openings.layers.iter().flatten() {
            assert_eq!(again.value(position), book.value(position));
        }
        assert_eq!(again.to_bytes(), bytes);
        let spec = board_of(&bytes).expect("a book");
        assert_eq!(spec.to_string(), game.spec_text());
        let refused = Book::from_bytes(other, &bytes).err();
        assert_eq!(refused, Some(BookError::OtherBoard(other.spec_text())));
        for place in 0..8 * bytes.len() {
            bytes[place / 8] ^= 1 << (place % 8);
            assert_eq!(board_of(&bytes).err(), Some(BookError::Damaged));
            let refused = Book::from_bytes(game, &bytes).err();
            assert_eq!(refused, Some(BookError::Damaged));
            bytes[place / 8] ^= 1 << (place % 8);
        }
        for bad in [&bytes[1..], &[]] {
            assert_eq!(Book::from_bytes(game, bad).err(), Some(BookError::Damaged));
        }
        8 * bytes.len()
    }
    let flipped = tried(&connect4(4, 4), &connect4(4, 5), 4)
        + tried(&dots(2, 2), &dots(2, 3), 4)
        + tried(&dots(2, 3), &dots(2, 2), 5);
    assert!(flipped > 1_000, "{flipped}");
}

#[test]
fn nonsense_with_a_right_check_sum_is_refused() {
    let summed = |mut bytes: Vec<u8>| {
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    };
    let game = connect4(4, 4);
    let bytes = book(&game, 4).to_bytes();
    let forged = |place: usize, byte: u8| {
        let mut bad = bytes[..bytes.len() - 8].to_vec();
        bad[place] = byte;
        Book::from_bytes(&game, &summed(bad)).err()
    };
    // A small file that says it is of a large board, twenty plies deep: found out before memory is full.
    let mut huge = MAGIC.to_vec();
    huge.extend([7, 8, 20, 0, 1, 0, 0, 0, 0]);
    let refused = Book::from_bytes(&connect4(7, 8), &summed(huge)).err();
    assert_eq!(refused, Some(BookError::Damaged));
    for (place, byte) in [
        (9, 5),
        (10, 5),
        (11, 1),
        (12, 9),
        (HEADER, 7),
        (HEADER, 249),
    ] {
        assert!(forged(place, byte).is_some(), "{place} {byte}");
    }
    assert_eq!(forged(HEADER, bytes[HEADER]), None);
    // Four boxes are left: neither an odd margin nor one of more is any. A value too few or too many is damage.
    let game = dots(2, 2);
    let bytes = book(&game, 2).to_bytes();
    let count = usize::from(bytes[12]);
    let filled = |value: u8, count: usize| {
        let mut forged = bytes[..HEADER].to_vec();
        forged.extend(compress_to_vec(&vec![value; count], COMPRESSION));
        Book::from_bytes(&game, &summed(forged))
    };
    let start = game.start();
    assert_eq!(filled(2, count).map(|book| book.value(&start)), Ok(Some(2)));
    for value in [1, 6, 250] {
        assert_eq!(
            filled(value, count).err(),
            Some(BookError::Damaged),
            "{value}"
        );
    }
    for count in [count - 1, count + 1] {
        assert_eq!(filled(2, count).err(), Some(BookError::Damaged));
    }
    let mut endless = bytes[..HEADER].to_vec();
    endless[12..16].fill(255);
    endless.extend(compress_to_vec(&vec![0; 1 << 20], COMPRESSION));
    let refused = Book::from_bytes(&game, &summed(endless)).err();
    assert_eq!(refused, Some(BookError::Damaged));
}

#[test]
fn some_boards_have_no_book() {
    let refused = Openings::new(&dots(2, 2), 12).err();
    assert_eq!(refused, Some(BookError::TooDeep { ply: 12, moves: 12 }));
    let spec = "connect4:6x7,connect=5".parse().expect("a board");
    let refused = with_game!(&AnyGame::new(spec), |rules| rules.book_rules().err());
    let sentence = refused.expect("it has none").to_string();
    assert!(sentence.contains("connect four"), "{sentence}");
}

#[test]
fn the_embedded_book_is_right_about_the_start_of_connect4() {
    let rules = connect4(6, 7);
    assert_eq!(rules.book_value(&rules.start()), Some(1));
    let values: Vec<i32> = children(&rules, &rules.start())
        .map(|next| -rules.book_value(&next).expect("it is early"))
        .collect();
    assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
    let other = connect4(6, 5);
    assert_eq!(other.book_value(&other.start()), None);
    // Published: on 6 × 6 the second player wins with his last piece, on 7 × 6 the first with his last but one.
    for (rows, columns, value) in [(6, 6, -1), (7, 6, 1)] {
        let rules = connect4(rows, columns);
        assert_eq!(rules.book_value(&rules.start()), Some(value));
    }
}

#[test]
fn the_embedded_books_are_small_and_know_every_position() {
    /// How far the positions are listed: the millions of the last ply of Dots and Boxes would take too long.
    const LISTED: [u32; 4] = [8, 6, 4, 6];
    let known: [(String, u32, usize); 4] = std::array::from_fn(|place| {
        let bytes = EMBEDDED_BOOKS[place];
        // A megabyte or so each.
        assert!(bytes.len() < 1_100_000);
        let game = AnyGame::new(board_of(bytes).expect("a book"));
        with_game!(&game, |rules| {
            let book = Book::from_bytes(rules, bytes).expect("a book");
            let openings = Openings::new(rules, LISTED[place]).expect("openings");
            assert!(openings.positions().all(|at| book.value(at).is_some()));
            let count = openings.positions().len();
            (game.spec().to_string(), book.ply(), count)
        })
    });
    let expected = [
        ("connect4:6x7", 8, 91_295),
        ("dots:4x4", 8, 270_797),
        ("connect4:6x6", 4, 330),
        ("connect4:7x6", 6, 3_938),
    ];
    assert_eq!(
        known,
        expected.map(|(name, ply, count)| (name.to_owned(), ply, count))
    );
}

/// A value of ply 6 is in the file; those of ply 7 follow from the last one.
#[test]
fn the_plies_of_the_embedded_book_of_dots_agree() {
    let rules = dots(4, 4);
    let known = |at: &_| rules.book_value(at).expect("it is early");
    let openings = Openings::new(&rules, 6).expect("openings");
    for position in openings.positions().step_by(200) {
        let player = rules.to_move(position);
        let best = children(&rules, position).map(|next| match rules.to_move(&next) == player {
            true => known(&next),
            false => -known(&next),
        });
        assert_eq!(best.max(), Some(known(position)));
    }
}

#[test]
fn the_embedded_book_is_right_about_the_start_of_dots() {
    let rules = dots(4, 4);
    // Published: a draw.
    assert_eq!(rules.book_value(&rules.start()), Some(0));
    // Values are of the whole game: a box that was taken counts, and taking it is one of the moves.
    let (_, corner) = rules.read_position("h11 v11 v12").expect("a position");
    let (_, taken) = rules.read_position("h11 v11 v12 h21").expect("a position");
    let value = rules.book_value(&corner).expect("it is early");
    assert!(value >= rules.book_value(&taken).expect("it is early"));
    let other = dots(4, 3);
    assert_eq!(other.book_value(&other.start()), None);
}

/// A few of them, all over the list; `poda book check` does as many as one likes.
#[test]
fn positions_of_the_embedded_books_of_connect4_are_worth_what_the_solver_says() {
    for (rows, columns, ply, step) in [(6, 7, 8, 9_000), (6, 6, 4, 40), (7, 6, 6, 200)] {
        let rules = connect4(rows, columns);
        let openings = Openings::new(&rules, ply).expect("openings");
        let mut solver = solver(&rules);
        for position in openings.positions().step_by(step) {
            let value = Some(solved(&*solver, position));
            assert_eq!(rules.book_value(position), value);
            solver.clear();
        }
    }
}
