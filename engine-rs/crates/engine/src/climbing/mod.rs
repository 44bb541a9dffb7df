//! What climbing games share: sets of cards by rank, runs of ranks, and the course of a trick.
//!
//! Nothing here knows a game: which groups make a combination, and what beats what, each game
//! says for itself.

mod bmi2;
mod choose;
mod faces;
mod on_table;
mod rank_mask;
mod ranks;
mod round;
mod select;
pub(crate) mod vectors;

pub use bmi2::Bmi2;
pub use choose::{binomial, choose, nth_choice};
pub use faces::Faces;
pub use on_table::write_trick;
pub use rank_mask::{Members, RankMask};
pub use ranks::Ranks;
pub use round::{Round, Step};
pub use select::{Portable, Select};
