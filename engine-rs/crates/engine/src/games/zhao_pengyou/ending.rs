//! The end of a deal and of the match (ZP-5).

use std::sync::Arc;

use super::apply::BURIED;
use super::order::sorted;
use super::rules::Rules;
use super::scoring::{Outcome, score, winners};
use super::sight::standings_changed;
use super::state::{Phase, State, points};
use crate::event::{DealEnd, Event, Fact, MatchEnd, Zone, size};
use crate::game::{DealNumber, Stage};
use crate::seat::Seat;

/// Ends a deal whose last trick a seat has won.
pub(super) fn end_deal(
    rules: &Rules,
    state: &mut State,
    number: DealNumber,
    last_winner: Seat,
    last_points: u32,
    facts: &mut Vec<Fact>,
) {
    let deal = state.deal_mut();
    deal.phase = Phase::Over;
    let outcome = Outcome {
        team: deal.team(),
        captured: deal.captured(),
        penalties: deal.penalties.clone(),
        last_winner,
        last_points,
        buried: points(&deal.buried),
    };
    let scored = score(rules, &outcome);
    let winners = winners(rules, outcome.team, scored.side);
    let buried = sorted(deal.buried.iter());
    let zone = Zone { name: BURIED, size: size(&buried), cards: Some(buried), seat: deal.maker };
    let played = sorted(deal.played.iter());
    state.last_maker = deal.maker;
    state.deals_played += 1;
    state.stage = Stage::Deal;
    let reactivated = state.standings.reactivated(rules, &winners);
    let gains = state.standings.reward(rules, &winners, scored.points);
    let totals: Vec<i64> = state.standings.points.iter().map(|&points| points.into()).collect();
    let end = DealEnd {
        reactivated,
        deal: number.deal,
        winners: winners.clone(),
        stake: None,
        results: gains.into_iter().map(i64::from).collect(),
        totals: totals.clone(),
        hands: vec![Vec::new(); usize::from(rules.seats)],
        zones: vec![zone],
        played,
        points: Some(scored.counted),
    };
    facts.push(Fact::Public(Event::DealEnded(end.clone())));
    state.last_deal = Some(Arc::new(end));
    let won = state.standings.match_winners(rules, &winners);
    if !won.is_empty() {
        let end = MatchEnd { number: number.match_number, winners: won, totals };
        facts.push(Fact::Public(Event::MatchEnded(end.clone())));
        state.match_end = Some(Arc::new(end));
        state.stage = Stage::Over;
    }
    facts.push(standings_changed(&state.standings));
}
