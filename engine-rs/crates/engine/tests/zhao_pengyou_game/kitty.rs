//! Burying and calling (ZP-2.13 to ZP-2.15, ZP-3).

use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::seat::Seat;
use paizhuo_engine::trick::Trump;

use crate::staged::cards;
use crate::support::{Driven, zhao_pengyou};

const MAKER: &str = "As-As-Ks-Qs-Js-Ts-9s-8s-7s-6s-Ad-Kd-2h-2d-r-b";

fn to_bury(seats: u32, options: &[&str]) -> Driven {
    let mut hands = vec![Vec::new(); usize::try_from(seats).expect("few")];
    hands[0] = cards(MAKER);
    let at = At::Bury(Seat(0), Trump { suit: 2, rank: Some(12) });
    Driven::of_friends(zhao_pengyou(seats, options), &Position::new(hands, at))
}

/// ZP-2.14, ZP-2.15: exactly as many as the kitty, any cards, face down: the maker alone knows.
#[test]
fn the_maker_buries_any_cards_face_down() {
    let mut driven = to_bury(6, &[]);
    assert_eq!(driven.refusal("bury As"), "WRONG_CARD_COUNT ZP-2.14");
    assert_eq!(driven.refusal("bury 3s-4s-5s-3s-4s-5s"), "CARDS_NOT_HELD ZP-2.14");
    assert_eq!(driven.refusal("play As"), "VERB_NOT_ALLOWED ZP-2.14");
    driven.say(&["bury r-b-2h-2d-Ad-Kd"]);
    let zone = |viewer| {
        let view = driven.table.view(viewer);
        let zone = view.zones.into_iter().find(|zone| zone.name == "buried").expect("a zone");
        (zone.size, zone.seat, zone.cards.map_or(0, |cards| cards.len()))
    };
    assert_eq!(zone(Some(Seat(0))), (6, Some(Seat(0)), 6));
    assert_eq!(zone(Some(Seat(1))), (6, Some(Seat(0)), 0));
    assert_eq!(zone(None), (6, Some(Seat(0)), 0));
    assert_eq!(driven.public().phase, "call");
}

/// ZP-3.1 to ZP-3.3: the right number of different plain cards, copies that exist; own and buried
/// cards may be called, and the answer tells nothing about that (ZP-3.10).
#[test]
fn calls_are_plain_cards_and_copies_that_exist() {
    let mut driven = to_bury(6, &[]);
    driven.say(&["bury As-As-Ks-Qs-Js-Ts"]);
    assert_eq!(driven.refusal("call_friends Ac:1"), "WRONG_CARD_COUNT ZP-3.1");
    assert_eq!(driven.refusal("call_friends Ac:1 Ah:1"), "NO_SUCH_CALL ZP-3.3");
    assert_eq!(driven.refusal("call_friends Ac:1 2c:1"), "NO_SUCH_CALL ZP-3.3");
    assert_eq!(driven.refusal("call_friends Ac:1 r:1"), "NO_SUCH_CALL ZP-3.3");
    assert_eq!(driven.refusal("call_friends Ac:1 Kc:3"), "NO_SUCH_CALL ZP-3.2");
    assert_eq!(driven.refusal("call_friends Ac:1 Ac:1"), "REPEATED_CALL ZP-3.3");
    assert_eq!(driven.refusal("call_friends Ac:1 Ad:other"), "NO_SUCH_CALL ZP-7.9");
    driven.say(&["call_friends As:1 Kd:1"]);
    let view = driven.public();
    assert_eq!((view.phase, view.friend_calls.len()), ("play", 2));
    assert!(view.friend_calls.iter().all(|called| called.met_by.is_none()));
    assert_eq!(driven.asked(), Some(Seat(0)), "the maker leads (ZP-4.1)");
}

/// ZP-7.9: with two packs the other copy of a card that the maker holds once.
#[test]
fn the_other_copy_may_be_called_by_option() {
    let mut driven = to_bury(6, &["call_style=ordinal_or_other"]);
    driven.say(&["bury r-b-2h-2d-6s-7s"]);
    assert_eq!(driven.refusal("call_friends As:other Kd:1"), "NO_SUCH_CALL ZP-7.9");
    assert_eq!(driven.refusal("call_friends Ac:other Kd:1"), "NO_SUCH_CALL ZP-7.9");
    assert_eq!(driven.refusal("call_friends Ad:other Ad:1"), "REPEATED_CALL ZP-7.9");
    driven.say(&["call_friends Ad:other Kd:1"]);
}
