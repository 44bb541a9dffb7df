//! Payment: section 6 of the rules, by deals that are played out at a table.

use paizhuo_engine::event::{Event, Stake};
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, dou_dizhu};

/// How a deal ended.
struct Paid {
    results: Vec<i64>,
    stake: Stake,
}

/// Plays a whole deal and tells how it ended. Seat 0 opens; hands, then the bottom.
fn paid(options: &[&str], hands: &[&str], bottom: &str, said: &str) -> Paid {
    let seats = u32::try_from(hands.len()).expect("a few seats");
    let mut driven = Driven::position(dou_dizhu(seats, options), hands, bottom);
    driven.say(&said.split(", ").collect::<Vec<_>>());
    let end = driven.public().last_deal.unwrap_or_else(|| panic!("{said} ends no deal"));
    assert_eq!(end.results.iter().sum::<i64>(), 0, "D6.5");
    assert_eq!(end.results, end.totals, "it is the first deal");
    let told = driven.events(None).into_iter().any(|event| event == Event::DealEnded(end.clone()));
    assert!(told, "everybody is told");
    Paid { results: end.results, stake: end.stake.expect("a stake") }
}

/// D6.1, D6.2, D6.3, D6.4: the examples of section 6 without options, played.
#[test]
fn the_examples_of_section_6_pay_as_they_say() {
    let one = paid(
        &[],
        &["3-4", "5", "6"],
        "7",
        "bid 2, pass, pass, play 7, pass, pass, play 4, \
        pass, pass, play 3",
    );
    assert_eq!((one.results, one.stake.value), (vec![4, -2, -2], 2));
    let two = paid(
        &[],
        &["3-4-5", "7-7-7-7-b-r", "6"],
        "8",
        "bid 3, play 3, play 7-7-7-7, pass, pass, play b-r",
    );
    assert_eq!((two.results, two.stake.value, two.stake.doublings), (vec![-24, 12, 12], 12, 2));
    let three = paid(
        &[],
        &["3-3-3-3-4-5", "6", "7"],
        "8",
        "bid 1, pass, pass, play 8, pass, pass, play 3-3-3-3-4-5",
    );
    assert_eq!((three.results, three.stake.doublings), (vec![2, -1, -1], 0), "D4.16, D6.3");
    let hands = ["4-4-4-4-5-5-5-5-5-6-6-6-6-6-6", "7", "8", "9"];
    let four = paid(
        &[],
        &hands,
        "T",
        "bid 2, pass, pass, pass, play T, pass, pass, pass, \
        play 4-4-4-4, pass, pass, pass, play 5-5-5-5-5, pass, pass, pass, play 6-6-6-6-6-6",
    );
    assert_eq!((four.results, four.stake.doublings), (vec![12, -4, -4, -4], 1), "D6.2");
    let hands = ["3-3", "7-7-7-7-7-7-7-8-8-8-8-8-8-8-8-b-b-r-r", "5", "6"];
    let five = paid(
        &[],
        &hands,
        "9",
        "bid 3, play 3, play 7-7-7-7-7-7-7, pass, pass, pass, \
        play 8-8-8-8-8-8-8-8, pass, pass, pass, play b-b-r-r",
    );
    assert_eq!((five.results, five.stake.value), (vec![-72, 24, 24, 24], 24));
    let hands = ["3-3-3-3-4-4-4-4-5-5-5-5", "6", "7"];
    let six = paid(
        &[],
        &hands,
        "8",
        "bid 3, play 8, pass, pass, play 3-3-3-3, pass, pass, \
        play 4-4-4-4, pass, pass, play 5-5-5-5",
    );
    assert_eq!((six.results, six.stake.value), (vec![48, -24, -24], 24), "the last one counts");
}

/// D6.7, D6.8: the examples with options, played.
#[test]
fn the_examples_with_options_pay_as_they_say() {
    let seven = paid(&["spring=x2"], &["3", "5", "6"], "3", "bid 3, play 3-3");
    assert_eq!((seven.results, seven.stake.bonus), (vec![12, -6, -6], 2));
    let eight = paid(
        &["spring=x3"],
        &["3-4", "5-5-5-5-8", "6"],
        "7",
        "bid 1, pass, pass, \
        play 3, play 5-5-5-5, pass, pass, play 8",
    );
    assert_eq!((eight.results, eight.stake.bonus), (vec![-12, 6, 6], 3));
    let nine = paid(
        &["auction=call_rob", "landlord_reveal=on"],
        &["3-3-3-3-4", "5", "6"],
        "7",
        "call, rob, pass, rob, reveal, play 7, pass, pass, play 3-3-3-3, pass, pass, play 4",
    );
    assert_eq!((nine.results, nine.stake.doublings), (vec![32, -16, -16], 4));
    let ten = paid(
        &["max_doublings=2"],
        &["3-3-3-3-4-4-4-4-b-r", "5", "6"],
        "7",
        "bid 3, \
        play 3-3-3-3, pass, pass, play 4-4-4-4, pass, pass, play 7, pass, pass, play b-r",
    );
    assert_eq!((ten.results, ten.stake.value, ten.stake.doublings), (vec![24, -12, -12], 12, 2));
    let eleven = paid(
        &["personal_double=on"],
        &["3-4", "5", "6"],
        "7",
        "bid 2, pass, pass, \
        double, pass, double, play 3, play 5",
    );
    assert_eq!(eleven.results, [-12, 8, 4]);
    assert_eq!((eleven.stake.value, eleven.stake.doubled), (2, vec![Seat(0), Seat(1)]));
}

