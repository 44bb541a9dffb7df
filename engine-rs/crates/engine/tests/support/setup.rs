//! Set-ups of games.

use paizhuo_engine::Ruleset;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::game::GameInfo;
use paizhuo_engine::setup::OptionKind;

use super::choices::{pick, rng};

/// The rules of Dou Dizhu with options written `name=value`.
pub(crate) fn dou_dizhu(seats: u32, options: &[&str]) -> Ruleset {
    let setup = Setup::new("dou_dizhu", seats, "", options);
    setup.ruleset().unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// The rules of Zheng Fen with options written `name=value`.
pub(crate) fn zheng_fen(seats: u32, options: &[&str]) -> Ruleset {
    let setup = Setup::new("zheng_fen", seats, "", options);
    setup.ruleset().unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// The rules of Hachinin Meri with options written `name=value`.
pub(crate) fn hachinin_meri(options: &[&str]) -> Ruleset {
    let setup = Setup::new("hachinin_meri", 8, "", options);
    setup.ruleset().unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// The rules of Zhao Pengyou with options written `name=value`.
pub(crate) fn zhao_pengyou(seats: u32, options: &[&str]) -> Ruleset {
    let setup = Setup::new("zhao_pengyou", seats, "", options);
    setup.ruleset().unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// A set-up as it may be asked for.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) game: &'static str,
    pub(crate) seats: u32,
    pub(crate) preset: &'static str,
    pub(crate) options: Vec<(String, String)>,
}

impl Setup {
    pub(crate) fn new(
        game: &'static str,
        seats: u32,
        preset: &'static str,
        options: &[&str],
    ) -> Self {
        let split = |option: &&str| {
            let (name, value) = option.split_once('=').expect("name=value");
            (name.to_owned(), value.to_owned())
        };
        Self { game, seats, preset, options: options.iter().map(split).collect() }
    }

    pub(crate) fn ruleset(&self) -> Result<Ruleset, RuleError> {
        Ruleset::new(self.game, self.seats, self.preset, &self.options, None)
    }

    /// The rules, with what an option needs added; nothing if a rule refuses the set-up.
    pub(crate) fn playable(&self) -> Option<Ruleset> {
        let mut setup = self.clone();
        loop {
            match setup.ruleset() {
                Ok(ruleset) => return Some(ruleset),
                Err(error) if error.reason == Reason::MissingOption => {
                    let needed = error.facts[0].1.clone();
                    setup.options.push((needed, "2".to_owned()));
                }
                Err(error) if error.reason == Reason::OptionsConflict => return None,
                Err(error) => panic!("{setup:?}: {error}"),
            }
        }
    }
}

/// Some values of an option, the ends of a range and every name among them.
pub(crate) fn values(kind: OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Boolean => vec!["false".to_owned(), "true".to_owned()],
        OptionKind::Names(names) => names.iter().map(|value| value.name.to_owned()).collect(),
        OptionKind::Integer(low, high, names) => {
            let numbers = [low, low + 1, (low + 2).min(high), high];
            let names = names.iter().map(|value| value.name.to_owned());
            let mut all: Vec<String> = names.chain(numbers.map(|n| n.to_string())).collect();
            all.dedup();
            all
        }
    }
}

/// Every preset, every value of every option by itself, and random mixtures of them.
pub(crate) fn setups(info: &'static GameInfo, mixtures: u64) -> Vec<Setup> {
    let mut all = Vec::new();
    let counts = info.seat_counts.len();
    // A game of many numbers of seats would take its time: there each value is tried with one of
    // them, and so are the mixtures.
    let many = counts > 4;
    let mixtures = if many { mixtures.div_ceil(4) } else { mixtures };
    for (turn, count) in info.seat_counts.iter().enumerate() {
        let seats = u32::from(count.seats);
        let bare = Setup { game: info.id, seats, preset: "", options: Vec::new() };
        let presets = info.presets.iter().filter(|preset| preset.seats.contains(&count.seats));
        all.extend(presets.map(|preset| Setup { preset: preset.name, ..bare.clone() }));
        for (place, option) in info.options.iter().enumerate() {
            for (at, value) in values(option.kind).into_iter().enumerate() {
                if many && (place * 3 + at) % counts != turn {
                    continue;
                }
                let options = vec![(option.name.to_owned(), value)];
                all.push(Setup { options, ..bare.clone() });
            }
        }
        for mixture in (0..mixtures).filter(|mixture| !many || mixture % 4 == turn as u64 % 4) {
            let mut mixing = rng("mixture", mixture * 16 + u64::from(seats));
            let mut options = Vec::new();
            for option in info.options.iter().filter(|_| mixing.below(2) == 0) {
                let value = pick(&mut rng(option.name, mixture), &values(option.kind)).clone();
                options.push((option.name.to_owned(), value));
            }
            all.push(Setup { options, ..bare.clone() });
        }
    }
    all
}
