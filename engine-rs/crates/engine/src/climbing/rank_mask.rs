//! Sets of ranks, spread over the nibbles of one word.

use std::ops::{BitAnd, BitOr, Sub};

/// A set of up to 15 ranks, one bit in each nibble of a word.
///
/// It lines up with [`super::Ranks`], so that a mask is had from counts by one addition, and
/// counts from a mask by one multiplication. One multiplication also counts it: the sum of the
/// nibbles is at most 15 and stays in the top one. Nothing here needs the CPU to know `pext` or
/// `popcnt`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct RankMask(u64);

impl RankMask {
    /// No rank.
    pub const EMPTY: Self = Self(0);
    /// All 15 ranks.
    pub const ALL: Self = Self(0x0111_1111_1111_1111);

    /// The ranks `start .. start + length`; both ends within the 15.
    #[inline]
    pub const fn run(start: u8, length: u8) -> Self {
        debug_assert!(start + length <= 15);
        Self((Self::ALL.0 & ((1 << (4 * length)) - 1)) << (4 * start))
    }

    /// One rank alone.
    #[inline]
    pub const fn of(rank: u8) -> Self {
        debug_assert!(rank < 15);
        Self(1 << (4 * rank))
    }

    /// The word with bit `4 i` for rank `i`, as [`RankMask::bits`] gives it.
    pub(super) const fn from_spread(bits: u64) -> Self {
        Self(bits)
    }

    /// The word: bit `4 i` is rank `i`, all others are zero.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether there is no rank.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of ranks.
    #[inline]
    pub const fn count(self) -> u8 {
        (self.0.wrapping_mul(0x1111_1111_1111_1111) >> 60) as u8
    }

    /// Whether there is exactly one rank.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether `rank` is in the set.
    #[inline]
    pub const fn has(self, rank: u8) -> bool {
        self.0 >> (4 * rank) & 1 == 1
    }

    /// Whether all ranks of `other` are in the set.
    #[inline]
    pub const fn has_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The lowest rank; the set must not be empty.
    #[inline]
    pub const fn lowest(self) -> u8 {
        debug_assert!(self.0 != 0);
        rank_of_bit(self.0.trailing_zeros())
    }

    /// The highest rank; the set must not be empty.
    #[inline]
    pub const fn highest(self) -> u8 {
        debug_assert!(self.0 != 0);
        rank_of_bit(self.0.ilog2())
    }

    /// The ranks of the set above `rank`.
    #[inline]
    pub const fn above(self, rank: u8) -> Self {
        debug_assert!(rank < 15);
        Self(self.0 & (!0 << (4 * rank + 1)))
    }

    /// Whether the ranks are consecutive; the set must not be empty.
    #[inline]
    pub const fn is_run(self) -> bool {
        // Adding its lowest bit to one block of bits carries through all of it.
        let filled = self.0.wrapping_mul(15);
        filled & filled.wrapping_add(self.0 & self.0.wrapping_neg()) == 0
    }

    /// The ranks with which a run of `length` ranks of this set begins.
    #[inline]
    pub const fn run_starts(self, length: u8) -> Self {
        let mut starts = self.0;
        let mut step = 1;
        while step < length {
            starts &= self.0 >> (4 * step);
            step += 1;
        }
        Self(starts)
    }

    /// Keeps the starts of runs of `length` that also start one of `length + 1` ranks of `ranks`.
    #[inline]
    pub const fn longer_starts(self, ranks: Self, length: u8) -> Self {
        Self(self.0 & ranks.0 >> (4 * length))
    }
}

/// Ranks in both.
impl BitAnd for RankMask {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Ranks in either.
impl BitOr for RankMask {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Ranks in the first and not in the second, which may have others.
impl Sub for RankMask {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The ranks, lowest first.
impl IntoIterator for RankMask {
    type Item = u8;
    type IntoIter = Members;

    #[inline]
    fn into_iter(self) -> Members {
        Members(self)
    }
}

/// The ranks of a [`RankMask`], lowest first.
#[derive(Clone, Debug)]
pub struct Members(RankMask);

impl Iterator for Members {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let rank = self.0.lowest();
        self.0.0 &= self.0.0 - 1;
        Some(rank)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
#[inline]
const fn rank_of_bit(bit: u32) -> u8 {
    bit as u8 / 4
}
