//! Rule vectors: worked cases in JSON, judged by the engine.
//!
//! A file is an object with the name of a `game` and a list `vectors`. A vector has an `id`, a
//! `kind`, what the kind needs and what to `expect`; `players`, `preset` and `options` set the
//! rules up.
//! What each kind means is told by the file's own `format` and by its game.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::action::Named;
use crate::cards::french::FRENCH;
use crate::error::RuleError;
use crate::game::Game;
use crate::games;
use crate::notation::parse_cards;
use crate::setup::Settings;

/// What came of one vector.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not; what the engine says instead.
    Differs(String),
}

impl Verdict {
    /// It holds if it is what was expected.
    pub fn of(holds: bool, got: impl fmt::Display) -> Self {
        if holds { Self::Holds } else { Self::Differs(got.to_string()) }
    }
}

/// What came of vectors.
#[derive(Clone, Debug, Default)]
pub struct Report {
    failures: Vec<String>,
    passed: usize,
}

impl Report {
    /// Judges the vectors of a file. Whatever cannot be judged counts as failed: text that is no
    /// such file, an unknown game, an unknown kind, a vector that lacks something, holds something
    /// else than its kind asks for, or has a field that the kind does not know.
    pub fn run(&mut self, text: &str) {
        let file: Value = match serde_json::from_str(text) {
            Ok(file) => file,
            Err(error) => return self.fail("file", &Value::Null, &error.to_string()),
        };
        let name = file["game"].as_str().unwrap_or_default();
        let Some(game) = games::all().iter().find(|game| game.info().id == name) else {
            return self.fail("file", &Value::Null, &format!("there is no game {name:?}"));
        };
        let Some(vectors) = file["vectors"].as_array() else {
            return self.fail("file", &Value::Null, "it has no list of vectors");
        };
        for vector in vectors {
            let id = vector["id"].as_str().unwrap_or("a vector without id");
            // A case that no match leads to may break an invariant: it cannot be judged.
            let judged = catch_unwind(AssertUnwindSafe(|| game.vector(vector)));
            let judged = judged.unwrap_or_else(|_| Some(Err("the engine breaks".to_owned())));
            match judged {
                Some(Ok(Verdict::Holds)) => self.passed += 1,
                Some(Ok(Verdict::Differs(got))) => self.fail(id, &vector["expect"], &got),
                Some(Err(problem)) => self.fail(id, &vector["expect"], &problem),
                None => self.fail(id, &vector["expect"], "an unknown kind"),
            }
        }
    }

    /// Counts a file that cannot be read as failed, and tells why.
    pub fn cannot_read(&mut self, file: &str, problem: impl fmt::Display) {
        self.failures.push(format!("{file}: {problem}"));
    }

    /// How many hold.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// How many do not.
    pub fn failed(&self) -> usize {
        self.failures.len()
    }

    fn fail(&mut self, id: &str, expected: &Value, got: &str) {
        self.failures.push(format!("{id}: expected {expected}, got {got}"));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(f, "{} passed, {} failed", self.passed(), self.failed())
    }
}

/// The rules that a vector is judged by: its `players`, where it has none the fewest that the game
/// takes, its `preset` and its `options`, in some files called `option`.
///
/// # Errors
/// In words, what the set-up lacks or is refused for.
pub(crate) fn set_up<G: Game>(vector: &Value) -> Result<G::Rules, String> {
    let seats = match &vector["players"] {
        Value::Null => u32::from(G::INFO.seat_counts[0].seats),
        players => number(players, "players")?,
    };
    let given = [&vector["options"], &vector["option"]].into_iter().filter_map(Value::as_object);
    let options = given.flatten();
    let options = options.map(|(name, value)| (name.clone(), text_of(value)));
    let options: Vec<_> = options.collect();
    let preset = vector["preset"].as_str().unwrap_or("seed");
    let settings = Settings::resolve(G::INFO, G::REVISIONS, None, seats, preset, &options);
    let settings = settings.map_err(words)?;
    G::rules(&settings, settings.revision).map_err(words)
}

/// The cards of a field.
pub(crate) fn cards(value: &Value, field: &str) -> Result<Vec<Named>, String> {
    let text = value.as_str().ok_or_else(|| format!("{field} is no text"))?;
    parse_cards(&FRENCH, text).map_err(words)
}

/// The items of a field.
pub(crate) fn list<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{field} is no list"))
}

/// The number of a field.
pub(crate) fn number(value: &Value, field: &str) -> Result<u32, String> {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("{field} is no number"))
}

/// A small number, where it is one.
pub(crate) fn small(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|number| u8::try_from(number).ok())
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A refusal in words.
#[expect(clippy::needless_pass_by_value, reason = "it stands where an error is mapped")]
pub(crate) fn words(error: RuleError) -> String {
    error.to_string()
}
