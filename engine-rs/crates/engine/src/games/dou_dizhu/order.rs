//! What beats what, and which reading of a set counts.

use super::category::Category;
use super::reading::Reading;
use super::readings::readings;
use super::rules::Rules;
use crate::climbing::Ranks;

/// What a player says a set is (`as`, D4.21.3); a part left out may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wish {
    /// The type.
    pub category: Option<Category>,
    /// The key.
    pub key: Option<u8>,
    /// The rules' `n`.
    pub run: Option<u8>,
}

/// Why a set may not be played, the refusals that come nearer to a legal play later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Refusal {
    /// The set is no combination (D4).
    #[error("these cards are no combination")]
    NoCombination,
    /// The set is a combination, but not the one that the player named (D4.21.3).
    #[error("these cards cannot be read as named")]
    NotAReading,
    /// It is of another type than the play on the table, which it does not beat (D4.15).
    #[error("another type than the play on the table")]
    OtherType,
    /// It is of the type of the play on the table, but of another length (D4.15.4).
    #[error("another length than the play on the table")]
    OtherLength,
    /// It is of the type and length on the table and not higher (D4.0g, D4.15).
    #[error("not higher than the play on the table")]
    NotHigher,
}

impl Wish {
    /// No part named: any reading will do.
    pub const ANY: Self = Self { category: None, key: None, run: None };

    /// Whether `reading` is what the player named.
    pub fn allows(self, reading: Reading) -> bool {
        self.category.is_none_or(|category| category == reading.category)
            && self.key.is_none_or(|key| key == reading.key)
            && self.run.is_none_or(|run| run == reading.run)
    }
}

/// Whether `play` may be laid on `standing` (D4.15); nothing beats its equal (D4.0g).
///
/// The ranks of attached cards do not matter (D4.18). With three players all bombs have four
/// cards, so that one comparison, more cards and then the higher rank, serves both.
#[inline]
pub const fn beats(play: Reading, standing: Reading) -> bool {
    match (play.category, standing.category) {
        (_, Category::Rocket) => false,
        (Category::Bomb, Category::Bomb) => {
            play.run > standing.run || play.run == standing.run && play.key > standing.key
        }
        (Category::Rocket | Category::Bomb, _) => true,
        (ours, theirs) => {
            ours as u8 == theirs as u8 && play.run == standing.run && play.key > standing.key
        }
    }
}

/// As which reading `set` is played on `standing`, or led if that is none (D4.21).
///
/// Whether the player holds the cards is for the caller to check.
pub fn usable(
    rules: &Rules,
    set: Ranks,
    standing: Option<Reading>,
    wish: Wish,
) -> Result<Reading, Refusal> {
    let all = readings(rules, set);
    if all.is_empty() {
        return Err(Refusal::NoCombination);
    }
    let wished = || all.iter().copied().filter(|&reading| wish.allows(reading));
    let first = wished().next().ok_or(Refusal::NotAReading)?;
    let Some(standing) = standing else {
        return Ok(first);
    };
    let beating = || wished().filter(|&reading| beats(reading, standing));
    // The readings of one type and length stand highest key first, and a set with several has
    // no bomb or rocket among them; so the first of the led type is the highest (D4.21.1).
    let led = beating().find(|reading| reading.category == standing.category);
    if let Some(reading) = led.or_else(|| beating().next()) {
        return Ok(reading);
    }
    let shortfalls = wished().map(|reading| shortfall(reading, standing));
    // Of several readings the nearest is explained.
    Err(shortfalls.max().expect("one reading is as wished"))
}

/// Why a reading that does not beat `standing` does not.
fn shortfall(reading: Reading, standing: Reading) -> Refusal {
    if reading.category != standing.category {
        Refusal::OtherType
    } else if reading.run != standing.run && reading.category != Category::Bomb {
        Refusal::OtherLength
    } else {
        Refusal::NotHigher
    }
}
