//! The engine as the Python module `paizhuo._engine`: the only crate that knows Python.

mod act_request;
mod allocator;
mod boundary;
mod catalogue;
mod combination;
mod decision;
mod errors;
mod interrupted;
mod legal;
mod options;
mod packed;
mod prepared;
mod record;
mod ruleset;
mod seat_view;
mod seed;
mod simulate;
mod table;
mod tricks;

use pyo3::prelude::*;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::act_request::ActRequest;
    #[pymodule_export]
    use super::catalogue::{
        bots, catalogue_game, catalogue_list, games, reasons, run_vectors, verify_record,
    };
    #[pymodule_export]
    use super::combination::Combination;
    #[pymodule_export]
    use super::decision::Decision;
    #[pymodule_export]
    use super::errors::{EnginePanic, NotationError, RuleError, SetupError};
    #[pymodule_export]
    use super::legal::Legal;
    #[pymodule_export]
    use super::prepared::Prepared;
    #[pymodule_export]
    use super::record::record;
    #[pymodule_export]
    use super::ruleset::Ruleset;
    #[pymodule_export]
    use super::seat_view::SeatView;
    #[pymodule_export]
    use super::seed::commitment;
    #[pymodule_export]
    use super::simulate::{SimulationReport, simulate};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::tricks::{FailedLead, Lead};
}
