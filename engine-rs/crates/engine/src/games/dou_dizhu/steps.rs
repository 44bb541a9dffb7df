//! Checking an action: what it does, or why the rules refuse it.

use super::asks::phase;
use super::auction::{Call, CallRefusal};
use super::category::Category;
use super::combinations::{combination, text};
use super::deal::{Move, Phase};
use super::faces::{out_of, ranks_of, ranks_of_named};
use super::misfit::misfit_rule;
use super::order::{Refusal, Wish, usable};
use super::plays::Play;
use super::readings::canonical;
use super::rules::{AuctionKind, Rules};
use super::state::{InPlay, State};
use crate::action::{self, Action, Named};
use crate::cards::Hand;
use crate::cards::french::FRENCH;
use crate::combination::Combination;
use crate::error::{Reason, RuleError};
use crate::game::Stage;
use crate::notation::print_named;
use crate::seat::Seat;

/// What an action does, with everything resolved.
#[derive(Clone, Debug)]
pub enum Step {
    /// A call, or a word before the first lead, or a pass.
    Word(Move),
    /// Cards are laid.
    Lay {
        /// The cards with their suits.
        cards: Hand,
        /// The same by rank, with the reading that counts.
        play: Play,
    },
    /// The seat goes on with another deal (D5.13).
    Continue,
    /// The seat ends the match (D5.13).
    Stop,
}

/// Checks an action of a seat that is asked.
pub(super) fn resolve(
    rules: &Rules,
    state: &State,
    seat: Seat,
    action: &Action,
) -> Result<Step, RuleError> {
    if state.stage == Stage::Between {
        return match action {
            Action::Continue => Ok(Step::Continue),
            Action::Stop => Ok(Step::Stop),
            _ => Err(other_verb(state, action, "D5.13")),
        };
    }
    let deal = state.deal();
    match deal.core.phase() {
        Phase::Auction => call(rules, state, deal, action).map(Step::Word),
        Phase::Reveal => match action {
            Action::Reveal => Ok(Step::Word(Move::Reveal(true))),
            Action::Pass => Ok(Step::Word(Move::Reveal(false))),
            _ => Err(other_verb(state, action, "D3.12")),
        },
        Phase::Double => match action {
            Action::Double => Ok(Step::Word(Move::Double(true))),
            Action::Pass => Ok(Step::Word(Move::Double(false))),
            _ => Err(other_verb(state, action, "D3.12")),
        },
        Phase::Play => match action {
            Action::Pass if deal.core.round().is_lead() => {
                Err(RuleError::new(Reason::MustLead, "D5.3"))
            }
            Action::Pass => Ok(Step::Word(Move::Pass)),
            Action::Play { cards, reading } => lay(rules, deal, seat, cards, reading),
            _ => {
                let rule = if deal.core.round().is_lead() { "D5.1" } else { "D5.2" };
                Err(other_verb(state, action, rule))
            }
        },
        Phase::Redeal | Phase::Won(_) => unreachable!("a deal that is over asks nobody"),
    }
}

fn other_verb(state: &State, action: &Action, rule: &'static str) -> RuleError {
    let error = RuleError::new(Reason::VerbNotAllowed, rule);
    error.with("verb", action.verb().word()).with("phase", phase(state))
}

