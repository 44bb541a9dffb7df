//! A reading: what a set of cards counts as.

use std::ops::Deref;

use super::category::Category;
use super::rules::Rules;

/// What a set of cards counts as: all that a comparison needs (D4.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The type.
    pub category: Category,
    /// The rank that decides a comparison, 0 for `3` to 14 for `r`; the top one of a sequence.
    pub key: u8,
    /// The rules' `n`: the groups of a sequence, the cards of a bomb, otherwise 1.
    pub run: u8,
}

impl Reading {
    /// The reading with these parts.
    #[inline]
    pub const fn new(category: Category, key: u8, run: u8) -> Self {
        Self { category, key, run }
    }

    /// The number of cards.
    pub const fn size(self, rules: &Rules) -> u8 {
        match self.category {
            Category::Single | Category::Straight | Category::Bomb => self.run,
            Category::Pair | Category::PairSequence => 2 * self.run,
            Category::Triplet | Category::TripletSequence => 3 * self.run,
            Category::TripletSingle | Category::TripletSequenceSingles => 4 * self.run,
            Category::TripletPair | Category::TripletSequencePairs => 5 * self.run,
            Category::Rocket => 2 * rules.packs(),
            Category::QuadSingles => 6,
            Category::QuadPairs => 8,
        }
    }

    /// Whether it is a bomb or the rocket, which may be laid on other types (D4.15).
    #[inline]
    pub const fn is_explosive(self) -> bool {
        matches!(self.category, Category::Bomb | Category::Rocket)
    }

    /// Where it stands among the readings of one set, the canonical one lowest (D4.21.2).
    pub(super) const fn rank_in_set(self) -> (u8, u8, u8) {
        (self.category.precedence(), u8::MAX - self.run, u8::MAX - self.key)
    }
}

/// The readings of one set, the canonical one first (D4.21.2); empty if the set is none.
///
/// There are at most three: a set of twelve cards with four triplets in a row has them.
#[derive(Clone, Copy, Debug)]
pub struct Readings {
    items: [Reading; Self::MAX],
    length: u8,
}

impl Readings {
    /// The most readings of one set under any rules.
    pub const MAX: usize = 3;

    pub(super) const fn none() -> Self {
        Self { items: [Reading::new(Category::Single, 0, 0); Self::MAX], length: 0 }
    }

    /// The number of readings.
    pub(super) const fn count(&self) -> u8 {
        self.length
    }

    /// Puts a reading in its place unless it is there already.
    pub(super) fn insert(&mut self, reading: Reading) {
        if self.contains(&reading) {
            return;
        }
        let place = self.partition_point(|other| other.rank_in_set() < reading.rank_in_set());
        let length = usize::from(self.length);
        self.items[place..=length].rotate_right(1);
        self.items[place] = reading;
        self.length += 1;
    }
}

impl Deref for Readings {
    type Target = [Reading];

    fn deref(&self) -> &[Reading] {
        &self.items[..usize::from(self.length)]
    }
}
