//! Actions.

use paizhuo_engine::action::{Action, Reading, Verb};
use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::notation::{parse_cards, print_named};
use prost::Message as _;

use crate::api;
use crate::api::action::Verb as Kind;

/// The message of an action.
pub fn encode(pack: &Pack, action: &Action) -> api::Action {
    let verb = match action {
        Action::Pass => Kind::Pass(api::Pass {}),
        Action::Bid(value) => Kind::Bid(api::Bid { value: *value }),
        Action::Call => Kind::Call(api::Call {}),
        Action::Rob => Kind::Rob(api::Rob {}),
        Action::Reveal => Kind::Reveal(api::Reveal {}),
        Action::Double => Kind::Double(api::Double {}),
        Action::Play { cards, reading } => Kind::Play(api::Play {
            cards: print_named(pack, cards),
            reading: (!reading.is_free()).then(|| encode_reading(reading)),
        }),
        Action::Continue => Kind::Continue(api::Continue {}),
        Action::Stop => Kind::Stop(api::Stop {}),
    };
    api::Action { verb: Some(verb) }
}

/// The action of a message.
///
/// # Errors
/// `MALFORMED_ACTION` for a message without a verb, `MALFORMED_CARDS` for cards that are none.
pub fn decode(pack: &Pack, message: &api::Action) -> Result<Action, RuleError> {
    let Some(verb) = &message.verb else {
        return Err(malformed("verb"));
    };
    Ok(match verb {
        Kind::Pass(_) => Action::Pass,
        Kind::Bid(bid) => Action::Bid(bid.value),
        Kind::Call(_) => Action::Call,
        Kind::Rob(_) => Action::Rob,
        Kind::Reveal(_) => Action::Reveal,
        Kind::Double(_) => Action::Double,
        Kind::Play(play) => Action::Play {
            cards: parse_cards(pack, &play.cards)?,
            reading: play.reading.as_ref().map(decode_reading).transpose()?.unwrap_or_default(),
        },
        Kind::Continue(_) => Action::Continue,
        Kind::Stop(_) => Action::Stop,
    })
}

/// The action of an encoded message.
///
/// # Errors
/// As [`decode`], and `MALFORMED_ACTION` for bytes that are no such message.
pub fn decode_bytes(pack: &Pack, bytes: &[u8]) -> Result<Action, RuleError> {
    let message = api::Action::decode(bytes).map_err(|_| malformed("bytes"))?;
    decode(pack, &message)
}

/// The enum value of a verb.
pub fn encode_verb(verb: Verb) -> api::Verb {
    match verb {
        Verb::Pass => api::Verb::Pass,
        Verb::Bid => api::Verb::Bid,
        Verb::Call => api::Verb::Call,
        Verb::Rob => api::Verb::Rob,
        Verb::Reveal => api::Verb::Reveal,
        Verb::Double => api::Verb::Double,
        Verb::Play => api::Verb::Play,
        Verb::Continue => api::Verb::Continue,
        Verb::Stop => api::Verb::Stop,
    }
}

fn encode_reading(reading: &Reading) -> api::Reading {
    let represented = reading.represent.iter().map(|(card, stands_for)| api::Represented {
        card: card.clone(),
        r#as: stands_for.clone(),
    });
    api::Reading {
        category: reading.category.clone().unwrap_or_default(),
        key: reading.key.clone().unwrap_or_default(),
        run: reading.run.map_or(0, u32::from),
        label: reading.label.clone().unwrap_or_default(),
        represent: represented.collect(),
    }
}

fn decode_reading(message: &api::Reading) -> Result<Reading, RuleError> {
    let given = |text: &String| (!text.is_empty()).then(|| text.clone());
    let run = u8::try_from(message.run).map_err(|_| malformed("run"))?;
    let represented = message.represent.iter();
    Ok(Reading {
        category: given(&message.category),
        key: given(&message.key),
        run: (run != 0).then_some(run),
        label: given(&message.label),
        represent: represented.map(|one| (one.card.clone(), one.r#as.clone())).collect(),
    })
}

fn malformed(part: &str) -> RuleError {
    RuleError::new(Reason::MalformedAction, "").with("part", part)
}
