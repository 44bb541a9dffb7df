//! Burying and calling.

use super::super::equipment::rank_at;
use super::super::legal::order;
use super::super::order::card_points;
use super::super::plays::suits_of;
use super::super::rules::Rules;
use super::super::timeout::first_calls;
use crate::action::{Action, FriendCall, Named};
use crate::cards::french::FRENCH;
use crate::cards::{Card, Hand};
use crate::trick::{EffectiveSuit, Order};
use crate::view::View;

/// Buries low plain cards, out of short suits first; keeps trumps, high cards, sets and points.
pub(super) fn bury(rules: &Rules, view: &View, hand: &Hand) -> Action {
    let order = order(rules, view);
    let suits = suits_of(&order, hand);
    let length = |card: Card| {
        let suit = order.suit(card);
        suits.iter().find(|(other, _)| *other == suit).map_or(0, |(_, cards)| cards.len())
    };
    let worth = |card: Card| {
        let trump = order.suit(card) == EffectiveSuit::Trumps;
        let strength = usize::from(order.strength(card));
        let set = usize::from(hand.count(card) - 1) * 12;
        let points = card_points(card) as usize * 2;
        usize::from(trump) * 200 + strength * strength / 3 + set + points + length(card) * 3
    };
    let mut cards = hand.to_cards();
    cards.sort_by_key(|&card| (worth(card), card.0));
    cards.truncate(usize::from(rules.equipment.kitty(rules.seats)));
    Action::Bury(cards.into_iter().map(Named::Face).collect())
}

/// Calls the aces, then the kings, that others hold, those of suits that it can lead first: the
/// copy after the own ones.
pub(super) fn call(rules: &Rules, view: &View, hand: &Hand) -> Action {
    let order = order(rules, view);
    let plain = (0..52).map(Card).filter(|&card| order.suit(card) != EffectiveSuit::Trumps);
    let lacking = plain.filter(|&card| hand.count(card) < rules.equipment.packs);
    let mut cards: Vec<Card> = lacking.collect();
    let length = |card: Card| {
        let suit = FRENCH.face(card).suit;
        hand.iter().filter(|&held| FRENCH.face(held).suit == suit).count()
    };
    cards.sort_by_key(|&card| {
        let lower = u8::MAX - order.strength(card);
        let none = FRENCH.face(card).rank == rank_at(12) && length(card) == 0;
        (lower, none, usize::MAX - length(card), card.0)
    });
    let calls = cards
        .into_iter()
        .map(|card| FriendCall { card: Named::Face(card), copy: Some(hand.count(card) + 1) });
    let calls: Vec<FriendCall> = calls.take(usize::from(rules.equipment.calls)).collect();
    if calls.len() < usize::from(rules.equipment.calls) {
        return Action::CallFriends(first_calls(rules, view, hand));
    }
    Action::CallFriends(calls)
}
