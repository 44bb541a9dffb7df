//! Dealing again what a viewer cannot see.

use super::order::TrumpOrder;
use super::rules::Rules;
use super::state::{InPlay, State, suit_bit};
use crate::action::Named;
use crate::cards::{Card, Hand};
use crate::game::Stage;
use crate::rng::DealRng;
use crate::seat::{Seat, Viewer};
use crate::trick::Order;

/// How often it is tried to deal with all that is known, before less is kept.
const TRIES: usize = 40;

/// The same state with everything dealt again that the viewer cannot see: the hands of others, what
/// has yet to be drawn, the kitty and what was buried.
///
/// Kept are cards that everybody has seen in a hand, those that the maker showed before burying in
/// the hand or buried; suits that a seat has shown to be out of; that calls can be met: nobody but
/// the maker knows whether the called card was buried; and that who called the other copy of a card
/// had one and no more.
pub(super) fn resample(rules: &Rules, state: &State, viewer: Viewer, rng: &mut DealRng) -> State {
    let mut other = state.clone();
    if state.stage == Stage::Decisions {
        other.in_play = Some(dealt_again(rules, state.deal(), viewer, rng));
    }
    other
}

/// Where a card may be that a viewer does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Hand(Seat),
    Buried,
    Undrawn,
}

struct Slot {
    place: Place,
    size: usize,
}

fn dealt_again(rules: &Rules, deal: &InPlay, viewer: Viewer, rng: &mut DealRng) -> InPlay {
    let sees_buried = viewer.is_some() && viewer == deal.maker;
    let known = |seat: Seat| known_cards(deal, seat);
    let mut pool: Vec<Card> = Vec::new();
    let mut slots: Vec<Slot> = Vec::new();
    for seat in Seat::all(rules.seats).filter(|&seat| viewer != Some(seat)) {
        let mut hidden = *deal.hand(seat);
        known(seat).iter().for_each(|card| hidden.remove(card));
        pool.extend(hidden.iter());
        slots.push(Slot { place: Place::Hand(seat), size: hidden.len() });
    }
    if !sees_buried {
        pool.extend(deal.buried.iter());
        slots.push(Slot { place: Place::Buried, size: deal.buried.len() });
    }
    let undrawn = undrawn(deal);
    pool.extend(&deal.pack[undrawn.clone()]);
    slots.push(Slot { place: Place::Undrawn, size: undrawn.len() });
    // In one order, so that it does not remember who held what.
    pool.sort_unstable();
    let of_maker = if sees_buried { Hand::default() } else { shown_before(deal) };
    let pool = marked(&pool, of_maker);
    let dealt = (0..TRIES).find_map(|_| try_deal(rules, deal, &pool, &slots, true, rng));
    let dealt = dealt.or_else(|| try_deal(rules, deal, &pool, &slots, false, rng));
    let dealt = dealt.expect("cards fit somewhere where nothing is kept");
    let mut other = deal.clone();
    let mut pack = deal.pack.to_vec();
    // Where cards were that have been drawn is of no use any more, and would tell who has them.
    pack[..deal.drawn].fill(Card(0));
    if deal.maker.is_some() {
        pack[deal.to_hands..].fill(Card(0));
    }
    for (slot, cards) in slots.iter().zip(dealt) {
        match slot.place {
            Place::Hand(seat) => {
                let mut hand = known(seat);
                for card in cards {
                    hand.add(card);
                }
                other.hands[seat.index()] = hand;
            }
            Place::Buried => other.buried = cards.into_iter().collect(),
            Place::Undrawn => {
                let mut cards = cards;
                rng.shuffle(&mut cards);
                pack[undrawn.clone()].copy_from_slice(&cards);
            }
        }
    }
    other.pack = pack.into();
    other
}

/// The places of the pack that nobody has seen yet: all that is to be drawn, and the kitty until
/// the maker has taken it.
fn undrawn(deal: &InPlay) -> std::ops::Range<usize> {
    let end = if deal.maker.is_none() { deal.pack.len() } else { deal.to_hands };
    deal.drawn..end.max(deal.drawn)
}

