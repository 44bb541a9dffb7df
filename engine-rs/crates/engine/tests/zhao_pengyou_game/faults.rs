//! Faults that programs of this family are known for, each with the right value.

use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::seat::Seat;

use crate::staged::{cards, final_round, led, led_with};
use crate::support::{Driven, zhao_pengyou};

fn roles(driven: &Driven) -> Vec<&'static str> {
    driven.public().seats.iter().map(|seat| seat.role).collect()
}

/// ZP-4.10: against two pairs a triple and a single hold a pair back.
#[test]
fn a_pair_may_not_be_held_back_behind_a_triple() {
    let hands = ["Ah-Ah-Kh-Kh-4d", "4c-5c-6c-7c-8c", "9c-Tc-Jc-Qc-Kc", "4s-5s-6s-7s-8s", ""];
    let hands = [hands[0], hands[1], hands[2], hands[3], "3h-3h-3h-Th-Th-7h"];
    let mut driven = led(hands, "2d", "As:1", &[]);
    driven.say(&["play Ah-Ah-Kh-Kh"]);
    assert_eq!(driven.asked(), Some(Seat(4)), "play goes counter-clockwise");
    assert_eq!(driven.refusal("play 3h-3h-3h-7h"), "MUST_FOLLOW_SETS ZP-4.10");
    driven.say(&["play Th-Th-3h-3h"]);
}

/// ZP-4.10: a sequence of trump pairs is owed pairs.
#[test]
fn a_sequence_of_trump_pairs_obliges_pairs() {
    let hands = ["Kd-Kd-Qd-Qd", "3c-4c-5c-6c", "7c-8c-9c-Tc", "3s-4s-5s-6s", "2s-2s-b-9d-8d"];
    let mut driven = led(hands, "2d", "As:1", &[]);
    driven.say(&["play Kd-Kd-Qd-Qd"]);
    assert_eq!(driven.refusal("play 2s-b-9d-8d"), "MUST_FOLLOW_SETS ZP-4.10");
    driven.say(&["play 2s-2s-9d-8d"]);
}

/// ZP-4.8: a single ace and a sequence stand against a pair of aces.
#[test]
fn a_pair_does_not_beat_a_sequence() {
    let hands =
        ["Ah-Kh-Kh-Qh-Qh", "3c-4c-5c-6c-7c", "8c-9c-Tc-Jc-Qc", "3s-4s-5s-6s-7s", "Ah-Ah-3h-4h-5h"];
    let mut driven = led(hands, "2d", "As:1", &[]);
    driven.say(&["play Ah-Kh-Kh-Qh-Qh"]);
    let view = driven.public();
    let trick = view.trick.expect("a trick");
    let lead = trick.plays[0].1.as_ref().expect("a lead");
    assert_eq!((lead.category, lead.cards.len()), ("group", 5));
    assert_eq!(view.seats[0].penalty, 0);
}

/// ZP-4.23, ZP-4.17: cards of the trump rank in two plain suits are equal everywhere: in grouping,
/// check and winning.
#[test]
fn equal_cards_of_the_trump_rank_are_equal_everywhere() {
    let hands = ["5d-5s-3c", "5c-5c-3h", "7c-8c-4h", "7s-8s-6h", "Ah-Kh-7h"];
    let mut driven = led(hands, "5h", "As:1", &[]);
    driven.say(&["play 5d-5s"]);
    let trick = driven.public().trick.expect("a trick");
    let lead = trick.plays[0].1.as_ref().expect("a lead");
    assert_eq!((lead.category, lead.cards.len()), ("group", 2), "nothing stronger: it stands");
    let mut driven = led(["5d", "5s", "5c", "2h", "Ah"], "5h", "As:1", &[]);
    driven.say(&["play 5d", "play Ah", "play 2h", "play 5c"]);
    assert_eq!(driven.public().trick.expect("a trick").standing(), Some(0));
    driven.say(&["play 5s"]);
    let view = driven.public();
    assert_eq!(view.seats[0].points, 15, "of equal cards the first wins");
}

/// ZP-2.8, ZP-2.7: equal bids never overturn, and jokers are no bids.
#[test]
fn equal_bids_and_joker_bids_are_refused() {
    let mut driven = final_round(["2s", "2h-r-r", "3d", "3c", "3s"], &[]);
    driven.say(&["bid_cards 2s"]);
    assert_eq!(driven.refusal("bid_cards 2h"), "BID_TOO_LOW ZP-2.8");
    assert_eq!(driven.refusal("bid_cards r-r"), "NO_SUCH_BID ZP-2.7");
    assert_eq!(driven.refusal("bid_cards 2h-r"), "NO_SUCH_BID ZP-2.7");
}

