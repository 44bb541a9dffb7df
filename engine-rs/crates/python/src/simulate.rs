//! Playing many deals out.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use paizhuo_engine::Ruleset as Rules;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::sim::Threads;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::boundary::guard;
use crate::errors::raise;
use crate::interrupted::interruptible;
use crate::options::pairs;

/// Most deals of one call.
const DEALS_MAX: u64 = 1_000_000_000;
/// Most threads of one call.
const THREADS_MAX: usize = 256;

/// What came of simulated deals.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct SimulationReport {
    /// Deals that were played out.
    #[pyo3(get)]
    deals: u64,
    /// Decisions that players made.
    #[pyo3(get)]
    decisions: u64,
    /// Seconds that it took.
    #[pyo3(get)]
    seconds: f64,
    wins: Vec<u64>,
}

#[pymethods]
impl SimulationReport {
    /// By seat, the deals in which it was on the winning side.
    #[getter]
    fn wins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.wins)
    }

    fn __repr__(&self) -> String {
        let Self { deals, decisions, seconds, wins } = self;
        format!(
            "SimulationReport(deals={deals}, decisions={decisions}, seconds={seconds:.3}, \
             wins={wins:?})"
        )
    }
}

/// Plays deals out, each the first of a match, a bot a seat, random ones where none are named.
/// What comes of them depends on everything but `threads`. Other Python threads run meanwhile, and
/// what the handler of a signal raises, as Ctrl-C does, ends it.
#[pyfunction]
#[pyo3(signature = (
    game, seats, deals, seed, bots = None, threads = 1, preset = "seed", options = None
))]
#[expect(clippy::too_many_arguments, reason = "the public signature, by keyword")]
pub(crate) fn simulate(
    py: Python<'_>,
    game: &str,
    seats: u32,
    deals: u64,
    seed: u64,
    bots: Option<Vec<String>>,
    threads: usize,
    preset: &str,
    options: Option<&Bound<'_, PyAny>>,
) -> PyResult<SimulationReport> {
    guard(|| {
        let rules = Rules::new(game, seats, preset, &pairs(options)?, None)
            .map_err(|refused| raise(py, None, &refused))?;
        let bots = bots.unwrap_or_else(|| vec!["random".to_owned(); usize::from(rules.seats())]);
        if bots.len() != usize::from(rules.seats()) {
            let (seats, named) = (rules.seats(), bots.len());
            let text = format!("there is one bot a seat: {seats} seats, and {named} bots");
            return Err(PyValueError::new_err(text));
        }
        let bots = bots.iter().map(|name| Bot::named(name)).collect::<Result<Vec<_>, _>>();
        let bots = bots.map_err(|refused| raise(py, None, &refused))?;
        if deals > DEALS_MAX {
            let text = format!("{deals} deals are too many: at most {DEALS_MAX} in one call");
            return Err(PyValueError::new_err(text));
        }
        if !(1..=THREADS_MAX).contains(&threads) {
            let text = format!("threads are 1 to {THREADS_MAX}, not {threads}");
            return Err(PyValueError::new_err(text));
        }
        interruptible(py, |stop| run(&rules, &bots, deals, seed, threads, stop))
    })
}

#[expect(clippy::disallowed_methods, reason = "it measures the engine from outside")]
fn run(
    rules: &Rules,
    bots: &[Bot],
    deals: u64,
    seed: u64,
    threads: usize,
    stop: &AtomicBool,
) -> PyResult<SimulationReport> {
    let start = Instant::now();
    let report = rules.simulate(bots, deals, seed, Threads::new(threads).until(stop));
    let report = report.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(SimulationReport {
        deals: report.deals,
        decisions: report.decisions,
        seconds: start.elapsed().as_secs_f64(),
        wins: report.wins[..usize::from(rules.seats())].to_vec(),
    })
}
