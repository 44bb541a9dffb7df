//! The named values of options (table 7 of the rules), with their names for people.

use crate::name::{Name, Term, term};

/// `deals`.
pub(super) static DEALS: [Term; 5] = [
    value("1", Name::new("one", "一局", "одна").ja("一番", "いちばん"), "HM-7.2"),
    value("2", Name::new("two", "两局", "две").ja("二番", "にばん"), "HM-7.2"),
    value("4", Name::new("four", "四局", "четыре").ja("四番", "よんばん"), "HM-7.2"),
    value("8", Name::new("eight", "八局", "восемь").ja("八番", "はちばん"), "HM-2.1"),
    value(
        "16",
        Name::new("sixteen", "十六局", "шестнадцать").ja("十六番", "じゅうろくばん"),
        "HM-7.2",
    ),
];

/// `first_dealer`.
pub(super) static FIRST_DEALER: [Term; 1] =
    [value("lot", Name::new("by lot", "抽签", "по жребию").ja("籤引き", "くじびき"), "HM-2.2")];

/// `direction`.
pub(super) static DIRECTION: [Term; 2] = [
    value(
        "clockwise",
        Name::new("clockwise", "顺时针", "по часовой стрелке").ja("左回り", "ひだりまわり"),
        "HM-1.3",
    ),
    value(
        "counterclockwise",
        Name::new("counter-clockwise", "逆时针", "против часовой стрелки")
            .ja("右回り", "みぎまわり"),
        "HM-7.4",
    ),
];

/// `final_led_suit`.
pub(super) static FINAL_LED_SUIT: [Term; 2] = [
    value(
        "dealer",
        Name::new("the dealer's", "庄家的牌", "карта сдающего").ja("親の札", "おやのふだ"),
        "HM-4.12",
    ),
    value(
        "trick8_winner",
        Name::new("of the winner of trick 8", "第八墩赢家的牌", "карта взявшего восьмую взятку")
            .ja("八番目の勝者の札", "はちばんめのしょうしゃのふだ"),
        "HM-7.5",
    ),
];

/// `monchi_trumps`.
pub(super) static MONCHI_TRUMPS: [Term; 2] = [
    value(
        "face_down",
        Name::new("face down", "扣着", "рубашкой вверх").ja("伏せる", "ふせる"),
        "HM-4.10",
    ),
    value("face_up", Name::new("face up", "亮着", "в открытую").ja("見せる", "みせる"), "HM-7.6"),
];

/// `combo_scope`.
pub(super) static COMBO_SCOPE: [Term; 2] = [
    value(
        "outside_meri_tricks",
        Name::new("outside Meri tricks", "梅里墩以外", "вне взяток мери")
            .ja("メリ以外", "めりいがい"),
        "HM-3.4",
    ),
    value(
        "before_first_meri",
        Name::new("before the first Meri", "首次梅里之前", "до первого мери")
            .ja("最初のメリまで", "さいしょのめりまで"),
        "HM-7.7",
    ),
];

/// Options that are off or on.
pub(super) static TURNED_ROBAI: [Term; 2] = [
    value("off", Name::new("no", "否", "нет").ja("しない", "しない"), "HM-2.8"),
    value("on", Name::new("yes", "是", "да").ja("する", "する"), "HM-7.8"),
];

/// `lone_sun`.
pub(super) static LONE_SUN: [Term; 2] = [
    value(
        "on",
        Name::new("may be kept", "可留", "можно придержать").ja("残せる", "のこせる"),
        "HM-4.8",
    ),
    value("off", Name::new("must be played", "必出", "надо сыграть").ja("出す", "だす"), "HM-7.9"),
];

/// `hidden_robai_scope`.
pub(super) static HIDDEN_ROBAI_SCOPE: [Term; 2] = [
    value(
        "robai_combos",
        Name::new("combinations with the Robai", "含龙的组合", "комбинации с робаем")
            .ja("ロバイの役", "ろばいのやく"),
        "HM-5.4",
    ),
    value(
        "all_combos",
        Name::new("all combinations", "所有组合", "все комбинации")
            .ja("すべての役", "すべてのやく"),
        "HM-7.8",
    ),
];

/// `tie`.
pub(super) static TIE: [Term; 2] = [
    value("draw", Name::new("a draw", "平局", "ничья").ja("引き分け", "ひきわけ"), "HM-5.8"),
    value(
        "extra_deal",
        Name::new("one more deal", "加赛一局", "ещё одна раздача").ja("もう一番", "もういちばん"),
        "HM-7.11",
    ),
];

const fn value(name: &'static str, label: Name, rule: &'static str) -> Term {
    term(name, label, rule)
}
