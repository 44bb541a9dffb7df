//! What beats what, and which reading counts.

use paizhuo_engine::games::dou_dizhu::{
    Category, JokerPair, Reading, Refusal, Rules, Wish, beats, canonical, usable,
};

use crate::notation::{cards, four, loose, reading, three};

fn lead(rules: &Rules, text: &str) -> Reading {
    canonical(rules, cards(text)).unwrap_or_else(|| panic!("{text} is a combination"))
}

fn lays(rules: &Rules, play: &str, standing: &str) -> Result<Reading, Refusal> {
    usable(rules, cards(play), Some(lead(rules, standing)), Wish::ANY)
}

#[test]
fn higher_plays_of_the_same_type_and_length_beat() {
    for (play, standing) in [
        ("9-9-9-3", "8-8-8-A"),
        ("Q-Q-Q-6-6", "T-T-T-K-K"),
        ("r", "b"),
        ("2", "A"),
        ("4-5-6-7-8", "3-4-5-6-7"),
        ("7-7-7-7-3-4", "6-6-6-6-2-r"),
    ] {
        assert!(lays(&three(), play, standing).is_ok(), "{play} on {standing}");
        assert!(lays(&three(), standing, play).is_err(), "{standing} on {play}");
    }
}

#[test]
fn bombs_and_the_rocket_beat_what_d4_15_says() {
    for standing in ["3-4-5-6-7", "2", "6-6-6-6-2-r", "A-A-A-A-K-K-Q-Q", "3-3-3"] {
        assert!(lays(&three(), "3-3-3-3", standing).is_ok(), "{standing}");
        assert!(lays(&three(), "b-r", standing).is_ok(), "{standing}");
    }
    assert!(lays(&three(), "b-r", "2-2-2-2").is_ok());
    assert_eq!(lays(&three(), "2-2-2-2", "b-r"), Err(Refusal::OtherType));
    assert_eq!(lays(&three(), "8-8-8-8", "9-9-9-9"), Err(Refusal::NotHigher));
    assert!(lays(&four(), "3-3-3-3-3", "7-7-7-7").is_ok());
    assert!(lays(&four(), "3-3-3-3-3-3", "2-2-2-2-2").is_ok());
    assert_eq!(lays(&four(), "7-7-7-7", "3-3-3-3-3"), Err(Refusal::NotHigher));
    assert!(lays(&four(), "b-b-r-r", "3-3-3-3-3-3-3-3").is_ok());
    assert!(lays(&four(), "b-b", "2-2").is_ok() && lays(&four(), "r-r", "b-b").is_ok());
}

#[test]
fn on_a_bomb_a_pair_is_refused_and_a_higher_bomb_stands() {
    assert!(lays(&three(), "8888", "QQ").is_ok());
    assert_eq!(lays(&three(), "22", "8888"), Err(Refusal::OtherType));
    assert!(lays(&three(), "9999", "8888").is_ok());
    assert!(lays(&three(), "br", "8888").is_ok() && lays(&three(), "rb", "34567").is_ok());
}

#[test]
fn a_refusal_says_what_is_wrong() {
    assert_eq!(lays(&three(), "3-4", "5"), Err(Refusal::NoCombination));
    assert_eq!(lays(&three(), "6-6", "5"), Err(Refusal::OtherType));
    assert_eq!(lays(&three(), "6-6", "6-6"), Err(Refusal::NotHigher));
    assert_eq!(lays(&three(), "5-6-7-8-9-T", "3-4-5-6-7"), Err(Refusal::OtherLength));
    assert_eq!(lays(&three(), "7-7-7-7-3-3-4-4", "6-6-6-6-8-9"), Err(Refusal::OtherType));
    assert_eq!(lays(&three(), "A-A-A-A-3-4", "5-5-5-5"), Err(Refusal::OtherType));
}

#[test]
fn with_any_two_jokers_a_pair_black_and_red_equals_black_and_black() {
    let rules = Rules { joker_pair_4p: JokerPair::AnyTwo, ..four() };
    assert!(lays(&rules, "b-r", "2-2").is_ok());
    assert_eq!(lays(&rules, "b-r", "b-b"), Err(Refusal::NotHigher));
    assert_eq!(lays(&rules, "b-b", "b-r"), Err(Refusal::NotHigher));
    assert!(lays(&rules, "r-r", "b-r").is_ok());
}

#[test]
fn an_ambiguous_set_is_what_beats_the_table_and_bare_its_canonical_reading() {
    let rules = loose();
    let set = "3-3-3-4-4-4-5-5-5-6-6-6";
    assert_eq!(lead(&rules, set), reading("triplet_sequence:6:4"));
    let wings = "3-3-3-4-4-4-5-5-5-7-8-9";
    let low = usable(&rules, cards(wings), None, Wish::ANY);
    assert_eq!(low, Ok(reading("triplet_sequence_singles:5:3")));
    assert_eq!(lays(&rules, set, wings), Ok(reading("triplet_sequence_singles:6:3")));
    let two_quads = "4-4-4-4-9-9-9-9";
    assert_eq!(lays(&rules, two_quads, "6-6-6-6-3-3-7-7"), Ok(reading("quad_pairs:9")));
    assert_eq!(lays(&rules, "6-6-6-6-3-3-7-7", two_quads), Err(Refusal::NotHigher));
}

#[test]
fn a_player_may_name_a_reading_that_the_set_has_and_that_beats() {
    let rules = loose();
    let set = cards("AAAAKKKK");
    let king = Wish { key: Some(10), ..Wish::ANY };
    assert_eq!(usable(&rules, set, None, king), Ok(reading("quad_pairs:K")));
    let queens = Some(reading("quad_pairs:Q"));
    assert_eq!(usable(&rules, set, queens, king), Ok(reading("quad_pairs:K")));
    assert_eq!(usable(&rules, set, queens, Wish::ANY), Ok(reading("quad_pairs:A")));
    // Named as kings it is beaten by what beats kings.
    assert!(beats(reading("quad_pairs:A"), reading("quad_pairs:K")));
    let kings = Some(reading("quad_pairs:K"));
    assert_eq!(usable(&rules, set, kings, king), Err(Refusal::NotHigher));
    let bomb = Wish { category: Some(Category::Bomb), ..Wish::ANY };
    assert_eq!(usable(&rules, set, None, bomb), Err(Refusal::NotAReading));
    let twelve = cards("3-3-3-4-4-4-5-5-5-6-6-6");
    let wings = Wish { category: Some(Category::TripletSequenceSingles), ..Wish::ANY };
    let read = usable(&rules, twelve, None, wings);
    assert_eq!(read, Ok(reading("triplet_sequence_singles:6:3")), "the highest key of those");
    let long = Wish { run: Some(4), ..wings };
    assert_eq!(usable(&rules, twelve, None, long), Err(Refusal::NotAReading));
}
