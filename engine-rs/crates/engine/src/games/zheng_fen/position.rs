//! A deal set up by hand.

use std::sync::Arc;

use super::game::ZhengFen;
use super::rules::Rules;
use super::state::{InPlay, State};
use crate::cards::Card;
use crate::climbing::Faces;
use crate::game::Stage;
use crate::seat::Seat;
use crate::table::{Table, table_at};

/// A deal set up by hand, before a lead: to examine a position, and for tests. The cards need not
/// make up a pack.
#[derive(Clone, Debug)]
pub struct Position {
    /// The hands, by seat; a seat without cards is out.
    pub hands: Vec<Vec<Card>>,
    /// The piles, by seat.
    pub piles: Vec<Vec<Card>>,
    /// Who leads.
    pub leader: Seat,
    /// Totals before this deal.
    pub totals: Vec<i64>,
}

impl Position {
    /// A deal of these hands that a seat leads, with nothing in the piles yet.
    pub fn new(hands: Vec<Vec<Card>>, leader: Seat) -> Self {
        let seats = hands.len();
        Self { hands, piles: vec![Vec::new(); seats], leader, totals: vec![0; seats] }
    }

    /// A table at this position, its first deal.
    ///
    /// # Panics
    /// If there is not one hand a seat, or a card is there twice in one.
    pub fn table(&self, rules: Rules) -> Arc<dyn Table> {
        let seats = usize::from(rules.seats);
        assert_eq!(self.hands.len(), seats, "every seat has a hand");
        let set = |cards: &Vec<Card>| Faces::from_cards(cards.iter().copied()).expect("one pack");
        let mut hands = [Faces::EMPTY; Rules::SEATS_MAX];
        let mut piles = hands;
        for seat in 0..seats {
            hands[seat] = set(&self.hands[seat]);
            piles[seat] = set(&self.piles[seat]);
        }
        let mut deal = InPlay::new(&rules, hands, self.leader, None);
        deal.piles = piles;
        deal.out = Seat::all(rules.seats).filter(|seat| hands[seat.index()].is_empty()).collect();
        let mut state = State::new();
        state.totals[..seats].copy_from_slice(&self.totals);
        state.stage = Stage::Decisions;
        state.shuffler = Some(self.leader);
        state.in_play = Some(deal);
        table_at::<ZhengFen>(rules, state)
    }
}
