"""Give tests a client, of one server and of two processes that share their tables.

Whatever asks for `client`, `game`, `server` or `processes` runs twice: against a server in
this process that keeps all in memory, and against two server processes over one SQLite file,
where each call goes to the one or the other. A test about the inside of one process is marked
`one_process` with the reason, and runs once. The pair serves all tests of a run.

What is marked `over_http` runs three times more, against a server in this process, over JSON,
Connect and gRPC-Web (`transports.py`), unless it is marked `grpc_only` with the reason.

What asks for `game` or `game_name` is about one game. Marked `every_game` it runs for each of
`games.py`, for those after the first over gRPC alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores
from service.games import DEFAULT, GAMES
from service.pair import ONE, TWO, Pair, paired
from service.playing import Client, Game, Running, served, start_game
from service.transports import GRPC, HTTP_TRANSPORTS, reached

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test run against one process and two, over HTTP, and for every game."""
    mark, names = metafunc.definition.get_closest_marker, metafunc.fixturenames
    games = list(GAMES) if mark("every_game") else [DEFAULT]
    ways = [ONE] if mark("one_process") else [ONE, TWO]
    if "processes" not in names:
        if "game_name" in names:
            metafunc.parametrize("game_name", games, scope="session")
        return
    others = HTTP_TRANSPORTS if mark("over_http") and not mark("grpc_only") else ()
    if "game_name" not in names:
        metafunc.parametrize("processes", [*ways, *others], scope="session")
        return
    pairs = [(way, DEFAULT) for way in (*ways, *others)]
    pairs += [(way, game) for game in games if game != DEFAULT for way in ways]
    ids = [way if game == DEFAULT else f"{way}-{game}" for way, game in pairs]
    metafunc.parametrize(("processes", "game_name"), pairs, ids=ids, scope="session")


@pytest.fixture(scope="session")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Start two server processes on one folder, once."""
    started = Pair.start(tmp_path_factory.mktemp("pair"))
    yield started
    assert started.stop() == [0, 0]


@pytest.fixture
async def server(
    processes: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Running]:
    """Run a server in this process that keeps everything in memory, or find the pair."""
    if processes != TWO:
        http = None if processes == ONE else "127.0.0.1:0"
        async with served(tmp_path_factory.mktemp("server"), http_listen=http) as running:
            yield running
        return
    found: Pair = request.getfixturevalue("pair")
    found.stores = open_stores("normal", found.data, lambda: 0)
    yield found
    await found.stores.aclose()


@pytest.fixture
async def client(server: Running, processes: str) -> AsyncIterator[Client]:
    """Connect to it, or to both by turns."""
    if isinstance(server, Pair):
        async with paired(server.addresses) as found:
            yield found
    elif isinstance(server, Server):
        async with reached(server, GRPC if processes == ONE else processes) as found:
            yield found


@pytest.fixture
async def game(client: Client, game_name: str) -> Game:
    """Deal the first deal to as many guests as the tests play the game with."""
    return await start_game(client, game=game_name)
