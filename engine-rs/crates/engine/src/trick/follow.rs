//! What a follower owes the led suit.

use super::order::{EffectiveSuit, Order};
use crate::cards::{Card, Hand};

/// The cards of a hand that belong to a suit in the play.
pub fn held(order: &impl Order, hand: &Hand, suit: EffectiveSuit) -> impl Iterator<Item = Card> {
    hand.iter().filter(move |&card| order.suit(card) == suit)
}

/// How many cards of the led suit a follower must play at least: as many as were led, or all that
/// the hand has.
pub fn owed(order: &impl Order, hand: &Hand, led: EffectiveSuit, size: usize) -> usize {
    held(order, hand, led).count().min(size)
}
