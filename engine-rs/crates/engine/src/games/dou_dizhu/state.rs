//! A match at one moment.

use std::sync::Arc;

use super::deal::{Deal, Move, Phase};
use super::dealing::Dealt;
use super::faces::{ranks_of, sorted};
use super::moves::Moves;
use super::rules::Rules;
use crate::action::Named;
use crate::cards::{Card, Hand};
use crate::climbing::write_trick;
use crate::event::{DealEnd, MatchEnd, SeatActed};
use crate::game::Stage;
use crate::hash::Canonical;
use crate::notation::print_action;
use crate::seat::Seat;
use crate::view::Trick;

/// A match at one moment: what is carried over from deal to deal, and the deal in play.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) stage: Stage,
    pub(super) totals: [i64; 4],
    /// Dealer of the deal in play, or of the last one.
    pub(super) dealer: Option<Seat>,
    /// Dealer of the next deal; nobody before the first, for which one is drawn (D2.1).
    pub(super) next_dealer: Option<Seat>,
    /// Who ran out of cards in the last deal that was played out (D2.8).
    pub(super) previous_winner: Option<Seat>,
    /// All-pass deals in a row (D3.11).
    pub(super) redeals: u32,
    /// Deals played out in this match (D5.13).
    pub(super) deals_played: u32,
    /// Bit `i`: seat `i` goes on with another deal (D5.13).
    pub(super) agreed: u8,
    /// The calls of the auction, also while its cards are gathered again (D3.6).
    pub(super) calls: Arc<Vec<SeatActed>>,
    /// The deal in play, or the last one as it ended; none once its cards are gathered.
    pub(super) in_play: Option<InPlay>,
    pub(super) last_deal: Option<Arc<DealEnd>>,
    pub(super) match_end: Option<Arc<MatchEnd>>,
}

/// A deal with its suits: beside the position of the core, which decides every rule, what only
/// lies on the table.
#[derive(Clone, Debug)]
pub(super) struct InPlay {
    pub(super) core: Deal,
    pub(super) hands: [Hand; 4],
    /// The bottom cards as they were dealt.
    pub(super) bottom: Hand,
    /// The card turned face up and who drew it (D2.3), also once it has been played.
    pub(super) faceup: Option<(Card, Seat)>,
    /// What each seat has played in this deal.
    pub(super) played: [Hand; 4],
    /// Every move of the deal, so that it can be made again with other hidden cards.
    pub(super) moves: Moves,
    /// The trick on the table.
    pub(super) trick: Trick,
    /// Tricks that ended.
    pub(super) tricks: u32,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Deal,
            totals: [0; 4],
            dealer: None,
            next_dealer: None,
            previous_winner: None,
            redeals: 0,
            deals_played: 0,
            agreed: 0,
            calls: Arc::default(),
            in_play: None,
            last_deal: None,
            match_end: None,
        }
    }

    /// The deal in play; there is one whenever cards are asked for.
    pub(super) fn deal(&self) -> &InPlay {
        self.in_play.as_ref().expect("a deal is in play")
    }

    /// The state's canonical bytes.
    pub(super) fn write(&self, canonical: &mut Canonical) {
        canonical.byte(self.stage as u8);
        self.totals.iter().for_each(|&total| canonical.money(total));
        for seat in [self.dealer, self.next_dealer, self.previous_winner] {
            canonical.seat(seat);
        }
        canonical.number(u64::from(self.redeals));
        canonical.number(u64::from(self.deals_played));
        canonical.byte(self.agreed);
        canonical.number(self.calls.len() as u64);
        for call in self.calls.iter() {
            canonical.byte(call.seat.0);
            canonical.text(&print_action(&crate::cards::french::FRENCH, &call.action));
        }
        canonical.flag(self.in_play.is_some());
        if let Some(deal) = &self.in_play {
            deal.write(canonical);
        }
        canonical.flag(self.match_end.is_some());
    }
}

impl InPlay {
    /// A deal before its first call. After so many all-pass deals in a row.
    pub(super) fn new(
        rules: &Rules,
        hands: &[Hand; 4],
        bottom: Hand,
        faceup: Option<(Card, Seat)>,
        first_bidder: Seat,
        redeals: u32,
    ) -> Self {
        let dealt = Dealt {
            hands: hands.each_ref().map(ranks_of),
            bottom: ranks_of(&bottom),
            first_bidder: first_bidder.0,
        };
        Self {
            core: Deal::new(rules, &dealt, redeals),
            hands: *hands,
            bottom,
            faceup,
            played: [Hand::default(); 4],
            moves: Moves::default(),
            trick: Trick::new(first_bidder),
            tricks: 0,
        }
    }

    /// The landlord, once there is one.
    pub(super) fn landlord(&self) -> Option<Seat> {
        self.core.landlord().map(Seat)
    }

    /// The card turned face up and who holds it, until that seat has played such a card
    /// (D2.6.7).
    pub(super) fn faceup_held(&self) -> Option<(Card, Seat)> {
        self.faceup.filter(|&(card, seat)| self.played[seat.index()].count(card) == 0)
    }

    /// The deal was played out.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.core.phase(), Phase::Won(_))
    }

    /// The cards of the ended tricks, sorted.
    pub(super) fn ended_tricks(&self) -> Vec<Card> {
        let mut ended: Hand = self.played.iter().flat_map(Hand::iter).collect();
        let on_table = self.trick.plays.iter().filter_map(|(_, combination)| combination.as_ref());
        for card in on_table.flat_map(|combination| &combination.cards) {
            let Named::Face(card) = card else { unreachable!("cards on the table have faces") };
            ended.remove(*card);
        }
        sorted(&ended)
    }

    /// Makes a move in the core and holds the suited hands against it.
    pub(super) fn advance(&mut self, rules: &Rules, made: Move) {
        self.core.apply(rules, made);
        self.moves.push(made);
    }

    /// The core and the hands with suits hold the same cards.
    pub(super) fn check_hand(&self, seat: Seat) {
        let (ranks, hand) = (self.core.hand(seat.0), &self.hands[seat.index()]);
        assert_eq!(ranks, ranks_of(hand), "core and suited hand differ");
    }

    fn write(&self, canonical: &mut Canonical) {
        for hand in self.hands.iter().chain(&self.played).chain([&self.bottom]) {
            canonical.hand(hand);
        }
        let (card, seat) = self.faceup.unwrap_or((Card(u8::MAX), Seat(u8::MAX)));
        canonical.byte(card.0);
        canonical.byte(seat.0);
        canonical.byte(self.core.auction().first_bidder());
        canonical.flag(self.core.is_revealed());
        for seat in Seat::all(4) {
            canonical.flag(self.core.has_doubled(seat.0));
            canonical.byte(self.core.plays_made(seat.0));
        }
        canonical.byte(self.core.to_act().unwrap_or(u8::MAX));
        canonical.byte(self.core.landlord().unwrap_or(u8::MAX));
        canonical.byte(self.core.doublings());
        write_trick(&self.trick, self.tricks, canonical);
    }
}
