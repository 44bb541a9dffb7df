//! What nobody may learn: who is a friend, what was buried, whether a group will stand.

use paizhuo_engine::action::Named;
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::notation::parse_trump;
use paizhuo_engine::seat::Seat;

use crate::staged::{calls, cards, led, led_with};
use crate::support::{Driven, rng, zhao_pengyou};

/// ZP-3.7, ZP-3.10: everybody but the maker sees and is told the same, whether the called card is
/// buried, in the maker's hand or in another's.
#[test]
fn nothing_tells_where_a_called_card_is() {
    let others = ["3c-4c", "5c-6c", "7c-8c", "9c-Tc"];
    let tables: Vec<Driven> = [("As-3s", "Ks-Kd"), ("Ks-3s", "As-Kd"), ("Kd-3s", "Ks-As")]
        .into_iter()
        .map(|(own, buried)| {
            led_with([own, others[0], others[1], others[2], others[3]], "2d", "As:1", buried, &[])
        })
        .collect();
    for viewer in [None, Some(Seat(1)), Some(Seat(2)), Some(Seat(3)), Some(Seat(4))] {
        let views: Vec<_> = tables.iter().map(|driven| driven.table.view(viewer)).collect();
        assert!(views.windows(2).all(|pair| pair[0] == pair[1]), "{viewer:?}");
    }
}

/// Nothing foretells whether a group will stand: legal actions, time-outs and beginners of the
/// leader are the same whatever the others hold.
#[test]
fn nothing_foretells_whether_a_group_stands() {
    let stands =
        led(["As-Ks-Ks", "3s-4s-5s", "6s-7s-8s", "9s-Ts-Js", "3h-4h-5h"], "2d", "Ac:1", &[]);
    let falls =
        led(["As-Ks-Ks", "3s-4s-5s", "6s-7s-8s", "As-As-Js", "3h-4h-5h"], "2d", "Ac:1", &[]);
    assert_eq!(stands.view(0), falls.view(0));
    assert_eq!(stands.legal(), falls.legal());
    assert!(
        stands.listed().contains(&"play Ks-Ks-As as group:K:1".to_owned()),
        "{:?}",
        stands.listed()
    );
}

/// Dealing again keeps what was seen: bids in hands, suits that a seat is out of; and the called
/// card is not buried for those who do not know.
#[test]
fn dealing_again_keeps_what_was_seen() {
    let hands = ["3s-4s-Ac", "6s-7s-8s", "9s-Ts-Kc", "Qh-Kh-Qd", "3h-4h-As"];
    let mut driven = led_with(hands, "2d", "Ac:1", "5h-6h-7h-8h", &[]);
    driven.say(&["play 3s", "play As", "play Qh"]);
    let mut rng = rng("again", 7);
    let mut moved = false;
    for _ in 0..200 {
        let other = driven.table.resample(Some(Seat(1)), &mut rng);
        assert_eq!(other.view(Some(Seat(1))), driven.view(1));
        let out_of_spades = other.view(Some(Seat(3)));
        assert!(
            out_of_spades.own_hand().iter().all(|card| card.0 % 4 != 3),
            "seat 3 is out of spades"
        );
        let maker = other.view(Some(Seat(0)));
        let buried = maker.zones.iter().find(|zone| zone.name == "buried").expect("buried");
        let buried = buried.cards.clone().expect("the maker's own");
        assert!(!buried.contains(&cards("Ac")[0]), "the called card can be met");
        moved |= buried != cards("8h-7h-6h-5h");
        let call = calls("Ac:1")[0];
        assert_eq!(call.card, Named::Face(cards("Ac")[0]));
    }
    assert!(moved, "hidden cards were dealt again");
}

/// ZP-7.9: who calls the other copy of a card holds one and no more. That everybody knows, and
/// dealing again keeps it until that copy was played.
#[test]
fn dealing_again_keeps_the_copy_of_who_called_the_other() {
    let hands = ["3s-Ad-5h-6h-7h-8h-9h-Th-Jh-Qh", "6s-7s", "9s-Ad", "Qc-Kh", "3h-4h"];
    let trump = parse_trump(&FRENCH, "2c").expect("the test writes a trump");
    let at = At::Bury(Seat(0), trump);
    let position = Position::new(hands.map(cards).to_vec(), at);
    let rules = zhao_pengyou(5, &["call_style=ordinal_or_other"]);
    let mut driven = Driven::of_friends(rules, &position);
    driven.say(&["bury 5h-6h-7h-8h-9h-Th-Jh-Qh", "call_friends Ad:other"]);
    let ace = cards("Ad")[0];
    let mut rng = rng("other copy", 7);
    let mut of_maker = |driven: &Driven| {
        let numbers = (0..100).map(|_| {
            let other = driven.table.resample(Some(Seat(1)), &mut rng);
            assert_eq!(other.view(Some(Seat(1))), driven.view(1));
            let maker = other.view(Some(Seat(0)));
            maker.own_hand().iter().filter(|&&card| card == ace).count()
        });
        numbers.collect::<Vec<_>>()
    };
    assert!(of_maker(&driven).iter().all(|&number| number == 1), "one copy is the maker's");
    driven.say(&["play Ad"]);
    assert!(of_maker(&driven).iter().all(|&number| number == 0), "it has been played");
    driven.say(&["play 3h", "play Qc", "play Ad", "play 6s"]);
    assert_eq!(driven.public().friend_calls[0].met_by, Some(Seat(2)));
}
