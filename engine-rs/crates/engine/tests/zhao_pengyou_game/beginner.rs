//! What a beginner does.

use paizhuo_engine::action::{Action, Named};
use paizhuo_engine::bots::Bot;
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::notation::{parse_trump, print_action};
use paizhuo_engine::seat::Seat;
use paizhuo_engine::sim::Threads;

use crate::staged::{cards, final_round, led};
use crate::support::{Driven, zhao_pengyou};

fn chosen(driven: &Driven) -> String {
    let seat = driven.asked().expect("somebody is asked");
    let action = driven.ruleset.beginner(&driven.table.view(Some(seat)));
    print_action(driven.pack(), &action)
}

/// Seat 4 has joined the maker, and the second trick is led: everybody knows who plays with whom.
fn found(second: [&str; 5]) -> Driven {
    let first = ["As", "5s", "6s", "7s", "Ks"];
    let hands: Vec<String> =
        first.iter().zip(second).map(|(one, two)| format!("{one}-{two}")).collect();
    let hands = [&*hands[0], &hands[1], &hands[2], &hands[3], &hands[4]];
    let mut driven = led(hands, "2d", "Ks:1", &[]);
    driven.say(&["play As", "play Ks", "play 7s", "play 6s", "play 5s"]);
    driven
}

/// A known friend who wins gets points, and is not over-trumped; an opponent gets none.
#[test]
fn points_go_to_known_friends_alone() {
    let mut driven = found(["Ah-4c", "8h-9c", "9h-8c", "Kh-4h", "Th-3h"]);
    driven.say(&["play Ah"]);
    assert_eq!(chosen(&driven), "play Th", "the friend");
    driven.say(&["play Th"]);
    assert_eq!(chosen(&driven), "play 4h", "an opponent");
    let mut driven = found(["Ah-4c", "8h-9c", "9h-8c", "Kh-4h", "Kd-5c"]);
    driven.say(&["play Ah"]);
    assert_eq!(chosen(&driven), "play 5c", "a trump of ten would take the friend's trick");
}

/// Once every call is met the opponents know each other, too.
#[test]
fn opponents_feed_each_other_once_all_are_known() {
    let mut driven = found(["9h-4c", "8h-9c", "Th-4h", "Ah-8c", "3h-5c"]);
    driven.say(&["play 9h", "play 3h", "play Ah"]);
    assert_eq!(chosen(&driven), "play Th");
}

/// Who might be anybody's friend feeds nobody.
#[test]
fn nobody_is_fed_before_friends_are_known() {
    let hands = ["9h-4c", "8h-9c", "Th-4h", "Ah-8c", "3h-Ks"];
    let mut driven = led(hands, "2d", "Ks:1", &[]);
    driven.say(&["play 9h", "play 3h", "play Ah"]);
    assert_eq!(chosen(&driven), "play 4h");
}

/// A trick with points is trumped, as low as it goes; one without is not; neither a group.
#[test]
fn trumps_go_in_for_points() {
    let run = |lead: &str, other: &str, own: &str| {
        let lead_hand = format!("{lead}-4c");
        let hands = [lead_hand.as_str(), other, "3c-4c-5c-6c", "7c-8c-9c-Tc", own];
        let mut driven = led(hands, "2d", "As:1", &[]);
        driven.say(&[&format!("play {lead}")]);
        chosen(&driven)
    };
    assert_eq!(run("Kh", "6h-7h", "3d-9d-4c-6c"), "play 3d");
    assert_eq!(run("Qh", "6h-7h", "3d-9d-4c-6c"), "play 4c");
    let group = run("Ah-Kh-Kh", "6h-7h-8h-9h", "8d-3d-3d-4d-4d-6c");
    assert_eq!(group, "play 3d-3d-4d");
}

/// Low cards are those that break no set, and points are laid on no trick that others may win.
#[test]
fn sets_and_points_are_kept() {
    let run = |lead: &str, own: &str| {
        let lead_hand = format!("{lead}-4c");
        let hands = [lead_hand.as_str(), "6h-7h", "3c-4c", "7c-8c", own];
        let mut driven = led(hands, "2d", "As:1", &[]);
        driven.say(&[&format!("play {lead}")]);
        chosen(&driven)
    };
    assert_eq!(run("Ah", "4h-4h-6h-7h"), "play 6h");
    assert_eq!(run("9h", "Kh-Qh-4h"), "play Qh", "the queen takes it, the king may be taken");
    assert_eq!(run("9h", "Kh-4h"), "play 4h");
}

