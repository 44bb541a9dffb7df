"""Put a server together, start it, and stop it without losing a call."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Protocol

import grpc
import grpc.aio

from paizhuo import limits
from paizhuo.auth.callers import Callers
from paizhuo.auth.guests import Guests
from paizhuo.auth.platform import open_platform
from paizhuo.open_files import connections_max
from paizhuo.rpc import (
    auth_service,
    catalogue_service,
    health,
    reflecting,
    replay_service,
    rules_service,
    table_service,
)
from paizhuo.rpc.guard import Guard
from paizhuo.rpc.methods import Served, Telemetry, make_handler
from paizhuo.rpc.open_streams import OpenStreams
from paizhuo.stores.base import StoreError
from paizhuo.tables.downtime import stop_clocks
from paizhuo.tables.driver import Driver
from paizhuo.tables.hall import Hall
from paizhuo.tables.names import Names
from paizhuo.tables.peers import Peers
from paizhuo.tables.readers import Readers
from paizhuo.tables.services import Services
from paizhuo.telemetry.counters import Counters
from paizhuo.telemetry.logs import make_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.clock import Clock, Randomness
    from paizhuo.config import Config
    from paizhuo.stores.opening import Stores
    from paizhuo.tables.services import Report

_SERVER_KEY: Final = "table_ids"
_THREADS: Final = 4
_PORT_MAX: Final = 65_535


class Listener(Protocol):
    """Serve the same methods in another way than gRPC, beside it."""

    def bind(self) -> int:
        """Take a port and return it; raises OSError if it cannot be had."""
        ...

    async def start(self, served: Sequence[Served], callers: Callers, telemetry: Telemetry) -> None:
        """Serve."""
        ...

    async def stop(self, grace_s: float) -> None:
        """Take no new call, and let the others finish for so long."""
        ...


class Server:
    """Serve every service on one port, and on another where there is a listener for it."""

    def __init__(  # noqa: PLR0913 - what it is made of
        self,
        config: Config,
        stores: Stores,
        *,
        clock: Clock,
        randomness: Randomness,
        report: Report | None = None,
        listener: Listener | None = None,
    ) -> None:
        """Keep what it is made of; nothing is started yet.

        Raises `KeyRefused` for keys that cannot be used.
        """
        report = report or make_report()
        platform = open_platform(config, report)
        self.config = config
        self.stores = stores
        self.counters = Counters()
        self._executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="paizhuo")
        self._reading = ThreadPoolExecutor(limits.READERS, thread_name_prefix="paizhuo-reads")
        names = Names(stores.principals)
        self._services = Services(
            log=stores.log,
            names=names,
            clock=clock,
            randomness=randomness,
            config=config,
            executor=self._executor,
            readers=Readers(self._reading),
            report=report,
            peers=Peers(randomness.token_bytes(8).hex()),
        )
        self.callers = Callers(
            stores.principals,
            clock,
            names.put,
            randomness=randomness,
            platform=platform,
            has_guests=config.guests,
        )
        self._guests = Guests(
            stores.principals, clock, randomness, names.put, is_off=not config.guests
        )
        self._open_streams = OpenStreams()
        self._health: health.Health | None = None
        self._grpc: grpc.aio.Server | None = None
        self._driver: Driver | None = None
        self._listener = listener
        self.hall: Hall
        self.port = 0
        self.http_port = 0

    async def start(self, extra: Sequence[grpc.GenericRpcHandler] = ()) -> int:
        """Listen, and return the port; `extra` handlers are for benchmarks and tests.

        Raises OSError if the address cannot be had.
        """
        self.hall = Hall(self._services, await self.stores.principals.secret(_SERVER_KEY))
        server = grpc.aio.server(
            interceptors=(Guard(self.callers, self.counters),),
            options=_transport_options(self.config),
        )
        telemetry = Telemetry(self.counters, self._services.report)
        served = self._served()
        handlers = [make_handler(service, telemetry) for service in served]
        names = [service.descriptor.full_name for service in served]
        open_streams = self._open_streams
        self._health = health.Health(names, open_streams, telemetry)
        handlers.append(self._health.handler)
        described = [*names, health.SERVICE.full_name]
        handlers += reflecting.make_handlers(described, open_streams, telemetry)
        server.add_generic_rpc_handlers((*handlers, *extra))
        if not _has_port(self.config.listen):
            raise OSError(f"cannot listen on {self.config.listen}")
        _check_is_free(self.config.listen, is_shared=self.config.shares_port)
        try:
            self.port = server.add_insecure_port(self.config.listen)
        except RuntimeError as error:
            raise OSError(f"cannot listen on {self.config.listen}") from error
        if self._listener is not None:
            self.http_port = self._listener.bind()
        if self.config.drive:
            await self._prepare_driving()
        await server.start()
        self._grpc = server
        if self._listener is not None:
            await self._listener.start(served, self.callers, telemetry)
        self._health.set_serving(True)
        self._driver = Driver(self.hall)
        self._driver.start()
        return self.port

    def _served(self) -> list[Served]:
        """Make what serves the methods."""
        names = self._services.names
        return [
            Served(table_service.SERVICE, table_service.TableService(self.hall).methods()),
            Served(catalogue_service.SERVICE, catalogue_service.CatalogueService().methods()),
            Served(rules_service.SERVICE, rules_service.RulesService().methods()),
            Served(auth_service.SERVICE, auth_service.AuthService(self._guests, names).methods()),
            Served(replay_service.SERVICE, replay_service.ReplayService(self.hall).methods()),
        ]

    async def _prepare_driving(self) -> None:
        """Leave out the time in which no server was alive, then be one of those who are."""
        services = self._services
        try:
            await stop_clocks(self.hall)
            await services.peers.mark(services.log, services.clock.now_ms())
        except StoreError as error:
            # It may still serve; the driver goes on trying.
            services.report("down_time_failed", cause=str(error))

    async def stop(self, grace_s: float = limits.GRACE_S) -> None:
        """Stop in order: not ready, no new table, streams end with DRAINING, calls finish.

        Calls that have not finished after `grace_s` are cut off; what they handed to a
        table is written all the same, and the same `request_id` is safe.
        """
        if self._grpc is not None and self._health is not None:
            self._open_streams.stopping.set()
            self._health.set_serving(False)
            self.hall.end_streams()
            stopping = [asyncio.create_task(self._grpc.stop(grace_s))]
            if self._listener is not None:
                stopping.append(asyncio.create_task(self._listener.stop(grace_s)))
            # No new call comes in from here on.
            await asyncio.sleep(0)
            if self._driver is not None:
                await self._driver.stop()
            await asyncio.gather(*stopping)
            await self.hall.aclose()
        await self.stores.aclose()
        for executor in (self._executor, self._reading):
            executor.shutdown(wait=True, cancel_futures=True)


def _transport_options(config: Config) -> tuple[tuple[str, int], ...]:
    """Return what the transport is told.

    Who vanished without a word answers no ping. `keepalive_timeout_ms` is on Linux the limit
    of unacknowledged bytes (TCP_USER_TIMEOUT); `ping_timeout_ms` is that of a ping, otherwise
    a minute whatever the other says. Pings would stop after two without data.
    """
    return (
        ("grpc.max_receive_message_length", limits.TRANSPORT_BYTES_MAX),
        ("grpc.keepalive_time_ms", config.heartbeat_ms),
        ("grpc.keepalive_timeout_ms", limits.PING_TIMEOUT_MS),
        ("grpc.http2.ping_timeout_ms", limits.PING_TIMEOUT_MS),
        ("grpc.http2.max_pings_without_data", 0),
        # Idle streams are kept by heartbeats; a client may ping beside them.
        ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.so_reuseport", int(config.shares_port)),
        ("grpc.max_allowed_incoming_connections", connections_max()),
        ("grpc.max_concurrent_streams", limits.CALLS_PER_CONNECTION_MAX),
    )


def _has_port(address: str) -> bool:
    """Say whether the port of an address, where it has one, is one: gRPC takes it modulo 2^16."""
    port = address.rpartition(":")[2]
    if not port.removeprefix("-").isdecimal():
        return True
    return len(port) <= len(str(_PORT_MAX)) and 0 <= int(port) <= _PORT_MAX


def _check_is_free(address: str, *, is_shared: bool) -> None:
    """Raise OSError, with what the system says, where an address can certainly not be had.

    gRPC would find out as well, and write a line of its own before ours.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or host.partition(":")[0] in {"unix", "unix-abstract"}:
        return
    try:
        found = socket.getaddrinfo(host.strip("[]") or None, int(port), type=socket.SOCK_STREAM)
    except OSError:
        return
    refused: OSError | None = None
    for family, kind, protocol, _, name in found:
        try:
            with socket.socket(family, kind, protocol) as trial:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if is_shared:
                    trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                trial.bind(name)
        except OSError as error:
            refused = error
        else:
            return
    if refused is not None:
        raise OSError(f"cannot listen on {address}: {refused.strerror}") from refused
