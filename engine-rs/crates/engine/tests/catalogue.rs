//! The catalogue of every game: whatever a person reads has its name in every language.

use paizhuo_engine::bots::BOTS;
use paizhuo_engine::game::GameInfo;
use paizhuo_engine::games;
use paizhuo_engine::name::{Name, Term};
use paizhuo_engine::setup::{OptionInfo, OptionKind};

fn infos() -> impl Iterator<Item = &'static GameInfo> {
    games::all().iter().map(|listed| listed.info())
}

fn named_values(option: &OptionInfo) -> &'static [Term] {
    match option.kind {
        OptionKind::Boolean => &[],
        OptionKind::Names(values) | OptionKind::Integer(_, _, values) => values,
    }
}

/// Asserts a name in English, Chinese and Russian.
fn assert_named(what: &str, name: &Name) {
    for text in [name.en, name.zh, name.ru] {
        assert!(!text.trim().is_empty(), "{what} lacks a name: {name:?}");
    }
}

fn assert_terms_named(what: &str, terms: &[Term]) {
    for (place, term) in terms.iter().enumerate() {
        assert_named(&format!("{what} {}", term.name), &term.label);
        let twice = terms[..place].iter().any(|earlier| earlier.name == term.name);
        assert!(!twice, "{what} {} is listed twice", term.name);
    }
}

/// Games, options, their named values, presets, phases, verbs, combinations, roles, zones and
/// bots have names in English, Chinese and Russian, and no word is listed twice.
#[test]
fn everything_has_a_name_in_every_language() {
    assert_terms_named("bot", BOTS);
    for info in infos() {
        assert_named(info.id, &info.name);
        for (what, terms) in [
            ("phase", info.phases),
            ("verb", info.verbs),
            ("category", info.categories),
            ("form", info.forms),
            ("label", info.labels),
            ("event", info.events),
            ("role", info.roles),
            ("team", info.teams),
            ("zone", info.zones),
        ] {
            assert_terms_named(what, terms);
            assert!(
                ["category", "form", "label", "team"].contains(&what) || !terms.is_empty(),
                "{}: no {what}",
                info.id
            );
        }
        for option in info.options {
            assert_named(option.name, &option.label);
            assert_terms_named(option.name, named_values(option));
        }
        for preset in info.presets {
            assert_named(preset.name, &preset.label);
        }
        for card in info.pack.cards() {
            let name = (info.pack.face_name)(info.pack, card);
            assert!(![name.en, name.zh, name.ru].contains(&String::new()), "{card:?}");
        }
    }
}

/// A game whose name has a Japanese form has one, and its kana, for all that a person reads of it,
/// the cards too.
#[test]
fn a_game_with_a_japanese_name_is_told_in_japanese() {
    let japanese = |name: &Name| !name.ja.is_empty() && !name.ja_kana.is_empty();
    let named: Vec<_> = infos().filter(|info| japanese(&info.name)).collect();
    assert!(named.iter().any(|info| info.id == "hachinin_meri"));
    for info in named {
        let lists = [
            info.phases,
            info.verbs,
            info.categories,
            info.forms,
            info.labels,
            info.events,
            info.roles,
            info.teams,
            info.zones,
        ];
        let values = info.options.iter().flat_map(named_values);
        for term in lists.into_iter().flatten().chain(values) {
            assert!(japanese(&term.label), "{} {}", info.id, term.name);
        }
        let names = info.options.iter().map(|option| (option.name, &option.label));
        let presets = info.presets.iter().map(|preset| (preset.name, &preset.label));
        for (name, label) in names.chain(presets) {
            assert!(japanese(label), "{} {name}", info.id);
        }
        for card in info.pack.cards() {
            let name = (info.pack.face_name)(info.pack, card);
            assert!(!name.ja.is_empty() && !name.ja_kana.is_empty(), "{card:?}");
        }
    }
}

/// What a game calls by a rule's number has one: options, their values, presets, phases, verbs.
#[test]
fn everything_names_its_rule() {
    for info in infos() {
        for option in info.options {
            assert!(!option.rule.is_empty() && !option.meaning.is_empty(), "{}", option.name);
            assert!(named_values(option).iter().all(|value| !value.rule.is_empty()));
        }
        for preset in info.presets {
            assert!(!preset.rule.is_empty() && !preset.meaning.is_empty(), "{}", preset.name);
        }
        let terms = info.phases.iter().chain(info.verbs).chain(info.categories);
        for term in terms.chain(info.forms).chain(info.labels).chain(info.events).chain(info.teams)
        {
            assert!(!term.rule.is_empty(), "{}", term.name);
        }
    }
}

/// Every option came with a revision that the game can play or could once.
#[test]
fn every_option_came_with_a_revision() {
    for listed in games::all() {
        let newest = *listed.revisions().last().expect("a game has a revision");
        for option in listed.info().options {
            assert!((1..=newest).contains(&option.since), "{}", option.name);
        }
    }
}
