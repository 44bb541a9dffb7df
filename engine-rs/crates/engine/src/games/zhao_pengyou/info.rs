//! The catalogue's entry of the game.

use super::apply::BURIED;
use super::asks::{AUCTION, BURY, CALL, DEFENCE, DRAW, FRIEND, MAKER, OVER, PLAY, WAITING};
use super::dealing::{KITTY, STOCK};
use super::final_round::{BID, CHALLENGE};
use super::lead::Kind;
use super::levels::{ACTIVE, PASSIVE};
use super::options::OPTIONS;
use super::order::{card_points, faces_by_suit};
use super::presets::PRESETS;
use super::sight::PILE;
use crate::action::Verb;
use crate::cards::french::FRENCH;
use crate::game::{Direction, GameInfo, SeatCount};
use crate::name::{Name, Term, term};

/// Everything about the game that is no state.
pub(super) static INFO: GameInfo = GameInfo {
    id: "zhao_pengyou",
    name: Name::new("Zhao Pengyou (Looking for Friends)", "找朋友", "Чжао пэнъю (Поиск друзей)"),
    seat_counts: &SEAT_COUNTS,
    seats_rule: "ZP-1.1",
    cards_rule: "ZP-1.2",
    pack: &FRENCH,
    faces: faces_by_suit,
    suits_matter: true,
    points: card_points,
    options: OPTIONS,
    presets: PRESETS,
    presets_rule: "ZP-7.18",
    phases: &PHASES,
    verbs: &VERBS,
    categories: &CATEGORIES,
    forms: &[],
    labels: &[],
    events: &EVENTS,
    roles: &ROLES,
    statuses: &STATUSES,
    teams: &[],
    zones: &ZONES,
    seat_direction: Direction::Clockwise,
    deal_direction: Direction::Clockwise,
    play_direction: Direction::Anticlockwise,
};

/// What each number of seats needs (ZP-1.2); what is left in the middle is the kitty.
static SEAT_COUNTS: [SeatCount; 8] = [
    SeatCount { seats: 5, packs: 2, cards: 108, hand_sizes: &[20; 5], left: 8 },
    SeatCount { seats: 6, packs: 2, cards: 108, hand_sizes: &[17; 6], left: 6 },
    SeatCount { seats: 7, packs: 2, cards: 104, hand_sizes: &[14; 7], left: 6 },
    SeatCount { seats: 8, packs: 3, cards: 158, hand_sizes: &[19; 8], left: 6 },
    SeatCount { seats: 9, packs: 3, cards: 159, hand_sizes: &[17; 9], left: 6 },
    SeatCount { seats: 10, packs: 3, cards: 156, hand_sizes: &[15; 10], left: 6 },
    SeatCount { seats: 11, packs: 3, cards: 160, hand_sizes: &[14; 11], left: 6 },
    SeatCount { seats: 12, packs: 4, cards: 210, hand_sizes: &[17; 12], left: 6 },
];

static PHASES: [Term; 8] = [
    term(WAITING, Name::new("waiting for the deal", "等待发牌", "ожидание раздачи"), "ZP-2.4"),
    term(DRAW, Name::new("drawing", "摸牌", "набор карт"), "ZP-2.5"),
    term(AUCTION, Name::new("last bids", "最后叫主", "последние заявки"), "ZP-2.6"),
    term(DEFENCE, Name::new("defending a bid", "反主应对", "защита заявки"), "ZP-2.10"),
    term(BURY, Name::new("burying", "扣底", "снос"), "ZP-2.14"),
    term(CALL, Name::new("calling friends", "找朋友", "поиск друзей"), "ZP-3.1"),
    term(PLAY, Name::new("play", "出牌", "розыгрыш"), "ZP-4.2"),
    term(OVER, Name::new("match over", "比赛结束", "матч окончен"), "ZP-5.10"),
];

static VERBS: [Term; 7] = [
    term(Verb::Pass.word(), Name::new("pass", "不叫", "пас"), "ZP-2.6"),
    term(Verb::Play.word(), Name::new("play", "出牌", "сыграть"), "ZP-4.2"),
    term(Verb::BidCards.word(), Name::new("bid", "亮主", "объявить козырь"), "ZP-2.7"),
    term(Verb::Defend.word(), Name::new("defend", "加固", "защитить"), "ZP-2.10"),
    term(Verb::Yield.word(), Name::new("yield", "让主", "уступить"), "ZP-2.10"),
    term(Verb::Bury.word(), Name::new("bury", "扣底", "снести"), "ZP-2.14"),
    term(Verb::CallFriends.word(), Name::new("call friends", "叫朋友", "назвать друзей"), "ZP-3.1"),
];

