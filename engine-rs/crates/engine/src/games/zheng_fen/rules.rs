//! The options of a match, as types.

/// The options of a match (section 7.1 of the rules).
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, by its name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Seats, 3 to 6 (Z1.1).
    pub seats: u8,
    /// Points that end the match (Z6.2).
    pub target: u32,
    /// What follows where several share the highest total (Z6.2).
    pub tie_rule: TieRule,
    /// Jokers stand for other cards in combinations (Z4.22).
    pub jokers_wild: bool,
    /// They may complete specials (Z4.23).
    pub wild_in_specials: bool,
    /// How sequences are compared (Z4.25).
    pub sequence_compare: SequenceCompare,
    /// Fewest quartets of a sequence (Z4.13).
    pub quartet_seq_min: u8,
    /// Labels of poker combinations bind (Z4.20).
    pub labels_bind: bool,
    /// Which suits a mixed special has (Z4.16).
    pub mixed_rule: MixedRule,
    /// A special may beat a lower special (Z4.26).
    pub specials_ranked: bool,
    /// Of suited specials the higher suit beats the lower (Z4.26).
    pub special_suits_ranked: bool,
    /// The cutter draws first, not the shuffler (Z2.4).
    pub cutter_draws: bool,
    /// Who leads to the first trick from the second deal on (Z2.9).
    pub later_lead: LaterLead,
    /// Whose the last player's cards are (Z5.13).
    pub last_player: LastPlayer,
    /// The deal stops as soon as one player alone holds cards (Z5.13).
    pub one_left: bool,
    /// A pass lasts for the whole trick (Z5.12).
    pub pass_locks: bool,
}

/// What follows where several players share the highest total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// Further deals until one is alone.
    ExtraDeal,
    /// They win together.
    Shared,
}

/// How sequences of one kind are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceCompare {
    /// The longer one wins, then the higher top rank (Z4.12).
    LongerFirst,
    /// Only the same length can beat.
    SameLength,
    /// The higher top rank wins, whatever the length.
    TopCard,
}

/// Which suits a five, a ten and a king have as a mixed special.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MixedRule {
    /// Three different ones.
    AllDifferent,
    /// Not all the same.
    NotAllSame,
}

/// Who leads to the first trick from the second deal of a match on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterLead {
    /// Who holds ♥3.
    H3,
    /// Who was out first in the deal before.
    FirstOut,
    /// Who won the last trick of the deal before that was decided in play.
    LastTrickWinner,
}

/// Whose the last player's pile and hand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPlayer {
    /// The last player's.
    Keeps,
    /// The pile goes to who was out first.
    TricksToFirst,
    /// Pile and hand go to who was out first.
    TricksAndHandToFirst,
}

impl Rules {
    /// Most seats.
    pub const SEATS_MAX: usize = 6;
    /// The lowest target: the least that a scoring card is worth.
    pub const TARGET_MIN: u32 = 5;
    /// The highest target.
    pub const TARGET_MAX: u32 = 100_000;
    /// Points of a deal (Z1.6).
    pub const POINTS: u32 = 100;
}
