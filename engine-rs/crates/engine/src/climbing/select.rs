//! Picking the n-th rank of a set.

use super::rank_mask::RankMask;

/// A way to find the n-th rank of a set: which one is chosen once, for a whole run of work, by
/// what the CPU can do ([`super::Bmi2::detect`]). All give the same results.
pub trait Select: Copy {
    /// The rank of `ranks` with this index, the lowest having 0; there must be so many.
    fn nth(self, ranks: RankMask, index: u32) -> u8;
}

/// The way that works on every CPU.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Select for Portable {
    #[inline]
    fn nth(self, ranks: RankMask, index: u32) -> u8 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const BYTES: u64 = 0x0101_0101_0101_0101;
        debug_assert!(index < u32::from(ranks.count()));
        // Nibble i of the product tells how many ranks there are up to i. The rank sought is the
        // first for which it exceeds the index, and from there on it exceeds it in all.
        let up_to = ranks.bits().wrapping_mul(0x1111_1111_1111_1111);
        let raise = BYTES * (127 - u64::from(index));
        let even = ((up_to & LOW) + raise) >> 7 & BYTES;
        let odd = ((up_to >> 4 & LOW) + raise) >> 7 & BYTES;
        let exceeding = (even + odd).wrapping_mul(BYTES) >> 56;
        16 - exceeding as u8
    }
}

#[cfg(test)]
mod tests {
    use super::{Portable, Select};
    use crate::climbing::{Bmi2, RankMask};

    /// All sets of 15 ranks.
    fn all_masks() -> impl Iterator<Item = RankMask> {
        (0..1u32 << 15).map(|bits| {
            let ranks = (0..15).filter(|rank| bits >> rank & 1 == 1);
            ranks.fold(RankMask::EMPTY, |mask, rank| mask | RankMask::of(rank))
        })
    }

    #[test]
    fn every_way_finds_the_rank_that_counting_finds() {
        for mask in all_masks() {
            for (index, rank) in (0..).zip(mask) {
                assert_eq!(Portable.nth(mask, index), rank, "{mask:?}");
                if let Some(bmi2) = Bmi2::detect() {
                    assert_eq!(bmi2.nth(mask, index), rank, "{mask:?}");
                }
            }
        }
    }

    #[test]
    fn masks_agree_with_the_ranks_they_hold() {
        for mask in all_masks() {
            let ranks: Vec<u8> = mask.into_iter().collect();
            assert_eq!(usize::from(mask.count()), ranks.len());
            assert_eq!(mask.is_empty(), ranks.is_empty());
            assert_eq!(mask.is_single(), ranks.len() == 1);
            for length in 1..=5 {
                let starts = (0..=15 - length)
                    .filter(|&start| (start..start + length).all(|rank| mask.has(rank)));
                assert!(mask.run_starts(length).into_iter().eq(starts), "{mask:?} {length}");
                let longer = mask.run_starts(length).longer_starts(mask, length);
                assert_eq!(longer, mask.run_starts(length + 1));
            }
            if let (Some(&low), Some(&high)) = (ranks.first(), ranks.last()) {
                assert_eq!((mask.lowest(), mask.highest()), (low, high));
                assert_eq!(mask.is_run(), usize::from(high - low) + 1 == ranks.len());
                assert!(mask.above(low).into_iter().eq(ranks[1..].iter().copied()));
            }
        }
    }
}
