//! Numbers the positions of one ply, so that a book needs no list of them.
//!
//! The drawn edges of a position lie on the rim of the board, where they tied a box to the ground, or inside. Of the images of
//! a position the one with the least rim stands for all; if several have it, the one that is also least inside. The numbers are
//! in the order of the rims, and those of one rim in the order of the inner edges, which are a combination of some of all: the
//! one at places a < b < c < … is number C(a, 1) + C(b, 2) + C(c, 3) + …, as is well known.
//!
//! So a number is computed from a short list of the least rims alone. Where a rim is its own image under some symmetry, some
//! numbers are of no position that stands for others: nobody asks for them.

use super::grid::{Grid, Images, SYMMETRIES};
use crate::games::bits::Bits;

/// More numbers than this are not given.
const MOST_NUMBERS: u64 = 1 << 24;

/// The numbers of the positions with some number of drawn edges. Sets are of drawn edges, [normal](Grid), on at most 64 edges.
pub(super) struct Index {
    rim: u64,
    /// The inner edges.
    inner: Vec<u32>,
    /// The place of each edge among the inner ones.
    places: [u8; 64],
    /// C(n, k), for at least as many n as there are inner edges.
    choose: Vec<Vec<u64>>,
    /// The least rims in order, how many inner edges go with each, and the first number with it.
    rims: Vec<(u64, usize, u64)>,
    count: u64,
}

impl Index {
    /// Of the positions with so many edges drawn; `None` if they are too many.
    pub(super) fn new<B: Bits>(grid: &Grid<B>, drawn: usize) -> Option<Index> {
        let [all, _] = grid.all.words();
        let inner: Vec<u32> = (0..64)
            .filter(|&bit| all >> bit & 1 == 1 && grid.touched(B::place(bit)).count() == 2)
            .collect();
        let rim = inner.iter().fold(all, |rim, &bit| rim & !(1 << bit));
        let mut places = [0; 64];
        for (place, &bit) in inner.iter().enumerate() {
            places[bit as usize] = place as u8;
        }
        let mut index = Index {
            rim,
            choose: choose(inner.len(), drawn),
            inner,
            places,
            rims: Vec::new(),
            count: 0,
        };
        for rim in rims(grid, rim, drawn) {
            let among = drawn - rim.count_ones() as usize;
            let numbers = index.choose[index.inner.len()][among];
            if numbers > 0 && least_rim(grid, index.rim, rim) & index.rim == rim {
                index.rims.push((rim, among, index.count));
                index.count = index.count.checked_add(numbers)?;
            }
        }
        (index.count <= MOST_NUMBERS).then_some(index)
    }

    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// The number of a position.
    pub(super) fn number<B: Bits>(&self, grid: &Grid<B>, drawn: B) -> usize {
        let [drawn, _] = drawn.words();
        let least = least_rim(grid, self.rim, drawn);
        let rim = self
            .rims
            .binary_search_by_key(&(least & self.rim), |&(rim, ..)| rim);
        let (_, _, first) = self.rims[rim.expect("every rim has its least image")];
        let inner = (least & !self.rim).places().enumerate();
        let combination = inner.map(|(before, bit)| {
            let place = self.places[bit as usize];
            self.choose[usize::from(place)][before + 1]
        });
        (first + combination.sum::<u64>()) as usize
    }

    /// The position of a number, if it stands for others.
    pub(super) fn drawn<B: Bits>(&self, grid: &Grid<B>, number: usize) -> Option<B> {
        let number = number as u64;
        let at = self.rims.partition_point(|&(_, _, first)| first <= number) - 1;
        let (mut drawn, among, first) = self.rims[at];
        let mut rest = number - first;
        for left in (1..=among).rev() {
            let above = (0..self.inner.len()).rev();
            let mut fitting = above.filter(|&place| self.choose[place][left] <= rest);
            let place = fitting.next().expect("a combination");
            rest -= self.choose[place][left];
            drawn |= 1 << self.inner[place];
        }
        let stands = least_rim(grid, self.rim, drawn) == drawn;
        stands.then(|| B::from_words([drawn, 0]))
    }
}

/// The image with the least part on the rim, and of those the least.
fn least_rim<B: Bits>(grid: &Grid<B>, rim: u64, drawn: u64) -> u64 {
    let nothing = Images([B::ZERO; SYMMETRIES]);
    let images = grid.draw(&nothing, B::from_words([drawn, 0]));
    let images = images.0.map(|image| image.words()[0]);
    let least = images.into_iter().min_by_key(|image| (image & rim, *image));
    least.expect("a board has symmetries")
}

/// All normal sets of at most so many edges of the rim, in order: 331,776 at the most, on 5×5.
fn rims<B: Bits>(grid: &Grid<B>, rim: u64, most: usize) -> Vec<u64> {
    let mut rims = vec![0u64];
    for edge in rim.places() {
        // Of interchangeable edges the later ones are drawn first.
        let is_normal = |drawn: u64| {
            let free = B::from_words([rim & !drawn, 0]);
            grid.normal(free) == free
        };
        let more: Vec<u64> = rims
            .iter()
            .map(|&drawn| drawn | 1 << edge)
            .filter(|drawn| drawn.count_ones() as usize <= most)
            .collect();
        rims.extend(more);
        // A set that is not normal may become so by a later edge of its group, which has a higher number.
        let above = rim & !(2u64 << edge).wrapping_sub(1);
        rims.retain(|&drawn| is_normal(drawn) || is_normal(drawn | above));
    }
    rims.sort_unstable();
    rims
}

/// C(n, k) up to these, as far as they fit.
fn choose(most_n: usize, most_k: usize) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(most_n + 1);
    for n in 0..=most_n {
        let row = (0..=most_k).map(|k| match (n, k) {
            (_, 0) => 1,
            (0, _) => 0,
            (n, k) => rows[n - 1][k - 1].saturating_add(rows[n - 1][k]),
        });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dots::{Dots, DotsSpec};

    /// All normal sets of drawn edges of a board.
    fn all_normal(grid: &Grid<u64>) -> impl Iterator<Item = u64> {
        (0..=grid.all).filter(|&drawn| {
            let free = grid.all & !drawn;
            grid.normal(free) == free
        })
    }

    #[test]
    fn every_position_has_a_number_of_its_own() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2)] {
            let dots: Dots<u64> = Dots::new(DotsSpec::new(rows, columns).expect("a board"));
            let grid = Grid::new(&dots);
            for ply in 0..dots.spec().edges() {
                let index = Index::new(&grid, ply).expect("a small board");
                let mut owners = vec![None; index.count()];
                for drawn in all_normal(&grid).filter(|drawn| drawn.count_ones() as usize == ply) {
                    let owner = &mut owners[index.number(&grid, drawn)];
                    let least = grid.images(grid.all & !drawn).least();
                    assert_eq!(*owner.get_or_insert(least), least, "{drawn:#x}");
                }
                for (number, owner) in owners.into_iter().enumerate() {
                    let drawn = index.drawn(&grid, number);
                    let least = drawn.map(|drawn| grid.images(grid.all & !drawn).least());
                    assert_eq!(least, owner, "{rows}x{columns} {number}");
                }
            }
        }
    }

    #[test]
    fn the_usual_board_has_so_many_numbers() {
        let dots: Dots<u64> = Dots::new(DotsSpec::new(4, 4).expect("a board"));
        let grid = Grid::new(&dots);
        let counts = [6, 7, 8].map(|ply| Index::new(&grid, ply).expect("few enough").count());
        assert_eq!(counts, [464_377, 1_823_825, 6_315_954]);
        assert!(Index::new(&grid, 10).is_none());
    }
}
