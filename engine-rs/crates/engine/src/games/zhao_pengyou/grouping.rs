//! The canonical grouping of cards of one effective suit (ZP-4.7).

use super::component::{Component, Shape};
use super::order::TrumpOrder;
use crate::cards::{Card, Hand};
use crate::trick::Order;

/// Most places of a run: twelve ranks, and with `trump_sequences_high` four more above.
const STEPS_MAX: usize = 16;

/// The components of cards of one effective suit: again and again the one with most cards is
/// taken from what remains, of equal ones that with larger sets, the higher top, the first suit.
///
/// It is exact: of every set size the longest runs are looked at, and a component with most cards
/// is a longest run of its set size.
pub fn grouping(order: &TrumpOrder, cards: &Hand) -> Vec<Component> {
    let mut left = *cards;
    let mut components = Vec::new();
    while !left.is_empty() {
        let component = greatest(order, &left);
        component.all().for_each(|card| left.remove(card));
        components.push(component);
    }
    components
}

/// The component that a grouping takes first.
fn greatest(order: &TrumpOrder, cards: &Hand) -> Component {
    let mut best: Option<Component> = None;
    let mut offer = |component: Component| {
        let key = component.place(order);
        if best.as_ref().is_none_or(|found| key < found.place(order)) {
            best = Some(component);
        }
    };
    for card in faces(cards) {
        offer(Component { cards: vec![card], copies: cards.count(card) });
    }
    let most = faces(cards).map(|card| cards.count(card)).max().unwrap_or(0);
    for copies in 2..=most {
        longest_runs(order, cards, copies).into_iter().for_each(&mut offer);
    }
    best.expect("there are cards")
}

/// Every sequence of sets of so many copies that cannot be made longer, from high to low; of the
/// cards at one place the first in suit order stands for all.
fn longest_runs(order: &TrumpOrder, cards: &Hand, copies: u8) -> Vec<Component> {
    let places = at_places(order, cards, copies);
    let mut runs = Vec::new();
    let mut run: Vec<Card> = Vec::new();
    for place in places.iter().rev().map(|found| found.first()).chain([None]) {
        if let Some(&card) = place {
            run.push(card);
            continue;
        }
        if run.len() > 1 {
            runs.push(Component { cards: std::mem::take(&mut run), copies });
        }
        run.clear();
    }
    runs
}

/// For each place of a run the faces with so many copies, in suit order.
fn at_places(order: &TrumpOrder, cards: &Hand, copies: u8) -> [Vec<Card>; STEPS_MAX] {
    let mut places: [Vec<Card>; STEPS_MAX] = Default::default();
    for card in faces(cards).filter(|&card| cards.count(card) >= copies) {
        if let Some(step) = order.step(card) {
            places[usize::from(step)].push(card);
        }
    }
    for place in &mut places {
        place.sort_unstable_by_key(|&card| TrumpOrder::suit_place(card));
    }
    places
}

/// Every way to hold a shape among cards of one effective suit, from low to high, suits in order
/// where strength is equal. One place of a run can have cards of several suits (ZP-7.13): each is
/// a sequence of its own.
pub(super) fn holdings(order: &TrumpOrder, cards: &Hand, shape: Shape) -> Vec<Component> {
    let copies = shape.copies;
    let mut found = Vec::new();
    if shape.run == 1 {
        let held = faces(cards).filter(|&card| cards.count(card) >= copies);
        found.extend(held.map(|card| Component { cards: vec![card], copies }));
    } else {
        let places = at_places(order, cards, copies);
        let windows = places.windows(usize::from(shape.run));
        let runs = windows.flat_map(one_of_each);
        found.extend(runs.map(|cards| Component { cards, copies }));
    }
    found.sort_by_cached_key(|held| {
        let suits: Vec<u8> = held.cards.iter().map(|&card| TrumpOrder::suit_place(card)).collect();
        (order.strength(held.top()), suits)
    });
    found
}

/// Every choice of one card at each place, from high to low; none where a place has no card.
fn one_of_each(places: &[Vec<Card>]) -> Vec<Vec<Card>> {
    places.iter().rev().fold(vec![Vec::new()], |begun, place| {
        let longer = |cards: &Vec<Card>, card: Card| [cards.as_slice(), &[card]].concat();
        begun.iter().flat_map(|cards| place.iter().map(move |&card| longer(cards, card))).collect()
    })
}

/// The different faces of cards.
pub(super) fn faces(cards: &Hand) -> impl Iterator<Item = Card> + Clone + '_ {
    (0..54).map(Card).filter(|&card| cards.count(card) > 0)
}
