//! What a front end is shown.

use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::notation::{print_cards, print_named};
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, dou_dizhu};

/// The trick on the table is shown with each play's combination and each pass, who leads and
/// what is to be beaten.
#[test]
fn the_trick_is_shown_whole() {
    let mut driven =
        Driven::position(dou_dizhu(3, &[]), &["3-3-3-9-9-J", "4-4-4-5-5", "8-8-8-6"], "7");
    driven.say(&["bid 3", "play 3-9-3-3-9", "play 4-5-4-4-5"]);
    assert!(driven.public().last_deal.is_some(), "seat 1 is out");
    let mut driven =
        Driven::position(dou_dizhu(3, &[]), &["3-3-3-9-9-J", "4-4-4-5-5-K", "8-8-8-6"], "7");
    driven.say(&["bid 3", "play 3-9-3-3-9", "play 4-5-4-4-5", "pass"]);
    let trick = driven.public().trick.expect("a trick");
    let plays: Vec<String> = trick
        .plays
        .iter()
        .map(|(seat, combination)| match combination {
            None => format!("{seat} passes"),
            Some(laid) => {
                let cards = print_named(&FRENCH, &laid.cards);
                format!("{seat} {cards} {}:{}:{}", laid.category, laid.key, laid.run)
            }
        })
        .collect();
    let expected =
        ["0 3c-3d-3h-9c-9d triplet_pair:3:1", "1 4c-4d-4h-5c-5d triplet_pair:4:1", "2 passes"];
    assert_eq!(plays, expected);
    assert_eq!((trick.leader, trick.standing()), (Seat(0), Some(1)));
}

/// Roles, sizes, totals and own cards are there from the first lead on.
#[test]
fn seats_are_shown_with_all_that_is_public() {
    let mut driven = Driven::position(dou_dizhu(3, &[]), &["3-4", "5-8", "6-7"], "9");
    driven.say(&["pass", "bid 3"]);
    let view = driven.view(1);
    let roles: Vec<&str> = view.seats.iter().map(|seat| seat.role).collect();
    assert_eq!(roles, ["peasant", "landlord", "peasant"]);
    assert_eq!(view.seats.iter().map(|seat| seat.hand_size).collect::<Vec<_>>(), [2, 3, 2]);
    assert_eq!(print_cards(&FRENCH, view.own_hand()), "9c-8c-5c");
    assert_eq!(view.calls.len(), 2, "the calls stay visible");
    assert_eq!((view.phase, view.viewer), ("play", Some(Seat(1))));
    assert!(view.own_decision().is_some());
    assert!(driven.view(0).own_decision().is_none());
}

/// Every phase, role and zone that a view shows is in the catalogue.
#[test]
fn what_is_shown_is_in_the_catalogue() {
    let info = dou_dizhu(3, &[]).info();
    let known = |terms: &[paizhuo_engine::name::Term], name: &str| {
        name.is_empty() || terms.iter().any(|term| term.name == name)
    };
    let options = ["landlord_reveal=on", "personal_double=on"];
    let mut driven = Driven::dealt(dou_dizhu(3, &options), 4);
    while driven.public().last_deal.is_none() {
        driven.follow();
        let view = driven.public();
        assert!(known(info.phases, view.phase), "{}", view.phase);
        assert!(view.zones.iter().all(|zone| known(info.zones, zone.name)));
        assert!(view.seats.iter().all(|seat| known(info.roles, seat.role)));
        let seat = driven.asked().expect("somebody is asked");
        let action = driven.ruleset.beginner(&driven.table.view(Some(seat)));
        driven.act(seat, action).expect("a beginner is legal");
    }
}

/// A list of more actions than asked for is a sample, marked as such; one that fits is whole.
#[test]
fn long_lists_are_samples() {
    let mut driven = Driven::dealt(dou_dizhu(4, &[]), 2);
    driven.say(&["bid 3"]);
    let seat = driven.asked().expect("the landlord leads");
    let whole = driven.table.legal(seat, usize::MAX);
    let number = whole.actions().count();
    assert!(number > 64 && !whole.truncated());
    let sample = driven.table.legal(seat, 64);
    assert!(sample.truncated() && sample.actions().count() == 64);
    assert!(!driven.table.legal(seat, number).truncated());
    assert!(driven.table.legal(Seat((seat.0 + 1) % 4), 64).verbs.is_empty(), "it is not asked");
}
