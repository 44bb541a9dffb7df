//! That plays are found, counted and picked alike.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use paizhuo_engine::climbing::{Bmi2, Portable, Ranks};
use paizhuo_engine::games::dou_dizhu::{
    JokerPair, Play, Reading, Rules, Wish, beats, classify, count_plays, enumerate_all, pick,
    plays, usable,
};
use proptest::prelude::*;

use crate::notation::{cards, four, loose, rlcard, three};

fn listed(rules: &Rules, hand: Ranks, standing: Option<Reading>) -> Vec<Play> {
    let mut all = Vec::new();
    let _ = plays(rules, hand, standing, &mut |play| {
        all.push(play);
        ControlFlow::Continue(())
    });
    all
}

fn sets(rules: &Rules, hand: &str, standing: Option<&str>) -> BTreeSet<Ranks> {
    let standing = standing.map(|text| classify(rules, cards(text)).0.expect("a combination"));
    listed(rules, cards(hand), standing).into_iter().map(|play| play.set).collect()
}

fn expected(texts: &[&str]) -> BTreeSet<Ranks> {
    texts.iter().map(|text| cards(text)).collect()
}

/// Every rule set that changes combinations.
fn variants() -> Vec<Rules> {
    let both = Rules { triplet_single_4p: true, quadplex_4p: true, ..four() };
    vec![
        three(),
        rlcard(),
        loose(),
        Rules { quadplex_3p: false, ..three() },
        four(),
        both,
        Rules { joker_pair_4p: JokerPair::AnyTwo, ..both },
        Rules { fourp_both_joker_pairs: false, ..both },
        Rules { joker_pair_4p: JokerPair::AnyTwo, fourp_both_joker_pairs: false, ..both },
    ]
}

/// Every subset of a hand, by rank.
fn subsets(hand: Ranks) -> Vec<Ranks> {
    let mut all = vec![Ranks::EMPTY];
    for rank in hand.at_least(1) {
        let with =
            |set: &Ranks| (1..=hand.count(rank)).map(|n| *set + Ranks::of(rank, n)).collect();
        let more: Vec<Vec<Ranks>> = all.iter().map(with).collect();
        all.extend(more.into_iter().flatten());
    }
    all
}

/// Hands of these rules, of up to `size` cards, often with many of few ranks.
fn hands(rules: Rules, size: usize) -> impl Strategy<Value = Ranks> {
    let ranks = prop_oneof![0..15u8, 0..4u8, 8..15u8, 12..15u8];
    proptest::collection::vec(ranks, 1..=size).prop_map(move |ranks| {
        ranks.into_iter().fold(Ranks::EMPTY, |hand, rank| {
            let fits = hand.count(rank) < rules.pack().count(rank);
            if fits { hand + Ranks::of(rank, 1) } else { hand }
        })
    })
}

/// What may lie on the table: the reading of some play of another hand.
fn standings(rules: Rules) -> impl Strategy<Value = Option<Reading>> {
    (hands(rules, 12), any::<prop::sample::Index>()).prop_map(move |(hand, index)| {
        let all = listed(&rules, hand, None);
        (!index.index(3).eq(&0)).then(|| all[index.index(all.len())].reading)
    })
}

#[test]
fn the_plays_of_small_hands_are_those_of_the_vectors() {
    let on_twos = sets(&three(), "3-3-4-9-b-r", Some("2-2-2-2"));
    assert_eq!(on_twos, expected(&["b-r"]));
    let on_aces = sets(&four(), "2-2-b-b-r-r", Some("A-A"));
    assert_eq!(on_aces, expected(&["2-2", "b-b", "r-r", "b-b-r-r"]));
    let led = sets(&three(), "3-3-3-4", None);
    assert_eq!(led, expected(&["3", "4", "3-3", "3-3-3", "3-3-3-4"]));
    assert!(sets(&three(), "3-3-3-3-b-r", Some("b-r")).is_empty());
}

#[test]
fn every_play_of_the_full_pack_is_accepted_as_what_it_is() {
    for rules in variants() {
        let _ = enumerate_all(&rules, &mut |play| {
            assert_eq!(usable(&rules, play.set, None, Wish::ANY), Ok(play.reading));
            ControlFlow::Continue(())
        });
    }
}

/// The plays found are exactly the subsets that are accepted.
fn check_against_subsets(rules: &Rules, hand: Ranks, standing: Option<Reading>) {
    let found = listed(rules, hand, standing);
    let distinct: BTreeSet<_> = found.iter().map(|play| play.set).collect();
    assert_eq!(distinct.len(), found.len(), "no play comes twice");
    for play in &found {
        assert!(hand.contains(play.set));
        assert!(standing.is_none_or(|standing| beats(play.reading, standing)));
        assert_eq!(usable(rules, play.set, standing, Wish::ANY), Ok(play.reading));
    }
    for set in subsets(hand) {
        let accepted = usable(rules, set, standing, Wish::ANY).is_ok();
        assert_eq!(accepted, distinct.contains(&set), "{set:?} of {hand:?}");
    }
}

/// Every index picks another of the plays, or the pass.
fn check_picking(rules: &Rules, hand: Ranks, standing: Option<Reading>) {
    let found = listed(rules, hand, standing);
    assert_eq!(count_plays(rules, hand, standing) as usize, found.len());
    let wanted: BTreeSet<_> = found.iter().map(|play| (play.set, play.reading.key)).collect();
    let mut picked = BTreeSet::new();
    for index in 0..found.len() {
        let draw = |bound: u32| {
            let choices = found.len() + usize::from(standing.is_some());
            assert_eq!(bound as usize, choices, "the draw is over everything");
            u32::try_from(index).expect("few plays")
        };
        let play = pick(rules, hand, standing, Portable, draw).expect("a play");
        picked.insert((play.set, play.reading.key));
        assert_eq!(usable(rules, play.set, standing, Wish::ANY), Ok(play.reading));
        if let Some(bmi2) = Bmi2::detect() {
            assert_eq!(pick(rules, hand, standing, bmi2, draw), Some(play));
        }
    }
    assert_eq!(picked, wanted);
    if standing.is_some() {
        assert_eq!(pick(rules, hand, standing, Portable, |bound| bound - 1), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_play_is_found_if_and_only_if_it_is_accepted(
        (rules, hand, standing) in prop::sample::select(variants())
            .prop_flat_map(|rules| (Just(rules), hands(rules, 11), standings(rules)))
    ) {
        check_against_subsets(&rules, hand, standing);
    }

    #[test]
    fn picking_is_uniform_over_the_listed_plays(
        (rules, hand, standing) in prop::sample::select(variants())
            .prop_flat_map(|rules| {
                let size = usize::from(rules.hand_size_max());
                (Just(rules), hands(rules, size), standings(rules))
            })
    ) {
        check_picking(&rules, hand, standing);
    }
}

#[test]
fn picking_is_uniform_on_everything_that_can_lie_on_the_table() {
    let hands = ["3334445556667778999T", "333344445555667788br", "3456789TJQKA2br2345A"];
    let _ = enumerate_all(&three(), &mut |play| {
        if play.set.size() % 3 != 0 {
            return ControlFlow::Continue(());
        }
        for hand in hands {
            let found = listed(&three(), cards(hand), Some(play.reading)).len();
            let counted = count_plays(&three(), cards(hand), Some(play.reading));
            assert_eq!(counted as usize, found, "{hand} on {play:?}");
        }
        ControlFlow::Continue(())
    });
    for hand in hands {
        check_picking(&three(), cards(hand), None);
        check_picking(&four(), cards(hand), None);
    }
}
