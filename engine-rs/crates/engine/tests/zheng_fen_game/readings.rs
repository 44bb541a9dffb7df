//! Readings at the table: which is taken, and which a play may name (sections 4.4 and 4.5).

use paizhuo_engine::games::zheng_fen::Kind;
use paizhuo_engine::notation::print_action;

use crate::support::{Driven, Setup, zheng_fen};

const WILD: &[&str] = &["jokers_wild=true"];

/// What stands on the table, as category:key:run and labels.
fn standing(driven: &Driven) -> String {
    let trick = driven.public().trick.expect("a trick");
    let laid = trick.to_beat().expect("something stands");
    format!("{}:{}:{} {}", laid.category, laid.key, laid.run, laid.labels.join(","))
}

/// Leads a hand of which a card is left, and tells what stands.
fn led(options: &[&str], hand: &str, action: &str) -> String {
    let hands = [&format!("{hand}-3s"), "Ac", "Ad"];
    let mut driven = Driven::points(zheng_fen(3, options), &hands, 0);
    match driven.try_say(action) {
        Ok(_) => standing(&driven),
        Err(error) => format!("{} {}", error.reason.code(), error.rule),
    }
}

/// Z4.24: without a word a lead has its canonical reading; named, any other one.
#[test]
fn a_lead_has_its_canonical_reading_or_the_named_one() {
    let hand = "7h-8h-9h-b-r";
    for (said, stands) in [
        ("", "suit_sequence:J:5 "),
        (" as suit_sequence", "suit_sequence:J:5 "),
        (" as *:9", "suit_sequence:9:5 "),
        (" as suit_sequence:T:5", "suit_sequence:T:5 "),
        (" as poker", "poker:9:1 adjacent"),
        (" as poker:7", "poker:7:1 adjacent"),
        (" b=6h", "suit_sequence:T:5 "),
        (" b=6h r=5h", "suit_sequence:9:5 "),
        (" b=9c", "poker:9:1 adjacent"),
        (" as pair_sequence", "NO_SUCH_READING Z4.21"),
        (" as poker:9 label=any", "poker:9:1 any"),
        (" as poker:9 label=points", "NO_SUCH_READING Z4.21"),
        (" as suit_sequence label=any", "NO_SUCH_READING Z4.21"),
        (" b=7h", "NO_SUCH_READING Z4.21"),
        (" b=6h r=6h", "NO_SUCH_READING Z4.21"),
        (" b=r", "NO_SUCH_READING Z4.21"),
        (" 3s=6h", "NO_SUCH_READING Z4.21"),
        (" label=none", "NO_SUCH_READING Z4.21"),
    ] {
        assert_eq!(led(WILD, hand, &format!("play {hand}{said}")), stands, "{said}");
    }
    assert_eq!(led(&[], "7c-7d", "play 7c-7d b=7h"), "NO_SUCH_READING Z4.21");
    assert_eq!(led(WILD, "7c-b", "play b b=7h"), "NO_SUCH_READING Z4.21", "alone it is itself");
}

/// Z4.21, Z4.24: a follower's set takes the strongest reading of the led kind that beats the
/// table, else the strongest special; a named one must beat it.
#[test]
fn a_follower_takes_the_reading_that_beats_the_table() {
    let answer = |led: &str, said: &str| {
        let hands = [&format!("{led}-3s"), "5h-b-r-4s", "Ad"];
        let mut driven = Driven::points(zheng_fen(3, WILD), &hands, 0);
        driven.say(&[&format!("play {led}")]);
        match driven.try_say(&format!("play 5h-b-r{said}")) {
            Ok(_) => standing(&driven),
            Err(error) => format!("{} {}", error.reason.code(), error.rule),
        }
    };
    assert_eq!(answer("4c-4d-4h", ""), "triplet:5:1 ", "the led kind first");
    assert_eq!(answer("4c-4d-4h", " as special"), "special:suited:1 ");
    assert_eq!(answer("6c-6d-6h", ""), "special:suited:1 ");
    assert_eq!(answer("6c-6d-6h", " as special:mixed"), "special:mixed:1 ");
    assert_eq!(answer("6c-6d-6h", " as triplet"), "NOT_HIGHER Z4.11");
    assert_eq!(answer("5s-Ts-Ks", ""), "NOT_HIGHER Z4.11");
    assert_eq!(answer("8c", ""), "special:suited:1 ", "a special beats any kind");
}

