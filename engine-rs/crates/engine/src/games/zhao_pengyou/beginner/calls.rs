//! What a beginner makes of the calls.

use super::super::asks::{FRIEND, MAKER};
use crate::action::Named;
use crate::cards::{Card, Hand};
use crate::seat::Seat;
use crate::view::View;

/// A seat is the maker's, or is known to be on the maker's team.
pub(super) fn plays_with_maker(view: &View, seat: Seat) -> bool {
    [MAKER, FRIEND].contains(&view.seats[seat.index()].role)
}

/// Two seats are known to play together: the maker and friends, who will be one counted in; and
/// all others, once every call was met.
pub(super) fn are_friends(view: &View, own: Seat, other: Seat, hand: &Hand) -> bool {
    let will_join = view.friend_calls.iter().any(|called| {
        let holds = |card: Card| hand.count(card) > 0;
        called.met_by.is_none() && matches!(called.call.card, Named::Face(card) if holds(card))
    });
    if plays_with_maker(view, own) || will_join {
        return plays_with_maker(view, other);
    }
    let all_met = view.friend_calls.iter().all(|called| called.met_by.is_some());
    all_met && !plays_with_maker(view, other)
}

/// Whether to play a card would meet a call now. Who is on the team already meets it in vain: it
/// finds nobody then (ZP-3.6).
pub(super) fn meets_call(view: &View, card: Card) -> bool {
    let calls = view.friend_calls.iter().filter(|called| called.met_by.is_none());
    let mut of_card = calls.filter(|called| called.call.card == Named::Face(card));
    of_card.any(|called| called.call.copy.is_none_or(|copy| copy == called.played + 1))
}
