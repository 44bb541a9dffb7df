//! The options of a match, as types, and what follows from the number of seats.

use super::equipment::Equipment;

/// The options of a match (section 7 of the rules).
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, by its name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Seats, 5 to 12 (ZP-1.1).
    pub seats: u8,
    /// Packs, jokers, hands and teams (ZP-1.2, ZP-3.9).
    pub equipment: Equipment,
    /// Cards are drawn anticlockwise (ZP-7.2).
    pub draw_anticlockwise: bool,
    /// Who draws first from the second deal on (ZP-7.3).
    pub starter_later_deals: LaterStarter,
    /// Bids are made while cards are drawn, too (ZP-7.4).
    pub bids_while_drawing: bool,
    /// Anybody may bid the level of any active player (ZP-7.5).
    pub any_level: bool,
    /// The holder of a bid may defend it (ZP-7.6).
    pub bid_defence: bool,
    /// Losers become passive (ZP-7.7).
    pub active_passive: bool,
    /// The first point of a passive winner counts (ZP-7.7).
    pub first_point_counts: bool,
    /// The copy that the maker does not hold may be called (ZP-7.9).
    pub calls_other: bool,
    /// Several components may be led together (ZP-7.10).
    pub group_lead: bool,
    /// Card points for each card that is withdrawn (ZP-7.10).
    pub group_penalty: u32,
    /// Which sets a follower owes (ZP-7.11).
    pub follow_sets: FollowSets,
    /// Three scoring cards of one suit are a lead of their own (ZP-7.12).
    pub scoring_trio_lead: bool,
    /// The run of the trump suit goes on above its ace (ZP-7.13).
    pub trump_sequences_high: bool,
    /// Four identical cards beat a sequence of two pairs (ZP-7.14).
    pub quad_beats_sequence: bool,
    /// How often the buried points count for an opponent who wins the last trick (ZP-7.15).
    pub kitty_multiplier: u32,
    /// The points of the last trick count twice (ZP-7.15).
    pub last_trick_points_doubled: bool,
    /// The bands of the current pagat text (ZP-7.16).
    pub pagat2018_scoring: bool,
    /// Points that end the match (ZP-7.17).
    pub target_points: u32,
    /// Whoever won the deal that ends the match wins the match (ZP-7.17).
    pub winning_team_wins: bool,
}

/// Who draws first from the second deal of a match on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterStarter {
    /// The maker before, or the next active player counter-clockwise.
    PreviousMaker,
    /// Whoever the lot falls on.
    Lot,
    /// The seat counter-clockwise of who drew first before.
    NextCounterclockwise,
}

/// Which sets a follower owes who has enough cards of the suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowSets {
    /// Those of the sizes that were led.
    Match,
    /// None.
    SuitOnly,
    /// Sequences against sequences, and failing a set one of a smaller size.
    ForcedSubpatterns,
}

impl Rules {
    /// Fewest seats.
    pub const SEATS_MIN: u8 = 5;
    /// Most seats.
    pub const SEATS_MAX: usize = 12;
}
