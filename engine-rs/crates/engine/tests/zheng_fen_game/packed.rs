//! Packed deals against tables: what may be played, how it goes on, what it comes to.

use paizhuo_engine::action::{Action, Named};
use paizhuo_engine::climbing::Faces;
use paizhuo_engine::game::Game;
use paizhuo_engine::games::zheng_fen::{
    Habits, Laid, Packed, Play, Position, Rules, Situation, ZhengFen, choose, perft_packed, picks,
    plays, simulate,
};
use paizhuo_engine::notation::print_action;
use paizhuo_engine::perft::perft;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::sim::Threads;

use crate::support::{Driven, below, laid_out, rng, zheng_fen};

/// Options that bring other readings, other comparisons, and other ends of a deal.
const OPTIONS: [&[&str]; 12] = [
    &[],
    &["pass_locks=true"],
    &["end_of_play=one_left"],
    &["end_of_play=one_left", "pass_locks=true"],
    &["last_player=tricks_to_first"],
    &["last_player=tricks_and_hand_to_first", "end_of_play=one_left"],
    &["sequence_compare=same_length", "mixed_rule=not_all_same"],
    &["sequence_compare=top_card", "quartet_seq_min=2"],
    &["special_order=equal"],
    &["suited_special_suit_rank=s_h_c_d", "quartet_seq_min=2"],
    &["jokers_wild=true", "wild_in_specials=false"],
    &["jokers_wild=true", "poker_match=label", "last_player=tricks_to_first"],
];

fn rules_of(driven: &Driven) -> Rules {
    ZhengFen::rules(driven.ruleset.settings(), driven.ruleset.revision()).expect("accepted")
}

fn hand(driven: &Driven, seat: u8) -> Faces {
    Faces::from_cards(driven.view(seat).own_hand().iter().copied()).expect("one pack")
}

/// The packed deal of a table before its first lead.
fn packed(driven: &Driven, rules: &Rules) -> Packed {
    let hands: Vec<Faces> = (0..rules.seats).map(|seat| hand(driven, seat)).collect();
    Packed::new(rules, &hands, driven.asked().expect("somebody leads"))
}

/// Both list the same plays in the same order, ask the same seats, and come to the same results,
/// in whole deals under every option; and a beginner sees the same in both (section 5).
#[test]
fn packed_deals_go_as_tables_do() {
    for (number, options) in (0..).zip(OPTIONS) {
        for seats in 3..=6 {
            let mut driven = Driven::dealt(zheng_fen(seats, options), number);
            let rules = rules_of(&driven);
            let mut deal = packed(&driven, &rules);
            let mut chance = rng("packed", u64::from(seats) * 100 + number);
            while let Some(seat) = deal.asked() {
                assert_eq!(driven.asked(), Some(seat), "{options:?}");
                let view = driven.view(seat.0);
                let legal = driven.table.legal(seat, usize::MAX);
                let listed: Vec<Action> =
                    legal.actions().filter(|action| **action != Action::Pass).cloned().collect();
                let own = deal.plays(&rules);
                assert_eq!(own.len(), listed.len());
                for (play, action) in own.iter().zip(&listed) {
                    let Action::Play { cards, .. } = action else { panic!("a play") };
                    let named = cards.iter().map(|card| match card {
                        Named::Face(card) => *card,
                        Named::Rank(_) => panic!("suits matter"),
                    });
                    assert_eq!(Faces::from_cards(named), Some(play.set));
                }
                let chosen = choose(&Situation::of_deal(&rules, &deal), &Habits::BEGINNER);
                let by_view = choose(&Situation::of_view(&rules, &view), &Habits::BEGINNER);
                assert_eq!(chosen, by_view, "{options:?}");
                let may_pass = deal.standing().is_some();
                let number = own.len() + usize::from(may_pass);
                let place = below(&mut chance, number);
                if place < own.len() {
                    let action = print_action(driven.pack(), &listed[place]);
                    driven.say(&[&action]);
                    deal.lay(&rules, own[place]);
                } else {
                    driven.say(&["pass"]);
                    deal.pass(&rules);
                }
            }
            let end = driven.public().last_deal.expect("the deal has ended");
            let results = deal.results().expect("the deal is over");
            let results: Vec<i64> =
                results[..seats as usize].iter().map(|&points| i64::from(points)).collect();
            assert_eq!(results, end.results, "{options:?} {seats}");
        }
    }
}

