//! Refusals: which comes first, and what they tell.

use paizhuo_engine::action::Action;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::table::Command;

use crate::support::{Driven, dou_dizhu};

fn playing(hands: &[&str]) -> Driven {
    let mut driven = Driven::position(dou_dizhu(3, &[]), hands, "");
    driven.say(&["bid 3"]);
    driven
}

/// A refusal tells what stands, what was played, and something legal (D4.15).
#[test]
fn a_refused_play_is_explained() {
    let mut driven = playing(&["4-4-9", "3-5-6-6", "7"]);
    driven.say(&["play 4-4"]);
    let error = driven.try_say("play 3").expect_err("a single card on a pair");
    let facts: Vec<String> =
        error.facts.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let expected =
        ["play=3", "play_reading=single:3:1", "standing=4c-4d", "standing_reading=pair:4:1"];
    assert_eq!(facts, expected);
    let offered = error.alternative.expect("something is legal");
    driven.act(Seat(1), *offered).expect("what is offered is legal");
}

/// Where several reasons hold the first of their list is given.
#[test]
fn the_first_reason_is_given() {
    let mut driven = playing(&["4-4-9", "3-5-6-6-8-8-8-8", "7"]);
    driven.say(&["play 4-4"]);
    assert_eq!(driven.refusal("play 9-T"), "CARDS_NOT_HELD D5.2");
    assert_eq!(driven.refusal("play 3-5 as bomb"), "NOT_A_COMBINATION D4.2");
    assert_eq!(driven.refusal("play 3 as pair"), "NO_SUCH_READING D4.21");
    assert_eq!(driven.refusal("play 3 as nothing"), "NO_SUCH_READING D4.21");
    let foreign = driven.act(Seat(2), Action::Pass).map(|_| ()).expect_err("not its turn");
    assert_eq!(foreign.reason.code(), "NOT_YOUR_TURN");
}

/// Nothing changes by a refusal: hash and views are those of before.
#[test]
fn a_refusal_changes_nothing() {
    let mut driven = playing(&["4-4-9", "3-5-6-6", "7"]);
    let (hash, view) = (driven.table.hash(), driven.view(0));
    for text in ["pass", "bid 1", "play 3", "play 4-9", "play 4 as pair", "stop"] {
        assert!(driven.try_say(text).is_err(), "{text}");
        assert_eq!((driven.table.hash(), driven.view(0)), (hash, view.clone()));
    }
}

/// An action may name the decision that it answers: a closed one, another's, or the open one.
#[test]
fn an_action_answers_the_decision_that_it_names() {
    let mut driven = playing(&["4-4-9", "3-5-6-6", "7"]);
    let closed = driven.table.decisions()[0].id.clone();
    driven.say(&["play 4-4"]);
    let open = driven.table.decisions()[0].id.clone();
    let answered = |seat: u8, id: &str| {
        let action = Action::Pass;
        let command = Command::Act { seat: Seat(seat), decision_id: Some(id), action: &action };
        driven.table.prepare(command).map(|_| ()).map_err(|error| error.reason.code())
    };
    assert_eq!(answered(0, &closed), Err("DECISION_CLOSED"));
    assert_eq!(answered(1, &closed), Err("DECISION_CLOSED"));
    assert_eq!(answered(2, &open), Err("NOT_YOUR_SEAT"));
    assert_eq!(answered(1, &open), Ok(()));
}
