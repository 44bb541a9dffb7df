//! What is trump in a deal, and which cards are.

use std::sync::Arc;

use super::order::{EffectiveSuit, Order};
use crate::cards::Card;

/// What is trump in a deal, by the indices of a pack; cards that are trumps in every deal are the
/// game's business.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Trump {
    /// The trump suit.
    pub suit: u8,
    /// The trump rank, in games that have one.
    pub rank: Option<u8>,
}

/// The cards that are trumps in a deal, the highest first; equal ones stand together.
pub type Ranking = Arc<[Vec<Card>]>;

/// The trumps among cards, each face named once, as an order has them. Equal ones keep the order
/// in which they are named.
pub fn ranking(order: &impl Order, faces: impl IntoIterator<Item = Card>) -> Ranking {
    let is_trump = |card: &Card| order.suit(*card) == EffectiveSuit::Trumps;
    let mut trumps: Vec<Card> = faces.into_iter().filter(is_trump).collect();
    trumps.sort_by_key(|&card| std::cmp::Reverse(order.strength(card)));
    let equal = |one: &Card, other: &Card| order.strength(*one) == order.strength(*other);
    trumps.chunk_by(equal).map(<[Card]>::to_vec).collect()
}

/// Cards of a hand, sorted already, with the trumps laid before the others.
pub fn trumps_first(ranking: &Ranking, cards: Vec<Card>) -> Vec<Card> {
    let places: Vec<Card> = ranking.iter().flatten().copied().collect();
    let place = |card: &Card| places.iter().position(|trump| trump == card);
    let mut cards = cards;
    cards.sort_by_key(|card| place(card).unwrap_or(places.len()));
    cards
}

#[cfg(test)]
mod tests {
    use super::super::order::tests::Tens;
    use super::{ranking, trumps_first};
    use crate::cards::Card;

    fn cards(numbers: &[u8]) -> Vec<Card> {
        numbers.iter().copied().map(Card).collect()
    }

    #[test]
    fn trumps_are_ranked_from_the_highest_down_and_equal_ones_stand_together() {
        let ranked = ranking(&Tens, cards(&[5, 20, 29, 28, 13, 24]));
        assert_eq!(ranked.as_ref(), [cards(&[29, 28]), cards(&[24]), cards(&[20])]);
    }

    #[test]
    fn a_hand_has_its_trumps_first_and_the_rest_as_it_was() {
        let ranked = ranking(&Tens, cards(&[20, 24, 29, 28]));
        let hand = trumps_first(&ranked, cards(&[28, 20, 13, 5, 24, 5, 29]));
        assert_eq!(hand, cards(&[29, 28, 24, 20, 13, 5, 5]));
    }
}
