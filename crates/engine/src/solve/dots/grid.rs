//! The board as the solver sees it: coins on strings, as bits.

use crate::game::Game;
use crate::games::bits::Bits;
use crate::games::dots::{Direction, Dots, DotsSpec, Edge, boxes_beside};

/// The most symmetries a board has.
pub(super) const SYMMETRIES: usize = 8;

/// The geometry of one board, computed once.
///
/// A position is the set of its *free* edges. Rows of horizontal and of vertical edges take turns, so the four sides of a box
/// lie at the same four distances everywhere and all boxes can be asked at once. On 2×2 boxes:
///
/// ```text
///     +--0--+--1--+
///     2     3     4        box in row r, column c = bit r·(2·columns + 1) + c, the bit of its top edge
///     +--5--+--6--+        left  = box + columns
///     7     8     9        right = box + columns + 1
///     +-10--+-11--+        below = box + 2·columns + 1
/// ```
///
/// The ground edges of one box (a corner has two) are interchangeable: they all tie the same coin to the ground. A position
/// is *normal* if in each such group the free edges come before the drawn ones; only normal positions are searched, and the
/// symmetries are taken so that they keep the order within a group, and with it normality.
pub(super) struct Grid<B> {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) below: u32,
    /// One bit for each box.
    pub(super) boxes: B,
    /// All edges.
    pub(super) all: B,
    /// For each edge the sets of one edge that the symmetries take it to.
    images: Vec<[B; SYMMETRIES]>,
    /// Where the edge comes from that a symmetry takes here.
    origins: Vec<[u8; SYMMETRIES]>,
    /// Pairs of neighbours in the order of a group: the first is not drawn while the second is free.
    pairs: Vec<(B, B)>,
    /// All groups of more than one edge.
    groups: Vec<Vec<u32>>,
    /// How far each edge is from the middle of the board.
    pub(super) distance: Vec<u8>,
}

/// A position under all symmetries of the board; the first is the position itself.
#[derive(Clone, Copy)]
pub(super) struct Images<B>(pub(super) [B; SYMMETRIES]);

/// How many free edges each box has, for all boxes at once.
#[derive(Clone, Copy)]
pub(super) struct Degrees<B> {
    ones: B,
    twos: B,
    fours: B,
}

impl<B: Bits> Degrees<B> {
    /// Boxes with exactly one free edge: they can be captured.
    #[inline]
    pub(super) fn one(self) -> B {
        self.ones & !self.twos
    }

    /// Boxes with exactly two free edges: parts of chains and loops.
    #[inline]
    pub(super) fn two(self) -> B {
        self.twos & !self.ones
    }

    /// Boxes with three or four.
    #[inline]
    pub(super) fn many(self) -> B {
        (self.ones & self.twos) | self.fours
    }

    /// Boxes with any.
    #[inline]
    pub(super) fn any(self) -> B {
        self.ones | self.twos | self.fours
    }
}

impl<B: Bits> Grid<B> {
    pub(super) fn new(dots: &Dots<B>) -> Grid<B> {
        let spec = dots.spec();
        let (rows, columns) = (spec.rows(), spec.columns());
        let mut grid = Grid {
            left: columns as u32,
            right: columns as u32 + 1,
            below: 2 * columns as u32 + 1,
            boxes: B::ZERO,
            all: B::ZERO,
            images: vec![[B::ZERO; SYMMETRIES]; spec.edges()],
            origins: vec![[0; SYMMETRIES]; spec.edges()],
            pairs: Vec::new(),
            groups: Vec::new(),
            distance: vec![0; spec.edges()],
        };
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        for (row, column) in cells() {
            grid.boxes |= B::place(grid.box_bit(row, column));
        }
        let edges: Vec<Edge> = dots
            .all_edges()
            .places()
            .map(|bit| dots.edge(bit))
            .collect();
        for &edge in &edges {
            grid.all |= B::place(grid.bit(edge));
        }

        // The ground edges of each box, in the order of their bits.
        let mut ground = vec![Vec::new(); rows * columns];
        for &edge in &edges {
            if let [Some((row, column)), None] | [None, Some((row, column))] =
                boxes_beside(spec, edge)
            {
                ground[row * columns + column].push(grid.bit(edge));
            }
        }
        for group in &mut ground {
            group.sort_unstable();
        }
        for group in ground.iter().filter(|group| group.len() > 1) {
            let pair = |two: &[u32]| (B::place(two[0]), B::place(two[1]));
            grid.pairs.extend(group.windows(2).map(pair));
            grid.groups.push(group.clone());
        }

        for &edge in &edges {
            let from = grid.bit(edge) as usize;
            for symmetry in 0..SYMMETRIES {
                // A board that is not square has four; repeating them keeps the loops over images free of branches.
                let symmetry_of_board = symmetry % dots.symmetries();
                let mut to = grid.bit(dots.image_move(edge, symmetry_of_board));
                let place = |bit: u32| {
                    ground
                        .iter()
                        .find_map(|group| Some((group, group.iter().position(|&b| b == bit)?)))
                };
                if let (Some((_, position)), Some((target, _))) = (place(from as u32), place(to)) {
                    to = target[position];
                }
                grid.images[from][symmetry] = B::place(to);
                grid.origins[to as usize][symmetry] = from as u8;
            }
            grid.distance[from] = distance(spec, edge);
        }
        grid
    }

