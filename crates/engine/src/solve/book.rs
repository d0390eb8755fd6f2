//! Opening books: the values of all positions of a board after a given number of moves.
//!
//! ```text
//! "PODABOOK"   rows   columns   ply   kind of game   count (4 bytes, low first)   a value for each position   check sum (8 bytes)
//! ```
//!
//! The positions themselves are not stored: they are all that can be reached, in the order of their keys, one of those that are
//! worth the same by symmetry, and are found again when the book is opened (0.1 s for ply 8 of Connect 4). Values of earlier
//! positions follow by minimax. So the file has one byte for each position and is the same however and in whatever order it was
//! computed.

use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::Solvable;
use crate::fnv::fnv1a;
use crate::game::{Game, MoveList};
use crate::games::{AnyGame, GAMES, GameSpec};

const MAGIC: &[u8; 8] = b"PODABOOK";
const HEADER: usize = 16;
/// The most positions of one ply: Connect 4 up to ply 12. They take 32 bytes each, and twice as much for a moment.
const MOST_POSITIONS: usize = 8 << 20;

/// Bytes that are not a book, or a board that can have none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// Not written by [`Book::to_bytes`].
    #[error("this is not an opening book, or it is damaged")]
    Damaged,
    /// Of another board than it is asked for.
    #[error("this is an opening book of another board than {0}")]
    OtherBoard(String),
    /// These rules can have no book, in one sentence.
    #[error("{0}")]
    NotPossible(String),
    /// More moves than there are.
    #[error("a book of ply {ply} is not possible: the game has {moves} moves at most")]
    TooDeep {
        /// The ply asked for.
        ply: u32,
        /// The moves of the longest game.
        moves: u32,
    },
    /// More positions than fit into memory.
    #[error("a book of ply {ply} is not possible: it would have more than {most} positions")]
    TooManyPositions {
        /// The ply asked for.
        ply: u32,
        /// How many positions of one ply are the most.
        most: usize,
    },
    /// Values are missing.
    #[error("the book is not finished: {0} positions have no value")]
    Unfinished(usize),
}

/// What a game tells of its positions so that a board can have a book.
pub trait BookRules<G: Game>: Send + Sync {
    /// The rules.
    fn game(&self) -> &G;

    /// Rows, columns, and a number that no other game has.
    fn board(&self) -> [u8; 3];

    /// The same number for positions that are worth the same by symmetry, and for no others.
    fn key(&self, position: &G::State) -> u64;

    /// What a move is worth to whoever made it, if it led from `before` to `after`; `known` values positions that are not
    /// finished, for whoever moves there. Values count from the position on: what was won before is not in them.
    fn worth(&self, before: &G::State, after: &G::State, known: &dyn Fn(&G::State) -> i32) -> i32;

    /// Whether any position like this can have this value.
    fn possible(&self, position: &G::State, value: i32) -> bool;
}

/// All positions of one ply that are not finished, one of those with the same key, by key; what a book is built from.
pub struct Openings<G: Game> {
    rules: Arc<dyn BookRules<G>>,
    ply: u32,
    /// For each ply up to the last: keys and positions.
    layers: Vec<Vec<(u64, G::State)>>,
}

/// The exact values of all positions up to some ply.
pub struct Book<G: Game> {
    rules: Arc<dyn BookRules<G>>,
    ply: u32,
    layers: Vec<Layer>,
}

/// The values of the positions of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer {
    /// In order.
    keys: Vec<u64>,
    values: Vec<i8>,
}

impl Layer {
    fn value(&self, key: u64) -> Option<i32> {
        let index = self.keys.binary_search(&key).ok()?;
        Some(i32::from(self.values[index]))
    }
}

fn children<G: Game>(game: &G, position: &G::State) -> impl Iterator<Item = G::State> {
    let mut moves = MoveList::new();
    game.moves(position, &mut moves);
    moves
        .into_iter()
        .map(move |mv| game.play_unchecked(position, mv))
}

/// Puts positions in order and keeps one of each key.
fn settle<S>(layer: &mut Vec<(u64, S)>) {
    layer.sort_unstable_by_key(|&(key, _)| key);
    layer.dedup_by_key(|&mut (key, _)| key);
}

