//! Checking an action: what it does, or why the rules refuse it.

use super::asks::asks;
use super::bidding::Bid;
use super::calls::check_calls;
use super::follow::check_follow;
use super::group_check::{Fallen, check_group};
use super::lead::{Lead, followed};
use super::rules::Rules;
use super::state::{InPlay, Phase, State, back};
use crate::action::{Action, FriendCall, Named, Reading};
use crate::cards::french::FRENCH;
use crate::cards::{Card, Hand};
use crate::combination::Combination;
use crate::error::{Reason, RuleError};
use crate::notation::print_named;
use crate::seat::Seat;

/// What an action does, with everything resolved.
#[derive(Clone, Debug)]
pub enum Step {
    /// A pass in the final round.
    Pass,
    /// A bid, which stands or is a challenge.
    Bid(Bid),
    /// The holder defends with so many cards in all.
    Defend(Bid),
    /// The holder yields.
    Yield,
    /// Cards are buried.
    Bury(Hand),
    /// Friends are called.
    Call(Vec<FriendCall>),
    /// Cards are led.
    Lead {
        /// The cards.
        cards: Hand,
        /// What they are as a lead.
        lead: Lead,
        /// What is left of a group that does not stand.
        fallen: Option<Fallen>,
    },
    /// Cards are played to a lead.
    Follow(Hand),
}

/// Checks an action of a seat that is asked.
pub(super) fn resolve(
    rules: &Rules,
    state: &State,
    seat: Seat,
    action: &Action,
) -> Result<Step, RuleError> {
    let deal = state.deal();
    let asks = asks(rules, state);
    let ask = asks.iter().find(|ask| ask.seat == seat).expect("the seat is asked");
    if !ask.verbs.contains(&action.verb()) {
        let rule = phase_rule(deal);
        return Err(RuleError::new(Reason::VerbNotAllowed, rule).with("verb", action.verb().word()));
    }
    match action {
        Action::Pass => Ok(Step::Pass),
        Action::BidCards(cards) => bid(rules, state, seat, cards),
        Action::Defend(cards) => defend(deal, seat, cards),
        Action::Yield => Ok(Step::Yield),
        Action::Bury(cards) => bury(rules, deal, seat, cards),
        Action::CallFriends(calls) => {
            check_calls(rules, &deal.order(rules), deal.hand(seat), calls)?;
            Ok(Step::Call(calls.clone()))
        }
        Action::Play { cards, reading } => play(rules, deal, seat, cards, reading),
        other => unreachable!("nobody is asked to {}", other.verb().word()),
    }
}

/// The rule that says what may be done in a phase.
fn phase_rule(deal: &InPlay) -> &'static str {
    match deal.phase {
        _ if deal.bidding.challenge.is_some() => "ZP-2.10",
        Phase::Draw => "ZP-2.18",
        Phase::FinalRound => "ZP-2.6",
        Phase::Bury => "ZP-2.14",
        Phase::Call => "ZP-3.1",
        Phase::Play | Phase::Over | Phase::Void => "ZP-4.2",
    }
}

fn bid(rules: &Rules, state: &State, seat: Seat, cards: &[Named]) -> Result<Step, RuleError> {
    let deal = state.deal();
    let faces: Vec<Card> = faces(cards).unwrap_or_default();
    let bid = deal.bidding.check(rules, &state.standings, seat, &faces)?;
    held(deal, seat, cards, "ZP-2.7")?;
    Ok(Step::Bid(bid))
}

fn defend(deal: &InPlay, seat: Seat, cards: &[Named]) -> Result<Step, RuleError> {
    let due = deal.bidding.defence().expect("a challenge is open");
    let fits = |card: &Named| *card == Named::Face(due.card);
    if cards.len() != usize::from(due.count) || !cards.iter().all(fits) {
        let card = FRENCH.face(due.card).notation;
        let error = RuleError::new(Reason::NoSuchBid, "ZP-2.10");
        return Err(error.with("card", card).with("cards", due.count));
    }
    held(deal, seat, cards, "ZP-2.10")?;
    Ok(Step::Defend(due))
}

fn bury(rules: &Rules, deal: &InPlay, seat: Seat, cards: &[Named]) -> Result<Step, RuleError> {
    let due = usize::from(rules.equipment.kitty(rules.seats));
    let buried = held(deal, seat, cards, "ZP-2.14")?;
    if buried.len() != due {
        return Err(RuleError::new(Reason::WrongCardCount, "ZP-2.14").with("cards", due));
    }
    Ok(Step::Bury(buried))
}

fn play(
    rules: &Rules,
    deal: &InPlay,
    seat: Seat,
    cards: &[Named],
    reading: &Reading,
) -> Result<Step, RuleError> {
    let played = held(deal, seat, cards, "ZP-4.2")?;
    let order = deal.order(rules);
    let Some(lead) = &deal.lead else {
        let lead = Lead::of(rules, &order, &played)?;
        fits(reading, &lead.combination())?;
        let others = (1..rules.seats).map(|places| back(seat, places, rules.seats));
        let hands: Vec<Hand> = others.map(|other| *deal.hand(other)).collect();
        let fallen = check_group(rules, &order, &lead, &hands);
        return Ok(Step::Lead { cards: played, lead, fallen });
    };
    check_follow(rules, &order, lead, deal.hand(seat), &played)?;
    fits(reading, &followed(&order, &played))?;
    Ok(Step::Follow(played))
}

/// What a play says of how it is to be read is how it is read.
fn fits(reading: &Reading, combination: &Combination) -> Result<(), RuleError> {
    let category = reading.category.as_deref().is_none_or(|named| named == combination.category);
    let key = reading.key.as_deref().is_none_or(|named| named == combination.key);
    let run = reading.run.is_none_or(|named| named == combination.run);
    let free = reading.label.is_none() && reading.represent.is_empty();
    if category && key && run && free {
        return Ok(());
    }
    let error = RuleError::new(Reason::NoSuchReading, "ZP-4.3");
    Err(error.with("category", combination.category).with("key", combination.key))
}

/// Named cards as faces; none where one is named by its rank alone.
fn faces(cards: &[Named]) -> Option<Vec<Card>> {
    let faces = cards.iter().map(|card| match card {
        Named::Face(card) => Some(*card),
        Named::Rank(_) => None,
    });
    faces.collect()
}

/// Cards that the seat holds.
fn held(deal: &InPlay, seat: Seat, cards: &[Named], rule: &'static str) -> Result<Hand, RuleError> {
    let set: Option<Hand> = faces(cards).map(|faces| faces.into_iter().collect());
    match set {
        Some(set) if deal.hand(seat).contains(&set) => Ok(set),
        _ => {
            let error = RuleError::new(Reason::CardsNotHeld, rule);
            Err(error.with("cards", print_named(&FRENCH, cards)))
        }
    }
}
