//! Rule vectors: each asks the same code that plays.

use serde_json::{Map, Value, json};

use super::bidding::{Bid, Bidding};
use super::calls::{begun, check_call, count_played, team};
use super::dealing::later_starter;
use super::equipment::{Equipment, rank_at};
use super::follow::check_follow;
use super::game::ZhaoPengyou;
use super::group_check::check_group;
use super::lead::Lead;
use super::levels::{Standings, level_name};
use super::order::{TrumpOrder, suit_name};
use super::rules::Rules;
use super::scoring::{Outcome, Side, score};
use super::state::{back, drawing, points};
use super::winner::winner;
use crate::action::{FriendCall, Named};
use crate::cards::french::{BLACK_JOKER, FRENCH, RED_JOKER};
use crate::cards::{Card, Hand};
use crate::seat::Seat;
use crate::trick::{Order, Trump};
use crate::vector_fields::{COUNT, COUNTS, Field, Kind, SEAT, SEATS, Shape, TEXTS, check};
use crate::vectors::{Verdict, list, number, set_up, small};

const TRUMP: Field = ("trump", Shape::Object(&[("suit", Shape::Text), ("rank", Shape::Text)]));
const EXPECT: Field = ("expect", Shape::Compared);
const STATUSES: Shape = Shape::List(&Shape::Tuple(&[Shape::Word(&["active", "passive"]), COUNT]));
const COPY: Shape = Shape::Either(&[Shape::Number(0, 255), Shape::Word(&["other"])]);
const CALL: Shape = Shape::Object(&[("card", Shape::Text), ("n", COPY)]);
const PLAY: Shape = Shape::Object(&[("seat", SEAT), ("cards", TEXTS)]);
const EVENT: Shape = Shape::Object(&[
    ("bid", Shape::Text),
    ("cards", TEXTS),
    ("refused?", Shape::Truth),
    ("holderReply?", Shape::Word(&["yield", "defend"])),
    ("holderCards?", TEXTS),
]);
const CHECKED: Shape = Shape::Object(&[
    ("valid", Shape::Truth),
    ("leads", TEXTS),
    ("withdrawn", COUNT),
    ("penalty", COUNT),
]);
const STATUS: Shape = Shape::Word(&["active", "passive"]);
const PACKS: Field = ("packs?", Shape::Number(2, 4));
const KINDS: &[Kind] = &[
    ("deck", &[EXPECT]),
    ("seat_order", &[("start", SEAT), ("use", Shape::Word(&["draw", "play"])), EXPECT]),
    ("order", &[TRUMP, PACKS, ("suit", Shape::Text), EXPECT]),
    ("effective_suit", &[TRUMP, PACKS, ("cards", TEXTS), EXPECT]),
    (
        "bidding",
        &[
            PACKS,
            ("levels", Shape::By(&Shape::Text)),
            ("seats?", TEXTS),
            ("status?", Shape::By(&STATUS)),
            ("events", Shape::List(&EVENT)),
            EXPECT,
        ],
    ),
    (
        "bid_legal",
        &[
            PACKS,
            ("level", Shape::Text),
            ("status", STATUS),
            ("cards", TEXTS),
            ("currentCount?", COUNT),
            ("isCurrentHolder?", Shape::Truth),
            EXPECT,
        ],
    ),
    ("no_bid", &[("before", STATUSES), EXPECT]),
    ("next_starter", &[("prevMaker", SEAT), ("prevStarter?", SEAT), ("active", SEATS), EXPECT]),
    ("call_legal", &[TRUMP, PACKS, ("call", CALL), ("hand?", TEXTS), ("earlier?", CALLS), EXPECT]),
    ("friends", &[PACKS, ("maker", SEAT), ("calls", CALLS), ("plays", Shape::List(&PLAY)), EXPECT]),
    ("lead", &[TRUMP, PACKS, ("cards", TEXTS), EXPECT]),
    ("follow", &[TRUMP, PACKS, ("lead", TEXTS), ("hand", TEXTS), ("play", TEXTS), EXPECT]),
    ("trick", &[TRUMP, PACKS, ("plays", Shape::List(&PLAY)), EXPECT]),
    (
        "group_check",
        &[
            TRUMP,
            PACKS,
            ("lead", TEXTS),
            ("others", Shape::List(&Shape::Object(&[("seat", SEAT), ("hand", TEXTS)]))),
            ("expect", CHECKED),
        ],
    ),
    (
        "deal_score",
        &[
            ("makerTeam", SEATS),
            ("captured", Shape::By(&COUNT)),
            ("withdrawn?", Shape::By(&COUNT)),
            ("lastTrickWinner", SEAT),
            ("lastTrickPoints?", COUNT),
            ("kitty", TEXTS),
            EXPECT,
        ],
    ),
    ("status", &[("before", STATUSES), ("winners", SEATS), ("points", COUNT), EXPECT]),
    ("level", &[("points", COUNTS), EXPECT]),
    ("game_end", &[("before", STATUSES), ("winners", SEATS), ("points", COUNT), EXPECT]),
];
const CALLS: Shape = Shape::List(&CALL);

