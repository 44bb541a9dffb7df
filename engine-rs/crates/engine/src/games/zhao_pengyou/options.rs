//! Options as data, and as types (section 7 of the rules).

use super::equipment::Equipment;
use super::rules::{FollowSets, LaterStarter, Rules};
use super::values;
use crate::name::Name;
use crate::setup::{OptionInfo, OptionKind, Settings};

/// The options of section 7, in its order.
pub(super) static OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "draw_direction",
        kind: OptionKind::Names(&values::DRAW_DIRECTION),
        default: "clockwise",
        meaning: "Which way cards are drawn, and bidders asked after the drawing.",
        rule: "ZP-7.2",
        label: Name::new("direction of drawing", "摸牌方向", "направление набора"),
        since: 1,
    },
    OptionInfo {
        name: "starter_later_deals",
        kind: OptionKind::Names(&values::STARTER_LATER_DEALS),
        default: "previous_maker",
        meaning: "Who draws first from the second deal of a match on.",
        rule: "ZP-7.3",
        label: Name::new("first to draw later", "后续先摸者", "кто начинает набор далее"),
        since: 1,
    },
    OptionInfo {
        name: "bid_timing",
        kind: OptionKind::Names(&values::BID_TIMING),
        default: "during_and_after",
        meaning: "When bids may be made.",
        rule: "ZP-7.4",
        label: Name::new("time of bids", "叫主时机", "когда объявляют козырь"),
        since: 1,
    },
    OptionInfo {
        name: "bid_levels",
        kind: OptionKind::Names(&values::BID_LEVELS),
        default: "own",
        meaning: "Which rank a bid may show, and who may bid.",
        rule: "ZP-7.5",
        label: Name::new("levels of bids", "叫主级数", "уровни заявок"),
        since: 1,
    },
    OptionInfo {
        name: "bid_defence",
        kind: OptionKind::Names(&values::BID_DEFENCE),
        default: "on",
        meaning: "Whether the holder of a bid may defend it against a higher one.",
        rule: "ZP-7.6",
        label: Name::new("defence of bids", "加固", "защита заявки"),
        since: 1,
    },
    OptionInfo {
        name: "active_passive",
        kind: OptionKind::Names(&values::ACTIVE_PASSIVE),
        default: "on",
        meaning: "Whether the losers of a deal may not bid until they have won again.",
        rule: "ZP-7.7",
        label: Name::new("active and passive players", "主动与被动", "активные и пассивные"),
        since: 1,
    },
    OptionInfo {
        name: "passive_first_point",
        kind: OptionKind::Names(&values::PASSIVE_FIRST_POINT),
        default: "reactivates",
        meaning: "Whether the first point of a passive winner counts.",
        rule: "ZP-7.7",
        label: Name::new("first point of a passive player", "被动者首分", "первое очко пассивного"),
        since: 1,
    },
    OptionInfo {
        name: "kitty_mode",
        kind: OptionKind::Names(&values::KITTY_MODE),
        default: "table",
        meaning: "Which jokers are in the pack, and so how many cards are left over.",
        rule: "ZP-7.8",
        label: Name::new("jokers and kitty", "王牌与底牌", "джокеры и прикуп"),
        since: 1,
    },
    OptionInfo {
        name: "call_style",
        kind: OptionKind::Names(&values::CALL_STYLE),
        default: "ordinal",
        meaning: "Whether with two packs the copy that the maker does not hold may be called.",
        rule: "ZP-7.9",
        label: Name::new("calls", "叫牌方式", "как называют друзей"),
        since: 1,
    },
    OptionInfo {
        name: "group_lead",
        kind: OptionKind::Names(&values::GROUP_LEAD),
        default: "on",
        meaning: "Whether several components may be led together.",
        rule: "ZP-7.10",
        label: Name::new("group leads", "甩牌", "ход группой"),
        since: 1,
    },
    OptionInfo {
        name: "group_penalty",
        kind: OptionKind::Names(&values::GROUP_PENALTY),
        default: "10",
        meaning: "Card points for each card that is withdrawn from a failed group.",
        rule: "ZP-7.10",
        label: Name::new("penalty for failed groups", "甩牌失败罚分", "штраф за неудачную группу"),
        since: 1,
    },
    OptionInfo {
        name: "follow_sets",
        kind: OptionKind::Names(&values::FOLLOW_SETS),
        default: "match_sets",
        meaning: "Which sets a follower owes beside the suit.",
        rule: "ZP-7.11",
        label: Name::new("sets owed by followers", "跟牌要求", "обязанность давать наборы"),
        since: 1,
    },
    OptionInfo {
        name: "scoring_trio_lead",
        kind: OptionKind::Names(&values::SCORING_TRIO_LEAD),
        default: "off",
        meaning: "Whether any three scoring cards of one suit are a lead of their own.",
        rule: "ZP-7.12",
        label: Name::new("leads of three scoring cards", "三张分牌", "ход тремя очковыми картами"),
        since: 1,
    },
    OptionInfo {
        name: "trump_sequences_high",
        kind: OptionKind::Names(&values::TRUMP_SEQUENCES_HIGH),
        default: "off",
        meaning: "Whether sequences of trumps go on above the highest card of the trump suit.",
        rule: "ZP-7.13",
        label: Name::new("high trump sequences", "主牌连对", "старшие козырные последовательности"),
        since: 1,
    },
    OptionInfo {
        name: "quad_beats_sequence",
        kind: OptionKind::Names(&values::QUAD_BEATS_SEQUENCE),
        default: "off",
        meaning: "Whether four identical cards beat a sequence of two pairs.",
        rule: "ZP-7.14",
        label: Name::new("four beat a sequence", "四张压连对", "четыре бьют последовательность"),
        since: 1,
    },
    OptionInfo {
        name: "kitty_multiplier",
        kind: OptionKind::Names(&values::KITTY_MULTIPLIER),
        default: "2",
        meaning: "How often the buried points count for opponents who win the last trick.",
        rule: "ZP-7.15",
        label: Name::new("buried points", "扣底倍数", "очки прикупа"),
        since: 1,
    },
    OptionInfo {
        name: "last_trick_points_doubled",
        kind: OptionKind::Names(&values::LAST_TRICK_POINTS_DOUBLED),
        default: "off",
        meaning: "Whether the points of the last trick count twice for an opponent who wins it.",
        rule: "ZP-7.15",
        label: Name::new("points of the last trick", "末轮加倍", "очки последней взятки"),
        since: 1,
    },
    OptionInfo {
        name: "scoring",
        kind: OptionKind::Names(&values::SCORING),
        default: "classic",
        meaning: "What a deal is worth by the opponents' points.",
        rule: "ZP-7.16",
        label: Name::new("score table", "计分表", "таблица очков"),
        since: 1,
    },
    OptionInfo {
        name: "target_points",
        kind: OptionKind::Integer(1, 26, &[]),
        default: "13",
        meaning: "Points that end the match.",
        rule: "ZP-7.17",
        label: Name::new("target", "目标", "цель матча"),
        since: 1,
    },
    OptionInfo {
        name: "win_scope",
        kind: OptionKind::Names(&values::WIN_SCOPE),
        default: "players",
        meaning: "Who wins the match when somebody reaches the target.",
        rule: "ZP-7.17",
        label: Name::new("winners of the match", "比赛赢家", "победители матча"),
        since: 1,
    },
];

