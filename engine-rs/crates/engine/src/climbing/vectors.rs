//! Rule vectors that ask about combinations, the same in every climbing game: each asks the same
//! code that plays.

use serde_json::{Value, json};

use crate::action::{Named, Reading};
use crate::cards::french::FRENCH;
use crate::combination::Combination;
use crate::game::Climbing;
use crate::notation::print_named;
use crate::vector_fields::{Kind, Shape, TEXT_OR_NULL, TEXTS};
use crate::vectors::{Verdict, cards, list, words};

/// The fields of these kinds.
pub(crate) const DETECT: Kind = (
    "detect",
    &[("cards", Shape::Text), ("expect", Shape::Either(&[Shape::Text, TEXTS])), ("labels?", TEXTS)],
);
pub(crate) const BEATS: Kind = (
    "beats",
    &[
        ("a", Shape::Text),
        ("b", Shape::Text),
        ("led_label?", Shape::Text),
        ("expect", Shape::Truth),
    ],
);
pub(crate) const PLAYS: Kind =
    ("plays", &[("hand", Shape::Text), ("standing", TEXT_OR_NULL), ("expect", TEXTS)]);

/// Judges a vector of the kinds `detect`, `beats` and `plays`; nothing for other kinds.
pub(crate) fn judge(rules: &dyn Climbing, vector: &Value) -> Option<Result<Verdict, String>> {
    Some(match vector["kind"].as_str()? {
        "detect" => detect(rules, vector),
        "beats" => beats(rules, vector),
        "plays" => plays(rules, vector),
        _ => return None,
    })
}

/// The readings are those expected and no others, and so are the labels of the canonical one.
fn detect(rules: &dyn Climbing, vector: &Value) -> Result<Verdict, String> {
    let readings = rules.classify(&cards(&vector["cards"], "cards")?);
    let mut holds = match &vector["expect"] {
        Value::String(expected) if expected == "illegal" => readings.is_empty(),
        Value::String(expected) => readings.len() == 1 && fits(&readings[0], expected),
        Value::Array(expected) => {
            let expected = expected.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
            matched(&readings, &expected.ok_or("a reading is a text")?)
        }
        _ => return Err("a reading, a list of readings or illegal is to be expected".to_owned()),
    };
    let mut got: Vec<_> = readings.iter().map(shown).collect();
    if let Value::Array(expected) = &vector["labels"] {
        let expected = expected.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
        let mut expected = expected.ok_or("a label is a text")?;
        let mut found = readings.first().map_or_else(Vec::new, |first| first.labels.clone());
        expected.sort_unstable();
        found.sort_unstable();
        holds &= found == expected;
        got.push(format!("labels {}", found.join(" ")));
    }
    Ok(Verdict::of(holds, if got.is_empty() { "illegal".to_owned() } else { got.join(" ") }))
}

/// Each expectation is met by a reading of its own, and no reading is left.
fn matched(readings: &[Combination], expected: &[&str]) -> bool {
    let mut taken = vec![None; readings.len()];
    expected.len() == readings.len()
        && (0..expected.len())
            .all(|place| settle(readings, expected, place, &mut taken, &mut Vec::new()))
}

/// Finds a reading for an expectation; one that is taken may go to it if its present one finds
/// another.
fn settle(
    readings: &[Combination],
    expected: &[&str],
    place: usize,
    taken: &mut [Option<usize>],
    tried: &mut Vec<usize>,
) -> bool {
    for reading in 0..readings.len() {
        if tried.contains(&reading) || !fits(&readings[reading], expected[place]) {
            continue;
        }
        tried.push(reading);
        let free =
            taken[reading].is_none_or(|other| settle(readings, expected, other, taken, tried));
        if free {
            taken[reading] = Some(place);
            return true;
        }
    }
    false
}

/// A reading has the type that is expected, and the key and n where they are.
fn fits(reading: &Combination, expected: &str) -> bool {
    let mut parts = expected.split(':');
    let type_fits = parts.next() == Some(reading.category);
    let key_fits = parts.next().is_none_or(|key| key == reading.key);
    let run_fits = parts.next().is_none_or(|run| run == reading.run.to_string());
    type_fits && key_fits && run_fits && parts.next().is_none()
}

/// One set may be laid on another, which lies there as a lead, with `led_label` where one is named.
fn beats(rules: &dyn Climbing, vector: &Value) -> Result<Verdict, String> {
    let led =
        Reading { label: vector["led_label"].as_str().map(str::to_owned), ..Reading::default() };
    let standing = rules.compare(&cards(&vector["b"], "b")?, &led, None).map_err(words)?;
    let play = cards(&vector["a"], "a")?;
    let got = rules.compare(&play, &Reading::default(), Some(&standing)).is_ok();
    Ok(Verdict::of(vector["expect"] == json!(got), got))
}

fn plays(rules: &dyn Climbing, vector: &Value) -> Result<Verdict, String> {
    let hand = cards(&vector["hand"], "hand")?;
    let standing = match &vector["standing"] {
        Value::Null => None,
        standing => {
            let standing = cards(standing, "standing")?;
            Some(rules.compare(&standing, &Reading::default(), None).map_err(words)?)
        }
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

fn shown(combination: &Combination) -> String {
    format!("{}:{}:{}", combination.category, combination.key, combination.run)
}
