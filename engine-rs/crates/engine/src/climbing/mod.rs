//! What climbing games share: sets of cards by rank, runs of ranks, and the course of a trick.
//!
//! Nothing here knows a game: which groups make a combination, and what beats what, each game
//! says for itself.

mod choose;
mod rank_mask;
mod ranks;
mod round;

pub use choose::{binomial, choose};
pub use rank_mask::RankMask;
pub use ranks::Ranks;
pub use round::{Round, Step};
