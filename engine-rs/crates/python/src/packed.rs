//! Packed readings as Python sees them.

use paizhuo_engine::game::PackedReading;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// Most values of a category, of a key and of a run that have a place; others are made anew.
const WIDTH: usize = 16;

/// The tuples of readings that were asked for before. Building one costs more than the reading
/// itself, and there are few: the same tuple is handed out again, as Python does with small ints.
#[derive(Default)]
pub(crate) struct PackedTuples(PyOnceLock<Box<[PyOnceLock<Py<PyTuple>>]>>);

impl PackedTuples {
    /// The tuple (category, key, run, size, readings) of a reading.
    pub(crate) fn tuple<'py>(
        &self,
        py: Python<'py>,
        read: PackedReading,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let places = self.0.get_or_init(py, || {
            (0..WIDTH.pow(3)).map(|_| PyOnceLock::new()).collect::<Vec<_>>().into_boxed_slice()
        });
        match place(read) {
            Some(place) => {
                let tuple =
                    places[place].get_or_try_init(py, || make(py, read).map(Bound::unbind))?;
                Ok(tuple.bind(py).clone())
            }
            None => make(py, read),
        }
    }
}

fn make(py: Python<'_>, read: PackedReading) -> PyResult<Bound<'_, PyTuple>> {
    let PackedReading { category, key, run, size, readings } = read;
    (category, key, run, size, readings).into_pyobject(py)
}

/// The place of a reading that is the only one of its set, so that category and run give its
/// size.
fn place(read: PackedReading) -> Option<usize> {
    let category = usize::try_from(read.category).ok()?;
    let (key, run) = (usize::try_from(read.key).ok()?, usize::from(read.run));
    let fits = category < WIDTH && key < WIDTH && run < WIDTH && read.readings == 1;
    fits.then_some((category * WIDTH + key) * WIDTH + run)
}
