//! Bidding with many trumps.

use super::super::bidding::Bid;
use super::super::legal::{bid_action, bidding, bids, defence, defend_action, own_hand};
use super::super::order::TrumpOrder;
use super::super::rules::Rules;
use crate::action::Action;
use crate::cards::french::FRENCH;
use crate::trick::{EffectiveSuit, Trump, held};
use crate::view::View;

/// Fewest cards in hand to bid on.
const CARDS_MIN: usize = 6;

/// Bids while cards are drawn: with two trumps in five cards.
pub(in super::super) fn volunteer(rules: &Rules, view: &View) -> Option<Action> {
    let (bid, share) = best(rules, view)?;
    (view.own_hand().len() >= CARDS_MIN && share >= 40).then(|| bid_action(bid))
}

/// The last word: where nobody has bid somebody should, and otherwise with many trumps.
pub(super) fn last_word(rules: &Rules, view: &View) -> Action {
    let nobody = bidding(view).standing.is_none();
    match best(rules, view) {
        Some((bid, share)) if nobody && share >= 20 || share >= 45 => bid_action(bid),
        _ => Action::Pass,
    }
}

/// Defends with one trump in three cards.
pub(super) fn answer(rules: &Rules, view: &View) -> Action {
    match defence(view) {
        Some(bid) if share(rules, view, bid) >= 33 => defend_action(bid),
        _ => Action::Yield,
    }
}

/// The bid that would make most trumps, with as few cards as it takes, and their share.
fn best(rules: &Rules, view: &View) -> Option<(Bid, usize)> {
    let bids = bids(rules, view).into_iter().map(|bid| (bid, share(rules, view, bid)));
    let mut best: Option<(Bid, usize)> = None;
    for (bid, share) in bids {
        if best.is_none_or(|(_, most)| share > most) {
            best = Some((bid, share));
        }
    }
    best
}

/// How many in a hundred cards would be trumps.
fn share(rules: &Rules, view: &View, bid: Bid) -> usize {
    let face = FRENCH.face(bid.card);
    let trump = Trump { suit: face.suit.unwrap_or(0), rank: Some(face.rank) };
    let (order, hand) = (TrumpOrder::new(rules, trump), own_hand(view));
    100 * held(&order, &hand, EffectiveSuit::Trumps).count() / hand.len().max(1)
}
