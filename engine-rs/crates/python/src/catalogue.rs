//! What the engine knows without a table.

use paizhuo_engine::bots::BOTS;
use paizhuo_engine::error::{Class, Reason};
use paizhuo_engine::games as listed;
use paizhuo_wire::{catalogue, record};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boundary::guard;
use crate::errors::raise;

/// Names of the games, in one fixed order.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    listed::all().iter().map(|game| game.info().id).collect()
}

/// Names of the bots, in one fixed order.
#[pyfunction]
pub(crate) fn bots() -> Vec<&'static str> {
    BOTS.iter().map(|bot| bot.name).collect()
}

/// The encoded `ListGamesResponse`.
#[pyfunction]
pub(crate) fn catalogue_list(py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
    guard(|| Ok(PyBytes::new(py, &catalogue::list())))
}

/// The encoded `Game` of a name.
#[pyfunction]
pub(crate) fn catalogue_game<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyBytes>> {
    guard(|| match catalogue::game(game) {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
        Err(refused) => Err(raise(py, None, &refused)),
    })
}

/// Every reason of the engine in order of precedence: code, class, meaning.
#[pyfunction]
pub(crate) fn reasons() -> Vec<(&'static str, &'static str, &'static str)> {
    let described = Reason::ALL.iter().map(|reason| {
        let class = match reason.class() {
            Class::Invalid => "invalid",
            Class::Closed => "closed",
            Class::Foreign => "foreign",
            Class::Illegal => "illegal",
        };
        (reason.code(), class, reason.meaning())
    });
    described.collect()
}

/// Everything in an encoded record that does not fit together, in words.
#[pyfunction]
pub(crate) fn verify_record(py: Python<'_>, record: &[u8]) -> PyResult<Vec<String>> {
    guard(|| {
        let read = record::decode_bytes(record).map_err(|refused| raise(py, None, &refused))?;
        py.detach(|| guard(|| Ok(read.problems())))
    })
}

/// Runs files of rule vectors: what failed and a closing line, and how many failed. A file that
/// cannot be read counts as one that failed.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
pub(crate) fn run_vectors(py: Python<'_>, paths: Vec<String>) -> PyResult<(String, usize)> {
    py.detach(|| {
        guard(|| {
            let mut report = paizhuo_engine::vectors::Report::default();
            for path in &paths {
                match std::fs::read_to_string(path) {
                    Ok(text) => report.run(&text),
                    Err(error) => report.cannot_read(path, error),
                }
            }
            Ok((report.to_string(), report.failed()))
        })
    })
}
