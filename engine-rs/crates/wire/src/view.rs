//! Views.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::notation::print_cards;
use paizhuo_engine::view::{Decision, SeatView, Trick, View};
use prost::Message as _;

use crate::action::encode_verb;
use crate::api;
use crate::catalogue::encode_direction;
use crate::event;
use crate::rules::encode_combination;

/// The message of a view.
pub fn encode(pack: &Pack, view: &View) -> api::View {
    let seats = (0u32..).zip(&view.seats);
    api::View {
        phase: view.phase.to_owned(),
        r#match: view.match_number,
        deal: view.deal,
        attempt: view.attempt,
        deals_played: view.deals_played,
        viewer: view.viewer.map(|seat| u32::from(seat.0)),
        dealer: view.dealer.map(|seat| u32::from(seat.0)),
        seats: seats.map(|(number, seat)| encode_seat(pack, number, seat)).collect(),
        decisions: view.decisions.iter().map(encode_decision).collect(),
        calls: view.calls.iter().map(|call| event::encode_acted(pack, call)).collect(),
        trick: view.trick.as_ref().map(|trick| encode_trick(pack, trick)),
        zones: view.zones.iter().map(|zone| event::encode_zone(pack, zone)).collect(),
        stake: view.stake.as_ref().map(event::encode_stake),
        played: print_cards(pack, &view.played),
        tricks: view.tricks,
        commitment: view.commitment.map_or_else(Vec::new, |bytes| bytes.to_vec()),
        teams: view.teams.iter().map(event::encode_team).collect(),
        trump: view.trump.map(|trump| event::encode_trump(pack, trump, &view.ranking)),
        points_needed: view.points_needed,
        friend_calls: event::encode_friends(pack, &view.friend_calls),
        last_deal: view.last_deal.as_ref().map(|end| event::encode_deal_end(pack, end)),
        match_end: view.match_end.as_ref().map(event::encode_match_end),
        deal_direction: encode_direction(view.directions.deal).into(),
        play_direction: encode_direction(view.directions.play).into(),
        last_events: view.last_events.iter().map(|last| event::encode(pack, last)).collect(),
    }
}

/// The encoded message of a view.
pub fn encode_bytes(pack: &Pack, view: &View) -> Vec<u8> {
    encode(pack, view).encode_to_vec()
}

fn encode_seat(pack: &Pack, number: u32, seat: &SeatView) -> api::SeatView {
    api::SeatView {
        seat: number,
        role: seat.role.to_owned(),
        hand_size: u32::from(seat.hand_size),
        hand: event::known(pack, seat.hand.as_deref()),
        open: seat.open,
        total: seat.total,
        points: seat.points,
        plays: seat.plays,
        passed: seat.passed,
        doubled: seat.doubled,
        level: seat.level.to_owned(),
        status: seat.status.to_owned(),
        penalty: seat.penalty,
    }
}

/// An open question.
pub(crate) fn encode_decision(decision: &Decision) -> api::Decision {
    api::Decision {
        id: decision.id.clone(),
        seat: u32::from(decision.seat.0),
        kind: decision.kind.to_owned(),
        verbs: decision.verbs.iter().map(|&verb| encode_verb(verb).into()).collect(),
        voluntary: decision.voluntary,
        sealed: decision.sealed,
    }
}

fn encode_trick(pack: &Pack, trick: &Trick) -> api::Trick {
    let plays = trick.plays.iter().map(|(seat, combination)| api::TrickPlay {
        seat: u32::from(seat.0),
        combination: combination.as_ref().map(|played| encode_combination(pack, played)),
    });
    api::Trick {
        leader: u32::from(trick.leader.0),
        plays: plays.collect(),
        standing: trick.standing().and_then(|place| u32::try_from(place).ok()),
        label: trick.label.to_owned(),
    }
}
