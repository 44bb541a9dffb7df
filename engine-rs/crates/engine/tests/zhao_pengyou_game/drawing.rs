//! Drawing: one card at a time, with bids at any moment (ZP-2.5, ZP-2.6, ZP-2.18).

use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::game::Stage;
use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::notation::print_cards;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::table::Command;

use crate::staged::cards;
use crate::support::{Driven, Made, zhao_pengyou};

/// Hands of the draw: seat 0 and 1 hold twos; three more cards are drawn, then the kitty.
fn drawing(options: &[&str]) -> Driven {
    let hands = ["2s-2s-9h", "2h-2h-8h", "2d-9d-8d", "3c-9c", "3d-9s"].map(cards).to_vec();
    let position = Position::new(hands, At::Draw(cards("2c-5c-6c")));
    Driven::of_friends(zhao_pengyou(5, options), &position)
}

/// Design: one decision a seat for the whole drawing, whatever happens in between.
#[test]
fn the_drawing_is_one_decision_for_each_seat() {
    let mut driven = drawing(&[]);
    let first = driven.table.decisions();
    assert_eq!(first.len(), 5);
    assert!(first.iter().all(|decision| decision.voluntary && decision.kind == "draw"));
    assert_eq!(driven.table.on_timeout(Seat(0)), None, "nobody waits for a bid");
    driven.make(Made::Draw(1)).expect("a draw is legal");
    driven.says(1, "bid_cards 2h").expect("a bid at any moment");
    assert_eq!(driven.table.decisions(), first);
    driven.says(0, "bid_cards 2s-2s").expect("a challenge");
    assert_eq!(driven.table.to_draw(), 0, "no card is drawn while a challenge is open (ZP-2.16)");
    let open = driven.table.decisions();
    assert_eq!((open[1].kind, open[1].voluntary), ("defence", false));
    assert_eq!(open.iter().filter(|one| first.contains(one)).count(), 4);
    driven.says(1, "yield").expect("the holder gives way");
    assert_eq!(driven.table.decisions(), first, "the same questions with the same names");
}

/// ZP-2.8, ZP-2.16: of two bids at one moment the second is told why it comes too late, and may be
/// made again with more.
#[test]
fn two_bids_at_one_moment_are_both_answered() {
    let mut driven = drawing(&[]);
    let names = driven.table.decisions();
    let named = |seat: usize| Some(names[seat].id.clone());
    driven.says(0, "bid_cards 2s").expect("the first");
    let late = driven.says(1, "bid_cards 2h").expect_err("the second");
    assert_eq!((late.reason.code(), late.rule), ("BID_TOO_LOW", "ZP-2.8"));
    let action = paizhuo_engine::notation::parse_action(&FRENCH, "bid_cards 2h-2h").expect("one");
    let id = named(1);
    let again = Command::Act { seat: Seat(1), decision_id: id.as_deref(), action: &action };
    driven.table = driven.table.prepare(again).expect("its decision is open still").next;
    let other = driven.says(2, "bid_cards 2d").expect_err("a challenge is open");
    assert_eq!((other.reason.code(), other.rule), ("CHALLENGE_OPEN", "ZP-2.16"));
    driven.says(0, "yield").expect("the holder gives way");
}

/// ZP-7.4: with `bid_timing` = `after_draw` nobody is asked before the final round.
#[test]
fn bids_after_the_drawing_only_by_option() {
    let mut driven = drawing(&["bid_timing=after_draw"]);
    assert!(driven.table.decisions().is_empty() && driven.table.willing().is_empty());
    assert_eq!(driven.table.draws_until_willing(&[Seat(0), Seat(1)]), driven.table.to_draw());
    driven.draw_all();
    assert_eq!(driven.public().phase, "auction");
    assert_eq!(driven.asked(), Some(Seat(0)));
}

/// ZP-2.5, ZP-1.3: all cards go round one by one; what is left is the kitty; each seat is told its
/// own cards and how many the others drew.
#[test]
fn cards_go_round_until_the_kitty_is_left() {
    for (seats, left) in [(5, 8), (6, 6), (7, 6), (8, 6), (9, 6), (10, 6), (11, 6), (12, 6)] {
        let mut driven = Driven::dealt(zhao_pengyou(seats, &[]), 3);
        let starter = driven.public().dealer.expect("somebody draws first");
        driven.make(Made::Draw(1)).expect("a draw is legal");
        let drawn: Vec<u8> = driven.public().seats.iter().map(|seat| seat.hand_size).collect();
        assert_eq!(drawn.iter().position(|&size| size == 1), Some(starter.index()));
        driven.make(Made::Draw(1)).expect("a draw is legal");
        let second = starter.plus(1, u8::try_from(seats).expect("few")).index();
        assert_eq!(driven.public().seats[second].hand_size, 1, "clockwise (ZP-1.7)");
        driven.draw_all();
        let view = driven.public();
        let kitty = view.zones.iter().find(|zone| zone.name == "kitty").expect("a kitty");
        assert_eq!((kitty.size, &kitty.cards), (left, &None));
        assert!(view.zones.iter().all(|zone| zone.name != "stock"));
    }
}

/// What each seat is told of draws adds up to its hand.
#[test]
fn every_seat_is_told_its_own_cards() {
    let mut driven = Driven::dealt(zhao_pengyou(5, &[]), 4);
    driven.make(Made::Draw(7)).expect("draws are legal");
    driven.draw_all();
    let faces = (driven.ruleset.info().faces)();
    for seat in (0..5).map(Seat) {
        let mut told: Vec<_> = driven
            .events(Some(seat))
            .into_iter()
            .filter_map(|event| match event {
                paizhuo_engine::event::Event::CardsDrawn { cards, .. } => Some(cards),
                _ => None,
            })
            .flatten()
            .collect();
        let place = |card| faces.iter().rposition(|&face| face == card);
        told.sort_unstable_by_key(|&card| std::cmp::Reverse(place(card)));
        let hand = driven.table.view(Some(seat)).own_hand().to_vec();
        assert_eq!(print_cards(&FRENCH, &told), print_cards(&FRENCH, &hand));
    }
}

/// A bot is asked after every single draw: none is drawn past a card that lets one bid (ZP-2.6).
#[test]
fn no_card_is_drawn_past_a_possible_bid() {
    let mut driven = Driven::dealt(zhao_pengyou(6, &[]), 5);
    let all: Vec<Seat> = (0..6).map(Seat).collect();
    while driven.table.to_draw() > 0 && driven.table.stage() == Stage::Decisions {
        let count = driven.table.draws_until_willing(&all);
        for _ in 1..count {
            driven.make(Made::Draw(1)).expect("a draw is legal");
            assert!(driven.table.willing().is_empty(), "somebody could have bid");
        }
        driven.make(Made::Draw(1)).expect("a draw is legal");
        if let Some(&seat) = driven.table.willing().first() {
            let legal = driven.table.legal(seat, 8);
            let bid = legal.actions().next().expect("a willing seat has a bid").clone();
            driven.act(seat, bid).expect("a listed bid is legal");
            if let Some(holder) = driven.asked().filter(|_| driven.public().phase == "draw") {
                driven.says(holder.0, "yield").expect("the holder gives way");
            }
        }
    }
    assert_ne!(driven.public().phase, "draw");
}
