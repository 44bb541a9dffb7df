//! A reading: what a set of cards counts as.

use super::kind::{Form, Kind, Labels};
use crate::cards::french::FRENCH;

/// What a set of cards counts as (Z4.24): kind, key or form, and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The kind.
    pub kind: Kind,
    /// What decides a comparison: a rank, 0 for `3` to 14 for `r`, the top one of a sequence; of
    /// specials the place of the form in [`Form::ALL`].
    pub key: u8,
    /// The rules' `n`: groups of a sequence, cards of a suited one; otherwise 1.
    pub run: u8,
    /// Every label that some assignment of the jokers gives it; none but for poker (Z4.19).
    pub labels: Labels,
}

impl Reading {
    /// A reading without labels.
    pub const fn new(kind: Kind, key: u8, run: u8) -> Self {
        Self { kind, key, run, labels: Labels::NONE }
    }

    /// A special.
    pub const fn special(form: Form) -> Self {
        Self::new(Kind::Special, form as u8, 1)
    }

    /// The key in notation, or the name of the form.
    pub fn key_name(self) -> &'static str {
        match self.kind {
            Kind::Special => Form::ALL[usize::from(self.key)].name(),
            _ => FRENCH.ranks[usize::from(self.key)].notation,
        }
    }

    /// Where it stands among the readings of one set, the canonical one lowest (Z4.24).
    pub(super) const fn rank_in_set(self) -> (u8, u8) {
        (self.kind.precedence(), u8::MAX - self.key)
    }
}