/// Both count the same sequences of legal actions from small hands.
#[test]
fn packed_deals_have_the_tables_perft() {
    for options in OPTIONS {
        for (number, hands) in [
            ["5s-Ts-Ks-3c-b", "5h-Td-Kc-4c-4d", "6c-6d-6h-r-2s"],
            ["7c-7d-7h-b-r", "8c-8d-8h-9c-9d", "2c-2d-2h-2s-3s"],
            ["Kc", "5h-Td", "As-9c-9d"],
        ]
        .into_iter()
        .enumerate()
        {
            let ruleset = zheng_fen(3, options);
            let rules = ZhengFen::rules(ruleset.settings(), ruleset.revision()).expect("accepted");
            let (cards, _) = laid_out(&hands, "");
            let table = Position::new(cards.clone(), Seat(0)).table(rules);
            let sets: Vec<Faces> = cards
                .iter()
                .map(|hand| Faces::from_cards(hand.iter().copied()).expect("one pack"))
                .collect();
            let deal = Packed::new(&rules, &sets, Seat(0));
            for depth in 1..=4 {
                let counted = perft_packed(&rules, &deal, depth);
                assert_eq!(counted, perft(&*table, depth), "{options:?} {number} {depth}");
            }
        }
    }
}

/// What is picked from is what may be played: every play once, whatever must be beaten.
#[test]
fn random_plays_are_picked_from_all() {
    let mut tried = 0;
    for (number, options) in (0..).zip(OPTIONS) {
        for seats in [3, 6] {
            let driven = Driven::dealt(zheng_fen(seats, options), 77 + number);
            let rules = rules_of(&driven);
            let hands: Vec<Faces> = (0..rules.seats).map(|seat| hand(&driven, seat)).collect();
            let mut standing = vec![None];
            for play in plays(&rules, hands[0], None).into_iter().step_by(37) {
                standing.push(Some(play.laid));
            }
            for &hand in &hands {
                for &standing in &standing {
                    let listed = plays(&rules, hand, standing);
                    let picked = picks(&rules, hand, standing);
                    assert_eq!(picked.len(), listed.len(), "{options:?} {standing:?}");
                    let key = |play: &Play| {
                        let Laid { reading, label, .. } = play.laid;
                        (play.set, reading.kind, reading.key, reading.run, label)
                    };
                    let mut known: Vec<_> = picked.iter().map(key).collect();
                    known.sort_unstable();
                    known.dedup();
                    assert_eq!(known.len(), picked.len(), "each once");
                    assert!(listed.iter().all(|play| picked.contains(play)));
                    tried += listed.len();
                }
            }
        }
    }
    assert!(tried > 10_000);
}

/// Simulated deals are played out, bring 100 points each, and are the same on any number of
/// threads; every seat wins some of them.
#[test]
fn simulated_deals_bring_a_hundred_points() {
    for options in OPTIONS {
        for seats in [3, 4, 6] {
            let ruleset = zheng_fen(seats, options);
            let rules = ZhengFen::rules(ruleset.settings(), ruleset.revision()).expect("accepted");
            let report = simulate(&rules, 60, 5, Threads::new(1)).expect("threads");
            assert_eq!(simulate(&rules, 60, 5, Threads::new(3)).expect("threads"), report);
            assert_ne!(simulate(&rules, 60, 6, Threads::new(1)).expect("threads"), report);
            assert_eq!(report.deals, 60);
            assert_eq!(report.payments.iter().sum::<i128>(), 6_000);
            assert!(report.wins[..seats as usize].iter().all(|&wins| wins > 0));
            assert!(report.decisions > 60 * 10);
        }
    }
}
