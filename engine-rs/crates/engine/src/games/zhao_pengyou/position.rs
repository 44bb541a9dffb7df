//! A deal set up by hand.

use std::sync::Arc;

use super::bidding::Bid;
use super::calls::begun;
use super::final_round;
use super::game::ZhaoPengyou;
use super::levels::Standings;
use super::rules::Rules;
use super::state::{InPlay, Phase, State};
use crate::action::FriendCall;
use crate::cards::{Card, Hand};
use crate::game::{DealNumber, Stage};
use crate::seat::Seat;
use crate::table::{Table, table_at};
use crate::trick::Trump;
use crate::view::Trick;

/// A deal set up by hand: to examine a position, and for tests. The cards need not make up the
/// pack.
#[derive(Clone, Debug)]
pub struct Position {
    /// The hands, by seat.
    pub hands: Vec<Vec<Card>>,
    /// Points of the match, by seat.
    pub points: Vec<u32>,
    /// Who is active, by seat.
    pub active: Vec<bool>,
    /// Who draws first.
    pub starter: Seat,
    /// What is to be done.
    pub at: At,
}

/// Where a position stands.
#[derive(Clone, Debug)]
pub enum At {
    /// Cards are drawn: these, in this order, and what they are more than the hands is the kitty.
    Draw(Vec<Card>),
    /// The final round begins, with this kitty.
    FinalRound(Vec<Card>),
    /// The maker, who holds the kitty, buries.
    Bury(Seat, Trump),
    /// The maker leads to the first trick, with these calls and buried cards.
    Play {
        /// The maker.
        maker: Seat,
        /// The trump.
        trump: Trump,
        /// The calls.
        calls: Vec<FriendCall>,
        /// The buried cards.
        buried: Vec<Card>,
    },
}

impl Position {
    /// A position of these hands in the first deal of a match.
    pub fn new(hands: Vec<Vec<Card>>, at: At) -> Self {
        let seats = hands.len();
        Self { hands, points: vec![0; seats], active: vec![true; seats], starter: Seat(0), at }
    }

    /// A table at this position, its first deal.
    ///
    /// # Panics
    /// If there is not one hand a seat.
    pub fn table(&self, rules: Rules) -> Arc<dyn Table> {
        table_at::<ZhaoPengyou>(rules, self.state(&rules))
    }

    fn state(&self, rules: &Rules) -> State {
        assert_eq!(self.hands.len(), usize::from(rules.seats), "every seat has a hand");
        let mut state = State::new(rules);
        state.standings = Standings { points: self.points.clone(), active: self.active.clone() };
        state.starter = Some(self.starter);
        state.stage = Stage::Decisions;
        let left = match &self.at {
            At::Draw(cards) | At::FinalRound(cards) => cards.clone(),
            At::Bury(..) | At::Play { .. } => Vec::new(),
        };
        let mut deal = InPlay::new(rules, left.clone().into(), self.starter);
        deal.hands = self.hands.iter().map(|hand| hand.iter().copied().collect()).collect();
        deal.to_hands = 0;
        match &self.at {
            At::Draw(cards) => {
                let drawn: usize = self.hands.iter().map(Vec::len).sum();
                let whole = usize::from(rules.seats) * usize::from(rules.equipment.hand);
                deal.to_hands = (whole - drawn).min(cards.len());
            }
            At::FinalRound(_) => deal.phase = Phase::FinalRound,
            At::Bury(maker, trump) => {
                deal.phase = Phase::Bury;
                deal.maker = Some(*maker);
                deal.set_trump(rules, *trump);
            }
            At::Play { maker, trump, calls, buried } => {
                deal.phase = Phase::Play;
                deal.maker = Some(*maker);
                deal.set_trump(rules, *trump);
                deal.calls = begun(calls);
                deal.buried = buried.iter().copied().collect();
                deal.trick = Trick::new(*maker);
            }
        }
        state.in_play = Some(deal);
        state
    }
}

/// What comes of a final round in which everybody passes: whether cards are dealt again, points and
/// statuses, and whether the same player draws first.
pub(super) fn nobody_bids(rules: &Rules, before: &Standings) -> (bool, Standings, bool) {
    let seats = before.points.len();
    let rules = Rules { seats: u8::try_from(seats).expect("a few seats"), ..*rules };
    let mut position = Position::new(vec![Vec::new(); seats], At::FinalRound(Vec::new()));
    position.points.clone_from(&before.points);
    position.active.clone_from(&before.active);
    let mut state = position.state(&rules);
    let starter = state.starter;
    while let Some(seat) = final_round::asked(&rules, &state) {
        state.deal_mut().passed |= 1 << seat.0;
    }
    final_round::go_on(&rules, &mut state, DealNumber::default(), &mut Vec::new());
    (state.stage == Stage::Redeal, state.standings.clone(), state.starter == starter)
}

/// The bid that stands at a position, for tests that begin with one.
impl Position {
    /// The same table with a bid that stands already.
    pub fn table_with_bid(
        &self,
        rules: Rules,
        seat: Seat,
        card: Card,
        count: u8,
    ) -> Arc<dyn Table> {
        let mut state = self.state(&rules);
        let deal = state.deal_mut();
        deal.bidding.standing = Some(Bid { seat, card, count });
        let shown: Hand = std::iter::repeat_n(card, usize::from(count)).collect();
        deal.shown[seat.index()] = shown;
        table_at::<ZhaoPengyou>(rules, state)
    }
}
