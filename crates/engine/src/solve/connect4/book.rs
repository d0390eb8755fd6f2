//! The opening book: the values of all positions with a given number of pieces.
//!
//! ```text
//! "PODABOOK"   rows   columns   ply   0    count (4 bytes, low first)   a value for each position   check sum (8 bytes)
//! ```
//!
//! The positions themselves are not stored: they are all that can be reached, in the order of their keys, one of each pair of
//! mirror images, and are found again when the book is opened (0.1 s for ply 8 of 6 × 7). Values of earlier positions follow by
//! minimax. So the file has one byte for each position and is the same however and in whatever order it was computed.

use std::sync::OnceLock;

use thiserror::Error;

use crate::connect4::{Connect4, Connect4Spec, Position};
use crate::fnv::fnv1a;
use crate::game::{Game, MoveList};
use crate::games::bits::Bits;
use crate::types::Outcome;

const MAGIC: &[u8; 8] = b"PODABOOK";
const HEADER: usize = 16;
/// The most positions of one ply: 6 × 7 up to ply 12. They take 32 bytes each, and their children as much for a moment.
const MOST_POSITIONS: usize = 8 << 20;

type Rules = Connect4<u64, 2>;
type Opening = Position<u64, 2>;

/// Bytes that are not a book, or a board that can have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// Not written by [`Book::to_bytes`].
    #[error("this is not an opening book, or it is damaged")]
    Damaged,
    /// The board needs more than 64 bits, has another number of players or another run length.
    #[error(
        "{0} can have no opening book: two players, connect four and at most 64 bits are needed"
    )]
    NotPossible(Connect4Spec),
    /// More pieces than cells.
    #[error("a book of ply {ply} is not possible: the board has {cells} cells")]
    TooDeep {
        /// The ply asked for.
        ply: u32,
        /// The cells of the board.
        cells: u32,
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

/// All positions of one ply that are not finished, one of each pair of mirror images, by key; what a book is built from.
#[derive(Clone, Debug)]
pub struct Openings {
    rules: Rules,
    ply: u32,
    /// For each ply up to the last: keys and positions.
    layers: Vec<Vec<(u64, Opening)>>,
}

/// The exact values of all positions up to some ply.
#[derive(Clone, Debug)]
pub struct Book {
    rules: Rules,
    ply: u32,
    /// For each ply: keys and values.
    layers: Vec<Vec<(u64, i8)>>,
}

/// The same number for a position and its mirror image, and for no other.
fn key(rules: &Rules, position: &Opening) -> u64 {
    let (mine, all) = (position.of(position.to_move()), position.occupied());
    let image = rules.mirror(mine).plus(rules.mirror(all));
    mine.plus(all).min(image)
}

fn children(rules: &Rules, position: &Opening) -> impl Iterator<Item = Opening> {
    let mut moves = MoveList::new();
    rules.moves(position, &mut moves);
    moves
        .into_iter()
        .map(move |column| rules.play_unchecked(position, column))
}

impl Openings {
    /// All positions of a board with `ply` pieces.
    ///
    /// # Errors
    /// The board can have no book, or not so deep.
    pub fn new(spec: Connect4Spec, ply: u32) -> Result<Openings, BookError> {
        Openings::within(spec, ply, MOST_POSITIONS)
    }

    /// Likewise, if no ply has more than `most` positions.
    fn within(spec: Connect4Spec, ply: u32, most: usize) -> Result<Openings, BookError> {
        if spec.players() != 2 || spec.connect() != 4 || spec.bits() > 64 {
            return Err(BookError::NotPossible(spec));
        }
        let rules = Rules::new(spec);
        let cells = rules.cells().count();
        if ply >= cells {
            return Err(BookError::TooDeep { ply, cells });
        }
        let start = rules.start();
        let mut layers = vec![vec![(key(&rules, &start), start)]];
        for _ in 0..ply {
            let mut layer: Vec<(u64, Opening)> = layers[layers.len() - 1]
                .iter()
                .flat_map(|(_, position)| children(&rules, position))
                .filter(|next| rules.outcome(next).is_none())
                .map(|next| (key(&rules, &next), next))
                .collect();
            layer.sort_unstable_by_key(|&(key, _)| key);
            layer.dedup_by_key(|&mut (key, _)| key);
            if layer.len() > most {
                return Err(BookError::TooManyPositions { ply, most });
            }
            layers.push(layer);
        }
        Ok(Openings { rules, ply, layers })
    }

    /// The positions of the last ply, in the order of the book.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &Position<u64, 2>> {
        let last = &self.layers[self.ply as usize];
        last.iter().map(|(_, position)| position)
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
        for next in children(&self.rules, &self.layers[ply][index].1) {
            let key = key(&self.rules, &next);
            if let Ok(index) = self.layers[ply + 1].binary_search_by_key(&key, |&(key, _)| key) {
                self.descend(ply + 1, index, met, order);
            }
        }
    }

    /// The book with these values, one for each position in order.
    ///
    /// # Errors
    /// Some are `None`.
    ///
    /// # Panics
    /// If there are too many or too few, or one that no board has.
    pub fn into_book(self, values: &[Option<i32>]) -> Result<Book, BookError> {
        let narrow = |value| i8::try_from(value).expect("no board has more cells");
        let known: Vec<i8> = values.iter().copied().flatten().map(narrow).collect();
        match values.len() - known.len() {
            0 => Ok(self.solved(&known)),
            missing => Err(BookError::Unfinished(missing)),
        }
    }

    /// Works backwards from the last ply.
    fn solved(self, values: &[i8]) -> Book {
        let rules = self.rules;
        let last = &self.layers[self.ply as usize];
        assert_eq!(last.len(), values.len());
        let keys = last.iter().map(|&(key, _)| key);
        let mut layers = vec![keys.zip(values.iter().copied()).collect::<Vec<_>>()];
        for layer in self.layers[..self.ply as usize].iter().rev() {
            let after = &layers[layers.len() - 1];
            let solved = layer.iter().map(|(key, position)| {
                let values = children(&rules, position).map(|next| value(&rules, &next, after));
                (*key, values.max().expect("a move"))
            });
            let solved = solved.collect();
            layers.push(solved);
        }
        layers.reverse();
        Book {
            rules,
            ply: self.ply,
            layers,
        }
    }
}

