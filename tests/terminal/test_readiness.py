"""The terminal table mixes something into each deal, as soon as that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo_client.errors import AlreadyAgreed
from paizhuo_table import readiness

if TYPE_CHECKING:
    from paizhuo_client import Client
    from paizhuo_client.testing import FakeServer


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once."""
    monkeypatch.setattr(readiness, "_PAUSE_S", 0)


async def mixed_in(fake_server: FakeServer, fake_client: Client) -> list[int]:
    """Be ready, and return how many bytes each call mixed in."""
    table = fake_server.add_table(own_seat=0)
    await readiness.be_ready(fake_client.table(table.table_id))
    assert table.table.seats[0].ready
    return [len(call.entropy) for call in fake_server.calls_of("SetReady")]


async def test_it_waits_for_the_commitment(fake_server: FakeServer, fake_client: Client) -> None:
    """While the deal has not been committed to it asks again, with its bytes."""
    fake_server.refuse("SetReady", "COMMITMENT_AWAITED", times=3)
    assert await mixed_in(fake_server, fake_client) == [readiness.ENTROPY_BYTES] * 4


async def test_it_does_not_wait_for_ever(fake_server: FakeServer, fake_client: Client) -> None:
    """Where no commitment comes, as in a pause, it is ready without."""
    fake_server.refuse("SetReady", "COMMITMENT_AWAITED", times=readiness._TRIES)
    assert (await mixed_in(fake_server, fake_client))[-2:] == [readiness.ENTROPY_BYTES, 0]


async def test_other_refusals_are_told(fake_server: FakeServer, fake_client: Client) -> None:
    """What else is refused is not tried again."""
    table = fake_server.add_table(own_seat=0)
    fake_server.refuse("SetReady", "ALREADY_AGREED")
    with pytest.raises(AlreadyAgreed):
        await readiness.be_ready(fake_client.table(table.table_id))
    assert len(fake_server.calls_of("SetReady")) == 1
