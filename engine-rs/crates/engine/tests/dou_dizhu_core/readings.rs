//! What sets of cards count as: the examples of section 4.

use paizhuo_engine::climbing::Ranks;
use paizhuo_engine::games::dou_dizhu::{JokerPair, Rules, canonical, classify};

use crate::notation::{cards, four, loose, read, reading, rlcard, three};

/// Asserts the readings of sets, canonical first; a set without any is no combination.
fn assert_all_read(rules: &Rules, expected: &[(&str, &[&str])]) {
    for (text, wanted) in expected {
        let wanted: Vec<_> = wanted.iter().map(|text| reading(text)).collect();
        assert_eq!(read(rules, text), wanted, "{text}");
        let (first, number) = classify(rules, cards(text));
        assert_eq!(first, wanted.first().copied(), "{text}");
        assert_eq!(usize::from(number), wanted.len(), "{text}");
        assert_eq!(canonical(rules, cards(text)), first, "{text}");
    }
}

fn assert_none_read(rules: &Rules, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(rules, text), [], "{text}");
    }
}

#[test]
fn three_players_read_the_legal_examples_of_section_4_2() {
    assert_all_read(
        &three(),
        &[
            ("3", &["single:3"]),
            ("r", &["single:r"]),
            ("6-6", &["pair:6"]),
            ("2-2", &["pair:2"]),
            ("9-9-9", &["triplet:9"]),
            ("2-2-2", &["triplet:2"]),
            ("6-6-6-8", &["triplet_single:6"]),
            ("6-6-6-r", &["triplet_single:6"]),
            ("Q-Q-Q-6-6", &["triplet_pair:Q"]),
            ("8-9-T-J-Q", &["straight:Q:5"]),
            ("T-J-Q-K-A", &["straight:A:5"]),
            ("T-T-J-J-Q-Q-K-K", &["pair_sequence:K:4"]),
            ("Q-Q-K-K-A-A", &["pair_sequence:A:3"]),
            ("4-4-4-5-5-5", &["triplet_sequence:5:2"]),
            ("Q-Q-Q-K-K-K-A-A-A", &["triplet_sequence:A:3"]),
            ("7-7-7-8-8-8-3-6", &["triplet_sequence_singles:8:2"]),
            ("3-3-3-4-4-4-2-r", &["triplet_sequence_singles:4:2"]),
            ("8-8-8-9-9-9-4-4-J-J", &["triplet_sequence_pairs:9:2"]),
            ("7-7-7-7", &["bomb:7:4"]),
            ("b-r", &["rocket:r"]),
            ("6-6-6-6-8-9", &["quad_singles:6"]),
            ("6-6-6-6-2-r", &["quad_singles:6"]),
            ("J-J-J-J-9-9-Q-Q", &["quad_pairs:J"]),
            ("3-3-3-3-2-2-4-4", &["quad_pairs:3"]),
        ],
    );
}

#[test]
fn four_players_read_the_legal_examples_of_section_4_2() {
    assert_all_read(
        &four(),
        &[
            ("b-b", &["pair:b"]),
            ("r-r", &["pair:r"]),
            ("3-3-3-b-b", &["triplet_pair:3"]),
            ("3-3-3-4-4-4-2-2-r-r", &["triplet_sequence_pairs:4:2"]),
            ("3-3-3-4-4-4-b-b-r-r", &["triplet_sequence_pairs:4:2"]),
            ("3-3-3-3-3", &["bomb:3:5"]),
            ("2-2-2-2-2-2-2-2", &["bomb:2:8"]),
            ("b-b-r-r", &["rocket:r"]),
        ],
    );
}

#[test]
fn near_misses_of_section_4_2_are_no_combinations() {
    assert_none_read(
        &three(),
        &[
            "",
            "3-4",
            "6-7",
            "9-9-T",
            "3-3-3-b-r",
            "J-Q-K-A-2",
            "3-4-5-6",
            "K-K-A-A-2-2",
            "5-5-6-6",
            "A-A-A-2-2-2",
            "4-4-4-6-6-6",
            "3-3-3-4-4-4-5-5",
            "3-3-3-4-4-4-b-r",
            "3-3-3-4-4-4-6-7-7",
            "3-3-3-4-4-4-5-5-5-5",
            "6-6-6-6-8-8",
            "6-6-6-6-b-r",
            "4-4-4-4-5-5-5-5",
            "3-3-3-3-4-4-5-6",
        ],
    );
    assert_none_read(
        &four(),
        &["b-r", "b-b-r", "b-r-r", "6-6-6-8", "6-6-6-6-8-9", "3-3-3-4-4-4-5-6", "3-3-3-b-r"],
    );
}

#[test]
fn the_notorious_sets_of_d4_20_are_resolved() {
    for rules in [three(), four()] {
        assert_all_read(
            &rules,
            &[
                ("3-3-3-4-4-4-5-5-5-6-6-6", &["triplet_sequence:6:4"]),
                ("3-3-3-3", &["bomb:3:4"]),
                ("3-3-3-4-4-4-5-5-5-7-7-7", &[]),
                ("3-3-3-3-4-4-4", &[]),
                ("3-3-3-3-4-4-4-4", &[]),
                ("3-3-3-3-4-4-4-5", &[]),
                ("3-3-3-3-4-4", &[]),
            ],
        );
    }
    assert_all_read(
        &four(),
        &[
            ("3-3-3-3-3", &["bomb:3:5"]),
            ("3-3-3-3-3-3", &["bomb:3:6"]),
            ("3-3-3-3-3-4-4-4-4-4", &[]),
            ("3-3-3-3-4-4-4-4-5-5-5-5", &[]),
        ],
    );
}

