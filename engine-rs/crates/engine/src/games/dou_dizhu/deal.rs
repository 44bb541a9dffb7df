//! One deal, from the first call to the last card, by rank alone.

use std::ops::ControlFlow;

use super::auction::{Auction, Call, Outcome};
use super::dealing::Dealt;
use super::plays::{Play, plays};
use super::reading::Reading;
use super::rules::Rules;
use super::scoring::{Account, Settlement, doubles, settle};
use crate::climbing::{Ranks, Round, Step};

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Calls are made (D3.1).
    Auction,
    /// The landlord may lay the hand open (D3.12.3).
    Reveal,
    /// Each player may double (D3.12.4).
    Double,
    /// Cards are played (D5).
    Play,
    /// All passed: to be dealt again (D3.6).
    Redeal,
    /// This seat ran out of cards, and its side won (D5.6, D5.7).
    Won(u8),
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Calls, in the auction.
    Call(Call),
    /// Lays the hand open, or does not.
    Reveal(bool),
    /// Doubles, or does not.
    Double(bool),
    /// Lays cards.
    Play(Play),
    /// Passes in a trick (D5.2).
    Pass,
}

/// The position of one deal; small, and copied to look ahead.
///
/// It holds every hand, so it is never shown to a player. Moves are applied without a check:
/// [`Deal::moves`] lists those that are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    hands: [Ranks; 4],
    bottom: Ranks,
    standing: Option<Reading>,
    phase: Phase,
    auction: Auction,
    round: Round,
    /// The seat asked to reveal or double.
    asked: u8,
    landlord: u8,
    doubling_plays: u8,
    revealed: bool,
    doubled: u8,
    plays: [u8; 4],
}

impl Deal {
    /// The position after the deal, with `redeals` all-pass deals in a row before it (D3.11).
    pub fn new(rules: &Rules, dealt: &Dealt, redeals: u32) -> Self {
        let seats = rules.seats.count();
        Self {
            hands: dealt.hands,
            bottom: dealt.bottom,
            standing: None,
            phase: Phase::Auction,
            auction: Auction::new(rules, dealt.first_bidder, redeals),
            round: Round::new((1 << seats) - 1, dealt.first_bidder, false),
            asked: dealt.first_bidder,
            landlord: dealt.first_bidder,
            doubling_plays: 0,
            revealed: false,
            doubled: 0,
            plays: [0; 4],
        }
    }

    /// The phase.
    #[inline]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat to act; none when the deal is over.
    #[inline]
    pub const fn to_act(&self) -> Option<u8> {
        match self.phase {
            Phase::Auction => self.auction.to_act(),
            Phase::Reveal | Phase::Double => Some(self.asked),
            Phase::Play => Some(self.round.turn()),
            Phase::Redeal | Phase::Won(_) => None,
        }
    }

    /// The cards of a seat.
    #[inline]
    pub const fn hand(&self, seat: u8) -> Ranks {
        self.hands[seat as usize]
    }

    /// The bottom cards as they were dealt; the landlord's hand has them too once there is one.
    pub const fn bottom(&self) -> Ranks {
        self.bottom
    }

    /// The auction, in progress or as it ended.
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The trick, by seats; of no meaning before the play.
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The play to beat; none for a leader and before the play.
    #[inline]
    pub const fn standing(&self) -> Option<Reading> {
        self.standing
    }

    /// The landlord; none before the auction has made one.
    pub const fn landlord(&self) -> Option<u8> {
        match self.phase {
            Phase::Auction | Phase::Redeal => None,
            Phase::Reveal | Phase::Double | Phase::Play | Phase::Won(_) => Some(self.landlord),
        }
    }

    /// Whether the landlord's hand lies open (D3.12.3).
    pub const fn is_revealed(&self) -> bool {
        self.revealed
    }

    /// Whether a seat said `double` (D3.12.4).
    pub const fn has_doubled(&self, seat: u8) -> bool {
        self.doubled >> seat & 1 == 1
    }

    /// The plays a seat has made.
    pub const fn plays_made(&self, seat: u8) -> u8 {
        self.plays[seat as usize]
    }

    /// The m of D6.7 so far, before `max_doublings` cuts it.
    pub const fn doublings(&self) -> u8 {
        self.doubling_plays + self.auction.robs() + self.revealed as u8
    }