fn call(rules: &Rules, state: &State, deal: &InPlay, action: &Action) -> Result<Move, RuleError> {
    let rule = match rules.auction {
        AuctionKind::Bid123 => "D3.2",
        AuctionKind::BidOnce => "D3.9",
        AuctionKind::CallRob => "D3.10",
    };
    let call = match action {
        Action::Pass => Call::Pass,
        // What does not fit is no bid of any auction, as 0 is none.
        Action::Bid(value) => Call::Bid(u8::try_from(*value).unwrap_or(0)),
        Action::Call => Call::Call,
        Action::Rob => Call::Rob,
        _ => return Err(other_verb(state, action, rule)),
    };
    let auction = deal.core.auction();
    let refused = |reason, rule| Err(RuleError::new(reason, rule));
    match auction.check(call) {
        Ok(()) => Ok(Move::Call(call)),
        Err(CallRefusal::NotInThisAuction | CallRefusal::NotAsked) => {
            Err(other_verb(state, action, rule))
        }
        Err(CallRefusal::MustOpen) => {
            let error = RuleError::new(Reason::MustOpen, "D3.11");
            Err(error.with("max_redeals", rules.max_redeals))
        }
        Err(CallRefusal::NoSuchBid) => refused(Reason::NoSuchBid, "D3.2"),
        Err(CallRefusal::BidTooLow) => {
            Err(RuleError::new(Reason::BidTooLow, "D3.2").with("highest", auction.bid()))
        }
        Err(CallRefusal::Over) => unreachable!("an auction that is over asks nobody"),
    }
}

fn lay(
    rules: &Rules,
    deal: &InPlay,
    seat: Seat,
    named: &[Named],
    reading: &action::Reading,
) -> Result<Step, RuleError> {
    let rule = if deal.core.round().is_lead() { "D5.1" } else { "D5.2" };
    let Some(cards) = out_of(&deal.hands[seat.index()], named) else {
        let error = RuleError::new(Reason::CardsNotHeld, rule);
        return Err(error.with("play", print_named(&FRENCH, named)));
    };
    let set = ranks_of(&cards);
    let reading = judge(rules, named, reading, deal.trick.to_beat())?;
    Ok(Step::Lay { cards, play: Play { set, reading } })
}

/// As which reading cards are played on what stands, or led (D4.15, D4.21).
pub(super) fn judge(
    rules: &Rules,
    cards: &[Named],
    wished: &action::Reading,
    standing: Option<&Combination>,
) -> Result<super::reading::Reading, RuleError> {
    let play = || print_named(&FRENCH, cards);
    let to_beat = standing.map(|standing| {
        super::combinations::reading(standing).expect("what stands is of this game")
    });
    let set = ranks_of_named(cards);
    let Some((set, canonical)) = set.and_then(|set| Some((set, canonical(rules, set)?))) else {
        let rule = misfit_rule(rules, set);
        return Err(RuleError::new(Reason::NotACombination, rule).with("play", play()));
    };
    let outcome =
        wish(wished).map_or(Err(Refusal::NotAReading), |wish| usable(rules, set, to_beat, wish));
    let (reason, rule) = match outcome {
        Ok(reading) => return Ok(reading),
        Err(Refusal::NoCombination) => unreachable!("it has a canonical reading"),
        Err(Refusal::NotAReading) => (Reason::NoSuchReading, "D4.21"),
        Err(Refusal::OtherType) => (Reason::OtherType, "D4.15"),
        Err(Refusal::OtherLength) => (Reason::OtherLength, "D4.15"),
        Err(Refusal::NotHigher) => (Reason::NotHigher, "D4.15"),
    };
    let mut error = RuleError::new(reason, rule).with("play", play());
    error = error.with("play_reading", text(canonical));
    if let (Some(standing), Some(to_beat)) = (standing, to_beat) {
        error = error.with("standing", print_named(&FRENCH, &standing.cards));
        error = error.with("standing_reading", text(to_beat));
    }
    Err(error)
}

/// What a player says that the cards are; nothing if no cards can be that.
fn wish(reading: &action::Reading) -> Option<Wish> {
    let plain = reading.label.is_none() && reading.represent.is_empty();
    let category = reading.category.as_deref().map(Category::from_name);
    let key = reading.key.as_deref().map(|key| FRENCH.rank(key));
    let known = plain && category != Some(None) && key != Some(None);
    known.then(|| Wish { category: category.flatten(), key: key.flatten(), run: reading.run })
}

/// The combination that a step lays.
pub(super) fn laid(cards: &Hand, play: Play) -> Combination {
    let named: Vec<Named> = cards.iter().map(Named::Face).collect();
    combination(&named, play.reading)
}
