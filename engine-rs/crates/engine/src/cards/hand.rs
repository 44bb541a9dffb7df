//! A counted set of cards.

use crate::cards::Card;

/// Most faces that a pack may have: the Unsun pack of 75 is the largest.
pub const FACES_MAX: usize = 75;

/// A multiset over the faces of one pack; equal cards are counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Hand {
    counts: [u8; FACES_MAX],
    len: u16,
}

impl Default for Hand {
    fn default() -> Self {
        Self { counts: [0; FACES_MAX], len: 0 }
    }
}

impl Hand {
    /// How many cards it holds.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// It holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Copies of a card.
    pub fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// Adds a copy of a card.
    pub fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.len += 1;
    }

    /// Takes a copy of a card away.
    ///
    /// # Panics
    /// If it holds none: whoever removes a card has checked that it is there.
    pub fn remove(&mut self, card: Card) {
        let count = &mut self.counts[card.index()];
        assert!(*count > 0, "a card that is not held cannot be removed");
        *count -= 1;
        self.len -= 1;
    }

    /// It holds every card of the other, copy for copy.
    pub fn contains(&self, other: &Self) -> bool {
        self.counts.iter().zip(&other.counts).all(|(own, asked)| own >= asked)
    }

    /// Its cards in the order of the pack, copies side by side.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Card> + '_ {
        let faces = self.counts.iter().enumerate();
        // Most faces are not held: passing over them early is half of what a hash costs.
        let held = faces.filter(|&(_, &count)| count > 0);
        held.flat_map(|(face, &count)| {
            let card = Card(u8::try_from(face).expect("a face fits into u8"));
            std::iter::repeat_n(card, usize::from(count))
        })
    }

    /// Shows the face of each of its cards, in the order of the pack.
    pub(crate) fn each_face(&self, mut see: impl FnMut(u8)) {
        let (words, rest) = self.counts.as_chunks::<8>();
        let mut tail = [0; 8];
        tail[..rest.len()].copy_from_slice(rest);
        let mut first = 0;
        for word in words.iter().chain([&tail]) {
            // Most faces are not held: only those are looked at that are.
            let mut counts = u64::from_le_bytes(*word);
            while counts > 0 {
                let shift = counts.trailing_zeros() & !7;
                let place = u8::try_from(shift / 8).expect("a word has eight places");
                (0..(counts >> shift) & 0xff).for_each(|_| see(first + place));
                counts &= !(0xff << shift);
            }
            first += 8;
        }
    }

    /// Its cards in the order of the pack.
    pub fn to_cards(&self) -> Vec<Card> {
        self.iter().collect()
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        for card in cards {
            hand.add(card);
        }
        hand
    }
}
