//! Which cards a hand may play (HM-4.3 to HM-4.9).

use super::order::{Trumps, suit};
use crate::cards::Card;
use crate::error::Reason;

/// What legality depends on beside the hand.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The trumps.
    pub trumps: Trumps,
    /// The card led; none for the leader.
    pub led: Option<Card>,
    /// A Meri trick came before (HM-3.1).
    pub closed: bool,
    /// It is the opening lead (HM-4.3).
    pub opening: bool,
    /// The Sun is, and was from the opening lead on, the only trump of the hand (HM-4.8).
    pub lone_sun: bool,
}

/// A duty: the cards that fulfil it, and who asks for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duty {
    pub(super) reason: Reason,
    pub(super) rule: &'static str,
    fulfils: fn(Trumps, Card, Option<Card>) -> bool,
}

const OPEN_PLAIN: Duty = Duty {
    reason: Reason::TrumpNotAllowed,
    rule: "HM-4.3",
    fulfils: |trumps, card, _| !trumps.has(card),
};
const GIVE_TRUMP: Duty = Duty {
    reason: Reason::MustPlayTrump,
    rule: "HM-4.7",
    fulfils: |trumps, card, _| trumps.has(card),
};
const FOLLOW_OR_TRUMP: Duty = Duty {
    reason: Reason::MustFollowSuit,
    rule: "HM-4.9",
    fulfils: |trumps, card, led| trumps.has(card) || led.is_some_and(|led| suit(card) == suit(led)),
};

impl Turn {
    /// The duty of a hand, where it has one.
    pub(super) fn duty(self, hand: &[Card]) -> Option<Duty> {
        let trumps = self.trumps;
        match self.led {
            None if self.opening => {
                hand.iter().any(|&card| !trumps.has(card)).then_some(OPEN_PLAIN)
            }
            None => None,
            Some(led) if trumps.has(led) => {
                let gives = !self.lone_sun && hand.iter().any(|&card| trumps.has(card));
                gives.then_some(GIVE_TRUMP)
            }
            Some(led) => {
                let follows = |card: Card| suit(card) == suit(led) && !trumps.has(card);
                let can_follow = hand.iter().any(|&card| follows(card));
                (self.closed && can_follow).then_some(FOLLOW_OR_TRUMP)
            }
        }
    }

    /// The cards of a hand that may be played, in its order.
    pub fn playable(self, hand: &[Card]) -> Vec<Card> {
        let duty = self.duty(hand);
        let may = |card: &Card| duty.is_none_or(|duty| duty.met_by(self, *card));
        hand.iter().copied().filter(may).collect()
    }
}

impl Duty {
    /// A card fulfils it.
    pub(super) fn met_by(&self, turn: Turn, card: Card) -> bool {
        (self.fulfils)(turn.trumps, card, turn.led)
    }
}

/// What the receiver may discard of ten cards: anything but trumps, unless all are (HM-2.10).
pub fn discards(trumps: Trumps, hand: &[Card]) -> Vec<Card> {
    let plain: Vec<Card> = hand.iter().copied().filter(|&card| !trumps.has(card)).collect();
    if plain.is_empty() { hand.to_vec() } else { plain }
}