/// Judges a vector; nothing for a kind that the game does not have.
pub(super) fn judge(vector: &Value) -> Option<Result<Verdict, String>> {
    let judge: fn(&Rules, &Value) -> Result<Verdict, String> = match vector["kind"].as_str()? {
        "deck" => |rules, vector| Ok(deck(rules, vector)),
        "seat_order" => seat_order,
        "order" => order,
        "effective_suit" => effective_suit,
        "bidding" => bidding,
        "bid_legal" => bid_legal,
        "no_bid" => no_bid,
        "next_starter" => next_starter,
        "call_legal" => call_legal,
        "friends" => friends,
        "lead" => lead,
        "follow" => follow,
        "trick" => trick,
        "group_check" => group_check,
        "deal_score" => deal_score,
        "status" => status,
        "level" => level,
        "game_end" => game_end,
        _ => return None,
    };
    Some(
        check(KINDS, vector)
            .and_then(|()| rules_of(vector))
            .and_then(|rules| judge(&rules, vector)),
    )
}

/// The rules of a vector; where it names packs and no players, the fewest seats with so many.
fn rules_of(vector: &Value) -> Result<Rules, String> {
    let mut rules = set_up::<ZhaoPengyou>(vector)?;
    if vector["players"].is_null()
        && let Some(packs) = small(&vector["packs"])
    {
        let fits = |seats: &u8| Equipment::of(*seats, false).packs == packs;
        let seats = (Rules::SEATS_MIN..=12).find(fits).ok_or("no such packs")?;
        rules.seats = seats;
        rules.equipment = Equipment::of(seats, false);
    }
    Ok(rules)
}

fn verdict(expected: &Value, got: Value) -> Verdict {
    Verdict::of(*expected == got, got)
}

/// The cards of a list.
fn cards(value: &Value) -> Result<Vec<Card>, String> {
    let texts = list(value, "a list of cards")?.iter();
    let cards = texts.map(|text| {
        let text = text.as_str().ok_or("a card is a text")?;
        FRENCH.card(text).ok_or_else(|| format!("{text} is no card"))
    });
    cards.collect()
}

fn set(value: &Value) -> Result<Hand, String> {
    Ok(cards(value)?.into_iter().collect())
}

fn names(cards: impl IntoIterator<Item = Card>) -> Vec<&'static str> {
    cards.into_iter().map(|card| FRENCH.face(card).notation).collect()
}

fn trump(value: &Value) -> Result<Trump, String> {
    let part = |name: &str| value[name].as_str().ok_or_else(|| format!("trump has no {name}"));
    let suit = FRENCH.suit(part("suit")?).ok_or("no such suit")?;
    let rank = FRENCH.rank(part("rank")?).ok_or("no such rank")?;
    Ok(Trump { suit, rank: Some(rank) })
}

fn order_of(rules: &Rules, vector: &Value) -> Result<TrumpOrder, String> {
    Ok(TrumpOrder::new(rules, trump(&vector["trump"])?))
}

fn seat(value: &Value, field: &str) -> Result<Seat, String> {
    small(value).map(Seat).ok_or_else(|| format!("{field} is no seat"))
}

fn seats(value: &Value, field: &str) -> Result<Vec<Seat>, String> {
    list(value, field)?.iter().map(|one| seat(one, field)).collect()
}

fn deck(rules: &Rules, vector: &Value) -> Verdict {
    let Equipment { packs, red_jokers, black_jokers, hand, calls } = rules.equipment;
    let pack: Hand = rules.equipment.pack().into_iter().collect();
    let got = json!({
        "packs": packs,
        "redJokers": red_jokers,
        "blackJokers": black_jokers,
        "hand": hand,
        "total": pack.len(),
        "kitty": rules.equipment.kitty(rules.seats),
        "cardPoints": points(&pack),
        "calls": calls,
        "makerTeamMax": rules.equipment.team_max(),
        "opponentsMin": rules.seats - rules.equipment.team_max(),
    });
    let jokers = (pack.count(RED_JOKER), pack.count(BLACK_JOKER)) == (red_jokers, black_jokers);
    let holds = jokers && vector["expect"] == got && points(&pack) == rules.equipment.points();
    Verdict::of(holds, got)
}

