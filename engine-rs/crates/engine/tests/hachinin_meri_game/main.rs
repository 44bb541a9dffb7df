//! Hachinin Meri at a table, rule by rule.

mod beginner;
mod deals;
mod matches;
mod play;
mod positions;
mod refusals;
mod scoring;
mod seal;
#[path = "../support/mod.rs"]
mod support;
mod views;
