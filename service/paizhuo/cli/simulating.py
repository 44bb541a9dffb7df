"""Run a simulation from the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console

from paizhuo.engine import SetupError, simulate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Simulation:
    """Hold what is to be simulated."""

    game: str
    seats: int
    deals: int
    seed: int
    bots: Sequence[str]
    threads: int
    preset: str
    options: Mapping[str, str]


def run_simulation(asked: Simulation) -> int:
    """Simulate and print; returns the exit code."""
    console = Console()
    try:
        report = simulate(
            asked.game,
            asked.seats,
            asked.deals,
            asked.seed,
            asked.bots,
            asked.threads,
            asked.preset,
            asked.options,
        )
    except (SetupError, ValueError) as error:
        console.print(str(error), style="red", markup=False)
        return 1
    rate = report.deals / report.seconds if report.seconds else 0
    console.print(
        f"{report.deals} deals, {report.decisions} decisions in {report.seconds:.2f} s "
        f"({rate:,.0f} deals a second)"
    )
    for seat, (bot, wins) in enumerate(zip(asked.bots, report.wins, strict=True)):
        console.print(f"  seat {seat} ({bot}): won {wins} ({wins / report.deals:.1%})")
    return 0
