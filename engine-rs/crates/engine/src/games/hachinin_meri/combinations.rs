//! Combinations: the winning trump right above the strongest trump of the other team (HM-5.2).

use super::order::{REI, ROBAI, SOTA, SUN, Trumps, UN, card, is_long};
use crate::cards::Card;

/// A combination of a winning trump and the strongest trump of the other team.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Combo {
    /// Sun over Un.
    SunUn,
    /// Un over Sota.
    UnSota,
    /// Sota over the native Robai.
    SotaRobai,
    /// The native Robai over Rei.
    RobaiRei,
    /// The second lowest numeral over the lowest: 2 over 1 in long suits, 8 over 9 in round ones.
    Numerals,
}

impl Combo {
    /// Every combination.
    pub const ALL: [Self; 5] =
        [Self::SunUn, Self::UnSota, Self::SotaRobai, Self::RobaiRei, Self::Numerals];

    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SunUn => "sun_un",
            Self::UnSota => "un_sota",
            Self::SotaRobai => "sota_robai",
            Self::RobaiRei => "robai_rei",
            Self::Numerals => "lowest_numerals",
        }
    }

    /// The winning trump and the beaten one, both of the trump suit: Tenka never stands in for the
    /// native Robai (HM-5.6).
    pub const fn cards(self, trumps: Trumps) -> (Card, Card) {
        let suit = trumps.suit;
        let (high, low) = match self {
            Self::SunUn => (SUN, UN),
            Self::UnSota => (UN, SOTA),
            Self::SotaRobai => (SOTA, ROBAI),
            Self::RobaiRei => (ROBAI, REI),
            Self::Numerals if is_long(suit) => (1, 0),
            Self::Numerals => (7, 8),
        };
        (card(suit, high), card(suit, low))
    }

    /// The combination of the winning trump and the strongest trump of the other team.
    pub fn of(trumps: Trumps, winning: Card, strongest_other: Card) -> Option<Self> {
        Self::ALL.into_iter().find(|combo| combo.cards(trumps) == (winning, strongest_other))
    }

    /// The native Robai is one of its cards.
    pub const fn concerns_robai(self) -> bool {
        matches!(self, Self::SotaRobai | Self::RobaiRei)
    }
}
