//! Presets (ZP-7.18).

use crate::name::Name;
use crate::setup::PresetInfo;

/// Every number of seats.
const SEATS: &[u8] = &[5, 6, 7, 8, 9, 10, 11, 12];

/// The presets; the first holds where none is named.
pub(super) static PRESETS: &[PresetInfo] = &[
    PresetInfo {
        name: "seed",
        values: &[],
        seats: SEATS,
        meaning: "The rules as the project was given them.",
        rule: "ZP-7.18",
        label: Name::new("original", "原版", "исходные правила"),
    },
    PresetInfo {
        name: "pagat2018",
        values: &[
            ("draw_direction", "anticlockwise"),
            ("active_passive", "off"),
            ("scoring", "pagat2018"),
        ],
        seats: SEATS,
        meaning: "The rules as pagat.com has described them since 2018.",
        rule: "ZP-7.18",
        label: Name::new("pagat.com, 2018", "pagat 2018 版", "pagat.com, 2018"),
    },
];
