//! The catalogue's entry of the game.

use super::apply::{DECLARER, DISCARDED, LONE_SUN, OKI, RECEIVER, SIDE};
use super::asks::{CLOSED, DECLARE, DISCARD, OPEN, OVER, WAITING};
use super::combinations::Combo;
use super::options::OPTIONS;
use super::plays::{FACE_DOWN, PLAIN, TRUMP};
use super::presets::PRESETS;
use super::sight::{MERI, MONCHI, TEAMS as TEAM_NAMES};
use crate::action::Verb;
use crate::cards::unsun::UNSUN;
use crate::game::{Direction, GameInfo, SeatCount};
use crate::name::{Name, Term, term};

/// Everything about the game that is no state.
pub(super) static INFO: GameInfo = GameInfo {
    id: "hachinin_meri",
    name: Name::new(
        "Hachinin Meri (eight-player Unsun Karuta)",
        "八人梅里（温孙纸牌）",
        "Хатинин мэри (унсун-карута на восьмерых)",
    )
    .ja("八人メリ（うんすんカルタ）", "はちにんめり（うんすんかるた）"),
    seat_counts: &SEAT_COUNTS,
    seats_rule: "HM-1.1",
    cards_rule: "HM-1.4",
    pack: &UNSUN,
    faces: || UNSUN.cards().collect(),
    suits_matter: true,
    points: |_| 0,
    options: OPTIONS,
    presets: PRESETS,
    presets_rule: "HM-7.1",
    phases: &PHASES,
    verbs: &VERBS,
    categories: &CATEGORIES,
    forms: &FORMS,
    labels: &LABELS,
    events: &EVENTS,
    roles: &ROLES,
    statuses: &[],
    teams: &TEAMS,
    zones: &ZONES,
    seat_direction: Direction::Clockwise,
    deal_direction: Direction::Clockwise,
    play_direction: Direction::Clockwise,
};

static SEAT_COUNTS: [SeatCount; 1] =
    [SeatCount { seats: 8, packs: 1, cards: 75, hand_sizes: &[9; 8], left: 3 }];

static PHASES: [Term; 6] = [
    term(
        WAITING,
        Name::new("waiting for the deal", "等待发牌", "ожидание раздачи")
            .ja("配札待ち", "はいふだまち"),
        "HM-6.1",
    ),
    term(
        DECLARE,
        Name::new("declaring the Robai", "报龙", "объявление робая")
            .ja("ロバイの宣言", "ろばいのせんげん"),
        "HM-2.6",
    ),
    term(DISCARD, Name::new("discarding", "弃牌", "сброс").ja("捨て札", "すてふだ"), "HM-2.10"),
    term(
        OPEN,
        Name::new("play before the first Meri", "首次梅里之前", "розыгрыш до первого мери")
            .ja("メリの前", "めりのまえ"),
        "HM-3.1",
    ),
    term(
        CLOSED,
        Name::new(
            "play after the first Meri (Monchi)",
            "首次梅里之后（门奇）",
            "розыгрыш после мери (мончи)",
        )
        .ja("メリの後（モンチ）", "めりのあと（もんち）"),
        "HM-3.3",
    ),
    term(
        OVER,
        Name::new("match over", "比赛结束", "матч окончен").ja("終局", "しゅうきょく"),
        "HM-5.7",
    ),
];

static VERBS: [Term; 4] = [
    term(Verb::Pass.word(), Name::new("pass", "不报", "пас").ja("パス", "ぱす"), "HM-2.6"),
    term(Verb::Play.word(), Name::new("play", "出牌", "сыграть").ja("出す", "だす"), "HM-4.1"),
    term(
        Verb::Discard.word(),
        Name::new("discard", "弃牌", "сбросить").ja("捨てる", "すてる"),
        "HM-2.10",
    ),
    term(
        Verb::Declare.word(),
        Name::new("declare the Robai", "报龙", "объявить робая").ja("名乗る", "なのる"),
        "HM-2.6",
    ),
];

static CATEGORIES: [Term; 2] = [
    term(
        PLAIN,
        Name::new("plain card", "非将牌", "простая карта").ja("平札", "ひらふだ"),
        "HM-1.10",
    ),
    term(TRUMP, Name::new("trump", "将牌", "козырь").ja("切り札", "きりふだ"), "HM-1.9"),
];

static FORMS: [Term; 1] = [face_down("HM-6.3")];

static LABELS: [Term; 8] = [
    face_down("HM-4.10"),
    term(MERI, Name::new("Meri", "梅里", "мери").ja("メリ", "めり"), "HM-3.2"),
    term(MONCHI, Name::new("Monchi", "门奇", "мончи").ja("モンチ", "もんち"), "HM-3.3"),
    combo(0, Name::new("Sun over Un", "寸胜福", "сун над уном").ja("スンでウン", "すんでうん")),
    combo(
        1,
        Name::new("Un over Sota", "福胜女", "ун над сотой").ja("ウンでソウタ", "うんでそうた"),
    ),
    combo(
        2,
        Name::new("Sota over Robai", "女胜龙", "сота над робаем")
            .ja("ソウタでロバイ", "そうたでろばい"),
    ),
    combo(
        3,
        Name::new("Robai over Rei", "龙胜王", "робай над рэем").ja("ロバイでレイ", "ろばいでれい"),
    ),
    combo(
        4,
        Name::new(
            "second lowest over lowest numeral",
            "次小数牌胜最小数牌",
            "предпоследняя цифра над последней",
        )
        .ja("二番下で一番下", "にばんしたでいちばんした"),
    ),
];

