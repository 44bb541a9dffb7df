//! Revisions of rules: what a later release adds changes nothing for tables of older ones.

mod support;

use paizhuo_engine::error::RuleError;
use paizhuo_engine::game::GameInfo;
use paizhuo_engine::name::Name;
use paizhuo_engine::setup::{OptionInfo, OptionKind, PresetInfo, Settings};

use support::dou_dizhu;

/// The game as a later release may have it: with an option that revision 2 brought, before the
/// others, and a preset that sets it.
fn later() -> &'static GameInfo {
    let today = dou_dizhu(3, &[]).info();
    let added = OptionInfo {
        name: "added",
        kind: OptionKind::Boolean,
        default: "false",
        meaning: "Something new.",
        rule: "7.1",
        label: Name::new("added", "新增", "новое"),
        since: 2,
    };
    let options: Vec<_> = std::iter::once(added).chain(today.options.iter().copied()).collect();
    let values = [today.presets[4].values, &[("added", "true")]].concat();
    let values: &'static [_] = values.leak();
    let online = PresetInfo { values, ..today.presets[4] };
    assert_eq!(online.name, "online");
    let presets = vec![today.presets[0], online];
    Box::leak(Box::new(GameInfo { options: options.leak(), presets: presets.leak(), ..*today }))
}

fn settings(
    info: &'static GameInfo,
    revisions: &[u32],
    revision: Option<u32>,
    preset: &str,
    options: &[(&str, &str)],
) -> Result<Settings, RuleError> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let options: Vec<_> = options.iter().map(owned).collect();
    Settings::resolve(info, revisions, revision, 3, preset, &options)
}

/// A table of revision 1 has the same settings and the same hash before and after a release that
/// adds an option, with a preset that sets it too.
#[test]
fn an_added_option_changes_no_older_hash() {
    let today = dou_dizhu(3, &[]).info();
    for preset in ["seed", "online"] {
        let before = settings(today, &[1], None, preset, &[("unit", "5")]).expect("accepted");
        let after = settings(later(), &[1, 2], Some(1), preset, &[("unit", "5")]);
        let after = after.expect("accepted");
        assert_eq!(before, after, "{preset}");
        assert_eq!(before.hash(), after.hash(), "{preset}");
    }
    let plain = settings(today, &[1], None, "", &[]).expect("accepted");
    assert_eq!(&plain.hash(), dou_dizhu(3, &[]).hash(), "a table is hashed by its settings");
}

/// Revision 2 has the option: it counts for the settings, for the hash, and for presets.
#[test]
fn an_added_option_counts_from_its_revision_on() {
    let value = |preset, options: &[(&str, &str)]| {
        let settings = settings(later(), &[1, 2], None, preset, options).expect("accepted");
        assert_eq!(settings.revision, 2, "new matches get the newest");
        (settings.get("added").to_owned(), settings.hash())
    };
    let (default, unset) = value("", &[]);
    let (given, set) = value("", &[("added", "true")]);
    assert_eq!((default.as_str(), given.as_str()), ("false", "true"));
    assert_ne!(unset, set);
    assert_eq!(value("online", &[]).0, "true");
    let older = settings(later(), &[1, 2], Some(1), "", &[]).expect("accepted");
    assert_ne!(older.hash(), unset, "the revision itself is hashed");
}

/// A table of revision 1 refuses the option, whatever its value, and no revision is made up.
#[test]
fn an_older_revision_refuses_a_newer_option() {
    let refused = |revision, options: &[(&str, &str)]| {
        let refused = settings(later(), &[1, 2], revision, "", options);
        refused.expect_err("refused").reason.code()
    };
    assert_eq!(refused(Some(1), &[("added", "true")]), "UNKNOWN_OPTION");
    assert_eq!(refused(Some(1), &[("added", "false")]), "UNKNOWN_OPTION");
    assert_eq!(refused(Some(3), &[]), "UNKNOWN_REVISION");
    assert_eq!(refused(Some(2), &[("added", "maybe")]), "BAD_OPTION_VALUE");
}
