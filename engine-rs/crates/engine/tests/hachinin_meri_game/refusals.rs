//! Refusals name the rule, and leave everything as it is.

use paizhuo_engine::action::Action;
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::seat::Seat;

use crate::positions::{card, deal, position, whole_hands};
use crate::support::Driven;

fn refused(driven: &mut Driven, text: &str) -> String {
    let before = driven.table.hash();
    let refusal = driven.refusal(text);
    assert_eq!(driven.table.hash(), before, "{text}");
    refusal
}

/// HM-2.6, HM-2.10: who holds no native Robai cannot declare, Tenka is none; no trump is discarded
/// while there is a plain card.
#[test]
fn declarations_and_discards_are_refused() {
    let mut driven = deal(&[], &Position::new(whole_hands(&[]), card("Gkaba")));
    // Seat 1 holds Tenka.
    assert!(driven.view(1).own_hand().contains(&card("Probai")));
    let error = driven.act(Seat(1), Action::Declare).expect_err("Tenka does not qualify");
    assert_eq!((error.reason.code(), error.rule), ("NOTHING_TO_DECLARE", "HM-2.6"));
    assert_eq!(error.alternative, Some(Box::new(Action::Pass)));
    assert_eq!(refused(&mut driven, "play P1"), "VERB_NOT_ALLOWED HM-2.6");
    for seat in 0..8 {
        driven.act(Seat(seat), Action::Pass).expect("a pass is legal");
    }
    assert_eq!(driven.asked(), Some(Seat(0)));
    assert_eq!(refused(&mut driven, "discard Gkaba"), "TRUMP_NOT_ALLOWED HM-2.10");
    assert_eq!(refused(&mut driven, "discard Ksun"), "CARDS_NOT_HELD HM-2.10");
    assert_eq!(refused(&mut driven, "discard 9"), "MALFORMED_CARDS HM-1.4");
    assert_eq!(refused(&mut driven, "pass"), "VERB_NOT_ALLOWED HM-2.10");
    driven.say(&["discard P1"]);
    assert_eq!(refused(&mut driven, "play Gkaba"), "TRUMP_NOT_ALLOWED HM-4.3");
    assert_eq!(refused(&mut driven, "play P1"), "CARDS_NOT_HELD HM-4.1");
    assert_eq!(refused(&mut driven, "play P2-P3"), "NOT_A_COMBINATION HM-4.1");
    assert_eq!(refused(&mut driven, "play P2 as trump"), "NO_SUCH_READING HM-4.1");
    assert_eq!(refused(&mut driven, "discard P2"), "VERB_NOT_ALLOWED HM-4.1");
    driven.say(&["play P2 as plain:2:1"]);
}

/// HM-4.7, HM-4.9: a duty that is not met is named, with the lead and something legal.
#[test]
fn duties_are_named() {
    let hands = ["O5-I4", "K3-O9", "I1-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7", "P8-P9"];
    let mut driven = deal(&[], &Position { closed: true, ..position("K", hands) });
    driven.say(&["play O5"]);
    assert_eq!(driven.listed().len(), 2);
    let mut meri = deal(&[], &Position { leader: Seat(1), ..position("K", hands) });
    meri.say(&["play K3"]);
    assert_eq!(meri.listed().len(), 2, "void in trumps");
    let hands = ["K5-I4", "K3-O9", "I1-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7", "P8-P9"];
    let mut meri = deal(&[], &position("K", hands));
    meri.say(&["play K5"]);
    let action = Action::play([card("O9")]);
    let error = meri.act(Seat(1), action).expect_err("a trump is owed");
    assert_eq!((error.reason.code(), error.rule), ("MUST_PLAY_TRUMP", "HM-4.7"));
    let facts: Vec<_> = error.facts.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(facts, [("play", "O9"), ("led", "K5")]);
    assert_eq!(error.alternative, Some(Box::new(Action::play([card("K3")]))));
}
