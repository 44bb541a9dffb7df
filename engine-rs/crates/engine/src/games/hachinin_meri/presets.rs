//! Presets (HM-7.1).

use crate::name::Name;
use crate::setup::PresetInfo;

/// The one preset.
pub(super) static PRESETS: &[PresetInfo] = &[PresetInfo {
    name: "seed",
    values: &[],
    seats: &[8],
    meaning: "The rules as the project's seed tells them: all defaults.",
    rule: "HM-7.1",
    label: Name::new("standard", "标准", "обычные правила").ja("標準", "ひょうじゅん"),
}];
