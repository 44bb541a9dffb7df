//! The catalogue's entry of the game.

use super::apply::{FIRST_OUT, LAST, OUT};
use super::asks::{OVER, PLAY, WAITING};
use super::dealing::HEART_THREE_ZONE;
use super::ending::{LAST_HAND, PILE};
use super::kind::{Form, Kind, Label};
use super::options::OPTIONS;
use super::presets::PRESETS;
use super::state::card_points;
use crate::action::Verb;
use crate::cards::french::FRENCH;
use crate::game::{Direction, GameInfo, SeatCount};
use crate::name::{Name, Term, term};

/// Everything about the game that is no state.
pub(super) static INFO: GameInfo = GameInfo {
    id: "zheng_fen",
    name: Name::new("Zheng Fen (Competing for Points)", "挣分", "Чжэн фэнь (Борьба за очки)"),
    seat_counts: &SEAT_COUNTS,
    seats_rule: "Z1.1",
    cards_rule: "Z1.1",
    pack: &FRENCH,
    faces: || FRENCH.cards().collect(),
    suits_matter: true,
    points: card_points,
    options: OPTIONS,
    presets: PRESETS,
    presets_rule: "7.2",
    phases: &PHASES,
    verbs: &VERBS,
    categories: &CATEGORIES,
    forms: &FORMS,
    labels: &LABELS,
    events: &EVENTS,
    roles: &ROLES,
    statuses: &[],
    teams: &[],
    zones: &ZONES,
    seat_direction: Direction::Anticlockwise,
    deal_direction: Direction::Anticlockwise,
    play_direction: Direction::Anticlockwise,
};

/// Hand sizes in drawing order, from the first drawer on (Z2.5).
static SEAT_COUNTS: [SeatCount; 4] = [
    SeatCount { seats: 3, packs: 1, cards: 54, hand_sizes: &[18, 18, 18], left: 0 },
    SeatCount { seats: 4, packs: 1, cards: 54, hand_sizes: &[14, 14, 13, 13], left: 0 },
    SeatCount { seats: 5, packs: 1, cards: 54, hand_sizes: &[11, 11, 11, 11, 10], left: 0 },
    SeatCount { seats: 6, packs: 1, cards: 54, hand_sizes: &[9, 9, 9, 9, 9, 9], left: 0 },
];

static PHASES: [Term; 3] = [
    term(WAITING, Name::new("waiting for the deal", "等待发牌", "ожидание раздачи"), "Z2.4"),
    term(PLAY, Name::new("play", "出牌", "розыгрыш"), "Z5.2"),
    term(OVER, Name::new("match over", "比赛结束", "матч окончен"), "Z6.2"),
];

static VERBS: [Term; 2] = [
    term(Verb::Pass.word(), Name::new("pass", "不要", "пас"), "Z5.2"),
    term(Verb::Play.word(), Name::new("play", "出牌", "сыграть"), "Z5.2"),
];

static EVENTS: [Term; 11] = [
    term(
        "deal_committed",
        Name::new("seed committed to", "已承诺随机种子", "зерно закреплено"),
        "Z2.7",
    ),
    term("dealt", Name::new("cards dealt", "发牌", "карты сданы"), "Z2.4"),
    term("acted", Name::new("a player acts", "玩家行动", "ход игрока"), "Z5.2"),
    term(
        "role_given",
        Name::new(
            "a player is out, or last",
            "出完牌或成为末家",
            "игрок вышел или остался последним",
        ),
        "Z5.9",
    ),
    term(
        "cards_shown",
        Name::new("the last hand is shown", "亮出末家手牌", "рука последнего открыта"),
        "Z5.14",
    ),
    term("trick_ended", Name::new("a trick ends", "一轮结束", "взятка окончена"), "Z5.4"),
    term("deal_ended", Name::new("the deal ends", "一局结束", "раздача окончена"), "Z5.10"),
    term("zone_cleared", Name::new("♥3 is played", "红桃3已出", "♥3 сыграна"), "Z2.9"),
    term("trick_begun", Name::new("a trick begins", "新一轮开始", "взятка начата"), "Z5.1"),
    term("asked", Name::new("who is asked", "轮到谁", "чья очередь"), "Z5.2"),
    term("match_ended", Name::new("the match ends", "比赛结束", "матч окончен"), "Z6.2"),
];

static ROLES: [Term; 3] = [
    term(FIRST_OUT, Name::new("out first", "头家", "вышел первым"), "Z5.9"),
    term(OUT, Name::new("out", "已出完", "вышел"), "Z5.6"),
    term(LAST, Name::new("last player", "末家", "последний игрок"), "Z5.8"),
];

static ZONES: [Term; 3] = [
    term(PILE, Name::new("pile of cards won", "赢得的牌", "взятые карты"), "Z5.5"),
    term(LAST_HAND, Name::new("last hand", "末家手牌", "рука последнего игрока"), "Z5.8"),
    term(HEART_THREE_ZONE, Name::new("opening card", "首出牌", "карта первого хода"), "Z2.6"),
];

static FORMS: [Term; 3] = [
    form(0, Name::new("5-10-K of several suits", "杂五十K", "разномастные 5-10-К"), "Z4.10a"),
    form(1, Name::new("5-10-K of one suit", "纯五十K", "одномастные 5-10-К"), "Z4.10b"),
    form(2, Name::new("four twos", "四个2", "четыре двойки"), "Z4.10c"),
];

static LABELS: [Term; 4] = [
    label(0, Name::new("with a pair", "带对子", "с парой"), "Z4.8a"),
    label(
        1,
        Name::new("with suited neighbours", "带同花相连", "с соседними картами одной масти"),
        "Z4.8b",
    ),
    label(
        2,
        Name::new("with two scoring cards", "带两张分牌", "с двумя очковыми картами"),
        "Z4.8d",
    ),
    label(3, Name::new("with any two cards", "带任意两张", "с любыми двумя картами"), "Z4.8c"),
];

static CATEGORIES: [Term; 10] = [
    category(0, Name::new("single card", "单张", "одиночная карта")),
    category(1, Name::new("pair", "对子", "пара")),
    category(2, Name::new("triplet", "三张", "тройка карт")),
    category(3, Name::new("quartet", "四张", "четвёрка карт")),
    category(4, Name::new("sequence of pairs", "连对", "последовательность пар")),
    category(5, Name::new("sequence of triplets", "三连", "последовательность троек")),
    category(6, Name::new("sequence of quartets", "四连", "последовательность четвёрок")),
    category(7, Name::new("poker combination", "三带二", "покерная комбинация")),
    category(8, Name::new("suited run", "同花顺", "последовательность одной масти")),
    category(9, Name::new("special", "五十K", "особая комбинация")),
];

const fn category(place: usize, name: Name) -> Term {
    let kind = Kind::ALL[place];
    term(kind.name(), name, kind.rule())
}

const fn form(place: usize, name: Name, rule: &'static str) -> Term {
    term(Form::ALL[place].name(), name, rule)
}

const fn label(place: usize, name: Name, rule: &'static str) -> Term {
    term(Label::ALL[place].name(), name, rule)
}
