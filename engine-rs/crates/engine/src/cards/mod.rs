//! Cards, packs and hands, for any pack: nothing here knows of four suits, thirteen ranks or
//! jokers.

mod card;
mod hand;
mod pack;

pub mod french;
pub mod unsun;

pub use card::Card;
pub use hand::{FACES_MAX, Hand};
pub use pack::{Face, FaceName, Pack, RankInfo, SuitInfo};
