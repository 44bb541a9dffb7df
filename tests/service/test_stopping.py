"""A server that is told to stop: in which order it does what, and how long that may take."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from paizhuo import limits
from paizhuo.clock import SystemClock, SystemRandomness
from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import table_service_pb2 as api
from service.playing import connected, new_id, read_refusal, refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


class Slow:
    """Serve a method that answers when it is let, and note who asked."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    @property
    def handler(self) -> grpc.GenericRpcHandler:
        """Return what serves it."""
        method: Any = grpc.unary_unary_rpc_method_handler(self._serve)
        return grpc.method_handlers_generic_handler("test.Slow", {"Wait": method})

    async def _serve(self, raw: bytes, context: Any) -> bytes:
        del context
        self.asked.set()
        await self.may_answer.wait()
        return raw


async def _start(folder: Path, slow: Slow) -> Server:
    config = Config(listen="127.0.0.1:0", data=folder, durability=Durability.MEMORY)
    clock = SystemClock()
    stores = open_stores("memory", folder, clock.now_ms)
    server = Server(config, stores, clock=clock, randomness=SystemRandomness())
    await server.start((slow.handler,))
    return server


async def _read_on(stream: AsyncIterator[object]) -> None:
    async for _ in stream:
        pass


async def test_a_server_stops_in_order(tmp_path: Path) -> None:
    """Not ready first, then streams end with DRAINING, and a call in flight is answered last."""
    slow = Slow()
    server = await _start(tmp_path, slow)
    async with connected(f"127.0.0.1:{server.port}") as client:
        owner = await client.guest()
        table_id = await client.create(owner)
        watching = api.WatchTableRequest(table_id=table_id)
        stream = aiter(client.tables.WatchTable(watching, metadata=owner.metadata))
        await anext(stream)
        watched: Any = client.channel.unary_stream("/grpc.health.v1.Health/Watch")
        health_call = watched(b"")
        health: AsyncIterator[bytes] = aiter(health_call)
        serving = health_pb2.HealthCheckResponse.FromString(await anext(health))
        assert serving.status == health_pb2.HealthCheckResponse.SERVING
        call = asyncio.ensure_future(client.unary("/test.Slow/Wait", b"still here"))
        await slow.asked.wait()
        stopping = asyncio.create_task(server.stop())
        answer = health_pb2.HealthCheckResponse.FromString(await anext(health))
        assert answer.status == health_pb2.HealthCheckResponse.NOT_SERVING
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await _read_on(stream)
        told = read_refusal(ended.value)
        assert (told.reason, told.status) == ("DRAINING", grpc.StatusCode.UNAVAILABLE)
        assert told.retry_ms
        assert not call.done()
        assert not stopping.done()
        slow.may_answer.set()
        assert await call == b"still here"
        # It ended by itself, and kept nobody waiting.
        assert await anext(health, None) is None
        await asyncio.wait_for(stopping, limits.DRAIN_S)


async def test_a_stopping_server_creates_no_table(tmp_path: Path) -> None:
    """Between the end of the streams and the end of calls new tables and streams are refused."""
    server = await _start(tmp_path, Slow())
    async with connected(f"127.0.0.1:{server.port}") as client:
        owner = await client.guest()
        table_id = await client.create(owner)
        server.hall.end_streams()
        request = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3)
        watching = api.WatchTableRequest(table_id=table_id)
        for call in (
            client.tables.CreateTable(request, metadata=owner.metadata),
            anext(aiter(client.tables.WatchTable(watching, metadata=owner.metadata))),
        ):
            found = await refused(call)
            assert (found.reason, found.status) == ("DRAINING", grpc.StatusCode.UNAVAILABLE)
            assert found.retry_ms
        assert await client.join(table_id, owner) == 0
    await server.stop()


