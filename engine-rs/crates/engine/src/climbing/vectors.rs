//! Rule vectors that ask about combinations, the same in every climbing game: each asks the same
//! code that plays.

use serde_json::{Value, json};

use crate::action::{Named, Reading};
use crate::cards::french::FRENCH;
use crate::combination::Combination;
use crate::game::Climbing;
use crate::notation::print_named;
use crate::vectors::{Verdict, cards, list, words};

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
            let expected: Vec<_> = expected.iter().filter_map(Value::as_str).collect();
            let found = |expected: &&str| readings.iter().any(|reading| fits(reading, expected));
            expected.len() == readings.len() && expected.iter().all(found)
        }
        _ => return Err("a reading, a list of readings or illegal is to be expected".to_owned()),
    };
    let mut got: Vec<_> = readings.iter().map(shown).collect();
    if let Value::Array(expected) = &vector["labels"] {
        let mut expected: Vec<_> = expected.iter().filter_map(Value::as_str).collect();
        let mut found = readings.first().map_or_else(Vec::new, |first| first.labels.clone());
        expected.sort_unstable();
        found.sort_unstable();
        holds &= found == expected;
        got.push(format!("labels {}", found.join(" ")));
    }
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
