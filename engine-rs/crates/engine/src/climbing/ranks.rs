//! Counts of cards by rank, packed into one word.

use std::ops::{Add, Sub};

use super::rank_mask::RankMask;

/// How many cards of each of up to 15 ranks: four bits a rank, rank 0 in the lowest.
///
/// A count is at most [`Ranks::COUNT_MAX`] (two packs of four suits); every constructor holds to
/// that, and the arithmetic below relies on it. Ranks are those of the pack in its order, as the
/// French pack has them: `3 4 5 6 7 8 9 T J Q K A 2 b r`, low to high (D1.3, Z1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct Ranks(u64);

impl Ranks {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// The number of ranks.
    pub const RANK_COUNT: usize = 15;
    /// The largest count of one rank.
    pub const COUNT_MAX: u8 = 8;

    /// The counts given, rank 0 first; `None` if one of them exceeds [`Ranks::COUNT_MAX`].
    #[inline]
    pub fn from_counts(counts: &[u8; Self::RANK_COUNT]) -> Option<Self> {
        // Two overlapping words: a copy into one of 16 bytes would have to wait for itself.
        let word = |bytes: Option<&[u8; 8]>| u64::from_le_bytes(*bytes.expect("8 bytes of 15"));
        let low = word(counts.first_chunk());
        let high = word(counts.last_chunk()) >> 8;
        let fits = (exceeding(low) | exceeding(high)) == 0;
        fits.then(|| Self(squeezed(low) | squeezed(high) << 32))
    }

    /// `count` cards of `rank`. Panics if either is out of range.
    pub const fn of(rank: u8, count: u8) -> Self {
        assert!((rank as usize) < Self::RANK_COUNT && count <= Self::COUNT_MAX);
        Self((count as u64) << (4 * rank))
    }

    /// What [`Ranks::packed`] gave; `None` if that is no valid packing.
    pub fn from_packed(packed: u64) -> Option<Self> {
        let excess = (0..16).any(|rank| {
            let limit = if rank < Self::RANK_COUNT { u64::from(Self::COUNT_MAX) } else { 0 };
            (packed >> (4 * rank)) & 15 > limit
        });
        (!excess).then_some(Self(packed))
    }

    /// A word whose counts are known to be within [`Ranks::COUNT_MAX`].
    pub(super) const fn of_word(packed: u64) -> Self {
        Self(packed)
    }

    /// The word itself: the count of rank `i` in the bits `4 i .. 4 i + 4`.
    pub const fn packed(self) -> u64 {
        self.0
    }

    /// `count` of every rank of `mask`; the count is at most [`Ranks::COUNT_MAX`].
    #[inline]
    pub const fn uniform(mask: RankMask, count: u8) -> Self {
        debug_assert!(count <= Self::COUNT_MAX);
        Self(mask.bits() * count as u64)
    }

    /// The number of cards of `rank`.
    #[inline]
    pub const fn count(self, rank: u8) -> u8 {
        (self.0 >> (4 * rank) & 15) as u8
    }

    /// The counts as an array, rank 0 first.
    pub fn counts(self) -> [u8; Self::RANK_COUNT] {
        std::array::from_fn(|rank| (self.0 >> (4 * rank) & 15) as u8)
    }

    /// The number of cards.
    #[inline]
    pub const fn size(self) -> u8 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let pairs = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks of which there are at least `count` cards, for a count of 1 to 8.
    #[inline]
    pub const fn at_least(self, count: u8) -> RankMask {
        debug_assert!(count >= 1 && count <= Self::COUNT_MAX);
        // A count plus 8 − k reaches the nibble's top bit exactly when it is k or more, and as
        // no count exceeds 8, it never carries into the next nibble.
        let raised = self.0.wrapping_add(RankMask::ALL.bits() * (Self::COUNT_MAX - count) as u64);
        RankMask::from_spread(raised >> 3 & RankMask::ALL.bits())
    }

