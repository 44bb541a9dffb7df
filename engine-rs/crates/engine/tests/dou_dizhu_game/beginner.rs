//! The beginner plays clearly better than chance, on either side, and by the book.

use std::sync::Arc;

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::Action;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::table::Command;

use crate::support::{Driven, dou_dizhu};

/// Deals won by the landlord, of so many; all bid like beginners, so that the hands of the
/// landlords are alike.
fn landlord_wins(ruleset: &Ruleset, deals: u64, landlord: Bot, peasants: Bot) -> u64 {
    let mut wins = 0;
    for seed in 0..deals {
        let mut driven = Driven::dealt(ruleset.clone(), seed);
        let mut steps = 0;
        while driven.public().last_deal.is_none() {
            driven.follow();
            let seat = driven.asked().expect("somebody is asked");
            let view = driven.table.view(Some(seat));
            let bot = match (view.phase, view.seats[seat.index()].role) {
                ("play", "landlord") => landlord,
                ("play", _) => peasants,
                _ => Bot::Greedy,
            };
            steps += 1;
            let action = bot.choose(ruleset, &view, seed * 1_000 + steps).expect("it is asked");
            let command = Command::Act { seat, decision_id: None, action: &action };
            driven.table = Arc::clone(&driven.table).prepare(command).expect("bots are legal").next;
        }
        let end = driven.public().last_deal.expect("the deal has ended");
        wins += u64::from(end.winners.len() == 1);
    }
    wins
}

fn better_on_either_side(ruleset: &Ruleset, deals: u64) {
    let both_random = landlord_wins(ruleset, deals, Bot::Random, Bot::Random);
    let greedy_landlord = landlord_wins(ruleset, deals, Bot::Greedy, Bot::Random);
    let greedy_peasants = landlord_wins(ruleset, deals, Bot::Random, Bot::Greedy);
    let both_greedy = landlord_wins(ruleset, deals, Bot::Greedy, Bot::Greedy);
    println!("{both_random} {greedy_landlord} {greedy_peasants} {both_greedy} of {deals}");
    assert!(greedy_landlord > both_random + deals / 4, "{greedy_landlord} against {both_random}");
    assert!(greedy_peasants + deals / 4 < both_random, "{greedy_peasants} against {both_random}");
    assert!((deals / 4..deals * 3 / 4).contains(&both_greedy), "{both_greedy} of {deals}");
}

#[test]
fn greedy_sides_beat_random_ones_with_three_players() {
    better_on_either_side(&dou_dizhu(3, &[]), 1_000);
}

#[test]
fn greedy_sides_beat_random_ones_with_four_players() {
    better_on_either_side(&dou_dizhu(4, &[]), 500);
}

#[test]
fn a_beginner_bids_often_enough_that_few_deals_are_dealt_again() {
    for seats in [3, 4] {
        let ruleset = dou_dizhu(seats, &[]);
        let redeals = (0..300).filter(|&seed| {
            let mut driven = Driven::dealt(ruleset.clone(), seed);
            for _ in 0..seats {
                let seat = driven.asked().expect("somebody is asked");
                let action = ruleset.beginner(&driven.table.view(Some(seat)));
                if action != Action::Pass {
                    return false;
                }
                driven.act(seat, action).expect("a beginner is legal");
            }
            true
        });
        let redeals = redeals.count();
        println!("{redeals}");
        assert!(redeals < 100, "{redeals} of 300 deals");
    }
}
