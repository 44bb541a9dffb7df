//! Events.

use paizhuo_engine::cards::{Card, Pack};
use paizhuo_engine::combination::Combination;
use paizhuo_engine::event::{
    DealEnd, Event, Fact, LeadWithdrawn, MatchEnd, PointsMoved, SeatActed, Stake, Zone,
};
use paizhuo_engine::notation::print_cards;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::trick::{Ranking, Trump};
use paizhuo_engine::view::{CalledFriend, TeamView};
use prost::Message as _;

use crate::action;
use crate::api;
use crate::api::event::Kind;
use crate::rules::encode_combination;
use crate::view::encode_decision;

/// Number of the field `events` in every message that carries events.
const EVENTS_FIELD: u32 = 4;

/// What a viewer may know of facts, as the encoded repeated field `events`.
pub fn encode_field<'a>(
    pack: &Pack,
    facts: impl IntoIterator<Item = &'a Fact>,
    viewer: Viewer,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    append_field(pack, facts, viewer, &mut bytes);
    bytes
}

/// Appends what [`encode_field`] returns.
pub fn append_field<'a>(
    pack: &Pack,
    facts: impl IntoIterator<Item = &'a Fact>,
    viewer: Viewer,
    bytes: &mut Vec<u8>,
) {
    for event in facts.into_iter().filter_map(|fact| fact.known_to(viewer)) {
        prost::encoding::message::encode(EVENTS_FIELD, &encode(pack, &event), bytes);
    }
}

/// The message of an event.
pub fn encode(pack: &Pack, event: &Event) -> api::Event {
    let kind = match event {
        Event::DealCommitted { deal, commitment } => {
            Kind::DealCommitted(api::DealCommitted { deal: *deal, commitment: commitment.to_vec() })
        }
        Event::Dealt { match_number, deal, attempt, dealer, hand_sizes, hand, zones } => {
            Kind::Dealt(api::Dealt {
                r#match: *match_number,
                deal: *deal,
                attempt: *attempt,
                dealer: u32::from(dealer.0),
                hand_sizes: hand_sizes.iter().map(|&size| u32::from(size)).collect(),
                hand: print_cards(pack, hand),
                zones: zones.iter().map(|zone| encode_zone(pack, zone)).collect(),
            })
        }
        Event::Acted(acted) => Kind::Acted(encode_acted(pack, acted)),
        Event::RoleGiven { seat, role } => {
            Kind::RoleGiven(api::RoleGiven { seat: u32::from(seat.0), role: (*role).to_owned() })
        }
        Event::CardsShown(zone) => {
            Kind::CardsShown(api::CardsShown { zone: Some(encode_zone(pack, zone)) })
        }
        Event::CardsTaken { zone, seat, size, cards } => Kind::CardsTaken(api::CardsTaken {
            zone: (*zone).to_owned(),
            seat: u32::from(seat.0),
            size: u32::from(*size),
            cards: known(pack, cards.as_deref()),
        }),
        Event::CardsDrawn { zone, counts, cards } => Kind::CardsDrawn(api::CardsDrawn {
            zone: (*zone).to_owned(),
            counts: counts.iter().map(|&count| u32::from(count)).collect(),
            cards: print_cards(pack, cards),
        }),
        Event::CardsLaid(zone) => {
            Kind::CardsLaid(api::CardsLaid { zone: Some(encode_zone(pack, zone)) })
        }
        Event::LeadWithdrawn(withdrawn) => Kind::LeadWithdrawn(encode_withdrawn(pack, withdrawn)),
        Event::TrumpSet { trump, ranking } => {
            Kind::TrumpSet(api::TrumpSet { trump: Some(encode_trump(pack, *trump, ranking)) })
        }
        Event::AnswersOpened(answers) => Kind::AnswersOpened(api::AnswersOpened {
            answers: answers.iter().map(|answer| encode_acted(pack, answer)).collect(),
        }),
        Event::PlaysTurnedUp(plays) => Kind::PlaysTurnedUp(encode_turned_up(pack, plays)),
        Event::PointsMoved(moved) => Kind::PointsMoved(encode_moved(moved)),
        Event::TrickEnded { winner, points, forgotten } => Kind::TrickEnded(api::TrickEnded {
            winner: u32::from(winner.0),
            points: *points,
            forgotten: *forgotten,
        }),
        Event::AllPassed { deal, attempt, dealer } => Kind::AllPassed(api::AllPassed {
            deal: *deal,
            attempt: *attempt,
            dealer: u32::from(dealer.0),
        }),
        Event::DealEnded(end) => Kind::DealEnded(encode_deal_end(pack, end)),
        Event::MatchEnded(end) => Kind::MatchEnded(encode_match_end(end)),
        consequence => encode_consequence(pack, consequence),
    };
    api::Event { kind: Some(kind) }
}

