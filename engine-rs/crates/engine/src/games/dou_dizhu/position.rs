//! A deal set up by hand.

use std::sync::Arc;

use super::game::DouDizhu;
use super::rules::Rules;
use super::state::{InPlay, State};
use crate::cards::{Card, Hand};
use crate::game::Stage;
use crate::seat::Seat;
use crate::table::{Table, table_at};

/// A deal set up by hand, before its first call: to examine a position, and for tests. The cards
/// need not make up a pack.
#[derive(Clone, Debug)]
pub struct Position {
    /// The hands, by seat; none may be larger than what the core counts.
    pub hands: Vec<Vec<Card>>,
    /// The bottom cards.
    pub bottom: Vec<Card>,
    /// Who dealt.
    pub dealer: Seat,
    /// Who opens the auction.
    pub first_bidder: Seat,
    /// The card that was turned face up, and who holds it.
    pub faceup: Option<(Card, Seat)>,
    /// All-pass deals in a row before this one.
    pub redeals: u32,
}

impl Position {
    /// A deal of these cards; seat 0 deals and opens the auction, and no card was shown.
    pub fn new(hands: Vec<Vec<Card>>, bottom: Vec<Card>) -> Self {
        let (dealer, first_bidder) = (Seat(0), Seat(0));
        Self { hands, bottom, dealer, first_bidder, faceup: None, redeals: 0 }
    }

    /// The match at this position.
    ///
    /// # Panics
    /// If there is not one hand a seat.
    pub fn state(&self, rules: &Rules) -> State {
        assert_eq!(self.hands.len(), usize::from(rules.seats.count()), "every seat has a hand");
        let mut hands = [Hand::default(); 4];
        for (hand, cards) in hands.iter_mut().zip(&self.hands) {
            *hand = cards.iter().copied().collect();
        }
        let bottom = self.bottom.iter().copied().collect();
        let first = self.first_bidder;
        let mut state = State::new();
        state.stage = Stage::Decisions;
        state.dealer = Some(self.dealer);
        state.next_dealer = Some(self.dealer);
        state.redeals = self.redeals;
        let in_play = InPlay::new(rules, &hands, bottom, self.faceup, first, self.redeals);
        state.in_play = Some(in_play);
        state
    }

    /// A table at this position, its first deal.
    ///
    /// # Panics
    /// As [`Position::state`].
    pub fn table(&self, rules: Rules) -> Arc<dyn Table> {
        let state = self.state(&rules);
        table_at::<DouDizhu>(rules, state)
    }
}