/// The value of a position for the player who has just moved.
fn value(rules: &Rules, position: &Opening, layer: &[(u64, i8)]) -> i8 {
    match rules.outcome(position) {
        Some(Outcome::Draw) => 0,
        // As of the position before: he wins with his next piece.
        Some(Outcome::Win(_)) => ((rules.cells().count() - position.ply() + 2) / 2) as i8,
        None => -find(layer, key(rules, position)).expect("every child is in the next layer"),
    }
}

fn find(layer: &[(u64, i8)], key: u64) -> Option<i8> {
    let index = layer.binary_search_by_key(&key, |&(key, _)| key).ok()?;
    Some(layer[index].1)
}

impl Book {
    /// The book of a board that comes with the engine, if there is one.
    pub fn embedded(spec: Connect4Spec) -> Option<&'static Book> {
        static BOOK: OnceLock<Book> = OnceLock::new();
        let book = BOOK.get_or_init(|| {
            let bytes = include_bytes!("book-6x7.bin");
            Book::from_bytes(bytes).expect("the embedded book is whole")
        });
        (book.spec() == spec).then_some(book)
    }

    /// The board.
    pub fn spec(&self) -> Connect4Spec {
        self.rules.spec()
    }

    /// The last ply it knows.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The value of a position, if it is early enough and not finished.
    pub fn value<B: Bits>(&self, position: &Position<B, 2>) -> Option<i32> {
        let layer = self.layers.get(position.ply() as usize)?;
        let (mine, all) = (position.of(position.to_move()), position.occupied());
        if all.places().any(|place| place >= 64) {
            return None;
        }
        let narrow = |set: B| set.places().fold(0, |all, place| all | 1u64 << place);
        let (mine, all) = (narrow(mine), narrow(all));
        let image = self.rules.mirror(mine).plus(self.rules.mirror(all));
        find(layer, mine.plus(all).min(image)).map(i32::from)
    }

    /// The values of the last ply, in the order of [`Openings::positions`].
    pub fn values(&self) -> impl ExactSizeIterator<Item = i32> {
        let last = &self.layers[self.ply as usize];
        last.iter().map(|&(_, value)| i32::from(value))
    }

    /// What [`from_bytes`](Book::from_bytes) reads: always the same for the same board and ply.
    pub fn to_bytes(&self) -> Vec<u8> {
        let spec = self.spec();
        let last = &self.layers[self.ply as usize];
        let mut bytes = MAGIC.to_vec();
        bytes.extend([spec.rows() as u8, spec.columns() as u8, self.ply as u8, 0]);
        bytes.extend((last.len() as u32).to_le_bytes());
        bytes.extend(last.iter().map(|&(_, value)| value as u8));
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a book.
    ///
    /// # Errors
    /// These are not the bytes of one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
        let whole = content.len() >= HEADER
            && content.starts_with(MAGIC)
            && fnv1a(content) == u64::from_le_bytes(*sum);
        if !whole {
            return Err(BookError::Damaged);
        }
        let spec = Connect4Spec::new(content[8].into(), content[9].into());
        let (spec, ply) = (spec.map_err(|_| BookError::Damaged)?, content[10].into());
        let values: Vec<i8> = content[HEADER..].iter().map(|&byte| byte as i8).collect();
        let count = u32::from_le_bytes([content[12], content[13], content[14], content[15]]);
        // A small file cannot ask for much work: the plies before the last are seldom larger, and never by much.
        let most = MOST_POSITIONS.min(16 * values.len() + (1 << 18));
        let openings = Openings::within(spec, ply, most).map_err(|error| match error {
            BookError::TooManyPositions { .. } => BookError::Damaged,
            error => error,
        })?;
        // Whoever moves next wins with his next piece at the best, and loses with the one after at the worst.
        let best = ((spec.rows() * spec.columns()) as u32 - ply).div_ceil(2);
        let possible = |value: &i8| u32::from(value.unsigned_abs()) <= best;
        if values.len() != openings.positions().len()
            || values.len() != count as usize
            || content[11] != 0
            || !values.iter().all(possible)
        {
            return Err(BookError::Damaged);
        }
        Ok(openings.solved(&values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::solve::Solver;
    use crate::solve::connect4::Connect4Solver;

    /// A position solved without a book.
    fn solved(solver: &Connect4Solver<u64>, position: &Opening) -> i32 {
        let solution = solver.solve(position, Limits::default(), &mut |_| ());
        solution.expect("nothing limits it").value
    }

    fn book(rows: usize, columns: usize, ply: u32) -> Book {
        let spec = Connect4Spec::new(rows, columns).unwrap();
        let openings = Openings::new(spec, ply).unwrap();
        let solver = Connect4Solver::new(&Rules::new(spec), 1 << 20).unwrap();
        let values: Vec<_> = openings
            .positions()
            .map(|position| Some(solved(&solver, position)))
            .collect();
        let missing = [&values[1..], &[None]].concat();
        let unfinished = openings.clone().into_book(&missing);
        assert_eq!(unfinished.err(), Some(BookError::Unfinished(1)));
        openings.into_book(&values).unwrap()
    }

    #[test]
    fn openings_are_as_many_as_known() {
        // The number of positions of 6 × 7 by ply is published; mirror images fall together here.
        let spec = Connect4Spec::new(6, 7).unwrap();
        let openings = Openings::new(spec, 6).unwrap();
        let rules = Rules::new(spec);
        let with_images = |ply: usize| {
            let images = openings.layers[ply].iter().map(|(_, position)| {
                let symmetric = rules.image(position, 1) == *position;
                if symmetric { 1 } else { 2 }
            });
            images.sum::<usize>()
        };
        let counts: Vec<usize> = (0..=6).map(with_images).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422]);
    }

    #[test]
    fn neighbours_are_all_positions_once() {
        let spec = Connect4Spec::new(4, 5).unwrap();
        let openings = Openings::new(spec, 6).unwrap();
        let mut order = openings.neighbours();
        assert!(!order.is_sorted(), "depth first is not the order of keys");
        order.sort_unstable();
        assert!(order.into_iter().eq(0..openings.positions().len()));
    }

    #[test]
    fn a_book_says_what_the_solver_says() {
        for (rows, columns, ply) in [(4, 4, 9), (5, 4, 6), (4, 5, 5)] {
            let book = book(rows, columns, ply);
            let solver = Connect4Solver::new(&book.rules, 1 << 20).unwrap();
            let openings = Openings::new(book.spec(), ply).unwrap();
            for (_, position) in openings.layers.iter().flatten() {
                let value = Some(solved(&solver, position));
                assert_eq!(book.value(position), value);
                assert_eq!(book.value(&book.rules.image(position, 1)), value);
            }
            let (_, deepest) = openings.layers[ply as usize][0];
            for next in children(&book.rules, &deepest) {
                assert_eq!(book.value(&next), None);
            }
        }
    }

    #[test]
    fn bytes_round_trip_and_damage_is_noticed() {
        let book = book(4, 4, 4);
        let mut bytes = book.to_bytes();
        let again = Book::from_bytes(&bytes).unwrap();
        assert_eq!(again.layers, book.layers);
        assert_eq!(again.to_bytes(), bytes);
        for index in 0..bytes.len() {
            bytes[index] ^= 1;
            assert_eq!(Book::from_bytes(&bytes).err(), Some(BookError::Damaged));
            bytes[index] ^= 1;
        }
        assert_eq!(
            Book::from_bytes(&bytes[1..]).err(),
            Some(BookError::Damaged)
        );
        assert_eq!(Book::from_bytes(&[]).err(), Some(BookError::Damaged));
    }

    #[test]
    fn nonsense_with_a_right_check_sum_is_refused() {
        let bytes = book(4, 4, 4).to_bytes();
        let forged = |place: usize, byte: u8| {
            let mut bad = bytes[..bytes.len() - 8].to_vec();
            bad[place] = byte;
            bad.extend(fnv1a(&bad).to_le_bytes());
            Book::from_bytes(&bad).err()
        };
        // A small file that says it is of a large board, twenty plies deep: found out before memory is full.
        let mut huge = MAGIC.to_vec();
        huge.extend([7, 8, 20, 0, 1, 0, 0, 0, 0]);
        huge.extend(fnv1a(&huge).to_le_bytes());
        assert_eq!(Book::from_bytes(&huge).err(), Some(BookError::Damaged));
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
    }

    #[test]
    fn the_embedded_book_is_small_and_right_about_the_start() {
        let spec = Connect4Spec::new(6, 7).unwrap();
        let book = Book::embedded(spec).expect("a book for 6 × 7");
        assert!(book.to_bytes().len() < 300_000);
        let rules = Rules::new(spec);
        assert_eq!(book.value(&rules.start()), Some(1));
        let values: Vec<i32> = children(&rules, &rules.start())
            .map(|next| -book.value(&next).unwrap())
            .collect();
        assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
        assert!(Book::embedded(Connect4Spec::new(6, 6).unwrap()).is_none());
    }

    #[test]
    fn the_embedded_book_knows_every_position_of_eight_plies() {
        let spec = Connect4Spec::new(6, 7).unwrap();
        let book = Book::embedded(spec).expect("a book for 6 × 7");
        let openings = Openings::new(spec, 8).unwrap();
        assert_eq!(openings.positions().count(), 91_295);
        assert!(openings.positions().all(|at| book.value(at).is_some()));
        // A few of them, all over the list, solved without it; `poda book check` does as many as one likes.
        let mut solver = Connect4Solver::new(&Rules::new(spec), 64 << 20).unwrap();
        for position in openings.positions().step_by(9_000) {
            assert_eq!(book.value(position), Some(solved(&solver, position)));
            solver.clear();
        }
    }
}
