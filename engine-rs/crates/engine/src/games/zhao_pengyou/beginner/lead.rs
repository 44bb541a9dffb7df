//! Leading: what is high, and what makes a friend.

use super::super::legal::play_action;
use super::super::order::{TrumpOrder, card_points};
use super::super::plays::leads;
use super::super::rules::Rules;
use super::calls::{meets_call, plays_with_maker};
use crate::action::Action;
use crate::cards::Hand;
use crate::trick::{EffectiveSuit, Order};
use crate::view::View;

/// Leads the best single, set or sequence.
pub(super) fn lead(rules: &Rules, view: &View, order: &TrumpOrder, hand: &Hand) -> Action {
    let own = view.viewer.expect("the viewer is asked");
    let with_maker = plays_with_maker(view, own);
    let no_groups = Rules { group_lead: false, ..*rules };
    let (found, _) = leads(&no_groups, order, hand, usize::MAX);
    let best =
        found.iter().max_by_key(|cards| (worth(view, order, cards, with_maker), order_key(cards)));
    play_action(best.expect("a leader holds cards"))
}

/// Equal leads are told apart by their cards.
fn order_key(cards: &Hand) -> Vec<u8> {
    cards.iter().map(|card| card.0).collect()
}

fn worth(view: &View, order: &TrumpOrder, cards: &Hand, with_maker: bool) -> i32 {
    let top = cards.iter().max_by_key(|&card| order.strength(card)).expect("a lead has cards");
    let size = i32::try_from(cards.len()).unwrap_or(0);
    let points: u32 = cards.iter().map(card_points).sum();
    let points = i32::try_from(points).unwrap_or(0);
    let strength = i32::from(order.strength(top));
    let trump = order.suit(top) == EffectiveSuit::Trumps;
    let highest = if trump { 15 } else { 12 - i32::from(order.step(top) == Some(11)) };
    let meets = match meets_call(view, top) {
        true if with_maker => -40,
        true => 40,
        false => 0,
    };
    let wins = strength >= highest || (order.step(top) == Some(11) && !trump);
    if wins {
        return meets + 50 + 10 * size + points - i32::from(trump) * 20;
    }
    let drawing = if trump && with_maker { 8 } else { 0 };
    meets + strength + drawing + 4 * (size - 1) - 2 * points - i32::from(trump) * 12
}