/// D6.1, D6.6: the unit multiplies; without options nothing else does.
#[test]
fn the_unit_multiplies_the_stake() {
    let said = "bid 3, play 3-3";
    let bare = paid(&[], &["3", "5", "6"], "3", said);
    assert_eq!((bare.results, bare.stake.bonus), (vec![6, -3, -3], 1), "no spring by default");
    let most = paid(&["unit=1000000"], &["3", "5", "6"], "3", said);
    assert_eq!(most.results, [6_000_000, -3_000_000, -3_000_000]);
}

/// D6.2: with 4 players `bomb_double_min_4p` says which bombs double.
#[test]
fn the_smallest_bomb_that_doubles_is_an_option() {
    let hands = ["4-4-4-4-5-5-5-5-5", "7", "8", "9"];
    let said = "bid 1, pass, pass, pass, play T, pass, pass, pass, play 4-4-4-4, pass, pass, \
        pass, play 5-5-5-5-5";
    for (option, doublings) in
        [("bomb_double_min_4p=4", 2), ("bomb_double_min_4p=5", 1), ("bomb_double_min_4p=6", 0)]
    {
        let end = paid(&[option], &hands, "T", said);
        assert_eq!(end.stake.doublings, doublings, "{option}");
        assert_eq!(end.results[0], 3 << doublings);
    }
}

/// D6.3: bombs and jokers that stay in hand, and cards of a bomb in other combinations, double
/// nothing.
#[test]
fn what_is_not_played_as_a_bomb_does_not_double() {
    let end = paid(
        &[],
        &["3-3-3-3-b-r", "5", "6"],
        "",
        "bid 1, pass, pass, play 3-3-3, pass, \
        pass, play 3, play 5",
    );
    assert_eq!((end.results, end.stake.doublings), (vec![-2, 1, 1], 0));
}

/// D6.7: `max_doublings` cuts the doublings alone, neither spring nor personal doubles.
#[test]
fn a_cut_leaves_spring_and_personal_doubles() {
    let options = ["max_doublings=0", "spring=x2", "personal_double=on"];
    let end = paid(
        &options,
        &["3-3-3-3", "5", "6"],
        "",
        "bid 1, pass, pass, double, pass, pass, \
        play 3-3-3-3",
    );
    assert_eq!((end.results, end.stake.value), (vec![6, -4, -2], 2));
}

/// D6.8: a peasant's play is no spring; a landlord's second play is no anti-spring.
#[test]
fn spring_needs_that_the_others_made_no_play() {
    let spring = ["spring=x3"];
    let no_spring = paid(
        &spring,
        &["3-8", "5-9", "6"],
        "",
        "bid 1, pass, pass, play 3, play 5, \
        pass, play 8",
    );
    assert_eq!((no_spring.results, no_spring.stake.bonus), (vec![2, -1, -1], 1));
    let no_anti = paid(
        &spring,
        &["3-8-9", "5-T", "6"],
        "",
        "bid 1, pass, pass, play 3, play 5, \
        pass, play 8, play T",
    );
    assert_eq!((no_anti.results, no_anti.stake.bonus), (vec![-2, 1, 1], 1));
    let one_play = paid(
        &spring,
        &["3-8", "5", "6"],
        "",
        "bid 1, pass, pass, play 3, pass, \
        pass, play 8",
    );
    assert_eq!(one_play.results, [6, -3, -3], "a pass is not a play");
}

/// The stake is shown as it stands (D6.7): before a bid it is nothing, then it grows.
#[test]
fn the_stake_is_shown_as_it_stands() {
    let options = ["auction=call_rob", "landlord_reveal=on", "unit=10"];
    let hands = ["3-3-3-3-4", "5", "6"];
    let mut driven = Driven::position(dou_dizhu(3, &options), &hands, "7");
    let value = |driven: &Driven| {
        let stake = driven.public().stake.expect("a stake");
        (stake.unit, stake.bid, stake.doublings, stake.value)
    };
    assert_eq!(value(&driven), (10, 0, 0, 0));
    driven.say(&["call"]);
    assert_eq!(value(&driven), (10, 1, 0, 10));
    driven.say(&["rob", "pass", "rob"]);
    assert_eq!(value(&driven), (10, 1, 2, 40));
    driven.say(&["reveal"]);
    assert_eq!(value(&driven), (10, 1, 3, 80));
    driven.say(&["play 3-3-3-3"]);
    assert_eq!(value(&driven), (10, 1, 4, 160));
}
