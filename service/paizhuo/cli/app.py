"""Define the commands; each loads what it needs only when it runs."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from paizhuo.cli.announcing import Announcing
from paizhuo.config import (
    DATA_DEFAULT,
    HTTP_LISTEN_DEFAULT,
    LISTEN_DEFAULT,
    NOWHERE,
    Config,
    Durability,
    LogForm,
    LogLevel,
    cors_origins_from,
    data_from,
    http_listen_from,
    is_origin,
    listen_from,
)
from paizhuo.limits import SEATS_MAX, SIMULATED_DEALS_MAX, SIMULATION_THREADS_MAX

_COUNT_MAX = (1 << 63) - 1
_DATA_HELP = f"Data folder; else PAIZHUO_DATA, else {DATA_DEFAULT}/."
_HTTP_HELP = (
    "Where to serve Connect, gRPC-Web and JSON; else PAIZHUO_HTTP_LISTEN, else "
    f"{HTTP_LISTEN_DEFAULT}; `{NOWHERE}` for nowhere."
)
_ORIGIN_HELP = (
    "Origin whose web pages may use HTTP, again and again, or *; else PAIZHUO_CORS_ORIGINS, else "
    "those of this machine."
)

_HttpListen = Annotated[str | None, typer.Option(help=_HTTP_HELP)]
_CorsOrigin = Annotated[list[str] | None, typer.Option(help=_ORIGIN_HELP)]
_Key = Annotated[
    Path | None,
    typer.Option(help="Platform's key: PEM public key, or HMAC secret of 32 bytes or more."),
]
_KeySet = Annotated[
    Path | None, typer.Option(help="Platform's keys: a JWKS file, read again as it changes.")
]
_Issuer = Annotated[
    str | None, typer.Option(help="Issuer (iss) that the platform's tokens must have.")
]
_Audience = Annotated[
    str | None, typer.Option(help="Audience (aud) that the platform's tokens must have.")
]
_Announce = Annotated[
    Path | None, typer.Option(help="File to write the address of gRPC to, once it listens.")
]
_AnnounceHttp = Annotated[
    Path | None, typer.Option(help="File to write the address of HTTP to, once it listens.")
]

app = typer.Typer(
    name="paizhuo",
    help="A backend for card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the program."""
    app()


def _pairs(settings: list[str] | None) -> dict[str, str]:
    """Split `name=value`, again and again."""
    found = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals:
            raise typer.BadParameter(f"an option is name=value, not {setting!r}")
        found[name] = value
    return found


def _tell_version(is_asked: bool) -> None:  # noqa: FBT001 - as typer calls it
    """Print the version and end, if that is what is asked."""
    if is_asked:
        typer.echo(f"paizhuo {version('paizhuo')}")
        raise typer.Exit


@app.callback()
def before_any(
    version: Annotated[  # noqa: FBT002 - a flag
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Print the version and end."
        ),
    ] = False,
) -> None:
    """Take what is asked of the program itself."""
    del version


@app.command()
def serve(  # noqa: PLR0913, PLR0917 - a flag is a parameter
    listen: Annotated[
        str | None,
        typer.Option(help=f"Where to serve gRPC; else PAIZHUO_LISTEN, else {LISTEN_DEFAULT}."),
    ] = None,
    http_listen: _HttpListen = None,
    cors_origin: _CorsOrigin = None,
    data: Annotated[
        Path | None,
        typer.Option(help=_DATA_HELP),
    ] = None,
    durability: Annotated[
        Durability, typer.Option(help="What an answered call outlives.")
    ] = Durability.FULL,
    log_level: Annotated[LogLevel, typer.Option(help="What is logged.")] = LogLevel.INFO,
    log_form: Annotated[LogForm, typer.Option(help="How it is logged.")] = LogForm.CONSOLE,
    bot_delay_ms: Annotated[
        int, typer.Option(min=0, max=10_000, help="How long bots take to answer.")
    ] = 600,
    heartbeat_ms: Annotated[
        int, typer.Option(min=100, help="After how much silence streams say that they live.")
    ] = 10_000,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that share the ports and the data.")
    ] = 1,
    guests: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--guests/--no-guests", help="Whether anybody may become a guest.")
    ] = True,
    jwt_key: _Key = None,
    jwt_jwks: _KeySet = None,
    jwt_issuer: _Issuer = None,
    jwt_audience: _Audience = None,
    announce: _Announce = None,
    announce_http: _AnnounceHttp = None,
    quiet: Annotated[bool, typer.Option(help="Print no greeting.")] = False,  # noqa: FBT002
) -> None:
    """Serve until SIGTERM or SIGINT: gRPC, and on another port Connect, gRPC-Web and JSON."""
    http = http_listen or http_listen_from(os.environ)
    config = Config(
        listen=listen or listen_from(os.environ),
        data=data or data_from(os.environ),
        durability=durability,
        log_level=log_level,
        log_form=log_form,
        heartbeat_ms=heartbeat_ms,
        bot_delay_ms=bot_delay_ms,
        guests=guests,
        jwt_key=jwt_key,
        jwt_jwks=jwt_jwks,
        jwt_issuer=jwt_issuer,
        jwt_audience=jwt_audience,
        http_listen=None if http == NOWHERE else http,
        cors_origins=_origins(cors_origin),
    )
    announcing = Announcing(announce, announce_http)
    if workers > 1:
        from paizhuo.cli.workers import run_workers  # noqa: PLC0415

        raise typer.Exit(run_workers(config, workers, announcing, is_quiet=quiet))
    from paizhuo.cli.serving import run_server  # noqa: PLC0415

    raise typer.Exit(run_server(config, announcing, is_quiet=quiet))


