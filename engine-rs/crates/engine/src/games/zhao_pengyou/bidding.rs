//! Bids, challenges and their answers (ZP-2.6 to ZP-2.12, ZP-2.16, ZP-2.17).

use super::levels::Standings;
use super::rules::Rules;
use crate::cards::Card;
use crate::cards::french::FRENCH;
use crate::error::{Reason, RuleError};
use crate::seat::Seat;

/// Identical cards that a seat shows for a bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bid {
    /// The bidder.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// How many.
    pub count: u8,
}

/// The bid that stands, and the one that would overturn it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bidding {
    /// The bid that stands.
    pub standing: Option<Bid>,
    /// A bid that the holder has yet to answer.
    pub challenge: Option<Bid>,
}

impl Bidding {
    /// Who holds the bidding.
    pub fn holder(&self) -> Option<Seat> {
        self.standing.map(|bid| bid.seat)
    }

    /// Who must answer a challenge.
    pub fn challenged(&self) -> Option<Seat> {
        self.challenge.and(self.holder())
    }

    /// Whether a bid of these cards is admitted; who holds them is not looked at.
    ///
    /// # Errors
    /// `CHALLENGE_OPEN`, `OWN_BID_STANDS`, `NO_SUCH_BID` and `BID_TOO_LOW`, in this order.
    pub fn check(
        &self,
        rules: &Rules,
        standings: &Standings,
        seat: Seat,
        cards: &[Card],
    ) -> Result<Bid, RuleError> {
        if self.challenge.is_some() {
            return Err(RuleError::new(Reason::ChallengeOpen, "ZP-2.16"));
        }
        if self.holder() == Some(seat) {
            return Err(RuleError::new(Reason::OwnBidStands, "ZP-2.8"));
        }
        let (Some(&card), Ok(count)) = (cards.first(), u8::try_from(cards.len())) else {
            return Err(RuleError::new(Reason::NoSuchBid, "ZP-2.7"));
        };
        let face = FRENCH.face(card);
        let identical = cards.iter().all(|&other| other == card);
        if !identical || face.suit.is_none() || !may_bid_rank(rules, standings, seat, face.rank) {
            let rule = if rules.any_level { "ZP-7.5" } else { "ZP-2.7" };
            return Err(RuleError::new(Reason::NoSuchBid, rule));
        }
        match self.standing {
            Some(standing) if count <= standing.count => {
                Err(RuleError::new(Reason::BidTooLow, "ZP-2.8").with("cards", standing.count))
            }
            _ => Ok(Bid { seat, card, count }),
        }
    }

    /// Admits a bid that was checked: it stands, or is a challenge.
    pub fn admit(&mut self, rules: &Rules, bid: Bid) {
        if self.standing.is_some() && rules.bid_defence {
            self.challenge = Some(bid);
        } else {
            self.standing = Some(bid);
        }
    }

    /// The bid that a defence needs: as many cards as the challenger's.
    pub fn defence(&self) -> Option<Bid> {
        let (standing, challenge) = (self.standing?, self.challenge?);
        Some(Bid { count: challenge.count, ..standing })
    }

    /// The holder defends.
    pub fn defend(&mut self) {
        self.standing = self.defence();
        self.challenge = None;
    }

    /// The holder yields.
    pub fn give_way(&mut self) {
        self.standing = self.challenge.take();
    }

    /// The maker at the closing (ZP-2.11, ZP-7.5); nobody where nobody bid.
    pub fn maker(&self, rules: &Rules, standings: &Standings) -> Option<Seat> {
        let bid = self.standing?;
        let rank = FRENCH.face(bid.card).rank;
        let fits = |seat: &Seat| standings.is_active(*seat) && standings.level(*seat) == rank;
        let mut seats = (0..rules.seats).map(|back| bid.seat.plus(rules.seats - back, rules.seats));
        seats.find(fits)
    }
}

/// Whether a seat may bid at all (ZP-2.2, ZP-7.5).
pub(super) fn may_bid(rules: &Rules, standings: &Standings, seat: Seat) -> bool {
    rules.any_level || standings.is_active(seat)
}

/// Whether a seat may bid with cards of a rank.
pub(super) fn may_bid_rank(rules: &Rules, standings: &Standings, seat: Seat, rank: u8) -> bool {
    if rules.any_level {
        return standings.has_level(rank);
    }
    standings.is_active(seat) && standings.level(seat) == rank
}
