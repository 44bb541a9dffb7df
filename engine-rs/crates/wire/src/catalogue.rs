//! The catalogue.

use paizhuo_engine::bots::BOTS;
use paizhuo_engine::cards::{Card, Pack};
use paizhuo_engine::error::RuleError;
use paizhuo_engine::game::{Direction, GameInfo};
use paizhuo_engine::games;
use paizhuo_engine::name::{Name, Term};
use paizhuo_engine::ruleset::{Listed, game_named};
use paizhuo_engine::setup::{OptionInfo, OptionKind, PresetInfo};
use prost::Message as _;

use crate::api;

/// The encoded `ListGamesResponse`.
pub fn list() -> Vec<u8> {
    let games = games::all().iter().map(|listed| {
        let info = listed.info();
        api::GameSummary {
            game: info.id.to_owned(),
            name: Some(encode_name(&info.name)),
            seats: info.seat_counts.iter().map(|count| u32::from(count.seats)).collect(),
        }
    });
    api::ListGamesResponse { games: games.collect() }.encode_to_vec()
}

/// The encoded `Game` of a name.
///
/// # Errors
/// `UNKNOWN_GAME`.
pub fn game(id: &str) -> Result<Vec<u8>, RuleError> {
    Ok(encode(game_named(id)?).encode_to_vec())
}

fn encode(listed: &dyn Listed) -> api::Game {
    let info = listed.info();
    api::Game {
        game: info.id.to_owned(),
        name: Some(encode_name(&info.name)),
        seat_counts: encode_seat_counts(info),
        suits: encode_suits(info.pack),
        ranks: encode_ranks(info.pack),
        faces: (info.faces)().into_iter().map(|card| encode_face(info, card)).collect(),
        options: info.options.iter().map(encode_option).collect(),
        presets: info.presets.iter().map(encode_preset).collect(),
        table_options: Vec::new(),
        phases: encode_terms(info.phases),
        verbs: encode_terms(info.verbs),
        categories: encode_terms(info.categories),
        forms: encode_terms(info.forms),
        labels: encode_terms(info.labels),
        events: encode_terms(info.events),
        suits_matter: info.suits_matter,
        roles: encode_terms(info.roles),
        zones: encode_terms(info.zones),
        statuses: encode_terms(info.statuses),
        teams: encode_terms(info.teams),
        bots: encode_terms(BOTS),
        seat_direction: encode_direction(info.seat_direction).into(),
        deal_direction: encode_direction(info.deal_direction).into(),
        play_direction: encode_direction(info.play_direction).into(),
        rules_revisions: listed.revisions().to_vec(),
    }
}

fn encode_seat_counts(info: &GameInfo) -> Vec<api::SeatCount> {
    let counts = info.seat_counts.iter().map(|count| api::SeatCount {
        seats: u32::from(count.seats),
        packs: u32::from(count.packs),
        hand_sizes: count.hand_sizes.iter().map(|&size| u32::from(size)).collect(),
        left: u32::from(count.left),
        cards: u32::from(count.cards),
    });
    counts.collect()
}

fn encode_suits(pack: &Pack) -> Vec<api::Suit> {
    let suits = pack.suits.iter().map(|suit| api::Suit {
        notation: suit.notation.to_owned(),
        symbol: suit.symbol.to_owned(),
        name: Some(encode_name(&suit.name)),
    });
    suits.collect()
}

fn encode_ranks(pack: &Pack) -> Vec<api::Rank> {
    let ranks = pack.ranks.iter().map(|rank| api::Rank {
        notation: rank.notation.to_owned(),
        name: Some(encode_name(&rank.name)),
    });
    ranks.collect()
}

fn encode_face(info: &GameInfo, card: Card) -> api::Face {
    let (pack, face) = (info.pack, info.pack.face(card));
    let suit = face.suit.map(|suit| pack.suits[usize::from(suit)].notation);
    let name = (pack.face_name)(pack, card);
    api::Face {
        notation: face.notation.to_owned(),
        suit: suit.unwrap_or_default().to_owned(),
        rank: pack.ranks[usize::from(face.rank)].notation.to_owned(),
        points: (info.points)(card),
        name: Some(api::LocalizedName {
            en: name.en,
            zh: name.zh,
            ru: name.ru,
            ja: name.ja,
            ja_kana: name.ja_kana,
        }),
    }
}

fn encode_option(option: &OptionInfo) -> api::Option {
    let (kind, named, range): (_, &[Term], _) = match option.kind {
        OptionKind::Boolean => (api::OptionType::Boolean, &[], None),
        OptionKind::Names(names) => (api::OptionType::Name, names, None),
        OptionKind::Integer(low, high, names) => {
            (api::OptionType::Integer, names, Some((low, high)))
        }
    };
    let mut values: Vec<_> = named.iter().map(|value| value.name.to_owned()).collect();
    if kind == api::OptionType::Boolean {
        values = vec!["true".to_owned(), "false".to_owned()];
    }
    api::Option {
        name: option.name.to_owned(),
        r#type: kind.into(),
        values,
        minimum: range.map(|(low, _)| low),
        maximum: range.map(|(_, high)| high),
        default_value: option.default.to_owned(),
        meaning: option.meaning.to_owned(),
        rule: option.rule.to_owned(),
        label: Some(encode_name(&option.label)),
        value_labels: encode_terms(named),
        since: option.since,
    }
}

fn encode_preset(preset: &PresetInfo) -> api::Preset {
    let values = preset
        .values
        .iter()
        .map(|&(name, value)| api::Setting { name: name.to_owned(), value: value.to_owned() });
    api::Preset {
        name: preset.name.to_owned(),
        values: values.collect(),
        seats: preset.seats.iter().map(|&seats| u32::from(seats)).collect(),
        meaning: preset.meaning.to_owned(),
        rule: preset.rule.to_owned(),
        label: Some(encode_name(&preset.label)),
    }
}

fn encode_terms(terms: &[Term]) -> Vec<api::Term> {
    let terms = terms.iter().map(|term| api::Term {
        name: term.name.to_owned(),
        label: Some(encode_name(&term.label)),
        rule: term.rule.to_owned(),
    });
    terms.collect()
}

fn encode_name(name: &Name) -> api::LocalizedName {
    api::LocalizedName {
        en: name.en.to_owned(),
        zh: name.zh.to_owned(),
        ru: name.ru.to_owned(),
        ja: name.ja.to_owned(),
        ja_kana: name.ja_kana.to_owned(),
    }
}

pub(crate) fn encode_direction(direction: Direction) -> api::Direction {
    match direction {
        Direction::Clockwise => api::Direction::Clockwise,
        Direction::Anticlockwise => api::Direction::Anticlockwise,
    }
}
