"""Run a simulation from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from paizhuo.engine import SetupError, simulate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def run_simulation(
    game: str,
    seats: int,
    bots: Sequence[str],
    numbers: Mapping[str, int],
    preset: str,
    given: Sequence[str],
) -> int:
    """Simulate and print; returns the exit code."""
    console = Console()
    options = dict(text.partition("=")[::2] for text in given)
    try:
        report = simulate(
            game,
            seats,
            numbers["deals"],
            numbers["seed"],
            list(bots),
            numbers["threads"],
            preset,
            options,
        )
    except (SetupError, ValueError) as error:
        console.print(f"[red]{error}[/red]")
        return 1
    rate = report.deals / report.seconds if report.seconds else 0
    console.print(
        f"{report.deals} deals, {report.decisions} decisions in {report.seconds:.2f} s "
        f"({rate:,.0f} deals a second)"
    )
    for seat, (bot, wins) in enumerate(zip(bots, report.wins, strict=True)):
        console.print(f"  seat {seat} ({bot}): won {wins} ({wins / report.deals:.1%})")
    return 0
