//! What a deal is dealt from: commitments and keys.

use crate::hash::tagged;

/// A seed: 32 bytes from the operating system, secret until the deal has been played out.
pub type Seed = [u8; 32];

/// What the commitment to a deal and its key are made of, apart from the seed.
#[derive(Clone, Copy, Debug)]
pub struct DealName<'a> {
    /// The table.
    pub table_id: &'a str,
    /// Number of the deal at the table, from 1.
    pub deal: u32,
    /// SHA-256 of (game, rules revision, seats, every option).
    pub rules_hash: &'a [u8; 32],
}

impl DealName<'_> {
    /// The commitment to a seed: it is shown before anybody can mix anything in.
    pub fn commitment(&self, seed: &Seed) -> [u8; 32] {
        let deal = self.deal.to_le_bytes();
        let parts = [self.table_id.as_bytes(), &deal, self.rules_hash, seed];
        tagged("paizhuo/commit/1", &parts)
    }

    /// The key of an attempt: from the seed and what each seat mixed in.
    pub fn key(&self, seed: &Seed, attempt: u32, entropy: &[Vec<u8>]) -> [u8; 32] {
        let (deal, attempt) = (self.deal.to_le_bytes(), attempt.to_le_bytes());
        let mut parts = vec![self.table_id.as_bytes(), &deal, self.rules_hash, seed, &attempt];
        parts.extend(entropy.iter().map(Vec::as_slice));
        tagged("paizhuo/deal/1", &parts)
    }
}
