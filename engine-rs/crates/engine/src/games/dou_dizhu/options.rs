//! Options as data, and as types (section 7.1 of the rules).

use super::rules::{
    AuctionKind, Conflict, FirstBidder, JokerPair, Kickers, MatchEnd, RedealDealer, Rules, Seats,
    Spring,
};
use super::values;
use crate::error::{Reason, RuleError};
use crate::name::Name;
use crate::setup::{OptionInfo, OptionKind, Settings};

/// The options of table 7.1, in its order.
pub(super) static OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "unit",
        kind: OptionKind::Integer(1, Rules::UNIT_MAX as i64, &[]),
        default: "1",
        meaning: "Money per stake point.",
        rule: "D6.1",
        label: Name::new("stake unit", "底分", "ставка за очко"),
        since: 1,
    },
    OptionInfo {
        name: "auction",
        kind: OptionKind::Names(&values::AUCTION),
        default: "bid123",
        meaning: "The auction: bids of 1 to 3 until the others pass, one call each, or calling \
                  and robbing.",
        rule: "D3.9",
        label: Name::new("auction", "叫牌方式", "торговля"),
        since: 1,
    },
    OptionInfo {
        name: "first_bidder",
        kind: OptionKind::Names(&values::FIRST_BIDDER),
        default: "faceup",
        meaning: "Who opens the auction: who draws the card turned face up, a random seat, or \
                  who ran out of cards in the last deal that was played out.",
        rule: "D2.8",
        label: Name::new("first bidder", "首叫者", "кто начинает торговлю"),
        since: 1,
    },
    OptionInfo {
        name: "redeal_dealer",
        kind: OptionKind::Names(&values::REDEAL_DEALER),
        default: "same",
        meaning: "Who deals again after all passed.",
        rule: "D3.6",
        label: Name::new("dealer of a redeal", "流局后的发牌者", "кто пересдаёт"),
        since: 1,
    },
    OptionInfo {
        name: "max_redeals",
        kind: OptionKind::Integer(0, Rules::REDEALS_MAX as i64, &[]),
        default: "0",
        meaning: "After so many all-pass deals in a row the first bidder may not pass; 0 for \
                  never.",
        rule: "D3.11",
        label: Name::new("most redeals", "流局次数上限", "предел пересдач"),
        since: 1,
    },
    OptionInfo {
        name: "reveal_bottom",
        kind: OptionKind::Boolean,
        default: "false",
        meaning: "The bottom cards are shown to everybody before the landlord takes them.",
        rule: "D3.12",
        label: Name::new("show the bottom cards", "亮底牌", "показывать прикуп"),
        since: 1,
    },
    OptionInfo {
        name: "kickers",
        kind: OptionKind::Names(&values::KICKERS),
        default: "distinct",
        meaning: "Which cards may be attached, with 3 players: all of different ranks, what \
                  RLCard allows, or any.",
        rule: "D4.22",
        label: Name::new("attached cards", "带牌", "добавочные карты"),
        since: 1,
    },
    OptionInfo {
        name: "quadplex_3p",
        kind: OptionKind::Boolean,
        default: "true",
        meaning: "Four of a rank with two cards or two pairs exists with 3 players.",
        rule: "D4.25",
        label: Name::new("quadplex, 3 players", "三人四带二", "четвёрка с добавкой, 3 игрока"),
        since: 1,
    },
    OptionInfo {
        name: "quadplex_as_bomb",
        kind: OptionKind::Names(&values::QUADPLEX_AS_BOMB),
        default: "false",
        meaning: "A quadplex is never a bomb; the only value, kept for clarity.",
        rule: "D4.16",
        label: Name::new("quadplex as a bomb", "四带二算炸弹", "четвёрка с добавкой как бомба"),
        since: 1,
    },
    OptionInfo {
        name: "triplet_single_4p",
        kind: OptionKind::Boolean,
        default: "false",
        meaning: "Triplets with single cards exist with 4 players.",
        rule: "D4.23",
        label: Name::new(
            "triplet with a card, 4 players",
            "四人三带一",
            "тройка с картой, 4 игрока",
        ),
        since: 1,
    },
    OptionInfo {
        name: "quadplex_4p",
        kind: OptionKind::Boolean,
        default: "false",
        meaning: "Four of a rank with two cards or two pairs exists with 4 players.",
        rule: "D4.23",
        label: Name::new("quadplex, 4 players", "四人四带二", "четвёрка с добавкой, 4 игрока"),
        since: 1,
    },
    OptionInfo {
        name: "joker_pair_4p",
        kind: OptionKind::Names(&values::JOKER_PAIR),
        default: "same_colour",
        meaning: "Which two jokers are a pair with 4 players: two of one colour, or any.",
        rule: "D4.24",
        label: Name::new("pair of jokers, 4 players", "四人对王", "пара джокеров, 4 игрока"),
        since: 1,
    },
    OptionInfo {
        name: "fourp_both_joker_pairs",
        kind: OptionKind::Boolean,
        default: "true",
        meaning: "Both pairs of jokers may be attached to one combination with 4 players.",
        rule: "D4.24",
        label: Name::new(
            "both pairs of jokers attached",
            "可带两对王",
            "обе пары джокеров в добавке",
        ),
        since: 1,
    },
    OptionInfo {
        name: "bomb_double_min_4p",
        kind: OptionKind::Integer(4, 6, &[]),
        default: "6",
        meaning: "Cards of the smallest bomb that doubles with 4 players.",
        rule: "D6.2",
        label: Name::new(
            "smallest doubling bomb",
            "四人翻倍炸弹张数",
            "наименьшая удваивающая бомба",
        ),
        since: 1,
    },
    OptionInfo {
        name: "max_doublings",
        kind: OptionKind::Integer(0, Rules::DOUBLINGS_MAX as i64, &values::MAX_DOUBLINGS),
        default: "none",
        meaning: "The most doublings of the stake that count.",
        rule: "D6.7",
        label: Name::new("most doublings", "封顶", "предел удвоений"),
        since: 1,
    },
    OptionInfo {
        name: "spring",
        kind: OptionKind::Names(&values::SPRING),
        default: "off",
        meaning: "Bonus where the peasants, or after the first lead the landlord, made no play.",
        rule: "D6.8",
        label: Name::new("spring", "春天", "весна"),
        since: 1,
    },
    OptionInfo {
        name: "landlord_reveal",
        kind: OptionKind::Names(&values::OFF_ON),
        default: "off",
        meaning: "Before the first lead the landlord may lay the hand open for a doubling.",
        rule: "D3.12",
        label: Name::new("landlord may lay the hand open", "明牌", "помещик может открыть карты"),
        since: 1,
    },
    OptionInfo {
        name: "personal_double",
        kind: OptionKind::Names(&values::OFF_ON),
        default: "off",
        meaning: "Before the first lead each player may double what they settle.",
        rule: "D3.12",
        label: Name::new("personal doubling", "加倍", "личное удвоение"),
        since: 1,
    },
    OptionInfo {
        name: "card_memory",
        kind: OptionKind::Boolean,
        default: "true",
        meaning: "Cards of ended tricks stay visible during the deal.",
        rule: "D5.12",
        label: Name::new("played cards stay visible", "记牌器", "сыгранные карты видны"),
        since: 1,
    },
    OptionInfo {
        name: "match_end",
        kind: OptionKind::Names(&values::MATCH_END),
        default: "agreement",
        meaning: "When the match is over: when a player stops, after match_deals deals, or when \
                  a total reaches match_target.",
        rule: "D5.13",
        label: Name::new("end of the match", "比赛结束方式", "конец матча"),
        since: 1,
    },
    OptionInfo {
        name: "match_deals",
        kind: OptionKind::Integer(1, Rules::MATCH_DEALS_MAX as i64, &[]),
        default: "",
        meaning: "Deals of a match with match_end = deals.",
        rule: "D5.13",
        label: Name::new("deals of a match", "比赛局数", "число раздач матча"),
        since: 1,
    },
    OptionInfo {
        name: "match_target",
        kind: OptionKind::Integer(1, Rules::MATCH_TARGET_MAX as i64, &[]),
        default: "",
        meaning: "Total that ends a match with match_end = target.",
        rule: "D5.13",
        label: Name::new("target of a match", "目标总分", "цель матча"),
        since: 1,
    },
    OptionInfo {
        name: "timeout_policy",
        kind: OptionKind::Names(&values::TIMEOUT_POLICY),
        default: "pass_or_lowest",
        meaning: "What happens for a player who does not act in time: a pass, or the lowest \
                  card.",
        rule: "D5.14",
        label: Name::new("time-out", "超时处理", "при просрочке"),
        since: 1,
    },
    OptionInfo {
        name: "laizi",
        kind: OptionKind::Names(&values::LAIZI),
        default: "off",
        meaning: "Wild ranks; not supported.",
        rule: "7.1",
        label: Name::new("wild ranks", "癞子", "дикие достоинства"),
        since: 1,
    },
];

