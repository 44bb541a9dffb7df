//! Requests to act.

use paizhuo_wire::act::ActRequest as Request;
use paizhuo_wire::api;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boundary::guard;
use crate::errors::raise;

/// An `ActRequest`, taken apart.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct ActRequest(pub(crate) Request);

#[pymethods]
impl ActRequest {
    /// Reads an encoded `ActRequest`; `NotationError` for bytes that are none.
    #[new]
    fn new(py: Python<'_>, message: &[u8]) -> PyResult<Self> {
        guard(|| Request::read(message).map(Self).map_err(|refused| raise(py, None, &refused)))
    }

    /// Name of the request; it is no part of what was asked.
    #[getter]
    fn request_id(&self) -> &str {
        &self.0.request_id
    }

    /// The table.
    #[getter]
    fn table_id(&self) -> &str {
        &self.0.asked.table_id
    }

    /// The decision that it answers.
    #[getter]
    fn decision_id(&self) -> &str {
        &self.0.asked.decision_id
    }

    /// It has a UUID for a name, and names a decision and an action.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// It names an action.
    #[getter]
    fn has_action(&self) -> bool {
        self.0.has_action()
    }

    /// Its action is to go on with another deal.
    #[getter]
    fn goes_on(&self) -> bool {
        let verb = self.0.asked.action.as_ref().and_then(|action| action.verb.as_ref());
        matches!(verb, Some(api::action::Verb::Continue(_)))
    }

    /// The revision that the table must be at, where one is given.
    #[getter]
    fn expected_revision(&self) -> Option<u32> {
        self.0.asked.expected_revision
    }

    /// It only asks whether the action would be accepted.
    #[getter]
    fn validate_only(&self) -> bool {
        self.0.asked.validate_only
    }

    /// SHA-256 of what was asked, without the name of the request.
    #[getter]
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.digest)
    }
}
