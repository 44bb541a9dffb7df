//! Records.

use paizhuo_engine::Ruleset;
use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::hash::StateHash;
use paizhuo_engine::record::{Attempt, DealRecord, FORMAT, Record, RecordStep};
use paizhuo_engine::seat::Seat;
use prost::Message as _;

use crate::action;
use crate::api;
use crate::entry::fixed;
use crate::event;

/// The encoded message of a record.
pub fn encode_bytes(record: &Record) -> Vec<u8> {
    encode(record).encode_to_vec()
}

/// The record of an encoded message.
///
/// # Errors
/// `MALFORMED_RECORD` for bytes that are none, and what is wrong with its rules or actions.
pub fn decode_bytes(bytes: &[u8]) -> Result<Record, RuleError> {
    let message = api::Record::decode(bytes).map_err(|_| malformed("bytes"))?;
    decode(message)
}

fn encode(record: &Record) -> api::Record {
    let pack = record.ruleset.info().pack;
    let settings = record.ruleset.settings();
    // An option that was not given has no value, and so is not among those that were.
    let given = settings.values.iter().filter(|(_, value)| !value.is_empty());
    let options =
        given.map(|(name, value)| api::Setting { name: (*name).to_owned(), value: value.clone() });
    api::Record {
        format: FORMAT,
        table_id: record.table_id.clone(),
        game: record.ruleset.info().id.to_owned(),
        rules_revision: record.ruleset.revision(),
        seats: u32::from(settings.seats),
        options: options.collect(),
        r#match: record.match_number,
        deals: record.deals.iter().map(|deal| encode_deal(pack, deal)).collect(),
        end: record.end.as_ref().map(event::encode_match_end),
        state_hash: record.hash.map_or_else(Vec::new, |hash| hash.0.to_vec()),
        players: Vec::new(),
    }
}

fn encode_deal(pack: &Pack, deal: &DealRecord) -> api::DealRecord {
    api::DealRecord {
        deal: deal.deal,
        commitment: deal.commitment.to_vec(),
        seed: deal.seed.map_or_else(Vec::new, |seed| seed.to_vec()),
        attempts: deal.attempts.iter().map(|attempt| encode_attempt(pack, attempt)).collect(),
        observed: deal.observed.iter().map(|seen| event::encode(pack, seen)).collect(),
    }
}

fn encode_attempt(pack: &Pack, attempt: &Attempt) -> api::AttemptRecord {
    let steps = attempt.steps.iter().map(|step| match step {
        RecordStep::Acted(seat, taken) => api::Step {
            seat: u32::from(seat.0),
            action: Some(action::encode(pack, taken)),
            drawn: 0,
        },
        RecordStep::Drawn(count) => api::Step { seat: 0, action: None, drawn: *count },
    });
    api::AttemptRecord { entropy: attempt.entropy.clone(), steps: steps.collect() }
}

fn decode(message: api::Record) -> Result<Record, RuleError> {
    if message.format != FORMAT {
        return Err(malformed("format"));
    }
    let options = message.options.into_iter().map(|option| (option.name, option.value));
    let options: Vec<_> = options.collect();
    let revision = Some(message.rules_revision);
    let ruleset = Ruleset::new(&message.game, message.seats, "", &options, revision)?;
    let written = ruleset.settings().values.iter().filter(|(_, value)| !value.is_empty());
    if !written.map(|(name, _)| *name).eq(options.iter().map(|(name, _)| name.as_str())) {
        return Err(malformed("options"));
    }
    if message.r#match == 0 {
        return Err(malformed("match"));
    }
    let pack = ruleset.info().pack;
    let deals = message.deals.iter().map(|deal| decode_deal(pack, deal));
    let deals = deals.collect::<Result<_, _>>()?;
    let end = message
        .end
        .as_ref()
        .map(|end| event::decode_match_end(end).ok_or_else(|| malformed("end")));
    let hash = match message.state_hash.as_slice() {
        [] => None,
        bytes => Some(StateHash(bytes.try_into().map_err(|_| malformed("state_hash"))?)),
    };
    Ok(Record {
        table_id: message.table_id,
        ruleset,
        match_number: message.r#match,
        deals,
        end: end.transpose()?,
        hash,
    })
}

fn decode_deal(pack: &Pack, deal: &api::DealRecord) -> Result<DealRecord, RuleError> {
    let attempts = deal.attempts.iter().map(|attempt| decode_attempt(pack, attempt));
    let seed = match deal.seed.as_slice() {
        [] => None,
        bytes => Some(fixed(bytes, "seed")?),
    };
    Ok(DealRecord {
        deal: deal.deal,
        commitment: fixed(&deal.commitment, "commitment")?,
        seed,
        attempts: attempts.collect::<Result<_, _>>()?,
        observed: Vec::new(),
    })
}

fn decode_attempt(pack: &Pack, attempt: &api::AttemptRecord) -> Result<Attempt, RuleError> {
    let steps = attempt.steps.iter().map(|step| {
        if step.drawn > 0 && step.action.is_none() {
            return Ok(RecordStep::Drawn(step.drawn));
        }
        let seat = u8::try_from(step.seat).map_err(|_| malformed("seat"))?;
        let taken = step.action.as_ref().ok_or_else(|| malformed("action"))?;
        Ok(RecordStep::Acted(Seat(seat), action::decode(pack, taken)?))
    });
    let steps = steps.collect::<Result<_, RuleError>>()?;
    Ok(Attempt { entropy: attempt.entropy.clone(), steps })
}

fn malformed(part: &str) -> RuleError {
    RuleError::new(Reason::MalformedRecord, "").with("part", part)
}
