//! Rule vectors of Dou Dizhu: each kind asks the same code that plays.

use serde_json::{Value, json};

use super::auction::{Auction, Call, Outcome};
use super::dealing::shuffle;
use super::reading::Reading;
use super::rules::Rules;
use super::scoring::{Account, doubles, settle};
use super::{Category, DouDizhu};
use crate::climbing::vectors::{BEATS, DETECT, PLAYS, judge as climbing};
use crate::climbing::{Round, Step};
use crate::rng::DealRng;
use crate::vector_fields::{COUNT, Field, Kind, LAID_OR_PASS, SEAT, SIGNED, Shape, TEXTS, check};
use crate::vectors::{Verdict, list, number, set_up, small};

/// More keys than it takes to find one that puts the card that is turned up anywhere.
const KEYS_MAX: u32 = 10_000;

const LANDLORD_WON: Shape = Shape::Word(&["landlord", "peasants"]);
const PAID: &[Field] = &[("landlord", SIGNED), ("peasant", SIGNED)];
const KINDS: &[Kind] = &[
    DETECT,
    BEATS,
    PLAYS,
    ("auction", &[("calls", TEXTS), ("redeals?", COUNT), ("expect", Shape::Compared)]),
    (
        "first_bidder",
        &[("dealer", SEAT), ("faceup_index?", COUNT), ("winner?", SEAT), ("expect", SEAT)],
    ),
    (
        "pay",
        &[
            ("bid", Shape::Number(1, 3)),
            ("bombs?", Shape::List(&Shape::Number(4, 8))),
            ("rocket?", Shape::Truth),
            ("winner", LANDLORD_WON),
            ("robs?", Shape::Number(0, 4)),
            ("reveal?", Shape::Truth),
            ("doubled?", Shape::List(&Shape::Number(0, 3))),
            ("played?", Shape::List(&Shape::Number(0, 33))),
            ("expect", Shape::Either(&[Shape::Object(PAID), Shape::List(&SIGNED)])),
        ],
    ),
    (
        "trick",
        &[
            ("left", Shape::List(&Shape::Number(0, 33))),
            ("leader", SEAT),
            ("actions", LAID_OR_PASS),
            ("expect", Shape::Compared),
        ],
    ),
];

/// Judges a vector; nothing for a kind that Dou Dizhu does not have.
pub(super) fn judge(vector: &Value) -> Option<Result<Verdict, String>> {
    if let Err(problem) = check(KINDS, vector) {
        return Some(Err(problem));
    }
    // How many play changes what is asked: no vector leaves it out.
    let rules = || {
        number(&vector["players"], "players")?;
        set_up::<DouDizhu>(vector)
    };
    if let "detect" | "beats" | "plays" = vector["kind"].as_str()? {
        return rules().map_or_else(|lacks| Some(Err(lacks)), |rules| climbing(&rules, vector));
    }
    let kind = match vector["kind"].as_str()? {
        "auction" => auction,
        "first_bidder" => first_bidder,
        "pay" => pay,
        "trick" => trick,
        _ => return None,
    };
    Some(rules().and_then(|rules| kind(&rules, vector)))
}

fn auction(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let redeals = vector["redeals"].as_u64().map_or(Ok(0), u32::try_from);
    let redeals = redeals.map_err(|error| error.to_string())?;
    let mut auction = Auction::new(rules, 0, redeals);
    let calls = list(&vector["calls"], "calls")?;
    for (place, call) in calls.iter().enumerate() {
        let call = call_of(call).ok_or_else(|| format!("{call} is no call"))?;
        if auction.check(call).is_err() {
            let last = place + 1 == calls.len();
            let got = if last { "illegal_call" } else { "an illegal call before the last" };
            return Ok(Verdict::of(vector["expect"] == json!(got), got));
        }
        auction.apply(call);
    }
    let got = match auction.outcome() {
        None => json!("open"),
        Some(Outcome::Redeal) => json!("redeal"),
        Some(Outcome::Won { landlord, bid, robs }) => {
            let mut won = json!({"landlord": landlord, "bid": bid});
            if !vector["expect"]["robs"].is_null() {
                won["robs"] = json!(robs);
            }
            won
        }
    };
    Ok(Verdict::of(vector["expect"] == got, got))
}