/// What follows for the table from what happened.
fn encode_consequence(pack: &Pack, event: &Event) -> Kind {
    match event {
        Event::ZoneCleared { zone } => {
            Kind::ZoneCleared(api::ZoneCleared { zone: (*zone).to_owned() })
        }
        Event::TrickBegun { leader } => {
            Kind::TrickBegun(api::TrickBegun { leader: u32::from(leader.0) })
        }
        Event::StakeChanged(stake) => {
            Kind::StakeChanged(api::StakeChanged { stake: Some(encode_stake(stake)) })
        }
        Event::TrickStands { place } => {
            Kind::TrickStands(api::TrickStands { place: place.map(u32::from) })
        }
        Event::TrickNamed { label } => {
            Kind::TrickNamed(api::TrickNamed { label: (*label).to_owned() })
        }
        Event::FriendCallsChanged(calls) => {
            Kind::FriendCallsChanged(api::FriendCallsChanged { calls: encode_friends(pack, calls) })
        }
        Event::StandingsChanged { levels, statuses } => {
            Kind::StandingsChanged(api::StandingsChanged {
                levels: levels.iter().map(|&level| level.to_owned()).collect(),
                statuses: statuses.iter().map(|&status| status.to_owned()).collect(),
            })
        }
        Event::TeamsChanged(teams) => {
            Kind::TeamsChanged(api::TeamsChanged { teams: teams.iter().map(encode_team).collect() })
        }
        Event::Asked { phase, decisions } => Kind::Asked(api::Asked {
            phase: (*phase).to_owned(),
            decisions: decisions.iter().map(encode_decision).collect(),
        }),
        happened => unreachable!("{} is no consequence", happened.kind()),
    }
}

fn encode_turned_up(pack: &Pack, plays: &[(Seat, Combination)]) -> api::PlaysTurnedUp {
    let plays = plays.iter().map(|(seat, laid)| api::TurnedPlay {
        seat: u32::from(seat.0),
        combination: Some(encode_combination(pack, laid)),
    });
    api::PlaysTurnedUp { plays: plays.collect() }
}

fn encode_moved(moved: &PointsMoved) -> api::PointsMoved {
    api::PointsMoved {
        label: moved.label.to_owned(),
        from_team: moved.from_team.to_owned(),
        to_team: moved.to_team.to_owned(),
        points: moved.points,
    }
}

/// What a seat did.
pub(crate) fn encode_acted(pack: &Pack, acted: &SeatActed) -> api::SeatActed {
    api::SeatActed {
        seat: u32::from(acted.seat.0),
        action: Some(action::encode(pack, &acted.action)),
        size: u32::from(acted.size),
    }
}

/// A team.
pub(crate) fn encode_team(team: &TeamView) -> api::Team {
    api::Team {
        name: team.name.to_owned(),
        seats: seats(&team.seats),
        points: team.points,
        total: team.total,
    }
}

