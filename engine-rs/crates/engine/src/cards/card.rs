//! A face.

/// A face, not a copy: what a player sees. It is the face's place in its [`super::Pack`]; equal
/// cards are counted.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Card(pub u8);

impl Card {
    /// The card as an index into the faces of its pack.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
