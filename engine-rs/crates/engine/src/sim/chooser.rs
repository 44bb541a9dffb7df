//! A fast generator for the choices of random players.

/// `SplitMix64` (Steele, Lea and Flood, 2014): a counter, mixed.
///
/// It decides what players do and never what they are dealt; cards come from
/// [`crate::rng::DealRng`]. It is no secret and proves nothing.
#[derive(Clone, Debug)]
pub struct Chooser(u64);

impl Chooser {
    /// The choices of one deal of a simulation.
    pub const fn new(seed: u64, deal: u64) -> Self {
        // Mixed twice, so that neither neighbouring seeds nor neighbouring deals share a stretch.
        Self(mix(mix(seed).wrapping_add(deal)))
    }

    /// A whole number below `bound`, which is not 0, every one equally likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        // Lemire's method: the high word of the product, but for the few low words that would
        // make some results likelier than others.
        loop {
            let product = u64::from(self.next_word()) * u64::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the two halves of a word")]
            let (high, low) = ((product >> 32) as u32, product as u32);
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high;
            }
        }
    }

    #[inline]
    fn next_word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(self.0) >> 32) as u32
    }
}

#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
