//! Whole deals, dealt and played out by packed cards.

use super::beginner::{Habits, Situation, choose};
use super::dealing::{first_drawer, hand_out, shuffled};
use super::packed::Packed;
use super::plays::Play;
use super::random_play::pick;
use super::rules::Rules;
use super::state::HEART_THREE;
use crate::rng::DealRng;
use crate::seat::Seat;
use crate::sim::{Chooser, DealResult, Report, Threads, run};

/// Plays `deals` deals out, every decision uniformly random among the legal plays, each set in
/// each of its readings, the pass being one more.
///
/// Each deal is the first of a match: its cards come from the generator of the key (`seed`, number
/// of the deal), drawn as Z2.8 says, and who holds ♥3 leads. The report is the same for any number
/// of threads. An error says that they could not be started.
pub fn simulate(
    rules: &Rules,
    deals: u64,
    seed: u64,
    threads: Threads<'_>,
) -> Result<Report, rayon::ThreadPoolBuildError> {
    run(deals, threads, |number| {
        let mut chooser = Chooser::new(seed, number);
        play_out(rules, deal(rules, seed, number), |deal| {
            pick(rules, deal, |bound| chooser.below(bound))
        })
    })
}

/// Plays deals of beginners out, each seat with habits of its own, or at random where it has none:
/// to see what a habit is worth. The same deals as [`simulate`] of the same seed.
///
/// # Errors
/// The threads could not be started.
///
/// # Panics
/// If it is not said of every seat how it plays.
pub fn duel(
    rules: &Rules,
    players: &[Option<Habits>],
    deals: u64,
    seed: u64,
    threads: Threads<'_>,
) -> Result<Report, rayon::ThreadPoolBuildError> {
    assert_eq!(players.len(), usize::from(rules.seats), "every seat has a player");
    run(deals, threads, |number| {
        let mut chooser = Chooser::new(seed, number);
        play_out(rules, deal(rules, seed, number), |deal| {
            let seat = deal.asked().expect("the deal goes on");
            match &players[seat.index()] {
                Some(habits) => choose(&Situation::of_deal(rules, deal), habits),
                None => pick(rules, deal, |bound| chooser.below(bound)),
            }
        })
    })
}

/// Deals the first deal of a match (Z2.1, Z2.6 to Z2.8).
fn deal(rules: &Rules, seed: u64, number: u64) -> Packed {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&number.to_le_bytes());
    let mut rng = DealRng::from_key(key);
    let shuffler = Seat(u8::try_from(rng.below(u32::from(rules.seats))).expect("a seat fits"));
    let hands = hand_out(rules, first_drawer(rules, shuffler), &shuffled(&mut rng));
    let hands = &hands[..usize::from(rules.seats)];
    let leader = hands.iter().position(|hand| hand.has(HEART_THREE)).expect("somebody holds it");
    Packed::new(rules, hands, Seat(u8::try_from(leader).expect("a seat fits")))
}

/// Plays a deal to its end; `choose` gives a play, or none for a pass.
fn play_out(
    rules: &Rules,
    mut deal: Packed,
    mut choose: impl FnMut(&Packed) -> Option<Play>,
) -> DealResult {
    let mut decisions = 0;
    loop {
        if let Some(results) = deal.results() {
            return result(rules, results, decisions);
        }
        decisions += 1;
        match choose(&deal) {
            Some(play) => deal.lay(rules, play),
            None => deal.pass(rules),
        }
    }
}

fn result(rules: &Rules, results: &[u32; Rules::SEATS_MAX], decisions: u32) -> DealResult {
    let results = &results[..usize::from(rules.seats)];
    let most = results.iter().max();
    let mut payments = [0; DealResult::SEATS_MAX];
    let mut winners = 0;
    for (seat, scored) in results.iter().enumerate() {
        payments[seat] = i64::from(*scored);
        winners |= u16::from(Some(scored) == most) << seat;
    }
    DealResult { decisions, winners, payments }
}
