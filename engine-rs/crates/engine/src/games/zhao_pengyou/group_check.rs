//! Whether a group that is led stands (ZP-4.8, ZP-6.5).

use super::component::{Component, Shape};
use super::grouping::holdings;
use super::lead::{Kind, Lead};
use super::order::TrumpOrder;
use super::rules::Rules;
use crate::cards::{Card, Hand};
use crate::trick::{EffectiveSuit, Order, held};

/// A group that does not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallen {
    /// The component that is led in its place.
    pub kept: Component,
    /// Place of the hand that beats it, among those that were looked at.
    pub beaten_by: usize,
    /// The weakest cards of that hand that do.
    pub beating: Vec<Card>,
}

/// Looks whether some component is beaten in one of the other hands, which stand in the order of
/// play after the leader; nothing where the lead stands. Only groups are checked.
pub fn check_group(
    rules: &Rules,
    order: &TrumpOrder,
    lead: &Lead,
    hands: &[Hand],
) -> Option<Fallen> {
    if lead.kind != Kind::Group {
        return None;
    }
    let suited: Vec<Hand> =
        hands.iter().map(|hand| held(order, hand, lead.suit).collect()).collect();
    let beaten = lead.components.iter().filter_map(|component| {
        let mut places = suited.iter().enumerate();
        let (place, beating) = places.find_map(|(place, hand)| {
            beating(rules, order, component, hand).map(|cards| (place, cards))
        })?;
        Some(Fallen { kept: component.clone(), beaten_by: place, beating })
    });
    beaten.min_by_key(|fallen| {
        let (shape, top) = (fallen.kept.shape(), fallen.kept.top());
        (shape.size(), order.strength(top), TrumpOrder::suit_place(top))
    })
}

/// The weakest holding among cards of the led suit that beats a component.
fn beating(
    rules: &Rules,
    order: &TrumpOrder,
    component: &Component,
    cards: &Hand,
) -> Option<Vec<Card>> {
    let (shape, strength) = (component.shape(), order.strength(component.top()));
    let stronger = holdings(order, cards, shape);
    let stronger = stronger.into_iter().find(|held| order.strength(held.top()) > strength);
    let four = || {
        let competes = rules.quad_beats_sequence && shape == PAIRS;
        let fours = if competes { holdings(order, cards, FOUR) } else { Vec::new() };
        fours.into_iter().next()
    };
    stronger.or_else(four).map(|held| held.all().collect())
}

/// The sequence of two pairs, which four identical cards may beat (ZP-7.14).
pub(super) const PAIRS: Shape = Shape { copies: 2, run: 2 };
/// Four identical cards.
pub(super) const FOUR: Shape = Shape { copies: 4, run: 1 };

/// Whether cards of a lead are of a plain suit.
pub(super) fn is_plain(lead: &Lead) -> bool {
    lead.suit != EffectiveSuit::Trumps
}
