//! The options of a match (section 7.1 of the rules) as types.

use super::category::Category;
use crate::climbing::{RankMask, Ranks};

/// The number of players (D1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seats {
    /// One pack, hands of 17, three bottom cards.
    Three,
    /// Two packs, hands of 25, eight bottom cards.
    Four,
}

/// The kind of auction (D3.2–D3.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuctionKind {
    /// Bids of 1, 2 or 3 until all others pass (D3.2–D3.8).
    Bid123,
    /// Every player calls once (D3.9).
    BidOnce,
    /// 叫地主 and 抢地主, calling and robbing (D3.10).
    CallRob,
}

/// Who opens the auction (D2.6.7, D2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstBidder {
    /// Whoever draws the card that was turned face up.
    Faceup,
    /// A random seat.
    Random,
    /// Who ran out of cards in the last deal that was played out; random before there is one.
    PreviousWinner,
}

/// The dealer of the deal after one in which all passed (D3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedealDealer {
    /// The same seat again.
    Same,
    /// The next seat.
    Next,
}

/// Which cards may be attached to D4.9, D4.10, D4.13 and D4.14 with three players (D4.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kickers {
    /// All attached ranks differ, and at most one joker is attached.
    Distinct,
    /// What `RLCard` 1.2.0 lists.
    Rlcard,
    /// Any cards but those of a main rank.
    Loose,
}

/// Which two jokers are a pair with four players (D4.24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JokerPair {
    /// `b-b` and `r-r`.
    SameColour,
    /// `b-r` too, with the rank of `b-b`.
    AnyTwo,
}

/// The bonus for spring and anti-spring (D6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spring {
    /// None.
    Off,
    /// Payments are doubled.
    X2,
    /// Payments are tripled.
    X3,
}

/// When a match is over (D5.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchEnd {
    /// When a player stops between deals.
    Agreement,
    /// After so many deals that were played out, 1 to [`Rules::MATCH_DEALS_MAX`].
    Deals(u32),
    /// When some total is this or more, 1 to [`Rules::MATCH_TARGET_MAX`].
    Target(u32),
}

/// Every option of a match that is more than one value; small, and compared by value.
///
/// Any field may be set to any value; [`Rules::validate`] tells whether they hold together, and
/// all other functions expect rules for which it does. `quadplex_as_bomb`, `timeout_policy` and
/// `laizi` have one value each and so no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, by its name")]
pub struct Rules {
    /// The number of players.
    pub seats: Seats,
    /// 底分, money per stake point, 1 to [`Rules::UNIT_MAX`].
    pub unit: u32,
    /// The kind of auction.
    pub auction: AuctionKind,
    /// Who opens the auction.
    pub first_bidder: FirstBidder,
    /// The dealer of a redeal.
    pub redeal_dealer: RedealDealer,
    /// After so many all-pass deals the first bidder may not pass; 0 for never (D3.11).
    pub max_redeals: u8,
    /// Whether the bottom cards are shown to everybody (D3.12.1).
    pub reveal_bottom: bool,
    /// What may be attached with three players.
    pub kickers: Kickers,
    /// Whether D4.13 and D4.14 exist with three players (D4.25).
    pub quadplex_3p: bool,
    /// Whether D4.4 and D4.9 exist with four players (D4.23).
    pub triplet_single_4p: bool,
    /// Whether D4.13 and D4.14 exist with four players (D4.23).
    pub quadplex_4p: bool,
    /// Which jokers are a pair with four players.
    pub joker_pair_4p: JokerPair,
    /// Whether `b-b` and `r-r` may both be attached to one combination (D4.24).
    pub fourp_both_joker_pairs: bool,
    /// The cards of the smallest bomb that doubles with four players, 4 to 6 (D6.2).
    pub bomb_double_min_4p: u8,
    /// 封顶, the most doublings that count, 0 to [`Rules::DOUBLINGS_MAX`] (D6.7).
    pub max_doublings: Option<u8>,
    /// The bonus for spring.
    pub spring: Spring,
    /// 明牌, whether the landlord may lay the hand open before the lead (D3.12.3).
    pub landlord_reveal: bool,
    /// 加倍, whether every player may double before the lead (D3.12.4).
    pub personal_double: bool,
    /// Whether played cards stay visible during the deal (D5.12).
    pub card_memory: bool,
    /// When the match is over.
    pub match_end: MatchEnd,
}

/// Why rules do not hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Conflict {
    /// With four players `kickers` must be `distinct` (D4.22).
    #[error("with 4 players kickers must be distinct (D4.22)")]
    KickersWithFourPlayers,
    /// A number is outside its bounds (section 7.1); the option's name.
    #[error("the value of {0} is out of range")]
    OutOfRange(&'static str),
}

