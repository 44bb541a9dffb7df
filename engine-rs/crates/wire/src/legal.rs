//! Legal actions.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::legal::{Legal, LegalForm};
use paizhuo_engine::notation::print_cards;
use prost::Message as _;

use crate::action;
use crate::api;

/// The encoded message of what a seat may do to answer a decision.
pub fn encode_bytes(pack: &Pack, decision_id: &str, legal: &Legal) -> Vec<u8> {
    let verbs = legal.verbs.iter().map(|(verb, form)| api::LegalVerb {
        decision_id: decision_id.to_owned(),
        verb: action::encode_verb(*verb).into(),
        form: Some(encode_form(pack, form)),
    });
    api::LegalActions { verbs: verbs.collect() }.encode_to_vec()
}

fn encode_form(pack: &Pack, form: &LegalForm) -> api::legal_verb::Form {
    match form {
        LegalForm::List { actions, truncated } => api::legal_verb::Form::List(api::ActionList {
            actions: actions.iter().map(|one| action::encode(pack, one)).collect(),
            truncated: *truncated,
        }),
        LegalForm::Shape { cards, count_min, count_max, conditions } => {
            api::legal_verb::Form::Shape(api::ActionShape {
                cards: print_cards(pack, cards),
                count_min: u32::from(*count_min),
                count_max: u32::from(*count_max),
                conditions: conditions.iter().map(|&condition| condition.to_owned()).collect(),
            })
        }
        LegalForm::Calls { cards, count, copies, others } => {
            api::legal_verb::Form::Calls(api::CallsShape {
                cards: print_cards(pack, cards),
                count: u32::from(*count),
                copies: u32::from(*copies),
                others: print_cards(pack, others),
            })
        }
    }
}
