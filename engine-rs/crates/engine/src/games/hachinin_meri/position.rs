//! A deal set up by hand.

use std::sync::Arc;

use super::declaring::Declared;
use super::game::HachininMeri;
use super::order::pack;
use super::rules::Rules;
use super::state::{InPlay, Phase, SEATS, State};
use super::trick::RobaiStatus;
use crate::cards::{Card, Hand};
use crate::game::Stage;
use crate::seat::Seat;
use crate::table::{Table, table_at};

/// A deal set up by hand: to examine a position, and for tests.
#[derive(Clone, Debug)]
pub struct Position {
    /// The hands, by seat. With nine cards each the declarations are open; with fewer they have
    /// ended, discard and cards left over are shown, and `leader` is to lead.
    pub hands: Vec<Vec<Card>>,
    /// The card that was turned up.
    pub oki: Card,
    /// Who dealt.
    pub dealer: Seat,
    /// Who received the Oki, and leads.
    pub leader: Seat,
    /// What became of the native Robai.
    pub status: RobaiStatus,
    /// A Meri trick has ended.
    pub closed: bool,
    /// Seats that have played a trump.
    pub gave_trump: Vec<Seat>,
    /// Totals of the teams before this deal.
    pub totals: [i64; 2],
    /// Deals that were played out before it.
    pub deals_played: u32,
}

impl Position {
    /// A deal of these hands, the Oki turned up; seat 0 deals.
    pub fn new(hands: Vec<Vec<Card>>, oki: Card) -> Self {
        Self {
            hands,
            oki,
            dealer: Seat(0),
            leader: Seat(0),
            status: RobaiStatus::Declared,
            closed: false,
            gave_trump: Vec::new(),
            totals: [0; 2],
            deals_played: 0,
        }
    }

    /// A table at this position, its first deal.
    ///
    /// # Panics
    /// If there are not eight hands of equal size, or a card is there twice.
    pub fn table(&self, rules: Rules) -> Arc<dyn Table> {
        assert_eq!(self.hands.len(), SEATS, "every seat has a hand");
        let size = self.hands[0].len();
        assert!(self.hands.iter().all(|hand| hand.len() == size), "hands are of equal size");
        let mut hands = [Hand::default(); SEATS];
        for (hand, cards) in hands.iter_mut().zip(&self.hands) {
            for &card in cards {
                hand.add(card);
            }
        }
        let held = |card: Card| hands.iter().map(|hand| hand.count(card)).sum::<u8>();
        assert!(pack().all(|card| held(card) <= 1), "there is one pack");
        let mut rest: Vec<Card> =
            pack().filter(|&card| held(card) == 0 && card != self.oki).collect();
        let side = [rest.remove(0), rest.remove(0)];
        let mut deal = InPlay::new(self.dealer, &hands, self.oki, side);
        if size < usize::from(Rules::HAND) {
            deal.declared = Some(Declared { receiver: self.leader, status: self.status });
            deal.discard = Some(rest.remove(0));
            deal.opened = true;
            deal.phase = Phase::Playing;
            deal.leader = self.leader;
            deal.closed = self.closed;
            deal.tricks = Rules::HAND - u8::try_from(size).expect("a small hand");
            for card in rest {
                deal.played.add(card);
            }
        }
        for seat in &self.gave_trump {
            deal.gave_trump[seat.index()] = true;
        }
        let mut state = State::new();
        state.totals = self.totals;
        state.deals_played = self.deals_played;
        state.stage = Stage::Decisions;
        state.dealer = Some(self.dealer);
        state.in_play = Some(deal);
        table_at::<HachininMeri>(rules, state)
    }
}
