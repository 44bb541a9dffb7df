//! Combinations as games show them, out of the readings of the core and back.

use super::kind::{Kind, Label, Labels};
use super::order::Laid;
use super::reading::Reading;
use super::readings::Represent;
use crate::action::{self, Named};
use crate::cards::Card;
use crate::cards::french::{BLACK_JOKER, FRENCH, RED_JOKER};
use crate::climbing::Faces;
use crate::combination::Combination;

/// A set with a reading, and every label that fits.
pub(super) fn read(set: Faces, reading: Reading) -> Combination {
    Combination {
        category: reading.kind.name(),
        key: reading.key_name(),
        run: reading.run,
        labels: reading.labels.iter().map(Label::name).collect(),
        cards: arrange(set, reading),
    }
}

/// A set as it lies on the table: with the label alone that was named, or the canonical one.
pub(super) fn combination(set: Faces, laid: Laid) -> Combination {
    let labels = laid.label.map(Label::name).into_iter().collect();
    Combination { labels, ..read(set, laid.reading) }
}

/// How a combination lies on the table; none if it is of no kind, key or cards of this game.
pub(super) fn laid(combination: &Combination) -> Option<Laid> {
    let kind = Kind::from_name(combination.category)?;
    let keys = match kind {
        Kind::Special => 0..3,
        _ => 0..15,
    };
    let read = |key| Reading::new(kind, key, combination.run);
    let mut reading = keys.map(read).find(|reading| reading.key_name() == combination.key)?;
    let mut labels = combination.labels.iter().filter_map(|&name| Label::from_name(name));
    let label = labels.clone().next();
    reading.labels = labels.by_ref().fold(Labels::NONE, |all, label| all.and(Labels::of(label)));
    let set = faces(&combination.cards)?;
    let plain = Reading { labels: Labels::NONE, ..reading };
    Some(Laid { reading, label, ..Laid::new(set, plain, label) })
}

/// Named cards as a set; none where one is named by its rank alone, or twice.
pub(super) fn faces(cards: &[Named]) -> Option<Faces> {
    let cards: Option<Vec<Card>> = cards
        .iter()
        .map(|card| match card {
            Named::Face(card) => Some(*card),
            Named::Rank(_) => None,
        })
        .collect();
    Faces::from_cards(cards?)
}

/// A reading as an action tells it, with what the player said that jokers stand for, so that the
/// same action means the same again.
pub(super) fn told(laid: Laid, represent: Represent) -> action::Reading {
    let named = [(BLACK_JOKER, represent.black), (RED_JOKER, represent.red)];
    let notation = |card: Card| FRENCH.face(card).notation.to_owned();
    let represent = named.into_iter().filter_map(|(joker, card)| Some((joker, card?)));
    action::Reading {
        category: Some(laid.reading.kind.name().to_owned()),
        key: Some(laid.reading.key_name().to_owned()),
        run: Some(laid.reading.run),
        label: laid.label.map(|label| label.name().to_owned()),
        represent: represent.map(|(joker, card)| (notation(joker), notation(card))).collect(),
    }
}

/// A reading as text: `kind:key:n`.
pub(super) fn text(reading: Reading) -> String {
    format!("{}:{}:{}", reading.kind.name(), reading.key_name(), reading.run)
}

/// The cards, ascending; of a poker combination the triplet first, with the jokers it needs.
fn arrange(set: Faces, reading: Reading) -> Vec<Named> {
    let mut cards: Vec<Card> = set.iter().collect();
    if reading.kind == Kind::Poker {
        let of_rank = |card: &Card| FRENCH.face(*card).rank == reading.key;
        let triplet: Vec<Card> = cards.iter().copied().filter(of_rank).take(3).collect();
        cards.retain(|card| !triplet.contains(card));
        let lacking = 3 - triplet.len();
        let first_joker = cards.iter().position(|&card| Faces::JOKERS.has(card));
        let taken = first_joker.map_or(0..0, |first| first..first + lacking);
        let jokers: Vec<Card> = cards.drain(taken).collect();
        cards = [triplet, jokers, cards].concat();
    }
    cards.into_iter().map(Named::Face).collect()
}