/// A zone.
pub(crate) fn encode_zone(pack: &Pack, zone: &Zone) -> api::Zone {
    api::Zone {
        name: zone.name.to_owned(),
        size: u32::from(zone.size),
        cards: known(pack, zone.cards.as_deref()),
        seat: zone.seat.map(|seat| u32::from(seat.0)),
    }
}

fn encode_withdrawn(pack: &Pack, withdrawn: &LeadWithdrawn) -> api::LeadWithdrawn {
    api::LeadWithdrawn {
        seat: u32::from(withdrawn.seat.0),
        kept: Some(encode_combination(pack, &withdrawn.kept)),
        withdrawn: print_cards(pack, &withdrawn.withdrawn),
        beaten_by: u32::from(withdrawn.beaten_by.0),
        beating: print_cards(pack, &withdrawn.beating),
        penalty: withdrawn.penalty,
    }
}

/// A trump.
pub(crate) fn encode_trump(pack: &Pack, trump: Trump, ranking: &Ranking) -> api::Trump {
    let rank = trump.rank.map_or("", |rank| pack.ranks[usize::from(rank)].notation);
    let suit = pack.suits[usize::from(trump.suit)].notation;
    let faces = ranking.iter().map(|equal| print_cards(pack, equal)).collect();
    api::Trump { suit: suit.to_owned(), rank: rank.to_owned(), faces }
}

/// What became of calls.
pub(crate) fn encode_friends(pack: &Pack, calls: &[CalledFriend]) -> Vec<api::CalledFriend> {
    let calls = calls.iter().map(|called| api::CalledFriend {
        call: Some(action::encode_call(pack, called.call)),
        played: u32::from(called.played),
        met_by: called.met_by.map(|seat| u32::from(seat.0)),
    });
    calls.collect()
}

/// A stake.
pub(crate) fn encode_stake(stake: &Stake) -> api::Stake {
    api::Stake {
        unit: stake.unit,
        bid: stake.bid,
        doublings: stake.doublings,
        value: stake.value,
        bonus: stake.bonus,
        doubled: seats(&stake.doubled),
    }
}

/// The end of a deal.
pub(crate) fn encode_deal_end(pack: &Pack, end: &DealEnd) -> api::DealEnded {
    api::DealEnded {
        deal: end.deal,
        reactivated: seats(&end.reactivated),
        winners: seats(&end.winners),
        stake: end.stake.as_ref().map(encode_stake),
        results: end.results.clone(),
        totals: end.totals.clone(),
        hands: end.hands.iter().map(|hand| print_cards(pack, hand)).collect(),
        zones: end.zones.iter().map(|zone| encode_zone(pack, zone)).collect(),
        played: print_cards(pack, &end.played),
        points: end.points,
    }
}

/// The end of a match.
pub(crate) fn encode_match_end(end: &MatchEnd) -> api::MatchEnded {
    api::MatchEnded {
        r#match: end.number,
        winners: seats(&end.winners),
        totals: end.totals.clone(),
    }
}

/// The end of a match, from its message.
pub(crate) fn decode_match_end(message: &api::MatchEnded) -> Option<MatchEnd> {
    let winners = message.winners.iter().map(|&seat| u8::try_from(seat).ok().map(Seat));
    Some(MatchEnd {
        number: message.r#match,
        winners: winners.collect::<Option<_>>()?,
        totals: message.totals.clone(),
    })
}

/// The encoded message of an event.
pub fn encode_bytes(pack: &Pack, event: &Event) -> Vec<u8> {
    encode(pack, event).encode_to_vec()
}

/// Seats as numbers.
fn seats(seats: &[Seat]) -> Vec<u32> {
    seats.iter().map(|seat| u32::from(seat.0)).collect()
}

/// Cards that a viewer may know as text; nothing where the viewer may not.
pub(crate) fn known(pack: &Pack, cards: Option<&[Card]>) -> String {
    cards.map_or_else(String::new, |cards| print_cards(pack, cards))
}
