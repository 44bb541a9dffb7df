//! Shuffling and dealing (HM-2.2 to HM-2.5).

use super::apply::receive;
use super::declaring::{in_turn, without_asking};
use super::order::pack;
use super::rules::Rules;
use super::sight::{teams, zones};
use super::state::{InPlay, SEATS, State, sorted};
use crate::cards::{Card, Hand};
use crate::event::{Event, Fact};
use crate::game::{DealNumber, Stage};
use crate::rng::DealRng;
use crate::seat::Seat;
use crate::trick::Trump;

/// Cards that a seat is dealt at once, and how many rounds of that there are (HM-2.3).
const PACKET: usize = 3;
const ROUNDS: usize = 3;

/// Deals the next deal (HM-2.3: the first dealer by lot, the shuffle).
pub(super) fn deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    rng: &mut DealRng,
    facts: &mut Vec<Fact>,
) {
    let dealer = match (state.dealer, rules.first_dealer) {
        (Some(before), _) => rules.next(before),
        (None, Some(seat)) => seat,
        (None, None) => {
            Seat(u8::try_from(rng.below(u32::from(Rules::SEATS))).expect("a seat fits"))
        }
    };
    let mut deck: Vec<Card> = pack().collect();
    rng.shuffle(&mut deck);
    let mut deal = hand_out(rules, dealer, &deck);
    facts.push(Fact::Dealt {
        match_number: number.match_number,
        deal: number.deal,
        attempt: number.attempt,
        dealer,
        hands: deal.hands.iter().map(|hand| sorted(hand.iter())).collect(),
        zones: zones(&deal, None),
    });
    let trump = Trump { suit: deal.trumps.suit, rank: None };
    let ranking = deal.ranking.clone();
    facts.push(Fact::Public(Event::TrumpSet { trump, ranking }));
    state.dealer = Some(dealer);
    facts.push(Fact::Public(Event::TeamsChanged(teams(state.totals, Some(&deal)))));
    if let Some(declared) = without_asking(&deal) {
        receive(&mut deal, declared, facts);
    }
    state.in_play = Some(deal);
    state.stage = Stage::Decisions;
}

/// Three rounds of packets of three, beginning at the dealer's left; then the Oki and two more
/// (HM-2.3 to HM-2.5).
pub(super) fn hand_out(rules: &Rules, dealer: Seat, deck: &[Card]) -> InPlay {
    let mut hands = [Hand::default(); SEATS];
    let mut packets = deck.chunks_exact(PACKET);
    for _ in 0..ROUNDS {
        for (seat, packet) in in_turn(rules, dealer).zip(&mut packets) {
            for &card in packet {
                hands[seat.index()].add(card);
            }
        }
    }
    let dealt = ROUNDS * PACKET * SEATS;
    InPlay::new(dealer, &hands, deck[dealt], [deck[dealt + 1], deck[dealt + 2]])
}
