//! Options as Python gives them.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyMapping, PyString};

/// Options as pairs of text: `True` is `true`, numbers are written out.
pub(crate) fn pairs(options: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(String, String)>> {
    let Some(options) = options else { return Ok(Vec::new()) };
    let items = options.cast::<PyMapping>()?.items()?;
    let pairs = items.iter().map(|item| {
        let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
        Ok((name, text(&value)?))
    });
    pairs.collect()
}

fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyBool>() {
        return Ok(value.extract::<bool>()?.to_string());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyString>() {
        return Ok(value.str()?.to_string());
    }
    Err(PyTypeError::new_err("an option is a str, a bool or an int"))
}
