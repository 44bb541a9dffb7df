//! The games, each in a folder of its own, and the one list of them.

use crate::error::{Reason, RuleError};
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

/// The game of a name.
///
/// # Errors
/// `UNKNOWN_GAME`.
pub fn named(id: &str) -> Result<&'static dyn Listed, RuleError> {
    let found = all().iter().find(|game| game.info().id == id).copied();
    found.ok_or_else(|| {
        let shown: String = id.chars().take(32).collect();
        let known: Vec<_> = all().iter().map(|game| game.info().id).collect();
        let error = RuleError::new(Reason::UnknownGame, "").with("game", shown);
        error.with("known", known.join(", "))
    })
}
