//! The two integers that boards are made of.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of board places: `u64` where the board fits, `u128` where it does not (2 to 3 times slower).
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + fmt::Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many places there are.
    const WIDTH: u32;
    /// The empty set.
    const ZERO: Self;
    /// The set of place 0.
    const ONE: Self;

    /// Every place moved down by less than 64. Shifting by any number, `>>` must ask first whether that is more than a word.
    fn down(self, by: u32) -> Self;
    /// How many places are in the set.
    fn count(self) -> u32;
    /// The lowest place in the set. The set must not be empty.
    fn lowest(self) -> u32;
    /// The set without its lowest place.
    fn without_lowest(self) -> Self;
    /// Binary sum: a carry runs up a column of pieces to the first free cell.
    fn plus(self, other: Self) -> Self;
    /// The places below 64, and those from there on.
    fn words(self) -> [u64; 2];
    /// The set with these [`words`](Bits::words); what does not fit is dropped.
    fn from_words(words: [u64; 2]) -> Self;
    /// All 64-bit words of the set, folded into one that differs wherever sets of up to 64 places differ.
    fn fold(self) -> u64;

    /// Whether nothing is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// The set of one place.
    #[inline]
    fn place(index: u32) -> Self {
        Self::ONE << index
    }

    /// The places in the set, lowest first.
    #[inline]
    fn places(self) -> Places<Self> {
        Places(self)
    }
}

/// Iterates over the places of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Places<B>(B);

impl<B: Bits> Iterator for Places<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let place = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(place)
    }
}

macro_rules! bits {
    ($int:ty, $high:expr, |$set:ident| $fold:expr) => {
        impl Bits for $int {
            const WIDTH: u32 = <$int>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                debug_assert!(by < 64);
                self >> (by & 63)
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn words(self) -> [u64; 2] {
                [self as u64, $high(self)]
            }
            #[inline]
            fn from_words([low, high]: [u64; 2]) -> Self {
                (u128::from(high) << 64 | u128::from(low)) as $int
            }
            #[inline]
            fn fold(self) -> u64 {
                let $set = self;
                $fold
            }
        }
    };
}

bits!(u64, |_| 0, |set| set);
bits!(u128, |set| (set >> 64) as u64, |set| (set as u64)
    ^ ((set >> 64) as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29));
