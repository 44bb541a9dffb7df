//! What a sensible beginner does, from the view alone: bids with many trumps, buries what is low
//! and makes short suits shorter, calls the aces that it lacks, leads what is high, gives points to
//! known friends, wins tricks that are worth it as cheaply as it can, and keeps sets together.

mod act;
mod bidding;
mod calls;
mod follow;
mod kitty;
mod lead;

pub(super) use act::beginner;
pub(super) use bidding::volunteer;
