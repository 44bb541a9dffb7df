//! The beginner plays clearly better than chance, on either side, and by the book.

use std::sync::Arc;

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::Action;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::notation::print_action;
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

fn check_either_side(ruleset: &Ruleset, deals: u64) {
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
    check_either_side(&dou_dizhu(3, &[]), 2_000);
}

#[test]
fn greedy_sides_beat_random_ones_with_four_players() {
    check_either_side(&dou_dizhu(4, &[]), 500);
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

/// What a beginner says at a position, after what was said before.
fn says(options: &[&str], hands: &[&str], bottom: &str, said: &[&str]) -> String {
    let seats = u32::try_from(hands.len()).expect("a few seats");
    let mut driven = Driven::position(dou_dizhu(seats, options), hands, bottom);
    driven.say(said);
    let seat = driven.asked().expect("somebody is asked");
    let action = driven.ruleset.beginner(&driven.table.view(Some(seat)));
    let text = print_action(driven.pack(), &action);
    driven.act(seat, action).expect("a beginner is legal");
    text.split(" as ").next().expect("a word").to_owned()
}

const STRONG: &str = "r-b-2-2-2-A-A-K-K-Q-Q-J-J-T-9-8-7";
const WEAK: &str = "3-4-6-7-9-T-Q-3-5-8-9-J-K-5-4-6-8";

#[test]
fn a_beginner_bids_on_strength() {
    let hands = |first: &'static str| [first, "5", "6"];
    assert_eq!(says(&[], &hands(STRONG), "", &[]), "bid 3");
    assert_eq!(says(&[], &hands(WEAK), "", &[]), "pass");
    let rob = &["auction=call_rob", "max_redeals=0"];
    assert_eq!(says(rob, &hands(STRONG), "", &[]), "call");
    assert_eq!(says(rob, &hands(WEAK), "", &[]), "pass");
    assert_eq!(says(rob, &["5", STRONG, "6"], "", &["call"]), "rob");
    assert_eq!(says(rob, &["5", WEAK, "6"], "", &["call"]), "pass");
    let words = &["landlord_reveal=on", "personal_double=on"];
    assert_eq!(says(words, &hands(WEAK), "", &["bid 3"]), "pass", "it keeps its hand");
    assert_eq!(says(words, &["5", STRONG, "6"], "", &["bid 3", "pass"]), "double");
    assert_eq!(says(words, &["5", WEAK, "6"], "", &["bid 3", "pass"]), "pass");
}

#[test]
fn a_beginner_goes_out_when_it_can() {
    let all = "3-3-3-4-4-4-7-9";
    assert_eq!(says(&[], &[all, "5", "6"], "", &["bid 3"]), "play 3c-3d-3h-4c-4d-4h-7c-9c");
    assert_eq!(
        says(&[], &["4-4-9", "5-5-5-5", "6-7-8"], "", &["bid 3", "play 4-4"]),
        "play 5c-5d-5h-5s"
    );
    let bomb_first = says(&[], &["3-3-3-3-4", "5", "6"], "", &["bid 3"]);
    assert_eq!(bomb_first, "play 3c-3d-3h-3s", "nobody is likely to beat the bomb");
}

#[test]
fn a_beginner_leads_low_and_sheds_much() {
    let hand = "3-4-5-6-7-9-K-2-r";
    assert_eq!(says(&[], &[hand, "5-5-5-5", "6-6-6"], "", &["bid 3"]), "play 3c-4c-5c-6c-7c");
    let hand = "3-4-9-9-K-2-r";
    assert_eq!(says(&[], &[hand, "5-5-5-5", "6-6-6"], "", &["bid 3"]), "play 3c");
}

#[test]
fn a_peasant_lets_a_fellow_win() {
    let hands = ["3-5-7-8-9", "K-4-6-6-8", "A-2-5-6-9"];
    assert_eq!(says(&[], &hands, "", &["bid 3", "play 3", "play K"]), "pass");
    let hands = ["3-5-7-8-9", "7-4-6-6-8", "2-J-5-6-9"];
    let blocks = says(&[], &hands, "", &["bid 3", "play 3", "play 7"]);
    assert_eq!(blocks, "play Jc", "a cheap card that the landlord has to beat");
}

#[test]
fn a_peasant_stops_the_landlord() {
    let hands = ["4-3", "5-9-A-A-2", "6-7"];
    let high = says(&[], &hands, "", &["bid 3", "play 3"]);
    assert_eq!(high, "play 2c", "the landlord has one card");
    let hands = ["4-3-3", "5-8-8-9-A", "6-7-7"];
    let said = ["bid 3", "play 3-3", "play 8-8", "pass", "pass"];
    let lead = says(&[], &hands, "", &said);
    assert_eq!(lead, "play Ac", "only single cards are left: the highest");
    let hands = ["4-3-3", "5-8-8-6-6", "6-7-7"];
    let lead = says(&[], &hands, "", &said);
    assert_eq!(lead, "play 6c-6d", "no single card for a landlord of one card");
}

#[test]
fn a_beginner_keeps_its_bombs() {
    let many = "4-4-5-7-8-9-T-J-Q-K-A-2";
    let hands = [many, "6-6-6-6-7-9-T-Q-A", "8-9"];
    assert_eq!(says(&[], &hands, "", &["bid 3", "play 4-4"]), "pass", "nobody is near the end");
    let hands = ["4-4-5-7-8", "6-6-6-6-7-9-T-Q-A", "8-9"];
    let bombs = says(&[], &hands, "", &["bid 3", "play 4-4"]);
    assert_eq!(bombs, "play 6c-6d-6h-6s", "the landlord has three cards");
}

#[test]
fn a_beginner_helps_a_fellow_of_one_card_out() {
    let hands = ["4-3-8-9-T", "5-Q-Q-K", "6"];
    let said = ["bid 3", "play 3", "play K", "pass", "pass"];
    assert_eq!(says(&[], &hands, "", &said), "play 5c");
}

#[test]
fn a_beginner_goes_on_between_deals() {
    let said = ["bid 3", "play 3"];
    assert_eq!(says(&[], &["3", "5", "6"], "", &said), "continue");
}
