"""Run a simulation from the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Console

from paizhuo.engine import SetupError, catalogue_game, simulate
from paizhuo.v1 import catalogue_service_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


INTERRUPTED: Final = 130
"""Exit code of what Ctrl-C ended, as in a shell: 128 and the number of the signal."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Hold what is to be simulated."""

    game: str
    seats: int | None
    """None: as few as the game can be played with."""
    deals: int
    seed: int
    bots: Sequence[str]
    """One a seat, in order; one alone takes all seats."""
    threads: int
    preset: str
    options: Mapping[str, str]


def run_simulation(asked: Simulation) -> int:
    """Simulate and print; returns the exit code."""
    console = Console()
    try:
        seats = asked.seats or _fewest_seats(asked.game)
        bots = list(asked.bots) * seats if len(asked.bots) == 1 else asked.bots
        report = simulate(
            asked.game,
            seats,
            asked.deals,
            asked.seed,
            bots,
            asked.threads,
            asked.preset,
            asked.options,
        )
    except (SetupError, ValueError) as error:
        console.print(str(error), style="red", markup=False)
        return 1
    except KeyboardInterrupt:
        console.print("Simulation stopped: there is no report of some of the deals.")
        return INTERRUPTED
    rate = report.deals / report.seconds if report.seconds else 0
    console.print(
        f"{report.deals} deals, {report.decisions} decisions in {report.seconds:.2f} s "
        f"({rate:,.0f} deals a second)"
    )
    for seat, (bot, wins) in enumerate(zip(bots, report.wins, strict=True)):
        console.print(f"  seat {seat} ({bot}): won {wins} ({wins / report.deals:.1%})")
    return 0


def _fewest_seats(game: str) -> int:
    """Return as few seats as a game can be played with."""
    listed = catalogue_service_pb2.Game.FromString(catalogue_game(game))
    return min(count.seats for count in listed.seat_counts)
