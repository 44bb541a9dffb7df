//! The bot that goes for points.

use paizhuo_engine::bots::Bot;
use paizhuo_engine::game::Game;
use paizhuo_engine::games::zheng_fen::{Habits, Rules, ZhengFen, duel};
use paizhuo_engine::sim::Threads;

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

/// At a table of random players it scores more than its share, at every number of seats.
#[test]
fn it_scores_more_than_random_players_at_a_table() {
    for preset in ["seed", "pagat"] {
        for seats in 3..=6u8 {
            let setup = Setup::new("zheng_fen", u32::from(seats), preset, &[]);
            let ruleset = setup.ruleset().expect("accepted");
            let mut bots = vec![Bot::Random; usize::from(seats)];
            bots[1] = Bot::Greedy;
            let report = ruleset.simulate(&bots, 60, 11, Threads::new(1)).expect("one thread");
            let fair = 6_000 / i128::from(seats);
            assert!(report.payments[1] * 10 > fair * 11, "{preset} {seats}");
            assert_eq!(report.payments.iter().sum::<i128>(), 6_000);
        }
    }
}

const BEGINNER: Habits = Habits::BEGINNER;
/// Deals of a comparison, from every seat.
const DEALS: u64 = 200;

fn rules(seats: u8, preset: &'static str) -> Rules {
    let ruleset = Setup::new("zheng_fen", u32::from(seats), preset, &[]).ruleset();
    let ruleset = ruleset.expect("accepted");
    ZhengFen::rules(ruleset.settings(), ruleset.revision()).expect("accepted")
}

/// What a beginner scores beyond an equal share, in points of a hundred deals, alone among players
/// of these habits, or of none.
fn advantage(rules: &Rules, among: Option<Habits>) -> i128 {
    let seats = usize::from(rules.seats);
    let scored = (0..seats).map(|place| {
        let mut players = vec![among; seats];
        players[place] = Some(BEGINNER);
        duel(rules, &players, DEALS, 3, Threads::new(1)).expect("one thread").payments[place]
    });
    let fair = 100 * i128::from(DEALS);
    (scored.sum::<i128>() - fair) * 100 / (i128::from(DEALS) * i128::from(rules.seats))
}

/// Each habit is worth something: a beginner scores more than others who lack it alone.
#[test]
fn every_habit_is_worth_something() {
    for (name, preset, lacking) in [
        ("looks at points", "seed", Habits { counts_points: false, ..BEGINNER }),
        ("looks at points", "pagat", Habits { counts_points: false, ..BEGINNER }),
        ("looks at rivals", "seed", Habits { counts_rivals: false, ..BEGINNER }),
        ("keeps points", "seed", Habits { kept: 0, ..BEGINNER }),
        ("keeps points", "pagat", Habits { kept: 0, ..BEGINNER }),
        ("keeps high cards", "seed", Habits { high_card: 0, ..BEGINNER }),
        ("keeps high cards", "pagat", Habits { high_card: 0, ..BEGINNER }),
        ("keeps ranks together", "seed", Habits { broken: 0, ..BEGINNER }),
        ("is in no hurry", "seed", Habits { shed: 0, ..BEGINNER }),
        ("is in a hurry", "pagat", Habits { shed_to_inherit: 0, ..BEGINNER }),
        ("plays a short hand out", "pagat", Habits { few: 0, ..BEGINNER }),
    ] {
        let scored = advantage(&rules(3, preset), Some(lacking));
        assert!(scored > 50, "{name}, {preset}: {scored} points in a hundred deals");
    }
}

/// It goes for points: among random players it scores far more than its share.
#[test]
fn it_goes_for_points() {
    for (seats, preset, least) in
        [(3, "seed", 2_000), (5, "seed", 1_500), (3, "pagat", 2_000), (5, "pagat", 1_500)]
    {
        let scored = advantage(&rules(seats, preset), None);
        assert!(scored > least, "{seats} {preset}: {scored} points in a hundred deals");
    }
}
