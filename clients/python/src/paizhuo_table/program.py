"""`paizhuo-table`: play at the tables of a server, from a terminal."""

from __future__ import annotations

import argparse
import asyncio
import locale
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paizhuo_client import CallError, Client, Retrying, Tls
from paizhuo_client.errors import TimedOut, Unavailable
from paizhuo_table.failure import CannotSit
from paizhuo_table.lexicon import LANGUAGES, Lexicon, languages_of
from paizhuo_table.look import ASCII, UNICODE
from paizhuo_table.sitting import Wish, become_somebody, guest_file, sit_down
from paizhuo_table.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from paizhuo_table.look import Look

SERVER_DEFAULT: Final = "127.0.0.1:50051"
GAME_DEFAULT: Final = "dou_dizhu"
NAME_DEFAULT: Final = "guest"
REACH_S: Final = 5.0
"""How long a server is looked for that was never there."""
TELL_AFTER_S: Final = 1.0
"""After how long somebody who waits is told for what."""
INTERRUPTED: Final = 130
"""The exit code that shells know: 128 and SIGINT."""
_PLAIN_TERMINALS: Final = frozenset({"dumb", "linux", "vt100", "vt220"})
"""Terminals that have no signs of suits."""


PROGRAM: Final = "paizhuo-table"


@dataclass(frozen=True, slots=True)
class Called:
    """By which command somebody sits here."""

    program: str
    """What names itself where it fails."""
    back: str = ""
    """The command that comes back to the table, before its name; empty where the table ends with
    the program."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who plays, and how the table speaks to them."""

    name: str = ""
    language: str = ""
    """Empty: that of the environment."""
    is_ascii: bool = False
    token: str = ""
    """Token of a platform; empty: a guest."""
    guest_file: Path | None = None
    """Where the guest is kept; None: nowhere."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program."""
    asked = _parser().parse_args(arguments)
    address = asked.server or os.environ.get("PAIZHUO_SERVER") or SERVER_DEFAULT
    person = Person(
        name=asked.name or "",
        language=asked.language or "",
        is_ascii=asked.ascii,
        token=asked.token or os.environ.get("PAIZHUO_TOKEN") or "",
        guest_file=asked.guest_file or guest_file(address, os.environ),
    )
    try:
        wish = Wish(
            asked.game,
            seats=asked.seats,
            preset=asked.preset,
            options=pairs(asked.option),
            table_options=pairs(asked.table_option),
            bot=asked.bot,
            people=asked.people,
            table_id=asked.table,
            join_code=asked.join_code,
        )
        tls = _tls(asked)
        if asked.list_options:
            asyncio.run(_list_options(address, tls, wish.game, language_of(person)))
            return
        flags = " --tls" * asked.tls + (f" --ca {asked.ca}" if asked.ca else "")
        called = Called(PROGRAM, f"{PROGRAM} --server {address}{flags} --table")
        code = run(address, wish, person, tls=tls, called=called)
    except (CallError, CannotSit, OSError, ValueError) as error:
        code = _fail(PROGRAM, str(error))
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise SystemExit(code)


def run(address: str, wish: Wish, person: Person, *, called: Called, tls: Tls | None = None) -> int:
    """Play, and return the exit code; what keeps one from playing is told in a line."""
    return asyncio.run(play(address, wish, person, called=called, tls=tls))


