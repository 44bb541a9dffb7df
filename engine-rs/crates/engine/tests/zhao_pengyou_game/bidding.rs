//! Bids, challenges, defences and the final round (ZP-2.6 to ZP-2.17).

use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::seat::Seat;

use crate::staged::{cards, final_round};
use crate::support::{Driven, zhao_pengyou};

const HANDS: [&str; 5] = ["2s-2s-9h-8h", "2h-2h-r-r", "2d-2d-9s-8s", "2c-2c-9d-8d", "3s-3h-b-b"];

fn zone(driven: &Driven, name: &str) -> Option<(Option<Seat>, u8)> {
    let view = driven.public();
    let zone = view.zones.iter().find(|zone| zone.name == name)?;
    Some((zone.seat, zone.size))
}

/// ZP-2.6: each is asked in the direction of the drawing; a bid asks everybody again from the
/// starter on, and it closes when all the others have passed.
#[test]
fn a_bid_restarts_the_round_at_the_starter() {
    let mut driven = final_round(HANDS, &[]);
    driven.say(&["pass", "pass"]);
    assert_eq!(driven.asked(), Some(Seat(2)));
    driven.say(&["bid_cards 2d"]);
    assert_eq!(driven.asked(), Some(Seat(0)), "asked again, having passed before");
    driven.say(&["pass", "pass", "pass"]);
    assert_eq!(driven.asked(), Some(Seat(4)), "the holder is not asked");
    driven.say(&["pass"]);
    let view = driven.public();
    assert_eq!((view.phase, view.seats[2].role), ("bury", "maker"));
    assert_eq!(view.seats[2].hand_size, 12, "hand and kitty");
    let trump = view.trump.expect("the trump is known");
    assert_eq!((trump.suit, trump.rank), (1, Some(12)), "twos and diamonds");
    assert_eq!(zone(&driven, "bid"), None);
    assert_eq!(zone(&driven, "kitty"), None);
}

/// ZP-2.10, ZP-2.17: the holder defends with exactly as many cards; the challenger may go on.
#[test]
fn a_holder_defends_or_yields_a_challenge() {
    let mut driven = final_round(HANDS, &[]);
    driven.say(&["bid_cards 2s"]);
    driven.says(0, "pass").expect_err("the holder is not asked");
    driven.say(&["bid_cards 2h-2h"]);
    assert_eq!(driven.asked(), Some(Seat(0)), "the holder answers at once");
    assert_eq!(zone(&driven, "challenge"), Some((Some(Seat(1)), 2)));
    assert_eq!(driven.refusal("defend 2s"), "NO_SUCH_BID ZP-2.10");
    assert_eq!(driven.refusal("defend 2s-2s-2s"), "NO_SUCH_BID ZP-2.10");
    assert_eq!(driven.refusal("bid_cards 2s-2s"), "VERB_NOT_ALLOWED ZP-2.10");
    assert_eq!(driven.listed(), ["defend 2s-2s", "yield"]);
    driven.say(&["defend 2s-2s"]);
    assert_eq!(zone(&driven, "bid"), Some((Some(Seat(0)), 2)));
    assert_eq!(zone(&driven, "challenge"), None);
    assert_eq!(driven.asked(), Some(Seat(1)), "the round begins again");
    assert_eq!(driven.refusal("bid_cards 2h-2h"), "BID_TOO_LOW ZP-2.8");
}

/// ZP-2.16: a holder who cannot defend is asked all the same.
#[test]
fn who_cannot_defend_is_asked_and_can_only_yield() {
    let mut driven = final_round(["2s-9h", "2h-2h", "3d", "3c", "3s"], &[]);
    driven.say(&["bid_cards 2s", "bid_cards 2h-2h"]);
    assert_eq!(driven.listed(), ["yield"]);
    let verbs: Vec<&str> = driven.table.decisions()[0].verbs.iter().map(|v| v.word()).collect();
    assert_eq!(verbs, ["defend", "yield"], "what is asked depends on no card");
    driven.say(&["yield"]);
    assert_eq!(zone(&driven, "bid"), Some((Some(Seat(1)), 2)));
}

/// ZP-7.6: without defence nobody is asked.
#[test]
fn without_defence_a_challenge_overturns_at_once() {
    let mut driven = final_round(HANDS, &["bid_defence=off"]);
    driven.say(&["bid_cards 2s", "bid_cards 2h-2h"]);
    assert_eq!(zone(&driven, "bid"), Some((Some(Seat(1)), 2)));
    assert_eq!(driven.asked(), Some(Seat(0)));
}

/// ZP-2.12: nobody bids, the deal is void, all become active, the same starter draws again.
#[test]
fn a_deal_without_a_bid_is_void() {
    let hands = HANDS.iter().map(|hand| cards(hand)).collect();
    let mut position = Position::new(hands, At::FinalRound(Vec::new()));
    position.active = vec![true, false, true, false, false];
    position.starter = Seat(2);
    let mut driven = Driven::of_friends(zhao_pengyou(5, &[]), &position);
    driven.say(&["pass"]);
    assert_eq!(driven.asked(), Some(Seat(0)), "passive players are not asked");
    driven.say(&["pass"]);
    let view = driven.public();
    assert!(view.seats.iter().all(|seat| seat.status == "active" && seat.total == 0));
    assert!(view.zones.is_empty() && view.decisions.is_empty());
    driven.follow();
    assert_eq!(driven.public().dealer, Some(Seat(2)));
    assert_eq!(driven.table.number().attempt, 2);
}

/// ZP-7.5: anybody may bid a level of an active player; who bid may stand for another.
#[test]
fn with_any_level_the_maker_is_the_next_active_player_of_the_rank() {
    let hands = ["6h", "3s", "3h", "3d", "3c"].iter().map(|hand| cards(hand)).collect();
    let mut position = Position::new(hands, At::FinalRound(cards("4c-4d")));
    position.points = vec![0, 4, 4, 0, 1];
    position.active = vec![false, true, false, true, true];
    let mut driven = Driven::of_friends(zhao_pengyou(5, &["bid_levels=any_active"]), &position);
    assert_eq!(driven.asked(), Some(Seat(0)), "passive, and asked");
    driven.say(&["bid_cards 6h", "pass", "pass", "pass", "pass"]);
    let view = driven.public();
    let maker = view.seats.iter().position(|seat| seat.role == "maker");
    assert_eq!(maker, Some(1), "counter-clockwise from 0: 4 and 3 play other levels, 2 is passive");
    assert_eq!(view.seats[1].hand_size, 3, "the kitty is the maker's, the shown card the holder's");
    assert_eq!(view.seats[0].hand_size, 1);
}