def _origins(chosen: list[str] | None) -> tuple[str, ...] | None:
    """Return the origins whose pages may use HTTP; ends the program if one is none."""
    origins = tuple(chosen) if chosen else cors_origins_from(os.environ)
    for origin in origins or ():
        if not is_origin(origin):
            text = f"paizhuo: {origin} is no origin: scheme://host, or with a :port behind it"
            typer.echo(text, err=True)
            raise typer.Exit(1)
    return origins


@app.command()
def demo(  # noqa: PLR0913, PLR0917 - a flag is a parameter
    game: Annotated[str, typer.Argument(help="Game, as in the catalogue.")] = "dou_dizhu",
    seats: Annotated[
        int | None, typer.Option(min=1, max=SEATS_MAX, help="Seats; else as few as can be.")
    ] = None,
    deals: Annotated[
        int, typer.Option(min=1, max=100, help="Deals to play, if the match lasts so long.")
    ] = 3,
    preset: Annotated[str, typer.Option(help="Preset of the rules.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="name=value, again and again.")] = None,
    pace_ms: Annotated[
        int, typer.Option(min=0, max=5_000, help="Pause after each line, for reading along.")
    ] = 0,
) -> None:
    """Play a match of any game through a server of its own, and print it."""
    from paizhuo.cli.demo import Wish, run_demo  # noqa: PLC0415

    wish = Wish(game, seats, deals, preset, _pairs(option))
    raise typer.Exit(run_demo(wish, pace_ms))


@app.command()
def play(  # noqa: PLR0913, PLR0917 - a flag is a parameter
    game: Annotated[str, typer.Argument(help="Game, as in the catalogue.")] = "dou_dizhu",
    server: Annotated[
        str, typer.Option(help="host:port of a server; else one of its own, in memory.")
    ] = "",
    table: Annotated[str, typer.Option(help="Join this table instead of making one.")] = "",
    seats: Annotated[
        int | None, typer.Option(min=1, max=SEATS_MAX, help="Seats; else as few as can be.")
    ] = None,
    preset: Annotated[str, typer.Option(help="Preset of the rules.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="name=value, again and again.")] = None,
    table_option: Annotated[
        list[str] | None, typer.Option(help="name=value, again and again.")
    ] = None,
    bot: Annotated[str, typer.Option(help="Bot that takes the other seats.")] = "",
    name: Annotated[str, typer.Option(help="What others call you.")] = "",
    language: Annotated[str, typer.Option(help="en, zh, ru or ja; else the environment's.")] = "",
    ascii_only: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--ascii", help="Draw with ASCII signs.")
    ] = False,
) -> None:
    """Play at a table in the terminal, against bots."""
    try:
        from paizhuo_table.needed import HOW_TO_INSTALL, is_installed  # noqa: PLC0415
    except ImportError as error:
        typer.echo("paizhuo: the table is not installed: pip install 'paizhuo[play]'", err=True)
        raise typer.Exit(1) from error
    if not is_installed():
        typer.echo(f"paizhuo: {HOW_TO_INSTALL}", err=True)
        raise typer.Exit(1)
    from paizhuo.cli.playing import run_play  # noqa: PLC0415
    from paizhuo_table.lexicon import LANGUAGES  # noqa: PLC0415
    from paizhuo_table.program import Person, pairs  # noqa: PLC0415
    from paizhuo_table.sitting import Wish, guest_file  # noqa: PLC0415

    if language not in {"", *LANGUAGES}:
        raise typer.BadParameter(f"one of {', '.join(LANGUAGES)}", param_hint="--language")
    try:
        chosen, of_table = pairs(option or ()), pairs(table_option or ())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    wish = Wish(game, seats, preset, chosen, of_table, bot, table_id=table)
    # A server of its own forgets its guests, so nobody keeps one of them.
    kept = guest_file(server, os.environ) if server else None
    person = Person(name, language, is_ascii=ascii_only, guest_file=kept)
    raise typer.Exit(run_play(server, wish, person))


@app.command()
def doctor(
    data: Annotated[Path | None, typer.Option(help=_DATA_HELP)] = None,
    repair_index: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--repair-index", help="Derive the index from the logs again.")
    ] = False,
) -> None:
    """Say what is wrong with a data folder, if anything; the exit code is then 1."""
    from paizhuo.cli.doctor import run_doctor  # noqa: PLC0415

    raise typer.Exit(run_doctor(data or data_from(os.environ), repairs_index=repair_index))


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="Folder to make.")],
    data: Annotated[Path | None, typer.Option(help=_DATA_HELP)] = None,
) -> None:
    """Copy a data folder, also while servers use it."""
    from paizhuo.cli.backup import run_backup  # noqa: PLC0415

    raise typer.Exit(run_backup(data or data_from(os.environ), target))


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(help="Folder that `paizhuo backup` made.")],
    data: Annotated[Path | None, typer.Option(help=_DATA_HELP)] = None,
    force: Annotated[  # noqa: FBT002 - a flag
        bool, typer.Option("--force", help="Set aside what is in the data folder.")
    ] = False,
) -> None:
    """Put a backup into a data folder that no server uses."""
    from paizhuo.cli.backup import run_restore  # noqa: PLC0415

    raise typer.Exit(run_restore(source, data or data_from(os.environ), force=force))


