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
