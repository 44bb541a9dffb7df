//! Points: tricks, combinations, transfers (HM-5).

use paizhuo_engine::games::hachinin_meri::{Position, RobaiStatus};
use paizhuo_engine::seat::Seat;

use crate::positions::{deal, moved, points, position};

/// Seat 1 wins the eighth trick, led by seat 0 with O5, with a card over seat 2's; the ninth cards
/// are plain, and seat 0's Oru is led by the dealer.
fn eighth(winning: &str, beaten: &str) -> Position {
    let one = format!("{winning}-P1");
    let two = format!("{beaten}-P2");
    let hands = ["O5-O1", &one, &two, "I1-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7"];
    position("K", hands)
}

fn play_eighth(
    options: &[&str],
    position: &Position,
) -> (Vec<(&'static str, &'static str, u32)>, [i64; 2]) {
    let mut driven = deal(options, position);
    let one = format!("play {}", crate::positions::text(&position.hands[1][..1]));
    let two = format!("play {}", crate::positions::text(&position.hands[2][..1]));
    driven.say(&["play O5", &one, &two, "play I1", "play I9", "play I8", "play I7", "play I6"]);
    (moved(&driven), points(&driven.public()))
}

/// HM-5.1 to HM-5.4: a trick is a point; a combination moves two more to its winners.
#[test]
fn a_combination_moves_two_points() {
    let (moves, points) = play_eighth(&[], &eighth("Ksun", "Kun"));
    assert_eq!(moves, [("sun_un", "b", 2)]);
    // Team A wins the ninth trick with Oru 1, the only card of the led suit.
    assert_eq!(points, [1 - 2, 1 + 2]);
    let (moves, points) = play_eighth(&[], &eighth("Ksun", "Ksota"));
    assert_eq!((moves.len(), points), (0, [1, 1]), "Sun and Sota are no neighbours");
}

/// HM-5.4, HM-5.5: an undeclared Robai in the combination makes it five, never more.
#[test]
fn a_hidden_robai_raises_its_combinations() {
    let sota = |status| Position { status, ..eighth("Ksota", "Krobai") };
    assert_eq!(play_eighth(&[], &sota(RobaiStatus::Undeclared)).0, [("sota_robai", "b", 5)]);
    for status in [RobaiStatus::Declared, RobaiStatus::Public, RobaiStatus::Side] {
        assert_eq!(play_eighth(&[], &sota(status)).0, [("sota_robai", "b", 2)]);
    }
    let turned = ["turned_robai_counts_as_undeclared=on"];
    assert_eq!(play_eighth(&turned, &sota(RobaiStatus::Public)).0[0].2, 5, "HM-7.8");
    let un = Position { status: RobaiStatus::Undeclared, ..eighth("Kun", "Ksota") };
    assert_eq!(play_eighth(&[], &un).0[0].2, 2);
    assert_eq!(play_eighth(&["hidden_robai_scope=all_combos"], &un).0[0].2, 5, "HM-7.8");
    let points = ["combo_points=1", "combo_points_raised=7"];
    assert_eq!(play_eighth(&points, &un).0[0].2, 1, "HM-7.10");
    assert_eq!(play_eighth(&points, &sota(RobaiStatus::Undeclared)).0[0].2, 7, "HM-7.10");
}

/// HM-5.6: Tenka stands in for no Robai and blocks a Sota over a Robai; HM-5.2: trumps of the own
/// side are ignored.
#[test]
fn tenka_takes_part_in_no_combination() {
    assert_eq!(play_eighth(&[], &eighth("Probai", "Krei")).0, []);
    assert_eq!(play_eighth(&[], &eighth("Ksota", "Probai")).0, []);
    let run = |third: &str, fourth: &str| {
        let (three, four) = (format!("{third}-P3"), format!("{fourth}-P4"));
        let hands = ["O5-O1", "Ksota-P1", "Krobai-P2", &three, &four, "I8-P5", "I7-P6", "I6-P7"];
        let mut driven = deal(&[], &position("K", hands));
        let (three, four) = (format!("play {third}"), format!("play {fourth}"));
        let plays = ["play O5", "play Ksota", "play Krobai", &three, &four];
        driven.say(&plays).say(&["play I8", "play I7", "play I6"]);
        moved(&driven)
    };
    assert_eq!(run("I1", "Probai"), [], "the other team's Tenka is its strongest trump");
    assert_eq!(run("Probai", "I1"), [("sota_robai", "b", 2)], "the own Tenka is ignored");
}

/// HM-3.4: Meri has no combination; HM-7.7: by option nothing counts after it either.
#[test]
fn meri_has_no_combination() {
    let hands = ["P8-O1", "Kun-P1", "Ksun-P2", "I1-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7"];
    let mut driven = deal(&[], &Position { leader: Seat(1), ..position("K", hands) });
    driven.say(&["play Kun", "play Ksun", "play I1", "play I9", "play I8", "play I7", "play I6"]);
    driven.say(&["play P8"]);
    assert_eq!(moved(&driven), []);
    let before = ["combo_scope=before_first_meri"];
    let closed = Position { closed: true, ..eighth("Ksun", "Kun") };
    assert_eq!(play_eighth(&before, &closed).0, []);
    assert_eq!(play_eighth(&[], &closed).0.len(), 1);
    assert_eq!(play_eighth(&before, &eighth("Ksun", "Kun")).0.len(), 1);
}

/// HM-5.4: a combination of the ninth trick is worth five, and a team may end below zero.
#[test]
fn the_ninth_trick_raises_its_combination() {
    let hands = ["O5-O1", "O4-Kun", "O9-Ksota", "I1-P3", "I9-P4", "I8-P5", "I7-P6", "I6-P7"];
    let mut driven = deal(&[], &position("K", hands));
    driven.say(&["play O5", "play O4", "play O9", "play I1", "play I9", "play I8", "play I7"]);
    driven.say(&["play I6"]);
    assert_eq!(moved(&driven), [("un_sota", "b", 5)]);
    let view = driven.public();
    assert_eq!(points(&view), [-5, 7], "B also wins the eighth trick with Oru 4");
    let end = view.last_deal.expect("the deal has ended");
    assert_eq!(end.results, [-5, 7, -5, 7, -5, 7, -5, 7], "by seat the points of its team");
    assert_eq!(end.winners, [1, 3, 5, 7].map(Seat));
}
