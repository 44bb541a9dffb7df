//! What several test files share: choices, set-ups, and a table that is driven command by command.

#![allow(dead_code, unused_imports, reason = "every test file uses a part of it")]

mod choices;
mod conserved;
mod driven;
mod setup;

pub(crate) use choices::{below, pick, rng};
pub(crate) use conserved::Conserved;
pub(crate) use driven::{Driven, Made, any_choice, happened, laid_out};
pub(crate) use setup::{Setup, dou_dizhu, hachinin_meri, setups, zhao_pengyou, zheng_fen};
