//! Options and presets: rules as data.

use std::fmt;

use crate::error::{Reason, RuleError};
use crate::game::GameInfo;
use crate::hash::tagged;
use crate::name::{Name, Term};

/// The values that an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Boolean,
    /// One of these names.
    Names(&'static [Term]),
    /// A whole number from the first to the second, or one of the names.
    Integer(i64, i64, &'static [Term]),
}

impl fmt::Display for OptionKind {
    /// All values, as a refusal lists them: `true, false`, or `1 to 100, none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (range, names) = match self {
            Self::Boolean => (Some("true, false".to_owned()), &[][..]),
            Self::Names(names) => (None, *names),
            Self::Integer(low, high, names) => (Some(format!("{low} to {high}")), *names),
        };
        let names = names.iter().map(|name| name.name.to_owned());
        let values: Vec<String> = range.into_iter().chain(names).collect();
        f.write_str(&values.join(", "))
    }
}

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub kind: OptionKind,
    /// Its value where none is given; empty where it has none.
    pub default: &'static str,
    /// What it changes, in English.
    pub meaning: &'static str,
    /// Number of the rule behind it.
    pub rule: &'static str,
    /// Its name for people.
    pub label: Name,
    /// The revision of the rules that brought it; tables of older ones do not have it.
    pub since: u32,
}

/// Options set together.
#[derive(Clone, Copy, Debug)]
pub struct PresetInfo {
    /// Its name.
    pub name: &'static str,
    /// Values that differ from the defaults. Of options that are newer than a table's revision
    /// the table takes no notice.
    pub values: &'static [(&'static str, &'static str)],
    /// Numbers of seats that it can be used with.
    pub seats: &'static [u8],
    /// What it stands for, in English.
    pub meaning: &'static str,
    /// Number of the rule behind it.
    pub rule: &'static str,
    /// Its name for people.
    pub label: Name,
}

/// A complete, checked set-up: every option of its revision has its value, in the catalogue's
/// order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// The game.
    pub game: &'static str,
    /// Revision of the rules.
    pub revision: u32,
    /// Number of seats.
    pub seats: u8,
    /// The preset.
    pub preset: &'static str,
    /// Every option that the revision has, with its value; empty where it has none.
    pub values: Vec<(&'static str, String)>,
}

impl OptionInfo {
    /// Whether the option takes a value. Each has one spelling only, so that equal rules have
    /// equal hashes: no sign and no zero stands before a number for nothing.
    pub fn takes(&self, value: &str) -> bool {
        let named = |names: &[Term]| names.iter().any(|known| known.name == value);
        match self.kind {
            OptionKind::Boolean => matches!(value, "true" | "false"),
            OptionKind::Names(names) => named(names),
            OptionKind::Integer(low, high, names) => {
                let number = value.parse().ok().filter(|number: &i64| number.to_string() == value);
                named(names) || number.is_some_and(|number| (low..=high).contains(&number))
            }
        }
    }
}

