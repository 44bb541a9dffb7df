//! The one generator of the rules: `ChaCha20`'s key stream.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of draws that is fixed by its key: the same on every platform and in every release.
///
/// It is consumed as little-endian `u32` words in order. Bounded draws and the shuffle are the
/// rules' own (D2.6), so that no library can change a deal.
#[derive(Debug)]
pub struct DealRng(ChaCha20Rng);

impl DealRng {
    /// The stream of a key.
    pub fn from_key(key: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(key))
    }

    /// A whole number in `0..bound`, every one equally likely, by rejection.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw needs something to draw from");
        loop {
            let word = self.0.next_u32();
            // Fewer than `bound` words are rejected, all of them at the upper end.
            if word <= u32::MAX - bound || word <= u32::MAX - excess(bound) {
                return word % bound;
            }
        }
    }

    /// Fisher–Yates, from the last place down to the second (D2.6.2).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).expect("a pack fits into u32");
            items.swap(last, self.below(bound) as usize);
        }
    }
}

/// How many words at the upper end would make some numbers below `bound` likelier.
const fn excess(bound: u32) -> u32 {
    (u32::MAX % bound + 1) % bound
}

#[cfg(test)]
mod tests {
    use super::DealRng;

    #[test]
    fn draws_stay_below_their_bound_and_reach_it() {
        let mut rng = DealRng::from_key([7; 32]);
        let mut seen = [false; 54];
        for _ in 0..2_000 {
            seen[rng.below(54) as usize] = true;
        }
        assert!(seen.iter().all(|&hit| hit));
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..108).collect();
        DealRng::from_key([1; 32]).shuffle(&mut items);
        assert_ne!(items, (0..108).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..108).collect::<Vec<_>>());
    }
}
