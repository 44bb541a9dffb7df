//! Suits and ranks, and which card is higher (HM-1.5 to HM-1.12).

use crate::cards::Card;
use crate::trick::{EffectiveSuit, Order};

/// Cards of the pack (HM-1.4).
pub(super) const PACK_SIZE: u8 = 75;
/// Ranks of a suit.
const RANKS: u8 = 15;

pub(super) const SUN: u8 = 9;
pub(super) const UN: u8 = 10;
pub(super) const SOTA: u8 = 11;
pub(super) const ROBAI: u8 = 12;
pub(super) const REI: u8 = 13;
pub(super) const KABA: u8 = 14;

/// 天下: the Pao Robai, a trump in every deal (HM-1.8).
pub const TENKA: Card = Card(ROBAI);

/// The printed suit of a card, by its index in the pack.
pub(super) const fn suit(card: Card) -> u8 {
    card.0 / RANKS
}

/// The printed rank of a card, by its index in the pack.
pub(super) const fn rank(card: Card) -> u8 {
    card.0 % RANKS
}

/// The card of a suit and a rank.
pub(super) const fn card(suit: u8, rank: u8) -> Card {
    Card(RANKS * suit + rank)
}

/// Pao and Isu are long suits, the others round ones (HM-1.5).
pub(super) const fn is_long(suit: u8) -> bool {
    suit < 2
}

/// The order of the cards under a trump suit.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Trumps {
    /// The trump suit, by its index in the pack.
    pub suit: u8,
}

impl Trumps {
    /// The Robai of the trump suit; with Pao trumps that is Tenka (HM-1.8).
    pub fn native_robai(self) -> Card {
        card(self.suit, ROBAI)
    }

    /// The Sun of the trump suit, the highest trump.
    pub fn sun(self) -> Card {
        card(self.suit, SUN)
    }

    /// A card is a trump: one of the trump suit, or Tenka (HM-1.7).
    pub fn has(self, card: Card) -> bool {
        suit(card) == self.suit || card == TENKA
    }

    /// Every trump, high to low (HM-1.9).
    pub fn descending(self) -> Vec<Card> {
        let mut trumps: Vec<Card> = pack().filter(|&card| self.has(card)).collect();
        trumps.sort_unstable_by_key(|&card| std::cmp::Reverse(self.strength(card)));
        trumps
    }

    /// The lowest plain card, or the lowest trump where all are trumps (HM-1.12).
    pub fn lowest(self, cards: impl IntoIterator<Item = Card>) -> Option<Card> {
        // Plain cards come first, and of equal ones the earlier suit.
        cards.into_iter().min_by_key(|&card| (self.has(card), self.strength(card), suit(card)))
    }
}

impl Order for Trumps {
    fn suit(&self, card: Card) -> EffectiveSuit {
        if self.has(card) { EffectiveSuit::Trumps } else { EffectiveSuit::Plain(suit(card)) }
    }

    /// The number of cards below it in its list of HM-1.9 or HM-1.10.
    fn strength(&self, card: Card) -> u8 {
        if self.has(card) { trump_strength(card) } else { plain_strength(card) }
    }
}

/// Sun, Un, Sota, Tenka, native Robai, Rei, Kaba, numerals (HM-1.9).
fn trump_strength(card: Card) -> u8 {
    match rank(card) {
        SUN => 15,
        UN => 14,
        SOTA => 13,
        ROBAI if card == TENKA => 12,
        ROBAI => 11,
        REI => 10,
        KABA => 9,
        _ => numeral_strength(card),
    }
}

/// Sun, Un, Rei, Kaba, Sota, Robai, numerals; the Isu Robai stands between 2 and 1 (HM-1.10).
fn plain_strength(card: Card) -> u8 {
    // In Pao there is no Robai, so that all above its place have one card less below them.
    let courts = if suit(card) == 0 { 9 } else { 10 };
    match rank(card) {
        SUN => courts + 4,
        UN => courts + 3,
        REI => courts + 2,
        KABA => courts + 1,
        SOTA => courts,
        ROBAI if is_long(suit(card)) => 1,
        ROBAI => 9,
        _ => numeral_strength(card) + u8::from(suit(card) == 1 && rank(card) > 0),
    }
}

/// 9 is the highest numeral of long suits, 1 of round ones (HM-1.6).
const fn numeral_strength(card: Card) -> u8 {
    if is_long(suit(card)) { rank(card) } else { 8 - rank(card) }
}

/// The canonical pack (HM-2.3).
pub(super) fn pack() -> impl Iterator<Item = Card> {
    (0..PACK_SIZE).map(Card)
}

/// Every plain card of a suit, high to low (HM-1.10).
pub(super) fn plain_descending(of: u8) -> Vec<Card> {
    let mut cards: Vec<Card> = pack().filter(|&card| suit(card) == of && card != TENKA).collect();
    cards.sort_unstable_by_key(|&card| std::cmp::Reverse(plain_strength(card)));
    cards
}
