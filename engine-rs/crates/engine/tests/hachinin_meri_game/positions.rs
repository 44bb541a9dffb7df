//! Deals that are set up by hand.

use paizhuo_engine::cards::Card;
use paizhuo_engine::cards::unsun::UNSUN;
use paizhuo_engine::event::Event;
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::notation::{parse_faces, print_cards};
use paizhuo_engine::seat::Seat;
use paizhuo_engine::view::View;

use crate::support::{Driven, hachinin_meri};

/// A card in notation.
pub(crate) fn card(text: &str) -> Card {
    UNSUN.card(text).expect("the test writes a card")
}

/// Cards in notation.
pub(crate) fn cards(text: &str) -> Vec<Card> {
    parse_faces(&UNSUN, text).expect("the test writes cards")
}

/// Cards as text.
pub(crate) fn text(cards: &[Card]) -> String {
    print_cards(&UNSUN, cards)
}

/// A position of these hands under a trump suit; seat 0 deals, and leads where cards were played.
pub(crate) fn position(trump: &str, hands: [&str; 8]) -> Position {
    // A trump that nobody misses stands for the Oki.
    let held: Vec<Card> = hands.iter().flat_map(|hand| cards(hand)).collect();
    let trumps = (1..=9).rev().map(|rank| card(&format!("{trump}{rank}")));
    let oki = trumps.into_iter().find(|oki| !held.contains(oki)).expect("a free numeral");
    Position::new(hands.iter().map(|hand| cards(hand)).collect(), oki)
}

/// A table at such a position.
pub(crate) fn deal(options: &[&str], position: &Position) -> Driven {
    Driven::of_meri(hachinin_meri(options), position)
}

/// Nine cards a seat in the order of the pack, Guru from Robai on left over, but these cards where
/// they are wanted: each changes places with one that is wanted nowhere.
pub(crate) fn whole_hands(wanted: &[(usize, &str)]) -> Vec<Vec<Card>> {
    let all: Vec<Card> = UNSUN.cards().collect();
    let mut hands: Vec<Vec<Card>> = all.chunks(9).take(8).map(<[Card]>::to_vec).collect();
    let fixed: Vec<Card> = wanted.iter().map(|(_, text)| card(text)).collect();
    for &(seat, text) in wanted {
        if hands[seat].contains(&card(text)) {
            continue;
        }
        let before = hands.iter().position(|hand| hand.contains(&card(text)));
        let place = hands[seat].iter().position(|held| !fixed.contains(held));
        let given = std::mem::replace(&mut hands[seat][place.expect("a free card")], card(text));
        if let Some(other) = before {
            hands[other].retain(|held| *held != card(text));
            hands[other].push(given);
        }
    }
    hands
}

/// The points of both teams in the deal.
pub(crate) fn points(view: &View) -> [i64; 2] {
    [view.teams[0].points, view.teams[1].points]
}

/// What moved points, and how many.
pub(crate) fn moved(driven: &Driven) -> Vec<(&'static str, &'static str, u32)> {
    let events = driven.events(None).into_iter();
    let moved = events.filter_map(|event| match event {
        Event::PointsMoved(moved) => Some((moved.label, moved.to_team, moved.points)),
        _ => None,
    });
    moved.collect()
}

/// Who won the tricks so far.
pub(crate) fn winners(driven: &Driven) -> Vec<u8> {
    let events = driven.events(None).into_iter();
    let won = events.filter_map(|event| match event {
        Event::TrickEnded { winner: Seat(seat), .. } => Some(seat),
        _ => None,
    });
    won.collect()
}
