//! Hashes: of states, of rules, and the commitments to deals.

use sha2::{Digest, Sha256};

use crate::cards::{Card, Hand};
use crate::seat::Seat;

/// SHA-256 of bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// SHA-256 over a tag and parts, each with its length before it, so that no two lists of parts
/// are hashed alike.
pub fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut canonical = Canonical::default();
    canonical.bytes(tag.as_bytes());
    for part in parts {
        canonical.bytes(part);
    }
    canonical.digest()
}

/// The canonical bytes of a state on their way into its hash: fields in a fixed order, numbers
/// little-endian, everything of variable length with its length before it.
#[derive(Clone, Debug)]
pub struct Canonical {
    hasher: Sha256,
    /// What is appended piece by piece: each call of the hasher costs more than the few bytes.
    waiting: [u8; WAITING_BYTES],
    len: usize,
}

/// More cards than all packs of any table have.
const HAND_MAX: usize = 256;

/// So many that most states are hashed in two goes, and few enough for the stack.
const WAITING_BYTES: usize = 512;

impl Default for Canonical {
    fn default() -> Self {
        Self { hasher: Sha256::new(), waiting: [0; WAITING_BYTES], len: 0 }
    }
}

impl Canonical {
    /// Appends bytes as they are.
    fn append(&mut self, value: &[u8]) {
        if value.len() > WAITING_BYTES - self.len {
            self.hasher.update(&self.waiting[..self.len]);
            self.len = 0;
        }
        if value.len() > WAITING_BYTES {
            self.hasher.update(value);
            return;
        }
        self.waiting[self.len..][..value.len()].copy_from_slice(value);
        self.len += value.len();
    }

    /// Appends a few bytes as they are: most of what is appended, and that much faster.
    fn append_few<const N: usize>(&mut self, value: [u8; N]) {
        if let Some(room) = self.waiting[self.len..].first_chunk_mut::<N>() {
            *room = value;
            self.len += N;
        } else {
            self.append(&value);
        }
    }

    /// Appends a byte.
    pub fn byte(&mut self, value: u8) {
        self.append_few([value]);
    }

    /// Appends a flag.
    pub fn flag(&mut self, value: bool) {
        self.byte(u8::from(value));
    }

    /// Appends a number.
    pub fn number(&mut self, value: u64) {
        self.append_few(value.to_le_bytes());
    }

    /// Appends a sum of money.
    pub fn money(&mut self, value: i64) {
        self.append_few(value.to_le_bytes());
    }

    /// Appends bytes with their length before them.
    pub fn bytes(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        self.append(value);
    }

    /// Appends text with its length before it.
    pub fn text(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }

    /// Appends a seat; 255 for nobody.
    pub fn seat(&mut self, seat: Option<Seat>) {
        self.byte(seat.map_or(u8::MAX, |seat| seat.0));
    }

    /// Appends cards in the order given, with their number before them.
    pub fn cards(&mut self, cards: impl IntoIterator<Item = Card>) {
        let cards: Vec<u8> = cards.into_iter().map(|card| card.0).collect();
        self.bytes(&cards);
    }

    /// Appends a hand in the order of the pack, with the number of its cards before them: as
    /// [`Canonical::cards`], but most of a state is hands, and every move is hashed.
    pub fn hand(&mut self, hand: &Hand) {
        let mut faces = [0; HAND_MAX];
        let mut len = 0;
        hand.each_face(|face| {
            faces[len] = face;
            len += 1;
        });
        self.bytes(&faces[..len]);
    }

    /// SHA-256 of everything appended.
    pub fn digest(&self) -> [u8; 32] {
        let mut hasher = self.hasher.clone();
        hasher.update(&self.waiting[..self.len]);
        hasher.finalize().into()
    }

    /// The state hash: the first 8 bytes of [`Canonical::digest`].
    pub fn state_hash(&self) -> StateHash {
        let digest = self.digest();
        let mut head = [0; 8];
        head.copy_from_slice(&digest[..8]);
        StateHash(head)
    }
}

/// First 8 bytes of the SHA-256 of a canonical state. It never leaves the server before the match
/// has ended: a hash of hidden things is an oracle for guesses.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StateHash(pub [u8; 8]);

#[cfg(test)]
mod tests {
    use super::tagged;

    #[test]
    fn parts_are_not_run_together() {
        assert_ne!(tagged("t", &[b"ab", b"c"]), tagged("t", &[b"a", b"bc"]));
    }
}
