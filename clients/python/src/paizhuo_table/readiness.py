"""Be ready for a deal, and mix something into it."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Final

from paizhuo_client.errors import CommitmentAwaited

if TYPE_CHECKING:
    from paizhuo_client import Table

ENTROPY_BYTES: Final = 32
"""As much as a seat may mix into a deal."""

_TRIES: Final = 30
_PAUSE_S: Final = 0.1


async def be_ready(table: Table) -> int:
    """Be ready, and mix random bytes into the deal; returns the revision.

    Bytes count once the deal has been committed to, which the server does within moments. Where
    that does not come, as in a pause, the seat is ready without. Raises `CallError`.
    """
    for _ in range(_TRIES):
        try:
            return await table.ready(entropy=os.urandom(ENTROPY_BYTES))
        except CommitmentAwaited:
            await asyncio.sleep(_PAUSE_S)
    return await table.ready()
