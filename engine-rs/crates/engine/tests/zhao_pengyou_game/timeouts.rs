//! What is done for who is out of time (ZP-6.4 to ZP-6.6), and what the server chooses to show.

use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::event::Event;
use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::notation::{print_action, print_cards};
use paizhuo_engine::seat::Seat;
use paizhuo_engine::trick::Trump;

use crate::staged::{cards, final_round, led};
use crate::support::{Driven, zhao_pengyou};

fn timeout(driven: &Driven) -> String {
    let seat = driven.asked().expect("somebody is asked");
    print_action(&FRENCH, &driven.table.on_timeout(seat).expect("it is asked"))
}

/// ZP-6.4: pass, yield.
#[test]
fn who_is_out_of_time_passes_and_yields() {
    let mut driven = final_round(["2s-2s", "2h-2h", "3d", "3c", "3s"], &[]);
    assert_eq!(timeout(&driven), "pass");
    driven.say(&["bid_cards 2s", "bid_cards 2h-2h"]);
    assert_eq!(timeout(&driven), "yield", "also where a defence is possible");
}

/// ZP-6.6: plain cards without points are buried first, then those with points, then trumps, each
/// lowest first; ties by suit order. Called are the highest faces of which the maker has none.
#[test]
fn who_is_out_of_time_buries_and_calls_by_rule() {
    let mut hands = vec![Vec::new(); 6];
    hands[0] = cards("3c-3s-Ah-As-Kc-5d-4h-6h-2c-r");
    let at = At::Bury(Seat(0), Trump { suit: 2, rank: Some(12) });
    let mut driven = Driven::of_friends(zhao_pengyou(6, &[]), &Position::new(hands, at));
    assert_eq!(timeout(&driven), "bury 3s-3c-As-5d-Kc-4h");
    driven.say(&[&timeout(&driven)]);
    assert_eq!(timeout(&driven), "call_friends Ad:1 Ac:1", "As is buried, hearts are trumps");
}

/// ZP-6.6: the lowest plain card is led, without plain cards the lowest trump; a follow is legal.
#[test]
fn who_is_out_of_time_leads_the_lowest() {
    let hands = ["Ad-3d-2s-4s", "Ah-Ah-3h-4h", "5h-6h-7h-8h", "9h-Th-Jh-Qh", "3c-4c-5c-6c"];
    let driven = led(hands, "2d", "Ac:1", &[]);
    assert_eq!(timeout(&driven), "play 4s");
    let driven = led(["Ad-3d-2s-r", hands[1], hands[2], hands[3], hands[4]], "2d", "Ac:1", &[]);
    assert_eq!(timeout(&driven), "play 3d");
    let hands = ["Kh-Kh", "3h-4h", "5h-6h", "7h-8h", "Ah-Th-Th-6h"];
    let mut driven = led(hands, "2d", "Ac:1", &[]);
    driven.say(&["play Kh-Kh"]);
    assert!(timeout(&driven).starts_with("play Th-Th"), "a pair is owed");
}

/// ZP-6.5: of those who beat what is led the first in the order of play shows the weakest cards
/// that do.
#[test]
fn the_first_who_beats_a_group_shows_the_weakest_cards() {
    let hands = ["As-Js-Js", "Ks-Ks-4s", "3s-5s-6s", "Ks-Ks-7s", "Ks-Qs-Qs"];
    let mut driven = led(hands, "2d", "Ac:1", &[]);
    driven.say(&["play As-Js-Js"]);
    let shown = driven.events(None).into_iter().find_map(|event| match event {
        Event::LeadWithdrawn(withdrawn) => Some(withdrawn),
        _ => None,
    });
    let shown = shown.expect("the group falls");
    assert_eq!((shown.beaten_by, shown.penalty), (Seat(4), 10));
    assert_eq!(print_cards(&FRENCH, &shown.beating), "Qs-Qs");
    assert_eq!(print_cards(&FRENCH, &shown.withdrawn), "As");
}
