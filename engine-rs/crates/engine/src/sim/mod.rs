//! Playing many deals out, for measuring and for training.
//!
//! What one deal is, its game says; here they are counted and shared out among threads.

mod chooser;
mod report;
mod runner;

pub use chooser::Chooser;
pub use report::{DealResult, Report};
pub use runner::run;
