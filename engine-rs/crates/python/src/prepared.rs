//! What a command comes to, beside the present table.

use std::sync::{Arc, Mutex, PoisonError};

use paizhuo_engine::cards::Pack;
use paizhuo_engine::event::Fact;
use paizhuo_engine::game::Stage;
use paizhuo_engine::match_log::PreparedEntry;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::table::Table;
use paizhuo_wire::{act, event, view};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boundary::guard;
use crate::decision::{Decision, decisions};

/// What happened, and, of an entry, the table after it, beside the present one.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Prepared {
    come: PreparedEntry,
    pack: &'static Pack,
    /// The encoded entry, empty if Python has it; none once it is committed, or where there is no
    /// log.
    entry: Mutex<Option<Vec<u8>>>,
}

impl Prepared {
    /// What came of an entry of a log.
    pub(crate) fn of_entry(pack: &'static Pack, come: PreparedEntry, entry: Vec<u8>) -> Self {
        Self { come, pack, entry: Mutex::new(Some(entry)) }
    }

    /// What came of an action at a table that looks after itself: it stands there already.
    pub(crate) fn of_action(
        pack: &'static Pack,
        facts: Vec<Arc<Fact>>,
        table: Arc<dyn Table>,
    ) -> Self {
        let come = PreparedEntry::standing(table, facts);
        Self { come, pack, entry: Mutex::new(None) }
    }

    /// What came of an entry, to be swapped in once.
    pub(crate) fn take(&self) -> Option<&PreparedEntry> {
        self.entry.lock().unwrap_or_else(PoisonError::into_inner).take().map(|_| &self.come)
    }

    fn table(&self) -> &dyn Table {
        &*self.come.table
    }

    fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.come.facts.iter().map(|fact| &**fact)
    }
}

/// What is said of a command that is part of its table already.
pub(crate) fn was_committed() -> PyErr {
    PyValueError::new_err("it was committed before")
}

#[pymethods]
impl Prepared {
    /// The encoded entry that `prepare_act` wrote, now that it is known when the table wakes; it is
    /// kept until it is committed.
    fn sealed<'py>(&self, py: Python<'py>, wake_at_ms: i64) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let entry = self.entry.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = entry.as_ref().ok_or_else(was_committed)?;
            Ok(PyBytes::new(py, &act::sealed(entry, wake_at_ms)))
        })
    }

    /// The encoded `ActResponse` for a seat: the revision, and what happened as it may know it.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        revision: u32,
        seat: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let mut bytes = act::revision_field(revision);
            event::append_field(self.pack, self.facts(), Some(Seat(seat)), &mut bytes);
            Ok(PyBytes::new(py, &bytes))
        })
    }

    /// The hash of the state after it.
    #[getter]
    fn hash<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.come.hash.0)
    }

    /// The decisions that are open after it.
    #[getter]
    fn decisions(&self) -> Vec<Decision> {
        decisions(self.table())
    }

    /// What decides what the table does next: the match, whether it is over, whether a deal must
    /// be committed to, whether one can be dealt, whether answers are given under seal, how many
    /// cards can be drawn.
    #[getter]
    fn outline(&self) -> Outline {
        outline(self.table())
    }

    /// Number of the match after it, from 1; 0 before the first.
    #[getter]
    fn r#match(&self) -> u32 {
        self.table().number().match_number
    }

    /// Number of the deal after it, from 1; 0 before the first.
    #[getter]
    fn deal(&self) -> u32 {
        self.table().number().deal
    }

    /// The attempt of that deal, from 1.
    #[getter]
    fn attempt(&self) -> u32 {
        self.table().number().attempt
    }

    /// The next deal has no commitment yet, and the deal before has ended.
    #[getter]
    fn needs_commit(&self) -> bool {
        self.table().needs_commit()
    }

    /// Dealing is the next thing that can happen, as far as the rules go.
    #[getter]
    fn needs_start(&self) -> bool {
        self.table().needs_start()
    }

    /// The match has ended, and another has not begun.
    #[getter]
    fn match_over(&self) -> bool {
        self.table().stage() == Stage::Over
    }

    /// It ended a trick whose cards are shown no more while the deal lasts.
    #[getter]
    fn hides_trick(&self) -> bool {
        !self.table().remembers_played() && self.facts().any(Fact::ends_trick)
    }

    /// What a viewer may know of what happened, as the encoded field `events` (4) of a response;
    /// `forgotten` leaves out the cards of plays, as where they are shown no more.
    #[pyo3(signature = (viewer, forgotten = false))]
    fn events<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<u8>,
        forgotten: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let viewer = viewer.map(Seat);
            let bytes = if forgotten {
                let facts: Vec<_> = self.facts().map(Fact::forgotten).collect();
                event::encode_field(self.pack, &facts, viewer)
            } else {
                event::encode_field(self.pack, self.facts(), viewer)
            };
            Ok(PyBytes::new(py, &bytes))
        })
    }

    /// The encoded `View` after it, for a viewer.
    fn view<'py>(&self, py: Python<'py>, viewer: Option<u8>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let seen = self.table().view(viewer.map(Seat));
            Ok(PyBytes::new(py, &view::encode_bytes(self.pack, &seen)))
        })
    }
}

/// The parts of [`Prepared::outline`].
pub(crate) type Outline = (u32, bool, bool, bool, bool, u32);

/// What decides what a table does next, see [`Prepared::outline`].
pub(crate) fn outline(table: &dyn Table) -> Outline {
    let is_over = table.stage() == Stage::Over;
    let (commit, start) = (table.needs_commit(), table.needs_start());
    let match_number = table.number().match_number;
    (match_number, is_over, commit, start, table.is_sealed(), table.to_draw())
}
