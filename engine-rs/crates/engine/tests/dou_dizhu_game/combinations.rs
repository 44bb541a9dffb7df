//! Combinations as they are shown and refused: section 4 of the rules.

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::Reading;
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::combination::Combination;
use paizhuo_engine::games::dou_dizhu::Category;
use paizhuo_engine::notation::{parse_action, parse_cards, print_named};

use crate::support::dou_dizhu;

fn classified(rules: &Ruleset, cards: &str) -> Vec<Combination> {
    let cards = parse_cards(&FRENCH, cards).expect("the test writes cards");
    rules.climbing().expect("a climbing game").classify(&cards)
}

/// `category:key:run` of the canonical reading, or the refusal.
fn read(rules: &Ruleset, cards: &str) -> String {
    let named = parse_cards(&FRENCH, cards).expect("the test writes cards");
    let climbing = rules.climbing().expect("a climbing game");
    match climbing.compare(&named, &Reading::default(), None) {
        Ok(found) => {
            assert_eq!(climbing.classify(&named).first(), Some(&found), "{cards}");
            format!("{}:{}:{}", found.category, found.key, found.run)
        }
        Err(error) => {
            assert!(climbing.classify(&named).is_empty(), "{cards}");
            format!("{} {}", error.reason.code(), error.rule)
        }
    }
}

/// Whether `play` may be laid on `standing`, or which refusal it gets.
fn laid(rules: &Ruleset, play: &str, standing: &str) -> String {
    let climbing = rules.climbing().expect("a climbing game");
    let action = parse_action(&FRENCH, &format!("play {play}")).expect("the test writes a play");
    let paizhuo_engine::action::Action::Play { cards, reading } = action else { unreachable!() };
    let standing = classified(rules, standing).swap_remove(0);
    match climbing.compare(&cards, &reading, Some(&standing)) {
        Ok(found) => format!("{}:{}", found.category, found.key),
        Err(error) => format!("{} {}", error.reason.code(), error.rule),
    }
}

/// D4.1, D4.2, D4.3, D4.4, D4.5, D4.6, D4.7, D4.8, D4.9, D4.10, D4.11, D4.12, D4.13, D4.14: the
/// legal examples of 4.2 are what the table says.
#[test]
fn the_examples_of_4_2_are_read() {
    let (three, four) = (dou_dizhu(3, &[]), dou_dizhu(4, &[]));
    let both = [
        ("3", "single:3:1"),
        ("r", "single:r:1"),
        ("6-6", "pair:6:1"),
        ("2-2", "pair:2:1"),
        ("9-9-9", "triplet:9:1"),
        ("2-2-2", "triplet:2:1"),
        ("Q-Q-Q-6-6", "triplet_pair:Q:1"),
        ("8-9-T-J-Q", "straight:Q:5"),
        ("T-J-Q-K-A", "straight:A:5"),
        ("T-T-J-J-Q-Q-K-K", "pair_sequence:K:4"),
        ("Q-Q-K-K-A-A", "pair_sequence:A:3"),
        ("4-4-4-5-5-5", "triplet_sequence:5:2"),
        ("Q-Q-Q-K-K-K-A-A-A", "triplet_sequence:A:3"),
        ("8-8-8-9-9-9-4-4-J-J", "triplet_sequence_pairs:9:2"),
        ("7-7-7-7", "bomb:7:4"),
    ];
    for (cards, expected) in both {
        assert_eq!(read(&three, cards), expected);
        assert_eq!(read(&four, cards), expected);
    }
    let three_alone = [
        ("6-6-6-8", "triplet_single:6:1"),
        ("6-6-6-r", "triplet_single:6:1"),
        ("7-7-7-8-8-8-3-6", "triplet_sequence_singles:8:2"),
        ("3-3-3-4-4-4-2-r", "triplet_sequence_singles:4:2"),
        ("b-r", "rocket:r:1"),
        ("6-6-6-6-8-9", "quad_singles:6:1"),
        ("6-6-6-6-2-r", "quad_singles:6:1"),
        ("J-J-J-J-9-9-Q-Q", "quad_pairs:J:1"),
        ("3-3-3-3-2-2-4-4", "quad_pairs:3:1"),
    ];
    for (cards, expected) in three_alone {
        assert_eq!(read(&three, cards), expected);
    }
    let four_alone = [
        ("b-b", "pair:b:1"),
        ("r-r", "pair:r:1"),
        ("3-3-3-b-b", "triplet_pair:3:1"),
        ("3-3-3-4-4-4-2-2-r-r", "triplet_sequence_pairs:4:2"),
        ("3-3-3-4-4-4-b-b-r-r", "triplet_sequence_pairs:4:2"),
        ("3-3-3-3-3", "bomb:3:5"),
        ("2-2-2-2-2-2-2-2", "bomb:2:8"),
        ("b-b-r-r", "rocket:r:1"),
    ];
    for (cards, expected) in four_alone {
        assert_eq!(read(&four, cards), expected);
    }
}

