//! What is trump in a deal.

/// What is trump in a deal, by the indices of a pack; cards that are trumps in every deal are the
/// game's business.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Trump {
    /// The trump suit.
    pub suit: u8,
    /// The trump rank, in games that have one.
    pub rank: Option<u8>,
}
