//! Dealing again what a viewer cannot see.

use super::declaring::undeclared_status;
use super::playable::discards;
use super::rules::Rules;
use super::state::{InPlay, Phase, SEATS, State};
use super::trick::RobaiStatus;
use crate::cards::Card;
use crate::game::Stage;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};

/// The same state with everything dealt again that the viewer cannot see: hands of others, trumps
/// of others that lie face down, the cards left over and the discard until they are shown, and
/// until the answers are told which others have answered, and what. What everybody knows stays:
/// sizes, that a face-down card is a trump, who took the Oki, who declared the Robai. Of who gave
/// no trump to Meri nothing is concluded (HM-4.14).
pub(super) fn resample(state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
    let mut other = state.clone();
    if state.stage == Stage::Decisions {
        other.in_play = Some(dealt_again(state.deal(), viewer, rng));
    }
    other
}

fn dealt_again(deal: &InPlay, viewer: Viewer, rng: &mut DealRng) -> InPlay {
    let mut other = deal.clone();
    let mut pool = hidden(deal, viewer);
    rng.shuffle(&mut pool);
    let mut kept = kept_by_receiver(deal, &pool);
    pool.retain(|card| !kept.contains(card));
    cover_again(&mut other, viewer, &mut pool, &mut kept);
    deal_receiver(&mut other, viewer, &mut pool, kept, rng);
    for seat in others(viewer).filter(|&seat| deal.receiver() != Some(seat)) {
        let size = other.hands[seat.index()].len();
        other.hands[seat.index()] = taken(&mut pool, size).into_iter().collect();
    }
    if !deal.opened {
        let left = taken(&mut pool, other.side.len());
        other.side = left.try_into().expect("two cards are left over");
        settle_status(&mut other);
        answer_again(&mut other, viewer, rng);
    }
    assert!(pool.is_empty(), "every hidden card has its place again");
    other
}

/// Seats whose cards the viewer does not see.
fn others(viewer: Viewer) -> impl Iterator<Item = Seat> {
    Seat::all(Rules::SEATS).filter(move |&seat| viewer != Some(seat))
}

/// So many cards from the end of the pool.
fn taken(pool: &mut Vec<Card>, count: usize) -> Vec<Card> {
    pool.split_off(pool.len() - count)
}

/// Every card that the viewer does not see, ascending, so that it does not remember where it was.
fn hidden(deal: &InPlay, viewer: Viewer) -> Vec<Card> {
    let hands = others(viewer).flat_map(|seat| deal.hands[seat.index()].to_cards());
    let mut pool: Vec<Card> = hands.collect();
    let covered = deal.trick.iter().filter(|laid| laid.face_down && viewer != Some(laid.seat));
    pool.extend(covered.map(|laid| laid.card));
    if !deal.opened {
        pool.extend(deal.side);
        pool.extend(deal.discard.filter(|_| viewer != deal.receiver()));
    }
    pool.sort_unstable();
    pool
}

/// The hidden cards of which everybody knows that they are the receiver's: the Oki, and the native
/// Robai where it was declared.
fn kept_by_receiver(deal: &InPlay, pool: &[Card]) -> Vec<Card> {
    let Some(declared) = deal.declared else { return Vec::new() };
    let robai = deal.trumps.native_robai();
    let robai = (declared.status == RobaiStatus::Declared).then_some(robai);
    let known = std::iter::once(deal.oki).chain(robai);
    known.filter(|card| pool.contains(card)).collect()
}

/// Whatever lies face down is some trump (HM-6.3); only the receiver may have played what
/// everybody knows to be the receiver's, and has where the hand is too small for it.
fn cover_again(other: &mut InPlay, viewer: Viewer, pool: &mut Vec<Card>, kept: &mut Vec<Card>) {
    let (trumps, receiver) = (other.trumps, other.receiver());
    let is_covered = |laid: &super::state::Laid| laid.face_down && viewer != Some(laid.seat);
    let a_trump = |pool: &mut Vec<Card>| {
        let place = pool.iter().rposition(|&card| trumps.has(card));
        place.map(|place| pool.remove(place))
    };
    let mut covered: Vec<_> = other.trick.iter_mut().filter(|laid| is_covered(laid)).collect();
    // The receiver comes last: others can have none of the kept cards.
    covered.sort_by_key(|laid| receiver == Some(laid.seat));
    for laid in covered {
        let is_receiver = receiver == Some(laid.seat);
        let must_be_kept = is_receiver && kept.len() > other.hands[laid.seat.index()].len();
        let card = if must_be_kept { None } else { a_trump(pool) };
        let card = card.or_else(|| kept.pop());
        laid.card = card.expect("as many trumps as before");
    }
}

/// The receiver has what is known to be kept there and any other cards, of which a discard that is
/// still face down is one that was allowed (HM-2.10).
fn deal_receiver(
    other: &mut InPlay,
    viewer: Viewer,
    pool: &mut Vec<Card>,
    kept: Vec<Card>,
    rng: &mut DealRng,
) {
    let Some(seat) = other.receiver().filter(|&seat| viewer != Some(seat)) else { return };
    let hides_discard = !other.opened && other.discard.is_some();
    let size = other.hands[seat.index()].len() + usize::from(hides_discard);
    let mut cards = taken(pool, size - kept.len());
    cards.extend(kept);
    if hides_discard {
        let mut allowed = discards(other.trumps, &cards);
        rng.shuffle(&mut allowed);
        other.discard = allowed.first().copied();
        cards.retain(|&card| other.discard != Some(card));
    }
    other.hands[seat.index()] = cards.into_iter().collect();
}

/// Until the cards left over are shown nobody but its holder knows whether an undeclared Robai is
/// among them (HM-6.6).
fn settle_status(other: &mut InPlay) {
    let unclear = |status| matches!(status, RobaiStatus::Undeclared | RobaiStatus::Side);
    let status = undeclared_status(other);
    if let Some(declared) = other.declared.as_mut().filter(|declared| unclear(declared.status)) {
        declared.status = status;
    }
}

/// As many others have answered as before, any of them; only who holds the native Robai now can
/// have declared (HM-6.5).
fn answer_again(other: &mut InPlay, viewer: Viewer, rng: &mut DealRng) {
    let Phase::Declaring(answers) = &other.phase else { return };
    let mut again = [None; SEATS];
    let mut seats: Vec<Seat> = others(viewer).collect();
    let answered = seats.iter().filter(|seat| answers[seat.index()].is_some()).count();
    rng.shuffle(&mut seats);
    for seat in &seats[..answered] {
        again[seat.index()] = Some(other.holds_robai(*seat) && rng.below(2) == 0);
    }
    if let Some(own) = viewer {
        again[own.index()] = answers[own.index()];
    }
    other.phase = Phase::Declaring(again);
}