/// The options of checked settings, as types.
pub(super) fn rules_of(settings: &Settings) -> Rules {
    let is = |name: &str, value: &str| settings.get(name) == value;
    let on = |name: &str| is(name, "on");
    let number = |name: &str| {
        let number = settings.number(name).and_then(|number| u32::try_from(number).ok());
        number.expect("an option with small numbers")
    };
    let seats = settings.seats;
    Rules {
        seats,
        equipment: Equipment::of(seats, is("kitty_mode", "full_jokers")),
        draw_anticlockwise: is("draw_direction", "anticlockwise"),
        starter_later_deals: match settings.get("starter_later_deals") {
            "previous_maker" => LaterStarter::PreviousMaker,
            "lot" => LaterStarter::Lot,
            _ => LaterStarter::NextCounterclockwise,
        },
        bids_while_drawing: is("bid_timing", "during_and_after"),
        any_level: is("bid_levels", "any_active"),
        bid_defence: on("bid_defence"),
        active_passive: on("active_passive"),
        first_point_counts: is("passive_first_point", "counts"),
        calls_other: is("call_style", "ordinal_or_other"),
        group_lead: on("group_lead"),
        group_penalty: number("group_penalty"),
        follow_sets: match settings.get("follow_sets") {
            "match_sets" => FollowSets::Match,
            "suit_only" => FollowSets::SuitOnly,
            _ => FollowSets::ForcedSubpatterns,
        },
        scoring_trio_lead: on("scoring_trio_lead"),
        trump_sequences_high: on("trump_sequences_high"),
        quad_beats_sequence: on("quad_beats_sequence"),
        kitty_multiplier: number("kitty_multiplier"),
        last_trick_points_doubled: on("last_trick_points_doubled"),
        pagat2018_scoring: is("scoring", "pagat2018"),
        target_points: number("target_points"),
        winning_team_wins: is("win_scope", "winning_team"),
    }
}
