"""Tell what games of tricks and teams bring: trumps, answers under seal, what is turned up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from paizhuo.cli.demo_names import Names
    from paizhuo.v1 import event_pb2


def trump(names: Names, said: event_pb2.TrumpSet) -> Text:
    """Say what is trump."""
    return Text(f"trumps: {names.suit(said.trump.suit)}{said.trump.rank and ' ' + said.trump.rank}")


def answers(names: Names, players: Sequence[str], opened: event_pb2.AnswersOpened) -> Text:
    """Say what seats answered; who answered alike in a row is named together."""
    told: list[tuple[str, list[str]]] = []
    for answer in opened.answers:
        verb = names.verb(answer.action.WhichOneof("verb") or "")
        if not told or told[-1][0] != verb:
            told.append((verb, []))
        told[-1][1].append(players[answer.seat])
    return Text("; ".join(f"{', '.join(seats)}: {verb}" for verb, seats in told))


def turned_up(names: Names, players: Sequence[str], turned: event_pb2.PlaysTurnedUp) -> Text:
    """Say what lay face down."""
    line = Text("turned up: ")
    for place, play in enumerate(turned.plays):
        line.append(", " if place else "").append(f"{players[play.seat]} ")
        line.append_text(names.cards(play.combination.cards))
    return line


def moved(names: Names, said: event_pb2.PointsMoved) -> Text:
    """Say which points went over."""
    teams = f"from {names.team(said.from_team)} to {names.team(said.to_team)}"
    return Text(f"{names.label(said.label)}: {said.points} points {teams}")


def members(names: Names, players: Sequence[str], teams: Iterable[event_pb2.Team]) -> Text:
    """Say who plays with whom."""
    told = (
        f"{names.team(team.name)}: {', '.join(players[seat] for seat in team.seats)}"
        for team in teams
    )
    return Text("; ".join(told))


def points(names: Names, counted: Mapping[str, int]) -> Text:
    """Say how the teams stand within a deal."""
    told = (f"{names.team(name)} {count}" for name, count in counted.items())
    return Text(f"points in this deal: {', '.join(told)}")


def totals(names: Names, teams: Iterable[event_pb2.Team]) -> Text:
    """Say how the teams stand in the match."""
    told = (f"{names.team(team.name)} {team.points} ({team.total})" for team in teams)
    return Text(f"points in this deal, and totals: {', '.join(told)}")
