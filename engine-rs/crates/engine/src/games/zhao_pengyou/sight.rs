//! What a viewer may know, built from nothing (ZP-6.2).

use super::apply::{BURIED, bid_zones};
use super::asks::{FRIEND, MAKER, phase};
use super::dealing::{KITTY, STOCK};
use super::levels::{ACTIVE, PASSIVE, Standings, level_name};
use super::order::sorted;
use super::rules::Rules;
use super::scoring::needed;
use super::state::{InPlay, Phase, State, points};
use crate::cards::{Card, Hand};
use crate::event::{Event, Fact, Zone, size};
use crate::seat::{Seat, Viewer};
use crate::trick::{Ranking, trumps_first};
use crate::view::{SeatView, View};

/// The zone of the cards that a seat has won; the scoring ones lie face up (ZP-4.18).
pub(super) const PILE: &str = "pile";

/// What a viewer may know.
pub(super) fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let deal = state.in_play.as_ref();
    let seats = Seat::all(rules.seats);
    let in_tricks = deal.filter(|deal| deal.phase == Phase::Play);
    View {
        phase: phase(state),
        deals_played: state.deals_played,
        viewer,
        dealer: state.starter,
        seats: seats.map(|seat| seat_view(state, deal, viewer, seat)).collect(),
        calls: deal.map_or_else(Vec::new, |deal| deal.auction.clone()),
        trick: in_tricks.map(|deal| deal.trick.clone()),
        zones: deal.map_or_else(Vec::new, |deal| zones(rules, deal, viewer)),
        tricks: deal.map_or(0, |deal| deal.tricks),
        played: deal
            .filter(|deal| is_over(deal))
            .map_or_else(Vec::new, |deal| sorted(deal.played.iter())),
        trump: deal.and_then(|deal| deal.trump),
        ranking: deal.map_or_else(Ranking::default, |deal| deal.ranking.clone()),
        points_needed: Some(needed(rules)),
        friend_calls: deal.map_or_else(Vec::new, |deal| deal.calls.clone()),
        last_deal: state.last_deal.as_deref().cloned(),
        match_end: state.match_end.as_deref().cloned(),
        ..View::default()
    }
}

fn is_over(deal: &InPlay) -> bool {
    deal.phase == Phase::Over
}

fn seat_view(state: &State, deal: Option<&InPlay>, viewer: Viewer, seat: Seat) -> SeatView {
    let place = seat.index();
    let match_points = state.standings.points[place];
    let known = SeatView {
        total: i64::from(match_points),
        level: level_name(match_points),
        status: status(&state.standings, seat),
        ..SeatView::default()
    };
    let Some(deal) = deal.filter(|deal| deal.phase != Phase::Void) else { return known };
    let hand = deal.hand(seat);
    SeatView {
        role: role(deal, seat),
        hand_size: size(&hand.to_cards()),
        hand: (is_over(deal) || viewer == Some(seat)).then(|| laid_out(deal, hand)),
        open: is_over(deal),
        points: points(&deal.piles[place]),
        plays: deal.plays[place],
        penalty: deal.penalties[place],
        ..known
    }
}

/// A hand as players sort it: the trumps first, once they are known.
fn laid_out(deal: &InPlay, hand: &Hand) -> Vec<Card> {
    trumps_first(&deal.ranking, sorted(hand.iter()))
}

fn status(standings: &Standings, seat: Seat) -> &'static str {
    if standings.is_active(seat) { ACTIVE } else { PASSIVE }
}

/// The role that a seat is known to have: friends only by what they have played (ZP-3.7).
fn role(deal: &InPlay, seat: Seat) -> &'static str {
    if deal.maker == Some(seat) {
        MAKER
    } else if deal.team() >> seat.0 & 1 == 1 {
        FRIEND
    } else {
        ""
    }
}

/// Levels and statuses of all seats, told.
pub(super) fn standings_changed(standings: &Standings) -> Fact {
    let seats = (0..).map(Seat).zip(&standings.points);
    let statuses = seats.map(|(seat, _)| status(standings, seat)).collect();
    let levels = standings.points.iter().map(|&points| level_name(points)).collect();
    Fact::Public(Event::StandingsChanged { levels, statuses })
}

/// The stock and the kitty while they are there, the piles, the bids, and what was buried, which
/// its seat alone sees until the deal has ended.
pub(super) fn zones(rules: &Rules, deal: &InPlay, viewer: Viewer) -> Vec<Zone> {
    let covered = |name: &'static str, size: usize| {
        let size = u8::try_from(size).expect("a zone of a few packs");
        (size > 0).then_some(Zone { name, size, cards: None, seat: None })
    };
    let stock = covered(STOCK, deal.stock());
    let kitty = covered(KITTY, if deal.maker.is_none() { deal.kitty().len() } else { 0 });
    let seats = if deal.phase == Phase::Void { 0 } else { rules.seats };
    let piles = Seat::all(seats).map(|seat| pile(deal, seat));
    let zones = stock.into_iter().chain(kitty).chain(piles).chain(bid_zones(deal));
    zones.chain(buried(deal, viewer)).collect()
}

/// The pile of a seat.
pub(super) fn pile(deal: &InPlay, seat: Seat) -> Zone {
    let cards = Some(sorted(deal.piles[seat.index()].iter()));
    Zone { name: PILE, size: deal.pile_sizes[seat.index()], cards, seat: Some(seat) }
}

fn buried(deal: &InPlay, viewer: Viewer) -> Option<Zone> {
    let cards = sorted(deal.buried.iter());
    let knows = is_over(deal) || (viewer.is_some() && viewer == deal.maker);
    let size = size(&cards);
    let zone = Zone { name: BURIED, size, cards: knows.then_some(cards), seat: deal.maker };
    (size > 0).then_some(zone)
}
