//! Whole deals of random players: dealt, called, played and paid.

use super::deal::{Deal, Move, Phase};
use super::dealing::deal_ranks;
use super::random_play::pick;
use super::rules::{RedealDealer, Rules};
use crate::climbing::{Bmi2, Portable, Select};
use crate::rng::DealRng;
use crate::sim::{Chooser, DealResult, Report, Threads, run};

/// Plays `deals` deals out, every decision uniformly random among the legal ones: calls, words
/// and, of the plays, each distinct set of ranks, the pass being one more.
///
/// Each deal is the first of a match: its cards come from the generator of the key (`seed`,
/// number of the deal), drawn as D2.9 says, first dealer first, and after an all-pass deal from
/// the same stream on. So with `previous_winner` the first bidder is random (D2.8). The report
/// is the same for any number of threads. An error says that they could not be started.
pub fn simulate(
    rules: &Rules,
    deals: u64,
    seed: u64,
    threads: Threads<'_>,
) -> Result<Report, rayon::ThreadPoolBuildError> {
    match Bmi2::detect() {
        Some(bmi2) => run(deals, threads, |deal| play_deal(rules, seed, deal, bmi2)),
        None => run(deals, threads, |deal| play_deal(rules, seed, deal, Portable)),
    }
}

/// The key of one deal of a simulation: the seed and the number, little-endian, then zeros.
fn key(seed: u64, deal: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&deal.to_le_bytes());
    key
}

fn play_deal<S: Select>(rules: &Rules, seed: u64, deal: u64, select: S) -> DealResult {
    let mut rng = DealRng::from_key(key(seed, deal));
    let mut chooser = Chooser::new(seed, deal);
    let seats = rules.seats.count();
    let mut decisions = 0;
    #[expect(clippy::cast_possible_truncation, reason = "below the number of seats")]
    let mut dealer = rng.below(u32::from(seats)) as u8;
    let mut redeals = 0;
    loop {
        let dealt = deal_ranks(rules, dealer, None, &mut rng);
        let mut deal = Deal::new(rules, &dealt, redeals);
        decisions += play_out(rules, &mut deal, select, &mut chooser);
        if deal.phase() != Phase::Redeal {
            return result(rules, &deal, decisions);
        }
        redeals += 1;
        if rules.redeal_dealer == RedealDealer::Next {
            dealer = (dealer + 1) % seats;
        }
    }
}

/// Plays a deal to its end and tells how many decisions that took.
fn play_out<S: Select>(rules: &Rules, deal: &mut Deal, select: S, chooser: &mut Chooser) -> u32 {
    let mut decisions = 0;
    loop {
        let made = match deal.phase() {
            Phase::Auction => {
                let calls = || deal.auction().legal();
                let number = u32::try_from(calls().count()).expect("at most four");
                let index = chooser.below(number) as usize;
                Move::Call(calls().nth(index).expect("below their number"))
            }
            Phase::Reveal => Move::Reveal(chooser.below(2) == 1),
            Phase::Double => Move::Double(chooser.below(2) == 1),
            Phase::Play => return decisions + play_cards(rules, deal, select, chooser),
            Phase::Redeal | Phase::Won(_) => return decisions,
        };
        deal.apply(rules, made);
        decisions += 1;
    }
}

/// Plays from the first lead to the last card.
fn play_cards<S: Select>(rules: &Rules, deal: &mut Deal, select: S, chooser: &mut Chooser) -> u32 {
    let mut decisions = 0;
    // The play to beat is kept beside the deal, which has it too, because it stays in registers
    // so: read back as a whole just after its parts were written, it would stall the CPU.
    let mut standing = None;
    loop {
        let hand = deal.hand(deal.round().turn());
        decisions += 1;
        let picked = pick(rules, hand, standing, select, |number| chooser.below(number));
        if let Some(play) = picked {
            deal.play(rules, play);
            standing = Some(play.reading);
            if deal.phase() != Phase::Play {
                return decisions;
            }
        } else {
            deal.pass();
            if deal.round().is_lead() {
                standing = None;
            }
        }
    }
}

fn result(rules: &Rules, deal: &Deal, decisions: u32) -> DealResult {
    let account = deal.account().expect("the deal was played out");
    let paid = deal.settle(rules).expect("the deal was played out").payments;
    let mut payments = [0; DealResult::SEATS_MAX];
    payments[..paid.len()].copy_from_slice(&paid);
    let everybody = (1 << rules.seats.count()) - 1;
    let landlord = 1 << account.landlord;
    let winners = if account.landlord_wins { landlord } else { everybody & !landlord };
    DealResult { decisions, winners, payments }
}