    /// The bit of a box.
    fn box_bit(&self, row: usize, column: usize) -> u32 {
        row as u32 * self.below + column as u32
    }

    /// The bit of an edge.
    pub(super) fn bit(&self, edge: Edge) -> u32 {
        let bit = self.box_bit(edge.row(), edge.column());
        match edge.direction() {
            Direction::Horizontal => bit,
            Direction::Vertical => bit + self.left,
        }
    }

    /// The normal position with these edges free, given as the rules number them.
    pub(super) fn free(&self, dots: &Dots<B>, drawn: B) -> B {
        let free = (dots.all_edges() & !drawn).places();
        self.normal(free.fold(B::ZERO, |set, bit| set | B::place(self.bit(dots.edge(bit)))))
    }

    /// The same position with the free edges of each group first.
    pub(super) fn normal(&self, mut free: B) -> B {
        for group in &self.groups {
            let members = group.iter().fold(B::ZERO, |set, &bit| set | B::place(bit));
            let count = (free & members).count() as usize;
            free &= !members;
            for &bit in &group[..count] {
                free |= B::place(bit);
            }
        }
        free
    }

    /// The free edges without those that stand behind another of their group.
    #[inline(always)]
    pub(super) fn without_twins(&self, free: B) -> B {
        let mut left = free;
        for &(first, second) in &self.pairs {
            if !(free & second).is_empty() {
                left &= !first;
            }
        }
        left
    }

    /// All edges of these boxes.
    #[inline(always)]
    pub(super) fn sides(&self, boxes: B) -> B {
        boxes | boxes << self.left | boxes << self.right | boxes << self.below
    }

    /// The boxes on either side of these edges.
    #[inline(always)]
    pub(super) fn touched(&self, edges: B) -> B {
        (edges | edges >> self.left | edges >> self.right | edges >> self.below) & self.boxes
    }

    /// Counts the free edges of every box.
    #[inline(always)]
    pub(super) fn degrees(&self, free: B) -> Degrees<B> {
        let (top, left) = (free & self.boxes, free >> self.left & self.boxes);
        let (right, below) = (
            free >> self.right & self.boxes,
            free >> self.below & self.boxes,
        );
        let (one, one_more) = (top ^ left, right ^ below);
        let (two, two_more, carry) = (top & left, right & below, one & one_more);
        Degrees {
            ones: one ^ one_more,
            twos: two ^ two_more ^ carry,
            fours: two & two_more,
        }
    }

    /// All of `among` that is connected to `seed` over free edges.
    #[inline(always)]
    pub(super) fn flood(&self, free: B, seed: B, among: B) -> B {
        let across = free >> self.right & among & among >> 1;
        let down = free >> self.below & among & among >> self.below;
        let mut found = seed;
        loop {
            let more = found
                | (found & across) << 1
                | found >> 1 & across
                | (found & down) << self.below
                | found >> self.below & down;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// All images of a position.
    pub(super) fn images(&self, free: B) -> Images<B> {
        let mut images = [B::ZERO; SYMMETRIES];
        for bit in free.places() {
            for (image, &edge) in images.iter_mut().zip(&self.images[bit as usize]) {
                *image |= edge;
            }
        }
        Images(images)
    }

    /// All images of a position after some of its free edges were drawn.
    #[inline(always)]
    pub(super) fn draw(&self, images: &Images<B>, drawn: B) -> Images<B> {
        let mut next = *images;
        for bit in drawn.places() {
            for (image, &edge) in next.0.iter_mut().zip(&self.images[bit as usize]) {
                *image ^= edge;
            }
        }
        next
    }

    /// Where the edge comes from that a symmetry takes here.
    #[inline]
    pub(super) fn origin(&self, bit: u32, symmetry: usize) -> u32 {
        u32::from(self.origins[bit as usize][symmetry])
    }

    /// The edge that a symmetry takes this one to.
    #[inline]
    pub(super) fn image(&self, bit: u32, symmetry: usize) -> u32 {
        self.images[bit as usize][symmetry].lowest()
    }
}

impl<B: Bits> Images<B> {
    /// The position itself.
    #[inline]
    pub(super) fn free(&self) -> B {
        self.0[0]
    }

    /// The least image, which stands for all.
    #[inline(always)]
    pub(super) fn least(&self) -> B {
        // In pairs, so that a processor can compare several at once.
        let [a, b, c, d, e, f, g, h] = self.0;
        let [a, b, c, d] = [a.min(e), b.min(f), c.min(g), d.min(h)];
        a.min(c).min(b.min(d))
    }

    /// The first symmetry that leads to an image.
    #[inline]
    pub(super) fn leading_to(&self, image: B) -> usize {
        let found = self.0.iter().position(|&other| other == image);
        found.expect("it is one of the images")
    }
}

/// Twice the distance of an edge's middle from the middle of the board, rows plus columns.
fn distance(spec: DotsSpec, edge: Edge) -> u8 {
    let horizontal = edge.direction() == Direction::Horizontal;
    let row = 2 * edge.row() + usize::from(!horizontal);
    let column = 2 * edge.column() + usize::from(horizontal);
    (row.abs_diff(spec.rows()) + column.abs_diff(spec.columns())) as u8
}
