//! The worst hands: four packs, seventeen cards of one suit, a group of all of them.

use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::legal::LEGAL_MAX;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::trick::Trump;

use crate::staged::{calls, cards};
use crate::support::{Driven, zhao_pengyou};

const LEAD: &str = "As-As-As-As-Ks-Ks-Ks-Qs-Qs-Qs-Js-Js-Ts-Ts-Ts-9s-9s";
const FOLLOW: &str = "8s-8s-8s-8s-7s-7s-7s-6s-6s-6s-5s-5s-4s-4s-3s-3s-3s";
const TRUMPS: &str = "Ad-Ad-Ad-Ad-Kd-Kd-Kd-Qd-Qd-Qd-Jd-Jd-Td-Td-Td-9d-9d";

fn worst(lead: &str, options: &[&str]) -> Driven {
    let mut hands = vec![cards("3h-3h-3h-3h-4h-4h-4h-4h-5h-5h-5h-5h-6h-6h-6h-6h-7h"); 12];
    hands[0] = cards(lead);
    hands[11] = cards(FOLLOW);
    hands[10] = cards(TRUMPS);
    let trump = Trump { suit: 1, rank: Some(12) };
    let calls = calls("Ac:1 Ac:2 Ac:3 Ac:4 Kc:1");
    let at = At::Play { maker: Seat(0), trump, calls, buried: Vec::new() };
    Driven::of_friends(zhao_pengyou(12, options), &Position::new(hands, at))
}

/// Leading, following and trumping the longest group takes no search: thousands of checks of it
/// are done here, beside full lists.
#[test]
fn the_longest_group_is_led_and_followed() {
    for options in [&["follow_sets=match_sets"][..], &["follow_sets=forced_subpatterns"][..]] {
        let mut driven = worst(LEAD, options);
        let listed = driven.legal();
        assert!(listed.truncated() && listed.actions().count() <= LEGAL_MAX);
        driven.say(&[&format!("play {LEAD}")]);
        assert_eq!(driven.asked(), Some(Seat(11)));
        for _ in 0..300 {
            driven.says(11, "play 4s").expect_err("too few cards");
            driven.says(10, "pass").expect_err("not asked");
        }
        driven.say(&[&format!("play {FOLLOW}"), &format!("play {TRUMPS}")]);
        let view = driven.public();
        let standing = view.trick.expect("a trick").standing();
        assert_eq!(standing, Some(2), "the same shapes in trumps win ({options:?})");
    }
}

/// Against a short group out of a long suit every legal play is found without looking at all
/// subsets, and lists say that they are samples.
#[test]
fn a_long_hand_follows_a_group() {
    let mut driven = worst("As-As-As-As-Ks-Ks-Ks-Qs-Qs-Qs", &[]);
    driven.say(&["play As-As-As-As-Ks-Ks-Ks-Qs-Qs-Qs"]);
    let legal = driven.legal();
    assert!(legal.actions().count() > 0);
    for action in legal.actions().cloned().collect::<Vec<_>>() {
        driven
            .table
            .prepare(paizhuo_engine::table::Command::Act {
                seat: Seat(11),
                decision_id: None,
                action: &action,
            })
            .expect("a listed play is legal");
    }
}
