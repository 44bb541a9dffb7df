//! Shuffling and dealing (Z2).

use super::rules::{LaterLead, Rules};
use super::sight::zones;
use super::state::{Before, HEART_THREE, InPlay, State};
use crate::cards::Card;
use crate::climbing::Faces;
use crate::event::{Event, Fact, Zone};
use crate::game::{DealNumber, Stage};
use crate::rng::DealRng;
use crate::seat::Seat;

/// The zone of ♥3 while everybody knows who holds it.
pub(super) const HEART_THREE_ZONE: &str = "h3";
/// Cards of the pack.
pub(super) const PACK_SIZE: u8 = 54;

/// Deals the next deal (Z2.8: the first shuffler, the shuffle, the cut).
pub(super) fn deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    rng: &mut DealRng,
    facts: &mut Vec<Fact>,
) {
    let shuffler = match state.before {
        Some(before) => before.last,
        None => Seat(u8::try_from(rng.below(u32::from(rules.seats))).expect("a seat fits")),
    };
    let hands = hand_out(rules, first_drawer(rules, shuffler), &shuffled(rng));
    let mut holders = Seat::all(rules.seats).filter(|seat| hands[seat.index()].has(HEART_THREE));
    let holder = holders.next().expect("somebody holds every card");
    let leader = leader(rules, state.before);
    let opener = leader.is_none().then_some(holder);
    let leader = leader.unwrap_or(holder);
    let in_play = InPlay::new(rules, hands, leader, opener);
    facts.push(Fact::Dealt {
        match_number: number.match_number,
        deal: number.deal,
        attempt: number.attempt,
        dealer: shuffler,
        hands: Seat::all(rules.seats).map(|seat| sorted(hands[seat.index()])).collect(),
        zones: zones(rules, &in_play),
    });
    facts.push(Fact::Public(Event::TrickBegun { leader }));
    state.shuffler = Some(shuffler);
    state.in_play = Some(in_play);
    state.stage = Stage::Decisions;
}

/// The pack, shuffled and cut, the top card first (Z2.7).
pub(super) fn shuffled(rng: &mut DealRng) -> Vec<Card> {
    let mut deck: Vec<Card> = (0..PACK_SIZE).map(Card).collect();
    rng.shuffle(&mut deck);
    let cut = 1 + rng.below(u32::from(PACK_SIZE) - 1);
    deck.rotate_left(cut as usize);
    deck
}

/// Who takes the first card (Z2.4).
pub(super) fn first_drawer(rules: &Rules, shuffler: Seat) -> Seat {
    if rules.cutter_draws { shuffler.plus(1, rules.seats) } else { shuffler }
}

/// Hands the cards out one by one until all are taken (Z2.4, Z2.5).
pub(super) fn hand_out(rules: &Rules, start: Seat, deck: &[Card]) -> [Faces; Rules::SEATS_MAX] {
    let mut hands = [Faces::EMPTY; Rules::SEATS_MAX];
    let mut seat = start;
    for &card in deck {
        hands[seat.index()] = hands[seat.index()] | Faces::of(card);
        seat = seat.plus(1, rules.seats);
    }
    hands
}

/// Who leads to the first trick for what came of the deal before; nobody where who holds ♥3 does
/// (Z2.6, Z2.9).
pub(super) fn leader(rules: &Rules, before: Option<Before>) -> Option<Seat> {
    let before = before?;
    match rules.later_lead {
        LaterLead::H3 => None,
        LaterLead::FirstOut => Some(before.first_out),
        LaterLead::LastTrickWinner => before.decided,
    }
}

/// ♥3, as long as everybody knows who holds it.
pub(super) fn opener_zone(deal: &InPlay) -> Option<Zone> {
    let seat = deal.known_opener()?;
    let cards = Some(vec![HEART_THREE]);
    Some(Zone { name: HEART_THREE_ZONE, size: 1, cards, seat: Some(seat) })
}

/// Cards as players sort them: r b 2 A K … 3, and spades before hearts, diamonds and clubs.
pub(super) fn sorted(cards: Faces) -> Vec<Card> {
    cards.iter().rev().collect()
}
