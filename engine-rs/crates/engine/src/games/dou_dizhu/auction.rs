//! The auction, of all three kinds.

use super::rules::{AuctionKind, Rules};

/// What a player says in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// Nothing.
    Pass,
    /// A bid of 1, 2 or 3 (D3.2).
    Bid(u8),
    /// 叫地主, the first to want to be the landlord (D3.10.1).
    Call,
    /// 抢地主, to take it over, at the price of a doubling (D3.10.2).
    Rob,
}

/// Why a call is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum CallRefusal {
    /// The auction is over.
    #[error("the auction is over")]
    Over,
    /// The words of this kind of auction are others (D3.2, D3.10).
    #[error("no call of this kind of auction")]
    NotInThisAuction,
    /// A bid must be 1, 2 or 3 (D3.2).
    #[error("a bid is 1, 2 or 3")]
    NoSuchBid,
    /// A bid must exceed the highest so far (D3.2).
    #[error("a bid must exceed the highest so far")]
    BidTooLow,
    /// After so many redeals the first bidder must open (D3.11).
    #[error("the first bidder must open after so many redeals")]
    MustOpen,
    /// `call` before anybody called, `rob` after it, is the only word beside `pass` (D3.10).
    #[error("not the word that is asked for now")]
    NotAsked,
}

/// How an auction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All passed: nobody pays, and the cards are dealt again (D3.6).
    Redeal,
    /// There is a landlord (D3.7).
    Won {
        /// The landlord's seat.
        landlord: u8,
        /// The bid, 1 to 3; with `call_rob` it is 1 (D3.10.4).
        bid: u8,
        /// How many robbed, each a doubling (D3.10.4, D6.7); 0 in the other kinds.
        robs: u8,
    },
}

/// An auction in progress or ended; small and copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Auction {
    kind: AuctionKind,
    seats: u8,
    first: u8,
    must_open: bool,
    /// The seat to call, while there is no outcome.
    turn: u8,
    calls: u8,
    /// The bid that stands, 0 for none; 1 once somebody called.
    bid: u8,
    /// The last bidder, caller or robber: the landlord if nothing follows.
    holder: u8,
    /// The first to say `call`.
    caller: u8,
    robs: u8,
    passes_since_bid: u8,
    outcome: Option<Outcome>,
}

impl Auction {
    /// The most calls of any auction (D3.8).
    pub const CALLS_MAX: usize = 10;

    /// The auction that `first_bidder` opens, after `redeals` all-pass deals in a row (D3.11).
    pub fn new(rules: &Rules, first_bidder: u8, redeals: u32) -> Self {
        let seats = rules.seats.count();
        assert!(first_bidder < seats, "no such seat");
        Self {
            kind: rules.auction,
            seats,
            first: first_bidder,
            must_open: rules.max_redeals > 0 && redeals >= u32::from(rules.max_redeals),
            turn: first_bidder,
            calls: 0,
            bid: 0,
            holder: first_bidder,
            caller: first_bidder,
            robs: 0,
            passes_since_bid: 0,
            outcome: None,
        }
    }

    /// The seat to call; none once the auction is over.
    pub const fn to_act(&self) -> Option<u8> {
        if self.outcome.is_none() { Some(self.turn) } else { None }
    }

    /// How it ended; none while it is open.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The seat that opened.
    pub const fn first_bidder(&self) -> u8 {
        self.first
    }

    /// The highest bid so far, 0 for none; with `call_rob` 1 once somebody called.
    pub const fn bid(&self) -> u8 {
        self.bid
    }

    /// Who would be the landlord if nobody said more; none before a bid or call.
    pub const fn holder(&self) -> Option<u8> {
        if self.bid == 0 { None } else { Some(self.holder) }
    }

    /// How often somebody robbed (D3.10).
    pub const fn robs(&self) -> u8 {
        self.robs
    }

    /// Whether the seat to call may not pass (D3.11).
    pub const fn must_open(&self) -> bool {
        self.must_open && self.calls == 0
    }

    /// The calls that are allowed now, in the order of their strength; none once it is over.
    pub fn legal(&self) -> impl Iterator<Item = Call> + use<> {
        const ALL: [Call; 6] =
            [Call::Pass, Call::Bid(1), Call::Bid(2), Call::Bid(3), Call::Call, Call::Rob];
        let auction = *self;
        ALL.into_iter().filter(move |&call| auction.check(call).is_ok())
    }

    /// Whether the seat to act may say `call`.
    pub fn check(&self, call: Call) -> Result<(), CallRefusal> {
        if self.outcome.is_some() {
            return Err(CallRefusal::Over);
        }
        let robbing = self.kind == AuctionKind::CallRob;
        match call {
            Call::Pass if self.must_open() => Err(CallRefusal::MustOpen),
            Call::Bid(_) if robbing => Err(CallRefusal::NotInThisAuction),
            Call::Bid(bid) if !(1..=3).contains(&bid) => Err(CallRefusal::NoSuchBid),
            Call::Bid(bid) if bid <= self.bid => Err(CallRefusal::BidTooLow),
            Call::Call | Call::Rob if !robbing => Err(CallRefusal::NotInThisAuction),
            Call::Call if self.bid != 0 => Err(CallRefusal::NotAsked),
            Call::Rob if self.bid == 0 => Err(CallRefusal::NotAsked),
            Call::Pass | Call::Bid(_) | Call::Call | Call::Rob => Ok(()),
        }
    }

    /// Makes a call that [`Auction::check`] allows.
    pub fn apply(&mut self, call: Call) {
        let seat = self.turn;
        self.calls += 1;
        match call {
            Call::Pass => self.passes_since_bid += 1,
            Call::Bid(bid) => self.take(seat, bid),
            Call::Call => {
                self.caller = seat;
                self.take(seat, 1);
            }
            Call::Rob => {
                self.robs += 1;
                self.take(seat, 1);
            }
        }
        self.turn = (seat + 1) % self.seats;
        if self.bid == 0 {
            if self.calls == self.seats {
                self.outcome = Some(Outcome::Redeal);
            }
        } else if self.is_over() {
            let (landlord, bid, robs) = (self.holder, self.bid, self.robs);
            self.outcome = Some(Outcome::Won { landlord, bid, robs });
        }
    }

    fn take(&mut self, seat: u8, bid: u8) {
        self.bid = bid;
        self.holder = seat;
        self.passes_since_bid = 0;
    }

    /// Whether the last call ended an auction with a bid; moves the turn to the caller where
    /// robbing back is next (D3.10.3).
    fn is_over(&mut self) -> bool {
        match self.kind {
            AuctionKind::Bid123 => self.bid == 3 || self.passes_since_bid == self.seats - 1,
            AuctionKind::BidOnce => self.bid == 3 || self.calls == self.seats,
            AuctionKind::CallRob => {
                // Everybody speaks once before the caller may rob back, so that the number of
                // calls tells the stage.
                if self.calls < self.seats {
                    return false;
                }
                self.turn = self.caller;
                self.calls > self.seats || self.robs == 0
            }
        }
    }
}
