//! Questions about rules, and their answers.

use paizhuo_engine::Ruleset;
use paizhuo_engine::action::{Named, Reading};
use paizhuo_engine::cards::{Card, Pack};
use paizhuo_engine::combination::Combination;
use paizhuo_engine::error::{Reason, RuleError};
use paizhuo_engine::game::{Climbing, Follow, Tricks};
use paizhuo_engine::notation::{parse_faces, print_named};
use paizhuo_engine::question::Question;
use paizhuo_engine::trick::{Context, Lead};
use prost::Message as _;

use crate::api;
use crate::refusal;

/// The message of a combination.
pub fn encode_combination(pack: &Pack, combination: &Combination) -> api::Combination {
    api::Combination {
        category: combination.category.to_owned(),
        key: combination.key.to_owned(),
        run: u32::from(combination.run),
        size: u32::try_from(combination.size()).unwrap_or(u32::MAX),
        labels: combination.labels.iter().map(|&label| label.to_owned()).collect(),
        cards: print_named(pack, &combination.cards),
    }
}

/// The questions about combinations.
///
/// # Errors
/// `NOT_ASKED` for a game that has none.
pub fn climbing(ruleset: &Ruleset) -> Result<&dyn Climbing, RuleError> {
    let error = || RuleError::new(Reason::NotAsked, "").with("game", ruleset.info().id);
    ruleset.climbing().ok_or_else(error)
}

/// The questions about tricks.
///
/// # Errors
/// `NOT_ASKED` for a game that has none.
pub fn tricks(ruleset: &Ruleset) -> Result<&dyn Tricks, RuleError> {
    let error = || RuleError::new(Reason::NotAsked, "").with("game", ruleset.info().id);
    ruleset.tricks().ok_or_else(error)
}

/// Answers how sets of cards are read, in trick games under the trump of an encoded `Situation`,
/// as an encoded `ClassifyResponse`.
///
/// # Errors
/// `MALFORMED_CARDS` for text that names no cards, or more of one than the packs hold,
/// `NOT_ASKED`.
pub fn classify(
    ruleset: &Ruleset,
    situation: &[u8],
    sets: &[String],
) -> Result<Vec<u8>, RuleError> {
    if ruleset.tricks().is_some() {
        return leads(ruleset, &decode_situation(situation)?, sets);
    }
    let (pack, climbing) = (ruleset.info().pack, climbing(ruleset)?);
    let classifications = sets.iter().map(|text| {
        let readings = climbing.classify(&ruleset.question().set(text)?);
        let readings = readings.iter().map(|reading| encode_combination(pack, reading));
        Ok(api::Classification { readings: readings.collect(), lead: None })
    });
    let classifications = classifications.collect::<Result<_, RuleError>>()?;
    Ok(api::ClassifyResponse { classifications }.encode_to_vec())
}

/// Answers which sets may be laid on what stands in an encoded `Situation`, as an encoded
/// `CompareResponse`.
///
/// # Errors
/// `MALFORMED_CARDS`, `NOT_ASKED`, and `NOT_A_COMBINATION` or `NO_SUCH_READING` for what stands.
pub fn compare(ruleset: &Ruleset, situation: &[u8], sets: &[String]) -> Result<Vec<u8>, RuleError> {
    if ruleset.tricks().is_some() {
        return contests(ruleset, &decode_situation(situation)?, sets);
    }
    let (pack, climbing) = (ruleset.info().pack, climbing(ruleset)?);
    let mut question = ruleset.question();
    let standing = standing(ruleset, &mut question, &decode_situation(situation)?)?;
    let comparisons = sets.iter().map(|text| {
        let cards = question.clone().set(text)?;
        let compared = climbing.compare(&cards, &Reading::default(), standing.as_ref());
        Ok(match compared {
            Ok(reading) => api::Comparison {
                beats: true,
                reading: Some(encode_combination(pack, &reading)),
                refusal: None,
            },
            Err(error) => api::Comparison {
                beats: false,
                reading: canonical(pack, climbing, &cards),
                refusal: Some(refusal::encode(Some(pack), &error)),
            },
        })
    });
    let comparisons = comparisons.collect::<Result<_, RuleError>>()?;
    Ok(api::CompareResponse { comparisons }.encode_to_vec())
}