fn seat_order(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let start = seat(&vector["start"], "start")?;
    let place = |places: u8| match vector["use"].as_str() {
        Some("draw") => Ok(drawing(rules, start, usize::from(places))),
        Some("play") => Ok(back(start, places, rules.seats)),
        _ => Err("a use is draw or play".to_owned()),
    };
    let seats = (0..rules.seats).map(|places| place(places).map(|seat| seat.0));
    let seats = seats.collect::<Result<Vec<_>, _>>()?;
    Ok(verdict(&vector["expect"], json!(seats)))
}

fn order(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let suited =
        FRENCH.cards().filter(|&card| Some(suit_name(order.suit(card))) == vector["suit"].as_str());
    let mut cards: Vec<Card> = suited.collect();
    cards.sort_by_key(|&card| order.high_to_low(card));
    let groups = cards.chunk_by(|&one, &two| order.strength(one) == order.strength(two));
    let got = groups.map(|group| match group {
        [card] => json!(FRENCH.face(*card).notation),
        equal => json!(names(equal.iter().copied())),
    });
    Ok(verdict(&vector["expect"], got.collect()))
}

fn effective_suit(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let suits = cards(&vector["cards"])?.into_iter().map(|card| suit_name(order.suit(card)));
    Ok(verdict(&vector["expect"], json!(suits.collect::<Vec<_>>())))
}

/// Seats by their letters, clockwise.
fn lettered(vector: &Value) -> Result<Vec<String>, String> {
    let levels = vector["levels"].as_object().ok_or("levels are by seat")?;
    let listed = vector["seats"].as_array();
    Ok(match listed {
        Some(seats) => seats.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => levels.keys().cloned().collect(),
    })
}

/// Points that play a level.
fn points_of(level: &Value) -> Result<u32, String> {
    let rank = level.as_str().and_then(|text| FRENCH.rank(text)).ok_or("no such level")?;
    let steps = (0..13u8).find(|&step| rank_at(step) == rank).ok_or("no such level")?;
    Ok(u32::from(steps))
}

fn bidding(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let letters = lettered(vector)?;
    let rules =
        Rules { seats: u8::try_from(letters.len()).map_err(|_| "too many seats")?, ..*rules };
    let mut standings = Standings::new(rules.seats);
    for (place, letter) in letters.iter().enumerate() {
        standings.points[place] = points_of(&vector["levels"][letter])?;
        standings.active[place] = vector["status"][letter].as_str() != Some("passive");
    }
    let mut bidding = Bidding::default();
    for event in list(&vector["events"], "events")? {
        let place =
            letters.iter().position(|letter| Some(letter.as_str()) == event["bid"].as_str());
        let place = place.ok_or("nobody of this name")?;
        let seat = Seat(u8::try_from(place).map_err(|_| "too many seats")?);
        let checked = bidding.check(&rules, &standings, seat, &cards(&event["cards"])?);
        let refused = event["refused"].as_bool() == Some(true);
        match checked {
            Err(_) if refused => {}
            Ok(bid) if !refused => answer(&rules, &mut bidding, bid, event)?,
            other => return Ok(Verdict::of(false, format!("{event}: {other:?}"))),
        }
    }
    let maker = bidding.maker(&rules, &standings).ok_or("nobody bid")?;
    let bid = bidding.standing.ok_or("nobody bid")?;
    let face = FRENCH.face(bid.card);
    let suit = face.suit.map_or("", |suit| FRENCH.suits[usize::from(suit)].notation);
    let rank = FRENCH.ranks[usize::from(face.rank)].notation;
    let mut got = json!({
        "maker": letters[maker.index()],
        "trump": {"suit": suit, "rank": rank},
        "count": bid.count,
    });
    if vector["expect"]["count"].is_null() {
        got.as_object_mut().map(|fields| fields.remove("count"));
    }
    Ok(verdict(&vector["expect"], got))
}