/// D4.0a, D4.0b, D4.0c, D4.0d, D4.0e, D4.0f, D4.0h, and the near misses of 4.2: refused, each
/// with the rule that fits best.
#[test]
fn near_misses_are_refused_with_their_rule() {
    let (three, four) = (dou_dizhu(3, &[]), dou_dizhu(4, &[]));
    let with_three = [
        ("", "D4.1"),
        ("3-4", "D4.2"),
        ("6-7", "D4.2"),
        ("9-9-T", "D4.3"),
        ("3-3-3-b-r", "D4.5"),
        ("J-Q-K-A-2", "D4.6"),
        ("3-4-5-6", "D4.6"),
        ("K-K-A-A-2-2", "D4.7"),
        ("5-5-6-6", "D4.7"),
        ("A-A-A-2-2-2", "D4.8"),
        ("4-4-4-6-6-6", "D4.8"),
        ("3-3-3-4-4-4-5-5", "D4.0d"),
        ("3-3-3-4-4-4-b-r", "D4.0e"),
        ("3-3-3-4-4-4-6-7-7", "D4.0f"),
        ("3-3-3-4-4-4-5-5-5-5", "D4.0d"),
        ("6-6-6-6-8-8", "D4.0d"),
        ("6-6-6-6-b-r", "D4.0e"),
        ("4-4-4-4-5-5-5-5", "D4.0d"),
        ("3-3-3-3-4-4-5-6", "D4.14"),
        ("3-3-3-3-4", "D4.11"),
        ("3-3-3-3-4-4-4", "D4.0c"),
        ("3-4-5-6-7-8-9-T-J-Q-K-A-3-4-5-6-7-8-9-T-J", "D4.0h"),
        ("3-3-3-3-3", "D1.1"),
    ];
    for (cards, rule) in with_three {
        assert_eq!(read(&three, cards), format!("NOT_A_COMBINATION {rule}"), "{cards}");
    }
    let with_four = [
        ("b-r", "D4.24"),
        ("b-b-r", "D4.3"),
        ("b-r-r", "D4.3"),
        ("6-6-6-8", "D4.23"),
        ("6-6-6-6-8-9", "D4.23"),
        ("3-3-3-3-3-4-4-4-4-4", "D4.0c"),
        ("3-3-3-b-r", "D4.24"),
        // D4.9, D4.13 and D4.14 do not exist with four players.
        ("3-3-3-4-4-4-5-6-7", "D4.10"),
        ("6-6-6-6-8-9-T", "D4.11"),
        ("6-6-6-6-8-8-9-T", "D4.11"),
    ];
    for (cards, rule) in with_four {
        assert_eq!(read(&four, cards), format!("NOT_A_COMBINATION {rule}"), "{cards}");
    }
    assert_eq!(read(&three, "b-b"), "NOT_A_COMBINATION D1.1");
}

