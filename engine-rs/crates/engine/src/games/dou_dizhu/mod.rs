//! Dou Dizhu (斗地主, "Fight the Landlord"), for three and four players.
//!
//! The rules are those of `docs/games/dou_dizhu/rules.md`; tests, vectors and refusals cite its
//! numbers. Sources: the project's seed text first, then pagat.com, then RLCard, `DouZero` and
//! OpenSpiel, and common online play; where all are silent the document rules. Only the gist of
//! its rules stands here.
//!
//! # Equipment, dealing (D1, D2)
//!
//! - One pack of 54 for three, two packs for four (D1.1). Ranks 3 to A, 2, black joker, red joker
//!   (D1.3); sequences are within 3 to A (D1.4). Suits matter to no rule, but cards have them
//!   (D1.2): [`Deal`] and everything that it is made of work on ranks ([`crate::climbing::Ranks`])
//!   and decide every rule; [`State`] has the same deal with faces and follows.
//! - Everything goes anticlockwise (D1.5). The first dealer is drawn, then the deal passes (D2.1).
//! - Shuffle, cut, the card turned up and where it is put back come from the deal's generator, in
//!   this order (D2.6, D2.9); whoever draws that card opens (D2.6.7), or a drawn seat or the
//!   previous winner does (D2.8). The card is never at the bottom (D2.7).
//!
//! # Auction (D3)
//!
//! - Bids of 1 to 3 (D3.2 to D3.5), one call each (D3.9), or calling and robbing (D3.10). All
//!   pass: nobody pays, nothing is shown, dealt again (D3.6), at most so often in a row (D3.11).
//! - Then, each step public: bottom cards shown where the option says so, taken by the landlord,
//!   `reveal`, `double` of the peasants and of the landlord, first lead (D3.12).
//!
//! # Combinations (D4)
//!
//! - Fourteen types (D4.1 to D4.14, [`Category`]); what beats what (D4.15 to D4.18, [`beats`]);
//!   one reading a set (D4.19, D4.20) but for `kickers = loose`, where the rules choose (D4.21.1,
//!   D4.21.2) or the player names one (D4.21.3, [`Wish`]). Options change what may be attached
//!   (D4.22 to D4.25).
//!
//! # Play, payment, match (D5, D6)
//!
//! - The landlord leads; pass or beat; N-1 passes in a row end a trick (D5.1 to D5.5). A deal ends
//!   at once when a hand is empty (D5.6), and its hands and bottom cards are opened (D5.11).
//! - [`settle`] pays (D6). Between deals all must go on, or the match has so many deals or a
//!   target (D5.9, D5.13). A seat out of time passes or plays its lowest card (D5.14).
//!
//! # Decided where the document leaves it to the engine
//!
//! - D2.6.7, two packs: "such a card" is a card of the same face, since a play names its faces.
//! - D1.2: ranks without a suit take the lowest suits in hand (c d h s), after named faces.
//! - D3.6: with the cards gathered, a view shows no hand any more, the own one included; the calls
//!   stay until the next attempt.
//! - D3.12: roles are told before the bottom cards are shown and taken. Once taken the bottom cards
//!   are a zone that belongs to the landlord's seat, with cards for who may know them.
//! - D4.21: a name of a type, a key, a label or a wild card that does not exist is a reading that
//!   no set has. Legal actions list every usable reading of a set, the one of D4.21.1 or D4.21.2
//!   first.
//! - D5.6: the last play ends no trick: only passes do.
//! - D5.12: events of ended tricks keep seat, type and number of cards; the card turned up stays
//!   public by D2.6.7.
//! - D5.13: with `deals` and `target` nobody is asked between deals.
//! - D6.7: the stake shows the doublings that count, so that value = unit × bid × 2^doublings ×
//!   bonus.
//! - A refused set that is no combination names the rule that fits best: an option's that would
//!   make it one, or else the nearest type's.

mod apply;
mod asks;
mod attach;
mod auction;
mod beginner;
mod category;
mod climbing_rules;
mod combinations;
mod deal;
mod dealing;
mod faces;
mod game;
mod holding;
mod info;
mod legal;
mod misfit;
mod moves;
mod options;
mod order;
mod payment;
mod perft;
mod plays;
mod position;
mod presets;
mod random_play;
mod reading;
mod readings;
mod resample;
mod roles;
mod rules;
mod scoring;
mod sight;
mod simulate;
mod start;
mod state;
mod steps;
mod timeout;
mod values;
mod vectors;
mod zones;

pub use auction::{Auction, Call, CallRefusal, Outcome};
pub use category::Category;
pub use deal::{Deal, Move, Phase};
pub use dealing::{Dealt, Shown, Shuffled, deal_ranks, rank_of, shuffle};
pub use game::DouDizhu;
pub use order::{Refusal, Wish, beats, usable};
pub use perft::perft;
pub use plays::{Play, count_plays, enumerate_all, plays};
pub use position::Position;
pub use random_play::pick;
pub use reading::{Reading, Readings};
pub use readings::{canonical, classify, readings};
pub use rules::{
    AuctionKind, Conflict, FirstBidder, JokerPair, Kickers, MatchEnd, RedealDealer, Rules, Seats,
    Spring,
};
pub use scoring::{Account, DOUBLINGS_POSSIBLE, Settlement, SpringKind, doubles, settle};
pub use simulate::simulate;
pub use state::State;
pub use steps::Step;

/// Revisions of the rules that can be played, ascending.
pub const REVISIONS: &[u32] = &[1];