    /// The counts of the ranks of `mask`; no card of the others.
    #[inline]
    pub const fn within(self, mask: RankMask) -> Self {
        Self(self.0 & (mask.bits() * 15))
    }

    /// The counts of the ranks that `mask` leaves out.
    #[inline]
    pub const fn without(self, mask: RankMask) -> Self {
        Self(self.0 & !(mask.bits() * 15))
    }

    /// The cards of both, like `+`, in constants too.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Whether all cards of `other` are among these.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        // Eight counts at a time, a byte each: the top bit stays exactly where nothing is lacking.
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const TOP: u64 = 0x8080_8080_8080_8080;
        let even = (self.0 & LOW | TOP) - (other.0 & LOW);
        let odd = (self.0 >> 4 & LOW | TOP) - (other.0 >> 4 & LOW);
        even & odd & TOP == TOP
    }

    /// For each rank the lesser of both counts.
    pub fn lesser(self, other: Self) -> Self {
        let mut packed = 0;
        for shift in (0..4 * Self::RANK_COUNT).step_by(4) {
            let nibble = 15 << shift;
            packed |= (self.0 & nibble).min(other.0 & nibble);
        }
        Self(packed)
    }
}

/// Nonzero if one of eight bytes exceeds [`Ranks::COUNT_MAX`].
const fn exceeding(bytes: u64) -> u64 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    const RAISE: u64 = BYTES * (127 - Ranks::COUNT_MAX as u64);
    (((bytes & (BYTES * 127)) + RAISE) | bytes) & (BYTES * 128)
}

/// The low nibbles of eight bytes side by side; the high ones must be zero.
const fn squeezed(bytes: u64) -> u64 {
    let pairs = (bytes | bytes >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    (fours | fours >> 16) & 0xffff_ffff
}

/// The cards of both; no rank's sum may exceed [`Ranks::COUNT_MAX`].
impl Add for Ranks {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// The cards left; `other` must be among them ([`Ranks::contains`]).
impl Sub for Ranks {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        debug_assert!(self.contains(other), "took cards that are not there");
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Ranks;
    use crate::climbing::RankMask;

    /// Counts of every size from 0 to 8, in many neighbourhoods.
    fn samples() -> impl Iterator<Item = [u8; 15]> {
        (1..400u64).map(|seed| {
            let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            std::array::from_fn(|rank| (mixed >> (3 * rank)).to_le_bytes()[0] % 9)
        })
    }

    #[test]
    fn counting_by_words_is_counting_by_ranks() {
        for (counts, others) in samples().zip(samples().skip(1)) {
            let set = Ranks::from_counts(&counts).expect("at most 8");
            let other = Ranks::from_counts(&others).expect("at most 8");
            assert_eq!(set.counts(), counts);
            assert_eq!(set.size(), counts.iter().sum::<u8>());
            assert_eq!(Ranks::from_packed(set.packed()), Some(set));
            for least in 1..=8 {
                let ranks = (0..15).filter(|&rank| counts[usize::from(rank)] >= least);
                assert!(set.at_least(least).into_iter().eq(ranks));
            }
            let lesser = std::array::from_fn(|rank| counts[rank].min(others[rank]));
            assert_eq!(set.lesser(other).counts(), lesser);
            assert_eq!(set.contains(other), set.lesser(other) == other);
            assert!(set.contains(set.lesser(other)));
            assert_eq!(set.without(RankMask::run(3, 4)) + set.within(RankMask::run(3, 4)), set);
        }
    }

    #[test]
    fn counts_above_eight_are_refused() {
        assert_eq!(Ranks::from_counts(&[9; 15]), None);
        assert_eq!(Ranks::from_packed(9), None);
        assert_eq!(Ranks::from_packed(1 << 60), None);
        assert_eq!(Ranks::from_packed(8 << 56), Some(Ranks::of(14, 8)));
    }
}