/// Cards that the maker showed before burying, without those that have been seen in the hand since.
fn shown_before(deal: &InPlay) -> Hand {
    let Some(maker) = deal.maker.filter(|_| !deal.buried.is_empty()) else {
        return Hand::default();
    };
    let mut cards = deal.shown[maker.index()];
    deal.shown_since.iter().for_each(|card| cards.remove(card));
    cards
}

/// Each card of a pool, and whether it is one of those that the maker has or has buried.
fn marked(pool: &[Card], mut of_maker: Hand) -> Vec<(Card, bool)> {
    let mark = |&card: &Card| {
        let is_one = of_maker.count(card) > 0;
        if is_one {
            of_maker.remove(card);
        }
        (card, is_one)
    };
    pool.iter().map(mark).collect()
}

/// Cards of a hand that everybody has seen there.
fn known_cards(deal: &InPlay, seat: Seat) -> Hand {
    let may_be_buried = deal.maker == Some(seat) && !deal.buried.is_empty();
    let shown = if may_be_buried { &deal.shown_since } else { &deal.shown[seat.index()] };
    let mut known = Hand::default();
    for card in shown.iter() {
        if known.count(card) < deal.hand(seat).count(card) {
            known.add(card);
        }
    }
    known
}

/// The copy of this card that the maker does not hold is called, and has not been played yet.
fn is_called_other(deal: &InPlay, card: Card) -> bool {
    let mut open = deal.calls.iter().filter(|called| called.met_by.is_none());
    open.any(|called| called.call.copy.is_none() && called.call.card == Named::Face(card))
}

/// Deals a pool into slots; with `keeping` what is known of suits and calls is kept. None where
/// that did not work out.
fn try_deal(
    rules: &Rules,
    deal: &InPlay,
    pool: &[(Card, bool)],
    slots: &[Slot],
    keeping: bool,
    rng: &mut DealRng,
) -> Option<Vec<Vec<Card>>> {
    let order = deal.trump.map(|trump| TrumpOrder::new(rules, trump));
    let allowed = |(card, of_maker): (Card, bool), place: Place| match (place, &order) {
        _ if !keeping => true,
        (Place::Hand(seat), _) if of_maker && deal.maker != Some(seat) => false,
        (Place::Undrawn, _) if of_maker => false,
        (Place::Hand(seat), _) if deal.maker == Some(seat) && is_called_other(deal, card) => false,
        (Place::Hand(seat), Some(order)) => {
            deal.voids[seat.index()] & suit_bit(order.suit(card)) == 0
        }
        (Place::Buried, _) => !deal
            .calls
            .iter()
            .any(|called| called.met_by.is_none() && called.call.card == Named::Face(card)),
        _ => true,
    };
    let mut cards = pool.to_vec();
    rng.shuffle(&mut cards);
    // What fits into the fewest places comes first.
    let places = |card| slots.iter().filter(|slot| allowed(card, slot.place)).count();
    cards.sort_by_cached_key(|&card| places(card));
    let mut dealt: Vec<Vec<Card>> = slots.iter().map(|_| Vec::new()).collect();
    for card in cards {
        let free = |index: &usize| slots[*index].size - dealt[*index].len();
        let fits = |index: &usize| free(index) > 0 && allowed(card, slots[*index].place);
        let open: Vec<usize> = (0..slots.len()).filter(fits).collect();
        let total: usize = open.iter().map(free).sum();
        if total == 0 {
            return None;
        }
        let mut drawn = rng.below(u32::try_from(total).expect("a few packs")) as usize;
        let chosen = open.into_iter().find(|index| {
            let here = free(index);
            let hit = drawn < here;
            drawn = drawn.saturating_sub(here);
            hit
        });
        dealt[chosen?].push(card.0);
    }
    Some(dealt)
}
