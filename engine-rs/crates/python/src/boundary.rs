//! What crosses the border to Python, and what never may.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::prelude::*;

use crate::errors::EnginePanic;

/// Runs engine code; a panic in it leaves as `EnginePanic`, an ordinary exception.
///
/// `PyO3` would raise its own `PanicException`, which is no `Exception`: it passes every handler
/// of a server and leaves the call hanging.
pub(crate) fn guard<T>(run: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // Whatever a panic left half done is not used again: the caller drops the table.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(panic) => Err(EnginePanic::new_err(message(&*panic))),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the engine panicked".to_owned())
}