/// Z4.21: the event repeats what a play said, and names what was taken.
#[test]
fn the_event_says_which_reading_was_taken() {
    let hands = ["7h-8h-9h-b-r-3s", "Ac", "Ad"];
    for (said, told) in [
        ("", "play 7h-8h-9h-b-r as suit_sequence:J:5"),
        (" b=6h", "play 7h-8h-9h-b-r as suit_sequence:T:5 b=6h"),
        (" as poker:8", "play 8h-b-r-7h-9h as poker:8:1 label=any"),
    ] {
        let mut driven = Driven::points(zheng_fen(3, WILD), &hands, 0);
        driven.say(&[&format!("play 7h-8h-9h-b-r{said}")]);
        let view = driven.public();
        let paizhuo_engine::event::Event::Acted(acted) = &view.last_events[0] else {
            panic!("a play is told first")
        };
        assert_eq!(print_action(driven.pack(), &acted.action), told);
        let mut again = Driven::points(zheng_fen(3, WILD), &hands, 0);
        again.say(&[told]);
        assert_eq!(again.table.hash(), driven.table.hash(), "told again it is the same play");
    }
}

/// Z4.20: where labels bind, the led one stays for the trick, and specials beat as ever.
#[test]
fn the_led_label_binds_where_labels_bind() {
    let bind = ["poker_match=label"];
    let hands = ["7c-7d-7h-Kc-Kd-3s", "8c-8d-8h-9c-9d-4s", "9s-Th-Ks-5d-Tc-Td-Ts-Jd-Qd"];
    let mut driven = Driven::points(zheng_fen(3, &bind), &hands, 0);
    driven.say(&["play 7c-7d-7h-Kc-Kd"]);
    assert_eq!(standing(&driven), "poker:7:1 pair");
    assert_eq!(driven.refusal("play 8c-8d-8h-9c-9d as poker label=any"), "NO_SUCH_READING Z4.21");
    driven.say(&["play 8c-8d-8h-9c-9d"]);
    assert_eq!(standing(&driven), "poker:8:1 pair");
    assert_eq!(driven.refusal("play Tc-Td-Ts-Jd-Qd"), "OTHER_TYPE Z4.20");
    driven.say(&["play 5d-Th-Ks"]);
    let mut driven = Driven::points(zheng_fen(3, &bind), &hands, 0);
    driven.say(&["play 7c-7d-7h-Kc-Kd label=any", "play 8c-8d-8h-4s-9d"]);
    driven.say(&["play Tc-Td-Ts-Jd-Qd"]);
    assert_eq!(standing(&driven), "poker:T:1 any");
}

/// Z4.20, Z4.21: a leader's list has every label that may be named, and each leads to its own.
#[test]
fn every_label_that_may_be_named_is_listed() {
    let hands = ["Jc-Jd-Jh-5c-5d", "4s", "6s"];
    let driven = Driven::points(zheng_fen(3, &["poker_match=label"]), &hands, 0);
    let listed: Vec<String> =
        driven.listed().into_iter().filter(|action| action.contains("poker")).collect();
    let expected = ["pair", "points", "any"]
        .map(|label| format!("play Jc-Jd-Jh-5c-5d as poker:J:1 label={label}"));
    assert_eq!(listed, expected);
}

/// Z4.0d: more cards than any hand has allow nothing, and are read as nothing.
#[test]
fn more_cards_than_a_hand_are_nothing() {
    let ruleset = Setup::new("zheng_fen", 3, "pagat", &[]).ruleset().expect("accepted");
    let climbing = ruleset.climbing().expect("a climbing game");
    let named = |cards: u8| -> Vec<_> {
        let faces = (0..cards).map(paizhuo_engine::cards::Card);
        faces.map(paizhuo_engine::action::Named::Face).collect()
    };
    assert!(!climbing.plays(&named(18), None).is_empty());
    assert_eq!(climbing.plays(&named(19), None), []);
    assert_eq!(climbing.classify(&named(20)), [], "five quartets in a row");
}

/// Z1.3: a rank alone names no card.
#[test]
fn suits_matter() {
    assert_eq!(led(&[], "7c-7d", "play 7-7"), "MALFORMED_CARDS Z1.3");
}

/// Every kind has its place in its list, and nothing has a name twice.
#[test]
fn kinds_are_listed_by_their_places() {
    for (place, kind) in Kind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, place);
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
    }
}
