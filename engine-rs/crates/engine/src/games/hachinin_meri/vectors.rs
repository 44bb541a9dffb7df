//! Rule vectors of Hachinin Meri: each kind asks the same code that plays.

use serde_json::{Value, json};

use super::HachininMeri;
use super::dealing::hand_out;
use super::declaring::{conclude, without_asking};
use super::ending::is_over;
use super::order::{TENKA, Trumps, card, pack, plain_descending};
use super::playable::{Turn, discards};
use super::rules::{Rules, team};
use super::sight::TEAMS;
use super::state::{InPlay, Laid, SEATS};
use super::trick::{Complete, RobaiStatus, TrickKind};
use crate::cards::unsun::UNSUN;
use crate::cards::{Card, Hand};
use crate::notation::print_cards;
use crate::seat::Seat;
use crate::vector_fields::{Field, Kind, SEAT, SIGNED, Shape, TEXT_OR_NULL, TEXTS, check};
use crate::vectors::{Verdict, list, set_up, small};

type Answer = Result<Value, String>;

const BY_SEAT: Shape = Shape::List(&Shape::Tuple(&[Shape::Number(0, 7), Shape::Text]));
const ROUND: [Field; 4] =
    [("trump", Shape::Text), ("plays", BY_SEAT), ("dealer?", SEAT), ("trick8Winner?", SEAT)];
const KINDS: &[Kind] = &[
    ("deck", &[("expect", Shape::Compared)]),
    ("teams", &[("expect", Shape::Compared)]),
    ("order_trump", &[("trump", Shape::Text), ("expect", TEXTS)]),
    ("order_plain", &[("suit", Shape::Text), ("trump?", Shape::Text), ("expect", TEXTS)]),
    (
        "is_trump",
        &[("trump", Shape::Text), ("cards", TEXTS), ("expect", Shape::List(&Shape::Truth))],
    ),
    ("deal", &[("dealer", SEAT), ("deckOrder", Shape::Text), ("expect", Shape::Compared)]),
    (
        "declaration",
        &[
            ("dealer", SEAT),
            ("trump", Shape::Text),
            ("robaiAt", Shape::Text),
            ("answers?", TEXTS),
            ("expect", Shape::Compared),
        ],
    ),
    (
        "declare_legal",
        &[
            ("trump", Shape::Text),
            ("cards", Shape::List(&Shape::Tuple(&[Shape::Text, Shape::Truth]))),
        ],
    ),
    ("discard_legal", &[("trump", Shape::Text), ("hand", TEXTS), ("expect", TEXTS)]),
    (
        "legal",
        &[
            ("trump", Shape::Text),
            ("hand", TEXTS),
            ("led", TEXT_OR_NULL),
            ("phase", Shape::Word(&["open", "closed"])),
            ("initialTrumps", TEXTS),
            ("openingLead?", Shape::Truth),
            ("expect", TEXTS),
        ],
    ),
    (
        "timeout",
        &[
            ("trump", Shape::Text),
            ("hand", TEXTS),
            ("phase", Shape::Word(&["open", "closed", "discard"])),
            ("led?", Shape::Text),
            ("initialTrumps?", TEXTS),
            ("openingLead?", Shape::Truth),
            ("expect", Shape::Text),
        ],
    ),
    ("winner", &[ROUND[0], ROUND[1], ROUND[2], ROUND[3], ("final?", Shape::Truth), EXPECT]),
    (
        "transfer",
        &[
            ROUND[0],
            ROUND[1],
            ROUND[2],
            ROUND[3],
            ("trickKind", Shape::Word(&["plain", "meri", "final"])),
            ("robaiStatus", Shape::Word(&["declared", "undeclared", "public", "side"])),
            ("meriBefore?", Shape::Truth),
            EXPECT,
        ],
    ),
    (
        "face",
        &[
            ("trump", Shape::Text),
            ("plays", BY_SEAT),
            ("phase?", Shape::Word(&["open", "closed"])),
            ("final?", Shape::Truth),
            ("expect", TEXTS),
        ],
    ),
    (
        "deal_total",
        &[("tricks", Shape::List(&Shape::Tuple(&[Shape::Word(&["A", "B"]), SIGNED]))), EXPECT],
    ),
    ("match", &[("dealTotals", Shape::List(&Shape::Tuple(&[SIGNED, SIGNED]))), EXPECT]),
    (
        "dealers",
        &[("first?", SEAT), ("deals", Shape::Number(0, 255)), ("expect", Shape::List(&SEAT))],
    ),
];
const EXPECT: Field = ("expect", Shape::Compared);