#[test]
fn sets_that_other_engines_got_wrong_are_read_by_d4_20_and_d4_22() {
    assert_none_read(&three(), &["34445555", "33334444", "333344", "666777br", "7777br"]);
    assert_all_read(
        &three(),
        &[("555666777888", &["triplet_sequence:8:4"]), ("22233", &["triplet_pair:2"])],
    );
    assert_none_read(&three(), &["A2345", "23456", "AA2233", "AAA222"]);
    assert_all_read(
        &loose(),
        &[
            ("34445555", &[]),
            ("33334444", &["quad_pairs:4", "quad_pairs:3"]),
            ("333344", &["quad_singles:3"]),
            ("666777br", &["triplet_sequence_singles:7:2"]),
            ("7777br", &["quad_singles:7"]),
            ("AAAAKKKK", &["quad_pairs:A", "quad_pairs:K"]),
            (
                "555666777888",
                &[
                    "triplet_sequence:8:4",
                    "triplet_sequence_singles:8:3",
                    "triplet_sequence_singles:7:3",
                ],
            ),
        ],
    );
}

#[test]
fn the_three_kinds_of_attachments_differ_as_the_table_of_d4_22_says() {
    let sets = [
        ("3-3-3-4-4-4-9-9", [false, true, true]),
        ("3-3-3-4-4-4-5-5-5-9-9-9", [false, true, true]),
        ("6-6-6-6-9-9", [false, true, true]),
        ("3-3-3-4-4-4-5-5-5-6-6-6-9-9-9-9", [false, false, true]),
        ("3-3-3-4-4-4-b-r", [false, false, true]),
        ("6-6-6-6-b-r", [false, false, true]),
        ("3-3-3-4-4-4-5-5-5-5", [false, false, true]),
        ("6-6-6-6-9-9-9-9", [false, false, true]),
        ("3-3-3-3-4-4-4-5", [false, false, false]),
        ("3-3-3-4-4-4-6-7-7", [false, false, false]),
        ("Q-Q-Q-K-K-K-A-A-A-2-2-2", [false, true, true]),
    ];
    for (text, legal) in sets {
        for (rules, legal) in [three(), rlcard(), loose()].iter().zip(legal) {
            assert_eq!(!read(rules, text).is_empty(), legal, "{text} {:?}", rules.kickers);
        }
    }
    // Three singles next to the run of triplets: only the longer sequence remains.
    assert_all_read(&rlcard(), &[("3-3-3-4-4-4-5-5-5-6-6-6", &["triplet_sequence:6:4"])]);
    assert_all_read(&rlcard(), &[("4445556667778", &[])]);
    // Without quadplexes the quads go, and nothing else.
    let without = Rules { quadplex_3p: false, ..loose() };
    assert_none_read(&without, &["6-6-6-6-9-9", "33334444", "3-3-3-3-5-6"]);
    assert_all_read(&without, &[("3-3-3-3", &["bomb:3:4"])]);
}

#[test]
fn options_for_four_players_allow_what_d4_23_and_d4_24_say() {
    let single = Rules { triplet_single_4p: true, ..four() };
    assert_all_read(
        &single,
        &[
            ("6-6-6-8", &["triplet_single:6"]),
            ("3-3-3-4-4-4-5-r", &["triplet_sequence_singles:4:2"]),
            ("6-6-6-6-8", &[]),
            ("6-6-6-6-8-9", &[]),
        ],
    );
    let quad = Rules { quadplex_4p: true, ..four() };
    assert_all_read(
        &quad,
        &[
            ("6-6-6-6-8-9", &["quad_singles:6"]),
            ("6-6-6-6-b-b-r-r", &["quad_pairs:6"]),
            ("6-6-6-6-6-8", &[]),
            ("6-6-6-8", &[]),
        ],
    );
    let one_pair = Rules { fourp_both_joker_pairs: false, ..quad };
    assert_all_read(
        &one_pair,
        &[
            ("6-6-6-6-b-b-r-r", &[]),
            ("3-3-3-4-4-4-b-b-r-r", &[]),
            ("6-6-6-6-b-b-9-9", &["quad_pairs:6"]),
            ("b-b-r-r", &["rocket:r"]),
        ],
    );
    let any_two = Rules { joker_pair_4p: JokerPair::AnyTwo, ..quad };
    assert_all_read(
        &any_two,
        &[
            ("b-r", &["pair:b"]),
            ("b-b", &["pair:b"]),
            ("3-3-3-b-r", &["triplet_pair:3"]),
            ("3-3-3-4-4-4-b-r-5-5", &["triplet_sequence_pairs:4:2"]),
            ("6-6-6-6-b-r-9-9", &["quad_pairs:6"]),
            ("6-6-6-6-b-r", &[]),
            ("b-b-r-r", &["rocket:r"]),
            ("3-3-3-4-4-4-b-b-b-r", &[]),
        ],
    );
}

#[test]
fn sets_that_no_hand_can_hold_are_no_combinations() {
    let eleven_pairs = "3-3-4-4-5-5-6-6-7-7-8-8-9-9-T-T-J-J-Q-Q-K-K";
    assert_none_read(&three(), &[eleven_pairs, "b-b", "3-3-3-3-3", "r-r"]);
    assert_all_read(&four(), &[(eleven_pairs, &["pair_sequence:K:11"])]);
    assert_none_read(&four(), &["b-b-b"]);
    // Everything of both packs, as far as counts reach.
    assert_eq!(canonical(&four(), four().pack()), None);
    let most = Ranks::from_counts(&[8; 15]).expect("counts of 8");
    assert_eq!(canonical(&three(), most), None);
}
