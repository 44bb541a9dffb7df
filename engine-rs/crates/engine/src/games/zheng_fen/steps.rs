//! Checking an action: what it does, or why the rules refuse it.

use super::asks::phase;
use super::combinations::{faces, laid, text};
use super::kind::Label;
use super::misfit::misfit_rule;
use super::order::{Laid, Refusal, Wish, usable};
use super::plays::Play;
use super::readings::{Represent, readings};
use super::rules::Rules;
use super::state::{InPlay, State};
use crate::action::{self, Action, Named};
use crate::cards::Card;
use crate::cards::french::{BLACK_JOKER, FRENCH, RED_JOKER};
use crate::climbing::Faces;
use crate::combination::Combination;
use crate::error::{Reason, RuleError};
use crate::notation::print_named;
use crate::seat::Seat;

/// What an action does, with everything resolved.
#[derive(Clone, Debug)]
pub enum Step {
    /// A pass.
    Pass,
    /// Cards are laid.
    Lay(Judged),
}

/// Cards with the reading in which they are laid.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The play.
    pub play: Play,
    /// What the player said that jokers stand for.
    pub represent: Represent,
}

/// Checks an action of a seat that is asked.
pub(super) fn resolve(
    rules: &Rules,
    state: &State,
    seat: Seat,
    action: &Action,
) -> Result<Step, RuleError> {
    let deal = state.deal();
    let lead = deal.round.is_lead();
    match action {
        Action::Pass if lead => Err(RuleError::new(Reason::MustLead, "Z5.1")),
        Action::Pass => Ok(Step::Pass),
        Action::Play { cards, reading } => lay(rules, deal, seat, cards, reading),
        _ => {
            let rule = if lead { "Z5.1" } else { "Z5.2" };
            let error = RuleError::new(Reason::VerbNotAllowed, rule);
            Err(error.with("verb", action.verb().word()).with("phase", phase(state)))
        }
    }
}

fn lay(
    rules: &Rules,
    deal: &InPlay,
    seat: Seat,
    named: &[Named],
    reading: &action::Reading,
) -> Result<Step, RuleError> {
    refuse_ranks(named)?;
    let held = faces(named).filter(|&set| deal.hands[seat.index()].contains(set));
    if held.is_none() {
        let rule = if deal.round.is_lead() { "Z5.1" } else { "Z5.2" };
        let error = RuleError::new(Reason::CardsNotHeld, rule);
        return Err(error.with("play", print_named(&FRENCH, named)));
    }
    judge(rules, named, reading, deal.trick.to_beat()).map(Step::Lay)
}

/// A rank alone names no card where suits matter (Z1.3).
fn refuse_ranks(cards: &[Named]) -> Result<(), RuleError> {
    let alone = cards.iter().find(|card| matches!(card, Named::Rank(_)));
    alone.map_or(Ok(()), |&card| {
        let error = RuleError::new(Reason::MalformedCards, "Z1.3");
        Err(error.with("card", print_named(&FRENCH, &[card])))
    })
}

/// As which reading cards are played on what stands, or led (Z4.11, Z4.21).
pub(super) fn judge(
    rules: &Rules,
    cards: &[Named],
    wished: &action::Reading,
    standing: Option<&Combination>,
) -> Result<Judged, RuleError> {
    refuse_ranks(cards)?;
    let play = || print_named(&FRENCH, cards);
    let to_beat = standing.map(|standing| laid(standing).expect("what stands is of this game"));
    let set = faces(cards);
    let canonical = set.and_then(|set| Some((set, *readings(rules, set).first()?)));
    let Some((set, canonical)) = canonical else {
        let rule = misfit_rule(rules, set);
        return Err(RuleError::new(Reason::NotACombination, rule).with("play", play()));
    };
    let outcome = wish(wished).map_or(Err(Refusal::NotAReading), |wish| {
        let ways = usable(rules, set, to_beat, &wish)?;
        Ok(Judged { play: Play { set, laid: ways[0] }, represent: wish.represent })
    });
    let (reason, rule) = match outcome {
        Ok(judged) => return Ok(judged),
        Err(Refusal::NotAReading) => (Reason::NoSuchReading, "Z4.21"),
        Err(Refusal::OtherKind) => (Reason::OtherType, "Z4.11"),
        Err(Refusal::OtherLabel) => (Reason::OtherType, "Z4.20"),
        Err(Refusal::OtherLength) => (Reason::OtherLength, "Z4.25"),
        Err(Refusal::NotHigher) => (Reason::NotHigher, height_rule(canonical.kind, to_beat)),
    };
    let mut error = RuleError::new(reason, rule).with("play", play());
    error = error.with("play_reading", text(canonical));
    if let (Some(standing), Some(to_beat)) = (standing, to_beat) {
        error = error.with("standing", print_named(&FRENCH, &standing.cards));
        error = error.with("standing_reading", text(to_beat.reading));
    }
    Err(error)
}

/// The rule by which a play of the kind that stands is not higher.
fn height_rule(kind: super::kind::Kind, standing: Option<Laid>) -> &'static str {
    let sequences = standing.is_some_and(|standing| standing.reading.kind == kind);
    if sequences && kind.is_sequence() { "Z4.12" } else { "Z4.11" }
}

/// What a player says that the cards are; nothing if no cards can be that.
fn wish(reading: &action::Reading) -> Option<Wish<'_>> {
    let label = match &reading.label {
        None => None,
        Some(name) => Some(Label::from_name(name)?),
    };
    let mut represent = Represent::default();
    for (joker, card) in &reading.represent {
        let place = match FRENCH.card(joker)? {
            BLACK_JOKER => &mut represent.black,
            RED_JOKER => &mut represent.red,
            _ => return None,
        };
        let card = FRENCH.card(card).filter(|&card: &Card| !Faces::JOKERS.has(card))?;
        if place.replace(card).is_some() {
            return None;
        }
    }
    Some(Wish {
        kind: reading.category.as_deref(),
        key: reading.key.as_deref(),
        run: reading.run,
        label,
        represent,
    })
}
