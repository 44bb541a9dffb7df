//! What a hand may lead or follow with: lists that never take long.

use super::component::Shape;
use super::follow::check_follow;
use super::grouping::{faces, holdings};
use super::lead::Lead;
use super::order::TrumpOrder;
use super::rules::Rules;
use crate::cards::{Card, Hand};
use crate::trick::{EffectiveSuit, Order, held, owed};

/// Most sets of cards that are looked at for a list; what is found by then is a sample.
const LOOKS_MAX: usize = 20_000;

/// Most leads that are listed one by one; of more, groups are left out.
const LEADS_MAX: usize = 2_048;

/// What a hand may lead, each set once, and whether that is all. Where there are more than `limit`,
/// singles, sets and sequences come before a sample of the groups; where there are too many, alone.
pub(super) fn leads(
    rules: &Rules,
    order: &TrumpOrder,
    hand: &Hand,
    limit: usize,
) -> (Vec<Hand>, bool) {
    let suits = suits_of(order, hand);
    let parts = suits.iter().flat_map(|(_, cards)| components(rules, order, cards));
    let parts: Vec<Hand> = parts.collect();
    if !rules.group_lead {
        return (parts, true);
    }
    // Every set of cards of one suit may be led.
    let sets = |cards: &Hand| {
        let choices = faces(cards).map(|card| usize::from(cards.count(card)) + 1);
        choices.fold(1, usize::saturating_mul) - 1
    };
    let all = suits.iter().map(|(_, cards)| sets(cards)).fold(0, usize::saturating_add);
    if all > LEADS_MAX || (limit < all && limit <= parts.len()) {
        return (parts, false);
    }
    let mut found = Vec::with_capacity(all);
    for (_, cards) in &suits {
        subsets(cards, |set| found.push(*set));
    }
    if limit < all {
        found.retain(|set| !parts.contains(set));
        let room = limit - parts.len();
        let groups = (0..room).map(|place| found[place * found.len() / room]);
        return (parts.iter().copied().chain(groups).collect(), false);
    }
    (found, true)
}

/// The singles, sets and sequences among cards of one suit, and by option the trios.
fn components(rules: &Rules, order: &TrumpOrder, cards: &Hand) -> Vec<Hand> {
    let mut found: Vec<Hand> = Vec::new();
    for copies in 1..=4 {
        for run in 1..=12 {
            if run > 1 && copies == 1 {
                break;
            }
            let held = holdings(order, cards, Shape { copies, run });
            found.extend(held.iter().map(|component| component.all().collect::<Hand>()));
        }
    }
    if rules.scoring_trio_lead {
        let scoring: Hand =
            cards.iter().filter(|&card| super::order::card_points(card) > 0).collect();
        choose(&scoring, 3, &mut |set| {
            if !found.contains(set) && Lead::of(rules, order, set).is_ok() {
                found.push(*set);
            }
            true
        });
    }
    found
}

/// What a hand may play to a lead, each set once, and whether that is all: at most about `limit`.
pub(super) fn follows(
    rules: &Rules,
    order: &TrumpOrder,
    lead: &Lead,
    hand: &Hand,
    limit: usize,
) -> (Vec<Hand>, bool) {
    let size = lead.size().min(hand.len());
    let suited: Hand = held(order, hand, lead.suit).collect();
    let due = owed(order, hand, lead.suit, size);
    // Who has enough of the suit chooses among it; who has not gives all of it.
    let (base, from, missing) = if due == size {
        (Hand::default(), suited, size)
    } else {
        let others = hand.iter().filter(|&card| order.suit(card) != lead.suit).collect();
        (suited, others, size - due)
    };
    let mut found = Vec::new();
    let mut looks = 0;
    let whole = choose(&from, missing, &mut |set| {
        let mut cards = *set;
        base.iter().for_each(|card| cards.add(card));
        if check_follow(rules, order, lead, hand, &cards).is_ok() {
            found.push(cards);
        }
        looks += 1;
        looks < LOOKS_MAX && found.len() <= limit
    });
    if found.is_empty() {
        found.push(some_follow(rules, order, lead, hand));
    }
    (found, whole)
}

/// A legal play to a lead: what is owed, else the lowest cards. A fixed choice (ZP-6.6).
pub(super) fn some_follow(rules: &Rules, order: &TrumpOrder, lead: &Lead, hand: &Hand) -> Hand {
    follow_by(rules, order, lead, hand, &mut |card| {
        let (trump, strength, suit) = order.low_to_high(card);
        (trump, super::order::card_points(card), strength, suit)
    })
}