/// Answers what the hand of an encoded `Situation` may play: the encoded field `plays` of a
/// `ListPlaysResponse`, at most `limit` from `offset` on, and how many there are in all.
///
/// # Errors
/// As [`compare`].
pub fn plays(
    ruleset: &Ruleset,
    situation: &[u8],
    offset: usize,
    limit: usize,
) -> Result<(Vec<u8>, usize), RuleError> {
    let situation = decode_situation(situation)?;
    if ruleset.tricks().is_some() {
        return trick_plays(ruleset, &situation, offset, limit);
    }
    let (pack, climbing) = (ruleset.info().pack, climbing(ruleset)?);
    let mut question = ruleset.question();
    let hand = question.set(&situation.hand)?;
    let standing = standing(ruleset, &mut question, &situation)?;
    let plays = climbing.plays(&hand, standing.as_ref());
    let page = plays.iter().skip(offset).take(limit);
    let page = page.map(|play| encode_combination(pack, play)).collect();
    let response = api::ListPlaysResponse { plays: page, ..Default::default() };
    Ok((response.encode_to_vec(), plays.len()))
}

/// The message of a lead.
fn encode_lead(pack: &Pack, lead: &Lead) -> api::Lead {
    let components = lead.components.iter();
    api::Lead {
        kind: lead.kind.to_owned(),
        suit: lead.suit.to_owned(),
        components: components.map(|part| encode_combination(pack, part)).collect(),
    }
}

/// What sets are as leads; one that may not be led has none.
fn leads(
    ruleset: &Ruleset,
    situation: &api::Situation,
    sets: &[String],
) -> Result<Vec<u8>, RuleError> {
    let (pack, tricks) = (ruleset.info().pack, tricks(ruleset)?);
    let trump = tricks.trump(&situation.trump)?;
    let classifications = sets.iter().map(|text| {
        let lead = tricks.lead_shape(&ruleset.question().faces(text)?, trump).ok();
        let lead = lead.map(|lead| encode_lead(pack, &lead));
        Ok(api::Classification { readings: Vec::new(), lead })
    });
    let classifications = classifications.collect::<Result<_, RuleError>>()?;
    Ok(api::ClassifyResponse { classifications }.encode_to_vec())
}

/// Which sets may be played from the hand, where one is given, and win the trick so far.
fn contests(
    ruleset: &Ruleset,
    situation: &api::Situation,
    sets: &[String],
) -> Result<Vec<u8>, RuleError> {
    let (pack, tricks) = (ruleset.info().pack, tricks(ruleset)?);
    let trump = tricks.trump(&situation.trump)?;
    let mut question = ruleset.question();
    let (lead, standing) = laid(pack, &mut question, situation)?;
    let hand = question.faces(&situation.hand)?;
    let context = Context::default();
    let comparisons = sets.iter().map(|text| {
        // What is played from a hand is among it.
        let mut question = if hand.is_empty() { question.clone() } else { ruleset.question() };
        let cards = question.faces(text)?;
        let may = if lead.is_empty() {
            tricks.lead_shape(&cards, trump).map(|_| ())
        } else {
            let hand = if hand.is_empty() { &cards } else { &hand };
            let (lead, cards) = (&lead, &cards);
            tricks.check_follow(&Follow { lead, hand, cards, trump, context: &context })
        };
        let beats = if may.is_err() || lead.is_empty() {
            may.is_ok()
        } else {
            let played = [&lead, &standing, &cards].into_iter().filter(|play| !play.is_empty());
            let plays: Vec<_> = played.cloned().collect();
            tricks.trick_winner(&plays, trump, &context)? == plays.len() - 1
        };
        let refusal = may.err().map(|error| refusal::encode(Some(pack), &error));
        Ok(api::Comparison { beats, reading: None, refusal })
    });
    let comparisons = comparisons.collect::<Result<_, RuleError>>()?;
    Ok(api::CompareResponse { comparisons }.encode_to_vec())
}