static EVENTS: [Term; 20] = [
    term(
        "deal_committed",
        Name::new("seed committed to", "已承诺随机种子", "зерно закреплено"),
        "ZP-2.4",
    ),
    term("dealt", Name::new("the pack is shuffled", "洗牌", "колода перемешана"), "ZP-2.4"),
    term("cards_drawn", Name::new("cards are drawn", "摸牌", "карты взяты"), "ZP-2.5"),
    term("acted", Name::new("a player acts", "玩家行动", "ход игрока"), "ZP-2.6"),
    term("cards_shown", Name::new("cards are shown", "亮牌", "карты открыты"), "ZP-2.6"),
    term("all_passed", Name::new("nobody bid", "无人叫主", "никто не заявил"), "ZP-2.12"),
    term(
        "role_given",
        Name::new("maker, or friend", "庄家或朋友", "загадавший или друг"),
        "ZP-3.4",
    ),
    term("trump_set", Name::new("trump is known", "定主", "козырь известен"), "ZP-2.11"),
    term("cards_taken", Name::new("the kitty is taken", "拿底牌", "прикуп взят"), "ZP-2.13"),
    term("cards_laid", Name::new("cards are buried", "扣底", "карты снесены"), "ZP-2.14"),
    term(
        "friend_calls_changed",
        Name::new("friends are called or found", "朋友牌变化", "друзья названы или найдены"),
        "ZP-3.4",
    ),
    term("trick_begun", Name::new("a trick begins", "新一轮开始", "взятка начата"), "ZP-4.1"),
    term("trick_stands", Name::new("who wins so far", "目前赢家", "кто пока берёт"), "ZP-4.13"),
    term(
        "lead_withdrawn",
        Name::new("a group does not stand", "甩牌失败", "группа не прошла"),
        "ZP-4.8",
    ),
    term("trick_ended", Name::new("a trick ends", "一轮结束", "взятка окончена"), "ZP-4.18"),
    term("deal_ended", Name::new("the deal ends", "一局结束", "раздача окончена"), "ZP-5.13"),
    term(
        "standings_changed",
        Name::new("levels and statuses", "级数与状态", "уровни и состояния"),
        "ZP-5.9",
    ),
    term("match_ended", Name::new("the match ends", "比赛结束", "матч окончен"), "ZP-5.10"),
    term("zone_cleared", Name::new("a place is empty", "区域清空", "место опустело"), "ZP-2.9"),
    term("asked", Name::new("who is asked", "轮到谁", "чья очередь"), "ZP-2.6"),
];

static ROLES: [Term; 2] = [
    term(MAKER, Name::new("maker", "庄家", "загадавший"), "ZP-2.11"),
    term(FRIEND, Name::new("friend", "朋友", "друг"), "ZP-3.4"),
];

static STATUSES: [Term; 2] = [
    term(ACTIVE, Name::new("active", "主动", "активный"), "ZP-2.2"),
    term(PASSIVE, Name::new("passive", "被动", "пассивный"), "ZP-2.2"),
];

static ZONES: [Term; 6] = [
    term(STOCK, Name::new("cards to be drawn", "待摸牌堆", "колода"), "ZP-2.5"),
    term(KITTY, Name::new("kitty", "底牌", "прикуп"), "ZP-2.5"),
    term(PILE, Name::new("cards won", "赢得的牌", "взятые карты"), "ZP-4.18"),
    term(BID, Name::new("bid that stands", "当前亮主", "действующая заявка"), "ZP-2.8"),
    term(CHALLENGE, Name::new("bid that challenges", "反主的牌", "встречная заявка"), "ZP-2.8"),
    term(BURIED, Name::new("buried cards", "扣下的底牌", "снос"), "ZP-2.14"),
];

static CATEGORIES: [Term; 6] = [
    category(0, Name::new("single card", "单张", "одиночная карта")),
    category(1, Name::new("set", "对子或多张", "набор")),
    category(2, Name::new("sequence", "连对", "последовательность")),
    category(3, Name::new("group", "甩牌", "группа")),
    category(4, Name::new("three scoring cards", "三张分牌", "три очковые карты")),
    category(5, Name::new("cards played to a lead", "跟牌", "карты на чужой ход")),
];

const fn category(place: usize, name: Name) -> Term {
    let kind = Kind::ALL[place];
    term(kind.name(), name, kind.rule())
}
