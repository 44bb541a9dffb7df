//! The rules core of Dou Dizhu against the numbered rules.

mod auction;
mod counts;
mod deals;
mod notation;
mod order;
mod payment;
mod plays;
mod readings;
mod simulation;
