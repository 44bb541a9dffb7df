//! Presets (section 7.2 of the rules).

use crate::name::Name;
use crate::setup::PresetInfo;

/// The presets, `seed` first.
pub(super) static PRESETS: &[PresetInfo] = &[
    PresetInfo {
        name: "seed",
        values: &[],
        seats: &[3, 4, 5, 6],
        meaning: "The rules as the project's seed tells them: all defaults.",
        rule: "7.1",
        label: Name::new("standard", "标准", "обычные правила"),
    },
    PresetInfo {
        name: "pagat",
        values: &[
            ("jokers_wild", "true"),
            ("draw_start", "cutter"),
            ("end_of_play", "one_left"),
            ("last_player", "tricks_and_hand_to_first"),
            ("later_lead", "first_out"),
        ],
        seats: &[3, 4, 5, 6],
        meaning: "As described on pagat.com: wild jokers, the cutter draws first, play stops with \
                  one player left, whose cards go to the first one out, who leads next.",
        rule: "7.2",
        label: Name::new("pagat.com", "pagat.com", "pagat.com"),
    },
];
