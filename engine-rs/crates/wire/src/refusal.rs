//! Refusals.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::RuleError;

use crate::action;
use crate::api;

/// The message of a refusal. The pack prints its alternative; where there is none, none is needed.
pub fn encode(pack: Option<&Pack>, error: &RuleError) -> api::Refusal {
    let facts = error
        .facts
        .iter()
        .map(|(name, value)| api::Fact { name: (*name).to_owned(), value: value.clone() });
    let alternative = error.alternative.as_deref().zip(pack);
    api::Refusal {
        reason: error.reason.code().to_owned(),
        rule: error.rule.to_owned(),
        facts: facts.collect(),
        alternative: alternative.map(|(chosen, pack)| action::encode(pack, chosen)),
    }
}
