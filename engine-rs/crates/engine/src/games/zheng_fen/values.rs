//! The named values of options (table 7.1), with their names for people.

use crate::name::{Term, value};

/// `tie_rule`.
pub(super) static TIE_RULE: [Term; 2] = [
    value("extra_deal", "further deals", "加赛", "дополнительные раздачи", "Z6.2"),
    value("shared", "they share the win", "并列获胜", "делят победу", "Z6.2"),
];

/// `sequence_compare`.
pub(super) static SEQUENCE_COMPARE: [Term; 3] = [
    value("longer_first", "the longer one wins", "长者为大", "длинная старше", "Z4.12"),
    value("same_length", "only of one length", "须张数相同", "только равной длины", "Z4.25"),
    value("top_card", "the higher top wins", "比最大牌", "по старшей карте", "Z4.25"),
];

/// `poker_match`.
pub(super) static POKER_MATCH: [Term; 2] = [
    value("kind", "any answers any", "任意三带二", "любая на любую", "Z4.14"),
    value("label", "the led label binds", "须同类三带二", "по объявленному виду", "Z4.20"),
];

/// `mixed_rule`.
pub(super) static MIXED_RULE: [Term; 2] = [
    value("all_different", "three suits", "三种花色", "три разные масти", "Z4.16"),
    value("not_all_same", "not all of one suit", "不全同色", "не все одной масти", "Z4.16"),
];

/// `special_order`.
pub(super) static SPECIAL_ORDER: [Term; 2] = [
    value(
        "ranked",
        "mixed, suited, twos",
        "杂、纯、四个2",
        "разномастная, одномастная, двойки",
        "Z4.11",
    ),
    value("equal", "none beats another", "互不相压", "не бьют друг друга", "Z4.26"),
];

/// `suited_special_suit_rank`.
pub(super) static SUIT_RANK: [Term; 2] = [
    value("off", "equal", "不分花色", "равны", "Z4.26"),
    value("s_h_c_d", "♠ ♥ ♣ ♦", "♠ ♥ ♣ ♦", "♠ ♥ ♣ ♦", "Z4.26"),
];

/// `draw_start`.
pub(super) static DRAW_START: [Term; 2] = [
    value("shuffler", "the shuffler", "洗牌者", "тасовавший", "Z2.4"),
    value("cutter", "the cutter", "切牌者", "снимавший", "Z2.4"),
];

/// `later_lead`.
pub(super) static LATER_LEAD: [Term; 3] = [
    value("h3", "the holder of ♥3", "红桃3持有者", "владелец ♥3", "Z2.6"),
    value("first_out", "who was out first", "上局头家", "вышедший первым", "Z2.9"),
    value(
        "last_trick_winner",
        "who won the last trick",
        "上局末轮赢家",
        "взявший последнюю взятку",
        "Z2.9",
    ),
];

/// `last_player`.
pub(super) static LAST_PLAYER: [Term; 3] = [
    value("keeps", "the last player's", "归末家", "остаются у последнего", "Z5.13"),
    value("tricks_to_first", "tricks to the first", "赢牌归头家", "взятки первому", "Z5.13"),
    value(
        "tricks_and_hand_to_first",
        "tricks and hand to the first",
        "赢牌和手牌归头家",
        "взятки и рука первому",
        "Z5.13",
    ),
];

/// `end_of_play`.
pub(super) static END_OF_PLAY: [Term; 2] = [
    value(
        "all_out",
        "the last trick is played out",
        "打完最后一轮",
        "последняя взятка доигрывается",
        "Z5.8",
    ),
    value(
        "one_left",
        "when one player is left",
        "只剩一家即止",
        "когда остался один игрок",
        "Z5.13",
    ),
];

/// `timeout_policy`.
pub(super) static TIMEOUT_POLICY: [Term; 1] = [value(
    "pass_or_lowest",
    "a pass, or the lowest card",
    "过牌或出最小的牌",
    "пас или младшая карта",
    "Z5.15",
)];
