//! Seeds and what commits to them.

use paizhuo_engine::deal_key::DealName;
use paizhuo_engine::hash::tagged;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boundary::guard;
use crate::ruleset::Ruleset;

/// The commitment to a seed for a deal at a table.
#[pyfunction]
pub(crate) fn commitment<'py>(
    py: Python<'py>,
    rules: &Ruleset,
    table_id: &str,
    deal: u32,
    seed: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    guard(|| {
        let seed = seed.try_into().map_err(|_| PyValueError::new_err("a seed has 32 bytes"))?;
        let name = DealName { table_id, deal, rules_hash: rules.0.hash() };
        Ok(PyBytes::new(py, &name.commitment(&seed)))
    })
}

/// 32 bytes as they are; a whole number by its hash, so that neighbours have nothing in common.
pub(crate) fn read_seed(seed: &Bound<'_, PyAny>) -> PyResult<[u8; 32]> {
    if let Ok(bytes) = seed.cast::<PyBytes>() {
        let bytes = bytes.as_bytes().try_into();
        return bytes.map_err(|_| PyValueError::new_err("a seed has 32 bytes"));
    }
    let number: u64 = seed.extract()?;
    Ok(tagged("paizhuo/seed/1", &[&number.to_le_bytes()]))
}
