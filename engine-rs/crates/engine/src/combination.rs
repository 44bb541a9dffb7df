//! A set of cards and one way to read it, as games show it.

use crate::action::Named;

/// A set of cards and one way to read it.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Combination {
    /// API name of the combination.
    pub category: &'static str,
    /// The deciding rank in notation, or the name of a form.
    pub key: &'static str,
    /// Number of repeated groups, for bombs of cards; 1 where nothing repeats.
    pub run: u8,
    /// Labels that fit, where the game has labels; of what lies on the table, or would, the one
    /// alone that was named or is canonical.
    pub labels: Vec<&'static str>,
    /// The cards, the main groups first.
    pub cards: Vec<Named>,
}

impl Combination {
    /// How many cards it has; one that lies face down shows none.
    pub fn size(&self) -> usize {
        self.cards.len().max(1)
    }
}
