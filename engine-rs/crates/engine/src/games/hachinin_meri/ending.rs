//! The ends of tricks, deals and matches (HM-4.12, HM-5).

use std::sync::Arc;

use super::apply::laid_open;
use super::plays::seen;
use super::rules::{Rules, team};
use super::sight::{TEAMS, apart, teams};
use super::state::{InPlay, Laid, Phase, SEATS, State};
use super::trick::{Complete, TrickKind};
use crate::cards::Card;
use crate::event::{DealEnd, Event, Fact, MatchEnd, PointsMoved};
use crate::game::{DealNumber, Stage};
use crate::seat::Seat;

/// Ends the trick on the table; after the eighth the ninth follows by itself, and with it the deal
/// ends (HM-4.12).
pub(super) fn end_trick(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    facts: &mut Vec<Fact>,
) {
    let deal = state.in_play.as_mut().expect("a deal is in play");
    turn_up(deal, facts);
    let kind = if deal.is_meri() { TrickKind::Meri } else { TrickKind::Plain };
    take(rules, deal, kind, deal.leader, facts);
    deal.closed |= kind == TrickKind::Meri;
    let over = deal.tricks == Rules::TRICKS - 1;
    if over {
        play_final(rules, deal, facts);
    }
    if over {
        end_deal(rules, state, number, facts);
    }
    facts.push(Fact::Public(Event::TeamsChanged(teams(state.totals, state.in_play.as_ref()))));
    if !over {
        facts.push(Fact::Public(Event::TrickBegun { leader: state.deal().leader }));
    }
}

/// What lies face down is turned up, all of it together (HM-4.10).
fn turn_up(deal: &mut InPlay, facts: &mut Vec<Fact>) {
    let hidden: Vec<Seat> =
        deal.trick.iter().filter(|laid| laid.face_down).map(|laid| laid.seat).collect();
    if hidden.is_empty() {
        return;
    }
    for laid in &mut deal.trick {
        laid.face_down = false;
    }
    let turned = deal.trick.iter().filter(|laid| hidden.contains(&laid.seat));
    let turned = turned.map(|&laid| (laid.seat, seen(deal, laid, None))).collect();
    facts.push(Fact::Public(Event::PlaysTurnedUp(turned)));
}

/// The winner takes the trick, a point, and what a combination transfers (HM-5.1, HM-5.3).
fn take(rules: &Rules, deal: &mut InPlay, kind: TrickKind, supplier: Seat, facts: &mut Vec<Fact>) {
    let plays: Vec<(Seat, Card)> = deal.trick.iter().map(|laid| (laid.seat, laid.card)).collect();
    let trick = Complete { kind, plays: &plays, supplier, meri_before: deal.closed };
    let winner = trick.winner(deal.trumps);
    let (to, from) = (team(winner), 1 - team(winner));
    deal.points[to] += 1;
    if let Some((combo, points)) = trick.transfer(rules, deal.trumps, deal.status()) {
        deal.points[to] += i64::from(points);
        deal.points[from] -= i64::from(points);
        facts.push(Fact::Public(Event::PointsMoved(PointsMoved {
            label: combo.name(),
            from_team: TEAMS[from],
            to_team: TEAMS[to],
            points: u32::from(points),
        })));
    }
    for &(_, card) in &plays {
        deal.played.add(card);
    }
    deal.trick.clear();
    deal.tricks += 1;
    deal.leader = winner;
    facts.push(Fact::Public(Event::TrickEnded { winner, points: 0, forgotten: false }));
}

/// All ninth cards are shown at once, and nobody reacts to them (HM-4.12, HM-4.13).
fn play_final(rules: &Rules, deal: &mut InPlay, facts: &mut Vec<Fact>) {
    let supplier = if rules.trick8_winner_supplies { deal.leader } else { deal.dealer };
    facts.push(Fact::Public(Event::TrickBegun { leader: supplier }));
    for seat in rules.round_from(supplier) {
        let hand = &mut deal.hands[seat.index()];
        let card = hand.iter().next().expect("everybody has a ninth card");
        hand.remove(card);
        deal.plays[seat.index()] += 1;
        let laid = Laid { seat, card, face_down: false };
        deal.trick.push(laid);
        facts.push(laid_open(deal, laid));
    }
    take(rules, deal, TrickKind::Final, supplier, facts);
    deal.phase = Phase::Over;
}

/// Books the points of a deal, and ends the match after its last one (HM-5.7 to HM-5.9).
fn end_deal(rules: &Rules, state: &mut State, number: DealNumber, facts: &mut Vec<Fact>) {
    let deal = state.in_play.as_ref().expect("a deal was played out");
    let points = deal.points;
    for (total, scored) in state.totals.iter_mut().zip(points) {
        *total += scored;
    }
    state.deals_played += 1;
    let end = DealEnd {
        reactivated: Vec::new(),
        deal: number.deal,
        winners: leading(points),
        stake: None,
        results: by_seat(points),
        totals: by_seat(state.totals),
        hands: vec![Vec::new(); SEATS],
        zones: apart(deal, None).collect(),
        played: Vec::new(),
        points: None,
    };
    facts.push(Fact::Public(Event::DealEnded(end.clone())));
    state.last_deal = Some(Arc::new(end));
    state.stage = Stage::Deal;
    if is_over(rules, state.totals, state.deals_played) {
        let end = MatchEnd {
            number: number.match_number,
            winners: leading(state.totals),
            totals: by_seat(state.totals),
        };
        facts.push(Fact::Public(Event::MatchEnded(end.clone())));
        state.match_end = Some(Arc::new(end));
        state.stage = Stage::Over;
    }
}

/// The match is over: all its deals were played, and where a tie is decided there is none
/// (HM-7.2, HM-7.11).
pub(super) fn is_over(rules: &Rules, totals: [i64; 2], deals_played: u32) -> bool {
    let tied = totals[0] == totals[1];
    deals_played >= u32::from(rules.deals) && !(tied && rules.extra_deal)
}

/// The seats of the team with more points; nobody where both have as many (HM-5.8).
fn leading(points: [i64; 2]) -> Vec<Seat> {
    let best = |seat: &Seat| points[team(*seat)] > points[1 - team(*seat)];
    Seat::all(Rules::SEATS).filter(best).collect()
}

/// What each seat's team has.
fn by_seat(points: [i64; 2]) -> Vec<i64> {
    Seat::all(Rules::SEATS).map(|seat| points[team(seat)]).collect()
}