/// Judges a vector; nothing for a kind that Hachinin Meri does not have.
pub(super) fn judge(vector: &Value) -> Option<Result<Verdict, String>> {
    let answer: fn(&Rules, &Value) -> Answer = match vector["kind"].as_str()? {
        "deck" => |_, _| Ok(deck()),
        "teams" => teams,
        "order_trump" => |_, vector| Ok(words(trumps(vector)?.descending())),
        "order_plain" => |_, vector| Ok(words(plain_descending(suit(vector, "suit")?))),
        "is_trump" => is_trump,
        "deal" => deal,
        "declaration" => declaration,
        "declare_legal" => declare_legal,
        "discard_legal" => {
            |_, vector| Ok(words(discards(trumps(vector)?, &cards(vector, "hand")?)))
        }
        "legal" => {
            |rules, vector| Ok(words(turn(rules, vector)?.playable(&cards(vector, "hand")?)))
        }
        "timeout" => timeout,
        "winner" => winner,
        "transfer" => transfer,
        "face" => face,
        "deal_total" => deal_total,
        "match" => match_end,
        "dealers" => dealers,
        _ => return None,
    };
    let judged = || {
        check(KINDS, vector)?;
        let rules = set_up::<HachininMeri>(vector)?;
        let got = answer(&rules, vector)?;
        let expected = expected(vector)?;
        Ok(Verdict::of(comparable(&expected, vector) == comparable(&got, vector), got))
    };
    Some(judged())
}

/// What is expected; of `declare_legal` it stands beside the cards.
fn expected(vector: &Value) -> Answer {
    let of_cards = vector["kind"] == "declare_legal";
    let expected = if of_cards { &vector["cards"] } else { &vector["expect"] };
    if expected.is_null() { Err("it expects nothing".to_owned()) } else { Ok(expected.clone()) }
}

/// Lists of legal cards are sets.
fn comparable(value: &Value, vector: &Value) -> Value {
    let is_set = matches!(vector["kind"].as_str(), Some("legal" | "discard_legal"));
    let mut value = value.clone();
    if let Some(items) = value.as_array_mut().filter(|_| is_set) {
        items.sort_by_key(Value::to_string);
    }
    value
}

fn deck() -> Value {
    let mut hands = 0;
    let rules = rules_of_seed();
    let all: Vec<Card> = pack().collect();
    let dealt = hand_out(&rules, Seat(0), &all);
    dealt.hands.iter().for_each(|hand| hands += hand.len());
    let suits: Vec<&str> = UNSUN.suits.iter().map(|suit| suit.notation).collect();
    json!({
        "cards": all.len(),
        "perSuit": all.len() / suits.len(),
        "suits": suits,
        "hands": hands,
        "left": all.len() - hands,
    })
}

fn rules_of_seed() -> Rules {
    set_up::<HachininMeri>(&json!({})).expect("the seed's rules")
}

fn teams(rules: &Rules, vector: &Value) -> Answer {
    let of = |place| -> Vec<u8> {
        Seat::all(Rules::SEATS).filter(|&seat| team(seat) == place).map(|seat| seat.0).collect()
    };
    let asked = vector["expect"]["leftOf"].as_object().ok_or("it asks for nobody's left")?;
    let left = asked.keys().map(|name| {
        let seat = name.parse().map_err(|_| format!("{name} is no seat"))?;
        Ok((name.clone(), json!(rules.next(Seat(seat)).0)))
    });
    let left = left.collect::<Result<_, String>>()?;
    Ok(json!({"teamA": of(0), "teamB": of(1), "leftOf": Value::Object(left)}))
}

