"""Set up log lines: for people on a console, as JSON for machines."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING

import structlog

from paizhuo.config import LogForm

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo.config import LogLevel

_ALARMING = frozenset(
    {"table_quarantined", "table_fault", "call_fault", "bot_failed", "driver_fault"}
)


def configure(level: LogLevel, form: LogForm) -> None:
    """Send log lines to standard error, in the form and from the weight that was chosen.

    Only a terminal gets colours, unless `NO_COLOR` is set: in a file they are noise.
    """
    number = logging.getLevelNamesMapping()[level.value.upper()]
    # The usual traceback shows what variables hold: tokens, seeds, hands.
    renderer: structlog.typing.Processor = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty() and not os.environ.get("NO_COLOR"),
        exception_formatter=structlog.dev.plain_traceback,
    )
    tracebacks: list[structlog.typing.Processor] = []
    if form is LogForm.JSON:
        renderer = structlog.processors.JSONRenderer()
        tracebacks = [structlog.processors.format_exc_info]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *tracebacks,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=max(number, logging.WARNING), stream=sys.stderr)


def make_report() -> Callable[..., object]:
    """Return what the tables log with."""
    logger = structlog.get_logger("paizhuo")

    def report(event: str, **fields: object) -> None:
        (logger.error if event in _ALARMING else logger.warning)(event, **fields)

    return report
