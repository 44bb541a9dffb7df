//! Fault reports of other engines, each with the right outcome at a table of ours.

use paizhuo_engine::action::Verb;
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::combination::Combination;
use paizhuo_engine::game::Stage;
use paizhuo_engine::notation::parse_cards;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, dou_dizhu};

fn readings(options: &[&str], cards: &str) -> Vec<String> {
    let rules = dou_dizhu(3, options);
    let spread: Vec<String> = cards.chars().map(String::from).collect();
    let cards = parse_cards(&FRENCH, &spread.join("-")).expect("the test writes cards");
    let all = rules.climbing().expect("a climbing game").classify(&cards);
    let told = |found: &Combination| format!("{}:{}:{}", found.category, found.key, found.run);
    all.iter().map(told).collect()
}

/// D4.20, D4.22: sets that other engines misread or crash on.
#[test]
fn reported_sets_are_read_right() {
    let reported = ["34445555", "33334444", "555666777888", "333344", "666777br", "7777br"];
    for cards in reported {
        let strict = readings(&[], cards);
        let expected: &[&str] =
            if cards == "555666777888" { &["triplet_sequence:8:4"] } else { &[] };
        assert_eq!(strict, expected, "{cards}");
        let loose = readings(&["kickers=loose"], cards);
        assert_eq!(loose.is_empty(), cards == "34445555", "{cards}: {loose:?}");
    }
    for cards in ["A2345", "23456", "AA2233", "AAA222"] {
        assert_eq!(readings(&[], cards), [""; 0], "{cards}");
    }
    assert_eq!(readings(&[], "22233"), ["triplet_pair:2:1"]);
}

/// D4.21: `AAAAKKKK` has two readings, the player may name one, and the ranking follows.
#[test]
fn a_player_may_name_the_reading_of_two_quads() {
    let loose = ["kickers=loose"];
    assert_eq!(readings(&loose, "AAAAKKKK"), ["quad_pairs:A:1", "quad_pairs:K:1"]);
    let hands = ["K-K-K-K-A-A-A-A-3", "Q-Q-Q-Q-J-J-J-J-5", "4"];
    for (said, key, beaten) in [("", "A", false), (" as quad_pairs:K", "K", false)] {
        let mut driven = Driven::position(dou_dizhu(3, &loose), &hands, "");
        driven.say(&["bid 3", &format!("play A-A-A-A-K-K-K-K{said}")]);
        let standing = driven.public().trick.expect("a trick").to_beat().cloned();
        assert_eq!(standing.expect("it stands").key, key);
        let answer = driven.try_say("play Q-Q-Q-Q-J-J-J-J").is_ok();
        assert_eq!(answer, beaten);
    }
    let hands = ["3-3-3-3-K-K-K-K-4", "Q-Q-Q-Q-J-J-J-J-5", "4"];
    for (said, beaten) in [("", false), (" as quad_pairs:3", true)] {
        let mut driven = Driven::position(dou_dizhu(3, &loose), &hands, "");
        driven.say(&["bid 3", &format!("play 3-3-3-3-K-K-K-K{said}")]);
        assert_eq!(driven.try_say("play Q-Q-Q-Q-J-J-J-J").is_ok(), beaten, "{said}");
    }
}

/// D4.12, D4.15: the rocket in either order of its cards, on a straight and on a bomb.
#[test]
fn the_rocket_beats_in_either_order() {
    for rocket in ["play b-r", "play r-b", "play r b"] {
        for standing in ["play 4-5-6-7-8", "play 9-9-9-9"] {
            let hands = ["4-5-6-7-8-9-9-9-9", "b-r-3", "K"];
            let mut driven = Driven::position(dou_dizhu(3, &[]), &hands, "");
            driven.say(&["bid 3", standing, rocket]);
            let standing = driven.public().trick.expect("a trick").to_beat().cloned();
            assert_eq!(standing.expect("it stands").category, "rocket");
        }
    }
}

/// D4.15: on QQ 8888 stands; then 22 is refused, as is an equal pair on QQ, and 9999 stands.
#[test]
fn a_bomb_on_a_pair_is_beaten_by_a_bomb_alone() {
    let hands = ["Q-Q-3", "8-8-8-8-Q-Q-4", "2-2-9-9-9-9-5"];
    let mut driven = Driven::position(dou_dizhu(3, &[]), &hands, "");
    driven.say(&["bid 3", "play Q-Q"]);
    assert_eq!(driven.refusal("play Q-Q"), "NOT_HIGHER D4.15");
    driven.say(&["play 8-8-8-8"]);
    assert_eq!(driven.refusal("play 2-2"), "OTHER_TYPE D4.15");
    driven.say(&["play 9-9-9-9"]);
    let standing = driven.public().trick.expect("a trick").to_beat().cloned();
    assert_eq!(standing.map(|bomb| (bomb.category, bomb.key)), Some(("bomb", "9")));
}

/// D5.6: a hand played out by one airplane with wings ends the deal at once.
#[test]
fn one_airplane_with_wings_ends_the_deal() {
    let hands = ["3-3-3-4-4-4-5-5-5-6-6-6-7-7-7-8-9", "T", "J"];
    let mut driven = Driven::position(dou_dizhu(3, &[]), &hands, "T-J-2");
    driven.say(&["bid 3", "play 3-3-3-4-4-4-5-5-5-6-6-6-7-7-7-8-9-T-J-2"]);
    let end = driven.public().last_deal.expect("it ended");
    assert_eq!((end.winners, end.results), (vec![Seat(0)], vec![6, -3, -3]));
    assert_eq!(driven.table.stage(), Stage::Between);
    let words = driven.table.decisions();
    assert!(words.iter().all(|open| open.verbs == [Verb::Continue, Verb::Stop]));
}

/// D3.6: after all passed there is a redeal, and every view of that state is valid.
#[test]
fn all_pass_leaves_a_valid_state() {
    for (seats, words) in [(3, "pass pass pass"), (4, "pass pass pass pass")] {
        for auction in ["auction=bid123", "auction=bid_once", "auction=call_rob"] {
            let mut driven = Driven::dealt(dou_dizhu(seats, &[auction]), 11);
            driven.say(&words.split(' ').collect::<Vec<_>>());
            assert_eq!(driven.table.stage(), Stage::Redeal);
            let seats_of_table = Seat::all(driven.ruleset.seats()).map(Some);
            for viewer in std::iter::once(None).chain(seats_of_table) {
                let view = driven.table.view(viewer);
                assert_eq!((view.phase, view.seats.len()), ("redeal", seats as usize));
                assert_eq!((view.stake.is_none(), view.own_hand().len()), (true, 0));
            }
            driven.follow();
            assert_eq!((driven.public().phase, driven.public().attempt), ("auction", 2));
        }
    }
}

/// D3.10: calling and robbing end as the option says, also where everybody robs.
#[test]
fn everybody_may_rob_and_the_caller_robs_back() {
    for (seats, said, landlord, robs) in
        [(3, "call rob rob rob", 0, 3), (4, "call rob rob rob pass", 3, 3)]
    {
        let hands = &["3-4", "5-6", "7-8", "9-T"][..seats as usize];
        let mut driven = Driven::position(dou_dizhu(seats, &["auction=call_rob"]), hands, "J");
        driven.say(&said.split(' ').collect::<Vec<_>>());
        assert_eq!(driven.asked(), Some(Seat(landlord)));
        assert_eq!(driven.public().stake.expect("a stake").value, 1 << robs);
    }
}
