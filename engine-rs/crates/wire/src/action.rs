//! Actions.

use paizhuo_engine::action::{Action, FriendCall, Named, Reading, Verb};
use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::notation::{parse_card, parse_cards, print_named};
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
        Action::BidCards(cards) => {
            Kind::BidCards(api::BidCards { cards: print_named(pack, cards) })
        }
        Action::Defend(cards) => Kind::Defend(api::Defend { cards: print_named(pack, cards) }),
        Action::Yield => Kind::Yield(api::Yield {}),
        Action::Bury(cards) => Kind::Bury(api::Bury { cards: print_named(pack, cards) }),
        Action::CallFriends(calls) => {
            let calls = calls.iter().map(|&call| encode_call(pack, call)).collect();
            Kind::CallFriends(api::CallFriends { calls })
        }
        Action::Discard(card) => {
            let card = card.map_or_else(String::new, |card| print_named(pack, &[card]));
            Kind::Discard(api::Discard { card })
        }
        Action::Declare => Kind::Declare(api::Declare {}),
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
        Kind::BidCards(bid) => Action::BidCards(parse_cards(pack, &bid.cards)?),
        Kind::Defend(defend) => Action::Defend(parse_cards(pack, &defend.cards)?),
        Kind::Yield(_) => Action::Yield,
        Kind::Bury(bury) => Action::Bury(parse_cards(pack, &bury.cards)?),
        Kind::CallFriends(called) => {
            let calls = called.calls.iter().map(|call| decode_call(pack, call));
            Action::CallFriends(calls.collect::<Result<_, _>>()?)
        }
        Kind::Discard(discard) => Action::Discard(Some(parse_card(pack, &discard.card)?)),
        Kind::Declare(_) => Action::Declare,
    })
}

/// The message of a call.
pub(crate) fn encode_call(pack: &Pack, call: FriendCall) -> api::FriendCall {
    let card = print_named(pack, &[call.card]);
    api::FriendCall { card, copy: call.copy.map_or(0, u32::from) }
}

fn decode_call(pack: &Pack, message: &api::FriendCall) -> Result<FriendCall, RuleError> {
    let card: Named = parse_card(pack, &message.card)?;
    let copy = u8::try_from(message.copy).map_err(|_| malformed("copy"))?;
    Ok(FriendCall { card, copy: (copy != 0).then_some(copy) })
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
        Verb::BidCards => api::Verb::BidCards,
        Verb::Defend => api::Verb::Defend,
        Verb::Yield => api::Verb::Yield,
        Verb::Bury => api::Verb::Bury,
        Verb::CallFriends => api::Verb::CallFriends,
        Verb::Discard => api::Verb::Discard,
        Verb::Declare => api::Verb::Declare,
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
