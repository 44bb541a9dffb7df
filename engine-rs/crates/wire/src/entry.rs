//! Entries of a log, as they are stored.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::match_log::Entry;
use paizhuo_engine::seat::Seat;
use prost::Message as _;

use crate::action;
use crate::storage;
use crate::storage::entry::Body;

/// What an encoded entry means to the rules; nothing for one that is the table's alone.
///
/// # Errors
/// `MALFORMED_ACTION` for bytes that are no entry, `MALFORMED_CARDS` for an action with cards
/// that are none.
pub fn decode_bytes(pack: &Pack, bytes: &[u8]) -> Result<Option<Entry>, RuleError> {
    let entry = storage::Entry::decode(bytes).map_err(|_| malformed("bytes"))?;
    Ok(match entry.body.ok_or_else(|| malformed("body"))? {
        Body::DealCommitted(committed) => Some(Entry::Committed {
            deal: committed.deal,
            seed: fixed(&committed.seed, "seed")?,
            commitment: fixed(&committed.commitment, "commitment")?,
        }),
        Body::DealStarted(started) => Some(Entry::Started {
            deal: started.deal,
            attempt: started.attempt,
            entropy: started.entropy,
        }),
        Body::CardsDrawn(drawn) => Some(Entry::Drawn { count: drawn.count }),
        Body::Acted(acted) => Some(Entry::Acted {
            seat: Seat(u8::try_from(acted.seat).map_err(|_| malformed("seat"))?),
            decision_id: Some(acted.decision_id),
            action: action::decode_bytes(pack, &acted.action)?,
        }),
        _ => None,
    })
}

/// 32 bytes of a message.
pub(crate) fn fixed(bytes: &[u8], part: &str) -> Result<[u8; 32], RuleError> {
    bytes.try_into().map_err(|_| malformed(part))
}

fn malformed(part: &str) -> RuleError {
    RuleError::new(Reason::MalformedAction, "").with("part", part)
}
