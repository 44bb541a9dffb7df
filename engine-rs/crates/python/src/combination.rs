//! Combinations as Python sees them.

use paizhuo_engine::cards::Pack;
use paizhuo_engine::combination::Combination as Read;
use paizhuo_engine::notation::print_named;
use pyo3::prelude::*;

/// A set of cards and one way to read it.
#[pyclass(frozen, get_all, eq, hash, module = "paizhuo._engine")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Combination {
    /// API name of the combination.
    category: String,
    /// The deciding rank in notation, or the name of a form.
    key: String,
    /// Number of repeated groups, for bombs of cards.
    run: u8,
    /// Number of cards.
    size: usize,
    /// Labels that fit, where the game has labels.
    labels: Labels,
    /// The cards, the main groups first.
    cards: String,
}

/// Labels, a tuple for Python.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Labels(Vec<String>);

impl<'py> IntoPyObject<'py> for &Labels {
    type Target = pyo3::types::PyTuple;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        pyo3::types::PyTuple::new(py, &self.0)
    }
}

impl<'py> IntoPyObject<'py> for Labels {
    type Target = pyo3::types::PyTuple;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        (&self).into_pyobject(py)
    }
}

impl Combination {
    pub(crate) fn new(pack: &Pack, read: &Read) -> Self {
        Self {
            category: read.category.to_owned(),
            key: read.key.to_owned(),
            run: read.run,
            size: read.cards.len(),
            labels: Labels(read.labels.iter().map(|&label| label.to_owned()).collect()),
            cards: print_named(pack, &read.cards),
        }
    }
}

impl Combination {
    /// The cards in notation.
    pub(crate) fn cards(&self) -> &str {
        &self.cards
    }
}

#[pymethods]
impl Combination {
    fn __repr__(&self) -> String {
        let Self { category, key, run, cards, .. } = self;
        format!("Combination({category}:{key}:{run}, cards='{cards}')")
    }
}
