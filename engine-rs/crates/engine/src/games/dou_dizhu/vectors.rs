//! Rule vectors of Dou Dizhu: each kind asks the same code that plays.

use serde_json::{Value, json};

use super::auction::{Auction, Call, Outcome};
use super::dealing::shuffle;
use super::reading::Reading;
use super::rules::Rules;
use super::scoring::{Account, doubles, settle};
use super::{Category, DouDizhu};
use crate::action::{Named, Reading as Wish};
use crate::cards::french::FRENCH;
use crate::climbing::{Round, Step};
use crate::combination::Combination;
use crate::error::RuleError;
use crate::game::{Climbing, Game};
use crate::notation::{parse_cards, print_named};
use crate::rng::DealRng;
use crate::setup::Settings;
use crate::vectors::Verdict;

/// More keys than it takes to find one that puts the card that is turned up anywhere.
const KEYS_MAX: u32 = 10_000;

/// Judges a vector; nothing for a kind that Dou Dizhu does not have.
pub(super) fn judge(vector: &Value) -> Option<Result<Verdict, String>> {
    let kind = match vector["kind"].as_str()? {
        "detect" => detect,
        "beats" => beats,
        "plays" => plays,
        "auction" => auction,
        "first_bidder" => first_bidder,
        "pay" => pay,
        "trick" => trick,
        _ => return None,
    };
    Some(set_up(vector).and_then(|rules| kind(&rules, vector)))
}

fn set_up(vector: &Value) -> Result<Rules, String> {
    let seats = number(&vector["players"], "players")?;
    let options = vector["options"].as_object().into_iter().flatten();
    let options = options.map(|(name, value)| (name.clone(), text_of(value)));
    let options: Vec<_> = options.collect();
    let preset = vector["preset"].as_str().unwrap_or("seed");
    let (info, revisions) = (DouDizhu::INFO, DouDizhu::REVISIONS);
    let settings = Settings::resolve(info, revisions, None, seats, preset, &options);
    let settings = settings.map_err(words)?;
    DouDizhu::rules(&settings, settings.revision).map_err(words)
}

fn detect(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let readings = rules.classify(&cards(&vector["cards"], "cards")?);
    let holds = match &vector["expect"] {
        Value::String(expected) if expected == "illegal" => readings.is_empty(),
        Value::String(expected) => readings.len() == 1 && fits(&readings[0], expected),
        Value::Array(expected) => {
            let expected: Vec<_> = expected.iter().filter_map(Value::as_str).collect();
            let found = |expected: &&str| readings.iter().any(|reading| fits(reading, expected));
            expected.len() == readings.len() && expected.iter().all(found)
        }
        _ => return Err("a reading, a list of readings or illegal is to be expected".to_owned()),
    };
    let got: Vec<_> = readings.iter().map(shown).collect();
    Ok(Verdict::of(holds, if got.is_empty() { "illegal".to_owned() } else { got.join(" ") }))
}

/// A reading has the type that is expected, and the key and n where they are.
fn fits(reading: &Combination, expected: &str) -> bool {
    let mut parts = expected.split(':');
    let type_fits = parts.next() == Some(reading.category);
    let key_fits = parts.next().is_none_or(|key| key == reading.key);
    let run_fits = parts.next().is_none_or(|run| run == reading.run.to_string());
    type_fits && key_fits && run_fits && parts.next().is_none()
}

fn beats(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let standing = rules.classify(&cards(&vector["b"], "b")?);
    let standing = standing.first().ok_or("b is no combination")?;
    let play = cards(&vector["a"], "a")?;
    let got = rules.compare(&play, &Wish::default(), Some(standing)).is_ok();
    Ok(Verdict::of(vector["expect"] == json!(got), got))
}

fn plays(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let hand = cards(&vector["hand"], "hand")?;
    let standing = match &vector["standing"] {
        Value::Null => None,
        standing => rules.classify(&cards(standing, "standing")?).into_iter().next(),
    };
    let sorted = |mut cards: Vec<Named>| {
        cards.sort_unstable();
        print_named(&FRENCH, &cards)
    };
    let plays = rules.plays(&hand, standing.as_ref()).into_iter().map(|play| sorted(play.cards));
    let mut got: Vec<_> = plays.collect();
    got.sort_unstable();
    got.dedup();
    let expected = list(&vector["expect"], "expect")?.iter();
    let expected = expected.map(|play| cards(play, "expect").map(sorted));
    let mut expected = expected.collect::<Result<Vec<_>, _>>()?;
    expected.sort_unstable();
    Ok(Verdict::of(expected == got, got.join(" ")))
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

fn cards(value: &Value, field: &str) -> Result<Vec<Named>, String> {
    let text = value.as_str().ok_or_else(|| format!("{field} is no text"))?;
    parse_cards(&FRENCH, text).map_err(words)
}

fn list<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{field} is no list"))
}

fn number(value: &Value, field: &str) -> Result<u32, String> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{field} is no number"))
}

fn small(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|number| u8::try_from(number).ok())
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn shown(combination: &Combination) -> String {
    format!("{}:{}:{}", combination.category, combination.key, combination.run)
}

#[expect(clippy::needless_pass_by_value, reason = "it stands where an error is mapped")]
fn words(error: RuleError) -> String {
    error.to_string()
}