/// D1.4: twos and jokers are in no sequence, and no sequence turns the corner.
#[test]
fn sequences_end_at_the_ace() {
    let three = dou_dizhu(3, &[]);
    for cards in ["A-2-3-4-5", "2-3-4-5-6", "A-A-2-2-3-3", "A-A-A-2-2-2", "T-J-Q-K-A-2"] {
        assert!(read(&three, cards).starts_with("NOT_A_COMBINATION"), "{cards}");
    }
    assert_eq!(read(&three, "2-2-2-3-3"), "triplet_pair:2:1");
}

/// D4.15, D4.16, D4.17, D4.18, D4.0g: what beats what, and why not.
#[test]
fn what_beats_what() {
    let (three, four) = (dou_dizhu(3, &[]), dou_dizhu(4, &[]));
    let cases = [
        (&three, "9-9-9-3", "8-8-8-A", "triplet_single:9"),
        (&three, "5", "5", "NOT_HIGHER D4.15"),
        (&three, "4", "5", "NOT_HIGHER D4.15"),
        (&three, "6-6", "5", "OTHER_TYPE D4.15"),
        (&three, "4-5-6-7-8-9", "3-4-5-6-7", "OTHER_LENGTH D4.15"),
        (&three, "3-3-3-3", "T-J-Q-K-A", "bomb:3"),
        (&three, "A-A-A-A-3-4", "5-5-5-5", "OTHER_TYPE D4.15"),
        (&three, "A-A-A-A-3-4", "9-9-9", "OTHER_TYPE D4.15"),
        (&three, "7-7-7-7-3-3-4-4", "6-6-6-6-8-9", "OTHER_TYPE D4.15"),
        (&three, "3-3-3-3", "A-A-A-A-K-K-Q-Q", "bomb:3"),
        (&three, "r-b", "2-2-2-2", "rocket:r"),
        (&three, "2-2-2-2", "b-r", "OTHER_TYPE D4.15"),
        (&three, "4-4-4-4", "5-5-5-5", "NOT_HIGHER D4.15"),
        (&four, "3-3-3-3-3", "7-7-7-7", "bomb:3"),
        (&four, "8-8-8-8", "7-7-7-7-7", "NOT_HIGHER D4.15"),
        (&four, "b-b-r-r", "2-2-2-2-2-2-2-2", "rocket:r"),
        (&four, "r-r", "b-b", "pair:r"),
    ];
    for (rules, play, standing, expected) in cases {
        assert_eq!(laid(rules, play, standing), expected, "{play} on {standing}");
    }
}

/// D4.19, D4.20: the notorious sets have the one reading that the table gives, or none.
#[test]
fn the_notorious_sets_have_one_reading_or_none() {
    let (three, four) = (dou_dizhu(3, &[]), dou_dizhu(4, &[]));
    for rules in [&three, &four] {
        let sequence = classified(rules, "3-3-3-4-4-4-5-5-5-6-6-6");
        assert_eq!(sequence.len(), 1);
        assert_eq!((sequence[0].category, sequence[0].run), ("triplet_sequence", 4));
        for cards in [
            "3-3-3-4-4-4-5-5-5-7-7-7",
            "3-3-3-3-4-4-4",
            "3-3-3-3-4-4-4-4",
            "3-3-3-3-4-4-4-5",
            "3-3-3-3-4-4",
        ] {
            assert_eq!(classified(rules, cards), [], "{cards}");
        }
        assert_eq!(read(rules, "3-3-3-3"), "bomb:3:4");
    }
    assert_eq!(read(&four, "3-3-3-3-3"), "bomb:3:5");
    assert_eq!(read(&four, "3-3-3-3-3-3"), "bomb:3:6");
    assert_eq!(classified(&four, "3-3-3-3-3-4-4-4-4-4"), []);
    assert_eq!(classified(&four, "3-3-3-3-4-4-4-4-5-5-5-5"), []);
}

