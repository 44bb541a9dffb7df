//! Cards and actions as text. Parsing what was printed gives the same back.
//!
//! Cards are joined by `-` or spaces, in any order: `3h-3d-Tc`, `3-3-3-4`, `P9 Irobai`. Actions
//! are `pass`, `bid 2`, `call`, `rob`, `reveal`, `double`, `continue`, `stop`, `yield`, `declare`,
//! `bid_cards CARDS`, `defend CARDS`, `bury CARDS`, `discard CARD`, `call_friends CARD:COPY …` (the
//! copy a number from 1, or `other`) and
//! `play CARDS [as CATEGORY[:KEY[:RUN]]] [label=LABEL] [CARD=CARD …]`; a part of a reading that
//! is left free is `*`.

use std::fmt::Write as _;

use crate::action::{Action, FriendCall, Named, Reading};
use crate::cards::{Card, Pack};
use crate::error::{Reason, RuleError};
use crate::game::GameInfo;
use crate::trick::Trump;

/// The copy of a card that the caller does not hold.
const OTHER: &str = "other";

/// Most cards that one text may name: more than any hand of any game.
pub const CARDS_MAX: usize = 256;

/// The cards of a text, in its order; none for an empty text.
///
/// # Errors
/// `MALFORMED_CARDS` for a word that names neither a face nor a rank, for a `-` that joins nothing,
/// and for too many cards.
pub fn parse_cards(pack: &Pack, text: &str) -> Result<Vec<Named>, RuleError> {
    let mut cards = Vec::new();
    let words = text.split(' ').filter(|word| !word.is_empty());
    for (word, card) in words.flat_map(|word| word.split('-').map(move |card| (word, card))) {
        let named = pack.card(card).map(Named::Face);
        let named = named.or_else(|| pack.rank(card).map(Named::Rank));
        let Some(named) = named else {
            let shown = if card.is_empty() { word } else { card };
            let shown: String = shown.chars().take(16).collect();
            return Err(RuleError::new(Reason::MalformedCards, "").with("card", shown));
        };
        if cards.len() == CARDS_MAX {
            return Err(RuleError::new(Reason::MalformedCards, "").with("cards_max", CARDS_MAX));
        }
        cards.push(named);
    }
    Ok(cards)
}

/// The cards of a text, every one a face.
///
/// # Errors
/// As [`parse_cards`], and `MALFORMED_CARDS` for a rank alone.
pub fn parse_faces(pack: &Pack, text: &str) -> Result<Vec<Card>, RuleError> {
    let named = parse_cards(pack, text)?;
    let faces = named.into_iter().map(|card| match card {
        Named::Face(card) => Ok(card),
        Named::Rank(rank) => {
            let rank = pack.ranks[usize::from(rank)].notation;
            Err(RuleError::new(Reason::MalformedCards, "").with("card", rank))
        }
    });
    faces.collect()
}

/// The cards of a text, as a question about combinations of a game takes them: every one a face
/// where suits matter.
///
/// # Errors
/// As [`parse_cards`] and, where suits matter, [`parse_faces`].
pub fn parse_set(info: &GameInfo, text: &str) -> Result<Vec<Named>, RuleError> {
    if info.suits_matter {
        return Ok(parse_faces(info.pack, text)?.into_iter().map(Named::Face).collect());
    }
    parse_cards(info.pack, text)
}

/// Cards as text, in their order.
pub fn print_cards(pack: &Pack, cards: &[Card]) -> String {
    join(cards.iter().map(|&card| pack.face(card).notation))
}

/// Named cards as text, in their order.
pub fn print_named(pack: &Pack, cards: &[Named]) -> String {
    join(cards.iter().map(|&card| named(pack, card)))
}

/// Ranks as text, in their order.
pub fn print_ranks(pack: &Pack, ranks: impl IntoIterator<Item = u8>) -> String {
    join(ranks.into_iter().map(|rank| pack.ranks[usize::from(rank)].notation))
}

/// An action as text.
pub fn print_action(pack: &Pack, action: &Action) -> String {
    let word = action.verb().word();
    match action {
        Action::Bid(value) => format!("{word} {value}"),
        Action::Play { cards, reading } => {
            let mut text = format!("{word} {}", print_named(pack, cards));
            print_reading(&mut text, reading);
            text
        }
        Action::BidCards(cards) | Action::Defend(cards) | Action::Bury(cards) => {
            format!("{word} {}", print_named(pack, cards)).trim_end().to_owned()
        }
        Action::Discard(Some(card)) => format!("{word} {}", named(pack, *card)),
        Action::CallFriends(calls) => {
            let mut text = word.to_owned();
            for call in calls {
                let _ = write!(text, " {}", print_call(pack, *call));
            }
            text
        }
        _ => word.to_owned(),
    }
}

