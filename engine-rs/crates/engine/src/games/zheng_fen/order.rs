//! What beats what, and which reading of a set counts.

use super::kind::{Form, Kind, Label};
use super::reading::Reading;
use super::readings::{Represent, readings_where};
use super::rules::{Rules, SequenceCompare};
use crate::climbing::Faces;

/// What lies on the table: a reading, and what else of it later plays are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// What the cards count as.
    pub reading: Reading,
    /// The suit of a suited special, that of its natural cards (Z4.26).
    pub suit: Option<u8>,
    /// The label of a poker combination that was named, or the canonical one (Z4.20).
    pub label: Option<Label>,
}

/// What a player says a set is (`as`, Z4.21); a part left out may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish<'a> {
    /// The API name of the kind.
    pub kind: Option<&'a str>,
    /// The key in notation, or the name of a form.
    pub key: Option<&'a str>,
    /// The rules' `n`.
    pub run: Option<u8>,
    /// The label.
    pub label: Option<Label>,
    /// What the jokers stand for.
    pub represent: Represent,
}

/// Why a set may not be played, the refusals that come nearer to a legal play later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Refusal {
    /// The set is no combination (Z4), or not the one that the player named (Z4.21).
    #[error("these cards cannot be read like this")]
    NotAReading,
    /// It is of another kind than the play on the table, and no special (Z4.11).
    #[error("another kind than the play on the table")]
    OtherKind,
    /// It has not the label that was led, where labels bind (Z4.20).
    #[error("another label than the led one")]
    OtherLabel,
    /// It is of another length than the play on the table, where lengths must be equal (Z4.25).
    #[error("another length than the play on the table")]
    OtherLength,
    /// It is not higher than the play on the table (Z4.0b, Z4.11).
    #[error("not higher than the play on the table")]
    NotHigher,
}

impl Wish<'_> {
    fn allows(&self, reading: Reading) -> bool {
        self.kind.is_none_or(|kind| kind == reading.kind.name())
            && self.key.is_none_or(|key| key == reading.key_name())
            && self.run.is_none_or(|run| run == reading.run)
            && self.label.is_none_or(|label| reading.labels.has(label))
    }
}

impl Laid {
    /// A set laid as this reading.
    pub fn new(set: Faces, reading: Reading, label: Option<Label>) -> Self {
        let suited = reading == Reading::special(Form::Suited);
        let suit = if suited { (set - Faces::JOKERS).one_suit() } else { None };
        Self { reading, suit, label }
    }
}

/// Whether `play` may be laid on `standing` (Z4.11), if labels are left aside; nothing beats its
/// equal (Z4.0b), and wild is as strong as natural (Z4.23).
pub fn beats(rules: &Rules, play: Laid, standing: Laid) -> bool {
    let (ours, theirs) = (play.reading, standing.reading);
    match (ours.kind, theirs.kind) {
        (Kind::Special, Kind::Special) => {
            rules.specials_ranked
                && (ours.key > theirs.key
                    || ours.key == theirs.key
                        && rules.special_suits_ranked
                        && suit_rank(play) > suit_rank(standing))
        }
        (Kind::Special, _) => true,
        (kind, other) if kind != other => false,
        (kind, _) if kind.is_sequence() => match rules.sequence_compare {
            SequenceCompare::LongerFirst => (ours.run, ours.key) > (theirs.run, theirs.key),
            SequenceCompare::SameLength => ours.run == theirs.run && ours.key > theirs.key,
            SequenceCompare::TopCard => ours.key > theirs.key,
        },
        _ => ours.key > theirs.key,
    }
}

/// The place of a suited special among its like, ♠ ♥ ♣ ♦ from high to low (Z4.26).
fn suit_rank(laid: Laid) -> u8 {
    const CLUBS_DIAMONDS_HEARTS_SPADES: [u8; 4] = [2, 1, 3, 4];
    laid.suit.map_or(0, |suit| CLUBS_DIAMONDS_HEARTS_SPADES[usize::from(suit)])
}

/// Every way in which `set` may be played on `standing`, or led if that is none, as far as the
/// player did not say otherwise; the one that counts comes first (Z4.21, Z4.24).
///
/// # Errors
/// Why there is none.
pub fn usable(
    rules: &Rules,
    set: Faces,
    standing: Option<Laid>,
    wish: &Wish<'_>,
) -> Result<Vec<Laid>, Refusal> {
    let mut refusal = Refusal::NotAReading;
    let mut found = Vec::new();
    for reading in readings_where(rules, set, wish.represent) {
        if !wish.allows(reading) {
            continue;
        }
        match laid(rules, set, reading, standing, wish) {
            Ok(laid) => found.push(laid),
            Err(other) => refusal = refusal.max(other),
        }
    }
    if let Some(standing) = standing {
        // Within a kind the strongest stands first already, as the canonical order has it.
        found.sort_by_key(|laid| laid.reading.kind != standing.reading.kind);
    }
    if found.is_empty() { Err(refusal) } else { Ok(found) }
}

/// How a reading lies on the table.
fn laid(
    rules: &Rules,
    set: Faces,
    reading: Reading,
    standing: Option<Laid>,
    wish: &Wish<'_>,
) -> Result<Laid, Refusal> {
    let play = Laid::new(set, reading, wish.label.or(reading.labels.first()));
    let Some(standing) = standing else {
        return Ok(play);
    };
    if !beats(rules, play, standing) {
        return Err(shortfall(rules, reading, standing.reading));
    }
    let both_poker = reading.kind == Kind::Poker && standing.reading.kind == Kind::Poker;
    if !rules.labels_bind || !both_poker {
        return Ok(play);
    }
    let led = standing.label.expect("a poker combination has a label");
    if !reading.labels.has(led) {
        return Err(Refusal::OtherLabel);
    }
    if wish.label.is_some_and(|label| label != led) {
        return Err(Refusal::NotAReading);
    }
    Ok(Laid { label: Some(led), ..play })
}

/// Why a reading that does not beat `standing` does not.
fn shortfall(rules: &Rules, reading: Reading, standing: Reading) -> Refusal {
    let bound = rules.sequence_compare == SequenceCompare::SameLength;
    if reading.kind != standing.kind && reading.kind != Kind::Special {
        Refusal::OtherKind
    } else if bound && reading.kind.is_sequence() && reading.run != standing.run {
        Refusal::OtherLength
    } else {
        Refusal::NotHigher
    }
}
