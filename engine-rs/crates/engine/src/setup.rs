//! Options and presets: rules as data.

use crate::error::{Reason, RuleError};
use crate::game::GameInfo;
use crate::name::Name;

/// The values that an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Boolean,
    /// One of these names.
    Names(&'static [&'static str]),
    /// A whole number from the first to the second, or one of the names.
    Integer(i64, i64, &'static [&'static str]),
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
}

/// Options set together.
#[derive(Clone, Copy, Debug)]
pub struct PresetInfo {
    /// Its name.
    pub name: &'static str,
    /// Values that differ from the defaults.
    pub values: &'static [(&'static str, &'static str)],
    /// Numbers of seats that it can be used with.
    pub seats: &'static [u8],
    /// What it stands for, in English.
    pub meaning: &'static str,
}

/// A complete, checked set-up: every option has its value, in the catalogue's order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// Number of seats.
    pub seats: u8,
    /// The preset.
    pub preset: &'static str,
    /// Every option with its value; empty where it has none.
    pub values: Vec<(&'static str, String)>,
}

impl OptionInfo {
    /// The value in its one spelling, if the option takes it.
    pub fn canonical(&self, value: &str) -> Option<String> {
        let named = |names: &[&str]| names.contains(&value).then(|| value.to_owned());
        match self.kind {
            OptionKind::Boolean => named(&["true", "false"]),
            OptionKind::Names(names) => named(names),
            OptionKind::Integer(low, high, names) => {
                let number: Option<i64> = value.parse().ok();
                let number = number.filter(|number| (low..=high).contains(number));
                named(names).or_else(|| number.map(|number| number.to_string()))
            }
        }
    }
}

impl Settings {
    /// Puts a set-up together: the defaults, then the preset, then what is given beside it.
    ///
    /// # Errors
    /// The first of `BAD_SEAT_COUNT`, `UNKNOWN_PRESET`, `PRESET_NOT_FOR_SEATS`, `UNKNOWN_OPTION`,
    /// `REPEATED_OPTION`, `BAD_OPTION_VALUE`. What a rule refuses is left to the game.
    pub fn resolve(
        info: &'static GameInfo,
        seats: u32,
        preset: &str,
        given: &[(String, String)],
    ) -> Result<Self, RuleError> {
        let counted = info.seat_counts.iter().find(|count| u32::from(count.seats) == seats);
        let Some(seats) = counted.map(|count| count.seats) else {
            return Err(RuleError::new(Reason::BadSeatCount, info.seats_rule).with("seats", seats));
        };
        let preset = find_preset(info, seats, preset)?;
        let defaults = info.options.iter().map(|option| (option.name, option.default.to_owned()));
        let mut settings = Self { seats, preset: preset.name, values: defaults.collect() };
        for (name, value) in preset.values {
            settings.set(info, name, value)?;
        }
        for (place, (name, value)) in given.iter().enumerate() {
            if given[..place].iter().any(|(earlier, _)| earlier == name) {
                return Err(RuleError::new(Reason::RepeatedOption, "").with("option", short(name)));
            }
            settings.set(info, name, value)?;
        }
        Ok(settings)
    }

    /// The value of an option of the game; empty where it has none.
    ///
    /// # Panics
    /// If the game has no such option.
    pub fn get(&self, name: &str) -> &str {
        let value = self.values.iter().find(|(known, _)| *known == name);
        &value.expect("a game asks only for its own options").1
    }

    /// The value of an option that takes whole numbers; none where it has a name or no value.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).parse().ok()
    }

    fn set(&mut self, info: &GameInfo, name: &str, value: &str) -> Result<(), RuleError> {
        let Some(place) = info.options.iter().position(|option| option.name == name) else {
            return Err(RuleError::new(Reason::UnknownOption, "").with("option", short(name)));
        };
        let option = &info.options[place];
        let Some(value) = option.canonical(value) else {
            let error = RuleError::new(Reason::BadOptionValue, option.rule);
            return Err(error.with("option", name).with("value", short(value)));
        };
        self.values[place].1 = value;
        Ok(())
    }
}

fn find_preset(
    info: &'static GameInfo,
    seats: u8,
    name: &str,
) -> Result<&'static PresetInfo, RuleError> {
    let name = if name.is_empty() { "seed" } else { name };
    let Some(preset) = info.presets.iter().find(|preset| preset.name == name) else {
        return Err(RuleError::new(Reason::UnknownPreset, "").with("preset", short(name)));
    };
    if preset.seats.contains(&seats) {
        return Ok(preset);
    }
    let error = RuleError::new(Reason::PresetNotForSeats, info.presets_rule);
    Err(error.with("preset", preset.name).with("seats", seats))
}

/// What a client sent, cut to a length that an answer can carry.
fn short(text: &str) -> String {
    text.chars().take(32).collect()
}