/// The options as types.
pub(super) fn rules_of(settings: &Settings) -> Result<Rules, RuleError> {
    let seats = Seats::from_count(usize::from(settings.seats)).expect("the seats were checked");
    let yes = |name: &str| matches!(settings.get(name), "true" | "on");
    let rules = Rules {
        seats,
        unit: number(settings, "unit"),
        auction: match settings.get("auction") {
            "bid123" => AuctionKind::Bid123,
            "bid_once" => AuctionKind::BidOnce,
            _ => AuctionKind::CallRob,
        },
        first_bidder: match settings.get("first_bidder") {
            "faceup" => FirstBidder::Faceup,
            "random" => FirstBidder::Random,
            _ => FirstBidder::PreviousWinner,
        },
        redeal_dealer: match settings.get("redeal_dealer") {
            "same" => RedealDealer::Same,
            _ => RedealDealer::Next,
        },
        max_redeals: small(settings, "max_redeals"),
        reveal_bottom: yes("reveal_bottom"),
        kickers: match settings.get("kickers") {
            "distinct" => Kickers::Distinct,
            "rlcard" => Kickers::Rlcard,
            _ => Kickers::Loose,
        },
        quadplex_3p: yes("quadplex_3p"),
        triplet_single_4p: yes("triplet_single_4p"),
        quadplex_4p: yes("quadplex_4p"),
        joker_pair_4p: match settings.get("joker_pair_4p") {
            "same_colour" => JokerPair::SameColour,
            _ => JokerPair::AnyTwo,
        },
        fourp_both_joker_pairs: yes("fourp_both_joker_pairs"),
        bomb_double_min_4p: small(settings, "bomb_double_min_4p"),
        max_doublings: settings.number("max_doublings").map(|_| small(settings, "max_doublings")),
        spring: match settings.get("spring") {
            "off" => Spring::Off,
            "x2" => Spring::X2,
            _ => Spring::X3,
        },
        landlord_reveal: yes("landlord_reveal"),
        personal_double: yes("personal_double"),
        card_memory: yes("card_memory"),
        match_end: match_end(settings)?,
    };
    match rules.validate() {
        Ok(()) => Ok(rules),
        Err(Conflict::KickersWithFourPlayers) => {
            let error = RuleError::new(Reason::OptionsConflict, "D4.22");
            Err(error.with("kickers", settings.get("kickers")).with("seats", settings.seats))
        }
        Err(Conflict::OutOfRange(option)) => unreachable!("{option} was checked by its kind"),
    }
}

fn match_end(settings: &Settings) -> Result<MatchEnd, RuleError> {
    let needed = |name: &'static str| {
        let missing = || RuleError::new(Reason::MissingOption, "D5.13").with("option", name);
        settings.number(name).map(|_| number(settings, name)).ok_or_else(missing)
    };
    Ok(match settings.get("match_end") {
        "agreement" => MatchEnd::Agreement,
        "deals" => MatchEnd::Deals(needed("match_deals")?),
        _ => MatchEnd::Target(needed("match_target")?),
    })
}

/// The value of an option whose kind keeps it within `u32`.
fn number(settings: &Settings, name: &str) -> u32 {
    let value = settings.number(name).expect("the option has a number");
    u32::try_from(value).expect("the option's kind bounds it")
}

/// The value of an option whose kind keeps it within `u8`.
fn small(settings: &Settings, name: &str) -> u8 {
    u8::try_from(number(settings, name)).expect("the option's kind bounds it")
}
