//! Dou Dizhu (斗地主), for three and four players: the rules core, on ranks alone.
//!
//! Suits matter to no rule (D1.2), so everything here works on [`crate::climbing::Ranks`].

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
mod options;
mod order;
mod payment;
mod perft;
mod plays;
mod position;
mod random_play;
mod reading;
mod readings;
mod resample;
mod rules;
mod scoring;
mod sight;
mod simulate;
mod start;
mod state;
mod steps;
mod timeout;
mod vectors;

pub use auction::{Auction, Call, CallRefusal, Outcome};
pub use category::Category;
pub use deal::{Deal, Move, Phase};
pub use dealing::{Dealt, Shown, Shuffled, deal_ranks, rank_of, shuffle};
pub use game::DouDizhu;
pub use order::{Refusal, Wish, beats, usable};
pub use perft::perft;
pub use position::Position;
pub use plays::{Play, count_plays, enumerate_all, plays};
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
