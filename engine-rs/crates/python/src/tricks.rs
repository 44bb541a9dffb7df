//! Leads and tricks as Python sees them.

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::Named;
use paizhuo_engine::error::RuleError;
use paizhuo_engine::game::Follow;
use paizhuo_engine::notation::print_named;
use paizhuo_engine::trick::Context;
use paizhuo_wire::rules::tricks;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::combination::Combination;

/// What cards are as a lead.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Lead {
    /// Its kind, one of the catalogue's categories.
    #[pyo3(get)]
    kind: &'static str,
    /// Its effective suit in notation, or `T` for trumps.
    #[pyo3(get)]
    suit: &'static str,
    components: Vec<Combination>,
}

#[pymethods]
impl Lead {
    /// Its parts, the greatest first.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.components.iter().cloned())
    }

    fn __repr__(&self) -> String {
        let parts: Vec<&str> = self.components.iter().map(Combination::cards).collect();
        format!("Lead({} of {}: {})", self.kind, self.suit, parts.join(" + "))
    }
}

/// A lead of several parts that does not stand.
#[pyclass(frozen, get_all, module = "paizhuo._engine")]
pub(crate) struct FailedLead {
    /// The part that is led in its place.
    kept: Combination,
    /// Place of the hand that beats it, among those asked about.
    beaten_by: usize,
    /// The cards that beat it.
    beating: String,
}

pub(crate) fn lead_shape(rules: &Ruleset, cards: &str, trump: &str) -> Result<Lead, RuleError> {
    let (pack, tricks) = (rules.info().pack, tricks(rules)?);
    let lead = tricks.lead_shape(&rules.question().faces(cards)?, tricks.trump(trump)?)?;
    let parts = lead.components.iter();
    let components = parts.map(|part| Combination::new(pack, part)).collect();
    Ok(Lead { kind: lead.kind, suit: lead.suit, components })
}

pub(crate) fn check_lead(
    rules: &Ruleset,
    cards: &str,
    hands: &[String],
    trump: &str,
) -> Result<Option<FailedLead>, RuleError> {
    let (pack, tricks) = (rules.info().pack, tricks(rules)?);
    let mut question = rules.question();
    let cards = question.faces(cards)?;
    let hands = hands.iter().map(|hand| question.faces(hand));
    let hands = hands.collect::<Result<Vec<_>, _>>()?;
    let failed = tricks.check_lead(&cards, &hands, tricks.trump(trump)?)?;
    Ok(failed.map(|failed| {
        let beating: &[Named] = &failed.beating;
        FailedLead {
            kept: Combination::new(pack, &failed.kept),
            beaten_by: failed.beaten_by,
            beating: print_named(pack, beating),
        }
    }))
}

/// Lead, hand, cards and trump, as texts.
pub(crate) fn check_follow(
    rules: &Ruleset,
    [lead, hand, cards, trump]: [&str; 4],
    context: Vec<(String, String)>,
) -> Result<(), RuleError> {
    let tricks = tricks(rules)?;
    let mut question = rules.question();
    let (lead, hand) = (question.faces(lead)?, question.faces(hand)?);
    // What is played is among the hand.
    let cards = rules.question().faces(cards)?;
    tricks.check_follow(&Follow {
        lead: &lead,
        hand: &hand,
        cards: &cards,
        trump: tricks.trump(trump)?,
        context: &Context(context),
    })
}

pub(crate) fn trick_winner(
    rules: &Ruleset,
    plays: &[String],
    trump: &str,
    context: Vec<(String, String)>,
) -> Result<usize, RuleError> {
    let tricks = tricks(rules)?;
    let mut question = rules.question();
    let plays = plays.iter().map(|play| question.faces(play));
    let plays = plays.collect::<Result<Vec<_>, _>>()?;
    tricks.trick_winner(&plays, tricks.trump(trump)?, &Context(context))
}

pub(crate) fn plays(
    rules: &Ruleset,
    hand: &str,
    lead: Option<&str>,
    trump: &str,
    limit: usize,
) -> Result<(Vec<Combination>, bool), RuleError> {
    let (pack, tricks) = (rules.info().pack, tricks(rules)?);
    let mut question = rules.question();
    let hand = question.faces(hand)?;
    let lead = lead.map(|lead| question.faces(lead)).transpose()?;
    let trump = tricks.trump(trump)?;
    let (plays, whole) = tricks.plays(&hand, lead.as_deref(), trump, limit)?;
    Ok((plays.iter().map(|play| Combination::new(pack, play)).collect(), whole))
}
