"""Serve paizhuo.v1.AuthService."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.auth import scopes
from paizhuo.auth.callers import require
from paizhuo.errors import ServiceError, Why
from paizhuo.ids import is_principal
from paizhuo.rpc.methods import Method
from paizhuo.v1 import auth_service_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.auth.callers import Caller
    from paizhuo.auth.guests import Guests
    from paizhuo.tables.names import Names

SERVICE = auth_service_pb2.DESCRIPTOR.services_by_name["AuthService"]


class AuthService:
    """Make and recover guests, and say who calls."""

    def __init__(self, guests: Guests, names: Names) -> None:
        """Share the guests and the names of the server."""
        self._guests = guests
        self._names = names

    def methods(self) -> Mapping[str, Method]:
        """Return what serves each method."""
        return {
            "CreateGuest": Method(self.create_guest, needs_token=False),
            "RecoverGuest": Method(self.recover_guest, needs_token=False),
            "GetPrincipal": Method(self.get_principal),
            "EraseName": Method(self.erase_name),
        }

    async def create_guest(
        self, request: auth_service_pb2.CreateGuestRequest, caller: Caller
    ) -> bytes:
        """Make a new guest."""
        del caller
        guest, token, code = await self._guests.create(request.name)
        return auth_service_pb2.CreateGuestResponse(
            principal=guest.principal_id, token=token, recovery_code=code
        ).SerializeToString()

    async def recover_guest(
        self, request: auth_service_pb2.RecoverGuestRequest, caller: Caller
    ) -> bytes:
        """Give the same guest a new token."""
        del caller
        guest, token = await self._guests.recover(request.recovery_code)
        return auth_service_pb2.RecoverGuestResponse(
            principal=guest.principal_id, token=token
        ).SerializeToString()

    async def get_principal(
        self, request: auth_service_pb2.GetPrincipalRequest, caller: Caller
    ) -> bytes:
        """Say who the caller is."""
        del request
        # Another process may have erased the name: who asks sees what he did there.
        await self._names.learn_anew([caller.principal])
        name = self._names.get(caller.principal)
        allowed = [scope for scope in scopes.ALL if scope in caller.scopes]
        return auth_service_pb2.GetPrincipalResponse(
            principal=caller.principal, name=name, scopes=allowed
        ).SerializeToString()

    async def erase_name(self, request: auth_service_pb2.EraseNameRequest, caller: Caller) -> bytes:
        """Forget a name: the caller's own, or for an administrator anybody's."""
        principal = request.principal or caller.principal
        if principal != caller.principal:
            require(caller, scopes.ADMIN)
            if not is_principal(principal):
                facts = {"field": "principal", "problem": "no principal"}
                raise ServiceError(Why.FIELD_INVALID, facts=facts)
        await self._names.erase(principal)
        return auth_service_pb2.EraseNameResponse().SerializeToString()
