//! Who is asked what. Nothing here depends on cards that somebody does not see.

use super::deal::Phase;
use super::rules::{AuctionKind, Rules};
use super::state::{InPlay, State};
use crate::action::Verb;
use crate::game::{Ask, Stage};
use crate::seat::Seat;

/// The phase of calls.
pub(super) const AUCTION: &str = "auction";
/// The phase in which the landlord may lay the hand open.
pub(super) const REVEAL: &str = "reveal";
/// The phase in which each player may double.
pub(super) const DOUBLE: &str = "double";
/// The phase of cards.
pub(super) const PLAY: &str = "play";
/// The phase between two deals of a match by agreement.
pub(super) const BETWEEN_DEALS: &str = "between_deals";
/// The phase before a deal for which nobody has to be asked.
pub(super) const WAITING: &str = "waiting";
/// The phase after an auction in which all passed.
pub(super) const REDEAL: &str = "redeal";
/// The phase after a match.
pub(super) const OVER: &str = "over";

/// The open questions, in the order of seats.
pub(super) fn asks(rules: &Rules, state: &State) -> Vec<Ask> {
    match state.stage {
        Stage::Deal | Stage::Redeal | Stage::Over => Vec::new(),
        Stage::Between => {
            let open = |seat: &Seat| state.agreed >> seat.0 & 1 == 0;
            let verbs = &[Verb::Continue, Verb::Stop];
            let seats = Seat::all(rules.seats.count()).filter(open);
            seats.map(|seat| Ask { seat, kind: BETWEEN_DEALS, verbs, voluntary: false }).collect()
        }
        Stage::Decisions => {
            let deal = state.deal();
            let seat = Seat(deal.core.to_act().expect("a deal in play asks somebody"));
            vec![Ask { seat, kind: phase(state), verbs: verbs(rules, deal), voluntary: false }]
        }
    }
}

/// The phase.
pub(super) fn phase(state: &State) -> &'static str {
    match state.stage {
        Stage::Deal => WAITING,
        Stage::Redeal => REDEAL,
        Stage::Between => BETWEEN_DEALS,
        Stage::Over => OVER,
        Stage::Decisions => match state.deal().core.phase() {
            Phase::Auction => AUCTION,
            Phase::Reveal => REVEAL,
            Phase::Double => DOUBLE,
            Phase::Play => PLAY,
            Phase::Redeal | Phase::Won(_) => unreachable!("a deal that is over asks nobody"),
        },
    }
}

fn verbs(rules: &Rules, deal: &InPlay) -> &'static [Verb] {
    let auction = deal.core.auction();
    match deal.core.phase() {
        Phase::Auction => {
            let called = auction.holder().is_some();
            match (rules.auction, auction.must_open()) {
                (AuctionKind::CallRob, true) => &[Verb::Call],
                (AuctionKind::CallRob, false) if called => &[Verb::Pass, Verb::Rob],
                (AuctionKind::CallRob, false) => &[Verb::Pass, Verb::Call],
                (AuctionKind::Bid123 | AuctionKind::BidOnce, true) => &[Verb::Bid],
                (AuctionKind::Bid123 | AuctionKind::BidOnce, false) => &[Verb::Pass, Verb::Bid],
            }
        }
        Phase::Reveal => &[Verb::Pass, Verb::Reveal],
        Phase::Double => &[Verb::Pass, Verb::Double],
        Phase::Play if deal.core.round().is_lead() => &[Verb::Play],
        Phase::Play => &[Verb::Pass, Verb::Play],
        Phase::Redeal | Phase::Won(_) => &[],
    }
}
