//! Dealing again what a viewer cannot see.

use super::deal::Phase;
use super::rules::Rules;
use super::sight::{knows_bottom, lies_open};
use super::state::{InPlay, State};
use crate::cards::{Card, Hand};
use crate::game::Stage;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};

/// The same state with everything dealt again that the viewer cannot see. What is public stays:
/// who holds the card that was turned face up (D2.6.7), bottom cards that were shown (D3.12.1)
/// and not played, a hand that lies open (D3.12.3), and the number of cards everywhere.
pub(super) fn resample(rules: &Rules, state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
    let mut other = state.clone();
    if state.stage == Stage::Decisions {
        other.in_play = Some(dealt_again(rules, state.deal(), viewer, state.redeals, rng));
    }
    other
}

fn dealt_again(
    rules: &Rules,
    deal: &InPlay,
    viewer: Viewer,
    redeals: u32,
    rng: &mut DealRng,
) -> InPlay {
    let seats = rules.seats.count();
    let landlord = deal.landlord();
    let hidden = |&seat: &Seat| viewer != Some(seat) && !lies_open(deal, seat);
    let known = |seat: Seat| known_cards(rules, deal, viewer, seat);
    let mut pool = Vec::new();
    for seat in Seat::all(seats).filter(hidden) {
        pool.extend(minus(&deal.hands[seat.index()], &known(seat)).iter());
    }
    if landlord.is_none() {
        pool.extend(deal.bottom.iter());
    }
    // The pool must not remember who held what before it is mixed.
    pool.sort_unstable();
    rng.shuffle(&mut pool);
    let mut hands = deal.hands;
    for seat in Seat::all(seats).filter(hidden) {
        let size = deal.hands[seat.index()].len();
        let mut hand = known(seat);
        for card in pool.split_off(pool.len() - (size - hand.len())) {
            hand.add(card);
        }
        hands[seat.index()] = hand;
    }
    let bottom = match landlord {
        None => pool.into_iter().collect(),
        Some(_) if knows_bottom(rules, deal, viewer) => deal.bottom,
        Some(landlord) => {
            let mut held = sum(&hands[landlord.index()], &deal.played[landlord.index()]);
            if let Some((card, _)) = deal.faceup.filter(|&(_, seat)| seat == landlord) {
                // It was drawn, so it cannot have been among the bottom cards (D2.7).
                held.remove(card);
            }
            let mut cards = held.to_cards();
            rng.shuffle(&mut cards);
            cards.into_iter().take(deal.bottom.len()).collect()
        }
    };
    played_again(rules, deal, &hands, bottom, redeals)
}

/// The deal of other hidden cards after the same moves.
fn played_again(
    rules: &Rules,
    deal: &InPlay,
    hands: &[Hand; 4],
    bottom: Hand,
    redeals: u32,
) -> InPlay {
    let mut dealt = *hands;
    for (hand, played) in dealt.iter_mut().zip(&deal.played) {
        *hand = sum(hand, played);
    }
    if let Some(landlord) = deal.landlord() {
        dealt[landlord.index()] = minus(&dealt[landlord.index()], &bottom);
    }
    let first = Seat(deal.core.auction().first_bidder());
    let mut other = InPlay::new(rules, &dealt, bottom, deal.faceup, first, redeals);
    for made in deal.moves.to_vec() {
        other.advance(rules, made);
    }
    other.hands = *hands;
    other.played = deal.played;
    other.trick.clone_from(&deal.trick);
    other.tricks = deal.tricks;
    for seat in Seat::all(rules.seats.count()) {
        other.check_hand(seat);
    }
    debug_assert!(!matches!(other.core.phase(), Phase::Won(_)));
    other
}

/// The cards that everybody, or the viewer, knows a seat to hold.
fn known_cards(rules: &Rules, deal: &InPlay, viewer: Viewer, seat: Seat) -> Hand {
    let mut known = Hand::default();
    if let Some((card, _)) = deal.faceup.filter(|&(_, holder)| holder == seat) {
        known.add(card);
    }
    if deal.landlord() == Some(seat) && knows_bottom(rules, deal, viewer) {
        known = sum(&known, &deal.bottom);
    }
    // What the seat has played of these it holds no more; it may have played others of the kind.
    let played = &deal.played[seat.index()];
    let mut left = Hand::default();
    let mut gone = *played;
    for card in known.iter() {
        if gone.count(card) > 0 {
            gone.remove(card);
        } else {
            left.add(card);
        }
    }
    left
}

fn sum(one: &Hand, other: &Hand) -> Hand {
    one.iter().chain(other.iter()).collect()
}

fn minus(from: &Hand, taken: &Hand) -> Hand {
    let mut left = *from;
    taken.iter().for_each(|card: Card| left.remove(card));
    left
}