@app.command()
def vectors(
    files: Annotated[
        list[Path], typer.Argument(help="Files of rule vectors.", exists=True, dir_okay=False)
    ],
) -> None:
    """Run rule vectors; the exit code is 1 if any failed."""
    from paizhuo.engine import run_vectors  # noqa: PLC0415

    report, failed = run_vectors([str(file) for file in files])
    typer.echo(report.rstrip("\n"))
    raise typer.Exit(1 if failed else 0)


@app.command()
def verify(
    record: Annotated[
        Path, typer.Argument(help="File with an encoded Record.", exists=True, dir_okay=False)
    ],
) -> None:
    """Play a record again and say whether everything in it fits together."""
    from paizhuo.engine import NotationError, SetupError, verify_record  # noqa: PLC0415

    try:
        problems = verify_record(record.read_bytes())
    except (NotationError, SetupError) as error:
        problems = [str(error)]
    for problem in problems:
        typer.echo(problem)
    typer.echo("The record holds." if not problems else "The record does not hold.")
    raise typer.Exit(1 if problems else 0)


@app.command()
def simulate(  # noqa: PLR0913, PLR0917 - a flag is a parameter
    game: Annotated[str, typer.Argument(help="Game, as in the catalogue.")] = "dou_dizhu",
    seats: Annotated[
        int | None, typer.Option(min=1, max=SEATS_MAX, help="Seats; else as few as can be.")
    ] = None,
    deals: Annotated[
        int, typer.Option(min=1, max=SIMULATED_DEALS_MAX, help="Deals to play out.")
    ] = 10_000,
    seed: Annotated[
        int, typer.Option(min=0, max=_COUNT_MAX, help="Seed; the same one gives the same deals.")
    ] = 1,
    bot: Annotated[
        list[str] | None, typer.Option(help="Bot of a seat, in order; one stands for all.")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=SIMULATION_THREADS_MAX, help="Threads.")] = 1,
    preset: Annotated[str, typer.Option(help="Preset of the rules.")] = "seed",
    option: Annotated[list[str] | None, typer.Option(help="name=value, again and again.")] = None,
) -> None:
    """Play deals among bots, without a server, and say how it went."""
    from paizhuo.cli.simulating import Simulation, run_simulation  # noqa: PLC0415

    raise typer.Exit(
        run_simulation(
            Simulation(
                game=game,
                seats=seats,
                deals=deals,
                seed=seed,
                bots=bot or ["random"],
                threads=threads,
                preset=preset,
                options=_pairs(option),
            )
        )
    )
