//! The catalogue's entry of the game.

use super::asks::{AUCTION, BETWEEN_DEALS, DOUBLE, OVER, PLAY, REDEAL, REVEAL, WAITING};
use super::category::Category;
use super::options::OPTIONS;
use super::presets::PRESETS;
use super::roles::{LANDLORD, PEASANT};
use super::zones::{BOTTOM, FACEUP, HAND};
use crate::action::Verb;
use crate::cards::french::FRENCH;
use crate::game::{Direction, GameInfo, SeatCount};
use crate::name::{Name, Term, term};

/// Everything about the game that is no state.
pub(super) static INFO: GameInfo = GameInfo {
    id: "dou_dizhu",
    name: Name::new("Dou Dizhu (Fight the Landlord)", "斗地主", "Доу дичжу (Бей помещика)"),
    seat_counts: &SEAT_COUNTS,
    seats_rule: "D1.1",
    cards_rule: "D1.1",
    pack: &FRENCH,
    faces: || FRENCH.cards().collect(),
    suits_matter: false,
    points: |_| 0,
    options: OPTIONS,
    presets: PRESETS,
    presets_rule: "D4.22",
    phases: &PHASES,
    verbs: &VERBS,
    categories: &CATEGORIES,
    forms: &[],
    labels: &[],
    events: &EVENTS,
    roles: &ROLES,
    statuses: &[],
    teams: &[],
    zones: &ZONES,
    seat_direction: Direction::Anticlockwise,
    deal_direction: Direction::Anticlockwise,
    play_direction: Direction::Anticlockwise,
};

static SEAT_COUNTS: [SeatCount; 2] = [
    SeatCount { seats: 3, packs: 1, cards: 54, hand_sizes: &[17, 17, 17], left: 3 },
    SeatCount { seats: 4, packs: 2, cards: 108, hand_sizes: &[25, 25, 25, 25], left: 8 },
];

static PHASES: [Term; 8] = [
    term(WAITING, Name::new("waiting for the deal", "等待发牌", "ожидание раздачи"), "D2.4"),
    term(AUCTION, Name::new("auction", "叫牌", "торговля"), "D3.1"),
    term(REDEAL, Name::new("redeal", "重新发牌", "пересдача"), "D3.6"),
    term(REVEAL, Name::new("laying the hand open", "明牌", "открытие карт"), "D3.12"),
    term(DOUBLE, Name::new("doubling", "加倍", "удвоение"), "D3.12"),
    term(PLAY, Name::new("play", "出牌", "розыгрыш"), "D5.2"),
    term(BETWEEN_DEALS, Name::new("between deals", "局间", "между раздачами"), "D5.13"),
    term(OVER, Name::new("match over", "比赛结束", "матч окончен"), "D5.13"),
];

static VERBS: [Term; 9] = [
    verb(Verb::Pass, Name::new("pass", "不要", "пас"), "D5.2"),
    verb(Verb::Bid, Name::new("bid", "叫分", "ставка"), "D3.2"),
    verb(Verb::Call, Name::new("call the landlord", "叫地主", "стать помещиком"), "D3.10"),
    verb(Verb::Rob, Name::new("rob the landlord", "抢地主", "перехватить"), "D3.10"),
    verb(Verb::Reveal, Name::new("lay the hand open", "明牌", "открыть карты"), "D3.12"),
    verb(Verb::Double, Name::new("double", "加倍", "удвоить"), "D3.12"),
    verb(Verb::Play, Name::new("play", "出牌", "сыграть"), "D5.2"),
    verb(Verb::Continue, Name::new("another deal", "再来一局", "ещё раздача"), "D5.13"),
    verb(Verb::Stop, Name::new("end the match", "结束比赛", "закончить матч"), "D5.13"),
];

static EVENTS: [Term; 14] = [
    term(
        "deal_committed",
        Name::new("seed committed to", "已承诺随机种子", "зерно закреплено"),
        "D2.6",
    ),
    term("dealt", Name::new("cards dealt", "发牌", "карты сданы"), "D2.4"),
    term("acted", Name::new("a player acts", "玩家行动", "ход игрока"), "D5.2"),
    term("role_given", Name::new("a role is given", "确定角色", "роль определена"), "D3.7"),
    term("cards_shown", Name::new("cards are shown", "亮牌", "карты открыты"), "D3.12"),
    term("cards_taken", Name::new("cards are taken", "拿牌", "карты взяты"), "D3.7"),
    term("trick_ended", Name::new("a trick ends", "一轮结束", "взятка окончена"), "D5.5"),
    term("all_passed", Name::new("everybody passed", "无人叫牌", "все спасовали"), "D3.6"),
    term("deal_ended", Name::new("the deal ends", "一局结束", "раздача окончена"), "D5.6"),
    term(
        "zone_cleared",
        Name::new("the open card is played", "明示牌已出", "открытая карта сыграна"),
        "D2.6",
    ),
    term("trick_begun", Name::new("a trick begins", "新一轮开始", "взятка начата"), "D5.1"),
    term("stake_changed", Name::new("the stake changes", "倍数变化", "ставка меняется"), "D6.7"),
    term("asked", Name::new("who is asked", "轮到谁", "чья очередь"), "D5.2"),
    term("match_ended", Name::new("the match ends", "比赛结束", "матч окончен"), "D5.13"),
];

static ROLES: [Term; 2] = [
    term(LANDLORD, Name::new("landlord", "地主", "помещик"), "D1.6"),
    term(PEASANT, Name::new("peasant", "农民", "крестьянин"), "D1.6"),
];

static ZONES: [Term; 3] = [
    term(BOTTOM, Name::new("bottom cards", "底牌", "прикуп"), "D2.5"),
    term(FACEUP, Name::new("card turned face up", "明示牌", "открытая карта"), "D2.3"),
    term(HAND, Name::new("open hand", "明牌", "открытая рука"), "D3.12"),
];

static CATEGORIES: [Term; 14] = [
    category(0, Name::new("single card", "单张", "одиночная карта")),
    category(1, Name::new("pair", "对子", "пара")),
    category(2, Name::new("triplet", "三张", "тройка карт")),
    category(3, Name::new("triplet with a card", "三带一", "тройка с картой")),
    category(4, Name::new("triplet with a pair", "三带二", "тройка с парой")),
    category(5, Name::new("sequence", "顺子", "последовательность")),
    category(6, Name::new("sequence of pairs", "连对", "последовательность пар")),
    category(7, Name::new("sequence of triplets", "飞机", "последовательность троек")),
    category(
        8,
        Name::new(
            "sequence of triplets with single cards",
            "飞机带小翼",
            "последовательность троек с картами",
        ),
    ),
    category(
        9,
        Name::new(
            "sequence of triplets with pairs",
            "飞机带大翼",
            "последовательность троек с парами",
        ),
    ),
    category(10, Name::new("bomb", "炸弹", "бомба")),
    category(11, Name::new("rocket", "火箭", "ракета")),
    category(12, Name::new("quadplex with two cards", "四带二", "четвёрка с двумя картами")),
    category(13, Name::new("quadplex with two pairs", "四带两对", "четвёрка с двумя парами")),
];

const fn verb(verb: Verb, label: Name, rule: &'static str) -> Term {
    term(verb.word(), label, rule)
}

const fn category(place: usize, label: Name) -> Term {
    let category = Category::ALL[place];
    term(category.name(), label, category.rule())
}
