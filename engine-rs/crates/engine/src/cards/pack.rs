//! The faces of a pack.

use crate::cards::Card;
use crate::name::Name;

/// A suit of a pack.
#[derive(Clone, Copy, Debug)]
pub struct SuitInfo {
    /// Its letter in notation.
    pub notation: &'static str,
    /// A sign to draw; may be empty.
    pub symbol: &'static str,
    /// Its name.
    pub name: Name,
}

/// A rank of a pack.
#[derive(Clone, Copy, Debug)]
pub struct RankInfo {
    /// Its sign in notation.
    pub notation: &'static str,
    /// Its name.
    pub name: Name,
}

/// A face of a pack.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// The card in notation.
    pub notation: &'static str,
    /// Index of its suit; missing for a card without one.
    pub suit: Option<u8>,
    /// Index of its rank.
    pub rank: u8,
}

/// The name of a face, put together by its pack.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FaceName {
    /// English.
    pub en: String,
    /// Chinese, simplified.
    pub zh: String,
    /// Russian.
    pub ru: String,
    /// Japanese.
    pub ja: String,
    /// Japanese in kana.
    pub ja_kana: String,
}

/// The faces of a pack, each once, in the order that packed counts use.
#[derive(Debug)]
pub struct Pack {
    /// Suits.
    pub suits: &'static [SuitInfo],
    /// Ranks, lowest first where one order holds.
    pub ranks: &'static [RankInfo],
    /// Faces; a [`Card`] is a place in this list.
    pub faces: &'static [Face],
    /// Puts the name of a face together.
    pub face_name: fn(&Pack, Card) -> FaceName,
}

impl Pack {
    /// The face of a card.
    ///
    /// # Panics
    /// If the card is of another pack.
    pub fn face(&self, card: Card) -> &Face {
        &self.faces[card.index()]
    }

    /// Every card, in order.
    pub fn cards(&self) -> impl DoubleEndedIterator<Item = Card> + use<> {
        (0..u8::try_from(self.faces.len()).expect("a pack fits into u8")).map(Card)
    }

    /// The card that a notation names.
    pub fn card(&self, notation: &str) -> Option<Card> {
        self.cards().find(|&card| self.face(card).notation == notation)
    }

    /// The suit that a notation names.
    pub fn suit(&self, notation: &str) -> Option<u8> {
        let place = self.suits.iter().position(|suit| suit.notation == notation)?;
        u8::try_from(place).ok()
    }

    /// The rank that a notation names.
    pub fn rank(&self, notation: &str) -> Option<u8> {
        let place = self.ranks.iter().position(|rank| rank.notation == notation)?;
        u8::try_from(place).ok()
    }
}
