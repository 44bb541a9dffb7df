//! Rule vectors of Zheng Fen: each kind asks the same code that plays.

use serde_json::{Value, json};

use super::ZhengFen;
use super::combinations::{combination, faces};
use super::dealing::{PACK_SIZE, first_drawer, hand_out, leader};
use super::ending::{heirs, match_winners};
use super::rules::{Rules, TieRule};
use super::state::{Before, points as points_of};
use super::timeout::prescribed;
use crate::cards::Card;
use crate::cards::french::FRENCH;
use crate::climbing::vectors::{BEATS, DETECT, PLAYS, judge as climbing};
use crate::climbing::{Round, Step};
use crate::notation::print_named;
use crate::seat::Seat;
use crate::vector_fields::{COUNT, COUNTS, Kind, LAID_OR_PASS, SEAT, SEATS, Shape, check};
use crate::vectors::{Verdict, cards, list, set_up, small};

const SEAT_COUNTS: Shape = Shape::By(&COUNT);
const KINDS: &[Kind] = &[
    DETECT,
    BEATS,
    PLAYS,
    ("points", &[("cards", Shape::Text), ("expect", COUNT)]),
    ("hand_sizes", &[("start?", SEAT), ("shuffler?", SEAT), ("expect", SEAT_COUNTS)]),
    ("next_leader", &[("winner", SEAT), ("holding", SEATS), ("expect", SEAT)]),
    (
        "first_leader",
        &[("before", Shape::Either(&[Shape::Null, BEFORE])), ("holder", SEAT), ("expect", SEAT)],
    ),
    ("timeout", &[("hand", Shape::Text), ("leads", Shape::Truth), ("expect", Shape::Text)]),
    (
        "final",
        &[
            ("piles", COUNTS),
            ("last", SEAT),
            ("last_hand", COUNT),
            ("first_out", SEAT),
            ("expect", COUNTS),
        ],
    ),
    ("match", &[("before", COUNTS), ("deal", COUNTS), ("target?", COUNT), ("expect", Shape::Text)]),
    (
        "trick",
        &[
            ("left", Shape::List(&Shape::Number(0, 54))),
            ("leader", SEAT),
            ("actions", LAID_OR_PASS),
            ("expect", Shape::Compared),
        ],
    ),
];
const BEFORE: Shape = Shape::Object(&[("first_out", SEAT), ("last", SEAT), ("last_trick?", SEAT)]);

/// Judges a vector; nothing for a kind that Zheng Fen does not have.
pub(super) fn judge(vector: &Value) -> Option<Result<Verdict, String>> {
    if let Err(problem) = check(KINDS, vector) {
        return Some(Err(problem));
    }
    let rules = || set_up::<ZhengFen>(vector);
    let kind = match vector["kind"].as_str()? {
        "detect" | "beats" | "plays" => {
            return rules().map_or_else(|lacks| Some(Err(lacks)), |rules| climbing(&rules, vector));
        }
        "points" => points,
        "hand_sizes" => hand_sizes,
        "next_leader" => next_leader,
        "first_leader" => first_leader,
        "timeout" => timeout,
        "final" => final_points,
        "match" => match_end,
        "trick" => trick,
        _ => return None,
    };
    Some(rules().and_then(|rules| kind(&rules, vector)))
}

fn points(_: &Rules, vector: &Value) -> Result<Verdict, String> {
    let set = faces(&cards(&vector["cards"], "cards")?).ok_or("these are cards of no one pack")?;
    let got = points_of(set);
    Ok(Verdict::of(vector["expect"] == json!(got), got))
}

fn hand_sizes(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let start = match small(&vector["start"]) {
        Some(start) => Seat(start),
        None => first_drawer(rules, Seat(seat(vector, "shuffler")?)),
    };
    let deck: Vec<Card> = (0..PACK_SIZE).map(Card).collect();
    let hands = hand_out(rules, start, &deck);
    let sizes = Seat::all(rules.seats).map(|seat| (seat.to_string(), hands[seat.index()].size()));
    let got = Value::Object(sizes.map(|(seat, size)| (seat, json!(size))).collect());
    Ok(Verdict::of(vector["expect"] == got, got))
}

/// A trick that the winner leads with one card of several, and in which all others pass.
fn next_leader(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let winner = seat(vector, "winner")?;
    let seats = list(&vector["holding"], "holding")?.iter().map(small);
    let seats = seats.collect::<Option<Vec<_>>>().ok_or("seats are small numbers")?;
    let holding = seats.iter().fold(0u16, |all, seat| all | 1 << seat);
    let mut round = Round::new(holding | 1 << winner, winner, rules.pass_locks);
    let mut step = round.play(holding >> winner & 1 == 0);
    while let Step::Asks(_) = step {
        step = round.pass();
    }
    let Step::Taken { leader, .. } = step else { unreachable!("everybody has passed") };
    Ok(Verdict::of(vector["expect"] == json!(leader), format!("{leader:?}")))
}

