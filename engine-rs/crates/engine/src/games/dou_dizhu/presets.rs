//! Presets (section 7.2 of the rules).

use crate::name::Name;
use crate::setup::PresetInfo;

/// The presets of table 7.2, in its order.
pub(super) static PRESETS: &[PresetInfo] = &[
    PresetInfo {
        name: "seed",
        values: &[],
        seats: &[3, 4],
        meaning: "The rules as the project's seed tells them: all defaults.",
        rule: "7.2",
        label: Name::new("standard", "标准", "обычные правила"),
    },
    PresetInfo {
        name: "pagat",
        values: &[],
        seats: &[3, 4],
        meaning: "As described on pagat.com: no difference from the defaults is known.",
        rule: "7.2",
        label: Name::new("pagat.com", "pagat.com", "pagat.com"),
    },
    PresetInfo {
        name: "rlcard",
        values: &[("kickers", "rlcard"), ("reveal_bottom", "true")],
        seats: &[3],
        meaning: "Combinations and open bottom cards of RLCard.",
        rule: "D4.22",
        label: Name::new("RLCard", "RLCard", "RLCard"),
    },
    PresetInfo {
        name: "douzero",
        values: &[("kickers", "loose"), ("reveal_bottom", "true")],
        seats: &[3],
        meaning: "Combinations and open bottom cards of DouZero.",
        rule: "D4.22",
        label: Name::new("DouZero", "DouZero", "DouZero"),
    },
    PresetInfo {
        name: "online",
        values: &[
            ("auction", "call_rob"),
            ("first_bidder", "random"),
            ("reveal_bottom", "true"),
            ("spring", "x2"),
            ("personal_double", "on"),
        ],
        seats: &[3, 4],
        meaning: "As usual online: calling and robbing, open bottom cards, spring, doubling.",
        rule: "7.2",
        label: Name::new("as usual online", "网络常用规则", "как обычно в сети"),
    },
];
