//! Deals of random players.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use paizhuo_engine::games::dou_dizhu::{AuctionKind, JokerPair, Rules, simulate};
use paizhuo_engine::sim::{DealResult, Threads, run};

use crate::notation::{four, loose, three};

#[test]
fn a_report_does_not_depend_on_the_number_of_threads() {
    for rules in [three(), four()] {
        let alone = simulate(&rules, 1_000, 7, Threads::new(1)).expect("threads");
        for threads in [0, 2, 3] {
            assert_eq!(simulate(&rules, 1_000, 7, Threads::new(threads)).expect("threads"), alone);
        }
        assert_ne!(simulate(&rules, 1_000, 8, Threads::new(1)).expect("threads"), alone);
    }
}

#[test]
fn simulated_deals_are_played_out_and_pay_nothing_in_sum() {
    let variants = [
        three(),
        four(),
        loose(),
        Rules { joker_pair_4p: JokerPair::AnyTwo, personal_double: true, ..four() },
        Rules { auction: AuctionKind::CallRob, landlord_reveal: true, ..three() },
        Rules { auction: AuctionKind::BidOnce, max_redeals: 1, ..three() },
    ];
    for rules in variants {
        let report = simulate(&rules, 300, 1, Threads::new(1)).expect("threads");
        let seats = usize::from(rules.seats.count());
        assert_eq!(report.deals, 300);
        assert!(report.decisions > 300 * 10);
        assert_eq!(report.payments.iter().sum::<i128>(), 0);
        assert!(report.wins[..seats].iter().all(|&wins| wins > 0));
        assert!(report.wins[seats..].iter().all(|&wins| wins == 0));
    }
}

#[test]
fn no_deals_make_an_empty_report() {
    assert_eq!(simulate(&three(), 0, 1, Threads::new(2)).expect("threads").deals, 0);
}

#[test]
fn threads_that_are_stopped_begin_no_other_deal() {
    for threads in [1, 3] {
        let (stop, begun) = (AtomicBool::new(false), AtomicU64::new(0));
        let play = |_| {
            if begun.fetch_add(1, Ordering::Relaxed) == 400 {
                stop.store(true, Ordering::Relaxed);
            }
            DealResult::default()
        };
        let report = run(1_000_000_000, Threads::new(threads).until(&stop), play).expect("threads");
        assert_eq!(report.deals, begun.into_inner(), "what was begun is counted");
        assert!(report.deals < 1_000_000, "{} deals", report.deals);
    }
}
