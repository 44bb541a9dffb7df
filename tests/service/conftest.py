"""Give tests a client, of one server and of two processes that share their tables.

Whatever asks for `client`, `game`, `server` or `processes` runs twice: against a server in
this process that keeps all in memory, and against two server processes over one SQLite file,
where each call goes to the one or the other. A test about the inside of one process is marked
`one_process` with the reason, and runs once. The pair serves all tests of a run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores
from service.pair import ONE, TWO, Pair, paired
from service.playing import Client, Game, Running, connected, served, start_game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test that talks to a server run against one process and against two."""
    if "processes" in metafunc.fixturenames:
        only_one = metafunc.definition.get_closest_marker("one_process")
        metafunc.parametrize("processes", [ONE] if only_one else [ONE, TWO], scope="session")


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
    if processes == ONE:
        async with served(tmp_path_factory.mktemp("server")) as running:
            yield running
        return
    found: Pair = request.getfixturevalue("pair")
    found.stores = open_stores("normal", found.data, lambda: 0)
    yield found
    await found.stores.aclose()


@pytest.fixture
async def client(server: Running) -> AsyncIterator[Client]:
    """Connect to it, or to both by turns."""
    if isinstance(server, Pair):
        async with paired(server.addresses) as found:
            yield found
    elif isinstance(server, Server):
        async with connected(f"127.0.0.1:{server.port}") as found:
            yield found


@pytest.fixture
async def game(client: Client) -> Game:
    """Deal the first deal to three guests."""
    return await start_game(client)
