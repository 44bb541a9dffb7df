//! What trick games share: suits as the play sees them, the order under a trump, what a follower
//! owes the led suit, and who wins.
//!
//! A game brings its order of cards ([`Order`]); combinations of several cards, and duties beyond
//! the suit, are its own.

mod follow;
mod lead;
mod order;
mod trump;
mod winner;

pub use follow::{held, owed};
pub use lead::{Context, Failed, Lead};
pub use order::{EffectiveSuit, Order};
pub use trump::{Ranking, Trump, ranking, trumps_first};
pub use winner::{beats, winner};