/// A legal play to a lead that takes what is owed, of several ways, and the rest by a key, lowest
/// first.
///
/// Sets that are owed are taken from the faces with the fewest copies that suffice, which leaves
/// most for smaller ones; see [`super::follow`].
pub(super) fn follow_by<K: Ord>(
    rules: &Rules,
    order: &TrumpOrder,
    lead: &Lead,
    hand: &Hand,
    key: &mut dyn FnMut(Card) -> K,
) -> Hand {
    let size = lead.size().min(hand.len());
    let suited: Hand = held(order, hand, lead.suit).collect();
    let mut chosen = Hand::default();
    if suited.len() >= size {
        let mut left = suited;
        for part in owed_sets(rules, order, lead, &suited, key) {
            for card in part {
                left.remove(card);
                chosen.add(card);
            }
        }
        fill(&mut chosen, &left, size, key);
        return chosen;
    }
    chosen = suited;
    let others: Hand = hand.iter().filter(|&card| order.suit(card) != lead.suit).collect();
    fill(&mut chosen, &others, size, key);
    chosen
}

/// Adds the lowest cards by a key, breaking as few sets as it can, up to a size.
fn fill<K: Ord>(chosen: &mut Hand, from: &Hand, size: usize, key: &mut dyn FnMut(Card) -> K) {
    let mut cards = from.to_cards();
    cards.sort_by_cached_key(|&card| (key(card), card.0));
    let missing = size - chosen.len();
    cards.into_iter().take(missing).for_each(|card| chosen.add(card));
}

/// The sets that are owed, as cards.
fn owed_sets<K: Ord>(
    rules: &Rules,
    order: &TrumpOrder,
    lead: &Lead,
    suited: &Hand,
    key: &mut dyn FnMut(Card) -> K,
) -> Vec<Vec<Card>> {
    use super::lead::Kind;
    use super::rules::FollowSets;
    if rules.follow_sets == FollowSets::SuitOnly || lead.kind == Kind::Trio {
        return Vec::new();
    }
    let forced = rules.follow_sets == FollowSets::ForcedSubpatterns;
    if forced && lead.kind == Kind::Sequence {
        let held = holdings(order, suited, lead.components[0].shape());
        if let Some(lowest) = held.into_iter().next() {
            return vec![lowest.all().collect()];
        }
    }
    let mut need = [0u32; 5];
    for shape in lead.components.iter().map(super::component::Component::shape) {
        need[usize::from(shape.copies)] += u32::from(shape.run);
    }
    let mut left = *suited;
    let mut sets = Vec::new();
    for copies in (2..=4u8).rev() {
        while need[usize::from(copies)] > 0 {
            let held = faces(&left).filter(|&card| left.count(card) >= copies);
            let best =
                held.min_by_key(|&card| (left.count(card) % copies, left.count(card), key(card)));
            let Some(card) = best else {
                if forced && copies > 2 {
                    need[usize::from(copies) - 1] += need[usize::from(copies)];
                }
                break;
            };
            let set = vec![card; usize::from(copies)];
            for &card in &set {
                left.remove(card);
            }
            sets.push(set);
            need[usize::from(copies)] -= 1;
        }
    }
    sets
}

/// The cards of a hand by effective suit, plain suits first.
pub(super) fn suits_of(order: &TrumpOrder, hand: &Hand) -> Vec<(EffectiveSuit, Hand)> {
    let plain = (0..4).map(EffectiveSuit::Plain);
    let suits = plain.chain([EffectiveSuit::Trumps]);
    let suits = suits.map(|suit| (suit, held(order, hand, suit).collect::<Hand>()));
    suits.filter(|(_, cards)| !cards.is_empty()).collect()
}

/// Every set of cards but the empty one.
fn subsets(cards: &Hand, mut each: impl FnMut(&Hand)) {
    for size in 1..=cards.len() {
        choose(cards, size, &mut |set| {
            each(set);
            true
        });
    }
}

/// Every choice of so many cards, equal cards counted once, until `each` says no more. Whether all
/// were shown.
fn choose(cards: &Hand, size: usize, each: &mut dyn FnMut(&Hand) -> bool) -> bool {
    let faces: Vec<(Card, u8)> = faces(cards).map(|card| (card, cards.count(card))).collect();
    let mut left = vec![0usize; faces.len() + 1];
    for place in (0..faces.len()).rev() {
        left[place] = left[place + 1] + usize::from(faces[place].1);
    }
    if size > left[0] {
        return true;
    }
    choose_from(&faces, &left, 0, size, &mut Hand::default(), each)
}

fn choose_from(
    faces: &[(Card, u8)],
    left: &[usize],
    place: usize,
    missing: usize,
    chosen: &mut Hand,
    each: &mut dyn FnMut(&Hand) -> bool,
) -> bool {
    if missing == 0 {
        return each(chosen);
    }
    if left[place] < missing {
        return true;
    }
    let (card, copies) = faces[place];
    let most = usize::from(copies).min(missing);
    let mut goes_on = true;
    for taken in 0..=most {
        if taken > 0 {
            chosen.add(card);
        }
        goes_on = goes_on && choose_from(faces, left, place + 1, missing - taken, chosen, each);
    }
    (0..most).for_each(|_| chosen.remove(card));
    goes_on
}
