//! Who wins a trick (ZP-4.13 to ZP-4.17, ZP-7.12, ZP-7.14).

use super::component::Shape;
use super::division::highest_principal;
use super::follow::is_sequence;
use super::group_check::{FOUR, PAIRS, is_plain};
use super::lead::{Kind, Lead};
use super::order::TrumpOrder;
use super::rules::Rules;
use crate::cards::Hand;
use crate::trick::{EffectiveSuit, Order};

/// How good a play is against a lead, the higher the better: trumps, four identical cards against
/// a sequence, strength. None for a play that does not compete.
type Worth = (bool, bool, u8);

/// The place of the play that wins; the first is the lead, which stands. Of equal plays the first
/// wins (ZP-4.17).
pub fn winner(rules: &Rules, order: &TrumpOrder, lead: &Lead, plays: &[Hand]) -> usize {
    let mut best: Option<(usize, Worth)> = None;
    for (place, cards) in plays.iter().enumerate() {
        let Some(worth) = worth(rules, order, lead, cards, place == 0) else { continue };
        if best.is_none_or(|(_, standing)| worth > standing) {
            best = Some((place, worth));
        }
    }
    best.map_or(0, |(place, _)| place)
}

fn worth(
    rules: &Rules,
    order: &TrumpOrder,
    lead: &Lead,
    cards: &Hand,
    leads: bool,
) -> Option<Worth> {
    let suit = one_suit(order, cards)?;
    let trumps = suit == EffectiveSuit::Trumps;
    if suit != lead.suit && !trumps {
        return None;
    }
    let strongest = || cards.iter().map(|card| order.strength(card)).max();
    let strength = match lead.kind {
        Kind::Single | Kind::Trio => strongest(),
        Kind::Set => same(cards, lead.components[0].shape()).then(strongest).flatten(),
        Kind::Sequence => {
            let shape = lead.components[0].shape();
            if rules.quad_beats_sequence && shape == PAIRS && same(cards, FOUR) {
                return strongest().map(|strength| (trumps, true, strength));
            }
            is_sequence(order, cards, shape).then(strongest).flatten()
        }
        // The leader wins, unless somebody trumps the same shapes.
        Kind::Group | Kind::Follow if leads => Some(0),
        Kind::Group | Kind::Follow if is_plain(lead) && trumps => {
            let shapes: Vec<Shape> =
                lead.components.iter().map(super::component::Component::shape).collect();
            highest_principal(order, cards, &shapes)
        }
        Kind::Group | Kind::Follow => None,
    };
    strength.map(|strength| (trumps, false, strength))
}

/// The cards are identical, as many as the shape has.
fn same(cards: &Hand, shape: Shape) -> bool {
    let first = cards.iter().next();
    cards.len() == usize::from(shape.size())
        && first.is_some_and(|card| usize::from(cards.count(card)) == cards.len())
}

/// The one effective suit of cards.
fn one_suit(order: &TrumpOrder, cards: &Hand) -> Option<EffectiveSuit> {
    let mut suits = cards.iter().map(|card| order.suit(card));
    let first = suits.next()?;
    suits.all(|suit| suit == first).then_some(first)
}