/// D4.21: which reading applies where a set has several, and that a player may name another.
#[test]
fn a_set_of_several_readings_is_read_as_the_rules_or_the_player_say() {
    let loose = dou_dizhu(3, &["kickers=loose"]);
    let set = "3-3-3-4-4-4-5-5-5-6-6-6";
    let all: Vec<String> = classified(&loose, set)
        .iter()
        .map(|reading| format!("{}:{}:{}", reading.category, reading.key, reading.run))
        .collect();
    let expected =
        ["triplet_sequence:6:4", "triplet_sequence_singles:6:3", "triplet_sequence_singles:5:3"];
    assert_eq!(all, expected);
    let standing = "4-4-4-5-5-5-3-3-3-7-8-9";
    assert_eq!(laid(&loose, set, standing), "triplet_sequence_singles:6");
    let named = format!("{set} as triplet_sequence_singles:5");
    assert_eq!(laid(&loose, &named, standing), "NOT_HIGHER D4.15");
    let wrong = format!("{set} as bomb");
    assert_eq!(laid(&loose, &wrong, standing), "NO_SUCH_READING D4.21");
    let two_quads = "4-4-4-4-9-9-9-9";
    assert_eq!(read(&loose, two_quads), "quad_pairs:9:1");
    assert_eq!(laid(&loose, two_quads, "6-6-6-6-3-3-7-7"), "quad_pairs:9");
    for (wish, rule) in [("4", "NO_SUCH_READING D4.21"), ("*:b", "NO_SUCH_READING D4.21")] {
        assert_eq!(laid(&loose, &format!("9 as {wish}"), "3"), rule, "no such name");
    }
    assert_eq!(laid(&loose, "9 label=x", "3"), "NO_SUCH_READING D4.21");
    assert_eq!(laid(&loose, "9 9=T", "3"), "NO_SUCH_READING D4.21");
    assert_eq!(laid(&loose, "9 as single:9:1", "3"), "single:9");
    assert_eq!(laid(&loose, "9 as *:*:1", "3"), "single:9");
}

/// D4.22, D4.23, D4.24, D4.25: what each option makes legal, and the rule that refuses it without.
#[test]
fn options_change_what_may_be_attached() {
    let cases: [(u32, &str, &str, &str, &str); 12] = [
        (3, "kickers=rlcard", "3-3-3-4-4-4-5-5", "triplet_sequence_singles:4:2", "D4.0d"),
        (3, "kickers=rlcard", "6-6-6-6-8-8", "quad_singles:6:1", "D4.0d"),
        (3, "kickers=loose", "3-3-3-4-4-4-b-r", "triplet_sequence_singles:4:2", "D4.0e"),
        (3, "kickers=loose", "3-3-3-4-4-4-5-5-5-5", "triplet_sequence_pairs:4:2", "D4.0d"),
        (3, "quadplex_3p=false", "6-6-6-6-8-9", "D4.25", "quad_singles:6:1"),
        (3, "quadplex_3p=false", "6-6-6-6-8-8-9-9", "D4.25", "quad_pairs:6:1"),
        (4, "triplet_single_4p=true", "6-6-6-8", "triplet_single:6:1", "D4.23"),
        (4, "triplet_single_4p=true", "3-3-3-4-4-4-5-r", "triplet_sequence_singles:4:2", "D4.23"),
        (4, "quadplex_4p=true", "6-6-6-6-8-9", "quad_singles:6:1", "D4.23"),
        (4, "quadplex_4p=true", "6-6-6-6-b-b-8-8", "quad_pairs:6:1", "D4.23"),
        (4, "joker_pair_4p=any_two", "b-r", "pair:b:1", "D4.24"),
        (
            4,
            "fourp_both_joker_pairs=false",
            "3-3-3-4-4-4-b-b-r-r",
            "D4.24",
            "triplet_sequence_pairs:4:2",
        ),
    ];
    for (seats, option, cards, with, without) in cases {
        let told = |rules: &Ruleset| read(rules, cards).replace("NOT_A_COMBINATION ", "");
        assert_eq!(told(&dou_dizhu(seats, &[option])), with, "{option} {cards}");
        assert_eq!(told(&dou_dizhu(seats, &[])), without, "{option} {cards}");
    }
    let rlcard = dou_dizhu(3, &["kickers=rlcard"]);
    assert_eq!(read(&rlcard, "3-3-3-4-4-4-b-r"), "NOT_A_COMBINATION D4.22");
    assert_eq!(laid(&dou_dizhu(4, &["joker_pair_4p=any_two"]), "b-r", "b-b"), "NOT_HIGHER D4.15");
}

