//! A match at one moment.

use std::sync::Arc;

use super::bidding::{Bid, Bidding};
use super::calls::team;
use super::lead::Lead;
use super::levels::Standings;
use super::order::{TrumpOrder, card_points, faces_by_suit};
use super::rules::Rules;
use crate::action::Named;
use crate::cards::{Card, Hand};
use crate::event::{DealEnd, MatchEnd, SeatActed};
use crate::game::Stage;
use crate::hash::Canonical;
use crate::seat::Seat;
use crate::trick::{EffectiveSuit, Ranking, Trump, ranking};
use crate::view::{CalledFriend, Trick};

/// A match at one moment: what is carried over from deal to deal, and the deal in play.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) stage: Stage,
    pub(super) standings: Standings,
    /// Who draws first in the deal in play, or did in the last one.
    pub(super) starter: Option<Seat>,
    /// The maker of the last deal that was played out.
    pub(super) last_maker: Option<Seat>,
    /// Deals played out in this match.
    pub(super) deals_played: u32,
    /// The deal in play, or the last one as it ended.
    pub(super) in_play: Option<InPlay>,
    pub(super) last_deal: Option<Arc<DealEnd>>,
    pub(super) match_end: Option<Arc<MatchEnd>>,
}

/// Where a deal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Cards are drawn, and bids may be made.
    Draw,
    /// Who has not bid highest bids or passes, by turns.
    FinalRound,
    /// The maker buries.
    Bury,
    /// The maker calls.
    Call,
    /// Tricks are played.
    Play,
    /// It has ended.
    Over,
    /// Nobody bid: the cards are gathered.
    Void,
}

/// A deal.
#[derive(Clone, Debug)]
pub(super) struct InPlay {
    pub(super) phase: Phase,
    /// The shuffled pack in the order in which it is drawn; what is left over is the kitty.
    pub(super) pack: Arc<[Card]>,
    /// How many of its cards the seats draw.
    pub(super) to_hands: usize,
    /// How many have been drawn.
    pub(super) drawn: usize,
    pub(super) hands: Vec<Hand>,
    /// Cards that everybody knows to be in a hand, and that have not left it: bids, cards taken
    /// back, cards that beat a group, the own copy of who called the other one.
    pub(super) shown: Vec<Hand>,
    /// Those of the maker's that were shown since burying; of the others nobody else knows whether
    /// they are buried.
    pub(super) shown_since: Hand,
    pub(super) bidding: Bidding,
    /// Seats that have passed in the final round since the last bid, as bits.
    pub(super) passed: u16,
    /// What seats did in the final round.
    pub(super) auction: Vec<SeatActed>,
    pub(super) trump: Option<Trump>,
    /// The cards that are trumps, which follow from it.
    pub(super) ranking: Ranking,
    pub(super) maker: Option<Seat>,
    pub(super) buried: Hand,
    pub(super) calls: Vec<CalledFriend>,
    pub(super) trick: Trick,
    /// The lead of the trick, and what has been played to it, by place.
    pub(super) lead: Option<Lead>,
    pub(super) laid: Vec<Hand>,
    /// Ended tricks.
    pub(super) tricks: u32,
    /// Cards of ended tricks.
    pub(super) played: Hand,
    /// Cards in each pile, and the scoring ones of them, which lie face up (ZP-4.18).
    pub(super) pile_sizes: Vec<u8>,
    pub(super) piles: Vec<Hand>,
    /// Card points charged for withdrawn cards (ZP-5.4).
    pub(super) penalties: Vec<u32>,
    /// Suits that each seat has shown to hold no more: bits 0 to 3 plain, bit 4 trumps.
    pub(super) voids: Vec<u8>,
    /// Plays of each seat.
    pub(super) plays: Vec<u32>,
}

impl State {
    /// A match before its first deal.
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            stage: Stage::Deal,
            standings: Standings::new(rules.seats),
            starter: None,
            last_maker: None,
            deals_played: 0,
            in_play: None,
            last_deal: None,
            match_end: None,
        }
    }

    /// The deal in play.
    pub(super) fn deal(&self) -> &InPlay {
        self.in_play.as_ref().expect("a deal is in play")
    }

    /// The deal in play, to be changed.
    pub(super) fn deal_mut(&mut self) -> &mut InPlay {
        self.in_play.as_mut().expect("a deal is in play")
    }

    /// Writes everything that the rules depend on.
    pub(super) fn write(&self, canonical: &mut Canonical) {
        canonical.byte(self.stage as u8);
        for &points in &self.standings.points {
            canonical.number(u64::from(points));
        }
        self.standings.active.iter().for_each(|&active| canonical.flag(active));
        canonical.seat(self.starter);
        canonical.seat(self.last_maker);
        canonical.number(u64::from(self.deals_played));
        canonical.flag(self.in_play.is_some());
        if let Some(deal) = &self.in_play {
            deal.write(canonical);
        }
        canonical.flag(self.match_end.is_some());
    }
}