/// ZP-3.6: a maker who plays the called card stays alone.
#[test]
fn a_maker_who_plays_the_called_card_stays_alone() {
    let hands = ["As-4s", "As-5s", "6s-7s", "8s-9s", "Ts-Js"];
    let mut driven = led(hands, "2d", "As:1", &[]);
    driven.say(&["play As", "play Ts", "play 8s", "play 6s", "play As"]);
    assert_eq!(roles(&driven), ["maker", "", "", "", ""]);
    assert_eq!(driven.public().friend_calls[0].met_by, Some(Seat(0)));
}

/// ZP-3.6: who is found twice is one friend, and the team one short.
#[test]
fn the_same_player_found_twice_is_one_friend() {
    let hands = ["4s-3s", "6s-7s", "8s-9s", "Ts-Js", "Qs-Ks", "As-As"].map(cards).to_vec();
    let at = At::Play {
        maker: Seat(0),
        trump: paizhuo_engine::trick::Trump { suit: 1, rank: Some(12) },
        calls: crate::staged::calls("As:1 As:2"),
        buried: Vec::new(),
    };
    let mut driven = Driven::of_friends(zhao_pengyou(6, &[]), &Position::new(hands, at));
    driven.say(&["play 3s", "play As", "play Qs", "play Ts", "play 8s", "play 6s"]);
    assert_eq!(roles(&driven), ["maker", "", "", "", "", "friend"]);
    driven.say(&["play As", "play Ks", "play Js", "play 9s", "play 7s", "play 4s"]);
    let view = driven.public();
    assert_eq!(roles(&driven), ["maker", "", "", "", "", "friend"]);
    let end = view.last_deal.expect("the deal has ended");
    assert_eq!(end.points, Some(0), "every point is the friend's");
    assert_eq!(end.winners, [Seat(0), Seat(5)]);
    assert_eq!(end.results, [4, 0, 0, 0, 0, 4], "two points, and one short: doubled");
}

/// ZP-5.10: a match ends as soon as somebody has passed the ace; the others rank by points.
#[test]
fn a_match_ends_when_a_player_passes_the_ace() {
    let hands = ["As", "3s", "4s", "6s", "7s"].map(cards).to_vec();
    let at = At::Play {
        maker: Seat(0),
        trump: paizhuo_engine::trick::Trump { suit: 1, rank: Some(11) },
        calls: crate::staged::calls("Ks:1"),
        buried: Vec::new(),
    };
    let mut position = Position::new(hands, at);
    position.points = vec![12, 3, 12, 5, 0];
    let mut driven = Driven::of_friends(zhao_pengyou(5, &[]), &position);
    driven.say(&["play As", "play 7s", "play 6s", "play 4s", "play 3s"]);
    let end = driven.public().match_end.expect("the match has ended");
    assert_eq!((end.winners, end.totals), (vec![Seat(0)], vec![16, 3, 12, 5, 0]));
}

/// ZP-4.8, ZP-5.4: of a group that does not stand one part is led, the rest is in hand again, and
/// the leader is charged for it; what was withdrawn meets no call.
#[test]
fn a_group_that_falls_is_taken_back() {
    let hands = ["As-Ks-Js-Js", "Qs-Qs-2s-3c", "9s-8s-4c-5c", "4h-5h-6h-7h", "Th-Jh-Qh-Kh"];
    let mut driven = led_with(hands, "4d", "As:1", "3h-3h", &[]);
    driven.say(&["play As-Ks-Js-Js"]);
    let view = driven.view(0);
    let trick = view.trick.as_ref().expect("a trick");
    let lead = trick.plays[0].1.as_ref().expect("a lead");
    assert_eq!((lead.category, lead.key, lead.cards.len()), ("set", "J", 2));
    assert_eq!((view.seats[0].hand_size, view.seats[0].penalty), (2, 20));
    assert_eq!(view.own_hand(), cards("As-Ks"));
    assert_eq!(view.friend_calls[0].met_by, None, "the ace was not played");
    let told = driven.events(Some(Seat(3)));
    let fell = told.iter().any(|event| event.kind() == "lead_withdrawn");
    assert!(fell, "everybody sees the cards that beat it");
}