/// Buried are low plain cards without points; called are the aces that the maker lacks.
#[test]
fn low_cards_are_buried_and_missing_aces_called() {
    let own = "As-Ad-Ad-Ks-Tc-5h-9h-9h-3h-4h-6h-4c-6c-8c-3s-2d-7d-8d-r-b";
    let mut hands = vec![Vec::new(); 6];
    hands[0] = cards(own);
    let at = At::Bury(Seat(0), parse_trump(&FRENCH, "2d").expect("a trump"));
    let mut driven = Driven::of_friends(zhao_pengyou(6, &[]), &Position::new(hands, at));
    let action = driven.ruleset.beginner(&driven.view(0));
    let Action::Bury(buried) = &action else { panic!("{action:?}") };
    let low = cards("3h-4h-6h-4c-6c-8c-3s-9h-9h");
    let is_low = |card: &Named| matches!(card, Named::Face(card) if low.contains(card));
    assert!(buried.len() == 6 && buried.iter().all(is_low), "{buried:?}");
    driven.act(Seat(0), action).expect("a beginner is legal");
    let called = chosen(&driven);
    assert!(called.contains("Ac:1") || called.contains("Ah:1"), "{called}");
    assert!(!called.contains("Ad"), "diamonds are trumps: {called}");
}

/// The maker plays no card that would meet the own call and find nobody (ZP-3.6).
#[test]
fn the_maker_meets_no_own_call() {
    let hands = ["Ah-As-3s", "6h-7s-8c", "8h-Ts-Tc", "9h-5s-Qc", "Th-9s-4c"];
    let driven = led(hands, "2d", "As:1", &[]);
    assert_eq!(chosen(&driven), "play Ah");
    let hands = ["3h-As-4s", "6h-7s-8c", "8h-Ts-Tc", "9h-5s-Qc", "Ah-9s-4c"];
    let mut driven = led(hands, "2d", "As:1", &[]);
    driven.say(&["play 3h", "play Ah", "play 9h", "play 8h", "play 6h"]);
    driven.say(&["play 9s", "play 5s", "play Ts", "play 7s"]);
    assert_eq!(chosen(&driven), "play 4s", "not the ace, though it takes points");
}

/// With many trumps a beginner bids, with few passes where somebody has; a holder who can defends.
#[test]
fn many_trumps_are_bid_on() {
    let many = "2h-2h-Ah-Kh-9h-8h-7h-3h-4c-5s";
    let mut driven = final_round([many, "2s-2s-2s", "3d-4d", "3c-4c", "3s-4s"], &[]);
    assert_eq!(chosen(&driven), "bid_cards 2h");
    driven.say(&["bid_cards 2h"]);
    assert!(chosen(&driven).starts_with("bid_cards 2s-2s"), "all of seat 1's cards are trumps");
    driven.say(&["bid_cards 2s-2s"]);
    assert_eq!(chosen(&driven), "defend 2h-2h");
    driven.say(&["defend 2h-2h", "bid_cards 2s-2s-2s"]);
    assert_eq!(chosen(&driven), "yield");
    driven.say(&["yield", "pass"]);
    assert_eq!(chosen(&driven), "pass", "seat 2 has no card of its level");
}

/// Beginners win far more deals than random players at the same tables, few and many.
#[test]
fn beginners_beat_random_players() {
    for (seats, times) in [(5u32, 16), (12, 11)] {
        let bots: Vec<Bot> =
            (0..seats).map(|seat| if seat % 2 == 0 { Bot::Greedy } else { Bot::Random }).collect();
        let report =
            zhao_pengyou(seats, &[]).simulate(&bots, 200, 1, Threads::new(1)).expect("simulated");
        let of = |rest: usize| {
            let wins = report.wins.iter().skip(rest).step_by(2);
            wins.clone().sum::<u64>() * 100 / wins.count() as u64
        };
        assert!(10 * of(0) > times * of(1), "{:?}", report.wins);
    }
}
