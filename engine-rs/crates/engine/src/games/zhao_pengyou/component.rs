//! What a lead is made of: singles, sets and sequences (ZP-4.4 to ZP-4.6).

use super::order::TrumpOrder;
use crate::cards::Card;
use crate::trick::Order;

/// A single card, a set of identical cards, or a sequence of such sets of adjacent ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// A card of each set, from high to low.
    pub cards: Vec<Card>,
    /// The rules' `k`: identical cards of a set; 1 for a single.
    pub copies: u8,
}

/// The shape of a component: `k` identical cards at each of `m` adjacent ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// The rules' `k`.
    pub copies: u8,
    /// The rules' `m`.
    pub run: u8,
}

impl Shape {
    /// Number of cards.
    pub fn size(self) -> u8 {
        self.copies * self.run
    }
}

impl Component {
    /// Its shape.
    pub fn shape(&self) -> Shape {
        let run = u8::try_from(self.cards.len()).expect("a run is a few ranks");
        Shape { copies: self.copies, run }
    }

    /// The card that decides a comparison.
    pub fn top(&self) -> Card {
        self.cards[0]
    }

    /// Every card of it, from high to low.
    pub fn all(&self) -> impl Iterator<Item = Card> + '_ {
        let copies = usize::from(self.copies);
        self.cards.iter().flat_map(move |&card| std::iter::repeat_n(card, copies))
    }

    /// Where it stands in a grouping (ZP-4.7): most cards first, then larger sets, then the higher
    /// top, then suit order. A key to sort by.
    pub fn place(&self, order: &TrumpOrder) -> (u8, u8, u8, u8) {
        let (shape, top) = (self.shape(), self.top());
        let falling = |number: u8| u8::MAX - number;
        let strength = falling(order.strength(top));
        (falling(shape.size()), falling(shape.copies), strength, TrumpOrder::suit_place(top))
    }
}
