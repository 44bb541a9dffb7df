//! The rules of the paizhuo card games: pure functions of a state, without input or output, clock
//! or chance.
//!
//! [`Ruleset`] fixes a game and its options and answers questions about combinations;
//! [`table::Table`] is a game at a table, one command after another; [`match_log`] is a table
//! whose commands are written down; [`games`] holds the games. What a viewer may know is a
//! [`view::View`], and a bot gets nothing else.

pub mod action;
pub mod bots;
pub mod cards;
pub mod climbing;
pub mod combination;
pub mod deal_key;
pub mod drawing;
pub mod error;
pub mod event;
pub mod game;
pub mod games;
pub mod hash;
pub mod legal;
pub mod match_log;
pub mod name;
pub mod notation;
pub mod perft;
pub mod play;
pub mod question;
pub mod record;
pub mod rng;
pub mod ruleset;
pub mod seat;
pub mod setup;
pub mod sim;
pub mod table;
pub mod trick;
mod vector_fields;
pub mod vectors;
pub mod view;

pub use ruleset::Ruleset;
