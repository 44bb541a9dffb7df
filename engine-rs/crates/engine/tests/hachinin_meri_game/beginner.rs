//! What a beginner does.

use paizhuo_engine::action::Action;
use paizhuo_engine::games::hachinin_meri::Position;
use paizhuo_engine::notation::print_action;
use paizhuo_engine::seat::Seat;

use crate::positions::{card, deal, position, whole_hands};
use crate::support::Driven;

fn chosen(driven: &Driven) -> String {
    let seat = driven.asked().expect("somebody is asked");
    let action = driven.ruleset.beginner(&driven.table.view(Some(seat)));
    print_action(driven.pack(), &action)
}

/// A partner whose Sun or lone trump wins is not over-trumped: a plain card goes.
#[test]
fn a_partner_who_wins_is_not_over_trumped() {
    let hands = [
        "O5-I4-G9",
        "I9-O9-P1",
        "K9-P3-I5",
        "I8-O3-G8",
        "Krei-Kkaba-G7",
        "I7-P9-I3",
        "P8-P7-G6",
        "O2-P4-P6",
    ];
    for options in [&[][..], &["monchi_trumps=face_up"]] {
        let closed = Position { closed: !options.is_empty(), ..position("K", hands) };
        let mut driven = deal(options, &closed);
        driven.say(&["play O5", "play O9", "play K9", "play O3"]);
        assert_eq!(chosen(&driven), "play G7", "{options:?}");
    }
}

/// The Sun goes on an opponent's Un; on a low trump a lower one than the Sun does.
#[test]
fn the_sun_is_spent_on_the_un() {
    let run = |by_opponent: &str, lower: &str| {
        let opponent = format!("{by_opponent}-O9-P1");
        let own = format!("Ksun-{lower}-G7");
        let hands = [
            "O5-I4-G9", &opponent, "I2-P3-I5", "I8-O3-G8", &own, "I7-P9-I3", "P8-P7-G6", "O2-P4-P6",
        ];
        let closed = Position { closed: true, ..position("K", hands) };
        let mut driven = deal(&["monchi_trumps=face_up"], &closed);
        let play = format!("play {by_opponent}");
        driven.say(&["play O5", &play, "play I2", "play O3"]);
        chosen(&driven)
    };
    assert_eq!(run("Kun", "Krei"), "play Ksun");
    assert_ne!(run("K9", "Krei"), "play Ksun");
}

/// HM-4.8: a lone Sun is kept in Meri where a partner wins.
#[test]
fn a_lone_sun_is_kept_in_meri() {
    let hands = [
        "Kun-I4-G9",
        "K9-O9-P1",
        "Ksun-P3-I5",
        "I8-O3-G8",
        "K5-G5-G7",
        "I7-P9-I3",
        "P8-P7-G6",
        "O2-P4-P6",
    ];
    let mut driven = deal(&[], &position("K", hands));
    driven.say(&["play Kun", "play K9"]);
    assert_ne!(chosen(&driven), "play Ksun");
}

/// The Robai is declared, unless a partner deals and the Sota, or many trumps, guard it.
#[test]
fn the_robai_is_hidden_with_reason() {
    let answer = |dealer: u8, fifth: &str| {
        let hands = whole_hands(&[(4, "Grobai"), (4, fifth)]);
        let position = Position { dealer: Seat(dealer), ..Position::new(hands, card("Gkaba")) };
        let driven = deal(&[], &position);
        let action = driven.ruleset.beginner(&driven.view(4));
        assert!(driven.ruleset.beginner(&driven.view(3)) == Action::Pass);
        print_action(driven.pack(), &action)
    };
    assert_eq!(answer(1, "K8"), "declare", "an opponent deals");
    assert_eq!(answer(2, "K8"), "declare", "nothing guards it");
    assert_eq!(answer(2, "Gsota"), "pass", "a partner deals, and the Sota is in hand");
    assert_eq!(answer(1, "Gsota"), "declare");
}

/// To lead a trump draws eight of them and moves no points (HM-3.4), so a beginner does it with one
/// that nothing beats any more, and keeps low ones back.
#[test]
fn only_a_trump_that_wins_is_led() {
    let hands = |own| [own, "I9-O9", "I8-P3", "I7-O3", "Kkaba-G7", "Krei-P9", "P8-P7", "O2-P4"];
    // All higher trumps are among the cards that were played.
    let closed = |own| Position { closed: true, ..position("K", hands(own)) };
    assert_eq!(chosen(&deal(&[], &closed("Krobai-G9"))), "play Krobai");
    assert_eq!(chosen(&deal(&[], &closed("K5-I1"))), "play I1");
}

/// A team of beginners beats a team of random players by far.
#[test]
fn beginners_beat_random_players() {
    use paizhuo_engine::bots::Bot;
    use paizhuo_engine::sim::Threads;

    let ruleset = crate::support::hachinin_meri(&["deals=1"]);
    let bots: Vec<Bot> =
        (0..8).map(|seat| if seat % 2 == 0 { Bot::Greedy } else { Bot::Random }).collect();
    let report = ruleset.simulate(&bots, 400, 1, Threads::new(1)).expect("simulated");
    let wins = report.wins;
    assert!(wins[0] > 2 * wins[1], "{wins:?}");
    assert_eq!(wins[0], wins[2], "partners win together");
}
