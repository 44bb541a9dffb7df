//! Dealing: the cards, with their suits, from the deal's generator (D2).

use std::sync::Arc;

use super::dealing::{Shuffled, shuffle};
use super::faces::sorted;
use super::payment::stake;
use super::rules::Rules;
use super::state::{InPlay, State};
use super::zones::dealt_zones;
use crate::cards::{Card, Hand};
use crate::event::{Event, Fact};
use crate::game::{DealNumber, Stage};
use crate::rng::DealRng;
use crate::seat::Seat;

/// Deals the next deal or the next attempt of the same (D2.9: first dealer, shuffle, cut, place).
pub(super) fn deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    rng: &mut DealRng,
    facts: &mut Vec<Fact>,
) {
    let seats = rules.seats.count();
    let dealer = state.next_dealer.unwrap_or_else(|| {
        Seat(u8::try_from(rng.below(u32::from(seats))).expect("a seat fits into u8"))
    });
    let winner = state.previous_winner.map(|seat| seat.0);
    let shuffled = shuffle(rules, dealer.0, winner, rng);
    let in_play = laid_out(rules, dealer, &shuffled, state.redeals);
    facts.push(Fact::Dealt {
        match_number: number.match_number,
        deal: number.deal,
        attempt: number.attempt,
        dealer,
        hands: Seat::all(seats).map(|seat| sorted(&in_play.hands[seat.index()])).collect(),
        zones: dealt_zones(&in_play),
    });
    facts.push(Fact::Public(Event::StakeChanged(stake(rules, &in_play))));
    state.dealer = Some(dealer);
    state.next_dealer = Some(dealer);
    state.stage = Stage::Decisions;
    state.agreed = 0;
    state.calls = Arc::default();
    state.in_play = Some(in_play);
}

/// Hands out the cards of a shuffled pack, one at a time, the dealer first (D2.4, D2.6.6).
fn laid_out(rules: &Rules, dealer: Seat, shuffled: &Shuffled, redeals: u32) -> InPlay {
    let seats = rules.seats.count();
    let drawn = usize::from(seats) * usize::from(rules.hand_size());
    let (drawn, left) = shuffled.cards().split_at(drawn);
    let mut hands = [Hand::default(); 4];
    let mut seat = dealer;
    for &id in drawn {
        hands[seat.index()].add(face(id));
        seat = seat.plus(1, seats);
    }
    let bottom = left.iter().map(|&id| face(id)).collect();
    let faceup = shuffled.shown.map(|shown| (face(shown.card), Seat(shown.seat)));
    InPlay::new(rules, &hands, bottom, faceup, Seat(shuffled.first_bidder), redeals)
}

/// The face of the card with this id (D2.6.1).
fn face(id: u8) -> Card {
    Card(id % 54)
}
