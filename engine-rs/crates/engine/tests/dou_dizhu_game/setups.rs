//! Set-ups: section 7 of the rules.

use paizhuo_engine::setup::OptionKind;

use crate::support::{Setup, dou_dizhu};

fn refusal(seats: u32, preset: &'static str, options: &[&str]) -> String {
    match Setup::new("dou_dizhu", seats, preset, options).ruleset() {
        Ok(_) => "accepted".to_owned(),
        Err(error) => format!("{} {}", error.reason.code(), error.rule),
    }
}

/// 7.1: every option of the table with every value, and its default.
#[test]
fn the_options_are_those_of_table_7_1() {
    let listed: Vec<(&str, Vec<&str>, &str)> = vec![
        ("unit", vec!["1", "1000000"], "1"),
        ("auction", vec!["bid123", "bid_once", "call_rob"], "bid123"),
        ("first_bidder", vec!["faceup", "random", "previous_winner"], "faceup"),
        ("redeal_dealer", vec!["same", "next"], "same"),
        ("max_redeals", vec!["0", "1", "100"], "0"),
        ("reveal_bottom", vec!["false", "true"], "false"),
        ("kickers", vec!["distinct", "rlcard", "loose"], "distinct"),
        ("quadplex_3p", vec!["true", "false"], "true"),
        ("quadplex_as_bomb", vec!["false"], "false"),
        ("triplet_single_4p", vec!["false", "true"], "false"),
        ("quadplex_4p", vec!["false", "true"], "false"),
        ("joker_pair_4p", vec!["same_colour", "any_two"], "same_colour"),
        ("fourp_both_joker_pairs", vec!["true", "false"], "true"),
        ("bomb_double_min_4p", vec!["4", "5", "6"], "6"),
        ("max_doublings", vec!["none", "0", "30"], "none"),
        ("spring", vec!["off", "x2", "x3"], "off"),
        ("landlord_reveal", vec!["off", "on"], "off"),
        ("personal_double", vec!["off", "on"], "off"),
        ("card_memory", vec!["true", "false"], "true"),
        ("match_end", vec!["agreement"], "agreement"),
        ("match_deals", vec!["1", "1000"], ""),
        ("match_target", vec!["1", "1000000000"], ""),
        ("timeout_policy", vec!["pass_or_lowest"], "pass_or_lowest"),
        ("laizi", vec!["off"], "off"),
    ];
    let options = dou_dizhu(3, &[]).info().options;
    assert_eq!(options.len(), listed.len());
    for (option, (name, values, default)) in options.iter().zip(listed) {
        assert_eq!((option.name, option.default), (name, default));
        assert!(!option.meaning.is_empty() && !option.rule.is_empty());
        let label = option.label;
        assert!([label.en, label.zh, label.ru].iter().all(|name| !name.is_empty()), "{name}");
        for value in values {
            let set = format!("{name}={value}");
            assert_eq!(refusal(3, "", &[&set]), "accepted", "{set}");
        }
    }
}

/// 7: an unknown option, a value that is not listed, and a number in another spelling than its
/// one, are refused.
#[test]
fn unknown_options_and_values_are_refused() {
    let cases = [
        ("players=3", "UNKNOWN_OPTION "),
        ("unit=+5", "BAD_OPTION_VALUE D6.1"),
        ("unit=007", "BAD_OPTION_VALUE D6.1"),
        ("unit= 7", "BAD_OPTION_VALUE D6.1"),
        ("unit=", "BAD_OPTION_VALUE D6.1"),
        ("max_redeals=-0", "BAD_OPTION_VALUE D3.11"),
        ("max_redeals=00", "BAD_OPTION_VALUE D3.11"),
        ("max_doublings=+0", "BAD_OPTION_VALUE D6.7"),
        ("laizi=on", "BAD_OPTION_VALUE 7.1"),
        ("quadplex_as_bomb=true", "BAD_OPTION_VALUE D4.16"),
        ("unit=0", "BAD_OPTION_VALUE D6.1"),
        ("unit=1000001", "BAD_OPTION_VALUE D6.1"),
        ("max_redeals=101", "BAD_OPTION_VALUE D3.11"),
        ("bomb_double_min_4p=7", "BAD_OPTION_VALUE D6.2"),
        ("max_doublings=31", "BAD_OPTION_VALUE D6.7"),
        ("spring=on", "BAD_OPTION_VALUE D6.8"),
        ("landlord_reveal=true", "BAD_OPTION_VALUE D3.12"),
        ("match_end=deals:3", "BAD_OPTION_VALUE D5.13"),
        ("match_deals=0", "BAD_OPTION_VALUE D5.13"),
        ("match_target=1000000001", "BAD_OPTION_VALUE D5.13"),
        ("timeout_policy=pass", "BAD_OPTION_VALUE D5.14"),
        ("kickers=any", "BAD_OPTION_VALUE D4.22"),
    ];
    for (option, expected) in cases {
        assert_eq!(refusal(3, "", &[option]), expected, "{option}");
        assert_eq!(refusal(4, "", &[option]), expected, "{option}");
    }
    assert_eq!(refusal(5, "", &[]), "BAD_SEAT_COUNT D1.1");
    assert_eq!(refusal(2, "", &[]), "BAD_SEAT_COUNT D1.1");
}

