//! Calling friends, and how calls are met (ZP-3).

use super::order::TrumpOrder;
use super::rules::Rules;
use crate::action::{FriendCall, Named};
use crate::cards::{Card, Hand};
use crate::error::{Reason, RuleError};
use crate::seat::Seat;
use crate::trick::{EffectiveSuit, Order};
use crate::view::CalledFriend;

/// Whether a list of calls is complete and each of them allowed.
///
/// # Errors
/// `WRONG_CARD_COUNT`, then of the first call that is refused why.
pub(super) fn check_calls(
    rules: &Rules,
    order: &TrumpOrder,
    hand: &Hand,
    calls: &[FriendCall],
) -> Result<(), RuleError> {
    let due = usize::from(rules.equipment.calls);
    if calls.len() != due {
        return Err(RuleError::new(Reason::WrongCardCount, "ZP-3.1").with("cards", due));
    }
    for (place, call) in calls.iter().enumerate() {
        check_call(rules, order, hand, *call, &calls[..place])?;
    }
    Ok(())
}

/// Whether a call is allowed beside earlier ones of the same list.
///
/// # Errors
/// `NO_SUCH_CALL` for a trump, a copy that does not exist, and the other copy where that may not be
/// called; `REPEATED_CALL`.
pub(super) fn check_call(
    rules: &Rules,
    order: &TrumpOrder,
    hand: &Hand,
    call: FriendCall,
    earlier: &[FriendCall],
) -> Result<(), RuleError> {
    let refuse = |reason: Reason, rule: &'static str| Err(RuleError::new(reason, rule));
    let Named::Face(card) = call.card else {
        return refuse(Reason::NoSuchCall, "ZP-3.2");
    };
    if order.suit(card) == EffectiveSuit::Trumps {
        return refuse(Reason::NoSuchCall, "ZP-3.3");
    }
    match call.copy {
        Some(copy) if copy == 0 || copy > rules.equipment.packs => {
            return refuse(Reason::NoSuchCall, "ZP-3.2");
        }
        None if !may_call_other(rules, hand, card) => {
            return refuse(Reason::NoSuchCall, "ZP-7.9");
        }
        _ => {}
    }
    let repeats = |other: &FriendCall| {
        let either_other = call.copy.is_none() || other.copy.is_none();
        other.card == call.card && (either_other || other.copy == call.copy)
    };
    match earlier.iter().find(|other| repeats(other)) {
        None => Ok(()),
        Some(other) if other.copy == call.copy => refuse(Reason::RepeatedCall, "ZP-3.3"),
        Some(_) => refuse(Reason::RepeatedCall, "ZP-7.9"),
    }
}

/// Whether the copy of a card that the maker does not hold may be called (ZP-7.9).
pub(super) fn may_call_other(rules: &Rules, hand: &Hand, card: Card) -> bool {
    rules.calls_other && rules.equipment.packs == 2 && hand.count(card) == 1
}

/// The calls before anything is played.
pub(super) fn begun(calls: &[FriendCall]) -> Vec<CalledFriend> {
    calls.iter().map(|&call| CalledFriend { call, played: 0, met_by: None }).collect()
}

/// Counts cards that a seat has played, in their order; whether anything about the calls changed.
pub(super) fn count_played(
    calls: &mut [CalledFriend],
    maker: Seat,
    seat: Seat,
    cards: &Hand,
) -> bool {
    let mut changed = false;
    for called in calls.iter_mut().filter(|called| called.met_by.is_none()) {
        let Named::Face(card) = called.call.card else { continue };
        let copies = cards.count(card);
        if copies == 0 || (called.call.copy.is_none() && seat == maker) {
            continue;
        }
        changed = true;
        let due = called.call.copy.unwrap_or(1);
        let counted = copies.min(due - called.played);
        called.played += counted;
        if called.played == due {
            called.met_by = Some(seat);
        }
    }
    changed
}

/// The maker and whoever has met a call, as bits of seats (ZP-3.4, ZP-3.6).
pub(super) fn team(maker: Seat, calls: &[CalledFriend]) -> u16 {
    let met = calls.iter().filter_map(|called| called.met_by);
    met.fold(1 << maker.0, |team, seat| team | 1 << seat.0)
}
