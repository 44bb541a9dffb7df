//! The end of a deal: whose the last cards are, what it scores, and whether the match is over.

use std::sync::Arc;

use super::dealing::sorted;
use super::rules::{LastPlayer, Rules, TieRule};
use super::state::{Before, InPlay, State, points};
use crate::climbing::Faces;
use crate::event::{DealEnd, Event, Fact, MatchEnd, Zone};
use crate::game::{DealNumber, Stage};
use crate::seat::Seat;

/// The zone of a seat's pile.
pub(super) const PILE: &str = "pile";
/// The zone of the cards that the last player still held.
pub(super) const LAST_HAND: &str = "last_hand";

/// To whom what the last player has goes: the pile, and the hand (Z5.13).
pub(super) fn heirs(rules: &Rules, first_out: Seat, last: Seat) -> (Seat, Seat) {
    match rules.last_player {
        LastPlayer::Keeps => (last, last),
        LastPlayer::TricksToFirst => (first_out, last),
        LastPlayer::TricksAndHandToFirst => (first_out, first_out),
    }
}

/// Books the last hand, counts, and ends the match where its end is reached (Z5.10, Z6).
pub(super) fn end_deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    facts: &mut Vec<Fact>,
) {
    let seats = usize::from(rules.seats);
    let deal = state.in_play.as_mut().expect("a deal was played out");
    let held: Vec<_> = deal.hands[..seats].iter().map(|&hand| sorted(hand)).collect();
    book(rules, deal, facts);
    let results: Vec<i64> =
        deal.piles[..seats].iter().map(|&pile| i64::from(points(pile))).collect();
    let before = Before {
        first_out: deal.out[0],
        last: *deal.out.last().expect("everybody is out"),
        decided: deal.decided,
    };
    let zones = piles(rules, deal, true);
    for (total, scored) in state.totals.iter_mut().zip(&results) {
        *total += scored;
    }
    state.before = Some(before);
    state.deals_played += 1;
    let end = DealEnd {
        reactivated: Vec::new(),
        deal: number.deal,
        winners: highest(&results),
        stake: None,
        results,
        totals: state.totals[..seats].to_vec(),
        hands: held,
        zones,
        played: Vec::new(),
        points: None,
    };
    facts.push(Fact::Public(Event::DealEnded(end.clone())));
    state.stage = Stage::Deal;
    let winners = match_winners(rules, &end.totals);
    if !winners.is_empty() {
        let end = MatchEnd { number: number.match_number, winners, totals: end.totals.clone() };
        facts.push(Fact::Public(Event::MatchEnded(end.clone())));
        state.match_end = Some(Arc::new(end));
        state.stage = Stage::Over;
    }
    state.last_deal = Some(Arc::new(end));
}

/// The last player's hand is shown, and goes with the pile to whom they belong (Z5.8.2, Z5.13).
fn book(rules: &Rules, deal: &mut InPlay, facts: &mut Vec<Fact>) {
    let last = deal.last().expect("at most one player holds cards");
    // It stays on show where it was.
    let hand = deal.hands[last.index()];
    if !hand.is_empty() {
        deal.out.push(last);
        facts.extend(last_hand(deal).map(|zone| Fact::Public(Event::CardsShown(zone))));
    }
    let pile = std::mem::take(&mut deal.piles[last.index()]);
    let (of_pile, of_hand) = heirs(rules, deal.out[0], last);
    for (heir, cards) in [(of_pile, pile), (of_hand, hand)] {
        deal.piles[heir.index()] = deal.piles[heir.index()] | cards;
    }
}

/// The cards that the last player still held, once they have been shown (Z5.14).
pub(super) fn last_hand(deal: &InPlay) -> Option<Zone> {
    let last = deal.last().filter(|_| deal.over)?;
    let hand = deal.hands[last.index()];
    let cards = Some(sorted(hand));
    let zone = Zone { name: LAST_HAND, size: hand.size(), cards, seat: Some(last) };
    (!hand.is_empty()).then_some(zone)
}

/// The piles, each with how many cards it has, and with these where they are open.
pub(super) fn piles(rules: &Rules, deal: &InPlay, open: bool) -> Vec<Zone> {
    let zone = |seat: Seat| {
        let pile: Faces = deal.piles[seat.index()];
        let cards = open.then(|| sorted(pile));
        Zone { name: PILE, size: pile.size(), cards, seat: Some(seat) }
    };
    Seat::all(rules.seats).map(zone).collect()
}

/// The seats with the most.
fn highest(points: &[i64]) -> Vec<Seat> {
    let most = points.iter().max();
    let seats = (0..).map(Seat).zip(points);
    seats.filter(|(_, points)| Some(*points) == most).map(|(seat, _)| seat).collect()
}

/// Who has won the match with these totals; nobody: it goes on (Z6.2).
pub(super) fn match_winners(rules: &Rules, totals: &[i64]) -> Vec<Seat> {
    let reached = totals.iter().any(|&total| total >= i64::from(rules.target));
    let leading = highest(totals);
    let decided = leading.len() == 1 || rules.tie_rule == TieRule::Shared;
    if reached && decided { leading } else { Vec::new() }
}
