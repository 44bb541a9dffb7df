//! Shuffling and dealing.

use super::rules::{FirstBidder, Rules};
use crate::climbing::Ranks;
use crate::rng::DealRng;

/// The card that was turned face up (D2.3), known to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// Its id (D2.6.1).
    pub card: u8,
    /// Its place in the pack, p (D2.6.5).
    pub place: u8,
    /// Who drew it.
    pub seat: u8,
}

/// A pack ready to be drawn from (D2.6): cards by their ids, suits included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shuffled {
    cards: [u8; Shuffled::CARDS_MAX],
    /// The number of cards.
    size: u8,
    /// Where the pack was cut, c (D2.6.3).
    pub cut: u8,
    /// The card turned face up; none where the rules do without (D2.8).
    pub shown: Option<Shown>,
    /// Who opens the auction (D2.6.7, D2.8).
    pub first_bidder: u8,
}

/// A deal by rank alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dealt {
    /// The hands by seat; with three players the fourth is empty.
    pub hands: [Ranks; 4],
    /// The bottom cards (D2.5).
    pub bottom: Ranks,
    /// Who opens the auction.
    pub first_bidder: u8,
}

/// The rank of the card with this id (D2.6.1).
#[inline]
pub const fn rank_of(card: u8) -> u8 {
    match card % 54 {
        52 => Rules::BLACK_JOKER,
        53 => Rules::RED_JOKER,
        suited => suited / 4,
    }
}

impl Shuffled {
    /// Two packs (D1.1).
    pub const CARDS_MAX: usize = 108;

    /// The ids of the cards, the top one first.
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.size)]
    }
}

/// Shuffles, cuts, and turns up a card, drawing from `rng` in the order of D2.9.
///
/// `previous_winner` is who ran out of cards in the last deal that was played out, and matters
/// only under that value of `first_bidder` (D2.8).
#[inline]
pub fn shuffle(
    rules: &Rules,
    dealer: u8,
    previous_winner: Option<u8>,
    rng: &mut DealRng,
) -> Shuffled {
    let seats = rules.seats.count();
    assert!(dealer < seats, "no such seat");
    let size = rules.pack_size();
    let mut pack = IDS;
    let deck = &mut pack[..usize::from(size)];
    rng.shuffle(deck);
    let cut = 1 + draw(rng, size - 1);
    deck.rotate_left(usize::from(cut));
    let (shown, first_bidder) = match (rules.first_bidder, previous_winner) {
        (FirstBidder::Faceup, _) => {
            let place = draw(rng, seats * rules.hand_size());
            // Taking the top card out and putting it back so far down moves those between up.
            deck[..=usize::from(place)].rotate_left(1);
            let seat = (dealer + place) % seats;
            (Some(Shown { card: deck[usize::from(place)], place, seat }), seat)
        }
        (FirstBidder::PreviousWinner, Some(winner)) => (None, winner),
        (FirstBidder::PreviousWinner, None) | (FirstBidder::Random, _) => (None, draw(rng, seats)),
    };
    Shuffled { cards: pack, size, cut, shown, first_bidder }
}

/// A whole number below `bound`.
#[expect(clippy::cast_possible_truncation, reason = "it is below a bound that fits")]
fn draw(rng: &mut DealRng, bound: u8) -> u8 {
    rng.below(u32::from(bound)) as u8
}

/// The ids of two packs in order (D2.6.1); one pack is the first half.
const IDS: [u8; Shuffled::CARDS_MAX] = {
    let mut ids = [0; Shuffled::CARDS_MAX];
    let mut id: u8 = 0;
    while (id as usize) < ids.len() {
        ids[id as usize] = id;
        id += 1;
    }
    ids
};

/// Shuffles as [`shuffle`] does and deals one card at a time, the dealer first (D2.4, D2.6.6).
#[inline]
pub fn deal_ranks(
    rules: &Rules,
    dealer: u8,
    previous_winner: Option<u8>,
    rng: &mut DealRng,
) -> Dealt {
    let shuffled = shuffle(rules, dealer, previous_winner, rng);
    let seats = usize::from(rules.seats.count());
    let (drawn, left) = shuffled.cards().split_at(seats * usize::from(rules.hand_size()));
    let mut hands = [Ranks::EMPTY; 4];
    let mut seat = usize::from(dealer);
    for &card in drawn {
        hands[seat] = hands[seat] + Ranks::of(rank_of(card), 1);
        seat = if seat + 1 == seats { 0 } else { seat + 1 };
    }
    let bottom = left.iter().fold(Ranks::EMPTY, |sum, &card| sum + Ranks::of(rank_of(card), 1));
    Dealt { hands, bottom, first_bidder: shuffled.first_bidder }
}
