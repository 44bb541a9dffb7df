//! Choices of a test, fixed by what it is and a number.

use paizhuo_engine::hash::tagged;
use paizhuo_engine::rng::DealRng;

/// A generator for the choices of a test.
pub(crate) fn rng(what: &str, seed: u64) -> DealRng {
    DealRng::from_key(tagged("paizhuo/test", &[what.as_bytes(), &seed.to_le_bytes()]))
}

/// A place below `bound`.
pub(crate) fn below(rng: &mut DealRng, bound: usize) -> usize {
    rng.below(u32::try_from(bound).expect("a small bound")) as usize
}

/// One of several.
pub(crate) fn pick<'a, T>(rng: &mut DealRng, items: &'a [T]) -> &'a T {
    &items[below(rng, items.len())]
}
