//! Leads as games show them, and what questions about tricks are asked beside cards.

use crate::action::Named;
use crate::combination::Combination;
use crate::error::{Reason, RuleError};

/// What cards are as a lead.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Lead {
    /// Its kind, one of the catalogue's categories.
    pub kind: &'static str,
    /// Its effective suit in notation, or `T` for trumps.
    pub suit: &'static str,
    /// Its parts, the greatest first; one alone unless several were led together.
    pub components: Vec<Combination>,
}

/// A lead of several parts that does not stand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failed {
    /// The part that is led in its place.
    pub kept: Combination,
    /// Place of the hand that beats it, among those asked about.
    pub beaten_by: usize,
    /// The cards that beat it.
    pub beating: Vec<Named>,
}

/// What else a question about tricks is asked with, where a game needs more than cards and trump:
/// names and values.
#[derive(Clone, Debug, Default)]
pub struct Context(pub Vec<(String, String)>);

impl Context {
    /// The value of a name; empty where it was not given.
    pub fn get(&self, name: &str) -> &str {
        let given = self.0.iter().find(|(known, _)| known == name);
        given.map_or("", |(_, value)| value)
    }

    /// Every name is one that the game knows.
    ///
    /// # Errors
    /// `UNKNOWN_OPTION` for the first that is not.
    pub fn only(&self, names: &[&str]) -> Result<(), RuleError> {
        match self.0.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                Err(RuleError::new(Reason::UnknownOption, "").with_sent("option", name))
            }
        }
    }
}
