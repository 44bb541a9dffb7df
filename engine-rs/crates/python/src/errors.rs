//! Refusals as Python exceptions.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::error::{Class, Reason, RuleError as Refused};
use paizhuo_engine::notation::print_action;
use paizhuo_wire::refusal;
use prost::Message as _;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

create_exception!(
    paizhuo._engine,
    SetupError,
    PyValueError,
    "A match that cannot be set up: unknown game, seats, preset, option or value."
);
create_exception!(
    paizhuo._engine,
    NotationError,
    PyValueError,
    "Text that is no card, no action or no message."
);
create_exception!(
    paizhuo._engine,
    RuleError,
    PyException,
    "An action that the rules refuse. It changed nothing."
);
create_exception!(
    paizhuo._engine,
    EnginePanic,
    PyException,
    "A broken invariant of the engine. The table must not be used any more."
);

/// The exception of a refusal; the pack prints its alternative.
pub(crate) fn raise(py: Python<'_>, pack: Option<&Pack>, refused: &Refused) -> PyErr {
    let text = refused.to_string();
    let error = match (refused.reason.class(), refused.reason) {
        (
            Class::Invalid,
            Reason::MalformedCards | Reason::MalformedAction | Reason::MalformedRecord,
        ) => NotationError::new_err(text),
        (Class::Invalid, _) => SetupError::new_err(text),
        (Class::Closed | Class::Foreign | Class::Illegal, _) => RuleError::new_err(text),
    };
    describe(py, &error, pack, refused).err().unwrap_or(error)
}

fn describe(py: Python<'_>, error: &PyErr, pack: Option<&Pack>, refused: &Refused) -> PyResult<()> {
    let value = error.value(py);
    let facts = PyDict::new(py);
    for (name, fact) in &refused.facts {
        facts.set_item(name, fact)?;
    }
    let alternative = refused.alternative.as_deref().zip(pack);
    let message = refusal::encode(pack, refused).encode_to_vec();
    value.setattr("reason", refused.reason.code())?;
    value.setattr("rule", refused.rule)?;
    value.setattr("facts", facts)?;
    value.setattr("alternative", alternative.map(|(action, pack)| print_action(pack, action)))?;
    value.setattr("refusal", PyBytes::new(py, &message))
}