fn is_trump(_: &Rules, vector: &Value) -> Answer {
    let trumps = trumps(vector)?;
    Ok(json!(cards(vector, "cards")?.iter().map(|&card| trumps.has(card)).collect::<Vec<_>>()))
}

/// The pack as it lies, not shuffled.
fn deal(rules: &Rules, vector: &Value) -> Answer {
    let deck: Vec<Card> = pack().collect();
    let dealt = hand_out(rules, seat(vector, "dealer")?, &deck);
    let mut got = json!({
        "oki": word(dealt.oki),
        "sideCards": words(dealt.side),
        "trump": UNSUN.suits[usize::from(dealt.trumps.suit)].notation,
    });
    for (seat, hand) in dealt.hands.iter().enumerate() {
        let name = format!("seat{seat}");
        if !vector["expect"][&name].is_null() {
            got[name] = words(hand.iter());
        }
    }
    Ok(got)
}

fn declaration(rules: &Rules, vector: &Value) -> Answer {
    let trumps = trumps(vector)?;
    let robai = trumps.native_robai();
    let place = vector["robaiAt"].as_str().ok_or("the Robai is nowhere")?;
    let other = |rank| card(trumps.suit, rank);
    let oki = if place == "oki" { robai } else { other(0) };
    let side = if place == "side" { [robai, other(1)] } else { [other(1), other(2)] };
    let mut hands = [Hand::default(); SEATS];
    if let Some(seat) = place.strip_prefix("seat") {
        let seat: usize = seat.parse().map_err(|_| format!("{place} is no place"))?;
        hands.get_mut(seat).ok_or("there is no such seat")?.add(robai);
    }
    let deal = InPlay::new(seat(vector, "dealer")?, &hands, oki, side);
    let answers = vector["answers"].as_array();
    let told = answers.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    let told: Vec<String> = told.collect();
    let mut declares = [false; SEATS];
    for answer in &told {
        let (seat, word) = answer.split_once(':').ok_or("an answer is seat:answer")?;
        let seat: usize = seat.parse().map_err(|_| format!("{seat} is no seat"))?;
        *declares.get_mut(seat).ok_or("there is no such seat")? = word == "declare";
    }
    let declared = without_asking(&deal).map_or_else(
        || {
            let (declared, calls) = conclude(rules, &deal, declares);
            let word = |declares| if declares { "declare" } else { "pass" };
            let calls = calls.iter().map(|(seat, declares)| format!("{seat}:{}", word(*declares)));
            let calls: Vec<String> = calls.collect();
            if answers.is_none() || calls == told {
                Ok(declared)
            } else {
                Err(format!("answers are {calls:?}"))
            }
        },
        Ok,
    )?;
    let status = match declared.status {
        RobaiStatus::Declared => "declared",
        RobaiStatus::Undeclared => "undeclared",
        RobaiStatus::Public => "public",
        RobaiStatus::Side => "side",
    };
    let receiver = declared.receiver.0;
    Ok(json!({"receiver": receiver, "robaiStatus": status, "firstLeader": receiver}))
}

fn declare_legal(_: &Rules, vector: &Value) -> Answer {
    let trumps = trumps(vector)?;
    let answers = list(&vector["cards"], "cards")?.iter().map(|asked| {
        let card = parse(&asked[0])?;
        let mut hands = [Hand::default(); SEATS];
        hands[0].add(card);
        let oki = self::card(trumps.suit, 0);
        let deal = InPlay::new(Seat(0), &hands, oki, [TENKA, TENKA]);
        Ok(json!([word(card), deal.holds_robai(Seat(0))]))
    });
    answers.collect::<Result<Vec<_>, String>>().map(Value::Array)
}