impl InPlay {
    /// A deal of a shuffled pack before the first card is drawn.
    pub(super) fn new(rules: &Rules, pack: Arc<[Card]>, starter: Seat) -> Self {
        let seats = usize::from(rules.seats);
        Self {
            phase: Phase::Draw,
            pack,
            to_hands: seats * usize::from(rules.equipment.hand),
            drawn: 0,
            hands: vec![Hand::default(); seats],
            shown: vec![Hand::default(); seats],
            shown_since: Hand::default(),
            bidding: Bidding::default(),
            passed: 0,
            auction: Vec::new(),
            trump: None,
            ranking: Ranking::default(),
            maker: None,
            buried: Hand::default(),
            calls: Vec::new(),
            trick: Trick::new(starter),
            lead: None,
            laid: Vec::new(),
            tricks: 0,
            played: Hand::default(),
            pile_sizes: vec![0; seats],
            piles: vec![Hand::default(); seats],
            penalties: vec![0; seats],
            voids: vec![0; seats],
            plays: vec![0; seats],
        }
    }

    /// What is left of a deal in which nobody bid: what was said.
    pub(super) fn void(rules: &Rules, starter: Seat, auction: Vec<SeatActed>) -> Self {
        let mut deal = Self::new(rules, Arc::default(), starter);
        deal.to_hands = 0;
        deal.phase = Phase::Void;
        deal.auction = auction;
        deal
    }

    /// Cards that have yet to be drawn.
    pub(super) fn stock(&self) -> usize {
        self.to_hands - self.drawn
    }

    /// The kitty.
    pub(super) fn kitty(&self) -> &[Card] {
        &self.pack[self.to_hands..]
    }

    /// The hand of a seat.
    pub(super) fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// It is known what is trump: only cards that the packs hold are.
    pub(super) fn set_trump(&mut self, rules: &Rules, trump: Trump) {
        let whole: Hand = rules.equipment.pack().into_iter().collect();
        let faces = faces_by_suit().into_iter().rev().filter(|&card| whole.count(card) > 0);
        self.trump = Some(trump);
        self.ranking = ranking(&TrumpOrder::new(rules, trump), faces);
    }

    /// The order of the cards, once there is a trump.
    pub(super) fn order(&self, rules: &Rules) -> TrumpOrder {
        TrumpOrder::new(rules, self.trump.expect("the trump is known"))
    }

    /// The maker's team as it is known, as bits.
    pub(super) fn team(&self) -> u16 {
        self.maker.map_or(0, |maker| team(maker, &self.calls))
    }

    /// Card points that each seat has captured.
    pub(super) fn captured(&self) -> Vec<u32> {
        self.piles.iter().map(points).collect()
    }

    /// The seat whose turn it is in the trick.
    pub(super) fn turn(&self, rules: &Rules) -> Seat {
        let played = u8::try_from(self.trick.plays.len()).expect("a play a seat");
        back(self.trick.leader, played, rules.seats)
    }

    fn write(&self, canonical: &mut Canonical) {
        canonical.byte(self.phase as u8);
        canonical.cards(self.pack.iter().copied());
        canonical.number(self.to_hands as u64);
        canonical.number(self.drawn as u64);
        let hands = self.hands.iter().chain(&self.shown).chain(&self.laid).chain(&self.piles);
        for cards in hands.chain([&self.buried, &self.played]) {
            canonical.hand(cards);
        }
        for bid in [self.bidding.standing, self.bidding.challenge] {
            write_bid(bid, canonical);
        }
        canonical.number(u64::from(self.passed));
        canonical.number(self.auction.len() as u64);
        canonical.byte(self.trump.map_or(u8::MAX, |trump| trump.suit));
        canonical.byte(self.trump.and_then(|trump| trump.rank).unwrap_or(u8::MAX));
        canonical.seat(self.maker);
        for called in &self.calls {
            if let Named::Face(card) = called.call.card {
                canonical.byte(card.0);
            }
            canonical.byte(called.call.copy.unwrap_or(0));
            canonical.byte(called.played);
            canonical.seat(called.met_by);
        }
        canonical.byte(self.trick.leader.0);
        canonical.number(self.trick.plays.len() as u64);
        canonical.number(u64::from(self.tricks));
        canonical.bytes(&self.pile_sizes);
        canonical.bytes(&self.voids);
        for number in self.penalties.iter().chain(&self.plays) {
            canonical.number(u64::from(*number));
        }
    }
}

fn write_bid(bid: Option<Bid>, canonical: &mut Canonical) {
    canonical.seat(bid.map(|bid| bid.seat));
    canonical.byte(bid.map_or(u8::MAX, |bid| bid.card.0));
    canonical.byte(bid.map_or(0, |bid| bid.count));
}

/// The seat so many places counter-clockwise (ZP-1.7).
pub(super) fn back(seat: Seat, places: u8, seats: u8) -> Seat {
    seat.plus(seats - places % seats, seats)
}

/// The seat so many places on in the direction of the drawing (ZP-1.7, ZP-7.2).
pub(super) fn drawing(rules: &Rules, starter: Seat, places: usize) -> Seat {
    let places = places % usize::from(rules.seats);
    let places = u8::try_from(places).expect("fewer than seats");
    if rules.draw_anticlockwise {
        back(starter, places, rules.seats)
    } else {
        starter.plus(places, rules.seats)
    }
}

/// Card points of cards.
pub(super) fn points(cards: &Hand) -> u32 {
    cards.iter().map(card_points).sum()
}

/// The bit of an effective suit.
pub(super) fn suit_bit(suit: EffectiveSuit) -> u8 {
    match suit {
        EffectiveSuit::Plain(suit) => 1 << suit,
        EffectiveSuit::Trumps => 1 << 4,
    }
}
