//! Scores, statuses and starters over deals (ZP-2.3, ZP-5).

use paizhuo_engine::game::Stage;
use paizhuo_engine::games::zhao_pengyou::{At, Position};
use paizhuo_engine::seat::Seat;
use paizhuo_engine::trick::Trump;

use crate::staged::{calls, cards, led_with};
use crate::support::{Driven, zhao_pengyou};

/// ZP-5.3, ZP-2.15: an opponent who wins the last trick doubles what is buried, which is shown.
#[test]
fn who_wins_the_last_trick_doubles_the_kitty() {
    for (option, counted) in
        [("kitty_multiplier=2", 50), ("kitty_multiplier=1", 30), ("kitty_multiplier=4", 90)]
    {
        let hands = ["3s", "Ts", "4s", "6s", "7s"];
        let mut driven = led_with(hands, "2d", "Ac:1", "Kc-5c-5c", &[option]);
        driven.say(&["play 3s", "play 7s", "play 6s", "play 4s", "play Ts"]);
        let end = driven.public().last_deal.expect("it ended");
        assert_eq!(end.points, Some(counted), "{option}");
        assert_eq!(end.zones[0].cards.as_ref().map(Vec::len), Some(3));
    }
}

/// ZP-7.15: by option the points of the last trick count twice, too.
#[test]
fn the_last_trick_counts_twice_by_option() {
    let hands = ["3s", "Ts", "4s", "6s", "7s"];
    let mut driven = led_with(hands, "2d", "Ac:1", "", &["last_trick_points_doubled=on"]);
    driven.say(&["play 3s", "play 7s", "play 6s", "play 4s", "play Ts"]);
    assert_eq!(driven.public().last_deal.expect("it ended").points, Some(20));
}

fn before_last_trick(options: &[&str]) -> Driven {
    let hands = ["As", "3s", "4s", "6s", "7s"].map(cards).to_vec();
    let trump = Trump { suit: 1, rank: Some(12) };
    let at = At::Play { maker: Seat(0), trump, calls: calls("Ks:1"), buried: Vec::new() };
    let mut position = Position::new(hands, at);
    position.points = vec![1, 3, 2, 5, 0];
    position.active = vec![true, false, true, false, true];
    Driven::of_friends(zhao_pengyou(5, options), &position)
}

/// ZP-5.9, ZP-2.3: winners are active, losers passive; the maker before draws first if active.
#[test]
fn winners_are_active_and_the_maker_draws_first() {
    let mut driven = before_last_trick(&[]);
    driven.say(&["play As", "play 7s", "play 6s", "play 4s", "play 3s"]);
    let view = driven.public();
    let statuses: Vec<&str> = view.seats.iter().map(|seat| seat.status).collect();
    assert_eq!(statuses, ["active", "passive", "passive", "passive", "passive"]);
    let levels: Vec<&str> = view.seats.iter().map(|seat| seat.level).collect();
    assert_eq!(levels, ["7", "5", "4", "7", "2"], "4 points for nothing against a lone maker");
    driven.follow();
    assert_eq!(driven.public().dealer, Some(Seat(0)));
    assert_eq!(driven.table.decisions().len(), 1, "only active players bid (ZP-2.2)");
}

/// ZP-7.3, ZP-7.7: other starters, and no statuses, by option.
#[test]
fn starters_and_statuses_by_option() {
    let mut driven = before_last_trick(&["starter_later_deals=next_counterclockwise"]);
    driven.say(&["play As", "play 7s", "play 6s", "play 4s", "play 3s"]);
    driven.follow();
    assert_eq!(driven.public().dealer, Some(Seat(4)), "counter-clockwise of seat 0");
    let mut driven = before_last_trick(&["active_passive=off"]);
    driven.say(&["play As", "play 7s", "play 6s", "play 4s", "play 3s"]);
    driven.follow();
    assert_eq!(driven.table.decisions().len(), 5);
}

/// ZP-2.1, ZP-5.10: matches of beginners end, some player past the ace.
#[test]
fn matches_of_beginners_end() {
    let rules = zhao_pengyou(6, &["target_points=3"]);
    let mut driven = Driven::new(rules, 11);
    for _ in 0..20_000 {
        driven.follow();
        if driven.table.stage() == Stage::Over {
            break;
        }
        if driven.table.to_draw() > 0 {
            driven.draw_all();
            continue;
        }
        let seat = driven.asked().expect("somebody is asked");
        let action = driven.ruleset.beginner(&driven.table.view(Some(seat)));
        driven.act(seat, action).expect("a beginner is legal");
    }
    let end = driven.public().match_end.expect("the match has ended");
    assert!(end.winners.iter().all(|seat| end.totals[seat.index()] >= 3));
}
