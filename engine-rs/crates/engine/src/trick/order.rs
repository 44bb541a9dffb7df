//! Suits and strength as the play sees them.

use crate::cards::Card;

/// The suit that a card belongs to in the play, whatever is printed on it.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum EffectiveSuit {
    /// A plain suit, by its index in the pack.
    Plain(u8),
    /// The trumps.
    Trumps,
}

/// The order of the cards of a deal. One order decides everywhere: who wins, what is beaten, which
/// card is lowest.
pub trait Order {
    /// The suit that a card belongs to in the play.
    fn suit(&self, card: Card) -> EffectiveSuit;

    /// Strength within that suit: the higher beats the lower, equal ones beat nobody. Numbers of
    /// different suits mean nothing to each other.
    fn strength(&self, card: Card) -> u8;
}