/// The action of a text.
///
/// # Errors
/// `MALFORMED_ACTION` and `MALFORMED_CARDS`.
pub fn parse_action(pack: &Pack, text: &str) -> Result<Action, RuleError> {
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let rest = rest.trim();
    let action = match word {
        "pass" => Action::Pass,
        "call" => Action::Call,
        "rob" => Action::Rob,
        "reveal" => Action::Reveal,
        "double" => Action::Double,
        "continue" => Action::Continue,
        "stop" => Action::Stop,
        "bid" => return rest.parse().map(Action::Bid).map_err(|_| malformed(rest)),
        "play" => return parse_play(pack, rest),
        "yield" => Action::Yield,
        "declare" => Action::Declare,
        "bid_cards" => return parse_cards(pack, rest).map(Action::BidCards),
        "defend" => return parse_cards(pack, rest).map(Action::Defend),
        "bury" => return parse_cards(pack, rest).map(Action::Bury),
        "discard" => return parse_card(pack, rest).map(|card| Action::Discard(Some(card))),
        "call_friends" => {
            let calls = rest.split_whitespace().map(|word| parse_call(pack, word));
            return calls.collect::<Result<_, _>>().map(Action::CallFriends);
        }
        _ => return Err(malformed(word)),
    };
    if rest.is_empty() { Ok(action) } else { Err(malformed(rest)) }
}

/// The one card of a text.
///
/// # Errors
/// As [`parse_cards`], and `MALFORMED_CARDS` for another number of cards.
pub fn parse_card(pack: &Pack, text: &str) -> Result<Named, RuleError> {
    match parse_cards(pack, text)?.as_slice() {
        [card] => Ok(*card),
        cards => Err(RuleError::new(Reason::MalformedCards, "").with("cards", cards.len())),
    }
}

/// The call of a text: `Ac:1`, `Ac:other`.
fn parse_call(pack: &Pack, text: &str) -> Result<FriendCall, RuleError> {
    let (card, copy) = text.split_once(':').ok_or_else(|| malformed(text))?;
    let copy = match copy {
        OTHER => None,
        number => Some(number.parse().ok().filter(|&n| n > 0).ok_or_else(|| malformed(text))?),
    };
    Ok(FriendCall { card: parse_card(pack, card)?, copy })
}

/// A call as text.
pub fn print_call(pack: &Pack, call: FriendCall) -> String {
    let copy = call.copy.map_or_else(|| OTHER.to_owned(), |copy| copy.to_string());
    format!("{}:{copy}", named(pack, call.card))
}

/// The trump of a text, as far as it names one: a card's face stands for its rank and its suit
/// (`8d`), a suit alone for itself (`K` of the Unsun pack).
///
/// # Errors
/// `MALFORMED_CARDS` for other text.
pub fn parse_trump(pack: &Pack, text: &str) -> Result<Trump, RuleError> {
    if let Some(suit) = pack.suit(text) {
        return Ok(Trump { suit, rank: None });
    }
    let face = pack.card(text).map(|card| pack.face(card));
    let trump = face.and_then(|face| Some(Trump { suit: face.suit?, rank: Some(face.rank) }));
    trump.ok_or_else(|| {
        let shown: String = text.chars().take(16).collect();
        RuleError::new(Reason::MalformedCards, "").with("trump", shown)
    })
}

/// A trump as [`parse_trump`] reads it.
pub fn print_trump(pack: &Pack, trump: Trump) -> String {
    let rank = trump.rank.map_or("", |rank| pack.ranks[usize::from(rank)].notation);
    format!("{rank}{}", pack.suits[usize::from(trump.suit)].notation)
}

fn parse_play(pack: &Pack, text: &str) -> Result<Action, RuleError> {
    let mut reading = Reading::default();
    let mut cards = String::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "as" {
            let shape = words.next().ok_or_else(|| malformed("as"))?;
            parse_shape(&mut reading, shape)?;
        } else if let Some((card, stands_for)) = word.split_once('=') {
            if card == "label" {
                reading.label = Some(stands_for.to_owned());
            } else {
                reading.represent.push((card.to_owned(), stands_for.to_owned()));
            }
        } else {
            cards.push_str(word);
            cards.push(' ');
        }
    }
    Ok(Action::Play { cards: parse_cards(pack, &cards)?, reading })
}

fn parse_shape(reading: &mut Reading, shape: &str) -> Result<(), RuleError> {
    let mut parts = shape.split(':').map(|part| (part != "*").then(|| part.to_owned()));
    reading.category = parts.next().flatten();
    reading.key = parts.next().flatten();
    let run = parts.next().flatten();
    reading.run = run.map(|run| run.parse()).transpose().map_err(|_| malformed(shape))?;
    if parts.next().is_some() { Err(malformed(shape)) } else { Ok(()) }
}

fn print_reading(text: &mut String, reading: &Reading) {
    if reading.category.is_some() || reading.key.is_some() || reading.run.is_some() {
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "*".to_owned());
        let run = reading.run.map(|run| run.to_string());
        let _ = write!(text, " as {}", part(&reading.category));
        if reading.key.is_some() || run.is_some() {
            let _ = write!(text, ":{}", part(&reading.key));
        }
        if run.is_some() {
            let _ = write!(text, ":{}", part(&run));
        }
    }
    if let Some(label) = &reading.label {
        let _ = write!(text, " label={label}");
    }
    for (card, stands_for) in &reading.represent {
        let _ = write!(text, " {card}={stands_for}");
    }
}

fn malformed(text: &str) -> RuleError {
    RuleError::new(Reason::MalformedAction, "").with_sent("text", text)
}

fn named(pack: &Pack, card: Named) -> &'static str {
    match card {
        Named::Face(card) => pack.face(card).notation,
        Named::Rank(rank) => pack.ranks[usize::from(rank)].notation,
    }
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push('-');
        }
        text.push_str(word);
    }
    text
}