/// D4.26, D4.21: `plays` of the whole pack gives every reading of every set once, the main groups
/// of each first, and all in notation.
#[test]
fn the_plays_of_the_whole_pack_are_those_of_d4_26() {
    let pack: Vec<_> = FRENCH.cards().map(paizhuo_engine::action::Named::Face).collect();
    let five = parse_cards(&FRENCH, "3-3-3-3-3").expect("cards");
    let rules = dou_dizhu(3, &[]);
    let plays = rules.climbing().expect("a climbing game").plays(&five, None);
    assert_eq!(plays.len(), 4, "a pack of one has no fifth three");
    for (options, number) in [(&[][..], 12_654), (&["kickers=loose"], 34_152)] {
        let rules = dou_dizhu(3, options);
        let climbing = rules.climbing().expect("a climbing game");
        let plays = climbing.plays(&pack, None);
        assert_eq!(plays.len(), number);
        for play in plays.iter().step_by(17) {
            assert!(climbing.classify(&play.cards).contains(play), "{play:?}");
        }
    }
}

/// Cards of a combination are shown with the main groups first, runs ascending, then what is
/// attached.
#[test]
fn main_groups_are_shown_first() {
    let rules = dou_dizhu(3, &["kickers=loose"]);
    let shown = |cards: &str| print_named(&FRENCH, &classified(&rules, cards)[0].cards);
    assert_eq!(shown("3-4-3-3"), "3-3-3-4");
    assert_eq!(shown("3d-8h-9c-8c-9h-9d-8d-A"), "8c-8d-8h-9c-9d-9h-3d-A");
    assert_eq!(shown("6-2-6-r-6-6"), "6-6-6-6-2-r");
    assert_eq!(shown("A-T-K-Q-J"), "T-J-Q-K-A");
    assert_eq!(shown("r-b"), "b-r");
    let third = &classified(&rules, "3-3-3-4-4-4-5-5-5-6-6-6")[2].cards;
    assert_eq!(print_named(&FRENCH, third), "3-3-3-4-4-4-5-5-5-6-6-6");
    let second = &classified(&rules, "3-3-3-4-4-4-5-5-5-6-6-6")[1].cards;
    assert_eq!(print_named(&FRENCH, second), "4-4-4-5-5-5-6-6-6-3-3-3");
}

/// The catalogue lists the fourteen types in the order of packed categories, with their rules
/// D4.1 to D4.14.
#[test]
fn the_catalogue_lists_the_types_in_the_order_of_packed_categories() {
    let rules = dou_dizhu(3, &[]);
    let categories = rules.info().categories;
    assert_eq!(categories.len(), Category::ALL.len());
    for (place, (term, category)) in categories.iter().zip(Category::ALL).enumerate() {
        assert_eq!((term.name, term.rule), (category.name(), category.rule()));
        assert_eq!(category as usize, place);
        assert!([term.label.en, term.label.zh, term.label.ru].iter().all(|name| !name.is_empty()));
    }
    let climbing = rules.climbing().expect("a climbing game");
    let mut counts = [0u8; 15];
    (counts[0], counts[1]) = (3, 1);
    let packed = climbing.classify_packed(&counts);
    assert_eq!((packed.category, packed.key, packed.run), (3, 0, 1));
    assert_eq!((packed.size, packed.readings), (4, 1));
    counts[1] = 200;
    let none = climbing.classify_packed(&counts);
    assert_eq!((none.category, none.key, none.run, none.size), (-1, -1, 0, 203));
    assert_eq!(climbing.packed_len(), 15);
}