/// The turn of a hand; the right of HM-4.8 as a deal in play has it.
fn turn(rules: &Rules, vector: &Value) -> Result<Turn, String> {
    let trumps = trumps(vector)?;
    let mut hands = [Hand::default(); SEATS];
    hands[0] = cards(vector, "hand")?.into_iter().collect();
    let mut deal = InPlay::new(Seat(0), &hands, card(trumps.suit, 0), [TENKA, TENKA]);
    let initial: Hand = cards(vector, "initialTrumps")?.into_iter().collect();
    deal.opened = vector["openingLead"] != json!(true);
    deal.closed = phase_is_closed(vector)?;
    deal.gave_trump[0] = initial.iter().any(|card| deal.hands[0].count(card) == 0);
    if !vector["led"].is_null() {
        let card = parse(&vector["led"])?;
        deal.trick.push(Laid { seat: Seat(1), card, face_down: false });
    }
    Ok(deal.turn(rules, Seat(0)))
}

fn phase_is_closed(vector: &Value) -> Result<bool, String> {
    match vector["phase"].as_str() {
        Some("closed") => Ok(true),
        Some("open") | None => Ok(false),
        Some(other) => Err(format!("{other} is no phase")),
    }
}

fn timeout(rules: &Rules, vector: &Value) -> Answer {
    let (trumps, hand) = (trumps(vector)?, cards(vector, "hand")?);
    let allowed = if vector["phase"] == "discard" {
        discards(trumps, &hand)
    } else {
        turn(rules, vector)?.playable(&hand)
    };
    trumps
        .lowest(allowed)
        .map(|card| json!(word(card)))
        .ok_or_else(|| "the hand is empty".to_owned())
}

fn plays(vector: &Value) -> Result<Vec<(Seat, Card)>, String> {
    let plays = list(&vector["plays"], "plays")?.iter().map(|play| {
        let seat = small(&play[0]).ok_or("a play has a seat")?;
        Ok((Seat(seat), parse(&play[1])?))
    });
    plays.collect()
}

fn complete<'a>(
    rules: &Rules,
    vector: &Value,
    kind: TrickKind,
    plays: &'a [(Seat, Card)],
) -> Result<Complete<'a>, String> {
    let supplier = match kind {
        TrickKind::Final if rules.trick8_winner_supplies => seat(vector, "trick8Winner")?,
        TrickKind::Final => small(&vector["dealer"]).map_or(Seat(0), Seat),
        _ => plays.first().ok_or("nobody has played")?.0,
    };
    if !plays.iter().any(|(seat, _)| *seat == supplier) {
        return Err("the supplier of the led suit has not played".to_owned());
    }
    let meri_before = vector["meriBefore"] == json!(true);
    Ok(Complete { kind, plays, supplier, meri_before })
}

fn winner(rules: &Rules, vector: &Value) -> Answer {
    let (plays, trumps) = (plays(vector)?, trumps(vector)?);
    let kind = if vector["final"] == json!(true) { TrickKind::Final } else { TrickKind::Plain };
    let winner = complete(rules, vector, kind, &plays)?.winner(trumps);
    Ok(json!({"winner": winner.0, "team": team_word(winner)}))
}

fn transfer(rules: &Rules, vector: &Value) -> Answer {
    let (plays, trumps) = (plays(vector)?, trumps(vector)?);
    let kind = match vector["trickKind"].as_str() {
        Some("plain") => TrickKind::Plain,
        Some("meri") => TrickKind::Meri,
        Some("final") => TrickKind::Final,
        other => return Err(format!("{other:?} is no kind of trick")),
    };
    let status = match vector["robaiStatus"].as_str() {
        Some("declared") => RobaiStatus::Declared,
        Some("undeclared") => RobaiStatus::Undeclared,
        Some("public") => RobaiStatus::Public,
        Some("side") => RobaiStatus::Side,
        other => return Err(format!("{other:?} is no status")),
    };
    let trick = complete(rules, vector, kind, &plays)?;
    let winner = trick.winner(trumps);
    let points = trick.transfer(rules, trumps, status).map_or(0, |(_, points)| points);
    Ok(json!({"winner": winner.0, "team": team_word(winner), "transfer": points}))
}