NEVER_STOPS = """
import asyncio, os, signal, sys
from paizhuo import limits
from paizhuo.cli.announcing import Announcing
from paizhuo.cli.serving import run_server
from paizhuo.config import Config, Durability
from paizhuo.rpc.server import Server

async def stop(self):
    await asyncio.sleep(3600)

Server.stop, limits.DRAIN_S = stop, 0.5
config = Config(listen="127.0.0.1:0", durability=Durability.MEMORY)
start = Server.start

async def start_and_be_told_to_stop(self):
    port = await start(self)
    os.kill(os.getpid(), signal.SIGTERM)
    return port

Server.start = start_and_be_told_to_stop
sys.exit(run_server(config, Announcing(None, None), is_quiet=True))
"""


def test_nothing_keeps_a_server_for_ever() -> None:
    """A server that cannot stop ends all the same when its time is over, and says so."""
    done = subprocess.run(
        [sys.executable, "-c", NEVER_STOPS], capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 1
    assert "it ends now" in done.stderr


async def test_a_call_without_end_does_not_keep_a_server(tmp_path: Path) -> None:
    """What has not finished when the grace is over is cut off."""
    slow = Slow()
    server = await _start(tmp_path, slow)
    async with connected(f"127.0.0.1:{server.port}") as client:
        call = asyncio.ensure_future(client.unary("/test.Slow/Wait", b""))
        await slow.asked.wait()
        began = time.monotonic()
        await server.stop(grace_s=0.3)
        assert time.monotonic() - began < 3
        with pytest.raises(grpc.aio.AioRpcError):
            await call
    assert limits.GRACE_S < limits.DRAIN_S <= 20


@pytest.mark.parametrize("name", ["v1", "v1alpha"])
async def test_tools_that_stay_do_not_keep_a_server(tmp_path: Path, name: str) -> None:
    """Streams of health and reflection that are left open end with the server, at once."""
    server = await _start(tmp_path, Slow())
    async with connected(f"127.0.0.1:{server.port}") as client:
        watched: Any = client.channel.unary_stream("/grpc.health.v1.Health/Watch")
        health = aiter(watched(b""))
        await anext(health)
        reflected: Any = client.channel.stream_stream(
            f"/grpc.reflection.{name}.ServerReflection/ServerReflectionInfo",
            request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
        )
        call = reflected()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        listed = {service.name for service in (await call.read()).list_services_response.service}
        assert "paizhuo.v1.TableService" in listed
        assert "grpc.health.v1.Health" in listed
        stopping = asyncio.create_task(server.stop(grace_s=3600))
        assert await call.read() is grpc.aio.EOF
        assert await call.code() is grpc.StatusCode.OK
        async with asyncio.timeout(60):
            await _read_on(health)
            await stopping


async def test_streams_without_a_token_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens more than there may be is refused, and one that ends makes room."""
    monkeypatch.setattr(limits, "OPEN_STREAMS_MAX", 2)
    server = await _start(tmp_path, Slow())
    async with connected(f"127.0.0.1:{server.port}") as client:
        watch: Any = client.channel.unary_stream("/grpc.health.v1.Health/Watch")
        unknown = health_pb2.HealthCheckRequest(service="nothing").SerializeToString()
        calls = [watch(b""), watch(unknown)]
        told = [health_pb2.HealthCheckResponse.FromString(await anext(aiter(c))) for c in calls]
        assert [answer.status for answer in told] == [
            health_pb2.HealthCheckResponse.SERVING,
            health_pb2.HealthCheckResponse.SERVICE_UNKNOWN,
        ]
        found = await refused(anext(aiter(watch(b""))))
        assert (found.status, found.reason) == (
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "TOO_MANY_STREAMS",
        )
        calls[0].cancel()
        async with asyncio.timeout(60):
            while True:
                try:
                    await anext(aiter(watch(b"")))
                except grpc.aio.AioRpcError:
                    await asyncio.sleep(0.01)
                else:
                    break
        check: Any = client.channel.unary_unary("/grpc.health.v1.Health/Check")
        assert health_pb2.HealthCheckResponse.FromString(await check(b"")).status == 1
        with pytest.raises(grpc.aio.AioRpcError) as none:
            await check(unknown)
        assert none.value.code() is grpc.StatusCode.NOT_FOUND
        calls[1].cancel()
    await server.stop()
