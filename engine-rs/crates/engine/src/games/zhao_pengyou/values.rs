//! The named values of options (section 7), with their names for people.

use crate::name::{Term, value};

/// `draw_direction`.
pub(super) static DRAW_DIRECTION: [Term; 2] = [
    value("clockwise", "clockwise", "顺时针", "по часовой стрелке", "ZP-1.7"),
    value("anticlockwise", "anticlockwise", "逆时针", "против часовой стрелки", "ZP-7.2"),
];

/// `starter_later_deals`.
pub(super) static STARTER_LATER_DEALS: [Term; 3] = [
    value("previous_maker", "the maker before", "上一局庄家", "прежний загадавший", "ZP-2.3"),
    value("lot", "by lot", "抽签", "по жребию", "ZP-7.3"),
    value(
        "next_counterclockwise",
        "the next seat counter-clockwise",
        "逆时针下一位",
        "следующий против часовой стрелки",
        "ZP-7.3",
    ),
];

/// `bid_timing`.
pub(super) static BID_TIMING: [Term; 2] = [
    value(
        "during_and_after",
        "while drawing and after",
        "摸牌中及之后",
        "при наборе и после",
        "ZP-2.6",
    ),
    value("after_draw", "after drawing", "摸牌后", "после набора", "ZP-7.4"),
];

/// `bid_levels`.
pub(super) static BID_LEVELS: [Term; 2] = [
    value("own", "the own level", "自己的级数", "свой уровень", "ZP-2.7"),
    value(
        "any_active",
        "any active player's level",
        "任一主动玩家的级数",
        "уровень любого активного",
        "ZP-7.5",
    ),
];

/// `bid_defence`.
pub(super) static BID_DEFENCE: [Term; 2] = [
    value("on", "the holder may defend", "可加固", "можно защитить", "ZP-2.10"),
    value("off", "overturned at once", "不可加固", "без защиты", "ZP-7.6"),
];

/// `active_passive`.
pub(super) static ACTIVE_PASSIVE: [Term; 2] = [
    value("on", "losers become passive", "输家转为被动", "проигравшие пассивны", "ZP-2.2"),
    value("off", "all stay active", "全部主动", "все активны", "ZP-7.7"),
];

/// `passive_first_point`.
pub(super) static PASSIVE_FIRST_POINT: [Term; 2] = [
    value(
        "reactivates",
        "it only makes active",
        "仅恢复主动",
        "только возвращает активность",
        "ZP-5.9",
    ),
    value("counts", "it counts as well", "同时计分", "засчитывается", "ZP-7.7"),
];

/// `kitty_mode`.
pub(super) static KITTY_MODE: [Term; 2] = [
    value("table", "by the table", "按表", "по таблице", "ZP-1.2"),
    value("full_jokers", "all jokers", "全部王牌", "все джокеры", "ZP-7.8"),
];

/// `call_style`.
pub(super) static CALL_STYLE: [Term; 2] = [
    value("ordinal", "the n-th copy", "第几张", "n-я копия", "ZP-3.2"),
    value("ordinal_or_other", "or the other copy", "或另一张", "или другая копия", "ZP-7.9"),
];

/// `group_lead`.
pub(super) static GROUP_LEAD: [Term; 2] = [
    value("on", "allowed", "允许甩牌", "разрешён", "ZP-4.7"),
    value("off", "not allowed", "不许甩牌", "запрещён", "ZP-7.10"),
];

/// `group_penalty`.
pub(super) static GROUP_PENALTY: [Term; 2] = [
    value("0", "none", "无", "нет", "ZP-7.10"),
    value("10", "10 a card", "每张10分", "10 за карту", "ZP-4.8"),
];

/// `follow_sets`.
pub(super) static FOLLOW_SETS: [Term; 3] = [
    value("match_sets", "sets against sets", "同类必跟", "наборы на наборы", "ZP-4.10"),
    value("suit_only", "the suit alone", "只跟花色", "только масть", "ZP-7.11"),
    value("forced_subpatterns", "smaller sets, too", "无则跟小组", "и меньшие наборы", "ZP-7.11"),
];

/// `scoring_trio_lead`.
pub(super) static SCORING_TRIO_LEAD: [Term; 2] =
    [value("off", "no", "否", "нет", "ZP-4.7"), value("on", "yes", "是", "да", "ZP-7.12")];

/// `trump_sequences_high`.
pub(super) static TRUMP_SEQUENCES_HIGH: [Term; 2] = [
    value("off", "up to the ace", "到A为止", "до туза", "ZP-4.6"),
    value("on", "up to the red joker", "直到大王", "до красного джокера", "ZP-7.13"),
];

/// `quad_beats_sequence`.
pub(super) static QUAD_BEATS_SEQUENCE: [Term; 2] =
    [value("off", "no", "否", "нет", "ZP-4.15"), value("on", "yes", "是", "да", "ZP-7.14")];

/// `kitty_multiplier`.
pub(super) static KITTY_MULTIPLIER: [Term; 3] = [
    value("1", "once", "一倍", "один раз", "ZP-7.15"),
    value("2", "twice", "两倍", "вдвое", "ZP-5.3"),
    value("4", "four times", "四倍", "вчетверо", "ZP-7.15"),
];

/// `last_trick_points_doubled`.
pub(super) static LAST_TRICK_POINTS_DOUBLED: [Term; 2] =
    [value("off", "no", "否", "нет", "ZP-5.3"), value("on", "yes", "是", "да", "ZP-7.15")];

/// `scoring`.
pub(super) static SCORING: [Term; 2] = [
    value("classic", "five bands", "五档", "пять ступеней", "ZP-5.6"),
    value("pagat2018", "six bands, one drawn", "六档含平局", "шесть ступеней с ничьей", "ZP-7.16"),
];

/// `win_scope`.
pub(super) static WIN_SCOPE: [Term; 2] = [
    value("players", "who reached the target", "达标玩家", "достигшие цели", "ZP-5.10"),
    value(
        "winning_team",
        "the side that won the deal",
        "该局赢方",
        "выигравшая сторона",
        "ZP-7.17",
    ),
];
