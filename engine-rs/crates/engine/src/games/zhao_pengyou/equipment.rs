//! What the number of seats needs (ZP-1.2, ZP-3.9, ZP-7.8).

use super::rules::Rules;
use crate::cards::Card;
use crate::cards::french::{BLACK_JOKER, RED_JOKER};

/// Packs, jokers, hands and teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// Packs of 52.
    pub packs: u8,
    /// Red jokers.
    pub red_jokers: u8,
    /// Black jokers.
    pub black_jokers: u8,
    /// Cards of a hand.
    pub hand: u8,
    /// Cards that the maker calls.
    pub calls: u8,
}

/// By the number of seats, from 5: packs, red and black jokers, hand, calls.
const TABLE: [[u8; 5]; 8] = [
    [2, 2, 2, 20, 1],
    [2, 2, 2, 17, 2],
    [2, 0, 0, 14, 2],
    [3, 2, 0, 19, 3],
    [3, 3, 0, 17, 3],
    [3, 0, 0, 15, 4],
    [3, 2, 2, 14, 4],
    [4, 2, 0, 17, 5],
];

impl Equipment {
    /// What so many seats need; with `full_jokers` one joker of each colour a pack.
    pub fn of(seats: u8, full_jokers: bool) -> Self {
        let row = TABLE[usize::from(seats - Rules::SEATS_MIN)];
        let [packs, red_jokers, black_jokers, hand, calls] = row;
        let (red_jokers, black_jokers) =
            if full_jokers { (packs, packs) } else { (red_jokers, black_jokers) };
        Self { packs, red_jokers, black_jokers, hand, calls }
    }

    /// Cards in all.
    pub fn total(&self) -> u16 {
        52 * u16::from(self.packs) + u16::from(self.red_jokers) + u16::from(self.black_jokers)
    }

    /// Cards that nobody draws: what is left over (ZP-1.3).
    pub fn kitty(&self, seats: u8) -> u8 {
        let left = self.total() - u16::from(seats) * u16::from(self.hand);
        u8::try_from(left).expect("a kitty is a few cards")
    }

    /// Most members of the maker's team (ZP-3.9).
    pub fn team_max(&self) -> u8 {
        self.calls + 1
    }

    /// Card points of all cards (ZP-1.5).
    pub fn points(&self) -> u32 {
        100 * u32::from(self.packs)
    }

    /// The canonical pack (ZP-2.4): pack by pack, in each spades, hearts, diamonds, clubs, in a
    /// suit 2 to A; then all red, then all black jokers.
    pub fn pack(&self) -> Vec<Card> {
        let mut cards = Vec::with_capacity(usize::from(self.total()));
        for _ in 0..self.packs {
            for suit in SUIT_ORDER {
                cards.extend((0..13).map(|step| card(rank_at(step), suit)));
            }
        }
        cards.extend(std::iter::repeat_n(RED_JOKER, usize::from(self.red_jokers)));
        cards.extend(std::iter::repeat_n(BLACK_JOKER, usize::from(self.black_jokers)));
        cards
    }
}

/// The suits in the order of ZP-1.13: spades, hearts, diamonds, clubs.
pub(super) const SUIT_ORDER: [u8; 4] = [3, 2, 1, 0];

/// The rank that stands so many steps above 2.
pub(super) const fn rank_at(step: u8) -> u8 {
    (step + 12) % 13
}

/// How many steps a rank stands above 2: 0 for 2, 12 for A.
pub(super) const fn step_of(rank: u8) -> u8 {
    (rank + 1) % 13
}

/// The card of a rank and a suit.
pub(super) const fn card(rank: u8, suit: u8) -> Card {
    Card(4 * rank + suit)
}
