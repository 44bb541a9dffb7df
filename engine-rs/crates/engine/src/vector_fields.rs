//! The fields of rule vectors: a vector says what its kind asks for, and nothing else.

use serde_json::{Map, Value};

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A text.
    Text,
    /// One of these texts.
    Word(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(i64, i64),
    /// `true` or `false`.
    Truth,
    /// A list of such.
    List(&'static Shape),
    /// One of these.
    Either(&'static [Shape]),
    /// A list of so many, each of its own shape.
    Tuple(&'static [Shape]),
    /// An object with these fields.
    Object(&'static [Field]),
    /// An object whose names are free.
    By(&'static Shape),
    /// `null`.
    Null,
    /// Anything: it is compared with what the engine says.
    Compared,
}

/// A field and what it holds; where its name ends in `?` it may be left out or `null`.
pub(crate) type Field = (&'static str, Shape);

/// A kind of vectors and its fields, beside those that every vector may have.
pub(crate) type Kind = (&'static str, &'static [Field]);

/// A seat of the largest table.
pub(crate) const SEAT: Shape = Shape::Number(0, 11);
/// A number of cards, points or the like.
pub(crate) const COUNT: Shape = Shape::Number(0, 1_000_000);
/// A number that may be negative.
pub(crate) const SIGNED: Shape = Shape::Number(i64::MIN, i64::MAX);
/// Texts, such as cards in a list.
pub(crate) const TEXTS: Shape = Shape::List(&Shape::Text);
/// Seats.
pub(crate) const SEATS: Shape = Shape::List(&SEAT);
/// Counts.
pub(crate) const COUNTS: Shape = Shape::List(&COUNT);
/// In turn, the number of cards laid or `pass`.
pub(crate) const LAID_OR_PASS: Shape =
    Shape::List(&Shape::Either(&[Shape::Number(1, 33), Shape::Word(&["pass"])]));
/// A text or nothing.
pub(crate) const TEXT_OR_NULL: Shape = Shape::Either(&[Shape::Text, Shape::Null]);

/// The fields that every vector may have.
const COMMON: &[Field] = &[
    ("id", Shape::Text),
    ("kind", Shape::Text),
    ("rule?", Shape::Text),
    ("rules?", TEXTS),
    ("note?", Shape::Text),
    ("players?", Shape::Number(1, 12)),
    ("preset?", Shape::Text),
    ("options?", Shape::By(&OPTION)),
    ("option?", Shape::By(&OPTION)),
];
const OPTION: Shape = Shape::Either(&[Shape::Text, Shape::Truth, SIGNED]);

/// Refuses a vector that lacks a field of its kind, has one that the kind does not know, or one
/// that holds something else. Vectors of other kinds are not looked at.
pub(crate) fn check(kinds: &[Kind], vector: &Value) -> Result<(), String> {
    let named = |kind: &&Kind| vector["kind"].as_str() == Some(kind.0);
    let Some((_, fields)) = kinds.iter().find(named) else { return Ok(()) };
    let vector = vector.as_object().ok_or("a vector is an object")?;
    fits_fields(&[COMMON, fields], vector, "")
}

fn fits_fields(known: &[&[Field]], object: &Map<String, Value>, place: &str) -> Result<(), String> {
    let known = || known.iter().flat_map(|fields| *fields);
    for (name, shape) in known() {
        let needed = name.strip_suffix('?').is_none();
        match object.get(name.trim_end_matches('?')) {
            None if needed => return Err(format!("{place}{name} is missing")),
            None => {}
            Some(Value::Null) if !needed => {}
            Some(value) => fits(*shape, value, &format!("{place}{}", name.trim_end_matches('?')))?,
        }
    }
    for name in object.keys() {
        if !known().any(|(field, _)| field.trim_end_matches('?') == name) {
            return Err(format!("{place}{name} is no field of it"));
        }
    }
    Ok(())
}

fn fits(shape: Shape, value: &Value, place: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{place} is {value}, and no {what}"));
    match (shape, value) {
        (Shape::Text, Value::String(_))
        | (Shape::Truth, Value::Bool(_))
        | (Shape::Null, Value::Null)
        | (Shape::Compared, _) => Ok(()),
        (Shape::Word(words), Value::String(text)) if words.contains(&text.as_str()) => Ok(()),
        (Shape::Number(low, high), Value::Number(number)) => {
            let fits = number.as_i64().is_some_and(|number| (low..=high).contains(&number));
            if fits { Ok(()) } else { wrong(&format!("number from {low} to {high}")) }
        }
        (Shape::List(item), Value::Array(items)) => {
            items.iter().try_for_each(|value| fits(*item, value, place))
        }
        (Shape::Tuple(shapes), Value::Array(items)) if shapes.len() == items.len() => {
            shapes.iter().zip(items).try_for_each(|(shape, value)| fits(*shape, value, place))
        }
        (Shape::Either(shapes), _) => {
            let any = shapes.iter().any(|shape| fits(*shape, value, place).is_ok());
            if any { Ok(()) } else { wrong("such thing as it may hold") }
        }
        (Shape::Object(fields), Value::Object(object)) => {
            fits_fields(&[fields], object, &format!("{place}."))
        }
        (Shape::By(item), Value::Object(object)) => {
            object.values().try_for_each(|value| fits(*item, value, place))
        }
        (Shape::Text, _) => wrong("text"),
        (Shape::Word(words), _) => wrong(&format!("word of {}", words.join(", "))),
        (Shape::Number(..), _) => wrong("number"),
        (Shape::Truth, _) => wrong("true or false"),
        (Shape::List(_) | Shape::Tuple(_), _) => wrong("such list"),
        (Shape::Object(_) | Shape::By(_), _) => wrong("object"),
        (Shape::Null, _) => wrong("null"),
    }
}
