//! The cards of a question are no more than the packs of a match hold.

use paizhuo_engine::Ruleset;
use paizhuo_engine::error::Reason;

fn rules(game: &str, seats: u32, options: &[(&str, &str)]) -> Ruleset {
    let options: Vec<_> =
        options.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    Ruleset::new(game, seats, "", &options, None).expect("the rules can be set up")
}

/// What a question says of texts, one after another: nothing, or the rule and the facts.
fn read(rules: &Ruleset, texts: &[&str]) -> Option<String> {
    let mut question = rules.question();
    let refused = texts.iter().find_map(|text| question.set(text).err())?;
    assert_eq!(refused.reason, Reason::MalformedCards);
    let facts: Vec<_> = refused.facts.iter().map(|(name, fact)| format!("{name}={fact}")).collect();
    Some(format!("{} {}", refused.rule, facts.join(" ")))
}

#[test]
fn each_card_may_be_named_as_often_as_the_packs_hold_it() {
    for (game, seats, card, copies) in [
        ("dou_dizhu", 3, "3h", 1),
        ("dou_dizhu", 4, "3h", 2),
        ("dou_dizhu", 3, "r", 1),
        ("dou_dizhu", 4, "b", 2),
        ("dou_dizhu", 3, "3", 4),
        ("dou_dizhu", 4, "2", 8),
        ("zheng_fen", 3, "As", 1),
        ("zheng_fen", 6, "b", 1),
        ("zhao_pengyou", 5, "As", 2),
        ("zhao_pengyou", 6, "b", 2),
        ("zhao_pengyou", 7, "As", 2),
        ("zhao_pengyou", 8, "As", 3),
        ("zhao_pengyou", 8, "r", 2),
        ("zhao_pengyou", 9, "r", 3),
        ("zhao_pengyou", 11, "b", 2),
        ("zhao_pengyou", 12, "As", 4),
        ("zhao_pengyou", 12, "r", 2),
        ("hachinin_meri", 8, "P9", 1),
    ] {
        let rules = rules(game, seats, &[]);
        let rule = rules.info().cards_rule;
        let all = vec![card; copies];
        assert_eq!(read(&rules, &[&all.join("-")]), None, "{copies} {card} in {game} for {seats}");
        let refused = Some(format!("{rule} card={card} copies_max={copies}"));
        assert_eq!(read(&rules, &[&format!("{}-{card}", all.join("-"))]), refused, "{game}");
        // Spread over several texts they are as many cards.
        let spread: Vec<_> = all.iter().copied().chain([card]).collect();
        assert_eq!(read(&rules, &spread), refused, "{game}");
    }
}

#[test]
fn a_joker_that_is_in_no_pack_is_no_card_of_the_match() {
    for (seats, joker) in [(7, "r"), (7, "b"), (8, "b"), (9, "b"), (10, "r"), (10, "b"), (12, "b")]
    {
        let refused = Some(format!("ZP-1.2 card={joker} copies_max=0"));
        assert_eq!(read(&rules("zhao_pengyou", seats, &[]), &[joker]), refused);
        let full = rules("zhao_pengyou", seats, &[("kitty_mode", "full_jokers")]);
        assert_eq!(read(&full, &[joker]), None, "ZP-7.8 brings {joker} in for {seats}");
    }
}

#[test]
fn cards_that_are_named_by_rank_count_among_those_that_are_named_by_face() {
    let rules = rules("dou_dizhu", 3, &[]);
    assert_eq!(read(&rules, &["3h-3-3-3"]), None);
    assert_eq!(read(&rules, &["3-3-3", "3h"]), None, "the others are some other three");
    assert_eq!(read(&rules, &["3-3-3-3", "3h"]), Some("D1.1 card=3 copies_max=4".to_owned()));
    assert_eq!(read(&rules, &["3h-3", "3-3-3"]), Some("D1.1 card=3 copies_max=4".to_owned()));
}

#[test]
fn a_text_of_as_many_cards_as_may_be_is_refused_like_any_other() {
    let rules = rules("zhao_pengyou", 12, &[]);
    let text = vec!["As"; 256].join("-");
    assert_eq!(read(&rules, &[&text]), Some("ZP-1.2 card=As copies_max=4".to_owned()));
}
