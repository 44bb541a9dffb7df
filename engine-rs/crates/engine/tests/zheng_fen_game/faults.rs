//! Faults that games of this family had, each with the right outcome at a table of ours.

use std::sync::Arc;

use paizhuo_engine::error::Reason;
use paizhuo_engine::event::{Event, Fact};
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, zheng_fen};

/// Tricks that ended: winner and points.
fn tricks(facts: &[Arc<Fact>]) -> Vec<(u8, u32)> {
    let ended = facts.iter().filter_map(|fact| match &**fact {
        Fact::Public(Event::TrickEnded { winner, points, .. }) => Some((winner.0, *points)),
        _ => None,
    });
    ended.collect()
}

fn points(driven: &Driven) -> Vec<u32> {
    driven.public().seats.iter().map(|seat| seat.points).collect()
}

/// Z5.4, Z5.6, Z5.7: a player goes out in mid-trick and the others pass: the trick closes once, its
/// points are booked once, and the lead passes to the next player with cards.
#[test]
fn who_goes_out_in_mid_trick_wins_it_once() {
    let mut driven = Driven::points(zheng_fen(4, &[]), &["Kc-3c-4c", "As", "6d-7d", "8d-9d"], 0);
    driven.say(&["play Kc", "play As", "pass", "pass"]);
    assert_eq!(tricks(&driven.facts), []);
    assert_eq!(driven.asked(), Some(Seat(0)), "who led is asked once more");
    driven.say(&["pass"]);
    assert_eq!(tricks(&driven.facts), [(1, 10)]);
    assert_eq!(points(&driven), [0, 10, 0, 0]);
    assert_eq!(driven.asked(), Some(Seat(2)), "the next with cards leads");
    assert_eq!(driven.refusal("pass"), "MUST_LEAD Z5.1");
    driven.say(&["play 6d", "play 8d", "pass", "pass"]);
    assert_eq!(tricks(&driven.facts), [(1, 10), (3, 0)]);
    assert_eq!(points(&driven), [0, 10, 0, 0], "booked once");
}

/// Z5.7: the same where who went out led, and where the next seat is out too.
#[test]
fn the_lead_passes_over_everybody_who_is_out() {
    let mut driven = Driven::points(zheng_fen(4, &[]), &["5c", "", "6d-7d", "8d-9d"], 0);
    driven.say(&["play 5c", "pass", "pass"]);
    assert_eq!((tricks(&driven.facts), points(&driven)), (vec![(0, 5)], vec![5, 0, 0, 0]));
    assert_eq!(driven.asked(), Some(Seat(2)));
}

/// Z5.3, Z5.12: who passed is asked again, and with `pass_locks` is not.
#[test]
fn a_passed_player_is_asked_again_unless_passes_lock() {
    for (option, asked) in [("pass_locks=false", 1), ("pass_locks=true", 2)] {
        let hands = ["3c-8c-9c", "Ts-Js-4s", "6d-7d-4d"];
        let mut driven = Driven::points(zheng_fen(3, &[option]), &hands, 0);
        driven.say(&["play 3c", "pass", "play 6d", "play 9c"]);
        assert_eq!(driven.asked(), Some(Seat(asked)), "{option}");
        assert!(!driven.public().seats[1].passed, "not since the last play");
        driven.say(&["pass"]);
        if asked == 2 {
            assert_eq!(tricks(&driven.facts), [(0, 0)]);
            driven.say(&["play 8c"]);
            assert_eq!(driven.asked(), Some(Seat(1)), "free again in the next trick");
        } else {
            assert_eq!(driven.asked(), Some(Seat(2)));
        }
    }
}

/// Z5.4: nobody is ever asked to beat himself, whoever is out or has passed.
#[test]
fn nobody_is_asked_to_beat_himself() {
    for (seed, options) in (0..).zip([
        [].as_slice(),
        &["pass_locks=true"],
        &["end_of_play=one_left"],
        &["pass_locks=true", "end_of_play=one_left"],
    ]) {
        for seats in 3..=6 {
            let mut driven = Driven::dealt(zheng_fen(seats, options), seed);
            for step in 0..300 {
                driven.follow();
                let trick = driven.public().trick.expect("a deal is in play");
                let asked = driven.asked().expect("somebody is asked");
                let standing = trick.standing().map(|place| trick.plays[place].0);
                assert_ne!(standing, Some(asked), "{options:?} {seats} {step}");
                let actions = driven.listed();
                let place = (step * 7 + 3) % actions.len();
                driven.say(&[&actions[place].clone()]);
                if driven.table.decisions().is_empty() && driven.public().match_end.is_some() {
                    break;
                }
            }
        }
    }
}

