//! Dou Dizhu (斗地主), for three and four players: the rules core, on ranks alone.
//!
//! Suits matter to no rule (D1.2), so everything here works on [`crate::climbing::Ranks`].

mod attach;
mod auction;
mod category;
mod deal;
mod dealing;
mod order;
mod perft;
mod plays;
mod reading;
mod readings;
mod random_play;
mod rules;
mod scoring;
mod simulate;

pub use auction::{Auction, Call, CallRefusal, Outcome};
pub use category::Category;
pub use deal::{Deal, Move, Phase};
pub use dealing::{Dealt, Shown, Shuffled, deal_ranks, rank_of, shuffle};
pub use order::{Refusal, Wish, beats, usable};
pub use perft::perft;
pub use plays::{Play, count_plays, enumerate_all, plays};
pub use random_play::pick;
pub use reading::{Reading, Readings};
pub use readings::{canonical, classify, readings};
pub use rules::{
    AuctionKind, Conflict, FirstBidder, JokerPair, Kickers, MatchEnd, RedealDealer, Rules, Seats,
    Spring,
};
pub use simulate::simulate;
pub use scoring::{Account, DOUBLINGS_POSSIBLE, Settlement, SpringKind, doubles, settle};