/// Admits a bid, and lets the holder answer it where it is a challenge.
fn answer(rules: &Rules, bidding: &mut Bidding, bid: Bid, event: &Value) -> Result<(), String> {
    bidding.admit(rules, bid);
    match event["holderReply"].as_str() {
        None if bidding.challenge.is_none() => Ok(()),
        Some("yield") if bidding.challenge.is_some() => {
            bidding.give_way();
            Ok(())
        }
        Some("defend") => {
            let due = bidding.defence().ok_or("there is no challenge")?;
            let shown = vec![due.card; usize::from(due.count)];
            if cards(&event["holderCards"])? != shown {
                return Err(format!("a defence shows {}", names(shown).join(" ")));
            }
            bidding.defend();
            Ok(())
        }
        _ => Err("a challenge has an answer, and nothing else has one".to_owned()),
    }
}

fn bid_legal(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let mut standings = Standings::new(rules.seats);
    // The others play the same level, and are active.
    standings.points.fill(points_of(&vector["level"])?);
    standings.active[0] = vector["status"].as_str() != Some("passive");
    let holder = if vector["isCurrentHolder"].as_bool() == Some(true) { Seat(0) } else { Seat(1) };
    let count = small(&vector["currentCount"]);
    let standing = count.map(|count| Bid { seat: holder, card: Card(0), count });
    let bidding = Bidding { standing, challenge: None };
    let legal = bidding.check(rules, &standings, Seat(0), &cards(&vector["cards"])?).is_ok();
    Ok(verdict(&vector["expect"], json!(legal)))
}

/// Points and statuses from a list of [status, points].
fn standings(value: &Value) -> Result<Standings, String> {
    let mut read = Standings { points: Vec::new(), active: Vec::new() };
    for pair in list(value, "standings")? {
        read.active.push(pair[0].as_str() == Some("active"));
        read.points.push(number(&pair[1], "points")?);
    }
    Ok(read)
}

fn shown(standings: &Standings) -> Value {
    let seats = standings.points.iter().zip(&standings.active);
    let pair = |(points, active): (&u32, &bool)| {
        json!([if *active { "active" } else { "passive" }, points])
    };
    seats.map(pair).collect()
}

fn no_bid(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let before = standings(&vector["before"])?;
    let (redealt, after, starter) = super::position::nobody_bids(rules, &before);
    let got = json!({"redeal": redealt, "sameStarter": starter, "after": shown(&after)});
    Ok(verdict(&vector["expect"], got))
}

fn next_starter(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let maker = seat(&vector["prevMaker"], "prevMaker")?;
    let before = if vector["prevStarter"].is_null() {
        maker
    } else {
        seat(&vector["prevStarter"], "prevStarter")?
    };
    let mut active = vec![false; usize::from(rules.seats)];
    for seat in seats(&vector["active"], "active")? {
        active[seat.index()] = true;
    }
    let starter = later_starter(rules, rules.starter_later_deals, maker, before, &active);
    Ok(verdict(&vector["expect"], json!(starter.0)))
}

fn call(value: &Value) -> Result<FriendCall, String> {
    let text = value["card"].as_str().ok_or("a call has a card")?;
    let card = Named::Face(FRENCH.card(text).ok_or("no such card")?);
    let copy = match &value["n"] {
        Value::String(other) if other == "other" => None,
        n => Some(small(n).ok_or("a copy is a number")?),
    };
    Ok(FriendCall { card, copy })
}

fn calls(value: &Value) -> Result<Vec<FriendCall>, String> {
    value.as_array().into_iter().flatten().map(call).collect()
}

fn call_legal(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let hand = if vector["hand"].is_null() { Hand::default() } else { set(&vector["hand"])? };
    let earlier = calls(&vector["earlier"])?;
    let legal = check_call(rules, &order, &hand, call(&vector["call"])?, &earlier).is_ok();
    Ok(verdict(&vector["expect"], json!(legal)))
}

fn friends(_rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let maker = seat(&vector["maker"], "maker")?;
    let mut called = begun(&calls(&vector["calls"])?);
    for play in list(&vector["plays"], "plays")? {
        count_played(&mut called, maker, seat(&play["seat"], "seat")?, &set(&play["cards"])?);
    }
    let team = team(maker, &called);
    let members: Vec<u8> = (0..12).filter(|seat| team >> seat & 1 == 1).collect();
    Ok(verdict(&vector["expect"], json!(members)))
}

fn lead(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let got = match Lead::of(rules, &order, &set(&vector["cards"])?) {
        Ok(lead) => {
            let components = lead.components.iter().map(|part| names(part.all()));
            json!({"kind": lead.kind.name(), "components": components.collect::<Vec<_>>()})
        }
        Err(_) => json!({"kind": "illegal", "components": []}),
    };
    Ok(verdict(&vector["expect"], got))
}

fn led(rules: &Rules, order: &TrumpOrder, value: &Value) -> Result<Lead, String> {
    Lead::of(rules, order, &set(value)?).map_err(|error| error.to_string())
}

