//! The same keys and actions give the same states in every release and on every platform.

mod support;

use paizhuo_engine::action::Action;
use paizhuo_engine::game::Stage;
use paizhuo_engine::hash::tagged;
use paizhuo_engine::notation::print_action;
use support::{Driven, Setup, any_choice, pick, rng};

/// Deals of a match after which it is left.
const DEALS: u32 = 3;

/// Plays by random listed plays, and digests every state hash on the way.
fn digest(setup: &Setup, seed: u64) -> String {
    let mut choices = rng("golden", seed);
    let mut driven = Driven::new(setup.playable().expect("a playable set-up"), seed);
    while driven.table.stage() != Stage::Over && driven.table.number().deal <= DEALS {
        driven.follow();
        if driven.draw_on(&mut choices).is_some() {
            continue;
        }
        let seat = driven.asked().expect("somebody is asked");
        let legal = driven.table.legal(seat, usize::MAX);
        let actions = legal.actions().filter(|&action| *action != Action::Stop);
        // By their text, so that nothing depends on the order in which actions are found.
        let mut texts: Vec<String> =
            actions.map(|action| print_action(driven.pack(), action)).collect();
        texts.sort_unstable();
        if texts.is_empty() {
            let action = any_choice(&legal, &mut choices);
            driven.act(seat, action).expect("what fits the shape is legal");
            continue;
        }
        let text = pick(&mut choices, &texts).clone();
        driven.say(&[&text]);
    }
    let hashes: Vec<u8> = driven.made.iter().flat_map(|(_, hash)| hash.0).collect();
    let digest = tagged("golden", &[&hashes]);
    let head = digest.first_chunk().expect("32 bytes");
    format!("{:016x}", u64::from_be_bytes(*head))
}

/// Digests that a change of the rules or of the canonical state changes: then it needs a new
/// revision of the rules, or is a mistake.
#[test]
fn golden_matches_keep_their_hashes() {
    let golden = [
        ("dou_dizhu", 3, "seed", "1f4192c11c8b0349"),
        ("dou_dizhu", 4, "seed", "7ab09ed8ba4c290b"),
        ("dou_dizhu", 3, "rlcard", "b09d162bfd080b9e"),
        ("dou_dizhu", 3, "douzero", "20f64b22d6456ee1"),
        ("dou_dizhu", 3, "online", "f7b34a32f3c295c7"),
        ("dou_dizhu", 4, "online", "8d20e9bc7df58c9e"),
        ("zheng_fen", 3, "seed", "35c47b288f156771"),
        ("zheng_fen", 4, "seed", "7ff09ec70f959f41"),
        ("zheng_fen", 5, "pagat", "3ce43c24abb1cc31"),
        ("zheng_fen", 6, "pagat", "f0f0473cc6399d3a"),
        ("hachinin_meri", 8, "seed", "5df018bf4d9d137e"),
    ];
    let found = (0..).zip(golden).map(|(place, (game, seats, preset, _))| {
        (game, seats, preset, digest(&Setup::new(game, seats, preset, &[]), place))
    });
    let golden =
        golden.map(|(game, seats, preset, digest)| (game, seats, preset, digest.to_owned()));
    assert_eq!(found.collect::<Vec<_>>(), golden);
}

/// The same for matches in which cards are drawn one by one.
#[test]
fn golden_matches_with_draws_keep_their_hashes() {
    for (seed, seats, preset, golden) in [
        (10, 5, "seed", "ca49b1983072f422"),
        (11, 8, "pagat2018", "8a26c23e41bd31d6"),
        (12, 12, "seed", "813eca32beaeef5f"),
    ] {
        let setup = Setup::new("zhao_pengyou", seats, preset, &[]);
        assert_eq!(digest(&setup, seed), golden, "{seats} seats, preset {preset}");
    }
}

/// A match driven twice goes the same way, and another seed another way.
#[test]
fn a_seed_fixes_a_match() {
    let setup = Setup::new("dou_dizhu", 3, "", &[]);
    assert_eq!(digest(&setup, 1), digest(&setup, 1));
    assert_ne!(digest(&setup, 1), digest(&setup, 2));
}
