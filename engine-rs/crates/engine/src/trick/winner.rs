//! Who wins a trick of single cards.

use super::order::{EffectiveSuit, Order};
use crate::cards::Card;

/// A card beats another that was played before it: a trump any plain card, otherwise the stronger
/// one of the same suit.
pub fn beats(order: &impl Order, card: Card, standing: Card) -> bool {
    let (suit, other) = (order.suit(card), order.suit(standing));
    if suit == other {
        return order.strength(card) > order.strength(standing);
    }
    suit == EffectiveSuit::Trumps
}

/// The place of the winning card: the highest trump, else the highest card of the led suit, of
/// equal ones the first. None where no card is a trump or of the led suit.
pub fn winner(
    order: &impl Order,
    led: EffectiveSuit,
    cards: impl IntoIterator<Item = Card>,
) -> Option<usize> {
    let mut best: Option<(usize, Card)> = None;
    for (place, card) in cards.into_iter().enumerate() {
        let competes = [led, EffectiveSuit::Trumps].contains(&order.suit(card));
        if competes && best.is_none_or(|(_, standing)| beats(order, card, standing)) {
            best = Some((place, card));
        }
    }
    best.map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::super::order::tests::Tens;
    use super::{EffectiveSuit, winner};
    use crate::cards::Card;

    #[test]
    fn trumps_beat_the_led_suit_and_of_equal_cards_the_first_wins() {
        let won = |led, cards: &[u8]| winner(&Tens, led, cards.iter().copied().map(Card));
        let plain = EffectiveSuit::Plain(0);
        assert_eq!(won(plain, &[3, 5, 19, 4]), Some(1), "another suit does not compete");
        assert_eq!(won(plain, &[3, 20, 9, 21]), Some(3));
        assert_eq!(won(EffectiveSuit::Trumps, &[28, 29, 27]), Some(0), "equal: the first");
        assert_eq!(won(plain, &[5, 5]), Some(0), "copies: the first");
        assert_eq!(won(plain, &[12, 13]), None, "nothing of the led suit");
        assert_eq!(won(plain, &[12, 3]), Some(1), "the led suit is named, not the first card");
    }
}