impl Seats {
    /// The seats for a number of players.
    pub const fn from_count(count: usize) -> Option<Self> {
        match count {
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// The number of players.
    #[inline]
    pub const fn count(self) -> u8 {
        match self {
            Self::Three => 3,
            Self::Four => 4,
        }
    }
}

impl Rules {
    /// The largest `unit`.
    pub const UNIT_MAX: u32 = 1_000_000;
    /// The largest `max_redeals`.
    pub const REDEALS_MAX: u8 = 100;
    /// The largest `max_doublings`.
    pub const DOUBLINGS_MAX: u8 = 30;
    /// The largest number of deals of a match.
    pub const MATCH_DEALS_MAX: u32 = 1_000;
    /// The largest target of a match.
    pub const MATCH_TARGET_MAX: u32 = 1_000_000_000;

    /// The preset `seed`: all defaults (section 7.2).
    pub const fn seed(seats: Seats) -> Self {
        Self {
            seats,
            unit: 1,
            auction: AuctionKind::Bid123,
            first_bidder: FirstBidder::Faceup,
            redeal_dealer: RedealDealer::Same,
            max_redeals: 0,
            reveal_bottom: false,
            kickers: Kickers::Distinct,
            quadplex_3p: true,
            triplet_single_4p: false,
            quadplex_4p: false,
            joker_pair_4p: JokerPair::SameColour,
            fourp_both_joker_pairs: true,
            bomb_double_min_4p: 6,
            max_doublings: None,
            spring: Spring::Off,
            landlord_reveal: false,
            personal_double: false,
            card_memory: true,
            match_end: MatchEnd::Agreement,
        }
    }

    /// Whether the options hold together (D4.22, section 7.1).
    pub fn validate(&self) -> Result<(), Conflict> {
        if self.seats == Seats::Four && self.kickers != Kickers::Distinct {
            return Err(Conflict::KickersWithFourPlayers);
        }
        let (deals, target) = match self.match_end {
            MatchEnd::Agreement => (1, 1),
            MatchEnd::Deals(deals) => (deals, 1),
            MatchEnd::Target(target) => (1, target),
        };
        let bounded = [
            ("unit", (1..=Self::UNIT_MAX).contains(&self.unit)),
            ("max_redeals", self.max_redeals <= Self::REDEALS_MAX),
            ("bomb_double_min_4p", (4..=6).contains(&self.bomb_double_min_4p)),
            ("max_doublings", self.max_doublings.is_none_or(|k| k <= Self::DOUBLINGS_MAX)),
            ("match_deals", (1..=Self::MATCH_DEALS_MAX).contains(&deals)),
            ("match_target", (1..=Self::MATCH_TARGET_MAX).contains(&target)),
        ];
        match bounded.into_iter().find(|(_, holds)| !holds) {
            Some((option, _)) => Err(Conflict::OutOfRange(option)),
            None => Ok(()),
        }
    }

    /// The cards that each player draws (D2.4).
    pub const fn hand_size(&self) -> u8 {
        match self.seats {
            Seats::Three => 17,
            Seats::Four => 25,
        }
    }

    /// The cards left over for the landlord (D2.4).
    pub const fn bottom_size(&self) -> u8 {
        match self.seats {
            Seats::Three => 3,
            Seats::Four => 8,
        }
    }

    /// The largest hand, which no combination exceeds (D4.0h).
    #[inline]
    pub const fn hand_size_max(&self) -> u8 {
        self.hand_size() + self.bottom_size()
    }

    /// The cards of the pack or packs (D1.1).
    pub const fn pack_size(&self) -> u8 {
        match self.seats {
            Seats::Three => 54,
            Seats::Four => 108,
        }
    }

    /// All cards of the pack or packs, by rank (D1.1).
    pub const fn pack(&self) -> Ranks {
        let suited = Ranks::uniform(RankMask::run(0, 13), 4 * self.packs());
        suited.and(Ranks::uniform(Self::JOKERS, self.packs()))
    }

    /// The number of packs (D1.1).
    #[inline]
    pub const fn packs(&self) -> u8 {
        match self.seats {
            Seats::Three => 1,
            Seats::Four => 2,
        }
    }

    /// Whether combinations of this category exist (D4, D4.23, D4.25).
    #[inline]
    pub const fn allows(&self, category: Category) -> bool {
        self.absent_categories() >> category as u8 & 1 == 0
    }

    /// The categories that do not exist, as bits by their place in the table D4.
    #[inline]
    pub(super) const fn absent_categories(&self) -> u16 {
        const SINGLES: u16 =
            1 << Category::TripletSingle as u8 | 1 << Category::TripletSequenceSingles as u8;
        const QUADS: u16 = 1 << Category::QuadSingles as u8 | 1 << Category::QuadPairs as u8;
        let (singles, quads) = match self.seats {
            Seats::Three => (true, self.quadplex_3p),
            Seats::Four => (self.triplet_single_4p, self.quadplex_4p),
        };
        (if singles { 0 } else { SINGLES }) | (if quads { 0 } else { QUADS })
    }

    /// Whether `b-r` is a pair (D4.24).
    #[inline]
    pub const fn mixed_joker_pair(&self) -> bool {
        matches!(self.seats, Seats::Four) && matches!(self.joker_pair_4p, JokerPair::AnyTwo)
    }

    /// The ranks of sequences, 3 to A (D1.4).
    pub const SEQUENCE: RankMask = RankMask::run(0, 12);
    /// The black joker's rank.
    pub const BLACK_JOKER: u8 = 13;
    /// The red joker's rank.
    pub const RED_JOKER: u8 = 14;
    /// Both jokers' ranks.
    pub const JOKERS: RankMask = RankMask::run(Self::BLACK_JOKER, 2);
    /// The ranks as they are written, low to high (D1.3).
    pub const RANK_NAMES: [char; Ranks::RANK_COUNT] =
        ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', 'b', 'r'];
}
