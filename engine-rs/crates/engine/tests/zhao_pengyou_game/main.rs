//! Zhao Pengyou at a table, rule by rule.

#[path = "../support/mod.rs"]
mod support;

mod beginner;
mod bidding;
mod drawing;
mod faults;
mod kitty;
mod leads;
mod matches;
mod secrets;
mod staged;
mod timeouts;
mod worst;
