//! The numbers of distinct plays that the rules state (D4.19, D4.26).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use paizhuo_engine::games::dou_dizhu::{
    Category, JokerPair, Rules, classify, enumerate_all, readings,
};

use crate::notation::{four, loose, rlcard, three};

/// Plays by category, in the order of the table D4, and the number of distinct sets.
fn counts(rules: &Rules) -> ([u32; 14], usize) {
    let mut by_category = [0; 14];
    let mut sets = BTreeSet::new();
    let _ = enumerate_all(rules, &mut |play| {
        by_category[play.reading.category as usize] += 1;
        assert!(sets.insert(play.set), "{play:?} comes twice");
        assert!(readings(rules, play.set).contains(&play.reading), "{play:?} is not read so");
        assert_eq!(play.set.size(), play.reading.size(rules), "{play:?}");
        ControlFlow::Continue(())
    });
    (by_category, sets.len())
}

fn total(rules: &Rules) -> usize {
    counts(rules).1
}

#[test]
fn three_players_have_12_654_plays_of_the_types_of_d4_19() {
    let (by_category, total) = counts(&three());
    assert_eq!(by_category, [15, 13, 13, 182, 156, 36, 52, 45, 7161, 2939, 13, 1, 1170, 858]);
    assert_eq!(total, 12_654);
}

#[test]
fn four_players_have_9_079_plays_of_the_types_of_d4_19() {
    let (by_category, total) = counts(&four());
    assert_eq!(by_category, [15, 15, 13, 0, 182, 36, 55, 65, 0, 8632, 65, 1, 0, 0]);
    assert_eq!(total, 9_079);
}

#[test]
fn without_quadplexes_three_players_have_10_626_plays() {
    assert_eq!(total(&Rules { quadplex_3p: false, ..three() }), 10_626);
}

#[test]
fn rlcard_attachments_make_27_471_plays_of_one_reading() {
    let rules = rlcard();
    assert_eq!(total(&rules), 27_471);
    let _ = enumerate_all(&rules, &mut |play| {
        assert_eq!(classify(&rules, play.set), (Some(play.reading), 1));
        ControlFlow::Continue(())
    });
}

#[test]
fn loose_attachments_make_33_675_sets_with_34_152_readings_and_468_of_them_ambiguous() {
    let rules = loose();
    let (mut sets, mut all_readings, mut ambiguous) = (0, 0, 0);
    let _ = enumerate_all(&rules, &mut |play| {
        let found = readings(&rules, play.set);
        assert_eq!(found[0], play.reading, "a lead counts as its canonical reading");
        sets += 1;
        all_readings += found.len();
        ambiguous += u32::from(found.len() > 1);
        ControlFlow::Continue(())
    });
    assert_eq!((sets, all_readings, ambiguous), (33_675, 34_152, 468));
}

#[test]
fn the_options_for_four_players_make_the_numbers_of_d4_26() {
    let single = Rules { triplet_single_4p: true, ..four() };
    assert_eq!(total(&single), 16_777);
    assert_eq!(total(&Rules { quadplex_4p: true, ..four() }), 11_432);
    assert_eq!(total(&Rules { quadplex_4p: true, ..single }), 19_130);
    assert_eq!(total(&Rules { joker_pair_4p: JokerPair::AnyTwo, ..four() }), 11_127);
    assert_eq!(total(&Rules { fourp_both_joker_pairs: false, ..four() }), 7_951);
}

#[test]
fn options_for_the_other_number_of_players_change_nothing() {
    let others = Rules {
        triplet_single_4p: true,
        quadplex_4p: true,
        joker_pair_4p: JokerPair::AnyTwo,
        fourp_both_joker_pairs: false,
        ..three()
    };
    assert_eq!(counts(&others), counts(&three()));
    assert_eq!(counts(&Rules { quadplex_3p: false, ..four() }), counts(&four()));
}

#[test]
fn only_loose_attachments_make_a_set_ambiguous() {
    for rules in [three(), four(), Rules { quadplex_4p: true, triplet_single_4p: true, ..four() }] {
        let _ = enumerate_all(&rules, &mut |play| {
            assert_eq!(classify(&rules, play.set), (Some(play.reading), 1));
            ControlFlow::Continue(())
        });
    }
}

#[test]
fn categories_stand_in_the_order_of_the_table() {
    for (place, category) in Category::ALL.into_iter().enumerate() {
        assert_eq!(category as usize, place);
        assert_eq!(category.rule(), format!("D4.{}", place + 1));
        assert_eq!(Category::from_name(category.name()), Some(category));
    }
}
