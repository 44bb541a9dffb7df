//! Leads, following and winning at the table (ZP-4, ZP-7.10 to ZP-7.14).

use paizhuo_engine::action::Action;
use paizhuo_engine::seat::Seat;

use crate::staged::led;

const HANDS: [&str; 5] =
    ["Ks-Ts-5s-9c-9c", "3c-3c-4c-4c-6c", "7c-7c-8c-8c-Tc", "Jc-Jc-Qc-Qc-Kc", "3h-4h-5h-6h-7h"];

/// ZP-4.3, ZP-7.10: one suit; several components only where groups are allowed.
#[test]
fn what_may_be_led() {
    let mut driven = led(HANDS, "2d", "As:1", &[]);
    assert_eq!(driven.refusal("play Ks-9c"), "MIXED_SUITS ZP-4.3");
    assert_eq!(driven.refusal("play As"), "CARDS_NOT_HELD ZP-4.2");
    assert_eq!(driven.refusal("play 9c-9c as single"), "NO_SUCH_READING ZP-4.3");
    let mut driven = led(HANDS, "2d", "As:1", &["group_lead=off"]);
    assert_eq!(driven.refusal("play Ks-Ts"), "NOT_A_COMBINATION ZP-7.10");
    driven.say(&["play 9c-9c as set:9"]);
}

/// A list that is cut has every single, set and sequence, and groups in the room that is left.
#[test]
fn a_list_of_leads_that_is_cut_keeps_what_is_no_group() {
    let driven = led(HANDS, "2d", "As:1", &[]);
    let leads =
        |limit| -> Vec<Action> { driven.table.legal(Seat(0), limit).actions().cloned().collect() };
    let is_group = |action: &&Action| match action {
        Action::Play { reading, .. } => reading.category.as_deref() == Some("group"),
        _ => false,
    };
    let whole = leads(usize::MAX);
    let plain = whole.iter().filter(|action| !is_group(action)).count();
    assert_eq!((whole.len(), plain), (9, 5), "7 sets of spades, 2 of clubs");
    let cut = leads(plain + 2);
    assert_eq!(cut.len(), plain + 2);
    assert_eq!(cut.iter().filter(is_group).count(), 2);
    assert!(cut.iter().all(|action| whole.contains(action)));
}

/// ZP-7.12: three scoring cards of one suit are no group, are not checked, and bind to the suit
/// alone.
#[test]
fn a_trio_is_a_lead_of_its_own_by_option() {
    let hands = ["Ks-Ts-5s", "As-4s-3s", "Qs-Qs-9s", "3d-4d-6d", "3h-4h-5h"];
    let mut driven = led(hands, "2d", "Ac:1", &["scoring_trio_lead=on", "group_lead=off"]);
    driven.say(&["play Ks-Ts-5s", "play 3h-4h-5h", "play 3d-4d-6d"]);
    assert_eq!(driven.refusal("play Qs-9s"), "WRONG_CARD_COUNT ZP-4.2");
    driven.say(&["play Qs-Qs-9s", "play As-4s-3s"]);
    assert_eq!(driven.public().seats[3].points, 30, "three trumps beat the suit");
}

/// ZP-4.9, ZP-4.12: as many of the led suit as there are.
#[test]
fn the_led_suit_binds() {
    let hands = ["9c-9c", "3c-3h", "4h-4h", "7c-8c", "Tc-Tc"];
    let mut driven = led(hands, "2d", "As:1", &[]);
    driven.say(&["play 9c-9c", "play Tc-Tc", "play 7c-8c", "play 4h-4h"]);
    assert_eq!(driven.refusal("play 3h"), "WRONG_CARD_COUNT ZP-4.2");
    driven.say(&["play 3c-3h"]);
    assert_eq!(driven.public().last_deal.expect("it ended").points, Some(20), "tens win");
}

/// ZP-4.16: a group of a plain suit is trumped only by the same shapes, and the principal component
/// decides; who trumps first wins of equal ones.
#[test]
fn a_group_is_trumped_by_its_shapes() {
    let hands = ["As-Ks-Ks", "Qs-8s-8s", "9d-9d-Ad", "3h-3h-3h", "9d-9d-2d"];
    let mut driven = led(hands, "4d", "Ac:1", &[]);
    driven.say(&["play As-Ks-Ks"]);
    assert_eq!(driven.public().trick.expect("a trick").standing(), Some(0));
    driven.say(&["play 9d-9d-2d"]);
    assert_eq!(driven.public().trick.expect("a trick").standing(), Some(1));
    driven.say(&["play 3h-3h-3h", "play 9d-9d-Ad", "play Qs-8s-8s"]);
    assert_eq!(driven.public().seats[4].points, 20, "equal pairs: the first");
}

/// ZP-7.11: failing a set a smaller one is owed, and sequences against sequences, by option.
#[test]
fn follow_sets_changes_what_is_owed() {
    let hands =
        ["8c-8c-7c-7c", "3s-4s-5s-6s", "7s-8s-9s-Ts", "3h-4h-5h-6h", "Kc-Kc-Jc-Jc-Tc-Tc-9c"];
    for (option, play, refused) in [
        ("follow_sets=match_sets", "play Kc-Kc-Jc-Jc", None),
        ("follow_sets=forced_subpatterns", "play Kc-Kc-Jc-Jc", Some("MUST_FOLLOW_SETS ZP-7.11")),
        ("follow_sets=forced_subpatterns", "play Jc-Jc-Tc-Tc", None),
        ("follow_sets=suit_only", "play Kc-Jc-Tc-9c", None),
        ("follow_sets=match_sets", "play Kc-Jc-Tc-9c", Some("MUST_FOLLOW_SETS ZP-4.10")),
    ] {
        let mut driven = led(hands, "5h", "As:1", &[option]);
        driven.say(&["play 8c-8c-7c-7c"]);
        let legal = driven.try_say(play).map_err(|e| format!("{} {}", e.reason.code(), e.rule));
        assert_eq!(legal.err().as_deref(), refused, "{option} {play}");
    }
}

/// ZP-3.4, ZP-3.11: a friend joins when the play is accepted, in the last trick, too.
#[test]
fn a_friend_joins_by_playing() {
    let mut driven = led(["3s", "4s", "6s", "As", "7s"], "2d", "As:1", &[]);
    driven.say(&["play 3s", "play 7s"]);
    assert!(driven.public().seats.iter().all(|seat| seat.role != "friend"));
    driven.say(&["play As"]);
    assert_eq!(driven.public().seats[3].role, "friend");
    driven.say(&["play 6s", "play 4s"]);
    let end = driven.public().last_deal.expect("it ended");
    assert_eq!(end.winners, [Seat(0), Seat(3)]);
    assert_eq!(end.results, [2, 0, 0, 2, 0]);
}
