//! What is refused, by which rule, and what is offered instead.

use paizhuo_engine::error::Reason;

use crate::support::{Driven, Setup, zheng_fen};

/// Sets that are no combination name the rule that fits best.
#[test]
fn sets_that_are_none_name_a_rule() {
    for (options, cards, rule) in [
        ([].as_slice(), "6c-7c", "Z4.2"),
        (&[], "7c-7d-8h", "Z4.3"),
        (&[], "7c-7d-8h-9s", "Z4.4"),
        (&[], "4s-5s-6s-7s", "Z4.9"),
        (&[], "7c-7d-8c-8d-9h", "Z4.8"),
        (&[], "8c-8d-9c-9d-Jc-Jd", "Z4.5"),
        (&[], "7c-7d-7h-8c-8d-8h", "Z4.6"),
        (&[], "4c-4d-4h-4s-5c-5d-5h-5s", "Z4.13"),
        (&[], "4c-4d-4h-4s-6c-6d-6h-6s", "Z4.7"),
        (&[], "5s-Ts-Kh", "Z4.16"),
        (&[], "5s-5h-Kh", "Z4.10"),
        (&[], "b-r", "Z4.0a"),
        (&["jokers_wild=true", "wild_in_specials=false"], "2c-2d-2h-b", "Z4.23"),
    ] {
        let hands = [cards, "3c", "3d"];
        let mut driven = Driven::points(zheng_fen(3, options), &hands, 0);
        let refused = driven.refusal(&format!("play {cards}"));
        assert_eq!(refused, format!("NOT_A_COMBINATION {rule}"), "{cards}");
    }
}

/// What does not beat the table says why (Z4.11, Z4.12, Z4.25).
#[test]
fn what_does_not_beat_the_table_says_why() {
    for (option, table, play, refused) in [
        ("target=500", "8c-8d", "9c", "OTHER_TYPE Z4.11"),
        ("target=500", "8c-8d", "7c-7d", "NOT_HIGHER Z4.11"),
        ("target=500", "8c-8d", "8h-8s", "NOT_HIGHER Z4.11"),
        ("target=500", "5c-6c-7c-8c-9c-Tc", "Td-Jd-Qd-Kd-Ad", "NOT_HIGHER Z4.12"),
        (
            "sequence_compare=same_length",
            "5c-6c-7c-8c-9c",
            "5d-6d-7d-8d-9d-Td",
            "OTHER_LENGTH Z4.25",
        ),
    ] {
        let hands = [&format!("{table}-4s"), &format!("{play}-4h"), "3d"];
        let mut driven = Driven::points(zheng_fen(3, &[option]), &hands, 0);
        driven.say(&[&format!("play {table}")]);
        assert_eq!(driven.refusal(&format!("play {play}")), refused, "{play} on {table}");
    }
}

/// Other verbs, other seats and cards of others are refused, and something legal is offered.
#[test]
fn refusals_offer_something_legal() {
    let mut driven = Driven::points(zheng_fen(3, &[]), &["7c-8c", "9c-Tc", "5c-Jc"], 0);
    for (said, refused) in [
        ("bid 1", "VERB_NOT_ALLOWED Z5.1"),
        ("stop", "VERB_NOT_ALLOWED Z5.1"),
        ("play 9c", "CARDS_NOT_HELD Z5.1"),
        ("play 7c as pair", "NO_SUCH_READING Z4.21"),
    ] {
        assert_eq!(driven.refusal(said), refused);
        let error = driven.try_say(said).expect_err("refused");
        let offered = *error.alternative.expect("something is legal");
        let seat = driven.asked().expect("asked");
        driven
            .table
            .prepare(paizhuo_engine::table::Command::Act {
                seat,
                decision_id: None,
                action: &offered,
            })
            .expect("what is offered is legal");
    }
}

/// Options and values that do not exist are refused; those without effect are accepted (section 7).
#[test]
fn unknown_options_are_refused() {
    let refused = |option: &str| {
        let setup = Setup::new("zheng_fen", 3, "", &[option]);
        setup.ruleset().map(|_| ()).map_err(|error| error.reason)
    };
    assert_eq!(refused("kickers=loose"), Err(Reason::UnknownOption));
    assert_eq!(refused("preset=pagat"), Err(Reason::UnknownOption));
    for option in ["target=4", "target=100001", "quartet_seq_min=4", "jokers_wild=yes"] {
        assert_eq!(refused(option), Err(Reason::BadOptionValue), "{option}");
    }
    for option in ["wild_in_specials=false", "target=5", "target=100000"] {
        assert_eq!(refused(option), Ok(()), "{option}");
    }
    let beside = Setup::new("zheng_fen", 4, "pagat", &["end_of_play=all_out"]);
    let ruleset = beside.ruleset().expect("accepted");
    let value = |name: &str| ruleset.settings().get(name).to_owned();
    assert_eq!((value("end_of_play").as_str(), value("jokers_wild").as_str()), ("all_out", "true"));
}
