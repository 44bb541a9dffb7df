//! Options as data, and as types (section 7 of the rules).

use super::rules::Rules;
use super::values;
use crate::name::{Name, Term};
use crate::seat::Seat;
use crate::setup::{OptionInfo, OptionKind, Settings};

/// The options of the table of section 7, in its order.
pub(super) static OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "deals",
        kind: OptionKind::Names(&values::DEALS),
        default: "8",
        meaning: "Deals of a match.",
        rule: "HM-7.2",
        label: Name::new("deals", "局数", "раздач").ja("番数", "ばんすう"),
        since: 1,
    },
    OptionInfo {
        name: "first_dealer",
        kind: OptionKind::Integer(0, 7, &values::FIRST_DEALER),
        default: "lot",
        meaning: "Who deals first, also after a restart: a seat, or by lot.",
        rule: "HM-7.3",
        label: Name::new("first dealer", "首局庄家", "первый сдающий")
            .ja("最初の親", "さいしょのおや"),
        since: 1,
    },
    names(
        "direction",
        &values::DIRECTION,
        "clockwise",
        "Which way dealing, declarations, play and the deal itself go round.",
        "HM-7.4",
        Name::new("direction", "方向", "направление").ja("回り方", "まわりかた"),
    ),
    names(
        "final_led_suit",
        &values::FINAL_LED_SUIT,
        "dealer",
        "Whose card gives the led suit of the ninth trick where there is no trump in it.",
        "HM-7.5",
        Name::new("led suit of the ninth trick", "第九墩的首引花色", "масть девятой взятки")
            .ja("九番目の台札", "きゅうばんめのだいふだ"),
    ),
    names(
        "monchi_trumps",
        &values::MONCHI_TRUMPS,
        "face_down",
        "How trumps are played to a plain lead after the first Meri.",
        "HM-7.6",
        Name::new("trumps in Monchi", "门奇中的将牌", "козыри в мончи")
            .ja("モンチの切り札", "もんちのきりふだ"),
    ),
    names(
        "combo_scope",
        &values::COMBO_SCOPE,
        "outside_meri_tricks",
        "In which tricks combinations count.",
        "HM-7.7",
        Name::new("scope of combinations", "组合的范围", "где считаются комбинации")
            .ja("役の範囲", "やくのはんい"),
    ),
    names(
        "turned_robai_counts_as_undeclared",
        &values::TURNED_ROBAI,
        "off",
        "Whether a Robai that was turned up counts like one that its holder hid.",
        "HM-7.8",
        Name::new(
            "a turned-up Robai counts as hidden",
            "翻出的龙视同未报",
            "открытый робай как скрытый",
        )
        .ja("起きたロバイを隠しと見なす", "おきたろばいをかくしとみなす"),
    ),
    names(
        "lone_sun",
        &values::LONE_SUN,
        "on",
        "Whether a Sun that was the only trump may be kept in Meri.",
        "HM-7.9",
        Name::new("lone Sun", "孤寸", "единственный сун").ja("一枚スン", "いちまいすん"),
    ),
    OptionInfo {
        name: "combo_points",
        kind: OptionKind::Integer(0, 9, &[]),
        default: "2",
        meaning: "Points that a combination transfers.",
        rule: "HM-7.10",
        label: Name::new("points of a combination", "组合分", "очков за комбинацию")
            .ja("役の点", "やくのてん"),
        since: 1,
    },
    OptionInfo {
        name: "combo_points_raised",
        kind: OptionKind::Integer(0, 9, &[]),
        default: "5",
        meaning: "Points that a combination transfers in the ninth trick, or with a hidden Robai.",
        rule: "HM-7.10",
        label: Name::new(
            "points of a raised combination",
            "加倍组合分",
            "очков за усиленную комбинацию",
        )
        .ja("上がった役の点", "あがったやくのてん"),
        since: 1,
    },
    names(
        "hidden_robai_scope",
        &values::HIDDEN_ROBAI_SCOPE,
        "robai_combos",
        "Which combinations a hidden Robai raises.",
        "HM-7.8",
        Name::new("what a hidden Robai raises", "未报之龙加分范围", "что усиливает скрытый робай")
            .ja("隠しロバイの範囲", "かくしろばいのはんい"),
    ),
    names(
        "tie",
        &values::TIE,
        "draw",
        "What follows on equal totals: a draw, or one more deal.",
        "HM-7.11",
        Name::new("equal totals", "平分处理", "при равенстве").ja("同点のとき", "どうてんのとき"),
    ),
];

const fn names(
    name: &'static str,
    values: &'static [Term],
    default: &'static str,
    meaning: &'static str,
    rule: &'static str,
    label: Name,
) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Names(values), default, meaning, rule, label, since: 1 }
}

/// The options as types.
pub(super) fn rules_of(settings: &Settings) -> Rules {
    let is = |name: &str, value: &str| settings.get(name) == value;
    let number = |name: &str| -> u8 {
        settings.get(name).parse().expect("the option's kind makes it a small number")
    };
    Rules {
        deals: number("deals"),
        first_dealer: (!is("first_dealer", "lot")).then(|| Seat(number("first_dealer"))),
        counterclockwise: is("direction", "counterclockwise"),
        trick8_winner_supplies: is("final_led_suit", "trick8_winner"),
        monchi_face_up: is("monchi_trumps", "face_up"),
        before_first_meri: is("combo_scope", "before_first_meri"),
        turned_counts: is("turned_robai_counts_as_undeclared", "on"),
        raises_all: is("hidden_robai_scope", "all_combos"),
        lone_sun: is("lone_sun", "on"),
        combo_points: number("combo_points"),
        combo_points_raised: number("combo_points_raised"),
        extra_deal: is("tie", "extra_deal"),
    }
}
