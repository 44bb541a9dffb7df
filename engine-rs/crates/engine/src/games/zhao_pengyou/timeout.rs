//! What the rules prescribe for a seat that does not act in time (ZP-6.4, ZP-6.6).

use super::legal::{led, order, own_hand, play_action};
use super::order::{TrumpOrder, card_points};
use super::plays::some_follow;
use super::rules::Rules;
use crate::action::{Action, FriendCall, Named, Verb};
use crate::cards::{Card, Hand};
use crate::event::Zone;
use crate::trick::{EffectiveSuit, Order};
use crate::view::View;

use super::apply::BURIED;

/// Pass, yield; bury, call and lead by fixed choices; a legal follow.
pub(super) fn on_timeout(rules: &Rules, view: &View) -> Action {
    let decision = view.own_decision().expect("the viewer is asked");
    let hand = own_hand(view);
    match decision.verbs {
        verbs if verbs.contains(&Verb::Pass) => Action::Pass,
        verbs if verbs.contains(&Verb::Yield) => Action::Yield,
        [Verb::Bury] => {
            let buried = lowest_buried(rules, &order(rules, view), &hand);
            Action::Bury(buried.into_iter().map(Named::Face).collect())
        }
        [Verb::CallFriends] => Action::CallFriends(first_calls(rules, view, &hand)),
        _ => {
            let order = order(rules, view);
            let trick = view.trick.as_ref().expect("a trick is on the table");
            match led(rules, &order, trick) {
                None => Action::play([lowest_lead(&order, &hand)]),
                Some(lead) => play_action(&some_follow(rules, &order, &lead, &hand)),
            }
        }
    }
}

/// Plain cards without points, then plain cards with points, then trumps, each lowest first.
fn lowest_buried(rules: &Rules, order: &TrumpOrder, hand: &Hand) -> Vec<Card> {
    let mut cards = hand.to_cards();
    cards.sort_by_key(|&card| {
        let (trump, strength, suit) = order.low_to_high(card);
        (trump, !trump && card_points(card) > 0, strength, suit)
    });
    cards.truncate(usize::from(rules.equipment.kitty(rules.seats)));
    cards
}

/// Faces of which the maker neither holds nor has buried a copy, the highest rank first.
pub(super) fn first_calls(rules: &Rules, view: &View, hand: &Hand) -> Vec<FriendCall> {
    let order = order(rules, view);
    let own = view.zones.iter().find(|zone: &&Zone| zone.name == BURIED);
    let buried: Hand =
        own.and_then(|zone| zone.cards.clone()).unwrap_or_default().into_iter().collect();
    let plain = (0..52).map(Card).filter(|&card| order.suit(card) != EffectiveSuit::Trumps);
    let mut cards: Vec<Card> =
        plain.filter(|&card| hand.count(card) == 0 && buried.count(card) == 0).collect();
    cards.sort_by_key(|&card| (u8::MAX - order.strength(card), TrumpOrder::suit_place(card)));
    // Who has a copy of almost every face calls cards of which others hold copies, too.
    let mut own: Vec<Card> = (0..52)
        .map(Card)
        .filter(|&card| order.suit(card) != EffectiveSuit::Trumps && !cards.contains(&card))
        .collect();
    own.sort_by_key(|&card| (u8::MAX - order.strength(card), TrumpOrder::suit_place(card)));
    cards.extend(own);
    let calls = cards.into_iter().map(|card| FriendCall { card: Named::Face(card), copy: Some(1) });
    calls.take(usize::from(rules.equipment.calls)).collect()
}

/// The lowest plain card, without one the lowest trump.
fn lowest_lead(order: &TrumpOrder, hand: &Hand) -> Card {
    hand.iter().min_by_key(|&card| order.low_to_high(card)).expect("a leader holds cards")
}
