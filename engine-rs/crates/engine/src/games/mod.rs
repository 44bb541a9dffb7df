//! The games, each in a folder of its own, and the one list of them.

use crate::ruleset::{Entry, Listed};

pub mod dou_dizhu;
pub mod hachinin_meri;
pub mod zhao_pengyou;
pub mod zheng_fen;

macro_rules! games {
    ($($module:ident::$game:ident),* $(,)?) => {
        /// Every game, in one fixed order.
        pub fn all() -> &'static [&'static dyn Listed] {
            static GAMES: &[&dyn Listed] = &[$(&Entry::<$module::$game>::new()),*];
            GAMES
        }
    };
}

games! {
    dou_dizhu::DouDizhu,
    zheng_fen::ZhengFen,
    zhao_pengyou::ZhaoPengyou,
    hachinin_meri::HachininMeri,
}
