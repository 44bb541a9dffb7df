//! Sets of faces of one French pack, packed into one word.

use std::ops::{BitAnd, BitOr, Sub};

use super::rank_mask::RankMask;
use super::ranks::Ranks;
use crate::cards::Card;

/// A set of cards of one French pack of 54, for games in which suits matter: bit 4 × rank + suit,
/// then the two jokers, as [`crate::cards::french`] numbers its faces.
///
/// It lines up with [`Ranks`] and [`RankMask`]: a nibble is the suits held of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct Faces(u64);

impl Faces {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// Number of faces of the pack.
    pub const COUNT: u8 = 54;
    /// The whole pack.
    pub const PACK: Self = Self((1 << Self::COUNT) - 1);
    /// The two jokers.
    pub const JOKERS: Self = Self(3 << 52);
    /// Number of suits.
    pub const SUITS: u8 = 4;
    /// Ranks that have suits, 3 to 2.
    pub const SUITED_RANKS: u8 = 13;

    /// One card; it must be of the pack.
    pub const fn of(card: Card) -> Self {
        assert!(card.0 < Self::COUNT, "a card of another pack");
        Self(1 << card.0)
    }

    /// The natural cards of a rank below the jokers.
    pub const fn of_rank(rank: u8) -> Self {
        assert!(rank < Self::SUITED_RANKS, "a rank without suits");
        Self(15 << (4 * rank))
    }

    /// The cards, each of which may be there once; none if one comes twice or is of no such pack.
    pub fn from_cards(cards: impl IntoIterator<Item = Card>) -> Option<Self> {
        let mut set = Self::EMPTY;
        for card in cards {
            if card.0 >= Self::COUNT || set.has(card) {
                return None;
            }
            set = set | Self::of(card);
        }
        Some(set)
    }

    /// The number of cards.
    #[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
    pub const fn size(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is in the set.
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Whether all cards of another set are in this one.
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The word itself: bit 4 × rank + suit, then the jokers.
    pub const fn word(self) -> u64 {
        self.0
    }

    /// The cards, ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Card> + Clone {
        (0..54).map(Card).filter(move |&card| self.has(card))
    }

    /// The lowest card: of the lowest rank there is, and of it the first suit.
    #[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
    pub const fn lowest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// The cards by rank.
    pub const fn ranks(self) -> Ranks {
        const ONES: u64 = RankMask::run(0, Faces::SUITED_RANKS).bits();
        let suits =
            (self.0 & ONES) + (self.0 >> 1 & ONES) + (self.0 >> 2 & ONES) + (self.0 >> 3 & ONES);
        let jokers = self.0 >> 52 & 1 | (self.0 >> 53 & 1) << 4;
        Ranks::of_word(suits | jokers << 52)
    }

    /// The ranks that are there in a suit.
    pub const fn of_suit(self, suit: u8) -> RankMask {
        const ONES: u64 = RankMask::run(0, Faces::SUITED_RANKS).bits();
        RankMask::from_spread(self.0 >> suit & ONES)
    }

    /// The suit that all cards are of; none where they are of several, or a joker is there.
    pub fn one_suit(self) -> Option<u8> {
        (0..Self::SUITS).find(|&suit| !self.is_empty() && self.of_suit(suit).count() == self.size())
    }

    /// Every choice of so many of the cards.
    pub fn choices(self, number: u8) -> Vec<Self> {
        let mut found = Vec::new();
        self.choose(number, Self::EMPTY, &mut found);
        found
    }

    fn choose(self, number: u8, chosen: Self, found: &mut Vec<Self>) {
        if number == 0 {
            found.push(chosen);
            return;
        }
        let mut left = self;
        while left.size() >= number {
            let card = Self(left.0 & left.0.wrapping_neg());
            left = left - card;
            left.choose(number - 1, chosen | card, found);
        }
    }
}

/// Cards in both.
impl BitAnd for Faces {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Cards in either.
impl BitOr for Faces {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Cards in the first and not in the second, which may have others.
impl Sub for Faces {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Faces;
    use crate::cards::Card;
    use crate::cards::french::FRENCH;

    fn samples() -> impl Iterator<Item = Faces> {
        (1..500u64).map(|seed| {
            let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            Faces((mixed ^ mixed << 21) & Faces::PACK.0)
        })
    }

    #[test]
    fn counting_by_words_is_counting_by_cards() {
        for set in samples() {
            let cards: Vec<Card> = set.iter().collect();
            assert_eq!(Faces::from_cards(cards.iter().copied()), Some(set));
            assert_eq!(usize::from(set.size()), cards.len());
            assert_eq!(set.lowest(), cards.first().copied());
            for rank in 0..15 {
                let held = cards.iter().filter(|&&card| FRENCH.face(card).rank == rank);
                assert_eq!(usize::from(set.ranks().count(rank)), held.count());
            }
            for suit in 0..4 {
                let held = cards.iter().filter(|&&card| FRENCH.face(card).suit == Some(suit));
                let ranks = held.map(|&card| FRENCH.face(card).rank);
                assert!(set.of_suit(suit).into_iter().eq(ranks));
            }
        }
    }

    #[test]
    fn a_suit_is_one_only_without_jokers_and_others() {
        let of = |cards: &[u8]| Faces::from_cards(cards.iter().map(|&card| Card(card)));
        assert_eq!(of(&[2, 6, 50]).and_then(Faces::one_suit), Some(2));
        assert_eq!(of(&[2, 6, 52]).and_then(Faces::one_suit), None);
        assert_eq!(of(&[2, 5]).and_then(Faces::one_suit), None);
        assert_eq!(Faces::EMPTY.one_suit(), None);
        assert_eq!(of(&[3, 3]), None, "one pack has each card once");
        assert_eq!(of(&[54]), None);
    }

    #[test]
    fn choices_are_all_subsets_of_their_size() {
        let set = Faces(0b1011_0100_0001 | 1 << 53);
        for number in 0..=6 {
            let mut found = set.choices(number);
            let all = (0..1u64 << 54 >> 40).map(|bits| Faces(bits & 0xfff | (bits >> 12) << 53));
            let mut expected: Vec<Faces> =
                all.filter(|one| set.contains(*one) && one.size() == number).collect();
            found.sort_unstable();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found, expected);
        }
    }
}
