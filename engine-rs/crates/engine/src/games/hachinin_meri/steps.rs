//! Checking an action: what it does, or why the rules refuse it.

use super::asks::phase;
use super::playable::discards;
use super::plays::{FACE_DOWN, combination};
use super::rules::Rules;
use super::state::{InPlay, Phase, State};
use crate::action::{Action, Named, Reading};
use crate::cards::Card;
use crate::cards::unsun::UNSUN;
use crate::error::{Reason, RuleError};
use crate::notation::{print_cards, print_named};
use crate::seat::Seat;

/// What an action does, with everything resolved.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// The native Robai is declared, or not.
    Answer(bool),
    /// A card is put away.
    Discard(Card),
    /// A card is played.
    Play(Card),
}

/// Checks an action of a seat that is asked.
pub(super) fn resolve(
    rules: &Rules,
    state: &State,
    seat: Seat,
    action: &Action,
) -> Result<Step, RuleError> {
    let deal = state.deal();
    match (&deal.phase, action) {
        (Phase::Declaring(_), Action::Pass) => Ok(Step::Answer(false)),
        (Phase::Declaring(_), Action::Declare) => declare(deal, seat),
        (Phase::Discarding, Action::Discard(Some(card))) => discard(deal, seat, *card),
        (Phase::Discarding, Action::Discard(None)) => {
            Err(RuleError::new(Reason::MalformedAction, "HM-2.10").with("text", "discard"))
        }
        (Phase::Playing, Action::Play { cards, reading }) => {
            play(rules, deal, seat, cards, reading)
        }
        (phase_now, _) => {
            let rule = match phase_now {
                Phase::Declaring(_) => "HM-2.6",
                Phase::Discarding => "HM-2.10",
                Phase::Playing | Phase::Over => "HM-4.1",
            };
            let error = RuleError::new(Reason::VerbNotAllowed, rule);
            Err(error.with("verb", action.verb().word()).with("phase", phase(state)))
        }
    }
}

/// Only the holder of the native Robai may declare (HM-2.6).
fn declare(deal: &InPlay, seat: Seat) -> Result<Step, RuleError> {
    if deal.holds_robai(seat) {
        return Ok(Step::Answer(true));
    }
    let robai = print_cards(&UNSUN, &[deal.trumps.native_robai()]);
    Err(RuleError::new(Reason::NothingToDeclare, "HM-2.6").with("card", robai))
}

fn discard(deal: &InPlay, seat: Seat, named: Named) -> Result<Step, RuleError> {
    let card = held(deal, seat, &[named], "HM-2.10")?;
    if discards(deal.trumps, &deal.hand(seat)).contains(&card) {
        return Ok(Step::Discard(card));
    }
    let error = RuleError::new(Reason::TrumpNotAllowed, "HM-2.10");
    Err(error.with("play", print_cards(&UNSUN, &[card])))
}

fn play(
    rules: &Rules,
    deal: &InPlay,
    seat: Seat,
    named: &[Named],
    reading: &Reading,
) -> Result<Step, RuleError> {
    let card = held(deal, seat, named, "HM-4.1")?;
    let text = || print_cards(&UNSUN, &[card]);
    if !reading.is_free() && !fits(rules, deal, card, reading) {
        return Err(RuleError::new(Reason::NoSuchReading, "HM-4.1").with("play", text()));
    }
    let turn = deal.turn(rules, seat);
    let unmet = turn.duty(&deal.hand(seat)).filter(|duty| !duty.met_by(turn, card));
    let Some(duty) = unmet else { return Ok(Step::Play(card)) };
    let error = RuleError::new(duty.reason, duty.rule).with("play", text());
    Err(match turn.led {
        Some(led) => error.with("led", print_cards(&UNSUN, &[led])),
        None => error,
    })
}

/// The one card that is named, which the seat holds.
fn held(deal: &InPlay, seat: Seat, named: &[Named], rule: &'static str) -> Result<Card, RuleError> {
    let play = || print_named(&UNSUN, named);
    if let Some(alone) = named.iter().find(|card| matches!(card, Named::Rank(_))) {
        // A rank alone names no card: there are five of it (HM-1.4).
        let error = RuleError::new(Reason::MalformedCards, "HM-1.4");
        return Err(error.with("card", print_named(&UNSUN, &[*alone])));
    }
    let &[Named::Face(card)] = named else {
        return Err(RuleError::new(Reason::NotACombination, "HM-4.1").with("play", play()));
    };
    if deal.hands[seat.index()].count(card) > 0 {
        return Ok(card);
    }
    Err(RuleError::new(Reason::CardsNotHeld, rule).with("play", play()))
}

/// A card counts as what the player says of it.
fn fits(rules: &Rules, deal: &InPlay, card: Card, reading: &Reading) -> bool {
    let counts = combination(deal.trumps, card);
    let face_down = deal.lies_face_down(rules, card);
    let is = |wished: &Option<String>, word: &str| wished.as_deref().is_none_or(|w| w == word);
    is(&reading.category, counts.category)
        && is(&reading.key, counts.key)
        && reading.run.is_none_or(|run| run == counts.run)
        && reading.label.as_deref().is_none_or(|label| face_down && label == FACE_DOWN)
        && reading.represent.is_empty()
}