fn face(rules: &Rules, vector: &Value) -> Answer {
    let trumps = trumps(vector)?;
    let oki = card(trumps.suit, 0);
    let mut deal = InPlay::new(Seat(0), &[Hand::default(); SEATS], oki, [TENKA, TENKA]);
    deal.closed = phase_is_closed(vector)?;
    let faces = plays(vector)?.into_iter().map(|(seat, card)| {
        let is_final = vector["final"] == json!(true);
        let face_down = !is_final && deal.lies_face_down(rules, card);
        deal.trick.push(Laid { seat, card, face_down });
        if face_down { "down" } else { "up" }
    });
    Ok(json!(faces.collect::<Vec<_>>()))
}

fn deal_total(_: &Rules, vector: &Value) -> Answer {
    let mut points = [0i64; 2];
    for trick in list(&vector["tricks"], "tricks")? {
        let won_by = usize::from(trick[0] == "B");
        let moved = trick[1].as_i64().ok_or("a transfer is a number")?;
        points[won_by] += 1 + moved;
        points[1 - won_by] -= moved;
    }
    Ok(json!({"A": points[0], "B": points[1]}))
}

fn match_end(rules: &Rules, vector: &Value) -> Answer {
    let deals = list(&vector["dealTotals"], "dealTotals")?;
    let mut totals = [0i64; 2];
    for deal in deals {
        for (place, total) in totals.iter_mut().enumerate() {
            *total += deal[place].as_i64().ok_or("points are numbers")?;
        }
    }
    let played = u32::try_from(deals.len()).map_err(|error| error.to_string())?;
    let result = match totals[0].cmp(&totals[1]) {
        _ if !is_over(rules, totals, played) => "open",
        std::cmp::Ordering::Equal => "draw",
        std::cmp::Ordering::Greater => "A",
        std::cmp::Ordering::Less => "B",
    };
    Ok(json!({"A": totals[0], "B": totals[1], "result": result}))
}

fn dealers(rules: &Rules, vector: &Value) -> Answer {
    let first = match rules.first_dealer {
        Some(seat) => seat,
        None => seat(vector, "first")?,
    };
    let deals = small(&vector["deals"]).ok_or("deals are a number")?;
    let seats = std::iter::successors(Some(first), |&seat| Some(rules.next(seat)));
    Ok(json!(seats.take(usize::from(deals)).map(|seat| seat.0).collect::<Vec<_>>()))
}

// --- fields --------------------------------------------------------------------------------------

fn seat(vector: &Value, field: &str) -> Result<Seat, String> {
    let seat = small(&vector[field]).filter(|&seat| seat < Rules::SEATS);
    seat.map(Seat).ok_or_else(|| format!("{field} is no seat"))
}

fn suit(vector: &Value, field: &str) -> Result<u8, String> {
    let suit = vector[field].as_str().and_then(|notation| UNSUN.suit(notation));
    suit.ok_or_else(|| format!("{field} is no suit"))
}

fn trumps(vector: &Value) -> Result<Trumps, String> {
    Ok(Trumps { suit: suit(vector, "trump")? })
}

fn parse(value: &Value) -> Result<Card, String> {
    let card = value.as_str().and_then(|notation| UNSUN.card(notation));
    card.ok_or_else(|| format!("{value} is no card"))
}

fn cards(vector: &Value, field: &str) -> Result<Vec<Card>, String> {
    list(&vector[field], field)?.iter().map(parse).collect()
}

fn word(card: Card) -> String {
    print_cards(&UNSUN, &[card])
}

fn words(cards: impl IntoIterator<Item = Card>) -> Value {
    json!(cards.into_iter().map(word).collect::<Vec<_>>())
}

fn team_word(seat: Seat) -> String {
    TEAMS[team(seat)].to_uppercase()
}
