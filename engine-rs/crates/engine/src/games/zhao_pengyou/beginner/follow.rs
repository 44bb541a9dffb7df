//! Following: points to friends, cheap wins, low cards otherwise.

use super::super::component::Component;
use super::super::follow::check_follow;
use super::super::grouping::holdings;
use super::super::lead::{Kind, Lead};
use super::super::legal::{cards_of, play_action};
use super::super::order::{TrumpOrder, card_points};
use super::super::plays::follow_by;
use super::super::rules::Rules;
use super::super::winner::winner;
use super::calls::{are_friends, meets_call, plays_with_maker};
use crate::action::Action;
use crate::cards::{Card, Hand};
use crate::trick::{EffectiveSuit, Order, held};
use crate::view::View;

/// A trick with so many points is worth a high card or a trump.
const WORTH_WINNING: u32 = 10;

/// Plays to a lead.
pub(super) fn follow(
    rules: &Rules,
    view: &View,
    order: &TrumpOrder,
    lead: &Lead,
    hand: &Hand,
) -> Action {
    let trick = view.trick.as_ref().expect("a trick is on the table");
    let laid: Vec<Hand> =
        trick.plays.iter().filter_map(|(_, play)| play.as_deref().map(cards_of)).collect();
    let standing = trick.standing().and_then(|place| trick.plays.get(place));
    let is_last = trick.plays.len() + 1 == view.seats.len();
    let own = view.viewer.expect("the viewer is asked");
    let with_friend = standing.is_some_and(|&(seat, _)| are_friends(view, own, seat, hand));
    let points: u32 = laid.iter().flat_map(Hand::iter).map(card_points).sum();
    let strong = standing.is_some_and(|(_, play)| {
        let cards = play.as_deref().map(cards_of).unwrap_or_default();
        cards.iter().any(|card| is_high(order, card))
    });
    let trump = |card: Card| order.suit(card) == EffectiveSuit::Trumps;
    let on_team = plays_with_maker(view, own);
    let finds_nobody = |card: Card| on_team && meets_call(view, card);
    if with_friend && (is_last || strong || lead.kind != Kind::Single) {
        return play_action(&follow_by(rules, order, lead, hand, &mut |card| {
            let overtrumps = trump(card) && lead.suit != EffectiveSuit::Trumps;
            let points = u32::MAX - card_points(card);
            (overtrumps, finds_nobody(card), points, order.low_to_high(card), hand.count(card))
        }));
    }
    if !with_friend && (points >= WORTH_WINNING || is_last || lead.suit != EffectiveSuit::Trumps) {
        let takes = |cards: &Hand| {
            let mut plays = laid.clone();
            plays.push(*cards);
            winner(rules, order, lead, &plays) == laid.len()
        };
        // What somebody else may still beat is no place for points, and a call no trick's worth.
        let risks = |cards: &Hand| {
            let beaten = |card| card_points(card) > 0 && !is_high(order, card);
            let loses = !is_last && lead.kind == Kind::Single && cards.iter().any(beaten);
            loses || cards.iter().any(finds_nobody)
        };
        let chosen = candidates(order, lead, hand, points).into_iter().find(|cards| {
            check_follow(rules, order, lead, hand, cards).is_ok() && takes(cards) && !risks(cards)
        });
        if let Some(cards) = chosen {
            return play_action(&cards);
        }
    }
    play_action(&follow_by(rules, order, lead, hand, &mut |card| {
        let low = order.low_to_high(card);
        (finds_nobody(card), trump(card), card_points(card), hand.count(card), low)
    }))
}

/// What might win, the cheapest first: the lead's shape in its suit, and for a void hand, where
/// the points are worth it, in trumps.
fn candidates(order: &TrumpOrder, lead: &Lead, hand: &Hand, points: u32) -> Vec<Hand> {
    let of = |suit: EffectiveSuit| held(order, hand, suit).collect::<Hand>();
    let void = of(lead.suit).is_empty();
    let trumps_in = void && points >= WORTH_WINNING;
    let trumps = of(EffectiveSuit::Trumps);
    if lead.kind == Kind::Group || lead.kind == Kind::Trio {
        let divided = if trumps_in { lowest_of(order, lead, trumps) } else { None };
        return divided.into_iter().collect();
    }
    let shape = lead.components[0].shape();
    let shaped = |cards: &Hand| {
        let found = holdings(order, cards, shape).into_iter();
        found.map(|component| component.all().collect::<Hand>()).collect::<Vec<_>>()
    };
    let mut found = shaped(&of(lead.suit));
    if trumps_in {
        found.extend(shaped(&trumps));
    }
    found
}

/// The lowest of trumps in every shape of a lead, the greatest first; a division that would need
/// other choices than the lowest is not seen.
fn lowest_of(order: &TrumpOrder, lead: &Lead, mut trumps: Hand) -> Option<Hand> {
    let mut chosen = Hand::default();
    for shape in lead.components.iter().map(Component::shape) {
        let lowest = holdings(order, &trumps, shape).into_iter().next()?;
        for card in lowest.all() {
            trumps.remove(card);
            chosen.add(card);
        }
    }
    Some(chosen)
}

/// A card that hardly anything beats.
fn is_high(order: &TrumpOrder, card: Card) -> bool {
    order.suit(card) == EffectiveSuit::Trumps || order.step(card) == Some(11)
}