impl<G: Solvable> Openings<G> {
    /// All positions of a board after `ply` moves.
    ///
    /// # Errors
    /// The board can have no book, or not so deep.
    pub fn new(game: &G, ply: u32) -> Result<Openings<G>, BookError> {
        Openings::within(game.book_rules()?, ply, MOST_POSITIONS)
    }
}

impl<G: Game> Openings<G> {
    /// Likewise, if no ply has more than `most` positions.
    fn within(rules: Arc<dyn BookRules<G>>, ply: u32, most: usize) -> Result<Self, BookError> {
        let game = rules.game();
        let start = game.start();
        let moves = game.plies_left(&start);
        if ply >= moves {
            return Err(BookError::TooDeep { ply, moves });
        }
        let mut layers = vec![vec![(rules.key(&start), start)]];
        for _ in 0..ply {
            let mut layer = Vec::new();
            let mut settled = 0;
            for (_, position) in &layers[layers.len() - 1] {
                let going_on = children(game, position).filter(|at| game.outcome(at).is_none());
                layer.extend(going_on.map(|next| (rules.key(&next), next)));
                // Most positions are reached in several ways: never hold many of them more than twice.
                if layer.len() > 2 * settled + (1 << 16) {
                    settle(&mut layer);
                    settled = layer.len();
                }
                if settled > most {
                    return Err(BookError::TooManyPositions { ply, most });
                }
            }
            settle(&mut layer);
            if layer.len() > most {
                return Err(BookError::TooManyPositions { ply, most });
            }
            layers.push(layer);
        }
        Ok(Openings { rules, ply, layers })
    }

    /// The positions of the last ply, in the order of the book.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &G::State> {
        let last = &self.layers[self.ply as usize];
        last.iter().map(|(_, position)| position)
    }

    /// Whether the position with this index can have this value; a number that none has cannot.
    pub fn possible(&self, index: usize, value: i32) -> bool {
        let position = self.layers[self.ply as usize].get(index);
        position.is_some_and(|(_, position)| self.rules.possible(position, value))
    }

    /// The indices of all positions, those with common ancestors next to each other: depth first. Solved in this order with
    /// one table, a position finds much of its work done by the ones before.
    pub fn neighbours(&self) -> Vec<usize> {
        let mut met: Vec<Vec<bool>> = self
            .layers
            .iter()
            .map(|layer| vec![false; layer.len()])
            .collect();
        let mut order = Vec::with_capacity(met[self.ply as usize].len());
        self.descend(0, 0, &mut met, &mut order);
        order
    }

    fn descend(&self, ply: usize, index: usize, met: &mut [Vec<bool>], order: &mut Vec<usize>) {
        if std::mem::replace(&mut met[ply][index], true) {
            return;
        }
        if ply == self.ply as usize {
            order.push(index);
            return;
        }
        for next in children(self.rules.game(), &self.layers[ply][index].1) {
            let key = self.rules.key(&next);
            if let Ok(index) = self.layers[ply + 1].binary_search_by_key(&key, |&(key, _)| key) {
                self.descend(ply + 1, index, met, order);
            }
        }
    }

    /// The book with these values, one for each position in order, of what is still to come.
    ///
    /// # Errors
    /// Some are `None`.
    ///
    /// # Panics
    /// If there are too many or too few, or one that no position can have.
    pub fn into_book(self, values: &[Option<i32>]) -> Result<Book<G>, BookError> {
        let missing = values.iter().filter(|value| value.is_none()).count();
        if missing > 0 {
            return Err(BookError::Unfinished(missing));
        }
        let values: Vec<i32> = values.iter().copied().flatten().collect();
        Ok(self.solved(&values).expect("values of these positions"))
    }

    /// Works backwards from the last ply; `None` if these cannot be the values of its positions.
    fn solved(self, values: &[i32]) -> Option<Book<G>> {
        let rules = self.rules;
        let narrow = |value: i32| i8::try_from(value).expect("no board is so large");
        let last = &self.layers[self.ply as usize];
        let mut each = last.iter().zip(values);
        if last.len() != values.len()
            || !each.all(|((_, position), &value)| rules.possible(position, value))
        {
            return None;
        }
        let mut layers = vec![Layer {
            keys: last.iter().map(|&(key, _)| key).collect(),
            values: values.iter().map(|&value| narrow(value)).collect(),
        }];
        for layer in self.layers[..self.ply as usize].iter().rev() {
            let after = &layers[layers.len() - 1];
            let known = |next: &G::State| {
                let value = after.value(rules.key(next));
                value.expect("every child is in the next layer")
            };
            let value = |position: &G::State| {
                let worth = children(rules.game(), position)
                    .map(|next| rules.worth(position, &next, &known));
                worth.max().expect("a move")
            };
            let solved = Layer {
                keys: layer.iter().map(|&(key, _)| key).collect(),
                values: layer.iter().map(|(_, at)| narrow(value(at))).collect(),
            };
            layers.push(solved);
        }
        layers.reverse();
        Some(Book {
            rules,
            ply: self.ply,
            layers,
        })
    }
}

