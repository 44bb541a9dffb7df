//! The order of the cards of a deal, and what is adjacent (ZP-1.8 to ZP-1.13, ZP-4.6).

use super::equipment::{SUIT_ORDER, step_of};
use super::rules::Rules;
use crate::cards::Card;
use crate::cards::french::{BLACK_JOKER, FRENCH, RED_JOKER};
use crate::trick::{EffectiveSuit, Order, Trump};

/// The order under a trump. It decides everywhere: who wins, what is beaten, which card is lowest.
#[derive(Clone, Copy, Debug)]
pub struct TrumpOrder {
    /// Strength of each face within its effective suit.
    strengths: [u8; FACES],
    /// The effective suit of each face.
    suits: [EffectiveSuit; FACES],
    /// The place in its run of each face; [`NO_STEP`] for one that belongs to no sequence.
    steps: [u8; FACES],
}

/// Faces of the pack.
const FACES: usize = 54;
/// Ranks of a suit.
const RANKS_OF_SUIT: u8 = 13;
/// The place in a run of what belongs to none.
const NO_STEP: u8 = u8::MAX;
/// Strength of the trump rank in the other suits; all of them are equal.
const OFF_RANK: u8 = 13;
const TRUMP_RANK: u8 = 14;
const BLACK: u8 = 15;
const RED: u8 = 16;
/// Place in a run of the trump rank in the other suits: the other ranks of the trump suit are
/// below.
const OFF_STEP: u8 = 12;

impl TrumpOrder {
    /// The order under a trump suit and rank.
    ///
    /// # Panics
    /// If the trump has no rank.
    pub fn new(rules: &Rules, trump: Trump) -> Self {
        let rank = trump.rank.expect("this game's trump has a rank");
        let mut order = Self {
            strengths: [0; FACES],
            suits: [EffectiveSuit::Trumps; FACES],
            steps: [NO_STEP; FACES],
        };
        for card in FRENCH.cards() {
            let strength = strength(trump.suit, rank, card);
            let place = card.index();
            order.strengths[place] = strength;
            order.steps[place] = step(rules, rank, strength);
            let face = FRENCH.face(card);
            match face.suit {
                Some(suit) if suit != trump.suit && face.rank != rank => {
                    order.suits[place] = EffectiveSuit::Plain(suit);
                }
                _ => {}
            }
        }
        order
    }

    /// The place of a card in the run of its effective suit: sets at neighbouring places are
    /// adjacent. None for a card that belongs to no sequence. Cards of one place but different
    /// faces are alternatives (ZP-7.13).
    pub fn step(&self, card: Card) -> Option<u8> {
        Some(self.steps[card.index()]).filter(|&step| step != NO_STEP)
    }

    /// Where a suit stands in the order of ZP-1.13; jokers have no suit.
    pub fn suit_place(card: Card) -> u8 {
        let suit = FRENCH.face(card).suit.unwrap_or(SUIT_ORDER[0]);
        SUIT_ORDER[0] - suit
    }

    /// From high to low: strength, then suit order. A key to sort by.
    pub fn high_to_low(&self, card: Card) -> (EffectiveSuit, u8, u8, u8) {
        let suit = self.suit(card);
        (suit, u8::MAX - self.strength(card), Self::suit_place(card), card.0)
    }

    /// From low to high, trumps last: strength, then suit order. A key to sort by.
    pub fn low_to_high(&self, card: Card) -> (bool, u8, u8) {
        let is_trump = self.suit(card) == EffectiveSuit::Trumps;
        (is_trump, self.strength(card), Self::suit_place(card))
    }
}

impl Order for TrumpOrder {
    fn suit(&self, card: Card) -> EffectiveSuit {
        self.suits[card.index()]
    }

    fn strength(&self, card: Card) -> u8 {
        self.strengths[card.index()]
    }
}

/// Strength within the effective suit (ZP-1.8, ZP-1.10).
fn strength(trump_suit: u8, trump_rank: u8, card: Card) -> u8 {
    let face = FRENCH.face(card);
    match card {
        RED_JOKER => RED,
        BLACK_JOKER => BLACK,
        _ if face.rank == trump_rank && face.suit == Some(trump_suit) => TRUMP_RANK,
        _ if face.rank == trump_rank => OFF_RANK,
        _ => step_of(face.rank),
    }
}

/// The place in a run (ZP-4.6, ZP-7.13).
fn step(rules: &Rules, trump_rank: u8, strength: u8) -> u8 {
    if strength < OFF_RANK {
        return strength - u8::from(strength > step_of(trump_rank));
    }
    let black_jokers = rules.equipment.black_jokers > 0;
    match strength {
        _ if !rules.trump_sequences_high => NO_STEP,
        OFF_RANK => OFF_STEP,
        TRUMP_RANK => OFF_STEP + 1,
        BLACK => OFF_STEP + 2,
        _ => OFF_STEP + 2 + u8::from(black_jokers),
    }
}

/// Where a face stands when cards are laid out: by suit, the jokers above all (ZP-1.8, ZP-1.13).
fn laid_place(card: Card) -> u8 {
    let face = FRENCH.face(card);
    match face.suit {
        Some(suit) => RANKS_OF_SUIT * suit + step_of(face.rank),
        None => card.0,
    }
}

/// Every face as cards are laid out, the lowest first.
pub(super) fn faces_by_suit() -> Vec<Card> {
    let mut faces: Vec<Card> = FRENCH.cards().collect();
    faces.sort_unstable_by_key(|&card| laid_place(card));
    faces
}

/// Cards as they are laid out: jokers, then spades, hearts, diamonds and clubs, each from the ace
/// down.
pub(super) fn sorted(cards: impl IntoIterator<Item = Card>) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.into_iter().collect();
    cards.sort_unstable_by_key(|&card| std::cmp::Reverse(laid_place(card)));
    cards
}

/// Card points of a card (ZP-1.5).
pub(super) fn card_points(card: Card) -> u32 {
    match FRENCH.ranks[usize::from(FRENCH.face(card).rank)].notation {
        "K" | "T" => 10,
        "5" => 5,
        _ => 0,
    }
}

/// The name of an effective suit: the suit's notation, or `T` (ZP-1.11).
pub(super) fn suit_name(suit: EffectiveSuit) -> &'static str {
    match suit {
        EffectiveSuit::Trumps => "T",
        EffectiveSuit::Plain(suit) => FRENCH.suits[usize::from(suit)].notation,
    }
}
