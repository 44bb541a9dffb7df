//! What viewers may know (HM-6.3, HM-6.6).

use paizhuo_engine::action::Action;
use paizhuo_engine::cards::Card;
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::seat::Seat;

use crate::positions::{card, cards, deal, position, whole_hands};
use crate::support::{Driven, rng};

/// How often each card is in a seat's hand, or left over, over many deals again.
fn dealt_again(
    driven: &Driven,
    viewer: u8,
    at: impl Fn(&dyn paizhuo_engine::table::Table) -> Vec<Card>,
) -> [u32; 75] {
    let mut seen = [0; 75];
    let mut rng = rng("views", 1);
    for _ in 0..400 {
        let other = driven.table.resample(Some(Seat(viewer)), &mut rng);
        assert_eq!(other.view(Some(Seat(viewer))), driven.view(viewer));
        for card in at(&*other) {
            seen[card.index()] += 1;
        }
    }
    seen
}

/// HM-6.6: before the opening lead nobody but its holder can tell an undeclared Robai from one that
/// is left over; after it everybody can. Whose it is stays hidden.
#[test]
fn an_undeclared_robai_may_lie_left_over_until_the_lead() {
    let hands = whole_hands(&[(5, "Grobai")]);
    let mut driven = deal(&[], &Position::new(hands, card("Gkaba")));
    for seat in 0..8 {
        driven.act(Seat(seat), Action::Pass).expect("a pass is legal");
    }
    driven.say(&["discard P1"]);
    let robai = card("Grobai").index();
    let side = |table: &dyn paizhuo_engine::table::Table| {
        let mut held: Vec<Card> = Vec::new();
        for seat in 0..8 {
            held.extend(table.view(Some(Seat(seat))).own_hand());
        }
        held
    };
    let in_hands = dealt_again(&driven, 3, side)[robai];
    assert!((1..400).contains(&in_hands), "in a hand or left over: {in_hands}");
    assert_eq!(dealt_again(&driven, 5, side)[robai], 400, "the holder knows");
    driven.say(&["play P2"]);
    let of_two =
        |table: &dyn paizhuo_engine::table::Table| table.view(Some(Seat(2))).own_hand().to_vec();
    let held_by_two = dealt_again(&driven, 3, of_two)[robai];
    assert!((1..400).contains(&held_by_two), "whoever has it is hidden");
    assert_eq!(
        dealt_again(&driven, 3, side)[robai],
        400,
        "everybody sees that it is not left over"
    );
}

/// HM-2.7: whoever declared has the Oki and the Robai, also where all else is dealt again; the
/// discard is a plain card.
#[test]
fn the_declarer_keeps_oki_and_robai_when_dealt_again() {
    let hands = whole_hands(&[(5, "Grobai")]);
    let mut driven = deal(&[], &Position::new(hands, card("Gkaba")));
    for seat in 0..8 {
        let action = if seat == 5 { Action::Declare } else { Action::Pass };
        driven.act(Seat(seat), action).expect("an answer is legal");
    }
    let of_five =
        |table: &dyn paizhuo_engine::table::Table| table.view(Some(Seat(5))).own_hand().to_vec();
    let seen = dealt_again(&driven, 0, of_five);
    assert_eq!((seen[card("Gkaba").index()], seen[card("Grobai").index()]), (400, 400));
    let discard = driven.listed()[0].clone();
    driven.say(&[&discard]);
    let discards = |table: &dyn paizhuo_engine::table::Table| {
        let zones = table.view(Some(Seat(5))).zones;
        zones
            .into_iter()
            .find(|zone| zone.name == "discard")
            .expect("it lies there")
            .cards
            .expect("own")
    };
    let seen = dealt_again(&driven, 0, discards);
    let trumps = cards("G1 G2 G3 G4 G5 G6 G7 G8 G9 Gsun Gun Gsota Grobai Grei Gkaba Probai");
    assert!(trumps.iter().all(|card| seen[card.index()] == 0), "no trump is discarded");
    assert!(seen.iter().filter(|&&times| times > 0).count() > 20);
}

/// HM-6.3: whatever lies face down is some trump, any that the viewer has not seen.
#[test]
fn a_face_down_card_is_any_trump_that_is_not_seen() {
    let hands = [
        "O5-I4-K1",
        "K3-O9-P1",
        "Ksun-O4-I5",
        "Kun-O3-G8",
        "I9-I8-G7",
        "Krei-P9-I3",
        "P8-P7-G6",
        "O2-K9-P6",
    ];
    let mut driven = deal(&[], &position("K", hands));
    driven.say(&["play O5", "play K3"]);
    let covered = |table: &dyn paizhuo_engine::table::Table| {
        let trick = table.view(Some(Seat(1))).trick.expect("a trick");
        let laid = trick.plays[1].1.clone().expect("a play");
        laid.cards
            .iter()
            .map(|card| match card {
                paizhuo_engine::action::Named::Face(card) => *card,
                paizhuo_engine::action::Named::Rank(_) => panic!("a view names faces"),
            })
            .collect()
    };
    let seen = dealt_again(&driven, 0, covered);
    for text in ["K3", "Ksun", "Kun", "Krei", "K9"] {
        assert!(seen[card(text).index()] > 0, "{text}");
    }
    assert_eq!(seen[card("K1").index()], 0, "the viewer holds it");
    assert_eq!(seen.iter().filter(|&&times| times > 0).count(), 5);
}

/// HM-1.2: the view tells who plays together, with points of the deal and totals.
#[test]
fn a_view_tells_the_teams() {
    let hands = ["O1-O2", "I1-P1", "I2-P2", "I3-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7"];
    let mut driven = deal(&[], &Position { totals: [4, 5], ..position("K", hands) });
    let teams = driven.public().teams;
    let named: Vec<_> = teams.iter().map(|team| (team.name, team.points, team.total)).collect();
    assert_eq!(named, [("a", 0, 4), ("b", 0, 5)]);
    assert_eq!(teams[0].seats, [0, 2, 4, 6].map(Seat));
    driven.say(&["play O1", "play I1", "play I2", "play I3", "play I9", "play I8", "play I7"]);
    driven.say(&["play I6"]);
    let view = driven.public();
    assert_eq!(view.teams.iter().map(|team| team.total).collect::<Vec<_>>(), [6, 5]);
    assert_eq!(
        view.seats.iter().map(|seat| seat.total).collect::<Vec<_>>(),
        [6, 5, 6, 5, 6, 5, 6, 5]
    );
}
