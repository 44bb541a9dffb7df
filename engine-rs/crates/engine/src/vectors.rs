//! Rule vectors: worked cases in JSON, judged by the engine.
//!
//! A file is an object with the name of a `game` and a list `vectors`. A vector has an `id`, a
//! `kind`, what the kind needs and what to `expect`; `players`, `preset` and `options` set the
//! rules up.
//! What each kind means is told by the file's own `format` and by its game.

use std::fmt;

use serde_json::Value;

use crate::games;

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
    /// such file, an unknown game, an unknown kind, a vector that lacks something.
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
            match game.vector(vector) {
                Some(Ok(Verdict::Holds)) => self.passed += 1,
                Some(Ok(Verdict::Differs(got))) => self.fail(id, &vector["expect"], &got),
                Some(Err(problem)) => self.fail(id, &vector["expect"], &problem),
                None => self.fail(id, &vector["expect"], "an unknown kind"),
            }
        }
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
