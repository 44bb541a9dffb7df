"""A fake server, to test bots and front ends with: no rules, no Rust, nothing is random.

    async with FakeServer() as server, Client(server.address) as client:
        table = server.add_table("dou_dizhu", seats=3, own_seat=0)
        table.ask(0, "play", Verb.PLAY, Verb.PASS)
        ...
        assert await table.next_act() == Play("3-3-3-4")

It speaks the real protocol, so that what is tested is what will run. `paizhuo_client.testing
.fixtures` has it as a pytest fixture.
"""

from paizhuo_client.testing.scripts import Received
from paizhuo_client.testing.server import FakeServer
from paizhuo_client.testing.table import FakeTable

__all__ = ["FakeServer", "FakeTable", "Received"]
