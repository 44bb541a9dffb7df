//! Phases and open questions.

use super::bidding::may_bid;
use super::final_round;
use super::rules::Rules;
use super::state::{Phase, State};
use crate::action::Verb;
use crate::game::{Ask, Stage};
use crate::seat::Seat;

/// Before a deal.
pub(super) const WAITING: &str = "waiting";
/// Cards are drawn (ZP-2.6).
pub(super) const DRAW: &str = "draw";
/// The final round of bids (ZP-2.6).
pub(super) const AUCTION: &str = "auction";
/// The holder answers a challenge (ZP-2.10).
pub(super) const DEFENCE: &str = "defence";
/// The maker buries (ZP-2.14).
pub(super) const BURY: &str = "bury";
/// The maker calls (ZP-3.1).
pub(super) const CALL: &str = "call";
/// Tricks are played (ZP-4).
pub(super) const PLAY: &str = "play";
/// The match has ended.
pub(super) const OVER: &str = "over";

/// The role of the maker.
pub(super) const MAKER: &str = "maker";
/// The role of who has joined the maker by playing.
pub(super) const FRIEND: &str = "friend";

/// The phase.
pub(super) fn phase(state: &State) -> &'static str {
    match (state.stage, state.in_play.as_ref().map(|deal| deal.phase)) {
        (Stage::Over, _) => OVER,
        (Stage::Decisions, Some(Phase::Draw)) => DRAW,
        (Stage::Decisions, Some(Phase::FinalRound)) => AUCTION,
        (Stage::Decisions, Some(Phase::Bury)) => BURY,
        (Stage::Decisions, Some(Phase::Call)) => CALL,
        (Stage::Decisions, Some(Phase::Play)) => PLAY,
        _ => WAITING,
    }
}

/// The open questions. While cards are drawn everybody who may bid is asked, whatever they hold;
/// who must answer a challenge is asked that instead.
pub(super) fn asks(rules: &Rules, state: &State) -> Vec<Ask> {
    if state.stage != Stage::Decisions {
        return Vec::new();
    }
    let deal = state.deal();
    let one = |seat, kind, verbs| vec![Ask { seat, kind, verbs, voluntary: false }];
    let challenged = deal.bidding.challenged();
    let defence =
        |seat| Ask { seat, kind: DEFENCE, verbs: &[Verb::Defend, Verb::Yield], voluntary: false };
    match (deal.phase, deal.maker) {
        (Phase::Draw, _) if !rules.bids_while_drawing => Vec::new(),
        (Phase::Draw, _) => {
            let seats = Seat::all(rules.seats);
            let seats = seats.filter(|&seat| may_bid(rules, &state.standings, seat));
            let bid = |seat| Ask { seat, kind: DRAW, verbs: &[Verb::BidCards], voluntary: true };
            let asks =
                seats.map(|seat| if challenged == Some(seat) { defence(seat) } else { bid(seat) });
            asks.collect()
        }
        (Phase::FinalRound, _) => {
            if let Some(seat) = challenged {
                return vec![defence(seat)];
            }
            let seat = final_round::asked(rules, state).expect("the round is open");
            one(seat, AUCTION, &[Verb::Pass, Verb::BidCards])
        }
        (Phase::Bury, Some(maker)) => one(maker, BURY, &[Verb::Bury]),
        (Phase::Call, Some(maker)) => one(maker, CALL, &[Verb::CallFriends]),
        (Phase::Play, _) => one(deal.turn(rules), PLAY, &[Verb::Play]),
        (Phase::Bury | Phase::Call, None) => unreachable!("a maker is known"),
        (Phase::Over | Phase::Void, _) => Vec::new(),
    }
}
