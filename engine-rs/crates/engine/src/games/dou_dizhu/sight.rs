//! What a viewer may know, built from nothing.

use super::asks::phase;
use super::deal::Phase;
use super::faces::sorted;
use super::payment::stake;
use super::roles::{LANDLORD, role};
use super::rules::Rules;
use super::state::{InPlay, State};
use super::zones::{bottom_zone, faceup_zone};
use crate::cards::Card;
use crate::event::Zone;
use crate::game::Stage;
use crate::seat::{Seat, Viewer};
use crate::view::{SeatView, Trick, View};

/// What a viewer may know.
pub(super) fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let seats = Seat::all(rules.seats.count());
    let deal = state.in_play.as_ref();
    View {
        phase: phase(state),
        deals_played: state.deals_played,
        viewer,
        dealer: state.dealer,
        seats: seats.map(|seat| seat_view(state, deal, viewer, seat)).collect(),
        calls: state.calls.to_vec(),
        trick: deal.and_then(trick),
        zones: deal.map_or_else(Vec::new, |deal| zones(rules, deal, viewer)),
        stake: deal.map(|deal| stake(rules, deal)),
        played: deal.map_or_else(Vec::new, |deal| played(rules, deal)),
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
    let hand = &deal.hands[seat.index()];
    let open = lies_open(deal, seat);
    let in_play = state.stage == Stage::Decisions && deal.core.phase() == Phase::Play;
    SeatView {
        role: role(deal, seat),
        hand_size: u8::try_from(hand.len()).expect("a hand fits into u8"),
        hand: (open || viewer == Some(seat)).then(|| sorted(hand)),
        open,
        total,
        plays: u32::from(deal.core.plays_made(seat.0)),
        passed: in_play && deal.core.round().has_passed(seat.0),
        doubled: deal.core.has_doubled(seat.0),
        ..SeatView::default()
    }
}

/// A hand lies open once its landlord revealed it (D3.12.3), and every hand at the end (D5.11).
pub(super) fn lies_open(deal: &InPlay, seat: Seat) -> bool {
    let revealed = deal.core.is_revealed() && role(deal, seat) == LANDLORD;
    revealed || deal.is_over()
}

/// A viewer knows the bottom cards: the landlord who took them, everybody where they were shown
/// (D3.12.1) and at the end (D5.11); before there is a landlord nobody (D2.5).
pub(super) fn knows_bottom(rules: &Rules, deal: &InPlay, viewer: Viewer) -> bool {
    let taken = deal.landlord().is_some();
    taken && (rules.reveal_bottom || deal.is_over() || viewer == deal.landlord())
}

fn zones(rules: &Rules, deal: &InPlay, viewer: Viewer) -> Vec<Zone> {
    let bottom = bottom_zone(deal, knows_bottom(rules, deal, viewer));
    std::iter::once(bottom).chain(faceup_zone(deal)).collect()
}

fn trick(deal: &InPlay) -> Option<Trick> {
    let shows = matches!(deal.core.phase(), Phase::Play | Phase::Won(_));
    shows.then(|| deal.trick.clone())
}

/// The cards of the ended tricks, where they stay visible: those of the trick on the table are
/// shown there (D5.12).
fn played(rules: &Rules, deal: &InPlay) -> Vec<Card> {
    if !rules.card_memory && !deal.is_over() {
        return Vec::new();
    }
    deal.ended_tricks()
}