    /// Calls `visit` with every legal move: none when the deal is over. A play comes once for
    /// each distinct set of ranks. Stops early where `visit` breaks.
    pub fn moves(
        &self,
        rules: &Rules,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.phase {
            Phase::Auction => self.auction.legal().try_for_each(|call| visit(Move::Call(call))),
            Phase::Reveal => [false, true].into_iter().try_for_each(|yes| visit(Move::Reveal(yes))),
            Phase::Double => [false, true].into_iter().try_for_each(|yes| visit(Move::Double(yes))),
            Phase::Play => {
                if self.standing.is_some() {
                    visit(Move::Pass)?;
                }
                let hand = self.hand(self.round.turn());
                plays(rules, hand, self.standing(), &mut |play| visit(Move::Play(play)))
            }
            Phase::Redeal | Phase::Won(_) => ControlFlow::Continue(()),
        }
    }

    /// Makes a move, which must be one of [`Deal::moves`]: it is not checked.
    #[inline]
    pub fn apply(&mut self, rules: &Rules, made: Move) {
        match made {
            Move::Call(call) => self.call(rules, call),
            Move::Reveal(yes) => {
                self.revealed = yes;
                self.after_reveal(rules);
            }
            Move::Double(yes) => self.double(rules, yes),
            Move::Play(play) => self.play(rules, play),
            Move::Pass => self.pass(),
        }
    }

    fn call(&mut self, rules: &Rules, call: Call) {
        self.auction.apply(call);
        match self.auction.outcome() {
            None => {}
            Some(Outcome::Redeal) => self.phase = Phase::Redeal,
            Some(Outcome::Won { landlord, .. }) => {
                self.landlord = landlord;
                let hand = &mut self.hands[usize::from(landlord)];
                *hand = *hand + self.bottom;
                if rules.landlord_reveal {
                    self.phase = Phase::Reveal;
                    self.asked = landlord;
                } else {
                    self.after_reveal(rules);
                }
            }
        }
    }

    fn after_reveal(&mut self, rules: &Rules) {
        let seats = rules.seats.count();
        if rules.personal_double {
            self.phase = Phase::Double;
            self.asked = (self.landlord + 1) % seats;
        } else {
            self.begin_play(seats);
        }
    }

    fn double(&mut self, rules: &Rules, yes: bool) {
        self.doubled |= u8::from(yes) << self.asked;
        let seats = rules.seats.count();
        if self.asked == self.landlord {
            self.begin_play(seats);
        } else {
            self.asked = (self.asked + 1) % seats;
        }
    }

    fn begin_play(&mut self, seats: u8) {
        self.phase = Phase::Play;
        self.round = Round::new((1 << seats) - 1, self.landlord, false);
    }

    /// [`Deal::apply`] for [`Move::Pass`].
    #[inline]
    pub fn pass(&mut self) {
        if let Step::Taken { .. } = self.round.pass() {
            self.standing = None;
        }
    }

    /// [`Deal::apply`] for [`Move::Play`].
    #[inline]
    pub fn play(&mut self, rules: &Rules, play: Play) {
        let seat = self.round.turn();
        let hand = &mut self.hands[usize::from(seat)];
        *hand = *hand - play.set;
        let goes_out = hand.is_empty();
        self.plays[usize::from(seat)] += 1;
        self.doubling_plays += u8::from(doubles(rules, play.reading));
        self.standing = Some(play.reading);
        if goes_out {
            self.phase = Phase::Won(seat);
        } else {
            self.round.play(false);
        }
    }

    /// What the deal depends on for its payment; none unless it was played out.
    pub fn account(&self) -> Option<Account> {
        let Phase::Won(winner) = self.phase else {
            return None;
        };
        Some(Account {
            landlord: self.landlord,
            bid: self.auction.bid(),
            landlord_wins: winner == self.landlord,
            doubling_plays: self.doubling_plays,
            robs: self.auction.robs(),
            revealed: self.revealed,
            doubled: self.doubled,
            plays: self.plays,
        })
    }

    /// What the deal pays (D6); none unless it was played out.
    pub fn settle(&self, rules: &Rules) -> Option<Settlement> {
        self.account().map(|account| settle(rules, &account))
    }
}
