//! What a viewer may know, built from nothing.

use super::apply::{FIRST_OUT, LAST, OUT};
use super::asks::phase;
use super::dealing::{opener_zone, sorted};
use super::ending::{last_hand, piles};
use super::rules::Rules;
use super::state::{InPlay, State, points};
use crate::event::Zone;
use crate::seat::{Seat, Viewer};
use crate::view::{SeatView, Trick, View};

/// What a viewer may know (Z5.14).
pub(super) fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let deal = state.in_play.as_ref();
    let seats = Seat::all(rules.seats);
    View {
        phase: phase(state),
        deals_played: state.deals_played,
        viewer,
        dealer: state.shuffler,
        seats: seats.map(|seat| seat_view(state, deal, viewer, seat)).collect(),
        trick: deal.filter(|deal| !deal.over).map(|deal| deal.trick.clone()),
        zones: deal.map_or_else(Vec::new, |deal| zones(rules, deal)),
        tricks: deal.map_or(0, |deal| deal.tricks),
        last_deal: state.last_deal.as_deref().cloned(),
        match_end: state.match_end.as_deref().cloned(),
        ..View::default()
    }
}

fn seat_view(state: &State, deal: Option<&InPlay>, viewer: Viewer, seat: Seat) -> SeatView {
    let total = state.totals[seat.index()];
    let Some(deal) = deal else {
        return SeatView { total, ..SeatView::default() };
    };
    let hand = deal.hands[seat.index()];
    SeatView {
        role: role(deal, seat),
        hand_size: hand.size(),
        hand: (deal.over || viewer == Some(seat)).then(|| sorted(hand)),
        open: deal.over,
        total,
        points: points(deal.piles[seat.index()]),
        plays: deal.plays[seat.index()],
        passed: passed(&deal.trick, seat),
        ..SeatView::default()
    }
}

/// A seat has passed since the last play of the trick.
fn passed(trick: &Trick, seat: Seat) -> bool {
    let since = trick.standing().map_or(0, |place| place + 1);
    trick.plays[since..].iter().any(|&(other, _)| other == seat)
}

/// The place of a seat in the going-out order (Z5.9).
fn role(deal: &InPlay, seat: Seat) -> &'static str {
    match deal.out.iter().position(|&out| out == seat) {
        _ if deal.last() == Some(seat) => LAST,
        None => "",
        Some(0) => FIRST_OUT,
        Some(_) => OUT,
    }
}

/// The piles, face down until the deal has ended, ♥3 while its holder is known for it, and then
/// what the last player still held.
pub(super) fn zones(rules: &Rules, deal: &InPlay) -> Vec<Zone> {
    let piles = piles(rules, deal, deal.over).into_iter();
    piles.chain(opener_zone(deal)).chain(last_hand(deal)).collect()
}
