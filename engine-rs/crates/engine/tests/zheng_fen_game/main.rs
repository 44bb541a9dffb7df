//! Zheng Fen at a table, rule by rule.

mod beginner;
mod deals;
mod faults;
mod matches;
mod packed;
mod play;
mod readings;
mod refusals;
#[path = "../support/mod.rs"]
mod support;
mod views;
