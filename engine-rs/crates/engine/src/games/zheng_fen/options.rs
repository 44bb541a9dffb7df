//! Options as data, and as types (section 7.1 of the rules).

use super::rules::{LastPlayer, LaterLead, MixedRule, Rules, SequenceCompare, TieRule};
use super::values;
use crate::name::Name;
use crate::setup::{OptionInfo, OptionKind, Settings};

/// The options of table 7.1, in its order.
pub(super) static OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "target",
        kind: OptionKind::Integer(Rules::TARGET_MIN as i64, Rules::TARGET_MAX as i64, &[]),
        default: "500",
        meaning: "Points that end the match.",
        rule: "Z6.2",
        label: Name::new("target", "目标分", "цель матча"),
        since: 1,
    },
    OptionInfo {
        name: "tie_rule",
        kind: OptionKind::Names(&values::TIE_RULE),
        default: "extra_deal",
        meaning: "What follows where several players share the highest total: further deals \
                  until one is alone, or they win together.",
        rule: "Z6.2",
        label: Name::new("ties", "平分处理", "при равенстве"),
        since: 1,
    },
    OptionInfo {
        name: "jokers_wild",
        kind: OptionKind::Boolean,
        default: "false",
        meaning: "Jokers stand for any other card in combinations.",
        rule: "Z4.22",
        label: Name::new("wild jokers", "王作万能牌", "джокеры заменяют карты"),
        since: 1,
    },
    OptionInfo {
        name: "wild_in_specials",
        kind: OptionKind::Boolean,
        default: "true",
        meaning: "With wild jokers: they may complete specials.",
        rule: "Z4.23",
        label: Name::new("wild jokers in specials", "王可凑五十K", "джокеры в особых комбинациях"),
        since: 1,
    },
    OptionInfo {
        name: "sequence_compare",
        kind: OptionKind::Names(&values::SEQUENCE_COMPARE),
        default: "longer_first",
        meaning: "How sequences of one kind are compared: by length and then top rank, by \
                  top rank at equal length only, or by top rank whatever the length.",
        rule: "Z4.25",
        label: Name::new("comparing sequences", "顺牌比较", "сравнение последовательностей"),
        since: 1,
    },
    OptionInfo {
        name: "quartet_seq_min",
        kind: OptionKind::Integer(2, 3, &[]),
        default: "3",
        meaning: "Fewest quartets of a sequence of quartets.",
        rule: "Z4.13",
        label: Name::new(
            "shortest sequence of quartets",
            "四连最少组数",
            "наименьшая последовательность четвёрок",
        ),
        since: 1,
    },
    OptionInfo {
        name: "poker_match",
        kind: OptionKind::Names(&values::POKER_MATCH),
        default: "kind",
        meaning: "What a poker combination must have in common with the led one: the kind, \
                  or the label.",
        rule: "Z4.14",
        label: Name::new(
            "answering poker combinations",
            "三带二跟牌",
            "ответ на покерную комбинацию",
        ),
        since: 1,
    },
    OptionInfo {
        name: "mixed_rule",
        kind: OptionKind::Names(&values::MIXED_RULE),
        default: "all_different",
        meaning: "Which suits 5-10-K has as a mixed special: three different ones, or not \
                  all the same.",
        rule: "Z4.16",
        label: Name::new("mixed 5-10-K", "杂五十K", "разномастные 5-10-К"),
        since: 1,
    },
    OptionInfo {
        name: "special_order",
        kind: OptionKind::Names(&values::SPECIAL_ORDER),
        default: "ranked",
        meaning: "Whether a higher special beats a lower one.",
        rule: "Z4.26",
        label: Name::new("order of specials", "特殊牌型大小", "старшинство особых комбинаций"),
        since: 1,
    },
    OptionInfo {
        name: "suited_special_suit_rank",
        kind: OptionKind::Names(&values::SUIT_RANK),
        default: "off",
        meaning: "Whether of two suited specials the higher suit beats the lower.",
        rule: "Z4.26",
        label: Name::new("suits of suited specials", "纯五十K比花色", "масти одномастных 5-10-К"),
        since: 1,
    },
    OptionInfo {
        name: "draw_start",
        kind: OptionKind::Names(&values::DRAW_START),
        default: "shuffler",
        meaning: "Who takes the first card.",
        rule: "Z2.4",
        label: Name::new("first to draw", "先摸牌者", "кто берёт первую карту"),
        since: 1,
    },
    OptionInfo {
        name: "later_lead",
        kind: OptionKind::Names(&values::LATER_LEAD),
        default: "h3",
        meaning: "Who leads to the first trick from the second deal of a match on.",
        rule: "Z2.9",
        label: Name::new("later leads", "后续首出者", "первый ход следующих раздач"),
        since: 1,
    },
    OptionInfo {
        name: "last_player",
        kind: OptionKind::Names(&values::LAST_PLAYER),
        default: "keeps",
        meaning: "Whose the pile and the hand of the last player are.",
        rule: "Z5.13",
        label: Name::new("cards of the last player", "末家的牌", "карты последнего игрока"),
        since: 1,
    },
    OptionInfo {
        name: "end_of_play",
        kind: OptionKind::Names(&values::END_OF_PLAY),
        default: "all_out",
        meaning: "When the play is over: after the last trick is played out, or as soon as \
                  one player alone holds cards.",
        rule: "Z5.13",
        label: Name::new("end of the play", "收局方式", "конец розыгрыша"),
        since: 1,
    },
    OptionInfo {
        name: "pass_locks",
        kind: OptionKind::Boolean,
        default: "false",
        meaning: "A pass lasts for the whole trick.",
        rule: "Z5.12",
        label: Name::new("passes last", "过牌锁定", "пас до конца взятки"),
        since: 1,
    },
    OptionInfo {
        name: "timeout_policy",
        kind: OptionKind::Names(&values::TIMEOUT_POLICY),
        default: "pass_or_lowest",
        meaning: "What happens for a player who does not act in time: a pass, or the lowest \
                  card.",
        rule: "Z5.15",
        label: Name::new("time-out", "超时处理", "при просрочке"),
        since: 1,
    },
];

