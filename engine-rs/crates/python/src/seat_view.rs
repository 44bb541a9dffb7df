//! Views for bots.

use paizhuo_engine::Ruleset as Rules;
use paizhuo_engine::action::Action;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::cards::Pack;
use paizhuo_engine::view::View;
use paizhuo_wire::action;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::boundary::guard;
use crate::errors::raise;

/// What one seat may know: all that a bot gets.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct SeatView {
    pub(crate) rules: Rules,
    pub(crate) view: View,
}

#[pymethods]
impl SeatView {
    /// The decision that is open to the seat.
    #[getter]
    fn decision_id(&self) -> Option<String> {
        self.view.own_decision().map(|decision| decision.id.clone())
    }

    /// The encoded `Action` of a bot; the same seed gives the same. Other Python threads run
    /// meanwhile. `ValueError` where the seat is not asked, and where nobody waits for its answer
    /// and the bot had better wait, as `volunteer` says by `None`.
    fn choose<'py>(&self, py: Python<'py>, bot: &str, seed: u64) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let bot = Bot::named(bot).map_err(|refused| raise(py, None, &refused))?;
            let chosen = py.detach(|| guard(|| Ok(bot.choose(&self.rules, &self.view, seed))))?;
            let chosen = chosen.ok_or_else(|| PyValueError::new_err(self.why_nothing()))?;
            Ok(PyBytes::new(py, &encode_action(self.rules.info().pack, &chosen)))
        })
    }

    /// As `choose`, but `None` where the seat is not asked, or need not answer and the bot does
    /// not want to.
    fn volunteer<'py>(
        &self,
        py: Python<'py>,
        bot: &str,
        seed: u64,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        guard(|| {
            let bot = Bot::named(bot).map_err(|refused| raise(py, None, &refused))?;
            let chosen = py.detach(|| guard(|| Ok(bot.choose(&self.rules, &self.view, seed))))?;
            let pack = self.rules.info().pack;
            Ok(chosen.map(|chosen| PyBytes::new(py, &encode_action(pack, &chosen))))
        })
    }
}

impl SeatView {
    /// Why a bot chose nothing.
    fn why_nothing(&self) -> &'static str {
        match self.view.own_decision() {
            None => "the seat is not asked",
            Some(_) => "the seat had better wait: it may answer, but nobody waits for it",
        }
    }
}

/// The encoded `Action`.
pub(crate) fn encode_action(pack: &Pack, chosen: &Action) -> Vec<u8> {
    prost::Message::encode_to_vec(&action::encode(pack, chosen))
}
