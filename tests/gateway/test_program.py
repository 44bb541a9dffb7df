"""The program serves HTTP beside gRPC: it says where, shares the port, and stops in order."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import httpx
import pytest

from paizhuo.v1 import table_service_pb2 as api
from service.playing import ServerProcess, refused
from service.transports import CONNECT, HTTP_TRANSPORTS, reached_at

GAMES = "/paizhuo.v1.CatalogueService/ListGames"


async def greeting(*flags: str, **environment: str) -> str:
    """Start the program until it has said where it listens, and return what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "paizhuo", "serve", "--listen", "127.0.0.1:0"),
        *("--durability", "memory", *flags),
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None
    said = (await process.stdout.readuntil(b"paizhuo demo\n")).decode()
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    assert process.returncode == 0
    return said


async def test_both_addresses_are_printed() -> None:
    """The greeting names where HTTP is served, and a call with curl; `off` is nowhere."""
    said = await greeting("--http-listen", "127.0.0.1:0")
    assert "(gRPC) and on http://127.0.0.1:" in said
    assert "curl" in said
    from_environment = await greeting(PAIZHUO_HTTP_LISTEN="127.0.0.1:0")
    assert "on http://127.0.0.1:" in from_environment
    off = await greeting("--http-listen", "off", PAIZHUO_HTTP_LISTEN="127.0.0.1:0")
    assert "http://" not in off


async def test_the_greeting_tries_nothing_that_is_off(tmp_path: Path) -> None:
    """Where nobody becomes a guest, what to try is a call with a platform's token."""
    assert "CreateGuest" in await greeting("--http-listen", "off")
    key = tmp_path / "key"
    key.write_bytes(bytes(range(32)))
    said = await greeting("--http-listen", "off", "--no-guests", "--jwt-key", str(key))
    assert "CreateGuest" not in said
    assert "-H 'authorization: Bearer TOKEN'" in said


def listeners(address: str) -> int:
    """Count the sockets that listen on an address of this machine."""
    port = f":{int(address.rpartition(':')[2]):04X}"
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return sum(line.split()[1].endswith(port) and line.split()[3] == "0A" for line in lines)


async def test_workers_share_the_port(tmp_path: Path) -> None:
    """Every worker listens on the one HTTP port, and each serves every table."""
    process = ServerProcess(tmp_path, "--workers", "2")
    await process.start()
    try:
        if sys.platform == "linux":
            assert listeners(process.http) == 2
        async with reached_at(f"http://{process.http}", CONNECT) as client:
            owner = await client.guest()
            table_id = await client.create(owner)
        for _ in range(16):
            # A connection of its own each time: the system spreads them.
            async with httpx.AsyncClient(base_url=f"http://{process.http}", verify=False) as http:  # noqa: S501
                shown = await http.post(
                    "/paizhuo.v1.TableService/GetTable",
                    json={"tableId": table_id},
                    headers={"authorization": f"Bearer {owner.token}"},
                )
                assert shown.json()["table"]["tableId"] == table_id
    finally:
        assert await process.stop() == 0


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_signal_ends_streams_in_order(tmp_path: Path, workers: str) -> None:
    """Streams over every transport are told DRAINING, and the program ends with 0."""
    process = ServerProcess(tmp_path, "--workers", workers)
    await process.start()
    ends = []
    async with asyncio.TaskGroup() as group:
        for transport in HTTP_TRANSPORTS:
            async with reached_at(f"http://{process.http}", transport) as client:
                owner = await client.guest()
                table_id = await client.create(owner)
            began = asyncio.Event()
            ends.append(
                group.create_task(
                    watch(f"http://{process.http}", transport, table_id, owner, began)
                )
            )
            await began.wait()
        assert await process.stop() == 0
    assert [end.result() for end in ends] == ["DRAINING"] * 3


async def watch(
    url: str, transport: str, table_id: str, owner: object, began: asyncio.Event
) -> str:
    """Watch a table until the stream ends, and return why it did."""
    async with reached_at(url, transport) as client:
        stream = client.tables.WatchTable(
            api.WatchTableRequest(table_id=table_id),
            metadata=owner.metadata,  # type: ignore[attr-defined]
        )
        messages = aiter(stream)
        await anext(messages)
        began.set()
        return (await refused(anext(messages))).reason
