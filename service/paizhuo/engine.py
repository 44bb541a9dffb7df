"""Embed the rules engine: rules, tables, records and simulation without a server.

This module is the stable door to the engine, and the only importer of the binary
module behind it. The service, the environments and the bots use exactly these names:

    >>> from paizhuo.engine import Ruleset
    >>> rules = Ruleset("dou_dizhu", seats=3, options={"kickers": "distinct"})
    >>> [reading.category for reading in rules.classify("3-3-3-4")]
    ['triplet_single']

What may go wrong, each with a stable `reason`, a `rule` number and `facts`:

- `SetupError`: there is no such game, number of seats, preset, option or value.
- `NotationError`: a text is no card and no action.
- `RuleError`: the rules refuse the action; nothing has changed.
- `EnginePanic`: an invariant of the engine broke; let go of that table.
"""

from paizhuo._engine import (
    ActRequest,
    Combination,
    Decision,
    EnginePanic,
    FailedLead,
    Lead,
    Legal,
    NotationError,
    Prepared,
    RuleError,
    Ruleset,
    SeatView,
    SetupError,
    SimulationReport,
    Table,
    bots,
    catalogue_game,
    catalogue_list,
    commitment,
    games,
    reasons,
    record,
    run_vectors,
    simulate,
    verify_record,
)

__all__ = [
    "ActRequest",
    "Combination",
    "Decision",
    "EnginePanic",
    "FailedLead",
    "Lead",
    "Legal",
    "NotationError",
    "Prepared",
    "RuleError",
    "Ruleset",
    "SeatView",
    "SetupError",
    "SimulationReport",
    "Table",
    "bots",
    "catalogue_game",
    "catalogue_list",
    "commitment",
    "games",
    "reasons",
    "record",
    "run_vectors",
    "simulate",
    "verify_record",
]