fn follow(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let lead = led(rules, &order, &vector["lead"])?;
    let (hand, play) = (set(&vector["hand"])?, set(&vector["play"])?);
    let judged = check_follow(rules, &order, &lead, &hand, &play);
    let holds = vector["expect"] == json!(judged.is_ok() && hand.contains(&play));
    Ok(Verdict::of(holds, judged.map_or_else(|error| error.to_string(), |()| "legal".to_owned())))
}

fn trick(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let plays = list(&vector["plays"], "plays")?;
    let lead = led(rules, &order, &plays[0]["cards"])?;
    let laid = plays.iter().map(|play| set(&play["cards"])).collect::<Result<Vec<_>, _>>()?;
    let winner = winner(rules, &order, &lead, &laid);
    let worth: u32 = laid.iter().map(points).sum();
    Ok(verdict(&vector["expect"], json!({"winner": plays[winner]["seat"], "cardPoints": worth})))
}

fn group_check(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let order = order_of(rules, vector)?;
    let lead = led(rules, &order, &vector["lead"])?;
    let hands = list(&vector["others"], "others")?.iter().map(|other| set(&other["hand"]));
    let fallen = check_group(rules, &order, &lead, &hands.collect::<Result<Vec<_>, _>>()?);
    let kept: Hand = match &fallen {
        None => set(&vector["lead"])?,
        Some(fallen) => fallen.kept.all().collect(),
    };
    let withdrawn = u32::try_from(lead.size() - kept.len()).map_err(|_| "too many cards")?;
    let expected = &vector["expect"];
    let same = set(&expected["leads"])? == kept;
    let got = json!({
        "valid": fallen.is_none(),
        "leads": names(kept.iter()),
        "withdrawn": withdrawn,
        "penalty": withdrawn * rules.group_penalty,
    });
    let holds = ["valid", "withdrawn", "penalty"].iter().all(|name| expected[name] == got[name]);
    Ok(Verdict::of(holds && same, got))
}

/// Numbers by seat; seats that are absent have none.
fn by_seat(rules: &Rules, value: &Value) -> Result<Vec<u32>, String> {
    let given: Map<String, Value> = value.as_object().cloned().unwrap_or_default();
    let numbers = (0..rules.seats).map(|seat| match given.get(&seat.to_string()) {
        None => Ok(0),
        Some(given) => number(given, "a number by seat"),
    });
    numbers.collect()
}

fn deal_score(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let members = seats(&vector["makerTeam"], "makerTeam")?;
    let withdrawn = by_seat(rules, &vector["withdrawn"])?;
    let last_points = if vector["lastTrickPoints"].is_null() {
        0
    } else {
        number(&vector["lastTrickPoints"], "lastTrickPoints")?
    };
    let scored = score(
        rules,
        &Outcome {
            team: members.iter().fold(0, |team, seat| team | 1 << seat.0),
            captured: by_seat(rules, &vector["captured"])?,
            penalties: withdrawn.iter().map(|cards| cards * rules.group_penalty).collect(),
            last_winner: seat(&vector["lastTrickWinner"], "lastTrickWinner")?,
            last_points,
            buried: points(&set(&vector["kitty"])?),
        },
    );
    let side = match scored.side {
        Side::Maker => "maker",
        Side::Opponents => "opponents",
        Side::Nobody => "none",
    };
    let got = json!({"D": scored.counted, "side": side, "points": scored.points});
    Ok(verdict(&vector["expect"], got))
}

fn status(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let mut standings = standings(&vector["before"])?;
    let winners = seats(&vector["winners"], "winners")?;
    standings.reward(rules, &winners, number(&vector["points"], "points")?);
    Ok(verdict(&vector["expect"], shown(&standings)))
}

fn level(_rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let points = list(&vector["points"], "points")?.iter();
    let levels = points.map(|points| number(points, "points").map(level_name));
    Ok(verdict(&vector["expect"], json!(levels.collect::<Result<Vec<_>, _>>()?)))
}

fn game_end(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let mut standings = standings(&vector["before"])?;
    let winners = seats(&vector["winners"], "winners")?;
    standings.reward(rules, &winners, number(&vector["points"], "points")?);
    let won: Vec<u8> =
        standings.match_winners(rules, &winners).into_iter().map(|seat| seat.0).collect();
    let got = json!({"after": shown(&standings), "ended": !won.is_empty(), "gameWinners": won});
    Ok(verdict(&vector["expect"], got))
}