/// Who leads to the first trick of a deal: `before` is what came of the deal before, if there was
/// one.
fn first_leader(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let before = &vector["before"];
    let of_before = |field| small(&before[field]).map(Seat);
    let before = match before {
        Value::Null => None,
        _ => Some(Before {
            first_out: of_before("first_out").ok_or("somebody was out first")?,
            last: of_before("last").ok_or("somebody was last")?,
            decided: of_before("last_trick"),
        }),
    };
    let leader = leader(rules, before).unwrap_or(Seat(seat(vector, "holder")?));
    Ok(Verdict::of(vector["expect"] == json!(leader.0), leader))
}

/// What is done for a seat that does not act.
fn timeout(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let hand = faces(&cards(&vector["hand"], "hand")?).ok_or("these are cards of no one pack")?;
    let leads = vector["leads"].as_bool().ok_or("leads is true or false")?;
    let got = match prescribed(rules, hand, !leads) {
        None => "pass".to_owned(),
        Some(play) => {
            format!("play {}", print_named(&FRENCH, &combination(play.set, play.laid).cards))
        }
    };
    Ok(Verdict::of(vector["expect"] == json!(got), got))
}

fn final_points(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let piles = list(&vector["piles"], "piles")?.iter().map(Value::as_u64);
    let piles = piles.collect::<Option<Vec<_>>>().ok_or("points are numbers")?;
    let last = seat(vector, "last")?;
    let hand = vector["last_hand"].as_u64().ok_or("there is a last hand")?;
    let (of_pile, of_hand) = heirs(rules, Seat(seat(vector, "first_out")?), Seat(last));
    let mut got = piles.clone();
    let pile = std::mem::take(&mut got[usize::from(last)]);
    got[of_pile.index()] += pile;
    got[of_hand.index()] += hand;
    Ok(Verdict::of(vector["expect"] == json!(got), format!("{got:?}")))
}

fn match_end(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let target = vector["target"].as_u64().and_then(|target| u32::try_from(target).ok());
    let rules = Rules { target: target.unwrap_or(rules.target), ..*rules };
    let before = list(&vector["before"], "before")?;
    let totals = before.iter().zip(list(&vector["deal"], "deal")?);
    let totals = totals.map(|(before, scored)| Some(before.as_i64()? + scored.as_i64()?));
    let totals = totals.collect::<Option<Vec<_>>>().ok_or("totals are numbers")?;
    let winners = match_winners(&rules, &totals);
    let reached = totals.iter().any(|&total| total >= i64::from(rules.target));
    let seats: Vec<_> = winners.iter().map(Seat::to_string).collect();
    let got = match winners.len() {
        0 if reached => "extra_deal".to_owned(),
        0 => "continue".to_owned(),
        1 => format!("winner:{}", seats[0]),
        _ => format!("winners:{}", seats.join(",")),
    };
    debug_assert!(winners.len() < 2 || rules.tie_rule == TieRule::Shared);
    Ok(Verdict::of(vector["expect"] == json!(got), got))
}

fn trick(rules: &Rules, vector: &Value) -> Result<Verdict, String> {
    let left = list(&vector["left"], "left")?.iter().map(|cards| small(cards).map(u32::from));
    let mut left = left.collect::<Option<Vec<_>>>().ok_or("cards left are small numbers")?;
    let holding = left.iter().enumerate().filter(|&(_, &cards)| cards > 0);
    let holding = holding.fold(0u16, |all, (seat, _)| all | 1 << seat);
    let leader = seat(vector, "leader")?;
    let mut round = Round::new(holding, leader, rules.pass_locks);
    let mut step = Step::Asks(leader);
    let mut last = None;
    for action in list(&vector["actions"], "actions")? {
        let seat = round.turn();
        step = match action.as_u64() {
            None => round.pass(),
            Some(laid) => {
                let hand = &mut left[usize::from(seat)];
                let laid = u32::try_from(laid).map_err(|error| error.to_string())?;
                *hand = hand.checked_sub(laid).ok_or("more cards are laid than held")?;
                round.play(*hand == 0)
            }
        };
        if round.holding().count_ones() <= 1 {
            let alone = round.holding().trailing_zeros();
            last = last.or(Some(if alone < 16 { alone } else { u32::from(seat) }));
            if rules.one_left && matches!(step, Step::Asks(_)) {
                step = Step::Taken { winner: seat, leader: None };
            }
        }
    }
    let got = match (step, last) {
        (Step::Asks(seat), _) => json!({"ask": seat}),
        (Step::Taken { winner, .. }, Some(last)) => json!({"winner": winner, "last": last}),
        (Step::Taken { winner, leader }, None) => json!({"winner": winner, "leader": leader}),
    };
    Ok(Verdict::of(vector["expect"] == got, got))
}

fn seat(vector: &Value, field: &str) -> Result<u8, String> {
    small(&vector[field]).ok_or_else(|| format!("{field} is no seat"))
}
