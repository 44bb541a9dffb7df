//! What a deal is played for, how it ended, and when the match ends.

use super::deal::Phase;
use super::faces::sorted;
use super::roles::role;
use super::rules::{MatchEnd, Rules, Spring};
use super::scoring::Settlement;
use super::state::{InPlay, State};
use super::zones::bottom_zone;
use crate::event::{DealEnd, Stake};
use crate::game::DealNumber;
use crate::seat::Seat;

/// What the deal is played for, as things stand (D6.7).
pub(super) fn stake(rules: &Rules, deal: &InPlay) -> Stake {
    let core = &deal.core;
    let earned = core.settle(rules).and_then(|settlement| settlement.spring);
    let bonus = match (earned, rules.spring) {
        (None, _) | (_, Spring::Off) => 1,
        (_, Spring::X2) => 2,
        (_, Spring::X3) => 3,
    };
    let made = core.doublings();
    let doublings = u32::from(rules.max_doublings.map_or(made, |most| made.min(most)));
    let bid = u32::from(core.auction().bid());
    let unit = i64::from(rules.unit);
    let value = unit * i64::from(bid) * (1 << doublings) * i64::from(bonus);
    let seats = Seat::all(rules.seats.count());
    let doubled = seats.filter(|seat| core.has_doubled(seat.0)).collect();
    Stake { unit, bid, doublings, value, bonus, doubled }
}

/// How a deal ended, the totals counted up already (D5.7, D5.11).
pub(super) fn deal_end(
    rules: &Rules,
    state: &State,
    number: DealNumber,
    settlement: &Settlement,
) -> DealEnd {
    let deal = state.deal();
    let Phase::Won(out) = deal.core.phase() else { unreachable!("the deal was played out") };
    let seats = rules.seats.count();
    let side = role(deal, Seat(out));
    let by_seat = |sums: &[i64; 4]| sums[..usize::from(seats)].to_vec();
    DealEnd {
        reactivated: Vec::new(),
        deal: number.deal,
        winners: Seat::all(seats).filter(|&seat| role(deal, seat) == side).collect(),
        stake: Some(stake(rules, deal)),
        results: by_seat(&settlement.payments),
        totals: by_seat(&state.totals),
        hands: Seat::all(seats).map(|seat| sorted(&deal.hands[seat.index()])).collect(),
        zones: vec![bottom_zone(deal, true)],
        played: if rules.card_memory { Vec::new() } else { deal.ended_tricks() },
        points: None,
    }
}

/// Whether the match ends after the deal that has just been played out (D5.13).
pub(super) fn match_is_over(rules: &Rules, state: &State) -> bool {
    match rules.match_end {
        MatchEnd::Agreement => false,
        MatchEnd::Deals(deals) => state.deals_played >= deals,
        MatchEnd::Target(target) => state.totals.iter().any(|&total| total >= i64::from(target)),
    }
}

/// Who has the highest total; equal totals share (D5.9).
pub(super) fn winners(totals: &[i64]) -> Vec<Seat> {
    let highest = totals.iter().max();
    let seats = (0..).map(Seat).zip(totals);
    seats.filter(|(_, total)| Some(*total) == highest).map(|(seat, _)| seat).collect()
}
