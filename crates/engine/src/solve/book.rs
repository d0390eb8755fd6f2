//! Opening books: the values of all positions of a board after a given number of moves.
//!
//! ```text
//! "PODABOOK"   rows   columns   ply   kind of game   count of values (4 bytes, low first)   values   check sum (8 bytes)
//! ```
//!
//! The positions themselves are not stored: they are all that can be reached, one of those that are worth the same by symmetry.
//! So the file is the same however and in whatever order it was computed. There are two ways to find the value of a position:
//!
//! * By a list of keys (Connect 4). The positions are found again when the book is opened (0.1 s for ply 8) and put in the order
//!   of their keys. One byte for each position of the last ply; values of earlier ones follow by minimax.
//! * By an [index](BookIndex) that computes the number of a position (Dots and Boxes), which takes no time and no memory. The
//!   values are those of the last ply and of each second one before it, compressed; between two such plies a value is that of the
//!   best move.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

use super::{Solvable, Solver};
use crate::fnv::fnv1a;
use crate::game::{Game, MoveList};
use crate::games::{AnyGame, GAMES, GameSpec};
use crate::search::Limits;

const MAGIC: &[u8; 8] = b"PODABOOK";
const HEADER: usize = 16;
/// As small as it can be: books are written once.
const COMPRESSION: u8 = 10;
/// The most positions of one ply: Connect 4 up to ply 12. They take 32 bytes each, and twice as much for a moment.
const MOST_POSITIONS: usize = 8 << 20;

/// So many positions of each ply are looked at when a book is opened, a millisecond or two; a value that the others cannot have is no answer when
/// it is asked for.
const LOOKED_AT: usize = 1 << 10;

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

    /// The moves that lead to a position: what was before each, and what it makes of that, which has the same key as the position. Some
    /// of what was before may never be reached: a book does not know it.
    fn before(&self, position: &G::State) -> Vec<(G::State, G::State)>;

    /// Whether any position like this can have this value.
    fn possible(&self, position: &G::State, value: i32) -> bool;

    /// Numbers the positions of a ply, if that can be done without a list of them.
    fn index(&self, _ply: u32) -> Option<Box<dyn BookIndex<G>>> {
        None
    }
}

/// Numbers the positions of one ply from 0 on. Positions with the same number are worth the same.
pub trait BookIndex<G: Game>: Send + Sync {
    /// How many numbers there are.
    fn count(&self) -> usize;

    /// The number of a position of this ply.
    fn number(&self, position: &G::State) -> usize;

    /// A position with this number, if any has it.
    fn position(&self, number: usize) -> Option<G::State>;
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
    /// By ply. Where there is none, the next ply has one.
    layers: Vec<Option<Layer<G>>>,
}

/// The values of the positions of one ply.
struct Layer<G: Game> {
    places: Places<G>,
    values: Vec<i8>,
}

/// Where the value of a position is.
enum Places<G: Game> {
    /// Where its key is among these, which are in order.
    Keys(Vec<u64>),
    Index(Box<dyn BookIndex<G>>),
}

impl<G: Game> Layer<G> {
    fn value(&self, rules: &dyn BookRules<G>, position: &G::State) -> Option<i32> {
        let place = match &self.places {
            Places::Keys(keys) => keys.binary_search(&rules.key(position)).ok()?,
            Places::Index(index) => index.number(position),
        };
        let value = i32::from(*self.values.get(place)?);
        rules.possible(position, value).then_some(value)
    }
}

/// The value of the best move, if the values after all moves are known.
fn best_move<G: Game>(
    rules: &dyn BookRules<G>,
    position: &G::State,
    known: &dyn Fn(&G::State) -> i32,
) -> i32 {
    let worth = children(rules.game(), position).map(|next| rules.worth(position, &next, known));
    worth.max().expect("a move")
}

