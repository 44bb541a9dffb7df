//! The engine as the Python module `paizhuo._engine`: the only crate that knows Python.

mod boundary;
mod catalogue;
mod combination;
mod errors;
mod options;
mod packed;
mod ruleset;
mod simulate;
mod table;

use pyo3::prelude::*;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::catalogue::{
        bots, catalogue_game, catalogue_list, games, reasons, run_vectors, verify_record,
    };
    #[pymodule_export]
    use super::combination::Combination;
    #[pymodule_export]
    use super::errors::{EnginePanic, NotationError, RuleError, SetupError};
    #[pymodule_export]
    use super::ruleset::Ruleset;
    #[pymodule_export]
    use super::simulate::{SimulationReport, simulate};
    #[pymodule_export]
    use super::table::{
        ActRequest, Decision, Legal, Prepared, SeatView, Table, commitment, record,
    };
}