fn call_of(call: &Value) -> Option<Call> {
    Some(match call.as_str()? {
        "pass" => Call::Pass,
        "call" => Call::Call,
        "rob" => Call::Rob,
        bid => Call::Bid(bid.parse().ok()?),
    })
}

/// Looks for a shuffle that puts the card where the vector says, and asks who opens.
fn first_bidder(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let dealer = number(&vector["dealer"], "dealer")?;
    let dealer = u8::try_from(dealer).map_err(|error| error.to_string())?;
    let winner = vector["winner"].as_u64().and_then(|winner| u8::try_from(winner).ok());
    let place = vector["faceup_index"].as_u64();
    for key in 0..KEYS_MAX {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&key.to_le_bytes());
        let dealt = shuffle(rules, dealer, winner, &mut DealRng::from_key(bytes));
        if dealt.shown.map(|shown| u64::from(shown.place)) == place {
            let got = dealt.first_bidder;
            return Ok(Verdict::of(vector["expect"] == json!(got), got));
        }
    }
    Err("no shuffle puts the card there".to_owned())
}

fn pay(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let bombs = vector["bombs"].as_array().into_iter().flatten().filter_map(small);
    let bombs = bombs.filter(|&size| doubles(rules, Reading::new(Category::Bomb, 0, size)));
    let rocket = vector["rocket"] == json!(true);
    let doubling_plays = bombs.count() + usize::from(rocket);
    let seats = vector["doubled"].as_array().into_iter().flatten().filter_map(small);
    let mut plays = [2; 4];
    let count = usize::from(rules.seats.count());
    if vector["played"].as_array().is_some_and(|played| played.len() != count) {
        return Err(format!("played has one number a seat, {count} in all"));
    }
    for (seat, played) in vector["played"].as_array().into_iter().flatten().enumerate() {
        plays[seat] = small(played).ok_or("plays are small numbers")?;
    }
    let account = Account {
        landlord: 0,
        bid: small(&vector["bid"]).ok_or("there is a bid")?,
        landlord_wins: vector["winner"] == json!("landlord"),
        doubling_plays: u8::try_from(doubling_plays).map_err(|error| error.to_string())?,
        robs: small(&vector["robs"]).unwrap_or(0),
        revealed: vector["reveal"] == json!(true),
        doubled: seats.fold(0, |doubled, seat| doubled | 1 << seat),
        plays,
    };
    let paid = settle(rules, &account).payments;
    let paid = &paid[..usize::from(rules.seats.count())];
    let holds = match &vector["expect"] {
        Value::Array(expected) => {
            *expected == paid.iter().map(|&sum| json!(sum)).collect::<Vec<_>>()
        }
        expected => {
            let peasants = paid[1..].iter().all(|&sum| json!(sum) == expected["peasant"]);
            json!(paid[0]) == expected["landlord"] && peasants
        }
    };
    Ok(Verdict::of(holds, format!("{paid:?}")))
}

fn trick(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let left = list(&vector["left"], "left")?.iter().map(|cards| small(cards).map(u32::from));
    let mut left = left.collect::<Option<Vec<_>>>().ok_or("cards left are small numbers")?;
    let leader = small(&vector["leader"]).ok_or("there is a leader")?;
    if left.len() != usize::from(rules.seats.count()) || usize::from(leader) >= left.len() {
        return Err("every seat has its cards, and the leader is one of them".to_owned());
    }
    let mut round = Round::new((1 << rules.seats.count()) - 1, leader, false);
    let mut step = Step::Asks(leader);
    for action in list(&vector["actions"], "actions")? {
        let Some(laid) = action.as_u64() else {
            step = round.pass();
            continue;
        };
        let hand = &mut left[usize::from(round.turn())];
        let laid = u32::try_from(laid).map_err(|error| error.to_string())?;
        *hand = hand.checked_sub(laid).ok_or("more cards are laid than held")?;
        if *hand == 0 {
            // The deal ends at once (D5.6): no trick is won and nobody is asked.
            let got = json!({"out": round.turn()});
            return Ok(Verdict::of(vector["expect"] == got, got));
        }
        step = round.play(false);
    }
    let got = match step {
        Step::Asks(seat) => json!({"ask": seat}),
        Step::Taken { winner, leader } => json!({"winner": winner, "leader": leader}),
    };
    Ok(Verdict::of(vector["expect"] == got, got))
}
