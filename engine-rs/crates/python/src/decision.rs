//! Open decisions.

use paizhuo_engine::table::Table;
use paizhuo_engine::view::Decision as Open;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An open question to one seat.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Decision {
    /// Its name; the same as long as it is open.
    #[pyo3(get)]
    id: String,
    /// The seat that is asked.
    #[pyo3(get)]
    seat: u8,
    /// The phase that asks.
    #[pyo3(get)]
    kind: &'static str,
    verbs: Vec<&'static str>,
    /// Nobody waits for an answer.
    #[pyo3(get)]
    voluntary: bool,
    /// It is answered under seal.
    #[pyo3(get)]
    sealed: bool,
}

#[pymethods]
impl Decision {
    /// What the seat may do, independent of its cards.
    #[getter]
    fn verbs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.verbs)
    }

    fn __repr__(&self) -> String {
        let Self { id, seat, kind, verbs, voluntary, sealed } = self;
        let verbs: Vec<String> = verbs.iter().map(|verb| format!("'{verb}'")).collect();
        // Python writes a tuple of one with a comma.
        let comma = if verbs.len() == 1 { "," } else { "" };
        let verbs = verbs.join(", ");
        let voluntary = if *voluntary { ", voluntary=True" } else { "" };
        let sealed = if *sealed { ", sealed=True" } else { "" };
        format!(
            "Decision(id='{id}', seat={seat}, kind='{kind}', \
             verbs=({verbs}{comma}){voluntary}{sealed})"
        )
    }
}

/// The open decisions of a table, in the order of seats.
pub(crate) fn decisions(table: &dyn Table) -> Vec<Decision> {
    let decisions = table.decisions().into_iter().map(|open| {
        let Open { id, seat, kind, verbs, voluntary, sealed } = open;
        let verbs = verbs.iter().map(|verb| verb.word()).collect();
        Decision { id, seat: seat.0, kind, verbs, voluntary, sealed }
    });
    decisions.collect()
}