impl<G: Game> Book<G> {
    /// The rules.
    pub fn game(&self) -> &G {
        self.rules.game()
    }

    /// The last ply it knows.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// What is still to come in a position, for the player to move, if it is early enough and not finished.
    pub fn value(&self, position: &G::State) -> Option<i32> {
        let layer = self.layers.get(self.game().ply(position) as usize)?;
        layer.value(self.rules.key(position))
    }

    /// The values of the last ply, in the order of [`Openings::positions`].
    pub fn values(&self) -> impl ExactSizeIterator<Item = i32> {
        let last = &self.layers[self.ply as usize];
        last.values.iter().map(|&value| i32::from(value))
    }

    /// What [`from_bytes`](Book::from_bytes) reads: always the same for the same board and ply.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [rows, columns, kind] = self.rules.board();
        let last = &self.layers[self.ply as usize];
        let mut bytes = MAGIC.to_vec();
        bytes.extend([rows, columns, self.ply as u8, kind]);
        bytes.extend((last.values.len() as u32).to_le_bytes());
        bytes.extend(last.values.iter().map(|&value| value as u8));
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

impl<G: Solvable> Book<G> {
    /// Reads a book of a board.
    ///
    /// # Errors
    /// These are not the bytes of one.
    pub fn from_bytes(game: &G, bytes: &[u8]) -> Result<Book<G>, BookError> {
        let content = content(bytes)?;
        let rules = game.book_rules()?;
        let [rows, columns, kind] = rules.board();
        if [rows, columns, content[10], kind] != content[8..12] {
            return Err(BookError::OtherBoard(game.spec_text()));
        }
        let values: Vec<i32> = content[HEADER..]
            .iter()
            .map(|&byte| i32::from(byte as i8))
            .collect();
        let count = u32::from_le_bytes([content[12], content[13], content[14], content[15]]);
        // A small file cannot ask for much work: the plies before the last are seldom larger, and never by much.
        let most = MOST_POSITIONS.min(16 * values.len() + (1 << 18));
        let openings = Openings::within(rules, content[10].into(), most);
        let openings = openings.map_err(|_| BookError::Damaged)?;
        if values.len() != count as usize {
            return Err(BookError::Damaged);
        }
        openings.solved(&values).ok_or(BookError::Damaged)
    }
}

/// A whole file without its check sum.
fn content(bytes: &[u8]) -> Result<&[u8], BookError> {
    let (content, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
    let whole = content.len() >= HEADER
        && content.starts_with(MAGIC)
        && fnv1a(content) == u64::from_le_bytes(*sum);
    whole.then_some(content).ok_or(BookError::Damaged)
}

/// The board that a book is of.
///
/// # Errors
/// These are not the bytes of one.
pub fn board_of(bytes: &[u8]) -> Result<GameSpec, BookError> {
    let content = content(bytes)?;
    let board = [content[8], content[9], content[11]];
    let named = GAMES.iter().filter_map(|game| {
        let text = format!("{}:{}x{}", game.name, board[0], board[1]);
        text.parse::<GameSpec>().ok()
    });
    let is_of = |spec: &GameSpec| {
        let game = AnyGame::new(*spec);
        with_game!(&game, |rules| {
            let rules = rules.book_rules();
            rules.is_ok_and(|rules| rules.board() == board)
        })
    };
    named.into_iter().find(is_of).ok_or(BookError::Damaged)
}

/// A book that comes with the engine: read when a position is first asked for that it knows.
pub(super) struct EmbeddedBook<G: Game> {
    bytes: &'static [u8],
    book: OnceLock<Book<G>>,
}

impl<G: Solvable> EmbeddedBook<G> {
    pub(super) const fn new(bytes: &'static [u8]) -> Self {
        EmbeddedBook {
            bytes,
            book: OnceLock::new(),
        }
    }

    /// What a position of a [board](BookRules::board) is worth, if this is the book of it and the position is early enough.
    pub(super) fn value(&self, game: &G, board: [u8; 3], position: &G::State) -> Option<i32> {
        let [rows, columns, kind] = board;
        let ply = self.bytes[10];
        if game.ply(position) > ply.into() || self.bytes[8..12] != [rows, columns, ply, kind] {
            return None;
        }
        let read = || Book::from_bytes(game, self.bytes).expect("the embedded book is whole");
        self.book.get_or_init(read).value(position)
    }
}

#[cfg(test)]
mod tests {
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
        let book = openings.into_book(&values).expect("all have values");
        *values.last_mut().expect("a position") = None;
        let openings = Openings::new(game, ply).expect("openings");
        let unfinished = openings.into_book(&values).err();
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
        let (_, deepest) = openings.layers[ply as usize][0];
        for next in children(game, &deepest) {
            assert_eq!(book.value(&next), None);
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
        fn tried<G: Solvable>(game: &G, other: &G, ply: u32) {
            let book = book(game, ply);
            let mut bytes = book.to_bytes();
            let again = Book::from_bytes(game, &bytes).expect("its own bytes");
            assert_eq!(again.layers, book.layers);
            assert_eq!(again.to_bytes(), bytes);
            let spec = board_of(&bytes).expect("a book");
            assert_eq!(spec.to_string(), game.spec_text());
            let refused = Book::from_bytes(other, &bytes).err();
            assert_eq!(refused, Some(BookError::OtherBoard(other.spec_text())));
            for index in 0..bytes.len() {
                bytes[index] ^= 1;
                assert_eq!(board_of(&bytes).err(), Some(BookError::Damaged));
                let refused = Book::from_bytes(game, &bytes).err();
                assert_eq!(refused, Some(BookError::Damaged));
                bytes[index] ^= 1;
            }
            for bad in [&bytes[1..], &[]] {
                assert_eq!(Book::from_bytes(game, bad).err(), Some(BookError::Damaged));
            }
        }
        tried(&connect4(4, 4), &connect4(4, 5), 4);
        tried(&dots(2, 2), &dots(2, 3), 4);
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
        // Four boxes are left: an odd margin is none.
        let game = dots(2, 2);
        let mut bytes = book(&game, 2).to_bytes();
        bytes.truncate(bytes.len() - 8);
        bytes[HEADER] ^= 1;
        let refused = Book::from_bytes(&game, &summed(bytes)).err();
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
        let other = connect4(6, 6);
        assert_eq!(other.book_value(&other.start()), None);
    }

    #[test]
    fn the_embedded_books_are_small_and_know_every_position() {
        let known = EMBEDDED_BOOKS.map(|bytes| {
            assert!(bytes.len() < 1 << 20);
            let game = AnyGame::new(board_of(bytes).expect("a book"));
            with_game!(&game, |rules| {
                let book = Book::from_bytes(rules, bytes).expect("a book");
                let openings = Openings::new(rules, book.ply()).expect("openings");
                assert!(openings.positions().all(|at| book.value(at).is_some()));
                (
                    game.spec().to_string(),
                    book.ply(),
                    openings.positions().len(),
                )
            })
        });
        assert_eq!(known, [("connect4:6x7".to_owned(), 8, 91_295)]);
    }

    /// A few of them, all over the list; `poda book check` does as many as one likes.
    #[test]
    fn positions_of_eight_pieces_are_worth_what_the_solver_says() {
        let rules = connect4(6, 7);
        let openings = Openings::new(&rules, 8).expect("openings");
        let mut solver = solver(&rules);
        for position in openings.positions().step_by(9_000) {
            let value = Some(solved(&*solver, position));
            assert_eq!(rules.book_value(position), value);
            solver.clear();
        }
    }
}
