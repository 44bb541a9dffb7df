//! The options of a match, as types.

use crate::game::Direction;
use crate::seat::Seat;

/// The options of a match (section 7 of the rules).
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, by its name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Deals of a match (HM-7.2).
    pub deals: u8,
    /// Who deals first; nobody: it is drawn by lot (HM-7.3).
    pub first_dealer: Option<Seat>,
    /// Everything goes to the right (HM-7.4).
    pub counterclockwise: bool,
    /// The winner of the eighth trick supplies the led suit of the ninth, not the dealer (HM-7.5).
    pub trick8_winner_supplies: bool,
    /// Trumps of Monchi tricks are played face up (HM-7.6).
    pub monchi_face_up: bool,
    /// Combinations count only before the first Meri (HM-7.7).
    pub before_first_meri: bool,
    /// A turned-up Robai counts as undeclared (HM-7.8).
    pub turned_counts: bool,
    /// An undeclared Robai raises every combination (HM-7.8).
    pub raises_all: bool,
    /// Whose only trump was the Sun may keep it (HM-7.9).
    pub lone_sun: bool,
    /// Points that a combination transfers (HM-7.10).
    pub combo_points: u8,
    /// Points that a raised one transfers (HM-7.10).
    pub combo_points_raised: u8,
    /// Equal totals are decided by one more deal (HM-7.11).
    pub extra_deal: bool,
}

impl Rules {
    /// Seats (HM-1.1).
    pub const SEATS: u8 = 8;
    /// Tricks of a deal (HM-4.1).
    pub const TRICKS: u8 = 9;
    /// Cards that are dealt to each seat (HM-1.4).
    pub const HAND: u8 = 9;

    /// Which way everything goes round (HM-1.3, HM-7.4).
    pub fn direction(&self) -> Direction {
        if self.counterclockwise { Direction::Anticlockwise } else { Direction::Clockwise }
    }

    /// The seat whose turn comes after (HM-1.3).
    pub fn next(&self, seat: Seat) -> Seat {
        seat.plus(if self.counterclockwise { Self::SEATS - 1 } else { 1 }, Self::SEATS)
    }

    /// All seats in turn, this one first.
    pub fn round_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let rules = *self;
        std::iter::successors(Some(first), move |&seat| Some(rules.next(seat)))
            .take(usize::from(Self::SEATS))
    }
}

/// Teams sit at every other seat: A at the even ones, B at the odd ones (HM-1.2).
pub(super) const fn team(seat: Seat) -> usize {
    (seat.0 % 2) as usize
}
