"""The blocking client: the same calls, in a thread of its own."""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo_client import (
    ClientClosed,
    Pass,
    Play,
    Retrying,
    client,
    errors,
    live,
    sync,
    tables,
    turns,
)
from paizhuo_client.model import Verb

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo_client.testing import FakeServer

QUICK = Retrying(first_s=0.001, most_s=0.01)
TWINS = [
    (client.Client, sync.Client),
    (tables.Table, sync.Table),
    (live.LiveTable, sync.LiveTable),
    (turns.Turn, sync.Turn),
]


def public(kind: type) -> set[str]:
    """Return the names that users call."""
    names = {name for name in vars(kind) if not name.startswith("_")}
    return {"close" if name == "aclose" else name for name in names}


@pytest.mark.parametrize(("asynchronous", "blocking"), TWINS)
def test_nothing_is_missing(asynchronous: type, blocking: type) -> None:
    """Each class has the same public names, parameters and defaults, and none of them is async."""
    assert public(blocking) == public(asynchronous)
    for name in public(asynchronous) - {"close"}:
        mine, theirs = inspect.getattr_static(blocking, name), vars(asynchronous)[name]
        if inspect.isfunction(theirs):
            assert not inspect.iscoroutinefunction(mine)
            assert not inspect.isasyncgenfunction(mine)
            assert inspect.signature(mine).parameters == inspect.signature(theirs).parameters
            assert mine.__doc__


async def test_a_whole_visit(fake_server: FakeServer) -> None:
    """Guests, tables, streams, turns, hints and refusals, from a thread without a loop."""
    table = fake_server.add_table(own_seat=None)
    table.hint, table.legal = Play("3c"), (Play("3c"), Pass())

    def visit() -> list[Any]:
        seen: list[Any] = []
        with sync.Client(fake_server.address, retrying=QUICK) as visitor:
            seen.append(visitor.become_guest("Ann").principal)
            found = visitor.table(next(iter(visitor.tables())).table_id)
            seen.append(found.join())
            with found.watch() as watched:
                assert isinstance(watched.table, sync.Table)
                for turn in watched.turns(ready=True):
                    seen.append(turn.decision.seat)
                    assert isinstance(turn.live, sync.LiveTable)
                    assert turn.legal().verbs
                    fake_server.refuse("Act", "NOT_HIGHER", alternative=Play("4c"))
                    with pytest.raises(errors.NotHigher) as caught:
                        turn.act(turn.hint())
                    assert caught.value.alternative is not None
                    turn.act(caught.value.alternative)
                    break
                seen.append(watched.snapshot.own_seat)
                for change in watched:
                    if change.events:
                        break
            seen.append(found.get().revision)
            with pytest.raises(errors.TableNotFound):
                visitor.table("nowhere").get()
        return seen

    visiting = asyncio.create_task(asyncio.to_thread(visit))
    await fake_server.received("SetReady")
    table.ask(0, "play", Verb.PLAY)
    assert await visiting == ["g-1", 0, 0, 0, table.revision]
    assert table.acts == [Play("4c")]


async def test_a_stream_that_ends(fake_server: FakeServer) -> None:
    """A `for` loop over a table ends when the table is closed."""
    table = fake_server.add_table()
    table.close()

    def watch() -> list[int]:
        with (
            sync.Client(fake_server.address, token="t") as visitor,
            visitor.table(table.table_id).watch() as watched,
        ):
            return [change.revision for change in watched]

    assert await asyncio.to_thread(watch) == [2]


async def test_the_thread_ends_with_the_client(fake_server: FakeServer) -> None:
    """No thread is left behind, and a client that is not open says so."""
    before = threading.active_count()

    def visit() -> None:
        visitor = sync.Client(fake_server.address)
        with pytest.raises(ClientClosed):
            visitor.games()
        with visitor:
            visitor.table(table.table_id).get()
        with pytest.raises(ClientClosed):
            visitor.games()

    table = fake_server.add_table()
    visiting = threading.Thread(target=visit)
    visiting.start()
    while visiting.is_alive():  # noqa: ASYNC110 - threads tell no loop
        await asyncio.sleep(0.005)
    assert threading.active_count() <= before
    assert len(fake_server.calls_of("GetTable")) == 1


async def test_threads_share_a_client(fake_server: FakeServer) -> None:
    """Many threads may call one client at once."""
    tables_made = [fake_server.add_table().table_id for _ in range(8)]

    def visit() -> None:
        with sync.Client(fake_server.address, token="t") as visitor:

            def look(table_id: str) -> None:
                for _ in range(10):
                    assert visitor.table(table_id).get().table.table_id == table_id

            threads = [threading.Thread(target=look, args=(one,)) for one in tables_made]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    await asyncio.to_thread(visit)
    assert len(fake_server.calls_of("GetTable")) == 80


async def test_a_forked_process_says_so(fake_server: FakeServer) -> None:
    """The thread stays behind when a process forks: calls are refused there, and not stuck."""

    def visit() -> int:
        with sync.Client(fake_server.address, token="t") as visitor:
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    visitor.table("any").get()
                except ClientClosed as error:
                    status = 0 if "forked" in str(error) else 2
                finally:
                    os._exit(status)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert await asyncio.to_thread(visit) == 0


async def test_it_is_used_where_a_loop_runs(fake_server: FakeServer) -> None:
    """In a notebook or a callback of another loop it waits as anywhere, and returns."""
    table_id = fake_server.add_table().table_id

    def visit() -> str:
        async def within() -> str:
            with sync.Client(fake_server.address, token="t") as visitor:
                return visitor.table(table_id).get().table.table_id

        return asyncio.run(within())

    assert await asyncio.to_thread(visit) == table_id


async def test_closing_ends_what_others_wait_for(fake_server: FakeServer) -> None:
    """A thread that waits for a change or an answer is told that the client was closed."""
    table = fake_server.add_table()
    fake_server.hold("ListGames")
    ended: list[str] = []

    def visit() -> None:
        visitor = sync.Client(fake_server.address, token="t")
        visitor.__enter__()
        watched = visitor.table(table.table_id).watch().__enter__()
        next(iter(watched))

        def wait(work: Callable[[], object]) -> None:
            try:
                work()
            except ClientClosed:
                ended.append("closed")
            except StopIteration:
                ended.append("stopped")

        waits: list[Callable[[], object]] = [lambda: next(iter(watched)), visitor.games]
        threads = [threading.Thread(target=wait, args=(work,)) for work in waits]
        for thread in threads:
            thread.start()
        while not fake_server.calls_of("ListGames"):
            time.sleep(0.005)
        visitor.close()
        for thread in threads:
            thread.join()

    async with asyncio.timeout(60):
        await asyncio.to_thread(visit)
    assert ended == ["closed", "closed"]


async def test_a_callback_cannot_wait(fake_server: FakeServer) -> None:
    """A function that calls the client from the client's own thread is refused, and not stuck."""
    table = fake_server.add_table()

    def visit() -> None:
        with (
            sync.Client(fake_server.address, token="t", retrying=QUICK) as visitor,
            visitor.table(table.table_id).watch() as watched,
        ):
            watched.until(lambda _: bool(visitor.games()))

    with pytest.raises(ClientClosed, match="callback"):
        await asyncio.to_thread(visit)
