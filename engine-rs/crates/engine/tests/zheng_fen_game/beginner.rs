//! The bot that goes for points.

use paizhuo_engine::bots::Bot;

use crate::support::{Driven, Setup, zheng_fen};

/// What a beginner does, in notation.
fn says(hands: &[&str], before: &[&str]) -> String {
    let mut driven = Driven::points(zheng_fen(3, &[]), hands, 0);
    driven.say(before);
    let seat = driven.asked().expect("somebody is asked");
    let action = driven.ruleset.beginner(&driven.view(seat.0));
    paizhuo_engine::notation::print_action(driven.pack(), &action)
}

/// A special takes a trick with points, and is kept where there are none.
#[test]
fn specials_are_for_points() {
    let bot = "5s-Th-Kd-3c-4d-6h-7s-9c";
    let rich = ["Tc-Td-Ts-Kc-Kh-4c", bot, "4s-6s-6c"];
    assert!(says(&rich, &["play Tc-Td-Ts-Kc-Kh"]).contains("special"));
    let poor = ["3d-3h-3s-4c-4h-8c", bot, "4s-6s-6c"];
    assert_eq!(says(&poor, &["play 3d-3h-3s-4c-4h"]), "pass");
}

/// Own points are not thrown to somebody who is likely to beat them.
#[test]
fn own_points_are_not_given_away() {
    let hands = ["3d-4h-8c-9c", "5d-6s-9h-Jc-Qc-Ad", "4s-6h-6c-2c"];
    let answer = says(&hands, &["play 3d"]);
    assert!(!answer.contains("5d"), "{answer}");
}

/// At every number of seats and under both presets it scores more than random players do.
#[test]
fn it_scores_more_than_random_players() {
    for preset in ["seed", "pagat"] {
        for seats in 3..=6u8 {
            let setup = Setup::new("zheng_fen", u32::from(seats), preset, &[]);
            let ruleset = setup.ruleset().expect("accepted");
            let deals = 300;
            for place in 0..seats {
                let mut bots = vec![Bot::Random; usize::from(seats)];
                bots[usize::from(place)] = Bot::Greedy;
                let report = ruleset.simulate(&bots, deals, 11, 1).expect("one thread");
                let scored = report.payments[usize::from(place)];
                let fair = 100 * i128::from(deals) / i128::from(seats);
                assert!(scored * 10 > fair * 11, "{preset} {seats} {place}: {scored} of {fair}");
                assert_eq!(report.payments.iter().sum::<i128>(), 100 * i128::from(deals));
            }
        }
    }
}
