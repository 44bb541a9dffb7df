//! The play of cards: section 5 of the rules.

use paizhuo_engine::action::Verb;
use paizhuo_engine::seat::Seat;

use crate::support::{Driven, zheng_fen};

/// Z5.1, Z5.2: the leader must play, followers beat the table or pass, also if they could beat.
#[test]
fn leaders_play_and_followers_beat_or_pass() {
    let mut driven = Driven::points(zheng_fen(3, &[]), &["7c-8c", "9c-Tc", "5c-Jc"], 0);
    assert_eq!(driven.table.decisions()[0].verbs, [Verb::Play]);
    assert_eq!(driven.refusal("pass"), "MUST_LEAD Z5.1");
    driven.say(&["play 7c"]);
    assert_eq!(driven.table.decisions()[0].verbs, [Verb::Pass, Verb::Play]);
    assert_eq!(driven.asked(), Some(Seat(1)), "anticlockwise (Z1.5)");
    driven.say(&["pass"]);
    assert_eq!(driven.refusal("play 5c"), "NOT_HIGHER Z4.11");
    driven.say(&["play Jc", "pass"]);
    assert_eq!(driven.asked(), Some(Seat(1)));
    driven.say(&["pass"]);
    let view = driven.public();
    assert_eq!((view.tricks, view.seats[2].points), (1, 0));
    assert_eq!(driven.asked(), Some(Seat(2)), "the winner leads (Z5.5)");
}

/// Z5.5: the winner takes all cards of the trick, those of others too.
#[test]
fn the_winner_takes_all_cards_of_the_trick() {
    let hands = ["5c-3s", "Tc-3h", "Kc-3d"];
    let mut driven = Driven::points(zheng_fen(3, &[]), &hands, 0);
    driven.say(&["play 5c", "play Tc", "play Kc", "pass", "pass"]);
    let seats = driven.public().seats;
    assert_eq!(seats.iter().map(|seat| seat.points).collect::<Vec<_>>(), [0, 0, 25]);
}

/// Z5.6: who is out has no turn and keeps the pile.
#[test]
fn who_is_out_keeps_the_pile() {
    let hands = ["Kc", "3s-4s-6s", "3d-4d-6d"];
    let mut driven = Driven::points(zheng_fen(3, &[]), &hands, 0);
    driven.say(&["play Kc", "pass", "pass"]);
    driven.say(&["play 3s", "play 4d"]);
    assert_eq!(driven.asked(), Some(Seat(1)));
    driven.say(&["pass"]);
    assert_eq!(driven.public().seats[0].points, 10);
    assert_eq!(driven.public().seats[0].role, "first_out");
}

/// Z5.15: a follower who does not act passes, a leader plays the lowest card, of equal ranks the
/// lowest id; a joker where nothing else is left.
#[test]
fn time_outs_pass_or_play_the_lowest() {
    for (hand, played) in [("4s-4d-Kc", "4d"), ("r-b", "b"), ("2s-r", "2s")] {
        let mut driven = Driven::points(zheng_fen(3, &[]), &[hand, "9c-Tc", "5c-Jc"], 0);
        let timeout = driven.table.on_timeout(Seat(0)).expect("asked");
        let facts = driven.act(Seat(0), timeout).expect("legal");
        assert_eq!(facts.iter().filter(|fact| !fact.is_consequence()).count(), 1);
        let trick = driven.public().trick.expect("a trick");
        let cards = &trick.to_beat().expect("it stands").cards;
        let pack = driven.pack();
        assert_eq!(paizhuo_engine::notation::print_named(pack, cards), played);
        let follower = driven.table.on_timeout(Seat(1)).expect("asked");
        assert_eq!(follower.verb(), Verb::Pass);
        assert_eq!(driven.table.on_timeout(Seat(2)), None);
    }
}
