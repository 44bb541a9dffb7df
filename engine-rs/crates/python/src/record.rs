//! Records of logs.

use paizhuo_engine::record::Record;
use paizhuo_engine::seat::Seat;
use paizhuo_wire::{entry, record as wire_record};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boundary::guard;
use crate::errors::raise;
use crate::ruleset::Ruleset;

/// The encoded `Record` of a match, 0 for the last, from the encoded entries of its table's log,
/// as a viewer may know it. `ValueError` if there is no such match. Other Python threads run
/// meanwhile.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
pub(crate) fn record<'py>(
    py: Python<'py>,
    rules: &Ruleset,
    table_id: &str,
    entries: Vec<Vec<u8>>,
    r#match: u32,
    viewer: Option<u8>,
) -> PyResult<Bound<'py, PyBytes>> {
    guard(|| {
        let pack = rules.0.info().pack;
        let written = py.detach(|| {
            guard(|| {
                let read = entries.iter().map(|bytes| entry::decode_bytes(pack, bytes));
                let read = read.filter_map(Result::transpose).collect::<Result<Vec<_>, _>>();
                let viewer = viewer.map(Seat);
                Ok(read.and_then(|entries| {
                    Record::from_log(&rules.0, table_id, &entries, r#match, viewer)
                }))
            })
        })?;
        let written = written.map_err(|refused| raise(py, Some(pack), &refused))?;
        let written = written.ok_or_else(|| PyValueError::new_err("there is no such match"))?;
        Ok(PyBytes::new(py, &wire_record::encode_bytes(&written)))
    })
}