/// The lead, and the play that wins so far if that is another: where the lead still wins it is one
/// play, not two.
fn laid(
    pack: &Pack,
    question: &mut Question<'_>,
    situation: &api::Situation,
) -> Result<(Vec<Card>, Vec<Card>), RuleError> {
    let sorted = |mut cards: Vec<Card>| {
        cards.sort_unstable();
        cards
    };
    let lead = question.faces(&situation.lead)?;
    let standing = parse_faces(pack, &situation.standing)?;
    if sorted(standing) == sorted(lead.clone()) {
        return Ok((lead, Vec::new()));
    }
    let standing = question.faces(&situation.standing)?;
    Ok((lead, standing))
}

/// Most plays of a trick game that are listed; a hand may have many more.
const TRICK_PLAYS_MAX: usize = 10_000;

fn trick_plays(
    ruleset: &Ruleset,
    situation: &api::Situation,
    offset: usize,
    limit: usize,
) -> Result<(Vec<u8>, usize), RuleError> {
    let (pack, tricks) = (ruleset.info().pack, tricks(ruleset)?);
    let trump = tricks.trump(&situation.trump)?;
    let mut question = ruleset.question();
    let (lead, _) = laid(pack, &mut question, situation)?;
    let hand = question.faces(&situation.hand)?;
    let lead = (!lead.is_empty()).then_some(lead.as_slice());
    let (plays, _) = tricks.plays(&hand, lead, trump, TRICK_PLAYS_MAX)?;
    let page = plays.iter().skip(offset).take(limit);
    let page = page.map(|play| encode_combination(pack, play)).collect();
    let response = api::ListPlaysResponse { plays: page, ..Default::default() };
    Ok((response.encode_to_vec(), plays.len()))
}

/// A set of cards as it lies on the table: as the reading that was named, or as a lead without
/// a name; nothing for an empty set.
///
/// # Errors
/// `MALFORMED_CARDS`, `NOT_A_COMBINATION`, `NO_SUCH_READING`.
pub fn as_lead(
    ruleset: &Ruleset,
    question: &mut Question<'_>,
    text: &str,
    reading: &Reading,
) -> Result<Option<Combination>, RuleError> {
    let cards = question.set(text)?;
    if cards.is_empty() {
        return Ok(None);
    }
    climbing(ruleset)?.compare(&cards, reading, None).map(Some)
}

fn standing(
    ruleset: &Ruleset,
    question: &mut Question<'_>,
    situation: &api::Situation,
) -> Result<Option<Combination>, RuleError> {
    let given = |text: &String| (!text.is_empty()).then(|| text.clone());
    let named = situation.standing_reading.as_ref();
    let reading = named.map_or_else(Reading::default, |named| Reading {
        category: given(&named.category),
        key: given(&named.key),
        run: u8::try_from(named.run).ok().filter(|&run| run != 0),
        label: named.labels.first().cloned(),
        represent: Vec::new(),
    });
    as_lead(ruleset, question, &situation.standing, &reading)
}

fn canonical(pack: &Pack, climbing: &dyn Climbing, cards: &[Named]) -> Option<api::Combination> {
    climbing.classify(cards).first().map(|reading| encode_combination(pack, reading))
}

fn decode_situation(bytes: &[u8]) -> Result<api::Situation, RuleError> {
    api::Situation::decode(bytes)
        .map_err(|_| RuleError::new(Reason::MalformedAction, "").with("part", "situation"))
}
