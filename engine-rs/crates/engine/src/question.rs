//! The cards of a question about rules: together no more than the packs hold.

use crate::action::Named;
use crate::cards::{Card, Hand, Pack};
use crate::error::{Reason, RuleError};
use crate::game::GameInfo;
use crate::notation::{parse_faces, parse_set, print_named};

/// Most ranks that a pack may have: the Unsun pack has 15, as French packs with jokers do.
const RANKS_MAX: usize = 16;

/// Cards that may still be named, by face and by rank: a card that is named by its rank alone is
/// any card of the rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deck {
    faces: Hand,
    ranks: [u16; RANKS_MAX],
}

impl Deck {
    /// All cards of a match.
    pub(crate) fn new(pack: &Pack, cards: &[Card]) -> Self {
        let mut ranks = [0; RANKS_MAX];
        for &card in cards {
            ranks[usize::from(pack.face(card).rank)] += 1;
        }
        Self { faces: cards.iter().copied().collect(), ranks }
    }

    /// How many of a card there are.
    fn copies(&self, named: Named) -> u16 {
        match named {
            Named::Face(card) => u16::from(self.faces.count(card)),
            Named::Rank(rank) => self.ranks[usize::from(rank)],
        }
    }

    /// Takes a card away. Where there is none of it, says what there is none of: the card, or
    /// anything of its rank.
    fn take(&mut self, pack: &Pack, named: Named) -> Result<(), Named> {
        let rank = match named {
            Named::Face(card) => pack.face(card).rank,
            Named::Rank(rank) => rank,
        };
        for asked in [named, Named::Rank(rank)] {
            if self.copies(asked) == 0 {
                return Err(asked);
            }
        }
        self.ranks[usize::from(rank)] -= 1;
        if let Named::Face(card) = named {
            self.faces.remove(card);
        }
        Ok(())
    }
}

/// Reads the cards of one question. Cards that are named in several texts are several cards.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    info: &'static GameInfo,
    whole: &'a Deck,
    left: Deck,
}

impl<'a> Question<'a> {
    pub(crate) fn new(info: &'static GameInfo, whole: &'a Deck) -> Self {
        Self { info, whole, left: *whole }
    }

    /// The cards of a text, every one a face.
    ///
    /// # Errors
    /// As [`parse_faces`], and `MALFORMED_CARDS` for the first card that the packs do not hold so
    /// often as the question names it.
    pub fn faces(&mut self, text: &str) -> Result<Vec<Card>, RuleError> {
        let cards = parse_faces(self.info.pack, text)?;
        cards.iter().try_for_each(|&card| self.take(Named::Face(card)))?;
        Ok(cards)
    }

    /// The cards of a text, as a question about combinations takes them.
    ///
    /// # Errors
    /// As [`parse_set`], and otherwise as [`Question::faces`].
    pub fn set(&mut self, text: &str) -> Result<Vec<Named>, RuleError> {
        let cards = parse_set(self.info, text)?;
        cards.iter().try_for_each(|&card| self.take(card))?;
        Ok(cards)
    }

    fn take(&mut self, card: Named) -> Result<(), RuleError> {
        let pack = self.info.pack;
        self.left.take(pack, card).map_err(|missing| {
            let error = RuleError::new(Reason::MalformedCards, self.info.cards_rule);
            let error = error.with("card", print_named(pack, &[missing]));
            error.with("copies_max", self.whole.copies(missing))
        })
    }
}
