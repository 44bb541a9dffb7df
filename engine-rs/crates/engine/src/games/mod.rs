//! The games.

pub mod dou_dizhu;
