//! The named values of options (table 7.1), with their names for people.

use crate::name::{Term, value};

/// `auction`.
pub(super) static AUCTION: [Term; 3] = [
    value("bid123", "bidding 1 to 3", "叫分", "ставки от 1 до 3", "D3.2"),
    value("bid_once", "bidding, one call each", "一轮叫分", "ставки, по одному слову", "D3.9"),
    value("call_rob", "calling and robbing", "叫地主、抢地主", "вызов и перехват", "D3.10"),
];

/// `first_bidder`.
pub(super) static FIRST_BIDDER: [Term; 3] = [
    value("faceup", "who draws the open card", "摸到明牌者", "кто взял открытую карту", "D2.6"),
    value("random", "a random player", "随机", "случайный игрок", "D2.8"),
    value("previous_winner", "who won last", "上局赢家", "прошлый победитель", "D2.8"),
];

/// `redeal_dealer`.
pub(super) static REDEAL_DEALER: [Term; 2] = [
    value("same", "the same dealer", "原发牌者", "тот же сдающий", "D3.6"),
    value("next", "the next player", "下家", "следующий игрок", "D3.6"),
];

/// `kickers`.
pub(super) static KICKERS: [Term; 3] = [
    value("distinct", "all of different ranks", "点数各不相同", "все разных достоинств", "D4.22"),
    value("rlcard", "as RLCard allows", "同 RLCard", "как в RLCard", "D4.22"),
    value("loose", "nearly any", "几乎任意", "почти любые", "D4.22"),
];

/// `quadplex_as_bomb`.
pub(super) static QUADPLEX_AS_BOMB: [Term; 1] = [value("false", "never", "不算", "нет", "D4.16")];

/// `joker_pair_4p`.
pub(super) static JOKER_PAIR: [Term; 2] = [
    value("same_colour", "of one colour", "同色", "одного цвета", "D4.24"),
    value("any_two", "any two", "任意两张", "любые два", "D4.24"),
];

/// `max_doublings`.
pub(super) static MAX_DOUBLINGS: [Term; 1] =
    [value("none", "no limit", "不封顶", "без предела", "D6.7")];

/// `spring`.
pub(super) static SPRING: [Term; 3] = [
    value("off", "no bonus", "不计", "без надбавки", "D6.8"),
    value("x2", "times two", "两倍", "вдвое", "D6.8"),
    value("x3", "times three", "三倍", "втрое", "D6.8"),
];

/// `landlord_reveal`, `personal_double`.
pub(super) static OFF_ON: [Term; 2] =
    [value("off", "off", "关", "выключено", "D3.12"), value("on", "on", "开", "включено", "D3.12")];

/// `match_end`.
pub(super) static MATCH_END: [Term; 3] = [
    value("agreement", "when a player stops", "有人停止", "когда кто-то остановится", "D5.13"),
    value("deals", "after so many deals", "打满局数", "после числа раздач", "D5.13"),
    value("target", "at a total", "达到目标分", "при достижении счёта", "D5.13"),
];

/// `timeout_policy`.
pub(super) static TIMEOUT_POLICY: [Term; 1] = [value(
    "pass_or_lowest",
    "a pass, or the lowest card",
    "过牌或出最小的牌",
    "пас или младшая карта",
    "D5.14",
)];

/// `laizi`.
pub(super) static LAIZI: [Term; 1] = [value("off", "none", "无", "нет", "7.1")];