/// D4.22: with 4 players `kickers` other than `distinct` is refused; D5.13: a length of the
/// match is needed with its value, and has no effect otherwise.
#[test]
fn what_does_not_go_together_is_refused() {
    for kickers in ["kickers=rlcard", "kickers=loose"] {
        assert_eq!(refusal(4, "", &[kickers]), "OPTIONS_CONFLICT D4.22");
        assert_eq!(refusal(3, "", &[kickers]), "accepted");
    }
    assert_eq!(refusal(4, "", &["kickers=distinct"]), "accepted");
    assert_eq!(refusal(3, "", &["match_end=deals"]), "MISSING_OPTION D5.13");
    assert_eq!(refusal(3, "", &["match_end=target"]), "MISSING_OPTION D5.13");
    assert_eq!(refusal(3, "", &["match_end=deals", "match_target=5"]), "MISSING_OPTION D5.13");
    assert_eq!(refusal(3, "", &["match_end=deals", "match_deals=5"]), "accepted");
    assert_eq!(refusal(3, "", &["match_deals=5", "match_target=5"]), "accepted");
    for other_seats in ["quadplex_4p=true", "joker_pair_4p=any_two", "bomb_double_min_4p=4"] {
        assert_eq!(refusal(3, "", &[other_seats]), "accepted", "it has no effect");
    }
}

/// 7.2: every preset with its values, the seats that it is for, and options given beside it.
#[test]
fn the_presets_are_those_of_table_7_2() {
    let value = |setup: &Setup, name: &str| {
        setup.ruleset().expect("accepted").settings().get(name).to_owned()
    };
    let defaults = dou_dizhu(3, &[]).settings().values.clone();
    for preset in ["", "seed", "pagat"] {
        let setup = Setup::new("dou_dizhu", 3, preset, &[]);
        assert_eq!(setup.ruleset().expect("accepted").settings().values, defaults);
    }
    let changed: [(&'static str, &[(&str, &str)]); 3] = [
        ("rlcard", &[("kickers", "rlcard"), ("reveal_bottom", "true")]),
        ("douzero", &[("kickers", "loose"), ("reveal_bottom", "true")]),
        (
            "online",
            &[
                ("auction", "call_rob"),
                ("first_bidder", "random"),
                ("reveal_bottom", "true"),
                ("spring", "x2"),
                ("personal_double", "on"),
            ],
        ),
    ];
    for (preset, values) in changed {
        let setup = Setup::new("dou_dizhu", 3, preset, &[]);
        for (name, default) in &defaults {
            let set = values.iter().find(|(changed, _)| changed == name);
            assert_eq!(value(&setup, name), set.map_or(default.as_str(), |(_, value)| value));
        }
        let beside = Setup::new("dou_dizhu", 3, preset, &["reveal_bottom=false"]);
        assert_eq!(value(&beside, "reveal_bottom"), "false", "options beside a preset win");
    }
    for (preset, expected) in [
        ("rlcard", "PRESET_NOT_FOR_SEATS D4.22"),
        ("douzero", "PRESET_NOT_FOR_SEATS D4.22"),
        ("online", "accepted"),
        ("pagat", "accepted"),
        ("blitz", "UNKNOWN_PRESET "),
    ] {
        assert_eq!(refusal(4, preset, &[]), expected, "{preset}");
    }
}

/// The catalogue can draw a form: kinds of options have values, numbers have bounds.
#[test]
fn every_default_is_a_value_of_its_option() {
    for option in dou_dizhu(3, &[]).info().options {
        assert!(option.default.is_empty() || option.takes(option.default), "{}", option.name);
        if let OptionKind::Integer(low, high, _) = option.kind {
            assert!(low < high, "{}", option.name);
        }
    }
}