/// The plies of which an [indexed](BookIndex) book has the values, the last one first.
fn indexed_plies(last: u32) -> impl Iterator<Item = u32> {
    (0..=last).rev().step_by(2)
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

    /// The position with this index.
    ///
    /// # Panics
    /// If there is none.
    pub fn position(&self, index: usize) -> &G::State {
        &self.layers[self.ply as usize][index].1
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
    pub fn book(&self, values: &[Option<i32>]) -> Result<Book<G>, BookError> {
        let missing = values.iter().filter(|value| value.is_none()).count();
        if missing > 0 {
            return Err(BookError::Unfinished(missing));
        }
        let values: Vec<i32> = values.iter().copied().flatten().collect();
        Ok(self.solved(&values).expect("values of these positions"))
    }

    /// Works backwards from the last ply; `None` if these cannot be the values of its positions.
    fn solved(&self, values: &[i32]) -> Option<Book<G>> {
        let rules = Arc::clone(&self.rules);
        let narrow = |value: i32| i8::try_from(value).expect("no board is so large");
        let last = &self.layers[self.ply as usize];
        let mut each = last.iter().zip(values);
        if last.len() != values.len()
            || !each.all(|((_, position), &value)| rules.possible(position, value))
        {
            return None;
        }
        let listed = |layer: &[(u64, G::State)], values: Vec<i8>| Layer {
            places: Places::Keys(layer.iter().map(|&(key, _)| key).collect()),
            values,
        };
        let mut after = listed(last, values.iter().map(|&value| narrow(value)).collect());
        let mut layers = Vec::new();
        for layer in self.layers[..self.ply as usize].iter().rev() {
            let known = |next: &G::State| {
                let value = after.value(&*rules, next);
                value.expect("every child is in the next layer")
            };
            let value = |position: &G::State| narrow(best_move(&*rules, position, &known));
            let solved = listed(layer, layer.iter().map(|(_, at)| value(at)).collect());
            layers.push(Some(std::mem::replace(&mut after, solved)));
        }
        layers.push(Some(after));
        layers.reverse();
        Some(Book { rules, layers })
    }
}

impl<G: Game> Book<G> {
    /// The rules.
    pub fn game(&self) -> &G {
        self.rules.game()
    }

    /// The last ply it knows.
    pub fn ply(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// What is still to come in a position, for the player to move, if it is early enough and not finished.
    pub fn value(&self, position: &G::State) -> Option<i32> {
        let ply = self.game().ply(position) as usize;
        match self.layers.get(ply)? {
            Some(layer) => layer.value(&*self.rules, position),
            None => {
                let after = self.layers[ply + 1].as_ref();
                let after = after.expect("one of two plies has values");
                let missing = Cell::new(false);
                let known = |next: &G::State| {
                    let value = after.value(&*self.rules, next);
                    missing.set(missing.get() || value.is_none());
                    value.unwrap_or(0)
                };
                let best = best_move(&*self.rules, position, &known);
                (!missing.get()).then_some(best)
            }
        }
    }

    /// Between which values what is still to come in a position lies, both included. Up to the last ply both are the value. One ply later
    /// they follow from the positions before, as none of them is worth less than a move that leads from it.
    pub fn bounds(&self, position: &G::State) -> Option<(i32, i32)> {
        if let Some(value) = self.value(position) {
            return Some((value, value));
        }
        let game = self.game();
        if game.ply(position) != self.ply() + 1 || game.outcome(position).is_some() {
            return None;
        }
        let (mut lower, mut upper) = (i32::MIN, i32::MAX);
        for (before, after) in self.rules.before(position) {
            let Some(value) = self.value(&before) else {
                continue;
            };
            let taken = self.rules.worth(&before, &after, &|_| 0);
            if game.to_move(&before) == game.to_move(&after) {
                upper = upper.min(value - taken);
            } else {
                lower = lower.max(taken - value);
            }
        }
        Some((lower, upper))
    }

    /// What [`from_bytes`](Book::from_bytes) reads: always the same for the same board and ply.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [rows, columns, kind] = self.rules.board();
        let ply = self.ply();
        let indices: Option<Vec<_>> = indexed_plies(ply)
            .map(|ply| self.rules.index(ply))
            .collect();
        let (values, packed) = match indices {
            None => {
                let last = self.layers[ply as usize].as_ref().expect("a last ply");
                let values: Vec<u8> = last.values.iter().map(|&value| value as u8).collect();
                (values.clone(), values)
            }
            Some(indices) => {
                let mut values = Vec::new();
                for index in &indices {
                    for number in 0..index.count() {
                        let value = |at| self.value(&at).expect("it is early") as i8 as u8;
                        let known = index.position(number).map(value);
                        // Where nobody asks, what compresses best.
                        values.push(known.or(values.last().copied()).unwrap_or(0));
                    }
                }
                let packed = compress_to_vec(&values, COMPRESSION);
                (values, packed)
            }
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend([rows, columns, ply as u8, kind]);
        bytes.extend((values.len() as u32).to_le_bytes());
        bytes.extend(packed);
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
        let ply = content[10].into();
        let count = u32::from_le_bytes([content[12], content[13], content[14], content[15]]);
        let values = &content[HEADER..];
        let book = match rules.index(ply) {
            Some(_) => Book::indexed(rules, ply, count as usize, values),
            None if values.len() == count as usize => Book::listed(rules, ply, values),
            None => None,
        };
        book.ok_or(BookError::Damaged)
    }

    /// A book with the values of the last ply, in the order of their keys; `None` if these cannot be the values.
    fn listed(rules: Arc<dyn BookRules<G>>, ply: u32, values: &[u8]) -> Option<Book<G>> {
        let values: Vec<i32> = values.iter().map(|&byte| i32::from(byte as i8)).collect();
        // A small file cannot ask for much work: of all books that can be built, that of 2 × 10 to its last ply has most positions in a ply
        // before, 17.6 times as many.
        let most = MOST_POSITIONS.min(20 * values.len() + (1 << 14));
        Openings::within(rules, ply, most).ok()?.solved(&values)
    }

    /// A book with the compressed values of each second ply.
    fn indexed(
        rules: Arc<dyn BookRules<G>>,
        ply: u32,
        count: usize,
        packed: &[u8],
    ) -> Option<Book<G>> {
        let moves = rules.game().plies_left(&rules.game().start());
        if ply >= moves || count > 2 * MOST_POSITIONS {
            return None;
        }
        let values = decompress_to_vec_with_limit(packed, count).ok()?;
        // Whatever boxes are taken, what is left is worth no more than all of them; whether it is odd, a position alone tells.
        let start = rules.game().start();
        let sized = |value: i32| {
            let next = if value < 0 { value - 1 } else { value + 1 };
            rules.possible(&start, value) || rules.possible(&start, next)
        };
        let sized: [bool; 256] = std::array::from_fn(|byte| sized(i32::from(byte as u8 as i8)));
        if !values.iter().all(|&byte| sized[usize::from(byte)]) {
            return None;
        }
        let mut rest = values.iter().map(|&byte| byte as i8);
        let mut layers: Vec<Option<Layer<G>>> = (0..=ply).map(|_| None).collect();
        for ply in indexed_plies(ply) {
            let index = rules.index(ply)?;
            let values: Vec<i8> = rest.by_ref().take(index.count()).collect();
            if values.len() != index.count() {
                return None;
            }
            let few = values.iter().take(LOOKED_AT).enumerate();
            let mut known =
                few.filter_map(|(number, &value)| Some((index.position(number)?, value)));
            if !known.all(|(position, value)| rules.possible(&position, value.into())) {
                return None;
            }
            let places = Places::Index(index);
            layers[ply as usize] = Some(Layer { places, values });
        }
        let whole = values.len() == count && rest.next().is_none();
        whole.then_some(Book { rules, layers })
    }
}

/// What is still to come in a position for whoever moves, as a book has it. It may be about `guess`; `None` if it was stopped.
pub fn to_come<G: Game>(
    solver: &dyn Solver<G>,
    position: &G::State,
    guess: i32,
    limits: Limits<'_>,
) -> Option<i32> {
    let game = solver.game();
    let now = game.margin(position, game.to_move(position)).unwrap_or(0);
    let solution = solver.solve_near(position, now + guess, limits, &mut |_| ())?;
    Some(solution.value - now)
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

    /// What the book says of a position of a [board](BookRules::board), if it is the book of that board and the position is early enough.
    pub(super) fn bounds(
        &self,
        game: &G,
        board: [u8; 3],
        position: &G::State,
    ) -> Option<(i32, i32)> {
        let [rows, columns, kind] = board;
        let ply = self.bytes[10];
        if game.ply(position) > u32::from(ply) + 1
            || self.bytes[8..12] != [rows, columns, ply, kind]
        {
            return None;
        }
        let read = || Book::from_bytes(game, self.bytes).expect("the embedded book is whole");
        self.book.get_or_init(read).bounds(position)
    }
}

#[cfg(test)]
mod tests;
