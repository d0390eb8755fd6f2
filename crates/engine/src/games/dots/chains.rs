//! What a position is made of, as players see it: chains, loops, boxes for the taking, safe edges.

use arrayvec::ArrayVec;

use super::board::{Dots, Position};
use super::notation::DotsSpec;
use crate::games::bits::Bits;

/// The most boxes of a board.
const MOST_BOXES: usize = DotsSpec::MOST * DotsSpec::MOST;

/// A row of boxes with two free edges each, joined by free edges: who draws one of its edges offers all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// How many boxes it has.
    pub length: u8,
    /// What it is.
    pub kind: ChainKind,
    /// The bit of one of its free edges, the lowest.
    pub edge: u8,
}

/// What stands at the ends of a [`Chain`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainKind {
    /// Both ends lead off the board: it touches nothing else.
    Free,
    /// An end leads to a box with another number of free edges than two.
    Joined,
    /// It has no ends.
    Loop,
}

/// The chains and loops of a position, the shortest first, and what else matters for whose turn it is to open them.
///
/// ```
/// use poda_engine::Game;
/// use poda_engine::dots::{Chains, Dots, DotsSpec};
///
/// let game: Dots<u64> = Dots::new(DotsSpec::new(1, 3)?);
/// let (_, position) = game.read_position("h11 h12 h13 h21 h22")?;
/// let chains = Chains::of(&game, &position);
/// // The first two boxes end in the third, which has three free edges, two of them safe.
/// assert_eq!(chains.chains().len(), 1);
/// assert_eq!((chains.chains()[0].length, chains.safe_edges()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chains {
    chains: ArrayVec<Chain, MOST_BOXES>,
    captures: u32,
    safe: u32,
}

impl Chains {
    /// Looks a position over.
    pub fn of<B: Bits>(dots: &Dots<B>, position: &Position<B>) -> Chains {
        let free = dots.all_edges() & !position.edges();
        let mut chains = Chains::among(dots, free);
        chains.captures = settle(dots, free).0;
        chains
    }

    /// What is left when the player to move has taken every box there is, with the number of those.
    pub fn after_captures<B: Bits>(dots: &Dots<B>, position: &Position<B>) -> Chains {
        let (captures, free) = settle(dots, dots.all_edges() & !position.edges());
        Chains {
            captures,
            ..Chains::among(dots, free)
        }
    }

    fn among<B: Bits>(dots: &Dots<B>, free: B) -> Chains {
        let mut chains = Chains {
            chains: ArrayVec::new(),
            captures: 0,
            safe: 0,
        };
        // The edges of the chains found so far; an edge belongs to one chain at most.
        let mut seen = B::ZERO;
        for bit in free.places() {
            let mut beside = boxes(dots, bit).map(|sides| free & sides);
            chains.safe += u32::from(beside.clone().all(|open| open.count() > 2));
            if let Some(open) = beside.find(|open| open.count() == 2 && (*open & seen).is_empty()) {
                chains.chains.push(walk(dots, free, open, &mut seen));
            }
        }
        chains.chains.sort_unstable_by_key(|chain| {
            (chain.length, chain.kind == ChainKind::Loop, chain.edge)
        });
        chains
    }

    /// All chains and loops, the shortest first, of the same length chains before loops. A chain of one box is one too.
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// How many boxes the player to move can take in this turn, one after another.
    pub fn captures(&self) -> u32 {
        self.captures
    }

    /// How many edges offer nothing and take nothing: all boxes beside them have more than two free edges.
    pub fn safe_edges(&self) -> u32 {
        self.safe
    }

    /// How many *long* chains there are: three boxes or more, not loops. Their number decides who has to open the first.
    pub fn long_chains(&self) -> usize {
        self.chains
            .iter()
            .filter(|chain| chain.length >= 3 && chain.kind != ChainKind::Loop)
            .count()
    }

    /// How many loops there are.
    pub fn loops(&self) -> usize {
        self.chains
            .iter()
            .filter(|chain| chain.kind == ChainKind::Loop)
            .count()
    }
}

/// The sides of the one or two boxes beside an edge.
fn boxes<B: Bits>(dots: &Dots<B>, bit: u32) -> impl Iterator<Item = B> + Clone {
    let beside = dots.tables.beside[bit as usize];
    beside.into_iter().filter(|&sides| sides != !B::ZERO)
}

/// The chain that a box with these two free edges is a part of. Adds its edges to `seen`.
fn walk<B: Bits>(dots: &Dots<B>, free: B, start: B, seen: &mut B) -> Chain {
    let (mut edges, mut pending) = (start, start);
    let (mut length, mut joined) = (0, false);
    while !pending.is_empty() {
        let bit = pending.lowest();
        pending = pending.without_lowest();
        for open in boxes(dots, bit).map(|sides| free & sides) {
            if open.count() != 2 {
                joined = true;
                continue;
            }
            pending |= open & !edges;
            edges |= open;
            // Each box is met from both of its edges: it counts once.
            length += u8::from(open.lowest() == bit);
        }
    }
    *seen |= edges;
    Chain {
        length,
        kind: match joined {
            _ if edges.count() == u32::from(length) => ChainKind::Loop,
            true => ChainKind::Joined,
            false => ChainKind::Free,
        },
        edge: edges.lowest() as u8,
    }
}

/// Takes every box that can be taken, one after another: how many, and the edges that are still free.
fn settle<B: Bits>(dots: &Dots<B>, mut free: B) -> (u32, B) {
    let mut taken = 0;
    loop {
        let before = free;
        for bit in before.places() {
            let closed = boxes(dots, bit)
                .filter(|&sides| (free & sides).count() == 1)
                .count();
            if closed > 0 {
                taken += closed as u32;
                free &= !B::place(bit);
            }
        }
        if free == before {
            return (taken, free);
        }
    }
}