/// Z5.11: everybody with cards is asked, also where nothing can beat four twos.
#[test]
fn who_cannot_beat_the_table_is_asked_all_the_same() {
    let hands = ["2c-2d-2h-2s-3c", "4c-5c", "4d-5d"];
    let mut driven = Driven::points(zheng_fen(3, &[]), &hands, 0);
    driven.say(&["play 2c-2d-2h-2s"]);
    assert_eq!((driven.asked(), driven.listed()), (Some(Seat(1)), vec!["pass".to_owned()]));
    driven.say(&["pass"]);
    assert_eq!(driven.asked(), Some(Seat(2)));
    driven.say(&["pass"]);
    assert_eq!(driven.asked(), Some(Seat(0)));
}

/// Z5.8, Z5.10: the last player passes once or beats what lies there; then the hand is shown and
/// booked, the deal ends, and all cards are in piles.
#[test]
fn the_last_hand_is_booked_once() {
    for (said, results) in [("pass", [10, 0, 15]), ("play As", [0, 0, 25])] {
        let hands = ["Kc", "", "5d-Tc-As"];
        let mut driven = Driven::points(zheng_fen(3, &["target=1000"]), &hands, 0);
        driven.say(&["play Kc"]);
        assert_eq!(driven.asked(), Some(Seat(2)));
        let roles: Vec<&str> = driven.public().seats.iter().map(|seat| seat.role).collect();
        assert_eq!(roles, ["out", "first_out", "last"]);
        driven.say(&[said]);
        assert_eq!(tricks(&driven.facts).len(), 1, "the booked cards are no trick (Z2.9)");
        let end = driven.public().last_deal.expect("the deal has ended");
        assert_eq!(end.results, results);
        let left = if said == "pass" { 3 } else { 2 };
        assert_eq!(end.hands.iter().map(Vec::len).collect::<Vec<_>>(), [0, 0, left]);
        assert_eq!(end.zones.iter().map(|pile| pile.size).sum::<u8>(), 4);
        let shown = driven.events(None).into_iter().find_map(|event| match event {
            Event::CardsShown(zone) => Some((zone.name, zone.seat, zone.size)),
            _ => None,
        });
        assert_eq!(shown, Some(("last_hand", Some(Seat(2)), u8::try_from(left).expect("few"))));
        assert_eq!(driven.public().phase, "waiting");
    }
}

/// Z5.8: the last player may go out in answering; then nothing is left to book.
#[test]
fn the_last_player_may_go_out_in_the_last_trick() {
    let mut driven = Driven::points(zheng_fen(3, &["target=1000"]), &["Kc", "", "As"], 0);
    driven.say(&["play Kc", "play As"]);
    let end = driven.public().last_deal.expect("the deal has ended");
    assert_eq!(end.results, [0, 0, 10]);
    assert!(end.hands.iter().all(Vec::is_empty));
}

/// Z5.12: a last player whose pass is locked is not asked.
#[test]
fn a_locked_last_player_is_not_asked() {
    let hands = ["3c-9c", "4d-5d", "8h"];
    let options = ["pass_locks=true", "target=1000"];
    let mut driven = Driven::points(zheng_fen(3, &options), &hands, 0);
    driven.say(&["play 3c", "pass", "play 8h", "play 9c"]);
    let end = driven.public().last_deal.expect("the deal has ended");
    assert_eq!((end.results, end.hands[1].len()), (vec![0, 5, 0], 2));
}

/// A card that was laid is not held any more, and no card is laid twice.
#[test]
fn laid_cards_are_gone() {
    let mut driven = Driven::points(zheng_fen(3, &[]), &["7c-7d-8c", "9c-9d", "Tc-Td"], 0);
    assert_eq!(driven.refusal("play 7c-7c"), "CARDS_NOT_HELD Z5.1");
    driven.say(&["play 7c-7d", "pass", "pass"]);
    let refused = driven.try_say("play 7c").expect_err("it is gone");
    assert_eq!(refused.reason, Reason::CardsNotHeld);
}