static EVENTS: [Term; 20] = [
    term(
        "deal_committed",
        Name::new("seed committed to", "已承诺随机种子", "зерно закреплено")
            .ja("種を約束", "たねをやくそく"),
        "HM-2.3",
    ),
    term(
        "dealt",
        Name::new("cards dealt", "发牌", "карты сданы").ja("札が配られた", "ふだがくばられた"),
        "HM-2.3",
    ),
    term(
        "trump_set",
        Name::new("trumps are known", "定将", "козыри известны")
            .ja("切り札が決まった", "きりふだがきまった"),
        "HM-2.4",
    ),
    term(
        "acted",
        Name::new("a player acts", "玩家行动", "ход игрока").ja("手番", "てばん"),
        "HM-4.1",
    ),
    term(
        "answers_opened",
        Name::new("answers are told together", "同时公布回答", "ответы открыты вместе")
            .ja("返事の公開", "へんじのこうかい"),
        "HM-6.5",
    ),
    term(
        "role_given",
        Name::new("somebody receives the Oki", "翻牌归属", "оки получен")
            .ja("起きの受け手", "おきのうけて"),
        "HM-2.7",
    ),
    term(
        "cards_taken",
        Name::new("the Oki is taken", "收起翻牌", "оки взят").ja("起きを取った", "おきをとった"),
        "HM-2.7",
    ),
    term(
        "cards_laid",
        Name::new("a card is put away", "弃一张牌", "карта сброшена")
            .ja("札を捨てた", "ふだをすてた"),
        "HM-2.10",
    ),
    term(
        "cards_shown",
        Name::new("cards are shown", "亮牌", "карты показаны").ja("札を見せた", "ふだをみせた"),
        "HM-2.11",
    ),
    term(
        "plays_turned_up",
        Name::new("trumps are turned up", "翻开将牌", "козыри открыты")
            .ja("切り札を開けた", "きりふだをあけた"),
        "HM-4.10",
    ),
    term(
        "points_moved",
        Name::new("a combination moves points", "组合移分", "комбинация переносит очки")
            .ja("役で点が動いた", "やくでてんがうごいた"),
        "HM-5.3",
    ),
    term(
        "trick_ended",
        Name::new("a trick ends", "一墩结束", "взятка окончена")
            .ja("一巡が終わった", "いちじゅんがおわった"),
        "HM-4.11",
    ),
    term(
        "deal_ended",
        Name::new("the deal ends", "一局结束", "раздача окончена")
            .ja("一番が終わった", "いちばんがおわった"),
        "HM-5.6",
    ),
    term(
        "match_ended",
        Name::new("the match ends", "比赛结束", "матч окончен").ja("終局", "しゅうきょく"),
        "HM-5.7",
    ),
    term(
        "zone_cleared",
        Name::new("the lone Sun is played", "孤寸已出", "единственный сун сыгран")
            .ja("一枚スンを出した", "いちまいすんをだした"),
        "HM-4.8",
    ),
    term(
        "trick_stands",
        Name::new("which play wins so far", "目前哪张最大", "какая карта пока старшая")
            .ja("今勝っている札", "いまかっているふだ"),
        "HM-4.11",
    ),
    term(
        "trick_named",
        Name::new("a lead names its trick", "首攻定墩名", "заход называет взятку")
            .ja("一巡の呼び名", "いちじゅんのよびな"),
        "HM-3.2",
    ),
    term(
        "teams_changed",
        Name::new("points of the teams", "两队得分", "очки команд").ja("組の点", "くみのてん"),
        "HM-5.1",
    ),
    term(
        "asked",
        Name::new("who is asked", "轮到谁", "чья очередь").ja("番の知らせ", "ばんのしらせ"),
        "HM-4.2",
    ),
    term(
        "trick_begun",
        Name::new("a trick begins", "一墩开始", "взятка начата")
            .ja("一巡の始め", "いちじゅんのはじめ"),
        "HM-4.2",
    ),
];

static ROLES: [Term; 2] = [
    term(
        DECLARER,
        Name::new("declared the Robai", "报龙者", "объявил робая").ja("名乗った人", "なのったひと"),
        "HM-2.7",
    ),
    term(
        RECEIVER,
        Name::new("received the Oki", "收翻牌者", "получил оки").ja("起きの受け手", "おきのうけて"),
        "HM-2.8",
    ),
];

static TEAMS: [Term; 2] = [
    term(TEAM_NAMES[0], Name::new("team A", "甲队", "команда А").ja("甲組", "こうぐみ"), "HM-1.2"),
    term(TEAM_NAMES[1], Name::new("team B", "乙队", "команда Б").ja("乙組", "おつぐみ"), "HM-1.2"),
];

static ZONES: [Term; 4] = [
    term(
        OKI,
        Name::new("Oki, the card turned up", "翻牌（起）", "оки, открытая карта")
            .ja("起き", "おき"),
        "HM-2.4",
    ),
    term(
        SIDE,
        Name::new("cards left over", "剩余的牌", "оставшиеся карты").ja("残り札", "のこりふだ"),
        "HM-2.5",
    ),
    term(DISCARDED, Name::new("discard", "弃牌", "сброс").ja("捨て札", "すてふだ"), "HM-2.10"),
    term(
        LONE_SUN,
        Name::new("Sun that may be kept", "可留的孤寸", "сун, который можно придержать")
            .ja("残せるスン", "のこせるすん"),
        "HM-4.8",
    ),
];

const fn face_down(rule: &'static str) -> Term {
    let name = Name::new("face down", "扣着", "рубашкой вверх").ja("伏せ札", "ふせふだ");
    term(FACE_DOWN, name, rule)
}

const fn combo(place: usize, name: Name) -> Term {
    term(Combo::ALL[place].name(), name, "HM-5.2")
}