async def play(
    address: str, wish: Wish, person: Person, *, called: Called, tls: Tls | None = None
) -> int:
    """Play within a running event loop; otherwise like `run`."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _fail(called.program, "the table needs a terminal, for input and output")
    # gRPC writes its own complaints over the screen; what they say is shown by the table.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        await _reach(address, tls)
        async with Client(address, token=person.token or None, tls=tls) as client:
            return await _at_table(client, address, wish, person, called)
    except (CallError, CannotSit, ValueError) as error:
        return _fail(called.program, str(error))


async def _reach(address: str, tls: Tls | None) -> None:
    """See that a server is there, before patience for its restarts begins; raises `CannotSit`."""
    told = asyncio.get_running_loop().call_later(
        TELL_AFTER_S, sys.stderr.write, f"looking for a server at {address}\n"
    )
    try:
        async with Client(address, tls=tls, retrying=Retrying(call_s=REACH_S)) as client:
            await client.games()
    except (Unavailable, TimedOut) as error:
        raise CannotSit(f"no server answers at {address}: {error.message}") from error
    finally:
        told.cancel()


async def _at_table(
    client: Client, address: str, wish: Wish, person: Person, called: Called
) -> int:
    """Sit down, show the table until the person leaves it, and say how to come back."""
    # It takes its time, and is not needed for what ends before.
    from paizhuo_table.app import TableApp  # noqa: PLC0415

    if not person.token:
        name = person.name or os.environ.get("USER") or NAME_DEFAULT
        await become_somebody(client, name, person.guest_file)
    seated = await sit_down(client, address, wish)
    language = language_of(person, languages_of(seated.game))
    app = TableApp(seated, Words(language), look_of(person, os.environ))
    ended = await app.run_async()
    if ended:
        return _fail(called.program, ended)
    if called.back:
        sys.stdout.write(f"to come back: {called.back} {seated.table.table_id}\n")
    return app.return_code or 0


def pairs(settings: Sequence[str]) -> dict[str, str]:
    """Split `name=value`; raises ValueError for anything else."""
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"an option is name=value, not {setting!r}")
        found[name] = value
    return found


def language_of(person: Person, spoken: Sequence[str] = LANGUAGES) -> str:
    """Return the language: the one that was asked for, else that of the environment.

    The environment's counts only where it is one of those that are spoken.
    """
    if person.language:
        return person.language
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = next((name for name in names if name), "")
    return found[:2] if found[:2] in spoken and can_write_unicode() else LANGUAGES[0]


def look_of(person: Person, environment: Mapping[str, str]) -> Look:
    """Return the signs that the terminal can show."""
    is_plain = environment.get("TERM", "") in _PLAIN_TERMINALS
    return ASCII if person.is_ascii or is_plain or not can_write_unicode() else UNICODE


def can_write_unicode() -> bool:
    """Say whether the terminal takes UTF-8, as far as the locale tells."""
    return "utf" in (sys.stdout.encoding or locale.getpreferredencoding()).lower()


def _tls(asked: argparse.Namespace) -> Tls | None:
    """Return how the connection is secured."""
    if asked.ca is not None:
        return Tls(root_certificates=asked.ca.read_bytes())
    return Tls() if asked.tls else None


async def _list_options(address: str, tls: Tls | None, game: str, language: str) -> None:
    """Print what can be chosen of a game, from the server's catalogue."""
    async with Client(address, tls=tls) as client:
        found = await client.game(game)
    lexicon = Lexicon(found, language)
    lines = [f"{lexicon.game}: {', '.join(str(count.seats) for count in found.seat_counts)}"]
    lines += [f"--preset {preset.name}: {lexicon.preset(preset.name)}" for preset in found.presets]
    for flag, options in (("--option", found.options), ("--table-option", found.table_options)):
        for option in options:
            values = "|".join(option.values) or "true|false"
            if option.minimum is not None:
                named = "|".join(option.values)
                values = f"{option.minimum}..{option.maximum}" + (f"|{named}" if named else "")
            default = option.default_value or "-"
            lines.append(
                f"{flag} {option.name}={values} ({default}): {lexicon.option(option.name)}"
                + (f" [{option.rule}]" if option.rule else "")
            )
    sys.stdout.write("\n".join(lines) + "\n")


def _fail(program: str, text: str) -> int:
    sys.stderr.write(f"{program}: {text}\n")
    return 1


def _parser() -> argparse.ArgumentParser:
    """Define the flags."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Play at the tables of a paizhuo server."
    )
    add = parser.add_argument
    add("--version", action="version", version=f"{PROGRAM} {version('paizhuo-client')}")
    add("game", nargs="?", default=GAME_DEFAULT, help="game, as in the catalogue")
    add("--server", help=f"host:port; else PAIZHUO_SERVER, else {SERVER_DEFAULT}")
    add("--table", default="", help="join this table instead of making one")
    add("--join-code", default="", help="code of that table, where it is private")
    add("--seats", type=int, help="seats; else as few as the game can be played with")
    add("--people", type=int, default=1, help="seats for people, yours among them; others get bots")
    add("--preset", default="", help="preset of the rules")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="option of the rules")
    add("--table-option", action="append", default=[], metavar="NAME=VALUE", help="of the table")
    add("--list-options", action="store_true", help="print what can be chosen, and end")
    add("--bot", default="", help="bot that takes the other seats")
    add("--name", help="what others call you; else USER")
    add("--language", choices=LANGUAGES, help="else that of the environment")
    add("--ascii", action="store_true", help="draw with ASCII signs")
    add("--token", help="token of a platform; else PAIZHUO_TOKEN, else you are a guest")
    add("--guest-file", type=Path, help="where the guest is kept, secret")
    add("--tls", action="store_true", help="connect with TLS")
    add("--ca", type=Path, help="authorities to trust, PEM; it means --tls")
    return parser
