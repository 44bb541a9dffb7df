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

#[cfg(test)]
pub(super) mod tests {
    use super::{EffectiveSuit, Order};
    use crate::cards::Card;

    /// Cards 0 to 9 are plain, 10 to 19 of another suit, from 20 on trumps; 28 and 29 are equal.
    pub(in crate::trick) struct Tens;

    impl Order for Tens {
        fn suit(&self, card: Card) -> EffectiveSuit {
            if card.0 < 20 { EffectiveSuit::Plain(card.0 / 10) } else { EffectiveSuit::Trumps }
        }

        fn strength(&self, card: Card) -> u8 {
            (card.0 % 10).min(8)
        }
    }
}
