//! What a viewer may know, built from nothing.

use super::apply::{DISCARDED, LONE_SUN, OKI, SIDE, role};
use super::asks::phase;
use super::plays::seen;
use super::rules::{Rules, team};
use super::state::{InPlay, Phase, State, sorted};
use crate::cards::{Card, Hand};
use crate::event::Zone;
use crate::seat::{Seat, Viewer};
use crate::trick::{Ranking, Trump, trumps_first};
use crate::view::{SeatView, TeamView, Trick, View};

/// Names of the teams (HM-1.2).
pub(super) const TEAMS: [&str; 2] = ["a", "b"];
/// The label of a trick that was led with a trump (HM-3.2).
pub(super) const MERI: &str = "meri";
/// The label of one that was led with a plain card after the first Meri (HM-3.3).
pub(super) const MONCHI: &str = "monchi";

/// What a viewer may know (HM-6.3).
pub(super) fn view(rules: &Rules, state: &State, viewer: Viewer) -> View {
    let deal = state.in_play.as_ref();
    let playing = deal.filter(|deal| matches!(deal.phase, Phase::Playing));
    let mut zones: Vec<Zone> = deal.map_or_else(Vec::new, |deal| zones(deal, viewer));
    zones.extend(deal.and_then(|deal| lone_sun_zone(rules, deal, viewer)));
    View {
        phase: phase(state),
        deals_played: state.deals_played,
        viewer,
        dealer: state.dealer,
        seats: Seat::all(Rules::SEATS).map(|seat| seat_view(state, viewer, seat)).collect(),
        teams: teams(state.totals, deal),
        calls: deal.map_or_else(Vec::new, |deal| deal.calls.clone()),
        trick: playing.map(|deal| trick(deal, viewer)),
        zones,
        played: deal.map_or_else(Vec::new, |deal| sorted(deal.played.iter())),
        tricks: deal.map_or(0, |deal| u32::from(deal.tricks)),
        trump: deal.map(|deal| Trump { suit: deal.trumps.suit, rank: None }),
        ranking: deal.map_or_else(Ranking::default, |deal| deal.ranking.clone()),
        last_deal: state.last_deal.as_deref().cloned(),
        match_end: state.match_end.as_deref().cloned(),
        ..View::default()
    }
}

fn seat_view(state: &State, viewer: Viewer, seat: Seat) -> SeatView {
    let total = state.totals[team(seat)];
    let Some(deal) = &state.in_play else {
        return SeatView { total, ..SeatView::default() };
    };
    let hand = deal.hands[seat.index()];
    let over = matches!(deal.phase, Phase::Over);
    let received = deal.declared.filter(|declared| declared.receiver == seat);
    SeatView {
        role: received.map_or("", role),
        hand_size: u8::try_from(hand.len()).expect("a hand fits"),
        hand: (over || viewer == Some(seat)).then(|| laid_out(deal, hand)),
        open: over,
        total,
        plays: deal.plays[seat.index()],
        ..SeatView::default()
    }
}

/// A hand as players sort it: the trumps first.
fn laid_out(deal: &InPlay, hand: Hand) -> Vec<Card> {
    trumps_first(&deal.ranking, sorted(hand.iter()))
}

/// The teams, with their points in this deal and their totals of the deals that were played out.
pub(super) fn teams(totals: [i64; 2], deal: Option<&InPlay>) -> Vec<TeamView> {
    let points = deal.map_or([0; 2], |deal| deal.points);
    let team_view = |place: usize| TeamView {
        name: TEAMS[place],
        seats: Seat::all(Rules::SEATS).filter(|&seat| team(seat) == place).collect(),
        points: points[place],
        total: totals[place],
    };
    vec![team_view(0), team_view(1)]
}

/// The name of the trick on the table, once it was led to. A plain trick before the first Meri has
/// none, and nobody leads to the ninth (HM-3.2, HM-3.3, HM-3.5).
pub(super) fn label(deal: &InPlay) -> Option<&'static str> {
    let lead = deal.trick.first().filter(|_| deal.tricks < Rules::TRICKS - 1)?;
    if deal.trumps.has(lead.card) { Some(MERI) } else { deal.closed.then_some(MONCHI) }
}

fn trick(deal: &InPlay, viewer: Viewer) -> Trick {
    let plays = deal.trick.iter().map(|&laid| (laid.seat, Some(seen(deal, laid, viewer).into())));
    Trick {
        leader: deal.leader,
        plays: plays.collect(),
        best: deal.standing(),
        undecided: deal.is_undecided(),
        label: label(deal).unwrap_or_default(),
    }
}

/// The cards that lie apart: the Oki, then the discard and the cards left over, which are shown
/// with the opening lead (HM-2.4, HM-2.11).
pub(super) fn zones(deal: &InPlay, viewer: Viewer) -> Vec<Zone> {
    let oki = Zone { name: OKI, size: 1, cards: Some(vec![deal.oki]), seat: deal.receiver() };
    std::iter::once(oki).chain(apart(deal, viewer)).collect()
}

/// The discard, whose receiver sees it, and the cards left over.
pub(super) fn apart(deal: &InPlay, viewer: Viewer) -> impl Iterator<Item = Zone> + use<> {
    let opened = deal.opened;
    let receiver = deal.receiver();
    let knows = opened || (viewer.is_some() && viewer == receiver);
    let discard = deal.discard.map(|card| Zone {
        name: DISCARDED,
        size: 1,
        cards: knows.then(|| vec![card]),
        seat: receiver,
    });
    let side = sorted(deal.side);
    let side = Zone { name: SIDE, size: 2, cards: opened.then_some(side), seat: None };
    std::iter::once(side).chain(discard)
}

/// The Sun that the viewer may keep in Meri; nobody else sees that there is one (HM-4.8, HM-4.14).
pub(super) fn lone_sun_zone(rules: &Rules, deal: &InPlay, viewer: Viewer) -> Option<Zone> {
    let seat = viewer.filter(|&seat| deal.has_lone_sun(rules, seat))?;
    let cards = Some(vec![deal.trumps.sun()]);
    Some(Zone { name: LONE_SUN, size: 1, cards, seat: Some(seat) })
}
