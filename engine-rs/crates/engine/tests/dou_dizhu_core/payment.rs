//! What deals pay: the examples of section 6.

use paizhuo_engine::games::dou_dizhu::{
    Account, DOUBLINGS_POSSIBLE, Rules, Spring, SpringKind, doubles, settle,
};

use crate::notation::{four, reading, three};

/// A deal without anything special that seat 0 as landlord won.
fn plain(bid: u8) -> Account {
    Account {
        landlord: 0,
        bid,
        landlord_wins: true,
        doubling_plays: 0,
        robs: 0,
        revealed: false,
        doubled: 0,
        plays: [4, 2, 2, 2],
    }
}

fn lost(bid: u8) -> Account {
    Account { landlord_wins: false, ..plain(bid) }
}

fn paid(rules: &Rules, account: &Account) -> [i64; 4] {
    let payments = settle(rules, account).payments;
    assert_eq!(payments.iter().sum::<i64>(), 0, "D6.5");
    payments
}

#[test]
fn payments_are_those_of_the_examples_of_section_6() {
    let doubled = |account: Account, plays| Account { doubling_plays: plays, ..account };
    assert_eq!(paid(&three(), &plain(2)), [4, -2, -2, 0]);
    assert_eq!(paid(&three(), &doubled(lost(3), 2)), [-24, 12, 12, 0]);
    assert_eq!(paid(&three(), &plain(1)), [2, -1, -1, 0]);
    assert_eq!(paid(&four(), &doubled(plain(2), 1)), [12, -4, -4, -4]);
    assert_eq!(paid(&four(), &doubled(lost(3), 3)), [-72, 24, 24, 24]);
    assert_eq!(paid(&three(), &doubled(plain(3), 3)), [48, -24, -24, 0]);
}

#[test]
fn options_multiply_as_the_examples_of_section_6_say() {
    let x2 = Rules { spring: Spring::X2, ..three() };
    let x3 = Rules { spring: Spring::X3, ..three() };
    let spring = Account { plays: [1, 0, 0, 0], ..plain(3) };
    assert_eq!(paid(&x2, &spring), [12, -6, -6, 0]);
    let anti = Account { plays: [1, 3, 0, 0], doubling_plays: 1, ..lost(1) };
    assert_eq!(paid(&x3, &anti), [-12, 6, 6, 0]);
    let robbed = Account { robs: 2, revealed: true, doubling_plays: 1, ..plain(1) };
    assert_eq!(paid(&three(), &robbed), [32, -16, -16, 0]);
    let capped = Rules { max_doublings: Some(2), ..three() };
    assert_eq!(paid(&capped, &Account { doubling_plays: 3, ..plain(3) }), [24, -12, -12, 0]);
    assert_eq!(paid(&three(), &Account { doubled: 0b011, ..lost(2) }), [-12, 8, 4, 0]);
    let all = Rules { unit: 5, spring: Spring::X2, max_doublings: Some(2), ..four() };
    let account = Account { plays: [9, 0, 0, 0], doubled: 0b010, doubling_plays: 3, ..plain(2) };
    assert_eq!(paid(&all, &account), [320, -160, -80, -80]);
}

#[test]
fn spring_and_anti_spring_need_what_d6_8_says() {
    let kind = |account: Account| settle(&three(), &account).spring;
    assert_eq!(kind(Account { plays: [5, 0, 0, 0], ..plain(1) }), Some(SpringKind::Spring));
    assert_eq!(kind(Account { plays: [5, 0, 1, 0], ..plain(1) }), None);
    assert_eq!(kind(Account { plays: [1, 0, 5, 0], ..lost(1) }), Some(SpringKind::AntiSpring));
    assert_eq!(kind(Account { plays: [2, 0, 5, 0], ..lost(1) }), None);
    let x2 = Rules { spring: Spring::X2, ..three() };
    assert_eq!(paid(&x2, &Account { plays: [2, 0, 5, 0], ..lost(1) }), [-2, 1, 1, 0]);
    assert_eq!(paid(&three(), &Account { plays: [1, 0, 0, 0], ..plain(3) }), [6, -3, -3, 0]);
}

#[test]
fn bombs_and_rockets_double_and_quadplexes_do_not() {
    assert!(doubles(&three(), reading("bomb:3:4")) && doubles(&three(), reading("rocket:r")));
    assert!(!doubles(&three(), reading("quad_singles:3")));
    assert!(!doubles(&three(), reading("quad_pairs:3")));
    for least in 4..=6 {
        let rules = Rules { bomb_double_min_4p: least, ..four() };
        for size in 4..=8 {
            let bomb = reading(&format!("bomb:9:{size}"));
            assert_eq!(doubles(&rules, bomb), size >= least, "{size} cards from {least}");
        }
        assert!(doubles(&rules, reading("rocket:r")));
    }
}

#[test]
fn the_largest_payment_of_all_fits() {
    let rules = Rules { unit: Rules::UNIT_MAX, spring: Spring::X3, ..four() };
    let account = Account {
        doubling_plays: DOUBLINGS_POSSIBLE,
        doubled: 0b1111,
        plays: [1, 0, 0, 0],
        ..plain(3)
    };
    let flow = 1_000_000 * 3 * (1i64 << 32) * 3 * 2 * 2;
    assert_eq!(paid(&rules, &account), [3 * flow, -flow, -flow, -flow]);
}
