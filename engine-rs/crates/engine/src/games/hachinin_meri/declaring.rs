//! Declarations: who receives the Oki, and what the native Robai counts as (HM-2.6 to HM-2.14).

use super::rules::Rules;
use super::state::{InPlay, SEATS};
use super::trick::RobaiStatus;
use crate::seat::Seat;

/// How the declarations ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Declared {
    /// Who receives the Oki.
    pub(super) receiver: Seat,
    /// What became of the native Robai.
    pub(super) status: RobaiStatus,
}

/// The seats in the order in which they declare, the dealer last (HM-2.6).
pub(super) fn in_turn(rules: &Rules, dealer: Seat) -> impl Iterator<Item = Seat> + use<> {
    rules.round_from(rules.next(dealer))
}

/// The result of a deal in which nobody can be asked: the Oki is the native Robai (HM-2.12).
pub(super) fn without_asking(deal: &InPlay) -> Option<Declared> {
    let turned = deal.oki == deal.trumps.native_robai();
    turned.then_some(Declared { receiver: deal.dealer, status: RobaiStatus::Public })
}

/// The result of all answers, and the answers to be told, in order up to the declaration.
pub(super) fn conclude(
    rules: &Rules,
    deal: &InPlay,
    answers: [bool; SEATS],
) -> (Declared, Vec<(Seat, bool)>) {
    let mut told = Vec::with_capacity(SEATS);
    for seat in in_turn(rules, deal.dealer) {
        let declares = answers[seat.index()];
        told.push((seat, declares));
        if declares {
            return (Declared { receiver: seat, status: RobaiStatus::Declared }, told);
        }
    }
    (Declared { receiver: deal.dealer, status: undeclared_status(deal) }, told)
}

/// What the native Robai counts as where nobody has declared it: it is in a hand or left over.
pub(super) fn undeclared_status(deal: &InPlay) -> RobaiStatus {
    if deal.side.contains(&deal.trumps.native_robai()) {
        RobaiStatus::Side
    } else {
        RobaiStatus::Undeclared
    }
}