impl Settings {
    /// Puts a set-up together, of one of the game's revisions, the newest where none is named:
    /// the defaults, then the preset, then what is given beside it. Options that are newer than
    /// the revision do not exist.
    ///
    /// # Errors
    /// The first of `BAD_SEAT_COUNT`, `UNKNOWN_REVISION`, `UNKNOWN_PRESET`,
    /// `PRESET_NOT_FOR_SEATS`, `UNKNOWN_OPTION`, `REPEATED_OPTION`, `BAD_OPTION_VALUE`. What a
    /// rule refuses is left to the game.
    pub fn resolve(
        info: &'static GameInfo,
        revisions: &[u32],
        revision: Option<u32>,
        seats: u32,
        preset: &str,
        given: &[(String, String)],
    ) -> Result<Self, RuleError> {
        let counted = info.seat_counts.iter().find(|count| u32::from(count.seats) == seats);
        let Some(seats) = counted.map(|count| count.seats) else {
            let error = RuleError::new(Reason::BadSeatCount, info.seats_rule).with("seats", seats);
            let allowed = info.seat_counts.iter().map(|count| count.seats);
            return Err(error.with_list("allowed", allowed));
        };
        let revision = find_revision(revisions, revision)?;
        let preset = find_preset(info, seats, preset)?;
        let options: Vec<_> =
            info.options.iter().filter(|option| option.since <= revision).collect();
        let values = options.iter().map(|option| (option.name, option.default.to_owned()));
        let values = values.collect();
        let mut settings = Self { game: info.id, revision, seats, preset: preset.name, values };
        for (name, value) in preset.values {
            let newer =
                info.options.iter().any(|known| known.name == *name && known.since > revision);
            if !newer {
                settings.set(&options, name, value)?;
            }
        }
        for (place, (name, value)) in given.iter().enumerate() {
            if given[..place].iter().any(|(earlier, _)| earlier == name) {
                return Err(RuleError::new(Reason::RepeatedOption, "").with_sent("option", name));
            }
            settings.set(&options, name, value)?;
        }
        Ok(settings)
    }

    /// SHA-256 of (game, rules revision, seats, every option of that revision). What later
    /// revisions add does not change it.
    pub fn hash(&self) -> [u8; 32] {
        let (revision, seats) = (self.revision.to_le_bytes(), [self.seats]);
        let mut parts: Vec<&[u8]> = vec![self.game.as_bytes(), &revision, &seats];
        for (name, value) in &self.values {
            parts.extend([name.as_bytes(), value.as_bytes()]);
        }
        tagged("paizhuo/rules/1", &parts)
    }

    /// The value of an option of the game; empty where it has none.
    ///
    /// # Panics
    /// If the game has no such option in this revision.
    pub fn get(&self, name: &str) -> &str {
        let value = self.values.iter().find(|(known, _)| *known == name);
        &value.expect("a game asks only for its own options").1
    }

    /// The value of an option that takes whole numbers; none where it has a name or no value.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).parse().ok()
    }

    /// Sets one of the options that the revision has.
    fn set(&mut self, options: &[&OptionInfo], name: &str, value: &str) -> Result<(), RuleError> {
        let Some(place) = options.iter().position(|option| option.name == name) else {
            let error = RuleError::new(Reason::UnknownOption, "").with_sent("option", name);
            return Err(error.with_list("known", options.iter().map(|option| option.name)));
        };
        if !options[place].takes(value) {
            let error = RuleError::new(Reason::BadOptionValue, options[place].rule);
            let error = error.with("option", name).with_sent("value", value);
            return Err(error.with("allowed", options[place].kind));
        }
        value.clone_into(&mut self.values[place].1);
        Ok(())
    }
}

fn find_revision(revisions: &[u32], named: Option<u32>) -> Result<u32, RuleError> {
    let revision = named.unwrap_or(*revisions.last().expect("a game has a revision"));
    if revisions.contains(&revision) {
        return Ok(revision);
    }
    let error = RuleError::new(Reason::UnknownRevision, "").with("revision", revision);
    Err(error.with_list("known", revisions))
}

fn find_preset(
    info: &'static GameInfo,
    seats: u8,
    name: &str,
) -> Result<&'static PresetInfo, RuleError> {
    let name = if name.is_empty() { "seed" } else { name };
    let Some(preset) = info.presets.iter().find(|preset| preset.name == name) else {
        let error = RuleError::new(Reason::UnknownPreset, "").with_sent("preset", name);
        return Err(error.with_list("known", info.presets.iter().map(|preset| preset.name)));
    };
    if preset.seats.contains(&seats) {
        return Ok(preset);
    }
    let error = RuleError::new(Reason::PresetNotForSeats, info.presets_rule);
    let error = error.with("preset", preset.name).with("seats", seats);
    Err(error.with_list("allowed", preset.seats))
}
