"""Serve paizhuo.v1.CatalogueService; it needs no token."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from paizhuo import engine
from paizhuo.errors import ServiceError, Why
from paizhuo.rpc.methods import Method
from paizhuo.tables.options import describe_all
from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import catalogue_service_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.auth.callers import Caller

_GAME = catalogue_service_pb2.GetGameResponse.GAME_FIELD_NUMBER
SERVICE = catalogue_service_pb2.DESCRIPTOR.services_by_name["CatalogueService"]


class CatalogueService:
    """Tell what can be played; what the engine says never changes while it runs."""

    def methods(self) -> Mapping[str, Method]:
        """Return what serves each method."""
        return {
            "ListGames": Method(self.list_games, needs_token=False),
            "GetGame": Method(self.get_game, needs_token=False),
        }

    async def list_games(
        self, request: catalogue_service_pb2.ListGamesRequest, caller: Caller
    ) -> bytes:
        """List the games."""
        del request, caller
        return _list_games()

    async def get_game(
        self, request: catalogue_service_pb2.GetGameRequest, caller: Caller
    ) -> bytes:
        """Tell everything about one game, the options of tables included."""
        del caller
        if not request.game:
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "game"})
        game = engine.catalogue_game(request.game) + describe_all()
        return bytes_field(_GAME, game)


@lru_cache(maxsize=1)
def _list_games() -> bytes:
    """Ask the engine once."""
    return engine.catalogue_list()