/// The options as types.
pub(super) fn rules_of(settings: &Settings) -> Rules {
    let is = |name: &str, value: &str| settings.get(name) == value;
    let number = |name: &str| settings.number(name).expect("the option has a number");
    let bounded = "the option's kind bounds it";
    Rules {
        seats: settings.seats,
        target: u32::try_from(number("target")).expect(bounded),
        tie_rule: match settings.get("tie_rule") {
            "extra_deal" => TieRule::ExtraDeal,
            _ => TieRule::Shared,
        },
        jokers_wild: is("jokers_wild", "true"),
        wild_in_specials: is("wild_in_specials", "true"),
        sequence_compare: match settings.get("sequence_compare") {
            "longer_first" => SequenceCompare::LongerFirst,
            "same_length" => SequenceCompare::SameLength,
            _ => SequenceCompare::TopCard,
        },
        quartet_seq_min: u8::try_from(number("quartet_seq_min")).expect(bounded),
        labels_bind: is("poker_match", "label"),
        mixed_rule: match settings.get("mixed_rule") {
            "all_different" => MixedRule::AllDifferent,
            _ => MixedRule::NotAllSame,
        },
        specials_ranked: is("special_order", "ranked"),
        special_suits_ranked: is("suited_special_suit_rank", "s_h_c_d"),
        cutter_draws: is("draw_start", "cutter"),
        later_lead: match settings.get("later_lead") {
            "h3" => LaterLead::H3,
            "first_out" => LaterLead::FirstOut,
            _ => LaterLead::LastTrickWinner,
        },
        last_player: match settings.get("last_player") {
            "keeps" => LastPlayer::Keeps,
            "tricks_to_first" => LastPlayer::TricksToFirst,
            _ => LastPlayer::TricksAndHandToFirst,
        },
        one_left: is("end_of_play", "one_left"),
        pass_locks: is("pass_locks", "true"),
    }
}
