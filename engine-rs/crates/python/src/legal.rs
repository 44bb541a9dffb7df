//! What seats may do.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::legal::Legal as Listed;
use paizhuo_engine::notation::print_action;
use paizhuo_wire::legal;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// What a seat may do.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Legal {
    pub(crate) listed: Listed,
    pub(crate) pack: &'static Pack,
    /// The decision that it answers; empty where the seat is not asked.
    pub(crate) decision_id: String,
}

#[pymethods]
impl Legal {
    /// Every listed action in notation, in a fixed order.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions = self.listed.actions().map(|action| print_action(self.pack, action));
        PyTuple::new(py, actions.collect::<Vec<_>>())
    }

    /// Some list is a sample: what is not on it may be legal too.
    #[getter]
    fn truncated(&self) -> bool {
        self.listed.truncated()
    }

    /// The encoded `LegalActions`.
    #[getter]
    fn message<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &legal::encode_bytes(self.pack, &self.decision_id, &self.listed))
    }
}
