//! Playing many deals out, for measuring and for training.
//!
//! What one deal is, its game says; here they are counted and shared out among threads.

mod bots;
mod chooser;
mod report;
mod runner;
mod threads;

pub use bots::play_deal;
pub use chooser::Chooser;
pub use report::{DealResult, Report};
pub use runner::run;
pub use threads::Threads;
