//! The most frequent call: read in one go, and written into the log in one go.

use paizhuo_engine::action::Action;
use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::hash::{StateHash, sha256};
use prost::Message as _;

use crate::action;
use crate::api;
use crate::storage;

/// Number of the field `wake_at_ms` of an entry.
const WAKE_FIELD: u32 = 8;

/// Most bytes that the field `wake_at_ms` takes.
const WAKE_BYTES_MAX: usize = 11;

/// A request to act, taken apart.
pub struct ActRequest {
    /// Name of the request; it is no part of what was asked.
    pub request_id: String,
    /// What was asked, without the name of the request.
    pub asked: api::ActRequest,
    /// SHA-256 of what was asked.
    pub digest: [u8; 32],
}

/// Everything about an entry that the action does not say.
pub struct EntryPlace<'a> {
    /// Place in the log.
    pub revision: u32,
    /// Version of the entry's message.
    pub format: u32,
    /// Who writes it, once.
    pub entry_id: &'a str,
    /// Milliseconds since the Unix epoch.
    pub time_ms: i64,
    /// Revision of the rules.
    pub rules_revision: u32,
}

impl ActRequest {
    /// Reads an encoded `ActRequest`; fields that it does not know are dropped.
    ///
    /// # Errors
    /// `MALFORMED_ACTION` for bytes that are no such message.
    pub fn read(bytes: &[u8]) -> Result<Self, RuleError> {
        let mut asked = api::ActRequest::decode(bytes).map_err(|_| malformed())?;
        let request_id = std::mem::take(&mut asked.request_id);
        let mut named = b"paizhuo.v1.ActRequest\0".to_vec();
        asked.encode(&mut named).map_err(|_| malformed())?;
        let digest = sha256(&named);
        Ok(Self { request_id, asked, digest })
    }

    /// It has a UUID for a name, and names a decision and an action.
    pub fn is_complete(&self) -> bool {
        is_uuid(&self.request_id) && !self.asked.decision_id.is_empty() && self.has_action()
    }

    /// It names an action.
    pub fn has_action(&self) -> bool {
        self.asked.action.as_ref().is_some_and(|action| action.verb.is_some())
    }

    /// The action.
    ///
    /// # Errors
    /// As [`action::decode`].
    pub fn action(&self, pack: &Pack) -> Result<Action, RuleError> {
        action::decode(pack, self.asked.action.as_ref().unwrap_or(&api::Action::default()))
    }

    /// The encoded entry of the action, whole but for `wake_at_ms`. The action is written in its
    /// one spelling, whatever stood round its cards.
    pub fn entry(
        &self,
        pack: &Pack,
        place: &EntryPlace<'_>,
        seat: u32,
        action: &Action,
        hash: StateHash,
    ) -> Vec<u8> {
        let acted = storage::Acted {
            seat,
            decision_id: self.asked.decision_id.clone(),
            action: action::encode(pack, action).encode_to_vec(),
            actor: storage::Actor::Person.into(),
        };
        let entry = storage::Entry {
            revision: place.revision,
            format: place.format,
            entry_id: place.entry_id.to_owned(),
            digest: self.digest.to_vec(),
            time_ms: place.time_ms,
            rules_revision: place.rules_revision,
            state_hash: hash.0.to_vec(),
            wake_at_ms: 0,
            body: Some(storage::entry::Body::Acted(acted)),
        };
        entry.encode_to_vec()
    }
}

/// A UUID in its usual form, in capitals or not.
fn is_uuid(text: &str) -> bool {
    let hyphens = [8, 13, 18, 23];
    text.len() == 36
        && text.bytes().enumerate().all(|(place, byte)| {
            if hyphens.contains(&place) { byte == b'-' } else { byte.is_ascii_hexdigit() }
        })
}

/// An encoded entry with the time at which its table wants to be woken, 0 for never.
pub fn sealed(entry: &[u8], wake_at_ms: i64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entry.len() + WAKE_BYTES_MAX);
    bytes.extend_from_slice(entry);
    if wake_at_ms != 0 {
        prost::encoding::int64::encode(WAKE_FIELD, &wake_at_ms, &mut bytes);
    }
    bytes
}

/// The field `revision` of a response.
pub fn revision_field(revision: u32) -> Vec<u8> {
    api::ActResponse { revision, events: Vec::new() }.encode_to_vec()
}

fn malformed() -> RuleError {
    RuleError::new(Reason::MalformedAction, "").with("part", "bytes")
}
