//! Dou Dizhu at a table, rule by rule.

mod auction;
mod beginner;
mod combinations;
mod deals;
mod faults;
mod matches;
mod payment;
mod play;
mod records;
mod refusals;
mod setups;
#[path = "../support/mod.rs"]
mod support;
mod views;
